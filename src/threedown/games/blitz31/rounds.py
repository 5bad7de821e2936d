"""How a round of Blitz (31) ends: 31, a showdown, lives lost. Clause ids are those of rulebook.toml."""

from threedown.games.blitz31.hands import hand, left_of, stock, value
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import (
    announce,
    drop_out,
    end_game,
    held,
    house,
    in_play,
    is_in,
    look,
    seats,
    show,
)

ROUND_BEGINS, KNOCKS, HAS_31, SHOWS, LOSES_KNOCKING, LOSES_LOWEST, LOSES_TIED, LOSES_TO_31, VOID = range(16, 25)

LAST_LIFE = 16

FACE_BITS, VALUE_BITS = 6, 9
"""Of what an event's detail holds; no hand is worth 1 << VALUE_BITS half points."""
MOST_TOLD = 8
"""So many cards of a hand are told when it is shown."""


def blitz(t: Table, holders: int) -> None:
    """BZ-027..031, ruling BZ-R02. The round ends at once: who has no 31 loses a life.

    Who has knocked loses what the house rules say.
    """
    for seat in range(seats(t)):
        if (holders >> seat) & 1:
            announce(t, HAS_31, seat)
    show_hands(t)
    for seat in range(seats(t)):
        if is_in(t, seat) and not (holders >> seat) & 1:
            lost = lose_lives(t, seat, house(t).blitz_penalty if t.s.knocked[seat] else 1, LOSES_TO_31)
            t.s.lost_to_31 += lost
    if int(t.s.played) > 0:
        t.s.blitzes += 1
    else:
        t.s.dealt_blitzes += 1
    if holders & (holders - 1) == 0:
        for seat in range(seats(t)):
            if (holders >> seat) & 1:
                t.s.turn_winner = seat
    end_round(t)


def showdown(t: Table) -> None:
    """BZ-024, BZ-025, BZ-032..035, BZ-041, rulings BZ-R04, BZ-R09. All show their hands, and the lowest loses.

    Where nobody would be left the round is void.
    """
    show_hands(t)
    low, count, knocker, secure = lowest_hand(t)
    if knocker == NOBODY:
        t.s.emptied += 1
    else:
        t.s.knock_rounds += 1
    if knocker == NOBODY and count == in_play(t) and secure == 0:
        announce(t, VOID)
    else:
        for seat in range(seats(t)):
            if is_in(t, seat) and value(t, seat) == low:
                if seat != knocker and count > 1:
                    t.s.lost_tied += lose_lives(t, seat, 1, LOSES_TIED)
                elif seat != knocker:
                    t.s.lost_lowest += lose_lives(t, seat, 1, LOSES_LOWEST)
                elif count == 1:
                    t.s.lost_knocking += lose_lives(t, seat, house(t).knock_penalty, LOSES_KNOCKING)
    end_round(t)


def lowest_hand(t: Table) -> tuple[int, int, int, int]:
    """The lowest value, how many have it, who has knocked, and how many have more than one life."""
    low, count, knocker, secure = 1 << VALUE_BITS, 0, NOBODY, 0
    for seat in range(seats(t)):
        if is_in(t, seat):
            has = value(t, seat)
            if has < low:
                low, count = has, 0
            count += has == low
            secure += int(t.s.lives[seat]) > 1
            if t.s.knocked[seat]:
                knocker = seat
    return low, count, knocker, secure


def show_hands(t: Table) -> None:
    """BZ-024. Everybody shows his cards."""
    for seat in range(seats(t)):
        if is_in(t, seat):
            show(t, seat, hand(t, seat))
            told = 0
            for place in range(min(held(t, hand(t, seat)), MOST_TOLD) - 1, -1, -1):
                told = (told << FACE_BITS) | (look(t, hand(t, seat), place) + 1)
            announce(t, SHOWS, seat, detail=(told << VALUE_BITS) | value(t, seat))


def lose_lives(t: Table, seat: int, lives: int, why: int) -> int:
    """BZ-003, BZ-038, ruling BZ-R04. A player puts down so many tokens, or all that he has; returns how many."""
    lost = min(lives, int(t.s.lives[seat]))
    t.s.lives[seat] -= lost
    announce(t, why, seat, detail=(lost << VALUE_BITS) | value(t, seat))
    return lost


def end_round(t: Table) -> None:
    """BZ-036, BZ-040. Who has no life left is out; the last who has one wins."""
    t.s.round_over = 1
    t.s.rounds += 1
    t.s.round_turns += t.s.played
    t.s.longest_round = max(int(t.s.longest_round), int(t.s.played))
    left = 0
    for seat in range(seats(t)):
        if is_in(t, seat):
            if int(t.s.lives[seat]) > 0:
                left |= 1 << seat
            else:
                drop_out(t, seat)
    if left & (left - 1) == 0:
        end_game(t, left, LAST_LIFE)


def ends_round(t: Table, seat: int) -> bool:
    """BZ-021, ruling BZ-R05. Whether a showdown follows: the next player has knocked, or the stock is gone."""
    return bool(t.s.knocked[left_of(t, seat)]) or (not house(t).reshuffle and held(t, stock(t)) == 0)
