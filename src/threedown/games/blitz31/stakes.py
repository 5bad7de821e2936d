"""What Blitz (31) is played for beyond lives: lives bought back, and a pot. Clause ids are those of rulebook.toml.

Where there is a pot, the counter ``lives`` holds a player's chips.
"""

from threedown.games.blitz31.hands import value
from threedown.games.three_cards import THIRTY_ONE
from threedown.table import verbs
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import OWN_EVENTS, announce, ask, drop_out, is_in, options, seats

ANTES, WINS_POT, BUYS_BACK = range(OWN_EVENTS + 20, OWN_EVENTS + 23)
"""Events; those of rounds.py have the numbers before."""

ROUNDS_PLAYED, BROKE = 17, 18
"""Reasons why a game for a pot ends."""

BUY_BACK = 3
"""The question to a player who has lost all lives; its codes follow."""
BUY, LEAVE = range(2)


# The pot


def chips_at_start(t: Table) -> int:
    """BZ-002, BH-21. The lives that each player begins with; where there is a pot, the chips."""
    return int(options(t).chips if options(t).ante else options(t).lives)


def ante_up(t: Table) -> None:
    """BH-21. Everybody puts their ante into the pot, where there is one."""
    if options(t).ante:
        for seat in range(seats(t)):
            if is_in(t, seat):
                pay_ante(t, seat)
        announce(t, ANTES, numbers=(int(options(t).ante), int(t.s.pot)))


def pay_ante(t: Table, seat: int) -> None:
    """BH-21. One player's chips go into the pot."""
    t.s.lives[seat] -= options(t).ante
    t.s.pot += options(t).ante


def chips_laid(t: Table) -> int:
    """All chips, in the pot and before the players."""
    total = int(t.s.pot)
    for seat in range(seats(t)):
        total += int(t.s.lives[seat])
    return total


def pay_pot(t: Table, holders: int) -> None:
    """BH-21, BH-22, ruling BZ-R14. The highest hand wins the pot; equal ones share it, and odd chips stay in it.

    ``holders`` are the players with 31, a bit each, whose hands are the highest if there are any.
    """
    winners = holders if holders else highest_hands(t)
    count = 0
    for seat in range(seats(t)):
        count += (winners >> seat) & 1
    share = int(t.s.pot) // count
    for seat in range(seats(t)):
        if (winners >> seat) & 1:
            t.s.lives[seat] += share
            t.s.pot -= share
            announce(t, WINS_POT, seat, numbers=(THIRTY_ONE if holders else value(t, seat), share))
            if count == 1:
                t.s.turn_winner = seat
    t.s.shared_pots += count > 1


def highest_hands(t: Table) -> int:
    """BH-21. The players with the highest hand, a bit each."""
    high, holders = NOBODY, 0
    for seat in range(seats(t)):
        if is_in(t, seat):
            has = value(t, seat)
            if has > high:
                high, holders = has, 0
            if has == high:
                holders |= 1 << seat
    return holders


def end_if_played_out(t: Table) -> None:
    """BH-23, ruling BZ-R14. The game ends after its rounds, or when a player cannot put in the next ante: most chips
    win, and equal ones share the win.
    """
    most, leaders, broke = NOBODY, 0, False
    for seat in range(seats(t)):
        if is_in(t, seat):
            has = int(t.s.lives[seat])
            broke = broke or has < options(t).ante
            if has > most:
                most, leaders = has, 0
            if has == most:
                leaders |= 1 << seat
    if int(t.s.rounds) >= options(t).pot_rounds:
        verbs.end_game(t, leaders, ROUNDS_PLAYED)
    elif broke:
        verbs.end_game(t, leaders, BROKE)


# Lives bought back


def has_lives(t: Table, seat: int) -> bool:
    """BZ-036, BH-17. True if a player plays on: with lives, or on a free ride."""
    return int(t.s.lives[seat]) > 0 or bool(t.s.riding[seat])


def may_buy_back(t: Table, seat: int) -> bool:
    """BH-24, ruling BZ-R15. True if a player has not bought back in as often as the house allows."""
    return int(t.s.bought[seat]) < int(options(t).buy_backs)


def buy_or_leave(t: Table, seat: int, code: int) -> None:
    """BH-24, BZ-036. A player without lives buys some and plays on, or is out of the game."""
    if code == BUY:
        t.s.bought[seat] += 1
        t.s.bought_back += 1
        t.s.lives[seat] = options(t).buy_back_lives
        announce(t, BUYS_BACK, seat, numbers=(int(options(t).buy_back_lives),))
    else:
        drop_out(t, seat)


def leave_or_stay(t: Table, last_life: int) -> None:
    """BZ-036, BZ-040, BH-24, ruling BZ-R15. Players without lives are out, unless they buy back in.

    They are asked in turn, starting to the left of the dealer; those who have answered are out or have lives, so that
    this also goes on from an answer. The last player in the game wins, for the reason ``last_life``.
    """
    for step in range(1, seats(t) + 1):
        seat = (int(t.s.dealer) + step) % seats(t)
        if is_in(t, seat) and not has_lives(t, seat):
            buy_or_leave(t, seat, ask(t, seat, BUY_BACK) if may_buy_back(t, seat) else LEAVE)
    left = 0
    for seat in range(seats(t)):
        left |= is_in(t, seat) << seat
    if left & (left - 1) == 0:
        verbs.end_game(t, left, last_life)
