"""Sight: the notes on the cards decide, by allow-list, which cards a seat may see.

A seat knows a card *here* if its place bit is set. It knows a card *of a batch* if its batch bit is set and the batch
is whole for it: no card has left the batch unseen. The table state notes batches that aren't whole in ``broken``; it
remembers the last 128, and in our games there are fewer shuffles than that between two shuffles of the same card. A
seat can only guess the rest: :func:`unknown_groups` gives the cards that could be exchanged without the seat noticing.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from threedown.cards import NUMBER
from threedown.table.layout import (
    BATCH,
    BATCH_NUMBER,
    BATCH_NUMBERS,
    BATCHES,
    BATCHES_REMEMBERED,
    MOST_SEATS,
    PLACE,
    PLACES,
    TableState,
    place_of,
    repeated,
)

Spot = tuple[int, int]
"""A pile, and an index into its ring."""

UNKNOWN_BATCH = -1
NUMBER_BITS, BATCH_BITS = NUMBER.bit_length(), BATCH_NUMBERS.bit_length()
_COUNT = np.arange((MOST_SEATS + 1) * (NUMBER + 1))
"""0, 1, 2 …, for at least as many places as all viewers together may not know."""


def spots_of(table_state: TableState, pile: int) -> list[Spot]:
    """The places of a pile's cards, top first."""
    ring = table_state.cards.shape[1]
    return [(pile, place % ring) for place in range(int(table_state.top[pile]), int(table_state.end[pile]))]


def spots(table_state: TableState) -> list[Spot]:
    """The places of the cards, pile by pile, top first."""
    return [spot for pile in range(table_state.cards.shape[0]) for spot in spots_of(table_state, pile)]


def cards_in(table_state: TableState, pile: int, most: int | None = None) -> list[int]:
    """The cards of a pile (or the ``most`` topmost) with all that the table notes about them, top first."""
    row, top = table_state.cards[pile], table_state.top.item(pile)
    count = table_state.end.item(pile) - top
    first, ring = top % len(row), len(row)
    last = first + (count if most is None else min(most, count))
    cards: list[int] = row[first:last].tolist()
    return cards if last <= ring else cards + row[: last - ring].tolist()


def knows_here(card: int, seat: int) -> bool:
    """True if a seat knows that this card lies here."""
    return bool((card >> (PLACE + seat)) & 1)


def known_batch(table_state: TableState, card: int, seat: int) -> int:
    """The batch that a seat knows this card to be in, or UNKNOWN_BATCH."""
    batch = (card >> BATCH_NUMBER) & BATCH_NUMBERS
    broken = (int(table_state.broken[batch & (BATCHES_REMEMBERED - 1)]) >> (PLACE + seat)) & 1
    return batch if (card >> (BATCH + seat)) & 1 and not broken else UNKNOWN_BATCH


def unknown_groups(table_state: TableState, seat: int) -> list[list[Spot]]:
    """The cards that a seat cannot tell apart, in groups: one for each batch, and one for the cards it knows nothing
    about.
    """
    groups: dict[int, list[Spot]] = {}
    for spot in spots(table_state):
        card = int(table_state.cards[spot])
        if not knows_here(card, seat):
            groups.setdefault(known_batch(table_state, card, seat), []).append(spot)
    return list(groups.values())


def resampled(table_state: TableState, seat: int, shuffled: Callable[[Sequence[int]], Sequence[int]]) -> dict[int, int]:
    """A possible table as far as a seat knows: card number -> the number that takes its place.

    ``shuffled`` returns its argument in random order. Cards that the seat knows stay the same.
    """
    exchange: dict[int, int] = {}
    for group in unknown_groups(table_state, seat):
        numbers = [int(table_state.cards[spot]) & NUMBER for spot in group]
        exchange.update(zip(numbers, shuffled(numbers), strict=True))
    return exchange


def indistinguishable(
    table_state: TableState, seat: int, shuffled: Callable[[Sequence[int]], Sequence[int]]
) -> TableState:
    """A table that looks the same to a seat: any place of a batch may hold any of the batch's cards.

    Notes about places stay; knowledge of a card's batch goes with the card. ``shuffled`` returns its argument in random
    order.
    """
    copy = relabelled(table_state, resampled(table_state, seat, shuffled))
    moves = NUMBER | 1 << (BATCH + seat)
    batches: dict[int, list[Spot]] = {}
    for spot in spots(copy):
        card = int(copy.cards[spot])
        if not knows_here(card, seat):
            batches.setdefault((card >> BATCH_NUMBER) & BATCH_NUMBERS, []).append(spot)
    for batch in batches.values():
        lying = shuffled([int(copy.cards[spot]) & moves for spot in batch])
        for spot, card in zip(batch, lying, strict=True):
            copy.cards[spot] = (int(copy.cards[spot]) & ~moves) | card
    return copy


def relabelled(table_state: TableState, exchange: dict[int, int]) -> TableState:
    """A copy of a table state in which every card number has been exchanged; notes about places stay."""
    copy = table_state.copy()
    for spot in spots(copy):
        card = int(copy.cards[spot])
        copy.cards[spot] = (card & ~NUMBER) | exchange.get(card & NUMBER, card & NUMBER)
    return copy


def named_cards(table_state: TableState, pile: int, seats: Iterable[int], most: int | None = None) -> list[int | None]:
    """The numbers of a pile's cards (or of the ``most`` topmost), top first, with None for each card that not all of
    ``seats`` know.
    """
    all_know = sum([1 << (PLACE + seat) for seat in seats])
    return [card & NUMBER if card & all_know == all_know else None for card in cards_in(table_state, pile, most)]


