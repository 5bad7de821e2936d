"""Cards and tris: winning cards, and the tanks for three of them."""

import itertools

import numpy as np

from threedown.games.blitzwar.board import (
    KEEP,
    discard,
    hand,
    owner,
    states_of_map,
    stock,
)
from threedown.games.blitzwar.maps import ARM
from threedown.games.blitzwar.options import AT_ONCE, GROWING, TOURNAMENT
from threedown.table.hands import take_to_hand
from threedown.table.layout import Table
from threedown.table.verbs import announce, drop_out, held, in_play, look, options, pour, put_face_up, shuffle

TRADES = 20
"""The kind of the event that tells how many tanks a tris brought."""

MOST_IN_HAND = 16
"""The number of cards of a hand, the oldest first, that a trade may name (ruling BW-R20)."""
TRIPLES = np.array(list(itertools.combinations(range(MOST_IN_HAND), 3)), dtype=np.int64)

CANNON, INFANTRY, CAVALRY, JOKER = 0, 1, 2, 3
NO_TRIS = 0
TOURNAMENT_EQUAL, DIFFERENT, WITH_JOKER = 8, 10, 12
PER_OWN_STATE = 2
HAND_LIMIT = 5
"""With so many cards there is always a tris (ruling BW-R26): two jokers at most, and the others of three arms."""
GROWN = np.array([4, 6, 8, 10, 12, 15], dtype=np.int64)
"""Ruling BW-R24. The tanks for the first sets of a game where sets grow; each further one brings 5 more."""
MORE_EACH = 5


def arm(t: Table, card: int) -> int:
    """The arm on a card."""
    return JOKER if card >= states_of_map(t) else int(ARM[options(t).map, card])


def three_equal(t: Table, kind: int) -> int:
    """BW-040..042. The tanks for three cards of one arm."""
    if options(t).tris == TOURNAMENT:
        return TOURNAMENT_EQUAL
    return 4 + 2 * kind


def growing_value(traded: int) -> int:
    """BWH-02. The tanks for the next set, after so many have been traded in the game."""
    last = len(GROWN) - 1
    return int(GROWN[traded]) if traded <= last else int(GROWN[last]) + MORE_EACH * (traded - last)


def tris_value(t: Table, one: int, two: int, three: int) -> int:
    """The tanks for three cards now, without those for own states; NO_TRIS if they are none."""
    value = printed_value(t, one, two, three)
    if value != NO_TRIS and options(t).tris == GROWING:
        return growing_value(int(t.s.trades))
    return value


def printed_value(t: Table, one: int, two: int, three: int) -> int:
    """BW-040..044, BW-047. The tanks for three cards by the table of sets; NO_TRIS if they are none."""
    a, b, c = arm(t, one), arm(t, two), arm(t, three)
    jokers = (a == JOKER) + (b == JOKER) + (c == JOKER)
    if jokers == 1:
        return WITH_JOKER if a in (b, c) or b == c else NO_TRIS
    if a == b and b == c:
        return three_equal(t, a)
    return NO_TRIS if a in (b, c) or b == c else DIFFERENT


def own_state(t: Table, seat: int, card: int) -> int:
    """BW-045, BW-046. 2 if the state on a card is the seat's, else 0: a joker shows none."""
    return PER_OWN_STATE if card < states_of_map(t) and owner(t, card) == seat else 0


def card_of_triple(t: Table, seat: int, code: int, place: int) -> int:
    """One of the three cards that a trade names."""
    return look(t, hand(t, seat), int(TRIPLES[code, place]))


def value_of_triple(t: Table, seat: int, code: int) -> int:
    """The tanks for the three cards that a trade names, without those for own states; NO_TRIS if they are none."""
    return tris_value(
        t, card_of_triple(t, seat, code, 0), card_of_triple(t, seat, code, 1), card_of_triple(t, seat, code, 2)
    )


def brings(t: Table, seat: int, code: int) -> int:
    """All tanks that a trade brings; NO_TRIS if the three cards are none."""
    value = value_of_triple(t, seat, code)
    return NO_TRIS if value == NO_TRIS else value + for_own_states(t, seat, code)


def for_own_states(t: Table, seat: int, code: int) -> int:
    """BW-045, BW-046. The tanks that a trade brings for own states on its cards."""
    tanks = 0
    for place in range(3):
        tanks += own_state(t, seat, card_of_triple(t, seat, code, place))
    return tanks


def must_trade(t: Table, seat: int) -> bool:
    """BWH-04, BWH-05. True if a player has so many cards that they may not keep them."""
    limited = int(t.s.trading) or options(t).hand_limit == HAND_LIMIT
    return bool(limited) and held(t, hand(t, seat)) >= HAND_LIMIT


def may_trade(t: Table, seat: int, code: int) -> bool:
    """BW-039, BW-047. True if these three cards are in hand and a tris, or if all cards may be kept."""
    if code == KEEP:
        return not must_trade(t, seat)
    return int(TRIPLES[code, 2]) < held(t, hand(t, seat)) and brings(t, seat, code) != NO_TRIS


def trade(t: Table, seat: int, code: int) -> None:
    """BW-038, BW-045. The three cards are laid open, and their tanks are there to be placed."""
    own = for_own_states(t, seat, code)
    tanks = value_of_triple(t, seat, code) + own
    for place in range(2, -1, -1):
        put_face_up(t, seat, hand(t, seat), int(TRIPLES[code, place]), discard(t))
    t.s.parcel += tanks
    t.s.trades += 1
    announce(t, TRADES, seat, numbers=(tanks, own))


def draw_card(t: Table, seat: int) -> None:
    """BW-033..036. One card for a turn with a conquest; the traded cards are shuffled when the stock is empty."""
    if held(t, stock(t)) == 0 and held(t, discard(t)) > 0:
        pour(t, discard(t), stock(t))
        shuffle(t, stock(t))
    if held(t, stock(t)) > 0:
        take_to_hand(t, seat, stock(t), hand(t, seat))


def eliminate(t: Table, loser: int, conqueror: int) -> None:
    """BW-061, BWH-05. A player who has lost their last state is out, and the conqueror gets all their cards; they may
    have to trade at once."""
    t.s.eliminations += 1
    t.s.fell_to[loser] = conqueror + 1
    drop_out(t, loser)
    while held(t, hand(t, loser)) > 0:
        take_to_hand(t, conqueror, hand(t, loser), hand(t, conqueror))
    if options(t).taken_cards == AT_ONCE and held(t, hand(t, conqueror)) > HAND_LIMIT and in_play(t) > 1:
        t.s.trading = 1
