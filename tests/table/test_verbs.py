"""The verbs that move whole piles, and the deal: where each card lies afterwards."""

from collections.abc import Callable

import pytest
from support.tables import war

from threedown.cards import NUMBER, parse_card, show_card
from threedown.table import packets, verbs
from threedown.table.layout import LAID_BY, LAID_BY_BITS, Table
from threedown.table.sight import cards_in
from threedown.table.wars import lowest_of


class Quiet:
    """A table without spectators: announcements go nowhere."""

    def announce(self, *event: object) -> None:
        pass


def table(seats: int = 2) -> Table:
    """A table of War on which nothing lies."""
    setting = war(seats=seats)
    return Table(setting.new_table_state(), setting.option_codes, Quiet())


def put(t: Table, pile: int, cards: str) -> None:
    """Lay cards under a pile, top first, as if seat 1 had laid them."""
    for name in cards.split():
        verbs.put_under(t, pile, parse_card(name) | 1 << LAID_BY)


def shown(t: Table, pile: int) -> str:
    return " ".join(show_card(card & NUMBER) for card in cards_in(t.s, pile))


@pytest.mark.parametrize(
    ("verb", "expected"),
    [
        (verbs.pour, "2C 3C 7H 8H 9H"),  # turned over: 7H was laid first and is drawn first
        (verbs.tuck, "2C 3C 9H 8H 7H"),  # as it lies: 9H was laid last and is drawn first
        (verbs.stack, "9H 8H 7H 2C 3C"),  # on top, as it lies
    ],
)
def test_a_pile_goes_under_or_onto_another(verb: Callable[[Table, int, int], None], expected: str) -> None:
    """The pile was laid 7H, 8H, 9H: its top is 9H. The packet has been drawn from before, so its ring is not at 0."""
    t = table()
    deck, pot = packets.deck(t, 0), packets.pot(t)
    put(t, deck, "KS 2C 3C")
    verbs.take_top(t, deck)
    put(t, pot, "9H 8H 7H")
    verb(t, pot, deck)
    assert shown(t, deck) == expected
    assert shown(t, pot) == ""
    laid = {parse_card(name) for name in ("7H", "8H", "9H")}
    noted = [card for card in cards_in(t.s, deck) if card & NUMBER in laid and card & LAID_BY_BITS]
    assert not noted, "the seat that laid a card is forgotten"


@pytest.mark.parametrize(
    ("seats", "cards", "dealer", "hands"),
    [
        (2, "2C 3C 4C 5C", 1, ["4C 2C", "5C 3C"]),
        (3, "2C 3C 4C 5C 6C", 2, ["5C 2C", "6C 3C", "4C"]),
        (3, "2C 3C 4C 5C", 0, ["4C", "5C 2C", "3C"]),
        (3, "2C", 1, ["", "", "2C"]),
    ],
)
def test_cards_are_dealt_from_the_dealers_left(seats: int, cards: str, dealer: int, hands: list[str]) -> None:
    """A card dealt later lies on top. Where the cards do not divide evenly, the first seats have one more."""
    t = table(seats)
    put(t, packets.stock(t), cards)
    packets.deal_out(t, dealer, len(cards.split()))
    assert [shown(t, packets.deck(t, seat)) for seat in range(seats)] == hands
    assert shown(t, packets.stock(t)) == ""


def test_a_part_of_the_stock_can_be_dealt() -> None:
    t = table(3)
    put(t, packets.stock(t), "2C 3C 4C 5C")
    packets.deal_out(t, 2, 3)
    assert [shown(t, packets.deck(t, seat)) for seat in range(3)] == ["2C", "3C", "4C"]
    assert shown(t, packets.stock(t)) == "5C"


@pytest.mark.parametrize("bit", range(32))
def test_the_lowest_bit_is_found_whatever_lies_above_it(bit: int) -> None:
    all_above = (1 << 32) - (1 << bit)
    assert [lowest_of(bits) for bits in (1 << bit, 1 << bit | 1 << 31, all_above)] == [bit] * 3
