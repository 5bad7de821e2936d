"""The search of every level that imagines: it departs from a base where it has reason to.

The base's choice and others that a game names are tried in the same imagined worlds, and compared world by world. The
worlds are doubled in rounds; what is then worse than the base's choice by two standard errors is given up, and in the
end another is chosen only if it is ahead by as many as the game asks for. Where worlds are few and choices many, less
than two is noise; where worlds are many and choices few, to ask for two is to leave much of what was found.

What it weighed stands beside the imagined table (``weighed``), for who wants to be told why.
"""

import math
import types
from collections.abc import Callable, Mapping
from typing import NamedTuple

from threedown.table.imagine import CHOICE, GIVEN_UP, MOST_WEIGHED, SQUARES, SUM, WORLDS, imagined
from threedown.table.layout import Table

WHOLE_GAME = 10_000
"""What a world is worth that is won; one that is lost is worth 0."""
FIRST_ROUND = 8
NO_MORE = -1
"""What names the choices to be tried returns if there are no more."""
CLEARLY = 4
"""Half standard errors."""
WORLDS_TRIED, AHEAD_BY = 0, CLEARLY
"""Stand, like the functions below, for what a game gives."""


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
    """Notes the base's choice and the others, each once; returns how many there are.

    All that is asked here is asked at an imagined table, which differs in nothing that the seat knows.
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
    """Tries the choices in one world: what the base's is worth, and of the others how much more."""
    weighed = t.live.weighed
    usual = worth(t, seat, question, int(weighed[0, CHOICE]), number)
    for place in range(count):
        if not weighed[place, GIVEN_UP]:
            found = usual if place == 0 else worth(t, seat, question, int(weighed[place, CHOICE]), number) - usual
            weighed[place, WORLDS] += 1
            weighed[place, SUM] += found
            weighed[place, SQUARES] += found * found


def differs(t: Table, place: int, halves: int) -> bool:
    """Whether a choice differs from the base's by more than so many half standard errors."""
    worlds, total, squares = (
        int(t.live.weighed[place, WORLDS]),
        int(t.live.weighed[place, SUM]),
        int(t.live.weighed[place, SQUARES]),
    )
    return 4 * total * total * (worlds + 4) > halves * halves * worlds * squares


def _any_other(t: Table, seat: int, question: int, place: int) -> int:
    """All that is legal."""
    for code in range(CODES[question]):
        if legal(t, seat, question, code):
            if place == 0:
                return code
            place -= 1
    return NO_MORE


def any_other(
    legal: Callable[[Table, int, int, int], bool], codes: Mapping[int, int]
) -> Callable[[Table, int, int, int], int]:
    """What is tried where all that a game's ``legal`` lets through is, of so many ``codes`` a question."""
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
    """What a choice has turned out to be worth."""

    code: int
    share: float
    """Of a game won."""
    error: float
    """Two standard errors of how much more or less than the base's choice; 0 for that itself."""
    worlds: int


def what_was_weighed(t: Table) -> list[WeighedCode]:
    """What the last search at a table has weighed, the base's choice first; empty if there was nothing to weigh."""
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
    """The policy that departs from ``base`` for what is better in imagined worlds, by so many half standard errors.

    ``other(t, seat, question, place)`` names the other choices that are to be tried, from place 0 on, until it returns
    NO_MORE. ``worth(t, seat, question, code, number)`` is what a choice turns out to be worth in a world, of a game won
    (WHOLE_GAME), where the search is to make the world by ``imagined(t, seat, number)``.
    """
    names = {"base": base, "other": other, "worth": worth, "WORLDS_TRIED": worlds, "AHEAD_BY": ahead_by}
    own = dict(globals()) | names
    for function in (note_choices, weigh_in):
        made = types.FunctionType(function.__code__, dict(globals()) | names, function.__name__)
        made.__annotations__ = function.__annotations__
        own[function.__name__] = made
    return types.FunctionType(_search.__code__, own, "search")
