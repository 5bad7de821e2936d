"""Hands: cards that a seat holds in the order received, and that it alone knows.

A card that others know already, because it came from an open pile, stays known to them while it lies in the hand.
``put_face_up`` (threedown.table.verbs) lets go of one.
"""

from threedown.cards import NUMBER
from threedown.table.layout import BATCH, NOBODY, PLACE, Table
from threedown.table.sight import knows_here
from threedown.table.verbs import DEALT, POURED, TAKEN, announce, held, look, put_under, shuffle, take_out, take_top

FACE_BITS, PACKED = 6, 8
"""So many bits has a card of one pack, and so many cards go into one number."""


def pack_cards(t: Table, pile: int) -> int:
    """The cards of a pile, top first, in one number: of more than ``PACKED`` only so many."""
    packed = 0
    for depth in range(min(held(t, pile), PACKED) - 1, -1, -1):
        packed = (packed << FACE_BITS) | (look(t, pile, depth) + 1)
    return packed


def packed_cards(packed: int) -> list[int]:
    """What :func:`pack_cards` has packed.

    >>> packed_cards(0), packed_cards(1 | 52 << FACE_BITS)
    ([], [0, 51])
    """
    cards = []
    while packed:
        cards.append((packed & ((1 << FACE_BITS) - 1)) - 1)
        packed >>= FACE_BITS
    return cards


def hand(t: Table, seat: int) -> int:
    """The cards of a player, in the order received: where each has a hand, hands are a game's first piles."""
    return seat


def stock(t: Table) -> int:
    """The draw pile: where cards are drawn and discarded, the last pile but one."""
    return int(t.s.cards.shape[0]) - 2


def discard(t: Table) -> int:
    """The discard pile, a game's last pile."""
    return int(t.s.cards.shape[0]) - 1


def refill_but_top(t: Table) -> None:
    """All discards but the top one, which stays, are shuffled and go under the stock."""
    while held(t, discard(t)) > 1:
        put_under(t, stock(t), take_out(t, discard(t), 1))
    shuffle(t, stock(t))


def deal_to_hand(t: Table, seat: int, source: int, target: int) -> None:
    """The top card of ``source`` is dealt to a hand: its seat looks at it."""
    into_hand(t, DEALT, seat, source, target)


def take_to_hand(t: Table, seat: int, source: int, target: int) -> int:
    """A seat takes the top card of ``source`` into its hand: whoever knew it still does. Returns its number."""
    return into_hand(t, TAKEN, seat, source, target)


def into_hand(t: Table, kind: int, seat: int, source: int, target: int) -> int:
    card = take_top(t, source) | (1 << (PLACE + seat)) | (1 << (BATCH + seat))
    put_under(t, target, card)
    announce(t, kind, seat, card, source, target)
    return card & NUMBER


def knows(t: Table, seat: int, pile: int, depth: int) -> bool:
    """Whether a seat knows the card that lies ``depth`` cards below the top of a pile."""
    place = (int(t.s.top[pile]) + depth) & (t.s.cards.shape[1] - 1)
    return knows_here(int(t.s.cards[pile, place]), seat)


def gather(t: Table, source: int, target: int) -> None:
    """All cards of ``source`` go under ``target``, and nothing is known of them any more.

    For a whole pack that is put together to be shuffled: of each of its cards everybody knows the same.
    """
    while held(t, source) > 0:
        put_under(t, target, take_top(t, source) & NUMBER)
    announce(t, POURED, NOBODY, NOBODY, source, target)
