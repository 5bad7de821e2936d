"""The measures of a game: whole numbers, so that sums do not depend on which worker played which game.

For a share, a game counts in parts: equal parts for its winners if there are several, equal parts for all seats if
there is none.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from threedown.bots.ladder import parts, points
from threedown.bulk.kernel import FIRST_TALLY
from threedown.games.setting import Setting
from threedown.table.layout import TURN_CAP


class MeasureWords(NamedTuple):
    """The sentences for more or less of a measure: texts for ``say``."""

    the: str
    """After "the higher an option,": "the shorter the game"."""
    then: str
    """After "with this value": "games are shorter"."""


class Measure(NamedTuple):
    """A measure. ``of`` reads the rows that ``kernel.play_games`` writes: int64s, one row per game."""

    name: str
    title: str
    of: Callable[[Any], Any]
    whole: int = 0
    """The value of a game if this is a share; 0 if it is a mean."""
    compared: bool = True
    precise: bool = False
    """True if games are played until this is as precise as wanted."""
    more: MeasureWords = MeasureWords("", "")
    less: MeasureWords = MeasureWords("", "")
    of_what: str = "of games"
    """The whole that it is a share of, or the unit of a mean."""
    levels: tuple[str, ...] = ()
    """The words for ``{better}`` and ``{weaker}`` in its sentences."""


LUCK = Measure(
    "luck of the deal",
    "luck of the deal",
    lambda rows: rows[:, 2],
    1,
    precise=True,
    more=MeasureWords("the more the deal decides", "the deal decides more"),
    less=MeasureWords("the less the deal decides", "the deal decides less"),
    of_what="of who wins",
)
"""A share that is not a mean over single games: see :mod:`threedown.lab.study.deals`."""


def skill_of(seats: int, better: str, weaker: str) -> Measure:
    """Return the measure of a level's wins among others, from the last column of the rows: winners by seat of the
    level."""
    return Measure(
        "skill",
        f"{better} wins",
        lambda rows: points(rows[:, -1], 0, seats),
        parts(seats),
        precise=True,
        more=MeasureWords("the more often {better} beats {weaker}", "{better} beats {weaker} more often"),
        less=MeasureWords("the less often {better} beats {weaker}", "{better} beats {weaker} less often"),
        levels=(better, weaker),
    )


def measures(setting: Setting) -> tuple[Measure, ...]:
    """Return the measures that every game has with this setting."""
    return (
        Measure(
            "turns",
            "turns",
            _turns,
            precise=True,
            more=MeasureWords("the longer the game", "games are longer"),
            less=MeasureWords("the shorter the game", "games are shorter"),
            of_what="turns",
        ),
        _nobody(setting),
        Measure(
            "stopped",
            "stopped by the turn cap",
            _stopped,
            1,
            precise=True,
            more=MeasureWords("the more games never end", "more games never end"),
            less=MeasureWords("the fewer games never end", "fewer games never end"),
        ),
        *(_seat(seat, setting.seats) for seat in range(setting.seats) if setting.seats > 1),
        *(_tally(setting, name) for name in setting.game.counters.tallies if name in setting.tally_names),
    )


def _nobody(setting: Setting) -> Measure:
    """Return the measure of games without a winner: draws, or nobody ahead in a game against the casino."""
    if setting.game.scoring.bankroll:
        title = "nobody ahead"
        more = MeasureWords("the more often nobody is ahead", "nobody is ahead more often")
        less = MeasureWords("the less often nobody is ahead", "nobody is ahead less often")
    else:
        title = "draws"
        more = MeasureWords("the more games are drawn", "more games are drawn")
        less = MeasureWords("the fewer games are drawn", "fewer games are drawn")
    return Measure("draws", title, _draws, 1, precise=True, more=more, less=less)


def _turns(rows: Any) -> Any:
    return rows[:, 0]


def _draws(rows: Any) -> Any:
    return (rows[:, 2] == 0) & (rows[:, 1] != TURN_CAP)


def _stopped(rows: Any) -> Any:
    return rows[:, 1] == TURN_CAP


def _seat(seat: int, seats: int) -> Measure:
    first = seat == 0
    return Measure(
        f"seat {seat}",
        f"seat {seat} wins",
        lambda rows: points(rows[:, 2], seat, seats),
        parts(seats),
        compared=first,
        precise=first,
        more=MeasureWords("the more often the first seat wins", "the first seat wins more often"),
        less=MeasureWords("the less often the first seat wins", "the first seat wins less often"),
    )


def _tally(setting: Setting, name: str) -> Measure:
    column = FIRST_TALLY + setting.tally_names.index(name)
    return Measure(name, name.replace("_", " "), lambda rows: rows[:, column], of_what="")
