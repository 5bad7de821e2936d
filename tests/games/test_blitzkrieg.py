"""Blitzkrieg: the table of scenarios, hands and rows that stay secret, nesting, and what the bots weigh."""

import io
import json
import random
from collections import Counter
from typing import Any

import pytest
from support import conformance

import threedown
from threedown.bulk.kernel import play_to_end
from threedown.cli import main
from threedown.games import find_game
from threedown.games.blitzkrieg import bots, drawing, exchanges, rules, scenarios, sieges
from threedown.games.blitzkrieg.events import FLIP
from threedown.games.detached import DetachedTable
from threedown.games.search import searching
from threedown.games.setting import Setting, settle
from threedown.session import leak_audit, views
from threedown.session.scenario import _lay, play_scenario, scenario_of
from threedown.session.session import Session
from threedown.session.views import question_for
from threedown.table import verbs
from threedown.table.chance import Generator, keys
from threedown.table.imagine import CHOICE
from threedown.table.layout import EVERYBODY_SEES, NOBODY, Table

Patch = pytest.MonkeyPatch
HIDDEN = "??"


def blitzkrieg(**options: Any) -> Setting:
    return settle(find_game("blitzkrieg"), None, options)


# The table of scenarios


def test_first_pairs_are_as_counted_by_hand() -> None:
    """Ordered pairs of 54 x 53, counted from the clauses: ranks times suits times who holds which."""
    numbered = 9
    two_ranks = ("three_nine", "clock", "nine_five", "seven_ten", "six_nine", "ten_four")
    counted = {
        "diplomat": 2 * 2 * 52 + 2,
        "classic_war": 13 * 4 * 3 - 8,  # every rank, less red queen against black
        "cold_war": 2 * 2 * 2,
        "halfsies": 4 * 12 * 2,  # 2-4 3-6 4-8 5-10 of different suits
        "halfsies+battalion": 4 * 4 * 2,
        # 3-9 10-2 9-5 7-10 6-9 10-4, of different suits and of one
        **dict.fromkeys(two_ranks, 12 * 2),
        **{f"{name}+battalion": 4 * 2 for name in two_ranks},
        "delaware+battalion": 8 * 4 * 2,  # 2-3 … 9-10 of one suit
        "delaware+napoleon": 4 * 2,  # 10-J of one suit
        "a_bomb+delaware": 4 * 2,  # A-2 of one suit
        # in sequence and of different suits: 2-3 … 9-10, 10-J, A-2, each 12; J-Q, K-A 16; Q-K of one colour 8
        "delaware": ((8 + 1 + 1) * 12 + 2 * 16 + 8) * 2,
        "king_queen": 8 * 2,
        "napoleon": (numbered - 1) * 4 * 2,
        "king_assassination": numbered * 4 * 2,
        "helen": numbered * 3 * 2,  # the queen of hearts raids
        "queen_of_hearts": numbered * 4 * 2,
        "foxhole": 2 * 12 * 2,
        "royal_foxhole": 2 * 4 * 2,
        "a_bomb": (numbered - 1) * 4 * 2,
        "battalion": (36 - 8 - 4 - 6) * 4 * 2,  # of 36 pairs of ranks: no sequence, no half, none of the six
    }
    counted["regular"] = 54 * 53 - sum(counted.values())
    assert dict(scenarios.first_pairs()) == counted


def test_detection_does_not_depend_on_who_holds_which_card() -> None:
    pack = range(54)
    for first in pack:
        for second in pack:
            if first != second:
                here, there = scenarios.steps(first, second), scenarios.steps(second, first)
                assert [step.scenario for step in here] == [step.scenario for step in there]
                symmetric = {scenarios.CLASSIC_WAR, scenarios.DIPLOMAT}
                for mine, theirs in zip(here, there, strict=True):
                    assert mine.scenario in symmetric or mine.seat != theirs.seat


