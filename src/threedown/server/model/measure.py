"""The measures of a rated game: its result without the luck, and the points lost by choices."""

from typing import NamedTuple

import msgspec

from threedown.server.model.findings import Decided

Z = 1.96


class QuestionCost(msgspec.Struct, frozen=True):
    """QuestionCost by the choices of one kind of question in one game, as a share of the game."""

    asked: int
    value: float
    variance: float
    """The variance of the estimate."""


class SeatMeasure(NamedTuple):
    """The measures of one seat."""

    room: str
    seat: int
    share: float | None
    """The result without the luck that was measured; None if it could not be, or is no share of a game."""
    kinds: dict[str, QuestionCost]
    """By the name of the question."""


def measures_of(room: str, found: Decided) -> list[SeatMeasure]:
    """Return the measures of each seat from the analysis of a room's game.

    The share is the result without the luck: expectation, own choices and the choices of others. The shares of all
    seats add up to 1.
    """
    measured = []
    for seat, account in enumerate(found.accounts):
        share = account.expected + account.choices + account.others if found.share else None
        kinds: dict[str, QuestionCost] = {}
        for choice in found.choices:
            if choice.seat == seat and found.share:
                before = kinds.get(choice.question, QuestionCost(0, 0.0, 0.0))
                error = (choice.high - choice.low) / 2 / Z
                kinds[choice.question] = QuestionCost(
                    before.asked + 1, before.value + choice.cost, before.variance + error**2
                )
        measured.append(SeatMeasure(room, seat, share, kinds))
    return measured
