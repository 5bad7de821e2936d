"""BlitzWar says why a state can't be pressed, where new tanks come from, and what wins, each by the house rules."""

from typing import Any

import pytest
from support import conformance

from threedown.games import find_game
from threedown.games.blitzwar.battle import LAST_STANDING
from threedown.games.blitzwar.board import DONE, borders_of_map, goal, origin, owner
from threedown.games.blitzwar.board_text import title
from threedown.games.blitzwar.briefing import attacking
from threedown.games.blitzwar.ending import POINTS, ended_a_round
from threedown.games.blitzwar.missions import MISSION
from threedown.games.blitzwar.why_not import CLAUSES, WHY
from threedown.games.facts import page_facts_of
from threedown.games.rulebook import read_rulebook
from threedown.games.setting import settle
from threedown.session.scenario import scenario_of, stops
from threedown.session.session import Session
from threedown.session.views import Question, question_for


def asked(session: Session) -> Question:
    assert session.pending is not None
    question = question_for(session, session.pending.seat)
    assert question is not None
    return question


def laid(choices: list[str], options: dict[str, Any] | None = None, hand: str = "", **state: int) -> Question:
    """The question of seat 1 at a table laid by hand; states that are not named are seat 0's, with a tank each."""
    named = {name.replace("_", " ", 1).replace("_", "-"): number for name, number in state.items()}
    given = {"turn_of": 1, "owner madagascar": 2, "bombed 1": 1, **named}
    scenario = {"game": "blitzwar", "options": options or {}, "piles": {"stock": "", "hand 1": hand}, "state": given}
    *_, (session, _) = stops(scenario_of({**scenario, "choices": choices}))
    return asked(session)


def reason(question: Question, place: str) -> str:
    """The key of the only reason against a place; empty if there is none."""
    texts = [one.text for one in question.why_not if place in one.states]
    assert len(texts) <= 1
    return next((key for key, text in WHY.items() if text in texts), "")


def test_an_attack_says_why_not_this_state() -> None:
    """Seat 1 has Peru (7 tanks), Congo (1) and all of Oceania but for one border (Indonesia): one tank each there."""
    oceania = dict.fromkeys(("owner_new_guinea", "owner_west_australia", "owner_east_australia", "owner_indonesia"), 1)
    question = laid(["place peru 4"], owner_peru=1, owner_congo=1, tanks_peru=3, **oceania)
    assert question.question == "attack"
    assert reason(question, "peru") == ""
    assert reason(question, "congo") == "one stays"
    assert reason(question, "east-australia") == "no enemy"
    assert reason(question, "brazil") == "from yours"  # beside Peru
    assert reason(question, "sahara") == "too weak"  # beside Congo alone
    assert reason(question, "japan") == "far"
    assert reason(question, ">japan") == "not beside"
    assert reason(question, ">congo") == ""


def test_a_move_says_why_not_this_state() -> None:
    question = laid(["place peru 1", "stop"], owner_peru=1, owner_brazil=1, tanks_peru=3, owner_japan=1, tanks_japan=2)
    assert question.question == "move"
    found = [reason(question, place) for place in ("peru", "brazil", "japan", "congo", ">japan", ">congo")]
    assert found == ["", "one stays home", "alone", "over", "neighbours", "over"]
    connected = laid(
        ["place peru 1", "stop"], {"moves": "connected"}, owner_peru=1, owner_brazil=1, tanks_peru=3, owner_japan=1
    )
    assert reason(connected, ">japan") == "chain"


def test_tanks_are_placed_only_in_own_states() -> None:
    question = laid([], owner_peru=1, owner_japan=1, owner_china=1)
    assert question.question == "place"
    assert [reason(question, place) for place in ("peru", "brazil")] == ["", "not yours"]


@pytest.mark.parametrize("preset", ["seed", "classic", "missions", "two-players", "europe"])
def test_every_state_begins_a_choice_or_says_why_not(preset: str) -> None:
    """A press never goes without an effect or a word, from the first state that is chosen to the middle of a game."""
    session = conformance.dealt(settle(find_game("blitzwar"), preset), 3)
    begins = {"place", "claim", "attack", "move"}
    for _ in range(120):
        if session.pending is not None and session.pending.seat >= 0:
            question = asked(session)
            states = {name.removeprefix("owner ") for name in session.setting.public if name.startswith("owner ")}
            first = {part.states[0] for part in question.parts or () if part.states}
            against = [state for one in question.why_not for state in one.states if not state.startswith(">")]
            assert len(against) == len(set(against))
            assert set(against) == (states - first if question.question in begins else states), question.question
        if session.over:
            break
        conformance.step(session)


def test_the_tanks_left_to_place_are_told_after_a_trade_and_after_each_placement() -> None:
    """Seat 1 has three states (1 tank), and trades a set of one arm each for 10: 11 tanks to place, then 7."""
    mine = {"owner_peru": 1, "owner_japan": 1, "owner_india": 1}
    hand = "egypt yakutia congo"
    trade = f"trade {hand}"
    assert laid([trade], hand=hand, **mine).lead == "You have 11 tanks left to place."
    assert laid([trade, "place peru 4"], hand=hand, **mine).lead == "You have 7 tanks left to place."
    assert laid([trade, "place peru 10"], hand=hand, **mine).lead == "You have 1 tank left to place."


def test_before_the_first_round_the_tanks_of_now_are_told_apart_from_all() -> None:
    """Three of the nine tanks of a seat are placed in each turn; after one, two of eight are left for this turn."""
    session = conformance.dealt(settle(find_game("blitzwar"), "duel", {}, 3), 1)
    session.go()
    assert asked(session).lead == "You place 3 of your 9 tanks now."
    session.choose("place suriname 1", 0)
    assert asked(session).lead == "You place 2 of your 8 tanks now."