def test_every_scenario_has_its_clauses() -> None:
    """The table covers BK-014 to BK-170 without a gap; the clauses before and after belong to no scenario."""
    covered = [
        number for scenario in scenarios.SCENARIOS for number in range(scenario.clauses[0], scenario.clauses[1] + 1)
    ]
    assert sorted(covered) == list(range(14, 171))


def test_a_pair_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    def told(*arguments: str) -> str:
        with pytest.raises(SystemExit) as stop:
            main(["rules", "blitzkrieg", *arguments])
        assert not stop.value.code
        return capsys.readouterr().out

    assert json.loads(told("--pair", "7H", "8H", "--json")) == {"scenarios": ["delaware", "battalion"], "acts": 1}
    assert json.loads(told("--pair", "4C", "9D", "--json")) == {"scenarios": [], "acts": None}
    assert json.loads(told("--pair", "KS", "KD", "--json")) == {"scenarios": ["classic_war"], "acts": None}
    assert "The Queen's Raid" in told("--pair", "QH", "4S")
    pairs = json.loads(told("--pairs", "--json"))["pairs"]
    assert sum(pairs.values()) == 54 * 53
    assert pairs["delaware+battalion"] == 64


# Secrets


def at_cold_war(seed: int = 0) -> Session:
    """A dealt game that has come to the question of a Cold War."""
    while True:
        session = Session(blitzkrieg(), Generator(seed))
        while not session.over:
            if session.pending is not None and "challenge" in session.menu():
                return session
            conformance.step(session)
        seed += 1


def hand_seen(session: Session, seat: int, hand: int) -> list[str]:
    cards: list[str] = views.view_of(session.setting, session.table_state, seat).piles[f"hand {hand}"].cards or []
    return cards


def test_a_cold_war_hand_is_its_owners() -> None:
    session = at_cold_war()
    for seat in range(2):
        assert HIDDEN not in hand_seen(session, seat, seat)
        assert hand_seen(session, seat, 1 - seat) == [HIDDEN] * 5


def test_a_row_of_face_down_cards_is_nobodys() -> None:
    laid = {"deck 0": "5D 2S 3C 4H 6H 8C AC", "deck 1": "JD 9H TS 6S"}
    scenario = scenario_of({"game": "blitzkrieg", "piles": laid})
    session, _ = _lay(scenario)
    session.go()
    assert session.menu() == [f"flip {place}" for place in range(1, 6)]
    for seat in (0, 1, None):
        assert views.view_of(session.setting, session.table_state, seat).piles["table"].cards == [HIDDEN] * 5


def audit_cold_wars(found: Counter[str], games: int = 8, view: Any = views.view_of) -> Counter[str]:
    """Verdicts of the leak audit over games that come to a Cold War, up to its question and some way on.

    One leak is enough: it ends the audit.
    """
    seed, pick = 0, random.Random(1)
    for _ in range(games):
        session = at_cold_war(seed)
        seed = session.chance.seed + 1  # type: ignore[attr-defined]
        inputs = list(session.log)
        for seat in range(2):
            first, _ = leak_audit.watch_game(session.setting, Generator(seed - 1), inputs, seat, view=view)
            for up_to in (len(first), len(first) - 1):
                chance = lambda: Generator(seed - 1)  # noqa: B023, E731
                finding = leak_audit.audit(session.setting, chance, inputs, seat, up_to, pick, view, first)
                found[finding.verdict] += 1
                if finding.verdict == "leak":
                    return found
    return found


@pytest.mark.slow
def test_cold_wars_do_not_leak() -> None:
    found = audit_cold_wars(Counter(), games=4)
    assert found["leak"] == 0
    assert found["same"] > found["set aside"]


@pytest.mark.slow
def test_a_hand_that_is_taken_open_is_caught(monkeypatch: Patch) -> None:
    """A planted leak: the cards of the hand are drawn face up."""

    def open_draw(t: Table, seat: int, source: int, target: int) -> int:
        card = verbs.take_top(t, source) | 1 << (9 + 1 - seat)
        verbs.put_on_top(t, target, card)
        verbs.announce(t, verbs.TAKEN, seat, card & ~(0xFFFF << 9), source, target)
        return card & 511

    monkeypatch.setattr(verbs, "take_in_hand", open_draw)
    assert audit_cold_wars(Counter())["leak"] > 0


