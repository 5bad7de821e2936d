"""Verbs for cards that change hands without a capture: rows, groups, whole decks."""

from threedown.cards import NUMBER
from threedown.table.layout import EVERYBODY_SEES, LAID_BY, LAID_BY_BITS, NOBODY, Table
from threedown.table.verbs import MOVED, POURED, SHOWN, announce, held, put_on_top, put_under, take_out, take_top


def turn_over(t: Table, seat: int, pile: int, depth: int) -> int:
    """A seat turns up the card ``depth`` below the top of a pile, where it lies. Returns its number."""
    s = t.s
    place = (int(s.top[pile]) + depth) & (s.cards.shape[1] - 1)
    card = int(s.cards[pile, place]) | EVERYBODY_SEES
    s.cards[pile, place] = card
    announce(t, SHOWN, seat, card, pile, pile)
    return card & NUMBER


def lay_open(t: Table, seat: int, source: int, depth: int, target: int) -> None:
    """The card ``depth`` below the top of ``source`` is laid face up onto ``target`` by a seat."""
    card = (take_out(t, source, depth) & ~LAID_BY_BITS) | EVERYBODY_SEES | (seat << LAID_BY)
    put_on_top(t, target, card)
    announce(t, MOVED, seat, card, source, target)


def lay_on(t: Table, seat: int, source: int, target: int, count: int) -> None:
    """The top ``count`` cards of ``source`` go onto ``target`` in the same order, as laid by a seat."""
    s = t.s
    mask = s.cards.shape[1] - 1
    for depth in range(count - 1, -1, -1):
        card = int(s.cards[source, (int(s.top[source]) + depth) & mask])
        put_on_top(t, target, (card & ~LAID_BY_BITS) | (seat << LAID_BY))
    s.top[source] += count
    announce(t, POURED, seat, NOBODY, source, target)


def lay_under(t: Table, source: int, target: int, count: int) -> None:
    """The top ``count`` cards of ``source`` go under ``target``; the one laid first is the first to be drawn again."""
    s = t.s
    mask = s.cards.shape[1] - 1
    for depth in range(count - 1, -1, -1):
        card = int(s.cards[source, (int(s.top[source]) + depth) & mask])
        put_under(t, target, card & ~LAID_BY_BITS)
    s.top[source] += count
    announce(t, POURED, NOBODY, NOBODY, source, target)


def slip_under(t: Table, seat: int, source: int, depth: int, target: int) -> None:
    """A seat puts the card ``depth`` below the top of ``source`` under ``target``, as it lies."""
    card = take_out(t, source, depth) & ~LAID_BY_BITS
    put_under(t, target, card)
    announce(t, MOVED, seat, card, source, target)


def find(t: Table, pile: int, card: int) -> int:
    """The depth of a card in a pile, NOBODY if it is not there."""
    s = t.s
    mask = s.cards.shape[1] - 1
    for depth in range(held(t, pile)):
        if int(s.cards[pile, (int(s.top[pile]) + depth) & mask]) & NUMBER == card:
            return depth
    return NOBODY


def swap(t: Table, pile: int, other: int) -> None:
    """Two piles change places, as they lie."""
    few, many = (pile, other) if held(t, pile) <= held(t, other) else (other, pile)
    shorter, longer = held(t, few), held(t, many)
    for _ in range(shorter):
        put_under(t, many, take_top(t, few))
    for _ in range(longer):
        put_under(t, few, take_top(t, many))
    announce(t, POURED, NOBODY, NOBODY, pile, other)


def bury(t: Table, source: int, target: int, depth: int) -> None:
    """Buries the top card of ``source`` in ``target``, with ``depth`` cards above it; its place becomes unknown."""
    s = t.s
    card = take_top(t, source) & NUMBER
    put_under(t, target, card)
    mask = s.cards.shape[1] - 1
    for place in range(held(t, target) - 1, depth, -1):
        here, above = (int(s.top[target]) + place) & mask, (int(s.top[target]) + place - 1) & mask
        s.cards[target, here] = s.cards[target, above]
        s.cards[target, above] = card
    announce(t, MOVED, NOBODY, card, source, target)
