"""Hands: cards in the order received, the first on top; each is known to its owner until it is laid open."""

from threedown.table.layout import BATCH, EVERYBODY_SEES, LAID_BY_BITS, NOBODY, PLACE, Table
from threedown.table.verbs import TAKEN, announce, put_on_top, put_under, take_out, take_top


def receive(t: Table, seat: int, source: int, hand: int, kind: int = TAKEN) -> None:
    """The top card of ``source`` goes into a seat's hand, the last received: the seat looks at it, and nobody else."""
    card = take_top(t, source) | (1 << (PLACE + seat)) | (1 << (BATCH + seat))
    put_under(t, hand, card)
    announce(t, kind, seat, card, source, hand)


def lay_open(t: Table, kind: int, seat: int, source: int, depth: int, target: int, detail: int = NOBODY) -> None:
    """The card ``depth`` below the top of ``source`` goes face up onto ``target``: everybody knows it."""
    card = (take_out(t, source, depth) & ~LAID_BY_BITS) | EVERYBODY_SEES
    put_on_top(t, target, card)
    announce(t, kind, seat, card, source, target, detail)
