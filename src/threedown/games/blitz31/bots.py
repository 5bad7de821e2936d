"""Who decides in Blitz (31). A policy knows its own cards, the top discard, and what everybody has seen."""

from threedown.games.blitz31.hands import HALVES, discard, hand, points, value
from threedown.games.blitz31.rules import DISCARD, DRAW, FROM_DISCARD, FROM_STOCK, KNOCK, PLACES, legal
from threedown.table.chance import mixed
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import held, in_play, look

KNOCK_FROM = (0, 0, 26, 25, 25, 24, 24, 23, 23, 23, 23, 23, 23, 23, 23, 23, 23)
"""By the number of players left: the value at which ``simple`` knocks."""
LOWEST_THRESHOLD, HIGHEST_THRESHOLD = 15, 31
MOST_POINTS = 16


def random(t: Table, seat: int, question: int) -> int:
    """Any legal choice, all equally likely."""
    codes = 3 if question == DRAW else PLACES
    count = 0
    for code in range(codes):
        count += legal(t, seat, question, code)
    left = mixed(int(t.s.pilot[0]) ^ mixed(int(t.s.pilot[1]) + 1)) % count
    for code in range(codes):
        if legal(t, seat, question, code):
            if left == 0:
                return code
            left -= 1
    return 0


def simple(t: Table, seat: int, question: int) -> int:
    """Knocks from a fixed value on, takes the discard if it makes the hand better, keeps the best three cards."""
    return threshold(t, seat, question, KNOCK_FROM[in_play(t)])


def threshold(t: Table, seat: int, question: int, knock_from: int) -> int:
    """The player who knocks when the hand is worth ``knock_from`` or more."""
    if question == DISCARD:
        return best_discard(t, seat)
    now = value(t, seat)
    if now >= HALVES * knock_from and legal(t, seat, DRAW, KNOCK):
        return KNOCK
    if legal(t, seat, DRAW, FROM_DISCARD) and with_discard(t, seat) > now:
        return FROM_DISCARD
    for code in (FROM_STOCK, FROM_DISCARD, KNOCK):
        if legal(t, seat, DRAW, code):
            return code
    return KNOCK


def with_discard(t: Table, seat: int) -> int:
    """What the hand would be worth with the top discard instead of the card that is then worth least."""
    best, top = 0, look(t, discard(t))
    for place in range(held(t, hand(t, seat))):
        best = max(best, value(t, seat, place, top))
    return best


def best_discard(t: Table, seat: int) -> int:
    """The card without which the hand is worth most; of several the one of fewest points."""
    best, most = 0, NOBODY
    for place in range(PLACES):
        if legal(t, seat, DISCARD, place):
            worth = value(t, seat, place) * MOST_POINTS - points(look(t, hand(t, seat), place))
            if worth > most:
                best, most = place, worth
    return best


def varied(t: Table, seat: int, question: int) -> int:
    """As ``simple``, but it knocks from a value drawn anew each game: to measure which is best (docs/knock.md)."""
    return threshold(t, seat, question, drawn_threshold(int(t.s.pilot[0])))


def drawn_threshold(key: int) -> int:
    """The value from which ``varied`` knocks in a game with this key of the policies."""
    return LOWEST_THRESHOLD + mixed(key) % (HIGHEST_THRESHOLD - LOWEST_THRESHOLD + 1)


WORLD = random
LEVELS = {"simple": simple, "random": random, "varied": varied}
