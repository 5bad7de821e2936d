"""Cards: every face has one number and one name, and other text is refused with a suggestion."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from threedown.cards import (
    NUMBER,
    CardError,
    height,
    pack,
    parse_card,
    playing_cards,
    show_card,
    show_cards,
    suit,
)


def test_a_pack_has_every_card_once() -> None:
    names = show_cards(pack(52)).split()
    assert names == [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
    assert show_cards(pack(53)).split() == [*names, "JK1"]
    assert show_cards(pack(54)).split() == [*names, "JK1", "JK2"]
    assert show_cards(pack(36)).split() == names[16:]
    assert show_cards(pack(32)).split() == names[20:]


def test_heights_and_suits() -> None:
    heights = [height(parse_card(name)) for name in ["2C", "9D", "TH", "JS", "QC", "KD", "AH", "JK1", "JK2"]]
    assert heights == [2, 9, 10, 11, 12, 13, 14, 15, 15]
    assert [suit(parse_card(name)) for name in ["7C", "7D", "7H", "7S"]] == [0, 1, 2, 3]


def test_a_shoe_keeps_its_packs_apart() -> None:
    shoe = pack(52, 8)
    assert len(set(shoe)) == 416
    assert all(card == card & NUMBER for card in shoe)
    assert [show_card(card) for card in shoe[52:104]] == [show_card(card) for card in pack(52)]
    assert [height(card) for card in shoe[-52:]] == [height(card) for card in pack(52)]


@pytest.mark.parametrize("size", [0, 31, 55, 104])
def test_no_other_packs(size: int) -> None:
    with pytest.raises(CardError, match=f"32, 36, 52, 53 or 54 cards, not {size}"):
        pack(size)


@pytest.mark.parametrize("packs", [0, 9])
def test_no_other_shoes(packs: int) -> None:
    with pytest.raises(CardError, match=f"1 to 8 packs, not {packs}"):
        pack(52, packs)


@given(st.sampled_from(pack(54)), st.integers(0, (1 << 54) - 1))
def test_a_name_reads_back_whatever_the_table_notes(card: int, notes: int) -> None:
    noted = card | notes << 9
    assert parse_card(show_card(noted)) == card
    assert height(noted) == height(card)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("11H", "write rank and suit as in 7H"),
        ("10H", "a ten is T: TH"),
        ("10h", "a ten is T: TH"),
        ("7h", "did you mean 7H"),
        ("jk1", "did you mean JK1"),
        ("H7", "write rank and suit"),
        ("", "write rank and suit"),
        ("7", "write rank and suit"),
        ("JK3", "JK1, JK2"),
        ("1S", "write rank and suit"),
        ("7♥", "write rank and suit"),
    ],
)
def test_a_wrong_card_name_is_refused(text: str, hint: str) -> None:
    with pytest.raises(CardError) as error:
        parse_card(text)
    assert repr(text) in str(error.value)
    assert hint in str(error.value)


def test_a_card_twice_is_refused() -> None:
    with pytest.raises(CardError, match="7H is there twice, and there is only one in the pack"):
        playing_cards(52).parse("7H 2C 7H")
    with pytest.raises(CardError, match="7H is there twice"):
        playing_cards(52).parse("7H", taken=playing_cards(52).parse("2C 7H"))


def test_a_shoe_has_as_many_as_its_packs() -> None:
    cards = playing_cards(52, 3).parse("7H 7H 7H")
    assert len(set(cards)) == 3
    assert show_cards(cards) == "7H 7H 7H"
    with pytest.raises(CardError, match="7H is there too often, and there is only 3 in the pack"):
        playing_cards(52, 3).parse("7H", taken=cards)


@given(st.lists(st.sampled_from(pack(54)), unique=True))
def test_a_list_reads_back(cards: list[int]) -> None:
    assert playing_cards(54).parse(show_cards(cards)) == cards
    assert playing_cards(54).parse("  ".join(show_card(card) for card in cards) + "\n") == cards
