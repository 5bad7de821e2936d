"""Egyptian Ratscrew: its rules against a second program, its combinations against a list, its bots, its sentences."""

import random
from collections import Counter
from itertools import product
from typing import Any

import msgspec
import pytest
from support import conformance
from support.plain_ratscrew import PlainRatscrew
from support.tables import random_setting

import threedown
from threedown.cards import RANKS, parse_card
from threedown.games import find_game
from threedown.games.egyptian_ratscrew import slaps
from threedown.games.egyptian_ratscrew.options import STEP
from threedown.games.egyptian_ratscrew.piles import pot
from threedown.games.laying import LaidTable
from threedown.games.setting import Setting, settle
from threedown.lab.analysis.course import steps_of
from threedown.session.bot_answers import bots_answer
from threedown.session.narrator import Narrator
from threedown.session.result import ranking_of, winners_of
from threedown.session.session import Session
from threedown.session.state import Choice, Go
from threedown.session.views import look, look_open
from threedown.table import verbs
from threedown.table.chance import Generator
from threedown.table.layout import Table

NAME = "egyptian-ratscrew"


def ratscrew(preset: str | None = None, seats: int | None = None, **options: Any) -> Setting:
    return settle(find_game(NAME), preset, options, seats)


def piles_of(session: Session) -> dict[str, list[str]]:
    """All cards by name, top first."""
    shown = look_open(session, [str(seat) for seat in range(session.setting.seats)])[0].piles
    return {name: list(pile.cards or ()) for name, pile in shown.items()}


# Against the plain program


@pytest.mark.parametrize("seats", [2, *(pytest.param(seats, marks=pytest.mark.slow) for seats in (3, 4, 5, 6))])
def test_a_second_program_plays_the_same_games(seats: int) -> None:
    """Under house rules drawn at random, by players who slap at most right cards and at few wrong ones:
    who is asked, every card, who takes each pile, the winner and the ranking."""
    pick, seen = random.Random(seats), Counter[str]()
    for seed in range(24):
        setting = random_setting(find_game(NAME), pick, seats)
        setting = msgspec.structs.replace(setting, options=msgspec.structs.replace(setting.options, turn_cap=100_000))
        session = conformance.dealt(setting, seed)
        dealt = piles_of(session)
        plain = PlainRatscrew(msgspec.structs.asdict(setting.options), [dealt[f"deck {seat}"] for seat in range(seats)])
        while not plain.over:
            slap_once(session, plain, pick, seen)
            piles = piles_of(session)
            assert [piles[f"deck {seat}"] for seat in range(seats)] == plain.packets
            assert piles["pot"] == plain.pile[::-1]
            assert piles["burnt"] == plain.burnt[::-1]
        assert session.over
        assert winners_of(setting, session.table_state) == [plain.winner]
        assert session.turns == plain.turns
        assert ranking_of(setting, session.table_state) == plain.ranking()
    assert seen["right"] > 200
    assert seen["even"] > 5
    assert seen["wrong"] > 100
    assert seen["out"] > 0


def slap_once(session: Session, plain: PlainRatscrew, pick: random.Random, seen: Counter[str]) -> None:
    """One turn in both programs, with the same slaps."""
    session.go(1)
    plain.lay()
    asked = plain.who_may_slap()
    assert set(() if session.pending is None else session.pending.menus) == asked
    right = plain.may_be_slapped()
    slapping, times = {}, session.menu()[1:] if asked else []
    for seat in sorted(asked):
        slaps_now = pick.random() < (0.7 if right else 0.04)
        choice = pick.choice(times[6:12] or times) if slaps_now else "pass"
        if slaps_now:
            slapping[seat] = int(choice.partition(" ")[2] or 1)
        session.choose(choice, seat)
    first = int(session.table_state.turn_winner)
    if right and slapping:
        leading = plain.first_of(slapping)
        assert first in leading
        seen["even"] += len(leading) > 1
    seen["right" if right else "wrong"] += len(slapping)
    plain.answer(slapping, first)
    seen["out"] += bool(plain.out)


# Combinations


def laid(setting: Setting, ranks: str) -> Table:
    """A table with these ranks on the pile, the first one laid first."""
    t = Table(setting.new_table_state(), setting.option_codes)
    suits = Counter[str]()
    for rank in ranks:
        verbs.put_on_top(t, pot(t), parse_card(rank + "CDHS"[suits[rank] % 4]))
        suits[rank] += 1
    return t


def test_every_pile_of_three_cards_is_judged_as_by_the_list() -> None:
    """All 2,197 of them, where every slap of two or three cards is allowed: those that a list of names allows."""
    setting = ratscrew(top_and_bottom=True, marriages=True, tens=True, runs=3)
    rising = {"A23456789TJQKA"[place : place + 3] for place in range(12)}
    runs, tens = rising | {run[::-1] for run in rising}, {"A9", "28", "37", "46", "55", "64", "73", "82", "9A"}
    for ranks in map("".join, product(RANKS, repeat=3)):
        expected = ranks[1] == ranks[2] or ranks[0] == ranks[2] or ranks[1:] in ("KQ", "QK", *tens) or ranks in runs
        assert (slaps.pattern(laid(setting, ranks)) != slaps.NONE) == expected, ranks


def test_a_house_rule_allows_its_own_combination_alone() -> None:
    off = {"doubles": False, "sandwiches": False}
    piles = {
        "double": "599",
        "sandwich": "949",
        "top_and_bottom": "9479",
        "marriage": "5KQ",
        "ten": "564",
        "run": "3567",
    }
    rules = ("doubles", "sandwiches", "top_and_bottom", "marriages", "tens", "runs")
    for rule, name in zip(rules, piles, strict=True):
        setting = ratscrew(**{**off, rule: 3 if rule == "runs" else True})
        judged = {other: slaps.PATTERNS[slaps.pattern(laid(setting, ranks))] for other, ranks in piles.items()}
        found = {other for other, pattern in judged.items() if pattern == name}
        assert found == {name} | ({"sandwich"} if rule == "top_and_bottom" else set()), rule


