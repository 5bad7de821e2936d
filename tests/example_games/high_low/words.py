"""The words of High-Low: choices in notation; sentences for questions, reasons and events."""

from collections.abc import Sequence

from threedown.games.high_low.rules import CALL, SAYS, row, stock
from threedown.games.wording import Act, ChoiceWords, Narration, TableWords, Words
from threedown.table.layout import Table
from threedown.table.verbs import held

SENTENCES = {
    "deal": "{card} is turned up.",
    "call": "{seat} says {says}.",
    "score": "{seat} scores: {points}.",
    "equal": "Equal cards.",
}
REASONS = {
    "most_points": "The pack is played: {winner} has most points.",
    "level": "The pack is played, and the points are equal: a draw.",
    "turn_cap": "The turn cap is reached: a draw.",
}
QUESTIONS = {CALL: "Is the next card higher or lower?"}
NOTATIONS = {CALL: "`higher`, `lower`"}
COUNTERS = {
    "points": "points that the player has",
    "to_call": "the seat that calls next",
    "rounds_played": "how often the pack is played through",
    "right": "calls that were right",
    "wrong": "calls that were wrong",
    "equal": "calls that an equal card followed",
}


def act(t: Table, seat: int, question: int, code: int) -> Act:
    """A choice in its parts."""
    return Act(SAYS[code])


def progress(t: Table) -> str:
    """Return the progress of the game in words."""
    return f"{held(t, row(t))} cards turned up, {held(t, stock(t))} to come"


def seat_line(t: Table, seat: int) -> str:
    """A player's points."""
    return f"{int(t.s.points[seat])} points"


def turn_sentence(t: Table, kinds: Sequence[str]) -> str:
    """Return the outcome of a call as a sentence."""
    return "{seat} scores." if "score" in kinds else "Nobody scores."


WORDS = Words(
    narration=Narration(SENTENCES, REASONS, turn_sentence=turn_sentence),
    choices=ChoiceWords(QUESTIONS, NOTATIONS, act),
    table=TableWords(progress, seat_line=seat_line),
    counters=COUNTERS,
)
