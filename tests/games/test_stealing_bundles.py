"""Stealing Bundles: its rules against a second program, its sums one by one, and what a player reads of a choice."""

import random
from typing import Any

import msgspec
import pytest
from support import conformance
from support.plain_bundles import PlainBundles
from support.tables import random_setting

from threedown.games import find_game
from threedown.games.setting import settle
from threedown.games.stealing_bundles.rules import PICK
from threedown.session.bot_answers import bots_answer
from threedown.session.result import winners_of
from threedown.session.scenario import play_scenario, scenario_of, stops
from threedown.session.session import Session
from threedown.session.views import look, look_open

NAME = "stealing-bundles"


def piles_of(session: Session) -> dict[str, list[str]]:
    """All cards by name; hands in order, since the order of a hand says nothing."""
    shown = look_open(session, [str(seat) for seat in range(session.setting.seats)])[0].piles
    return {name: list(pile.cards or ()) for name, pile in shown.items()}


def assert_equal(session: Session, plain: PlainBundles) -> None:
    """Every card lies in the same place; of a bundle the top is the same, and below it the same cards."""
    piles = piles_of(session)
    for seat in range(plain.seats):
        assert sorted(piles[f"hand {seat}"]) == sorted(plain.hands[seat])
        theirs, ours = piles[f"bundle {seat}"], plain.bundles[seat]
        assert (theirs[:1] if not plain.over else []) == (ours[:1] if not plain.over else [])
        assert sorted(theirs) == sorted(ours)
    assert piles["table"] == plain.table
    assert not piles["played"]


# Against the plain program


@pytest.mark.parametrize("seats", [2, *(pytest.param(seats, marks=pytest.mark.slow) for seats in range(3, 7))])
def test_a_second_program_plays_the_same_games(seats: int) -> None:
    """Under house rules drawn at random: the choices of every turn, every card, the winners."""
    pick, verbs = random.Random(seats), set[str]()
    for seed in range(24):
        setting = random_setting(find_game(NAME), pick, seats)
        setting = msgspec.structs.replace(setting, options=msgspec.structs.replace(setting.options, turn_cap=10_000))
        session = conformance.dealt(setting, seed)
        plain = PlainBundles(msgspec.structs.asdict(setting.options), piles_of(session), seats)
        session.go(1)
        while not plain.over:
            assert session.pending is not None
            assert session.asked == plain.turn_of
            assert set(session.menu(session.asked)) == plain.menu()
            choice = pick.choice(sorted(plain.menu()))
            verbs.add(choice.split()[0])
            session.choose(choice, session.asked)
            plain.play(choice, picked(session, plain, choice, pick))
            if not plain.over and session.pending is None:
                session.go(1)
            assert_equal(session, plain)
        assert session.over
        assert set(winners_of(setting, session.table_state)) == plain.winners
        assert session.turns == plain.turns
    assert verbs == {"steal", "sweep", "take", "sum", "bury", "trail"}


def picked(session: Session, plain: PlainBundles, choice: str, pick: random.Random) -> frozenset[str]:
    """Pick the cards of a sum; returns those that were taken, which must be one of the sums."""
    if not choice.startswith("sum"):
        return frozenset()
    before = set(plain.table)
    while session.pending is not None and session.pending.question == PICK:
        session.choose(pick.choice(session.menu(session.asked)), session.asked)
    taken = frozenset(before - set(piles_of(session)["table"]))
    assert taken in plain.sums(choice.split()[1])
    return taken


# Sums


def test_each_sum_is_picked_in_one_way_only() -> None:
    """Ten from these seven cards: every set of cards that adds up, of equal cards always the first."""
    laid = {
        "game": NAME, "preset": "rubamazzo-sums",
        "piles": {"hand 0": "KH", "hand 1": "QC", "table": "7D 2S AS 2C 3D 5H AC"},
    }  # fmt: skip
    found: list[str] = []

    def follow(choices: list[str]) -> None:
        told = play_scenario(scenario_of({**laid, "choices": ["sum KH", *choices]}))
        if told["pending"] is None:
            found.append("".join(sorted(card[0] for card in told["piles"]["bundle 0"].split()[1:])))
        else:
            for choice in told["pending"]["choices"]:
                follow([*choices, choice])

    follow([])
    assert sorted(found) == ["225A", "235", "27A", "35AA", "37"]


@pytest.mark.slow
@pytest.mark.parametrize("level", ["greedy", "sensible", "random"])
def test_a_level_picks_the_cards_of_a_sum_from_what_its_seat_may_know(level: str) -> None:
    """Every counter that this needs is in its view: a hidden one would read as 0."""
    setting, asked = settle(find_game(NAME), "rubamazzo-sums"), 0
    for seed in range(12):
        session = conformance.dealt(setting, seed)
        while not session.over:
            if session.pending is None:
                session.go(1)
                continue
            asked += session.pending.question == PICK
            code = bots_answer(session, session.pending.seat, level)
            session.choose(session.menu()[session.pending.menu.index(code)], session.asked)
    assert asked >= 5


# What a player reads


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, ["Steal the bundle of Seat 1, 2 cards, with the 9C", "Take the 9D 9S with the 9C"]),
        ({"equal_cards": "one"}, ["Steal the bundle of Seat 1, 2 cards, with the 9C", "Take the 9D with the 9C"]),
        ({"table_or_bundle": "both"}, ["Steal the bundle of Seat 1, 2 cards, and take the 9D 9S, with the 9C",
                                       "Take the 9D 9S with the 9C"]),
        ({"table_or_bundle": "table_first"}, ["Take the 9D 9S with the 9C"]),
    ],
)  # fmt: skip
def test_a_choice_names_all_that_it_takes(options: dict[str, Any], told: list[str]) -> None:
    laid = {"piles": {"hand 0": "9C", "hand 1": "2C", "bundle 1": "9H 8D", "table": "9D QD 9S"}}
    *_, (session, _) = stops(scenario_of({"game": NAME, "options": options, **laid}))
    question = look(session, 0)[1]
    assert question is not None
    assert [part.label for part in question.parts] == told


@pytest.mark.parametrize(("seats", "left"), [(2, 0), (3, 0), (4, 0), (5, 3), (6, 0)])
def test_cards_too_few_for_everybody_are_set_aside(seats: int, left: int) -> None:
    session = conformance.play_out(conformance.dealt(settle(find_game(NAME), None, {}, seats), 1))
    assert session.over
    assert len(piles_of(session)["stock"]) == left
    assert session.turns == 48 - left
