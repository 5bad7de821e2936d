"""The bots of Stealing Bundles. A policy knows its hand, the table, and every card that was captured in the open."""

from threedown.games.declare import Plans
from threedown.games.search import NO_MORE, WHOLE_GAME, searching
from threedown.games.stealing_bundles.piles import OF_A_RANK, bundle, equals_in, played, stock, table, value
from threedown.games.stealing_bundles.rules import (
    BURY,
    FACES,
    PICK,
    SUM,
    SWEEP,
    TAKE,
    TRAIL,
    WAYS,
    answer,
    legal,
    turn,
)
from threedown.table.chance import drawn
from threedown.table.hands import hand
from threedown.table.imagine import imagined
from threedown.table.layout import Table
from threedown.table.verbs import begin_turn, held, is_over, look, seats

IMAGININGS, AHEAD_BY = 256, 2
"""The parameters of ``keen``: imagined worlds for each choice, and the lead in half standard errors that another choice
needs.
"""
CARD = 100
"""The worth of one card in a bundle, for the sums of ``sensible``."""
LEAD = 40
"""The lead in cards that counts as a certain win in the sums of ``keen``."""


def choice_at(t: Table, seat: int, question: int, place: int) -> int:
    """The legal choices, one by one from place 0 on, until NO_MORE: by the cards of the hand, or of the sum.

    A hand has few cards and the pack many, so this is much faster than trying all codes.
    """
    if question == PICK:
        for depth in range(held(t, table(t))):
            card = look(t, table(t), depth)
            if legal(t, seat, question, card):
                if place == 0:
                    return card
                place -= 1
        return NO_MORE
    for depth in range(held(t, hand(t, seat))):
        for way in range(WAYS):
            code = way * FACES + look(t, hand(t, seat), depth)
            if legal(t, seat, question, code):
                if place == 0:
                    return code
                place -= 1
    return NO_MORE


def random(t: Table, seat: int, question: int) -> int:
    """Any legal choice, all equally likely."""
    count = 0
    while choice_at(t, seat, question, count) != NO_MORE:
        count += 1
    return choice_at(t, seat, question, drawn(t, count))


def greedy(t: Table, seat: int, question: int) -> int:
    """Plays the card that brings most cards now; of several the first."""
    return most_valued(t, seat, question, False)


def sensible(t: Table, seat: int, question: int) -> int:
    """Weighs the cards that a play brings against what the others could then steal, by the cards not seen yet."""
    return most_valued(t, seat, question, True)


def most_valued(t: Table, seat: int, question: int, careful: bool) -> int:
    """The best play of the hand by its gain, less its risk if ``careful``; the smallest card of a sum."""
    if question == PICK:
        return smallest_pick(t, seat)
    best, most, found = 0, 0, False
    for depth in range(held(t, hand(t, seat))):
        card = look(t, hand(t, seat), depth)
        for way in range(WAYS):
            if legal(t, seat, question, way * FACES + card):
                worth = CARD * gain(t, seat, card, way)
                if careful:
                    worth -= risk(t, seat, card, way)
                if not found or worth > most:
                    best, most, found = way * FACES + card, worth, True
    return best


def smallest_pick(t: Table, seat: int) -> int:
    """The smallest card that may be picked: small cards make more of a sum."""
    best, least = 0, FACES
    for depth in range(held(t, table(t))):
        card = look(t, table(t), depth)
        if value(t, card) < least and legal(t, seat, PICK, card):
            best, least = card, value(t, card)
    return best


def gain(t: Table, seat: int, card: int, way: int) -> int:
    """The cards that a play brings; a stolen bundle counts twice, because its owner loses it."""
    if way == TRAIL:
        return 0
    if way == TAKE:
        return 1 + equals_in(t, table(t), card)
    if way == SUM:
        return 3
    if way == SWEEP:
        return 1 + held(t, table(t))
    return 1 if way == BURY else 1 + 2 * held(t, bundle(t, way))


def risk(t: Table, seat: int, card: int, way: int) -> int:
    """The loss to be expected before the next turn: the bundle by its new top, and a card that is left on the table."""
    mine = held(t, bundle(t, seat))
    if way != TRAIL:
        return danger(t, seat, card) * 2 * (mine + gain(t, seat, card, way))
    lost = danger(t, seat, card) * 2
    if mine > 0:
        lost += danger(t, seat, look(t, bundle(t, seat))) * 2 * mine
    return lost


def danger(t: Table, seat: int, card: int) -> int:
    """The chance, in hundredths, that another player holds a card of a rank: judged by the cards not yet seen."""
    hidden = OF_A_RANK - equals_in(t, hand(t, seat), card) - equals_in(t, table(t), card)
    hidden -= equals_in(t, played(t), card)
    unseen = held(t, stock(t))
    theirs = 0
    for other in range(seats(t)):
        hidden -= equals_in(t, bundle(t, other), card)
        if other != seat:
            theirs += held(t, hand(t, other))
    unseen += theirs
    return min(CARD * max(hidden, 0) * theirs // unseen, CARD) if unseen > 0 else 0


def lead(t: Table, seat: int, question: int, code: int, number: int) -> int:
    """The worth of a choice in an imagined world that is played to its end: the lead over the best of the others."""
    m = imagined(t, seat, number)
    answer(m, seat, question, code)
    while not is_over(m):
        begin_turn(m)
        turn(m)
    best = 0
    for other in range(seats(m)):
        if other != seat:
            best = max(best, held(m, bundle(m, other)))
    ahead = held(m, bundle(m, seat)) - best
    worth = WHOLE_GAME // 4 * (min(max(ahead, -LEAD), LEAD) + LEAD) // (2 * LEAD)
    return worth + WHOLE_GAME * 3 // 8 * ((ahead > 0) + (ahead >= 0))


keen = searching(sensible, choice_at, lead, IMAGININGS, AHEAD_BY)
keen.__doc__ = """The sensible choice, or one that leads to more cards in imagined games played to their end."""


WORLD = random
LEVELS = {"sensible": sensible, "greedy": greedy, "random": random, "keen": keen}
IMAGINES = {"keen": "sensible"}
PLANS: Plans = {}
LADDER = ("random", "greedy", "sensible", "keen")