def bomb_of(question: Question) -> str:
    """The key of the reason against the bomb."""
    texts = [one.text for one in question.why_not if "bomb" in one.cards]
    return next(key for key, text in WHY.items() if [text] == texts)


def test_the_bomb_says_why_it_is_not_dropped_now() -> None:
    mine: dict[str, Any] = {"owner_peru": 1, "owner_japan": 1, "owner_india": 1, "tanks_peru": 3, "bombed 1": 0}
    assert bomb_of(laid([], **mine)) == "bomb: later"
    assert bomb_of(laid(["place peru 1"], **mine)) == "bomb: aim"
    assert bomb_of(laid(["place peru 1", "bomb peru>brazil"], **mine)) == "bomb: spent"
    moving = {**mine, "owner_brazil": 1}
    assert bomb_of(laid(["place peru 1", "stop"], **moving)) == "bomb: over"
    opening = conformance.dealt(settle(find_game("blitzwar"), "seed"), 3)
    conformance.step(opening)
    assert bomb_of(asked(opening)) == "bomb: opening"


def test_reasons_cite_clauses_of_the_rulebook() -> None:
    assert set(WHY) == set(CLAUSES)
    ids = {clause.id for clause in read_rulebook("blitzwar").clause}
    assert set(CLAUSES.values()) <= ids


def test_who_attacks_when_the_dice_may_end_the_game_is_told_what_three_conquests_do() -> None:
    """BW-070. Time was up in round 1, and this is round 3."""
    setting = settle(find_game("blitzwar"), "seed")
    table = conformance.dealt(setting, 3).table
    table.s.tanks[:42] = 3
    told = {}
    for round_number in (1, 3):
        for taken in (1, 2, 3):
            table.s.expired, table.s.round_number, table.s.taken = 1, round_number, taken
            told[round_number, taken] = attacking(table, 0)
    card = "At the end of this turn you get a card."
    third = "With a third conquest the game does not end with this turn."
    three = "Three conquests: the game does not end with this turn."
    assert list(told.values()) == [card, card, card, card, third, three]


def test_who_has_left_tanks_behind_is_told_that_they_may_follow() -> None:
    """BW-059. Without a word the conquered state looked like one to attack."""
    setting = settle(find_game("blitzwar"), "seed")
    table = conformance.dealt(setting, 3).table
    table.s.tanks[:42] = 3
    border = next(
        border
        for border in range(borders_of_map(table))
        if owner(table, origin(table, border)) == owner(table, goal(table, border)) == 0
    )
    table.s.conquest, table.s.taken, table.s.tanks[origin(table, border)] = border + 1, 1, 2
    home, away = (title(table, end(table, border)) for end in (origin, goal))
    assert attacking(table, 0) == f"Tanks may still go from {home} to {away}."
    table.s.tanks[origin(table, border)] = 1
    assert attacking(table, 0) == "At the end of this turn you get a card."


def test_who_cannot_attack_is_told_so() -> None:
    """They are asked all the same where tanks may follow a conquest."""
    table = conformance.dealt(settle(find_game("blitzwar"), "seed"), 3).table
    table.s.tanks[:42] = 1
    assert attacking(table, 0) == "None of your states can attack."


def test_a_game_that_ends_with_the_last_turn_of_a_round_ends_in_that_round() -> None:
    """The next round is counted by then, and nobody plays it."""
    table = conformance.dealt(settle(find_game("blitzwar"), "seed"), 3).table
    table.s.phase, table.s.turn_of, table.s.reason = DONE, 0, POINTS
    assert ended_a_round(table)
    table.s.turn_of = 1
    assert not ended_a_round(table)
    table.s.turn_of = 0
    for reason in (LAST_STANDING, MISSION):  # in the middle of the first player's turn
        table.s.reason = reason
        assert not ended_a_round(table)


def test_the_income_of_a_turn_is_explained() -> None:
    """BW-017, BW-020: eleven states bring three tanks, South America two and Oceania two more."""
    america = dict.fromkeys(("owner_peru", "owner_brazil", "owner_venezuela", "owner_argentina"), 1)
    oceania = dict.fromkeys(("owner_new_guinea", "owner_west_australia", "owner_east_australia", "owner_indonesia"), 1)
    three = {"owner_japan": 1, "owner_china": 1, "owner_congo": 1}
    question = laid([], **america, **oceania, **three)
    told = "A third of 11 states: 3 tanks. Whole continents: South America 2 and Oceania 2."
    assert (question.question, question.rule) == ("place", told)
    least = laid([], {"min_reinforcement": 3}, owner_peru=1)
    assert least.rule == "3 tanks are the least that a turn brings."


def test_one_line_says_what_wins_whatever_the_house_rules() -> None:
    game = find_game("blitzwar")
    by_points = "A state has a point for each neighbour: most win."
    goals = {
        by_points,
        "The last player left wins.",
        "Fulfil the mission by your cards to win.",
    }
    found = {}
    for name, preset in game.presets.items():
        lines = page_facts_of(game).callouts
        true = [
            one.text
            for one in lines
            if all(getattr(preset.options, option) in values for option, values in one.when.items())
        ]
        (found[name],) = goals & set(true)
    assert found["seed"] == found["two-players"] == found["europe"] == by_points
    assert found["conquest"] == found["classic"] == "The last player left wins."
    assert found["missions"] == "Fulfil the mission by your cards to win."
