"""BlitzWar says in plain words what a choice gains. Every sentence is worked out by hand from the map."""

import pytest
from support import conformance

from threedown.bots.reason import brief, in_menu_words
from threedown.games import find_game
from threedown.games.blitzwar.briefing import BOXED_SETS, PER_OWN, TOURNAMENT_SETS
from threedown.games.setting import settle
from threedown.session.scenario import scenario_of, stops
from threedown.session.session import Session
from threedown.session.views import gained, question_for

SOUTH_AMERICA = {"venezuela": 1, "peru": 1, "brazil": 1, "argentina": 1}
SIXES = [5, 5, 5, 0]
"""The dice of an attack that takes a state with one tank: three sixes against a one."""


def laid(choices: list[str], mine: dict[str, int], bombed: int = 1) -> Session:
    """Seat 1's table after these choices: its states with their tanks; Madagascar is seat 2's, all others seat 0's."""
    given = {"turn_of": 1, "owner madagascar": 2, "bombed 1": bombed}
    given |= {f"owner {name}": 1 for name in mine} | {f"tanks {name}": tanks for name, tanks in mine.items()}
    dice = SIXES * any("attack" in each for each in choices)
    options = {"min_reinforcement": 3}
    scenario = {"game": "blitzwar", "options": options, "chance": dice, "piles": {"stock": ""}, "state": given}
    *_, (session, _) = stops(scenario_of({**scenario, "choices": choices}))
    assert session.pending is not None
    return session


def test_tanks_are_told_what_they_are_placed_for() -> None:
    lacking = laid([], {"peru": 1, "brazil": 1, "argentina": 1, "japan": 1})
    venezuela = "from there you can attack Venezuela, the last one that you lack in South America"
    assert gained(lacking, 1, "place peru 3") == venezuela
    assert gained(lacking, 1, "place brazil 3") == venezuela  # Sahara, beside it, completes nothing
    assert gained(lacking, 1, "place argentina 3") == ""  # Peru and Brazil beside it are seat 1's
    assert gained(lacking, 1, "place japan 1") == "it borders 2 states that are not yours"  # Kamchatka and Mongolia
    whole = laid([], SOUTH_AMERICA)
    assert gained(whole, 1, "place venezuela 1") == "it guards South America, which is all yours"
    assert gained(whole, 1, "place argentina 1") == ""


def test_an_attack_says_which_continent_it_completes_or_breaks_and_who_would_be_out() -> None:
    card = "a first conquest brings a card"
    lacking = laid(["place peru 3"], {"peru": 1, "brazil": 1, "argentina": 1})
    assert gained(lacking, 1, "attack peru>venezuela 3") == f"all of South America would be yours and {card}"
    in_africa = laid(["place south-africa 3"], {"south-africa": 1})
    assert gained(in_africa, 1, "attack south-africa>madagascar 3") == f"C would be out and {card}"
    assert gained(in_africa, 1, "attack south-africa>congo 3") == card
    beside = laid(["place venezuela 5"], SOUTH_AMERICA)  # 3, and 2 for the continent
    told = f"A would no longer hold all of North America and {card}"
    assert gained(beside, 1, "attack venezuela>mexico 3") == told


def test_who_stops_is_told_what_is_won_and_how_the_best_attack_would_end() -> None:
    """Brazil has 2 tanks, so one die; Sahara has 1. The attacker's die is the higher one in 15 of 36 rolls: 42 %."""
    weak = laid(["place argentina 5"], {**SOUTH_AMERICA, "brazil": 2})
    assert gained(weak, 1, "stop") == "your best attack would take its state in 42% of cases"
    strong = laid(["place venezuela 5"], SOUTH_AMERICA)  # 5 beyond the one that stays, against 1
    assert gained(strong, 1, "stop") == ""


def test_the_bomb_is_told_by_what_it_adds() -> None:
    """One die each: the attacker's is higher in 15 of 36 rolls, and higher or equal in 21: 42 and 58 %."""
    session = laid(["place argentina 5"], {**SOUTH_AMERICA, "brazil": 2}, bombed=0)
    assert gained(session, 1, "bomb brazil>sahara") == (
        "the bomb raises your chance from 42% to 58% and a first conquest brings a card"
    )