@pytest.mark.slow
def test_a_view_that_adds_up_the_other_hand_is_caught() -> None:
    """A planted leak: not the cards, but what they come to."""

    def careless(setting: Setting, table_state: Any, seat: int | None) -> dict[str, Any]:
        sums = [exchanges.hand_sum(Table(table_state, None), hand) for hand in range(2)]
        return {**conformance.plain_view(setting, table_state, seat), "sums": sums}

    assert audit_cold_wars(Counter(), view=careless)["leak"] > 0


@pytest.mark.slow
def test_a_row_that_is_laid_open_is_caught(monkeypatch: Patch) -> None:
    """A planted leak: the seat that lays a row knows its cards, and the event does not say so."""
    honest = sieges.lay_row

    def peeping(t: Table, seat: int, cards: int) -> None:
        honest(t, seat, cards)
        for depth in range(cards):
            place = (int(t.s.top[drawing.table(t)]) + depth) & (t.s.cards.shape[1] - 1)
            t.s.cards[drawing.table(t), place] |= EVERYBODY_SEES

    monkeypatch.setattr(sieges, "lay_row", peeping)
    found = ""
    for seed in range(200):
        try:
            conformance.check_no_leak(blitzkrieg(), seed, turns=20)
        except AssertionError as leak:
            found = str(leak)
            break
    assert "seat" in found


@pytest.mark.slow
def test_a_bot_that_looks_into_the_other_hand_is_caught(monkeypatch: Patch) -> None:
    honest = bots.sensible

    def cheat(t: Table, seat: int, question: int) -> int:
        if question == bots.CHALLENGE:
            return 0 if exchanges.hand_sum(t, seat) > exchanges.hand_sum(t, 1 - seat) else 1
        return honest(t, seat, question)

    monkeypatch.setitem(bots.LEVELS, "sensible", cheat)
    pick, verdicts = random.Random(3), []
    seed = 0
    for _ in range(12):
        session = at_cold_war(seed)
        seed = session.chance.seed  # type: ignore[attr-defined]
        found = leak_audit.audit_policy(session.setting, "sensible", lambda: Generator(seed), session.log, pick)  # noqa: B023
        verdicts.append(found.verdict)
        seed += 1
    assert "leak" in verdicts


def test_an_honest_bot_stands_that_audit() -> None:
    pick, seed = random.Random(3), 0
    for level in ("sensible", "random"):
        session = at_cold_war(seed)
        seed = session.chance.seed + 1  # type: ignore[attr-defined]
        found = leak_audit.audit_policy(session.setting, level, lambda: Generator(seed - 1), session.log, pick)  # noqa: B023
        assert found.verdict == "same"


# Nesting


def test_wars_nest_as_deep_as_the_cards_last() -> None:
    """Kings, queens of one colour, jacks …: each first battle of a war is another war, until somebody runs out."""
    mine, others = "KS QS JS TS 9S 8S", "KC QC JC TC 9C 8C"
    result = play_scenario(scenario_of({"game": "blitzkrieg", "piles": {"deck 0": mine, "deck 1": others}}))
    assert result["state"]["deepest"] == 6
    assert result["state"]["nested classic_war"] == 5
    assert (result["over"], result["reason"], result["winners"], result["turn_winner"]) == (
        True,
        "nobody_left",
        [],
        None,
    )
    assert [event["depth"] for event in result["events"] if event["kind"] == "battle"] == [0, 1, 2, 3, 4, 5]


