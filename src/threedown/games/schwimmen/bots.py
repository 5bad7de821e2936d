"""The bots of Schwimmen. A policy knows its own cards, the middle, and what everybody has seen."""

from threedown.games.any_choice import any_choice
from threedown.games.declare import Plans
from threedown.games.schwimmen.hands import middle, value, value_of, worth_here
from threedown.games.schwimmen.rounds import the_closer
from threedown.games.schwimmen.rules import (
    CHANGE,
    CLOSE,
    CLOSE_TOO,
    CODES,
    END_TURN,
    FINISH,
    KEEP,
    PACKET,
    PASS,
    SWAP_ALL,
    TURN,
    answer,
    legal,
    turn,
)
from threedown.games.search import WHOLE_GAME, any_other, searching
from threedown.games.three_cards import CARDS_EACH, HALVES, counted
from threedown.table.hands import hand
from threedown.table.imagine import imagined
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import begin_turn, held, in_play, is_in, is_over, look, options, seats

KEEPS_FROM = 18
"""The value from which the dealer keeps the packet that they have seen."""
CLOSES_FROM = 24
"""The value from which ``simple`` closes."""
FIRST_CLOSE, FIRST_CLOSE_OF_TWO, LAST_CLOSE = 26, 23, 30
"""The value from which ``steady`` closes in its first turn of a round (a point more each turn), where more than two are
left and where two are, and the highest such value. (Of values drawn at random for each game, these and ``KEEPS_FROM``
won most or as much as any, against players with such values: 100,000 games each among two, three and five. Among three
and more all values from 23 on are nearly as good.)
"""
PATIENCE = 8
"""The number of turns in a round after which ``steady`` asks for a point less with each turn, so that two of them don't
swap back and forth for ever.
"""
FURTHER, OF_ALL = 8, 20
"""The part of the gain of one more swap that ``steady`` counts already. (Of 0 to 9 in 20, 8 won most among two.)"""
IMAGININGS, AHEAD_BY = 128, 1
"""The parameters of ``keen``: imagined worlds for each choice, and the lead in half standard errors that another choice
needs.
"""

random = any_choice(legal, CODES)


def simple(t: Table, seat: int, question: int) -> int:
    """Closes from a fixed value on, else makes the swap after which its hand is worth most, if that gains anything."""
    return threshold(t, seat, question, CLOSES_FROM, 0)


def steady(t: Table, seat: int, question: int) -> int:
    """Closes with less in the first turns of a round, and looks ahead to the swap after this one."""
    first, turns = FIRST_CLOSE_OF_TWO if in_play(t) == 2 else FIRST_CLOSE, int(t.s.played) // in_play(t)
    return threshold(t, seat, question, min(first + turns, LAST_CLOSE) - max(turns - PATIENCE, 0), FURTHER)


def threshold(t: Table, seat: int, question: int, close_from: int, further: int) -> int:
    """The policy that closes when its hand is worth ``close_from`` or more, and else makes the best swap.

    ``further`` is the part (of OF_ALL) of the gain of another swap that counts before the first close.
    """
    if question == PACKET:
        return KEEP if value(t, seat) >= HALVES * KEEPS_FROM else CHANGE
    closes = value(t, seat) >= HALVES * close_from
    if question == FINISH:
        return CLOSE_TOO if closes else END_TURN
    if closes and legal(t, seat, TURN, CLOSE):
        return CLOSE
    counts = further if the_closer(t) == NOBODY else 0
    best, most = PASS, prospect(t, seat, PASS, counts)
    for code in range(SWAP_ALL + 1):
        if legal(t, seat, TURN, code):
            worth = prospect(t, seat, code, counts)
            if worth > most:
                best, most = code, worth
    return best


def prospect(t: Table, seat: int, code: int, further: int) -> int:
    """OF_ALL times the worth of the hand after a choice, with a part of what another swap would gain."""
    now = value_after(t, seat, code)
    return OF_ALL * now + further * (max(best_swap_after(t, seat, code), now) - now) if further > 0 else OF_ALL * now


def value_after(t: Table, seat: int, code: int) -> int:
    """The worth of the hand after a choice."""
    if code == SWAP_ALL:
        return value_of(t, middle(t))
    if code > SWAP_ALL:
        return value(t, seat)
    return value_of(t, hand(t, seat), code // CARDS_EACH, look(t, middle(t), code % CARDS_EACH))


def best_swap_after(t: Table, seat: int, code: int) -> int:
    """The worth of the best hand that another swap would make after this choice, if nobody else changed the middle.

    0 on a table laid by hand that lacks cards.
    """
    if held(t, hand(t, seat)) < CARDS_EACH or held(t, middle(t)) < CARDS_EACH:
        return 0
    best, all_three = 0, 0
    for depth in range(CARDS_EACH):
        all_three = counted(all_three, open_after(t, seat, code, depth))
    if options(t).swap_all:
        best = worth_here(all_three, options(t).three_of_a_kind, options(t).three_aces)
    for place in range(CARDS_EACH):
        kept = 0
        for other in range(CARDS_EACH):
            if other != place:
                kept = counted(kept, card_after(t, seat, code, other))
        for depth in range(CARDS_EACH):
            cards = counted(kept, open_after(t, seat, code, depth))
            best = max(best, worth_here(cards, options(t).three_of_a_kind, options(t).three_aces))
    return best


def card_after(t: Table, seat: int, code: int, place: int) -> int:
    """The card at a place of the hand after a choice, if what is taken lay where the other card lay."""
    if code == SWAP_ALL:
        return look(t, middle(t), place)
    if code < SWAP_ALL and code // CARDS_EACH == place:
        return look(t, middle(t), code % CARDS_EACH)
    return look(t, hand(t, seat), place)


def open_after(t: Table, seat: int, code: int, depth: int) -> int:
    """The card at a place in the middle after a choice."""
    if code == SWAP_ALL:
        return look(t, hand(t, seat), depth)
    if code < SWAP_ALL and code % CARDS_EACH == depth:
        return look(t, hand(t, seat), code // CARDS_EACH)
    return look(t, middle(t), depth)


# Imagining


def share_after(t: Table, seat: int, question: int, code: int, number: int) -> int:
    """A seat's share of the game after the round, given a choice in an imagined world in which all play steadily."""
    m = imagined(t, seat, number)
    answer(m, seat, question, code)
    while not m.s.round_over and not is_over(m):
        begin_turn(m)
        turn(m)
    return share_of_game(m, seat)


def share_of_game(m: Table, seat: int) -> int:
    """A seat's chance to win with the lives that all have: in proportion to their squares, as in Blitz (31)."""
    total = 0
    for other in range(seats(m)):
        total += losses_left(m, other) ** 2
    return WHOLE_GAME * losses_left(m, seat) ** 2 // max(total, 1)


def losses_left(m: Table, seat: int) -> int:
    """After how many losses of a life a player is out of the game: a player who swims or will swim has one more."""
    if not is_in(m, seat):
        return 0
    return int(m.s.lives[seat]) + (1 if options(m).swimming else 0)


keen = searching(steady, any_other(legal, CODES), share_after, IMAGININGS, AHEAD_BY)
keen.__doc__ = """The choice after which its lives stand best in imagined worlds, if the lead is clear."""


WORLD = random
LEVELS = {"simple": simple, "random": random, "steady": steady, "keen": keen}
IMAGINES = {"keen": "steady"}
PLANS: Plans = {}
LADDER = ("random", "simple", "steady", "keen")
