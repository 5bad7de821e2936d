"""Wars: the highest card shown, and the tallies ``wars``, ``war_battles`` and ``longest_war``."""

from threedown.table.layout import Table
from threedown.table.verbs import OWN_EVENTS, announce, seats, shown_height

WAR_BREAKS_OUT = OWN_EVENTS
"""The event that a game with these tallies calls ``war``; its own other events follow it."""


def count_war(t: Table, in_a_row: int) -> None:
    """Counts a tie that must be fought out, the ``in_a_row``-th of its turn."""
    t.s.wars += in_a_row == 1
    t.s.war_battles += 1
    t.s.longest_war = max(int(t.s.longest_war), in_a_row)
    announce(t, WAR_BREAKS_OUT)


def highest_shown(t: Table) -> tuple[int, int, int]:
    """The greatest height that lies face up, how many seats show it, and the first such seat.

    At least one card must be face up.
    """
    high, tied, first = 0, 0, 0
    for seat in range(seats(t)):
        shows = shown_height(t, seat)
        if shows > high:
            high, tied, first = shows, 1, seat
        elif shows == high:
            tied += 1
    return high, tied, first


def is_one_seat(who: int) -> bool:
    """True if there is at most one seat among the bits."""
    return who & (who - 1) == 0


def lowest_of(bits: int) -> int:
    """The number of the lowest of up to 32 bits, such as the lowest of some seats; at least one must be set.

    This takes no branch: chance decides which bit it is, so a processor would often mispredict one.
    """
    lowest = bits & -bits
    return (
        int(lowest & 0xAAAAAAAA != 0)
        + 2 * int(lowest & 0xCCCCCCCC != 0)
        + 4 * int(lowest & 0xF0F0F0F0 != 0)
        + 8 * int(lowest & 0xFF00FF00 != 0)
        + 16 * int(lowest & 0xFFFF0000 != 0)
    )
