"""The end of a game: time is up, then dice decide at the ends of turns; and the winner."""

from typing import Any

from threedown.games.blitzwar.options import CONQUEST, PRINTED_PERCENT
from threedown.table.chance import below
from threedown.table.layout import TURN_CAP, Table
from threedown.table.verbs import announce, end_game, is_in, is_over, options, seats

END_ROLLED, TIME_IS_UP = 26, 27
POINTS = 17

FIRST_THRESHOLD = 4
NO_CHECK = 0
ENOUGH_CONQUESTS = 3
"""BW-070. With so many conquests the game does not end with this turn."""
PRINTED = (11, 17, 28, 42, 58, 72, 83, 92, 100)
"""Ruling BW-R21. The percentages that the source prints for thresholds 4 to 7, and how they go on to 12."""


def standing(t: Table, seat: int) -> int:
    """BW-010, BW-011, ruling BW-R11. The standing by points, then tanks, then states, then the later seat in the turn
    order. Players who are out rank below all others, the later the better.
    """
    if not is_in(t, seat):
        return int(t.s.left[seat])
    return int(t.s.score[seat]) << 48 | int(t.s.army[seat]) << 16 | int(t.s.states[seat]) << 8 | seat


def leader(t: Table) -> int:
    """The seat that stands best."""
    best = 0
    for seat in range(seats(t)):
        if standing(t, seat) > standing(t, best):
            best = seat
    return best


def is_last_of_round(t: Table, seat: int) -> bool:
    """True if no seat that is still in comes after this one in the round."""
    for later in range(seat + 1, seats(t)):
        if is_in(t, later):
            return False
    return True


def time_is_up(t: Table) -> None:
    """BW-062. The round that is being played is the one in which time is up."""
    t.s.expired = t.s.round_number
    announce(t, TIME_IS_UP)


def threshold(t: Table, seat: int) -> int:
    """BW-062..069. The highest sum of two dice that ends the game with this turn; NO_CHECK if none are rolled.

    The round in which time was up is finished and the next one played; from its last turn on the threshold is 4, and it
    rises by one with the last turn of each later round. Where only conquest ends the game there is none (BWH-03).
    """
    if int(t.s.expired) == 0 or options(t).end_check == CONQUEST:
        return NO_CHECK
    rounds_over = int(t.s.round_number) - int(t.s.expired) + (1 if is_last_of_round(t, seat) else 0)
    if rounds_over < 2:
        return NO_CHECK
    return min(FIRST_THRESHOLD + rounds_over - 2, int(options(t).last_threshold))


def dice_end_it(t: Table, seat: int) -> bool:
    """BW-064..071. True if the game ends with this turn."""
    limit = threshold(t, seat)
    if limit == NO_CHECK or int(t.s.taken) >= ENOUGH_CONQUESTS:
        return False
    if options(t).end_check == PRINTED_PERCENT:
        percent = PRINTED[limit - FIRST_THRESHOLD]
        drawn = below(t, 100) + 1
        announce(t, END_ROLLED, numbers=(drawn, 0, percent))
        return drawn <= percent
    one, two = below(t, 6) + 1, below(t, 6) + 1
    announce(t, END_ROLLED, numbers=(one, two, limit))
    return one + two <= limit


def percent_to_end(t: Table, limit: int) -> int:
    """The chance in percent, rounded, that the game ends with a turn of this threshold."""
    if options(t).end_check == PRINTED_PERCENT:
        return PRINTED[limit - FIRST_THRESHOLD]
    throws = sum(one + two <= limit for one in range(1, 7) for two in range(1, 7))
    return round(100 * throws / 36)


def figures(t: Table) -> dict[str, Any]:
    """The round, and at a turn that may end the game its threshold, the chance in percent, and whether it is spared."""
    number = int(t.s.round_number)
    if is_over(t):
        return {"round": max(0, number - ended_a_round(t))}
    limit = threshold(t, int(t.s.turn_of)) if number else NO_CHECK
    if limit == NO_CHECK:
        return {"round": number}
    spared = int(t.s.taken) >= ENOUGH_CONQUESTS
    return {"round": number, "end": {"limit": limit, "percent": percent_to_end(t, limit), "spared": spared}}


def ended_a_round(t: Table) -> bool:
    """True if the game ended with the last turn of a round: the next one is counted already, and nobody plays it. A
    conquest or a mission ends it in the midst of a turn."""
    first = next(seat for seat in range(seats(t)) if is_in(t, seat))
    return int(t.s.reason) in (POINTS, TURN_CAP) and int(t.s.turn_of) == first


def end_if_due(t: Table, seat: int) -> None:
    """The end of a turn may be the end of the game."""
    if dice_end_it(t, seat):
        end_game(t, 1 << leader(t), POINTS)
    elif int(t.s.turns) >= options(t).turn_cap:
        end_game(t, 0, TURN_CAP)