def test_tanks_that_leave_a_safe_state_are_told_so() -> None:
    peru = laid(["place peru 3", "attack peru>venezuela 3"], {"peru": 20, "brazil": 1, "argentina": 1})
    assert gained(peru, 1, "occupy 10") == "Peru borders only states of yours, so one tank is enough there"
    brazil = laid(["place peru 3", "attack brazil>venezuela 3"], {"peru": 1, "brazil": 20, "argentina": 1})
    assert gained(brazil, 1, "occupy 10") == ""  # Sahara lies beside it
    peru.choose("occupy 10", 1)
    assert gained(peru, 1, "stop") == "you have conquered a state and get a card"
    peru.choose("stop", 1)
    assert gained(peru, 1, "move peru>venezuela 5") == "Peru borders only states of yours, so one tank is enough there"
    assert gained(peru, 1, "move venezuela>peru 5") == ""  # Mexico lies beside Venezuela


def test_a_hint_without_figures_says_in_short_what_the_choice_gains() -> None:
    assert brief("Stop attacking", [], "you have conquered a state and get a card") == (
        "Stop attacking: you have conquered a state and get a card."
    )
    assert brief("Stop attacking", []) == "Stop attacking."


@pytest.mark.parametrize("preset", ["two-players", "europe"])
def test_every_choice_of_a_game_has_a_gain_or_none(preset: str) -> None:
    session = conformance.dealt(settle(find_game("blitzwar"), preset), 5)
    told: set[str] = set()
    for _ in range(90):
        seat = -1 if session.pending is None else session.pending.seat
        if seat >= 0:
            told |= {gained(session, seat, choice) for choice in session.menu(seat)[:20]}
        conformance.step(session)
    assert {"", "a first conquest brings a card", "it borders 2 states that are not yours"} <= told


@pytest.mark.parametrize(
    ("hand", "rules", "lead", "why"),
    [
        ("JK1 peru india", {}, f"You may trade a set for tanks: {BOXED_SETS}.", "none of your sets brings more"),
        ("JK1 peru india", {"tris": "tournament"}, f"You may trade a set for tanks: {TOURNAMENT_SETS}.", None),
        (
            "JK1 peru india",
            {"tris": "growing"},
            "You may trade a set for tanks: now 4 for three equal arms, one of each, or a joker and two equal.",
            None,
        ),
        ("japan kamchatka madagascar", {}, f"A set brings tanks: {BOXED_SETS}.", None),
        (
            "JK1 peru india japan congo",
            {"hand_limit": 5},
            f"With 5 cards one set must go: {BOXED_SETS}.",
            "you must trade, and none of your sets brings more",
        ),
    ],
)
def test_a_trade_says_whether_one_may_or_must_and_what_sets_bring(
    hand: str, rules: dict[str, str | int], lead: str, why: str | None
) -> None:
    scenario = {"game": "blitzwar", "options": rules, "piles": {"hand 1": hand, "stock": ""}, "choices": []}
    state = {"turn_of": 1, "owner peru": 1, "owner madagascar": 2}
    *_, (session, _) = stops(scenario_of({**scenario, "state": state}))
    question = question_for(session, 1)
    assert question is not None
    assert (question.lead, question.rule) == (lead, PER_OWN)
    if why is not None:
        assert gained(session, 1, "trade JK1 peru india") == why


def test_a_set_that_is_kept_says_what_it_would_bring() -> None:
    """Growing sets bring 4 first, and Peru is seat 1's own."""
    scenario = {"game": "blitzwar", "options": {"tris": "growing"}, "choices": []}
    table = {"piles": {"hand 1": "JK1 peru india", "stock": ""}, "state": {"turn_of": 1, "owner peru": 1}}
    *_, (session, _) = stops(scenario_of({**scenario, **table}))
    assert gained(session, 1, "keep") == "your best set brings 6 tanks now, and a better one may come"


def test_tanks_that_move_are_told_where_they_go() -> None:
    """As on the map's buttons: into the state just conquered, or to the end of a longer way."""
    conquers = laid(["place peru 3", "attack peru>venezuela 3"], {"peru": 8, "brazil": 1, "argentina": 1})
    assert in_menu_words(conquers, 1, "occupy 10", []) == "Move 10 tanks into Venezuela"
    options = {"min_reinforcement": 3, "moves": "connected"}
    state = {"turn_of": 1, "owner peru": 1, "owner brazil": 1, "owner argentina": 1, "owner madagascar": 2}
    choices = ["place argentina 3", "stop", "move argentina>brazil"]
    scenario = {"game": "blitzwar", "options": options, "piles": {"stock": ""}, "choices": choices}
    *_, (sends, _) = stops(scenario_of({**scenario, "state": state | {"tanks peru": 2}}))
    assert in_menu_words(sends, 1, "send 3", []) == "Move 3 tanks to Brazil"
