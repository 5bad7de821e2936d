"""Fierce players of BlitzWar: they try a keen player's choice and other promising ones in imagined worlds."""

from threedown.games.blitzwar.battle import most_occupying
from threedown.games.blitzwar.board import (
    ATTACK,
    CLAIM,
    MOVE,
    NUMBERS,
    OCCUPY,
    PLACE,
    SEND,
    STOP,
    TRADE,
    attack_with,
    continents_bonus,
    hand,
    owner,
    states_of_map,
    tanks,
)
from threedown.games.blitzwar.keen import best_step, chain, keen
from threedown.games.blitzwar.rules import answer, turn
from threedown.games.blitzwar.simple import is_front, simple
from threedown.games.search import NO_MORE, WHOLE_GAME, searching
from threedown.table.imagine import imagined
from threedown.table.layout import MOST_SEATS, Table
from threedown.table.verbs import begin_turn, held, is_in, is_over, seats

IMAGININGS = 24
"""The parameters of ``fierce``: imagined worlds for each choice that is tried …"""
ROUNDS = 1
"""… and rounds that are played on in each."""
MOST_TRIED = 4
SEAT = MOST_SEATS - 1
"""All bits of a seat."""

TANK, STATE, BORDER, INCOME, CARD = 100, 229, -44, 110, 397
"""A player's strength, in hundredths of a tank: a tank, a state, each of its borders, each tank that continents bring a
turn, a card. Learned from the winners of 12,000 games for four among bots, by the position after each of 380,000
turns (logistic regression): a player's chance to win grows with the fourth power of their strength, …
"""
UNIT, MOST_UNITS = 20, 1 << 12
"""(counted in so many hundredths of a tank, and no further than this, lest the power grow too large)"""
NEXT = 2
"""… and is this many times larger for the next player, evenly less for those who play later."""


def other_choice(t: Table, seat: int, question: int, place: int) -> int:
    """Return another choice that looks good; NO_MORE if there is none, or if a keen player's choice is good enough."""
    if question in (TRADE, MOVE, SEND, CLAIM) or place == MOST_TRIED:
        return NO_MORE
    if question == OCCUPY:
        if place == 0:
            return int(t.s.dice) - 1
        return min(most_occupying(t), NUMBERS) - 1 if place == 1 else NO_MORE
    if question == ATTACK and place == 0:
        return STOP
    rank = place - 1 if question == ATTACK else place
    state = base_of_rank(t, seat, question, rank)
    if state < 0:
        return NO_MORE
    if question == PLACE:
        return state * NUMBERS + min(int(t.s.parcel), NUMBERS) - 1
    force = tanks(t, state) - 1
    border = best_step(t, seat, state, force, 0)
    return NO_MORE if border < 0 else attack_with(border, force)


def base_of_rank(t: Table, seat: int, question: int, rank: int) -> int:
    """Return the own state where the chain of the given rank begins (0: the best); -1 if there is none."""
    to_come = max(int(t.s.unplaced[seat]), int(t.s.parcel)) if question == PLACE else 0
    before, last = 1 << 60, -1
    for _ in range(rank + 1):
        most, found = -1, -1
        for state in range(states_of_map(t)):
            force = tanks(t, state) - 1 + to_come
            if owner(t, state) == seat and force > 0 and is_front(t, seat, state):
                value = chain(t, seat, state, force) * 64 + state
                if most < value < before:
                    most, found = value, state
        before, last = most, found
        if found < 0:
            return -1
    return last


def play_a_round(m: Table, seat: int, question: int, code: int) -> None:
    """Plays an imagined world for a round after a seat's choice; while tanks are being placed, past the first round."""
    imagined_by(m, seat)
    answer(m, seat, question, code)
    left = ROUNDS * seats(m)
    while left > 0 and not is_over(m):
        begin_turn(m)
        turn(m)
        left -= int(m.s.opening) == 0


def worth_of(t: Table, seat: int, question: int, code: int, number: int) -> int:
    """The value of a choice in an imagined world after a round: won, lost, or the chance to win then."""
    m = imagined(t, seat, number)
    play_a_round(m, seat, question, code)
    if is_over(m):
        return WHOLE_GAME if (int(m.s.winners) >> seat) & 1 else 0
    mine, theirs, count = odds(m, seat), 0, seats(m)
    for later in range(1, count):
        theirs += odds(m, (seat + later) % count) * (count - 1 + NEXT * (count - later)) // (count - 1)
    return WHOLE_GAME * mine // (mine + theirs + 1)


def moody(t: Table, seat: int, question: int) -> int:
    """The opponents that fierce players expect: keen in one world, simple in the next. The imagining seat is keen."""
    key = int(t.s.pilot[0])
    if key & 1 or (key >> 1) & SEAT == seat:
        return keen(t, seat, question)
    return simple(t, seat, question)


def imagined_by(m: Table, seat: int) -> None:
    """Notes the seat that imagines a world in the policies' key, next to the coin."""
    m.s.pilot[0] = (int(m.s.pilot[0]) & ~(SEAT << 1)) | seat << 1


def odds(m: Table, seat: int) -> int:
    """A player's odds to win, relative to the odds of the others."""
    if not is_in(m, seat):
        return 0
    states = STATE * int(m.s.states[seat]) + BORDER * int(m.s.score[seat])
    strength = TANK * int(m.s.army[seat]) + states + CARD * held(m, hand(m, seat)) + INCOME * continents_bonus(m, seat)
    return min(max(strength // UNIT, 1), MOST_UNITS) ** 4


fierce = searching(keen, other_choice, worth_of, IMAGININGS)
fierce.__doc__ = """A keen player's choice, or one that is clearly better in imagined worlds."""
