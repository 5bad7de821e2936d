"""Hands: cards that a seat holds in the order received, and that it alone knows.

A card that others know already, because it came from an open pile, stays known to them while it lies in the hand.
``put_face_up`` (threedown.table.verbs) lets go of one.
"""

from threedown.cards import NUMBER
from threedown.table.layout import BATCH, NOBODY, PLACE, Table
from threedown.table.sight import knows_here
from threedown.table.verbs import DEALT, POURED, TAKEN, announce, held, put_under, take_top


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