def test_a_bug_in_the_order_of_nested_battles_is_caught(monkeypatch: Patch) -> None:
    """A planted bug: cards that should lie in the pot in the order laid are turned round."""
    laid = {"deck 0": "5D 2S 3C 4H 6H 8C AC QS QC", "deck 1": "JD 9H TS 6S QD"}
    data = {"game": "blitzkrieg", "piles": laid, "choices": ["flip 1"], "options": {"return_order": "as_played"}}
    whole = play_scenario(scenario_of(data))["piles"]

    def turned_round(t: Table, seat: int, source: int, target: int, count: int) -> None:
        for _ in range(count):
            verbs.move_card(t, source, target)

    monkeypatch.setattr(sieges, "lay_on", turned_round)
    assert play_scenario(scenario_of(data))["piles"] != whole


# House rules and bots


@pytest.mark.parametrize(("diplomats", "each", "aside"), [(0, 26, 0), (1, 26, 1), (2, 27, 0)])
def test_the_pack_is_halved(diplomats: int, each: int, aside: int) -> None:
    session = Session(blitzkrieg(diplomats=diplomats), Generator(1))
    piles = {name: pile.count for name, pile in views.view_of(session.setting, session.table_state, None).piles.items()}
    assert (piles["deck 0"], piles["deck 1"], piles["removed"]) == (each, each, aside or 0)


def test_the_value_of_a_call_for_troops() -> None:
    """One troop at least: of 36 cards that count ten are troops."""
    assert bots.CHANCES[0] == 1000
    assert bots.CHANCES[1] == round(1000 * 10 / 36)
    two = (9 + 10 / 36) / 36  # a two to a ten at once, or an ace and then any troop
    assert bots.CHANCES[2] == round(1000 * two)
    assert list(bots.CHANCES) == sorted(bots.CHANCES, reverse=True)


def test_a_piled_deck_can_be_switched() -> None:
    """BK-R06: captured cards that lie apart go with the deck."""
    laid = {"deck 0": "6C 2S 3D 4H", "won 0": "KD KH", "deck 1": "9D 5S 7C", "won 1": "JC"}
    data = {"game": "blitzkrieg", "piles": laid, "options": {"return_order": "pile"}}
    piles = play_scenario(scenario_of(data))["piles"]
    assert (piles["deck 0"], piles["won 0"]) == ("5S 7C", "JC")
    assert (piles["deck 1"], piles["won 1"]) == ("2S 3D 4H", "9D 6C KD KH")


def test_keen_knows_which_card_of_a_row_would_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """A win as the level counts it is a win by the rules: at every row of some games, Diplomats aside."""
    setting = settle(find_game("blitzkrieg"))
    expected: list[bool] = []
    found = {"napoleon": 0, "against_the_clock": 0}

    def flips(t: Table, seat: int, question: int) -> int:
        code = bots.sensible(t, seat, question)
        if question == FLIP:
            card = verbs.look(t, drawing.table(t), int(t.s.row) - 1 - code)
            expected.append(bots.flip_wins(t, card))
        return code

    for name in found:
        fought = getattr(rules, name)

        def fight(t: Table, seat: int, *more: int, name: str = name, fought: Any = fought) -> int:
            expected.clear()
            winner: int = fought(t, seat, *more)
            if winner != NOBODY and len(expected) == 1:
                assert (winner == seat) == expected[0]
                found[name] += 1
            return winner

        monkeypatch.setattr(rules, name, fight)
    monkeypatch.setitem(bots.LEVELS, "sensible", flips)
    for game in range(16):
        table_state = setting.new_table_state()
        table_state.chance[:2] = keys(3, game, 1)[0, :2]
        play_to_end(Table(table_state, setting.option_codes, DetachedTable(setting, ("sensible", "sensible"))))
    assert min(found.values()) > 2


def test_keen_turns_over_what_was_won_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """The level departs from a random flip if worlds tell the cards of a row apart; otherwise it answers as sensible
    does."""
    setting = settle(find_game("blitzkrieg"))
    asked, departed = 0, 0

    def keen(t: Table, seat: int, question: int) -> int:
        nonlocal asked, departed
        code = searched(t, seat, question)
        asked += question == FLIP
        departed += question == FLIP and code != t.live.weighed[0, CHOICE]
        assert question == FLIP or code == bots.sensible(t, seat, question)
        return code

    searched = searching(bots.sensible, bots.other_flip, bots.share_if_flipped, 8, 1)
    monkeypatch.setitem(bots.LEVELS, "keen", keen)
    for game in range(8):
        table_state = setting.new_table_state()
        table_state.chance[:2] = keys(4, game, 1)[0, :2]
        play_to_end(Table(table_state, setting.option_codes, DetachedTable(setting, ("keen", "sensible"))))
    assert asked > 3
    assert departed


