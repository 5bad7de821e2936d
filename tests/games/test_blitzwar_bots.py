"""The players of BlitzWar: what they may know, how strong they are, and that they choose the same in machine code."""

import numpy as np
import pytest
from support import conformance

from threedown.bulk import run
from threedown.bulk.compiler import compiled_policy
from threedown.bulk.player import compiled_options
from threedown.bulk.run_spec import run_spec
from threedown.bulk.worker_pool import ThreadPool
from threedown.games import find_game
from threedown.games.blitzwar import bots, fierce
from threedown.games.blitzwar.board import hand
from threedown.games.blitzwar.maps import map_named
from threedown.games.detached import DetachedTable, answer_of
from threedown.games.setting import Setting, settle
from threedown.session.session import Session
from threedown.table import verbs
from threedown.table.imagine import imagination
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import held, look


def blitzwar(preset: str = "duel", seats: int = 3) -> Setting:
    return settle(find_game("blitzwar"), preset, {}, seats)


@pytest.mark.slow
def test_keen_players_see_only_their_view_far_into_a_game() -> None:
    assert conformance.check_policies_see_only_their_view(blitzwar(), "keen", seed=5, questions=60) == 60


@pytest.mark.slow
def test_simple_players_too() -> None:
    assert conformance.check_policies_see_only_their_view(blitzwar(), "simple", seed=6, questions=60) == 60


@pytest.mark.slow
def test_a_player_who_looks_into_the_next_hand_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = bots.LEVELS["simple"]

    def peeping(t: Table, seat: int, question: int) -> int:
        other = hand(t, (seat + 1) % 3)
        odd = held(t, other) > 0 and look(t, other) % 2
        return int(bots.random(t, seat, question) if odd else honest(t, seat, question))

    monkeypatch.setitem(bots.LEVELS, "peeping", peeping)

    def many() -> None:
        for seed in range(6, 16):
            conformance.check_policies_see_only_their_view(blitzwar(), "peeping", seed=seed, questions=150)

    with pytest.raises(AssertionError):
        many()


def far_into(seed: int, turns: int) -> Session:
    """A game at the first question to attack from that turn on."""
    session = conformance.dealt(blitzwar(), seed)
    while session.turns < turns or session.pending is None or session.pending.question != 2:
        conformance.step(session)
        assert not session.over, "another seed, please"
    return session


def test_twice_the_strength_wins_sixteen_times_as_likely() -> None:
    """Of 20 tanks and 6 states with 24 borders, and of twice as many, where neither has a continent or cards."""
    session = far_into(2, 11)
    t = Table(session.table_state, session.setting.option_codes, DetachedTable(session.setting, ("random",) * 3))
    for seat in range(3):
        t.s.owner[:] = np.arange(len(t.s.owner)) % 3  # no player holds a whole continent
        t.s.army[seat], t.s.states[seat], t.s.score[seat] = (seat + 1) * 20, (seat + 1) * 6, (seat + 1) * 24
        while held(t, hand(t, seat)):
            verbs.take_top(t, hand(t, seat))
    strength = (20 * 100 + 6 * 229 - 24 * 44) // 20
    assert fierce.odds(t, 0) == strength**4
    assert fierce.odds(t, 1) / fierce.odds(t, 0) == pytest.approx(16, rel=0.05)
    t.s.army[0] = 1 << 40
    assert 0 < fierce.odds(t, 0) * 10_000 < 1 << 62
    verbs.drop_out(t, 2)
    assert fierce.odds(t, 2) == 0


def test_an_imagining_changes_nothing_and_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """With few worlds and a short look ahead, step by step."""
    search = bots.LEVELS["fierce"].__globals__
    monkeypatch.setitem(search, "WORLDS_TRIED", 1)
    tried: list[int] = []

    def counted(t: Table, seat: int, question: int, code: int, number: int) -> int:
        tried.append(code)
        return fierce.worth_of(t, seat, question, code, number)

    monkeypatch.setitem(search["weigh_in"].__globals__, "worth", counted)
    session = far_into(2, 11)
    before = session.table_state.tobytes()
    assert session.pending is not None
    code = answer_of(session.setting, session.table_state, "fierce", session.pending.seat, session.pending.question)
    assert code in session.pending.menu
    assert len(set(tried)) > 1
    assert set(tried) <= set(session.pending.menu)
    assert session.table_state.tobytes() == before


@pytest.mark.slow
def test_fierce_players_choose_the_same_in_machine_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots.LEVELS["fierce"].__globals__, "WORLDS_TRIED", 2)
    monkeypatch.setattr(fierce, "MOST_TRIED", 2)
    policy = None
    for seed in (2, 3, 4):
        session = far_into(seed, 12)
        for _ in range(3):
            pending, setting = session.pending, session.setting
            if pending is None or pending.seat == NOBODY:
                break
            table = Table(
                session.table_state.compiled,
                compiled_options(setting),
                imagination(session.table_state, setting.new_table_state()),
            )
            policy = policy or compiled_policy(setting, "fierce", None, table)
            stepped = answer_of(setting, session.table_state, "fierce", pending.seat, pending.question)
            assert int(policy(table, pending.seat, pending.question)) == stepped
            session.choose(session.menu()[pending.menu.index(stepped)], session.asked)


def wins(setting: Setting, games: int, pilots: tuple[str, ...]) -> int:
    return int(run.simulate(run_spec(setting, games, 4, pilots), pool=ThreadPool(1)).totals.counts[0])


@pytest.mark.parametrize(
    "seats",
    [pytest.param(3, marks=pytest.mark.slow), *(pytest.param(seats, marks=pytest.mark.soak) for seats in (4, 5))],
)
def test_keen_beats_simple_and_simple_beats_random(seats: int) -> None:
    setting = blitzwar("seed", seats)
    even = wins(setting, 600, ("simple",) * seats)
    assert wins(setting, 600, ("keen",) + ("simple",) * (seats - 1)) > even + 40
    assert wins(setting, 600, ("simple",) + ("random",) * (seats - 1)) > 500


@pytest.mark.soak
@pytest.mark.parametrize("below", ["random", "simple", "keen"])
def test_fierce_beats_every_level_below(below: str) -> None:
    """Even are 20 games of 60. When it reckoned with keen players alone, simple ones beat it."""
    assert wins(blitzwar("seed", 3), 60, ("fierce", below, below)) >= 28


def first_states(seed: int, level: str) -> tuple[str, ...]:
    """The first states that four players of a level choose."""
    session = conformance.dealt(settle(find_game("blitzwar"), "classic", {}, 4), seed)
    names = map_named("world").state_names
    taken = []
    while len(taken) < 4:
        if session.pending is None:
            session.go()
            continue
        seat, question = session.pending.seat, session.pending.question
        code = answer_of(session.setting, session.table_state, level, seat, question)
        taken.append(names[code])
        session.choose(f"claim {names[code]}", seat)
    return tuple(taken)


def test_players_of_one_level_choose_other_first_states_in_other_games() -> None:
    assert len({first_states(seed, "simple") for seed in range(6)}) > 3


@pytest.mark.slow
@pytest.mark.parametrize("level", ["simple", "keen"])
def test_no_seat_is_lost_where_players_of_one_level_choose_their_states(level: str) -> None:
    """While all chose the same states in every game, one seat of four won 64 % (simple) or 5 % (keen)."""
    setting = settle(find_game("blitzwar"), "classic", {}, 4)
    found = run.simulate(run_spec(setting, 400, 1, (level,) * 4), pool=ThreadPool(1))
    assert all(0.12 < wins / 400 < 0.38 for wins in found.totals.counts[:4])
