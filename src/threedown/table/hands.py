"""Hands: cards that a seat holds in the order received and that only this seat knows.

A card that others know already, because it came from an open pile, stays known to them while it is in the hand.
``put_face_up`` (threedown.table.verbs) plays a card from it.
"""

from threedown.cards import NUMBER
from threedown.table.layout import BATCH, EVERYBODY_SEES, NOBODY, PLACE, Table
from threedown.table.sight import knows_here
from threedown.table.verbs import (
    DEALT,
    POURED,
    TAKEN,
    announce,
    held,
    look,
    put_under,
    shuffle,
    take_out,
    take_top,
)

FACE_BITS, PACKED = 6, 8
"""The bits for a card of one pack, and the number of cards that fit into one int64."""


def pack_cards(t: Table, pile: int) -> int:
    """The cards of a pile, top first, packed into one number; at most the first ``PACKED``."""
    packed = 0
    for depth in range(min(held(t, pile), PACKED) - 1, -1, -1):
        packed = (packed << FACE_BITS) | (look(t, pile, depth) + 1)
    return packed


def packed_cards(packed: int) -> list[int]:
    """Unpack a number from :func:`pack_cards`.

    >>> packed_cards(0), packed_cards(1 | 52 << FACE_BITS)
    ([], [0, 51])
    """
    cards = []
    while packed:
        cards.append((packed & ((1 << FACE_BITS) - 1)) - 1)
        packed >>= FACE_BITS
    return cards


def hand(t: Table, seat: int) -> int:
    """The pile with a player's cards, in the order received. In games with hands these are the first piles."""
    return seat


def stock(t: Table) -> int:
    """The draw pile. In games with draws and discards it is the last pile but one."""
    return int(t.s.cards.shape[0]) - 2


def discard(t: Table) -> int:
    """The discard pile, a game's last pile."""
    return int(t.s.cards.shape[0]) - 1


def refill_but_top(t: Table) -> None:
    """Shuffles all discards except the top one and puts them under the stock."""
    while held(t, discard(t)) > 1:
        put_under(t, stock(t), take_out(t, discard(t), 1))
    shuffle(t, stock(t))


def deal_to_hand(t: Table, seat: int, source: int, target: int) -> None:
    """The top card of ``source`` is dealt to a hand, and its seat looks at it."""
    into_hand(t, DEALT, seat, source, target)


def take_to_hand(t: Table, seat: int, source: int, target: int) -> int:
    """A seat takes the top card of ``source`` into its hand; seats that knew it still know it. Returns its number."""
    return into_hand(t, TAKEN, seat, source, target)


def into_hand(t: Table, kind: int, seat: int, source: int, target: int) -> int:
    card = take_top(t, source) | (1 << (PLACE + seat)) | (1 << (BATCH + seat))
    put_under(t, target, card)
    announce(t, kind, seat, card, source, target)
    return card & NUMBER


def exchange(t: Table, seat: int, own: int, place: int, row: int, depth: int, kind: int) -> None:
    """A seat puts a card of its hand in the place of an open one, which goes into the hand: everybody knows both.

    The event of this ``kind`` carries the card that is taken, packed.
    """
    given = take_out(t, own, place) | EVERYBODY_SEES
    put_in(t, row, depth, given)
    announce(t, kind, seat, given, own, row, (look(t, row, depth + 1) + 1,))
    taken = take_out(t, row, depth + 1) | (1 << (BATCH + seat))
    put_under(t, own, taken)
    announce(t, TAKEN, seat, taken, row, own)


def put_in(t: Table, pile: int, depth: int, card: int) -> None:
    """Puts a card so that it lies ``depth`` below the top of a pile."""
    s = t.s
    mask = s.cards.shape[1] - 1
    top = int(s.top[pile]) - 1
    s.top[pile] = top
    for place in range(top, top + depth):
        s.cards[pile, place & mask] = s.cards[pile, (place + 1) & mask]
    s.cards[pile, (top + depth) & mask] = card


def knows(t: Table, seat: int, pile: int, depth: int) -> bool:
    """True if a seat knows the card that lies ``depth`` cards below the top of a pile."""
    place = (int(t.s.top[pile]) + depth) & (t.s.cards.shape[1] - 1)
    return knows_here(int(t.s.cards[pile, place]), seat)


def gather(t: Table, source: int, target: int) -> None:
    """Puts all cards of ``source`` under ``target`` and erases all knowledge of them.

    For a whole pack that is collected to be shuffled: everybody knows the same about each of its cards.
    """
    while held(t, source) > 0:
        put_under(t, target, take_top(t, source) & NUMBER)
    announce(t, POURED, NOBODY, NOBODY, source, target)
