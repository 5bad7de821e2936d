"""Reasons why cards and states can't be played: those of the clauses' own examples, and none for one that can be."""

import pytest
from support import conformance

from threedown.games import find_game, game_names
from threedown.games.rulebook import read_rulebook
from threedown.games.setting import settle
from threedown.server.finished.examples import played
from threedown.session.views import Question, question_for, view_of

BARRED = [
    ("champz", "BC-019", 1, {"TACKLE": "BC-019"}),  # a touchdown of an earlier round lies there
    ("champz", "BC-020", 1, {"TACKLE": "BC-026"}),  # player B's kick came after player A's run
    ("champz", "CH-07", 2, {"BLITZ": "BC-037", "TACKLE": "BC-017"}),  # only the partner has a card
    ("champz", "CH-07", 3, {"TACKLE": "CH-07"}),  # the partner's card lies there as the last one
    ("blitz31", "BH-03", 1, {"7H": "BH-03"}),  # just taken from the discard pile
    ("blitz31", "BH-03", 2, {}),  # drawn from the stock
]
"""The last question of an example (game, clause, which one) -> the cards that it bars, with the clause of each."""


def barred(question: Question) -> set[str]:
    """The cards and states that a question gives a reason against."""
    return {place for reason in question.why_not for place in (*reason.cards, *reason.states)}


@pytest.mark.parametrize(("game", "clause", "nth", "expected"), BARRED)
def test_a_clause_bars_a_card_in_its_own_example(game: str, clause: str, nth: int, expected: dict[str, str]) -> None:
    example = read_rulebook(game).find(clause).example[nth - 1]
    question = played(find_game(game), example).steps[-1].question
    assert question is not None
    assert {card: reason.clause for reason in question.why_not for card in reason.cards} == expected


def test_a_reason_says_what_would_be_right() -> None:
    """A kick was placed: a Tackle does not remove it, and the sentence names the card that does."""
    example = {
        "note": "", "state": {"just_played 1": 1},
        "piles": {"hand 0": "TACKLE BLOCKED-KICK", "field 1": "FIELD-GOAL", "stock": "FUMBLE"},
    }  # fmt: skip
    question = played(find_game("champz"), example).steps[-1].question
    assert question is not None
    assert {card: reason.text for reason in question.why_not for card in reason.cards} == {
        "TACKLE": "This card doesn’t remove a Field Goal: a Blocked Kick does."
    }


@pytest.mark.parametrize(
    ("lying", "text"),
    [
        ("HAIL-MARY", "No Defensive Card removes a Hail Mary."),
        ("HAIL-MARY FIELD-GOAL", "It removes none of the cards that lie there."),
        (
            "TD-RUN HAIL-MARY",
            "Too late for the cards that lie there: it removes only one that was placed in the turn before yours.",
        ),
        ("", "There is nothing to remove: nobody placed a card in the turn before yours."),
    ],
)
def test_a_card_is_too_late_only_for_what_it_could_have_removed(lying: str, text: str) -> None:
    piles = {"hand 0": "TACKLE", "field 1": lying, "stock": "FUMBLE"}
    question = played(find_game("champz"), {"note": "", "piles": piles}).steps[-1].question
    assert question is not None
    assert [reason.text for reason in question.why_not if "TACKLE" in reason.cards] == [text]


def test_after_a_draw_no_second_continuation_card_may_be_used() -> None:
    example = {
        "note": "", "choices": ["use FIRST-DOWN"],
        "piles": {"hand 0": "FIRST-DOWN FUMBLE HAIL-MARY", "stock": "FUMBLE 5-YARD-RUN TACKLE"},
    }  # fmt: skip
    question = played(find_game("champz"), example).steps[-1].question
    assert question is not None
    assert {card: reason.clause for reason in question.why_not for card in reason.cards} == {
        "FUMBLE": "BC-034", "5-YARD-RUN": "BC-034", "TACKLE": "BC-017"
    }  # fmt: skip


@pytest.mark.parametrize("game", game_names())
def test_a_reason_is_the_players_own_and_bars_no_choice(game: str) -> None:
    setting = settle(find_game(game))
    session, ids = conformance.dealt(setting, 5), set[str]()
    for _ in range(40):
        if not session.over:
            conformance.step(session)
        if session.pending is None or session.asked is None:
            continue
        seat = session.asked
        question = question_for(session, seat)
        assert question is not None
        parts = question.parts or []
        plays = {card for part in parts if part.seat is None for card in part.cards}
        plays |= {part.verb.upper() for part in parts}  # a Blitz is played by what it takes
        plays |= {part.states[0] for part in parts if part.states}
        assert not plays & barred(question)
        ids |= {reason.clause for reason in question.why_not}
        others = [other for other in (None, *range(setting.seats)) if other not in session.pending.menus]
        assert not any(asked.why_not for asked in (question_for(session, other) for other in others) if asked)
    book = read_rulebook(game)
    assert all(book.find(clause) for clause in ids)


def test_every_card_of_a_hand_of_champz_can_be_played_or_says_why_not() -> None:
    setting = settle(find_game("champz"), None, {}, 3)
    session, found = conformance.dealt(setting, 8), 0
    for _ in range(60):
        if not session.over:
            conformance.step(session)
        if session.asked is None:
            continue
        question = question_for(session, session.asked)
        assert question is not None
        parts = question.parts or []
        plays = {card for part in parts if part.seat is None for card in part.cards}
        plays |= {"BLITZ"} if any(part.verb == "blitz" for part in parts) else set()
        view = view_of(setting, session.table_state, session.asked)
        held = view.piles[f"hand {session.asked}"].cards or []
        assert plays | barred(question) == set(held)
        found += len(barred(question))
    assert found > 20