def test_a_briefing_says_what_each_answer_costs():
    """Deal 4: a five of spades meets an eight of spades with 23 and 29 cards left; the stake is those two."""
    match = threedown.new("blitzkrieg", seed=4)
    while match.session.asked != 0:
        match.session.go() if match.session.pending is None else match.session.choose(match.ask_bot(), 1)
    question = question_for(match.session, 0, ("You", "Bot 1"))
    assert question is not None
    assert question.lead == "Your five is the smaller."
    assert "your spades come to more than 8" in question.rule
    assert "The first red card loses." in question.rule
    defend, surrender = question.parts or ()
    assert (defend.cost, defend.outcome) == ("You take the 2 and all that is drawn; else Bot 1 does.", "chance")
    told = "Bot 1 takes the 2, and nothing more is drawn. You keep 23, Bot 1 has 31."
    assert (surrender.cost, surrender.outcome) == (told, "lose")
    hidden = question_for(match.session, 1)
    assert hidden is not None
    assert (hidden.lead, hidden.parts) == ("", None)


def raids(own: int, orders: int = 200) -> tuple[str, int]:
    """Return the briefing's chance of a raid with so many cards left, and how many raids, in random orders of both
    decks, do not win."""
    mine = ["JK2", "2C", "2D", "2H", "3C", "3D", "3H"][:own]
    theirs = ["JK1", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "4C", "KC", "TS", "JS"]
    pick, lost, outcome = random.Random(1), 0, ""
    for _ in range(orders):
        decks = [" ".join(pick.sample(cards, len(cards))) for cards in (mine, theirs)]
        scenario = {"game": "blitzkrieg", "piles": {"deck 0": f"QH {decks[0]}", "deck 1": f"9S {decks[1]}"}, "seed": 1}
        session, _ = _lay(scenario_of(scenario))
        session.go()
        question = question_for(session, 0)
        outcome = (question.parts or ())[0].outcome if question else ""
        session.choose("raid", 0)
        while session.pending is not None:
            session.choose("claim", session.pending.seat)
        lost += session.over and int(session.table_state.winners) != 1
    return outcome, lost


def test_a_raid_is_sure_with_cards_for_every_treaty() -> None:
    """Two Diplomats take up to four cards and then three: with seven a raid always wins, with six it may not."""
    assert raids(7) == ("win", 0)
    outcome, lost = raids(6)
    assert outcome == "chance"
    assert lost > 0


def test_plain_lines_say_the_costs_before_a_choice(capsys: pytest.CaptureFixture[str], monkeypatch: Patch) -> None:
    """Deal 4: in turn 2 a five of spades meets an eight of spades."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\nq\n"))
    with pytest.raises(SystemExit):
        main(["play", "blitzkrieg", "--plain", "--seed", "4"])
    told = capsys.readouterr().out
    assert "Your five is the smaller. Turn up cards until your spades come to more than 8;" in told
    assert "\nCall for troops: You take the 2 and all that is drawn; else Bot 1 does.\n" in told
    assert "\nSurrender the battle: Bot 1 takes the 2, and nothing more is drawn. You keep 23, Bot 1 has 31.\n" in told


def test_the_head_of_a_game_names_its_stake_until_it_is_over() -> None:
    setting = settle(find_game("blitzkrieg"), None, {}, None)
    session = Session(setting, Generator(1, 0))
    progress = setting.game.words.table.progress
    assert progress(session.table) == "turn 0, 0 battles, the stake is 0"
    session.table.s.winners = 1
    assert progress(session.table) == "turn 0, 0 battles"