def test_a_lot_favours_no_seat() -> None:
    """Three players always slap at the same step: each takes a third of the piles, within four standard errors."""
    taken, setting = Counter[int](), ratscrew(seats=3)
    for seed in range(300):
        session = conformance.dealt(
            setting.laid_by_hand(LaidTable({"deck 0": "9C 2C", "deck 1": "9D 3C", "deck 2": "4C"})), seed
        )
        session.go(2)
        for seat in range(3):
            session.choose("slap 500", seat)
        taken[int(session.table_state.turn_winner)] += 1
    assert all(67 < taken[seat] < 133 for seat in range(3)), taken


# Bots


@pytest.mark.parametrize(
    ("level", "fastest", "slowest", "misses"),
    [("simple", 600, 1500, 0.25), ("sensible", 450, 950, 0.08), ("keen", 350, 650, 0.01)],
)
def test_a_level_is_as_quick_as_it_says(level: str, fastest: int, slowest: int, misses: float) -> None:
    """Over 2,000 doubles; the share that it overlooks is within four standard errors."""
    setting = ratscrew()
    times: list[int] = []
    for seed in range(2000):
        t = laid(setting, "599")
        t.s.pilot[0] = seed * 7919
        times.append(setting.game.bots.LEVELS[level](t, 0, slaps.SLAP) * STEP)
    slapped = [time for time in times if time]
    assert (min(slapped), max(slapped)) == (fastest, slowest)
    error = (misses * (1 - misses) / len(times)) ** 0.5
    assert abs(1 - len(slapped) / len(times) - misses) < 4 * error


def test_players_of_one_level_do_not_slap_at_the_same_moment() -> None:
    """They are asked at once, and each draws its own time."""
    session = conformance.dealt(
        ratscrew(seats=4).laid_by_hand(
            LaidTable({f"deck {seat}": f"9{suit} 2{suit}" for seat, suit in enumerate("CDHS")})
        ),
        5,
    )
    session.go(2)
    assert len({bots_answer(session, seat, "keen") for seat in range(4)}) > 1


@pytest.mark.slow
def test_a_stronger_level_wins_more() -> None:
    for weak, strong in (("random", "simple"), ("simple", "sensible"), ("sensible", "keen")):
        won = threedown.simulate(NAME, 100, seed=1, bots=[weak, strong])["wins"]
        assert won[1] > 70, (weak, strong)


# Sentences


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ({"kind": "slap", "seat": 1, "ms": 450, "pattern": "double"}, "You slap a double after 450 ms."),
        ({"kind": "slap", "seat": 0, "ms": 0, "pattern": "run"}, "Ann slaps a run."),
        ({"kind": "late", "seat": 1, "ms": 700}, "You slap after 700 ms, and are too late."),
        ({"kind": "late", "seat": 1, "ms": 0}, "You slap too, and come later in turn."),
        ({"kind": "false_slap", "seat": 1, "cards": 1}, "You slap for nothing, and pay 1 card."),
        ({"kind": "false_slap", "seat": 1, "cards": 0}, "You slap for nothing, and have no card to pay with."),
        ({"kind": "even", "players": 2}, "2 players slap in the same moment: the lot decides."),
    ],
)  # fmt: skip
def test_a_slap_is_told(event: dict[str, Any], told: str) -> None:
    assert Narrator(find_game(NAME), ["Ann", "Ben"], seat=1, you=True).tell(event) == told


@pytest.mark.parametrize(
    ("options", "choices", "labels"),
    [
        ({"window": 5}, 11, ["Let it lie", "Slap after 50 ms", "Slap after 500 ms"]),
        ({}, 31, ["Let it lie", "Slap after 50 ms", "Slap after 1500 ms"]),
        ({"slaps": "by_turn"}, 2, ["Let it lie", "Slap", "Slap"]),
    ],
)
def test_the_answers_reach_to_the_end_of_the_window(options: dict[str, Any], choices: int, labels: list[str]) -> None:
    session = conformance.dealt(ratscrew(**options), 1)
    session.go(2)
    question = look(session, 0)[1]
    assert question is not None
    assert question.parts is not None
    assert len(question.parts) == choices
    assert [question.parts[place].label for place in (0, 1, -1)] == labels


# Analysis


def test_an_analysis_weighs_a_slap_against_letting_the_card_lie() -> None:
    """Nobody chooses to be slow, so of 31 answers two are compared: the player's own time, or half the window."""
    setting = ratscrew().laid_by_hand(LaidTable({"deck 0": "9C 2C", "deck 1": "9D 4D"}))
    course = [Go(2), Choice(0, "slap 450"), Choice(1, "pass")]
    asked = [each for step in steps_of(setting, Generator(1), course) for each in step.asked]
    assert [[each.notation(place) for place in (0, 1)] for each in asked] == [
        ["pass", "slap 450"],
        ["pass", "slap 750"],
    ]
    assert [(each.codes, each.made) for each in asked] == [((0, 9), 1), ((0, 15), 0)]
    assert [asked[1].act(place, ["Ann", "Ben"]).label for place in (0, 1)] == ["Let it lie", "Slap after 750 ms"]
    assert [asked[0].place_of(code) for code in (0, 9, 12)] == [0, 1, 1], "advice to slap later is advice to slap"