class Viewer(NamedTuple):
    """A seat, or several that look together; a spectator knows what all seats know."""

    all_know: int
    """The place bits of the seats."""
    hands: Sequence[int]
    """The piles that are hands of others: they are sorted, so that their order tells nothing."""

    @classmethod
    def of(cls, seats: Iterable[int], hands: Sequence[int]) -> "Viewer":
        """Return the seats ``seats`` as one viewer."""
        return cls(sum(1 << (PLACE + seat) for seat in seats), hands)


def redacted(table_state: TableState, viewers: Sequence[Viewer]) -> list[TableState]:
    """For each viewer, a copy of a table state without any card or future chance that not all of their eyes may know.

    The place of a card that they do not know holds the lowest card that could be there as far as they know, so that all
    tables that look the same to them have the same copy; rules may be asked about it, and a policy can imagine from it.

    The array operations are those of one viewer, over the unknown cards of all of them. So that no card of one viewer's
    copy comes from another's, the viewer is a part of a batch's number.
    """
    tables, copies = repeated(table_state, len(viewers))
    for field, empty in (("chance", 0), ("past", 0), ("past_held", -1)):
        tables[:, place_of(table_state, field)] = empty
    hands = {pile: cards_in(table_state, pile) for pile in {pile for viewer in viewers for pile in viewer.hands}}
    for table, viewer in zip(tables, viewers, strict=True):
        for pile in viewer.hands:
            _put_in_order(table, table_state, pile, hands[pile], viewer.all_know)
    where = places(table_state)
    cards = tables[:, where]  # the cards are the first words of a table state
    knowing = np.array([viewer.all_know for viewer in viewers])
    whose, which = ((cards & knowing[:, None]) != knowing[:, None]).nonzero()  # the unknown cards
    cards, knowing = cards[whose, which], knowing[whose]
    batches = (cards >> BATCH_NUMBER) & BATCH_NUMBERS
    broken = table_state.broken[batches & (BATCHES_REMEMBERED - 1)]
    known = ((cards >> (BATCH - PLACE)) & knowing == knowing) & (broken & knowing == 0)
    noted = (cards & ~(NUMBER | BATCHES)) | ((cards & PLACES) << (BATCH - PLACE))
    lowest, is_member = _lowest(cards & NUMBER, batches | whose << BATCH_BITS, known)
    tables[whose, where[which]] = noted | lowest | np.where(is_member, knowing << (BATCH - PLACE), 0)
    return copies


def lie_alike(one: TableState, other: TableState) -> bool:
    """True if the cards of two tables of one setting lie in the same places with the same notes, also redacted."""
    end = place_of(one, "end").stop  # the cards and all that is noted about them are the first words
    alike: bool = one.words[:end].tobytes() == other.words[:end].tobytes()
    return alike


def with_cards_of(table_state: TableState, tables: Sequence[TableState]) -> list[TableState]:
    """Return what :func:`redacted` returns, given what it returned for the same viewers of a table whose cards
    :func:`lie_alike`."""
    rows, copies = repeated(table_state, len(tables))
    chance, end = place_of(table_state, "chance"), place_of(table_state, "end").stop
    rows[:, chance] = 0
    for row, table in zip(rows, tables, strict=True):
        row[:end] = table.words[:end]
    rows[:, place_of(table_state, "past_held")] = -1
    return copies


def _lowest(numbers: Any, batches: Any, known: Any) -> tuple[Any, Any]:
    """The lowest numbers that could lie at some places, batch by batch: first those known to be of the batch, then any
    of the viewer's others; and for each place, True if its number is one of those known.

    All arguments are arrays with an entry for each place; ``known`` holds bools, and the high bits of a batch are the
    viewer.
    """
    members = np.sort(batches[known] << NUMBER_BITS | numbers[known])
    of = members >> NUMBER_BITS
    others = np.sort(batches[~known] >> BATCH_BITS << NUMBER_BITS | numbers[~known])
    by_batch = batches.argsort(kind="stable")
    batch = batches[by_batch]
    members_of_it = of.searchsorted(batch, "right") - of.searchsorted(batch)
    takes_member = _COUNT[: len(batch)] - batch.searchsorted(batch) < members_of_it
    lowest, is_member = np.empty_like(numbers), np.empty_like(known)
    is_member[by_batch] = takes_member
    lowest[by_batch[takes_member]] = members & NUMBER
    lowest[by_batch[~takes_member]] = others & NUMBER
    return lowest, is_member


def numbers_of_all(table_state: TableState) -> Any:
    """The numbers of all cards on a table, sorted: an int64 array."""
    ring = table_state.cards.shape[1]
    top = table_state.top[:, None]
    is_there = ((_COUNT[:ring] - top) & (ring - 1)) < table_state.end[:, None] - top
    numbers = table_state.cards[is_there] & NUMBER
    numbers.sort()
    return numbers


def places(table_state: TableState) -> Any:
    """The places of cards, pile by pile, top first, counted through the rings: an int64 array."""
    piles, ring = table_state.cards.shape
    depth, top = _COUNT[:ring], table_state.top[:, None]
    there = ((top + depth) & (ring - 1)) + ring * _COUNT[:piles, None]
    return there[depth < table_state.end[:, None] - top]


def _put_in_order(table: Any, table_state: TableState, pile: int, lying: list[int], all_know: int) -> None:
    """Sorts a pile of a copy, given as its words, in which the cards ``lying`` lie: first the cards that all know, then
    the others by the notes about their places."""

    def by_what_is_known(card: int) -> int:
        return (card & NUMBER) - NUMBER - 1 if card & all_know == all_know else card & ~(NUMBER | BATCHES)

    ordered = sorted(lying, key=by_what_is_known)
    if ordered != lying:
        ring, first = table_state.cards.shape[1], int(table_state.top[pile])
        for place, card in enumerate(ordered, first):
            table[ring * pile + place % ring] = card
