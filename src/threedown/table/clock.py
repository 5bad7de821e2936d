"""The clock of a table: in simulation it says whose card arrives first where speed counts, and when time is up."""

from threedown.table.chance import drawn, mixed
from threedown.table.layout import Table
from threedown.table.verbs import seats

SLOWEST, FASTEST = 50, 150

ON, UP = 0, 1
TIME_ON, TIME_UP = "on", "time up"
"""The answers to the question whether time is up, as codes and in notation."""


def time_after(t: Table, turns: int) -> int:
    """Return UP at the end of one turn in ``turns``, by lot, and ON at all others."""
    return UP if drawn(t, turns) == 0 else ON


def speed(t: Table, seat: int) -> int:
    """The number of plays that a seat makes in a given time, 50 to 149: drawn once a game from the policies' key."""
    return SLOWEST + mixed(int(t.s.pilot[0]) + (seat + 1) * 0x9E3779B9) % (FASTEST - SLOWEST)


def first_of(t: Table, racers: int) -> int:
    """The seat that is first among the ``racers`` (a bit each, at least one), drawn in proportion to their speed."""
    total = 0
    for racer in range(seats(t)):
        if (racers >> racer) & 1:
            total += speed(t, racer)
    moment = drawn(t, total)
    for racer in range(seats(t)):
        if (racers >> racer) & 1:
            moment -= speed(t, racer)
            if moment < 0:
                return racer
    return 0
