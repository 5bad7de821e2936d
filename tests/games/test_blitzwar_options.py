"""House rules of BlitzWar by a second path: read from whole games, or worked out in plain Python."""

import itertools
from collections import deque
from typing import Any

import pytest
from support import conformance

from threedown.games import find_game
from threedown.games.blitzwar import battle, board, rules, tris
from threedown.games.blitzwar.board import KEEP, MOVE, PLACE, SEND, TRADE
from threedown.games.blitzwar.maps import map_named
from threedown.games.setting import Setting, settle
from threedown.table.layout import Table
from threedown.table.verbs import held


def blitzwar(preset: str | None = None, seats: int | None = None, **options: Any) -> Setting:
    return settle(find_game("blitzwar"), preset, options, seats)


def played(setting: Setting, seed: int, level: str = "keen") -> Any:
    """The session at each question of a game among bots."""
    session = conformance.dealt(setting, seed)
    while not session.over:
        if session.pending is None:
            session.go()
        else:
            yield session
            session.choose(conformance.answer(session, level), session.asked)


# A forced trade


def test_five_cards_always_hold_a_tris() -> None:
    """Ruling BW-R26. Every hand of five by its arms, of two jokers at most; four may hold none."""
    setting = blitzwar()
    t = Table(setting.new_table_state(), setting.option_codes)
    by_arm: dict[int, list[int]] = {}
    for card in range(44):
        by_arm.setdefault(tris.arm(t, card), []).append(card)

    def holds_one(arms: tuple[int, ...]) -> bool:
        taken = {arm: iter(cards) for arm, cards in by_arm.items()}
        cards = [next(taken[arm]) for arm in arms]
        return any(tris.tris_value(t, *three) != tris.NO_TRIS for three in itertools.combinations(cards, 3))

    hands = {
        size: [arms for arms in itertools.combinations_with_replacement(range(4), size) if arms.count(tris.JOKER) <= 2]
        for size in (4, tris.HAND_LIMIT)
    }
    assert all(holds_one(arms) for arms in hands[tris.HAND_LIMIT])
    assert not all(holds_one(arms) for arms in hands[4])


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [
        {"hand_limit": 5},
        {"taken_cards": "at_once"},
        {"hand_limit": 5, "taken_cards": "at_once", "tris": "growing"},
    ],
)
def test_hands_stay_small_where_trades_are_forced(options: dict[str, Any]) -> None:
    """BWH-04, BWH-05. Read from the questions of whole games without a clock, in which players are eliminated."""
    setting = blitzwar(map="duel", end_check="conquest", min_reinforcement=3, **options)
    limit, at_once = options.get("hand_limit", 0), options.get("taken_cards") == "at_once"
    forced = middle = 0
    for seed in range(4):
        attacked: tuple[int, int] | None = None
        for session in played(setting, seed):
            t, pending = session.table, session.pending
            cards, now = held(t, board.hand(t, pending.seat)), (int(t.s.turns), pending.seat)
            if pending.question == board.ATTACK:
                attacked = now
            in_middle = attacked == now
            if pending.question == TRADE:
                must = cards >= 5 and (limit == 5 or in_middle)
                assert (KEEP in pending.menu) == (not must)
                assert pending.menu, "a tris is there where one must be traded"
                assert not in_middle or (at_once and cards >= 5)
                forced, middle = forced + must, middle + in_middle
            elif pending.question == PLACE and not int(t.s.opening):
                assert cards < 5 or not (limit == 5 or in_middle)
    assert forced > 0
    assert (middle > 0) == at_once


# Moves along connected states


def reached(neighbours: dict[str, set[str]], owners: dict[str, int], start: str) -> set[str]:
    """The states that a chain of states of one owner leads to, breadth first."""
    found, waiting = {start}, deque([start])
    while waiting:
        for there in neighbours[waiting.popleft()] - found:
            if owners[there] == owners[start]:
                found.add(there)
                waiting.append(there)
    return found - {start}


@pytest.mark.parametrize("map_name", ["duel", pytest.param("world", marks=pytest.mark.slow)])
def test_moves_go_where_a_search_leads(map_name: str) -> None:
    """BWH-06. Every question for a move of some games, against a search by names that knows nothing of the rules."""
    setting = blitzwar(map=map_name, moves="connected")
    found = map_named(map_name)
    neighbours: dict[str, set[str]] = {name: set() for name in found.state_names}
    for a, b in found.borders:
        neighbours[a].add(b)
        neighbours[b].add(a)
    far = asked = 0
    for session in itertools.islice(moves_of(setting), 40):
        owners, tanks = (
            dict(zip(found.state_names, map(int, counter), strict=True))
            for counter in (session.table_state.owner, session.table_state.tanks)
        )
        seat = session.pending.seat
        wanted = {
            f"move {here}>{there}"
            for here in found.state_names
            if owners[here] == seat and tanks[here] > 1
            for there in reached(neighbours, owners, here)
        }
        menu = session.menu()
        assert menu[-1] == "end"
        assert sorted(menu[:-1]) == sorted(wanted)
        far += any(there not in neighbours[here] for here, there in (each[5:].split(">") for each in wanted))
        t, question = session.table, session.pending.question
        lawful = [code for code in range(board.CODES[MOVE]) if rules.legal(t, seat, question, code)]
        assert lawful == list(session.pending.menu)
        asked += 1
    assert asked == 40
    assert far > 10, "moves that a neighbour's rule would not allow"


def moves_of(setting: Setting) -> Any:
    for seed in itertools.count():
        for session in played(setting, seed, "simple"):
            if session.pending.question == MOVE:
                yield session


def test_a_move_carries_the_tanks_and_nothing_else() -> None:
    """Tanks are the same in all, states between stay as they were, and the number is asked only where there is one."""
    setting = blitzwar("duel", moves="connected")
    sent = 0
    for session in itertools.islice(moves_of(setting), 25):
        choice = session.menu()[0]
        if choice == "end":
            continue
        before = [int(n) for n in session.table_state.tanks]
        here, there = (map_named("duel").number(name) for name in choice[5:].split(">"))
        other = session.fork()
        other.choose(choice, other.asked)
        number = 1
        if before[here] > 2:
            assert other.pending is not None
            assert other.pending.question == SEND
            assert len(other.menu()) == before[here] - 1
            number = len(other.menu())
            other.choose(other.menu()[-1], other.asked)
        after = [int(n) for n in other.table_state.tanks]
        wanted = list(before)
        wanted[here] -= number
        wanted[there] += number
        assert after == wanted
        assert int(other.table_state.route) == board.NO_ROUTE
        sent += 1
    assert sent > 10


def test_a_chain_through_an_enemy_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def everywhere(t: Table, state: int) -> int:
        return sum(
            1 << other for other in range(board.states_of_map(t)) if board.owner(t, other) == board.owner(t, state)
        )

    monkeypatch.setattr(board, "connected", everywhere)
    assert battle.board.connected is everywhere
    with pytest.raises(AssertionError):
        test_moves_go_where_a_search_leads("world")
