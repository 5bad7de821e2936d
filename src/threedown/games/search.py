"""The search of every level that imagines: it departs from a base policy where it has reason to.

The base's choice and others that a game names are tried in the same imagined worlds, and compared world by world. The
worlds are doubled in rounds; choices that are then worse than the base's choice by two standard errors are given up,
and in the end another is chosen only if it is ahead by as many as the game asks for. With few worlds and many choices,
less than two is noise; with many worlds and few choices, to ask for two is to miss many good choices.

The weights stay beside the imagined table (``weighed``), so that the search can be explained.
"""

import math
import types
from collections.abc import Callable, Mapping
from typing import NamedTuple

from threedown.table.imagine import CHOICE, GIVEN_UP, MOST_WEIGHED, SQUARES, SUM, WORLDS, imagined
from threedown.table.layout import Table

WHOLE_GAME = 10_000
"""The worth of a world that is won; a lost one is worth 0."""
FIRST_ROUND = 8
NO_MORE = -1
"""The code that means that there are no more choices to try."""
CLEARLY = 4
"""Half standard errors."""
WORLDS_TRIED, AHEAD_BY = 0, CLEARLY
"""Placeholders, like the functions below, for a game's own values."""


def base(t: Table, seat: int, question: int) -> int:
    return 0


def other(t: Table, seat: int, question: int, place: int) -> int:
    return NO_MORE


CODES: Mapping[int, int] = {}


def legal(t: Table, seat: int, question: int, code: int) -> bool:
    return False


def worth(t: Table, seat: int, question: int, code: int, number: int) -> int:
    return 0


def note_choices(t: Table, m: Table, seat: int, question: int) -> int:
    """Notes the base's choice and the others, each once; returns their number.

    The game's functions get an imagined table, which does not differ in anything that the seat knows.
    """
    weighed = t.live.weighed
    for place in range(MOST_WEIGHED):
        for column in range(weighed.shape[1]):
            weighed[place, column] = 0
    weighed[0, CHOICE] = base(m, seat, question)
    count, place = 1, 0
    code = other(m, seat, question, 0)
    while code != NO_MORE and count < MOST_WEIGHED:
        new = True
        for earlier in range(count):
            new = new and int(weighed[earlier, CHOICE]) != code
        if new:
            weighed[count, CHOICE] = code
            count += 1
        place += 1
        code = other(m, seat, question, place)
    return count


def weigh_in(t: Table, seat: int, question: int, count: int, number: int) -> None:
    """Tries the choices in one world; adds the worth of the base's choice and the lead of each other choice."""
    weighed = t.live.weighed
    usual = worth(t, seat, question, int(weighed[0, CHOICE]), number)
    for place in range(count):
        if not weighed[place, GIVEN_UP]:
            found = usual if place == 0 else worth(t, seat, question, int(weighed[place, CHOICE]), number) - usual
            weighed[place, WORLDS] += 1
            weighed[place, SUM] += found
            weighed[place, SQUARES] += found * found


def differs(t: Table, place: int, halves: int) -> bool:
    """True if a choice differs from the base's by more than this many half standard errors."""
    worlds, total, squares = (
        int(t.live.weighed[place, WORLDS]),
        int(t.live.weighed[place, SUM]),
        int(t.live.weighed[place, SQUARES]),
    )
    return 4 * total * total * (worlds + 4) > halves * halves * worlds * squares


def _any_other(t: Table, seat: int, question: int, place: int) -> int:
    """All legal choices."""
    for code in range(CODES[question]):
        if legal(t, seat, question, code):
            if place == 0:
                return code
            place -= 1
    return NO_MORE


def any_other(
    legal: Callable[[Table, int, int, int], bool], codes: Mapping[int, int]
) -> Callable[[Table, int, int, int], int]:
    """The choices to try in a game where all legal codes are candidates; ``codes`` is the number of codes of each
    question.
    """
    names = {"legal": legal, "CODES": dict(codes), "NO_MORE": NO_MORE}
    return types.FunctionType(_any_other.__code__, names, "any_other")


def _search(t: Table, seat: int, question: int) -> int:
    weighed = t.live.weighed
    count = note_choices(t, imagined(t, seat, 0), seat, question)
    left, number, until = count - 1, 0, FIRST_ROUND
    while left > 0 and number < WORLDS_TRIED:
        for world in range(number, min(until, WORLDS_TRIED)):
            weigh_in(t, seat, question, count, world)
        number, until = until, 2 * until
        for place in range(1, count):
            if not weighed[place, GIVEN_UP] and weighed[place, SUM] < 0 and differs(t, place, CLEARLY):
                weighed[place, GIVEN_UP] = 1
                left -= 1
    best, most = 0, 0
    for place in range(1, count):
        ahead = int(weighed[place, SUM])
        if not weighed[place, GIVEN_UP] and ahead > most and differs(t, place, AHEAD_BY):
            best, most = place, ahead
    return int(weighed[best, CHOICE])


class WeighedCode(NamedTuple):
    """The worth of a choice, as the search has found it."""

    code: int
    share: float
    """The share of a game won."""
    error: float
    """Two standard errors of its lead over the base's choice; 0 for that choice itself."""
    worlds: int


def what_was_weighed(t: Table) -> list[WeighedCode]:
    """The results of the last search at a table, the base's choice first; empty if there was nothing to weigh."""
    rows = [row for row in t.live.weighed.tolist() if row[WORLDS]]
    usual = rows[0][SUM] / rows[0][WORLDS] if rows else 0.0
    found = []
    for place, row in enumerate(rows):
        worlds = row[WORLDS]
        more = row[SUM] / worlds if place else 0.0
        spread = max(row[SQUARES] / worlds - more * more, 0.0) if place else 0.0
        share = (usual + more) / WHOLE_GAME
        found.append(WeighedCode(row[CHOICE], share, 2 * math.sqrt(spread / worlds) / WHOLE_GAME, worlds))
    return found


def searching(
    base: Callable[[Table, int, int], int],
    other: Callable[[Table, int, int, int], int],
    worth: Callable[[Table, int, int, int, int], int],
    worlds: int,
    ahead_by: int = CLEARLY,
) -> Callable[[Table, int, int], int]:
    """The policy that departs from ``base`` for a choice that is better by ``ahead_by`` half standard errors.

    It tries the choices in imagined worlds.

    ``other(t, seat, question, place)`` names the other choices to try, from place 0 on, until it returns NO_MORE.
    ``worth(t, seat, question, code, number)`` is the worth of a choice in a world, of a game won (WHOLE_GAME); the
    search makes the world with ``imagined(t, seat, number)``.
    """
    names = {"base": base, "other": other, "worth": worth, "WORLDS_TRIED": worlds, "AHEAD_BY": ahead_by}
    own = dict(globals()) | names
    for function in (note_choices, weigh_in):
        made = types.FunctionType(function.__code__, dict(globals()) | names, function.__name__)
        made.__annotations__ = function.__annotations__
        own[function.__name__] = made
    return types.FunctionType(_search.__code__, own, "search")
