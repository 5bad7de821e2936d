"""Cards are small ints, and text only at the edges.

A card's *number* has nine bits: six for its face (rank * 4 + suit, jokers 52 and 53) and three for
the pack it came from, so that up to eight packs can lie on one table::

    number = pack * 64 + rank * 4 + suit        rank 0 is a two, 12 an ace, 13 a joker

The bits above bit 8 are the table's notes about a card (see :mod:`threedown.table.layout`);
the functions here ignore them.
"""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from threedown.art import card_svg

RANKS = "23456789TJQKA"
SUITS = "CDHS"
SUIT_SYMBOLS = "♣♦♥♠"

HIDDEN = "??"
"""Stands for a card that may not be seen."""

FACE = 0x3F
"""Mask of the six bits of a face."""
NUMBER = 0x1FF
"""Mask of the nine bits of a number: face and pack."""
PACK = 64
"""Distance between the same face in two packs."""

TWO, SIX, SEVEN, TEN, JACK, QUEEN, KING, ACE, JOKER = 2, 6, 7, 10, 11, 12, 13, 14, 15
"""Heights, as :func:`height` gives them."""

MOST_PACKS = 8
_LOWEST_RANK = {32: 5, 36: 4, 52: 0, 53: 0, 54: 0}


class CardError(ValueError):
    """A text that is no card, or a pack that does not exist."""


def height(card: int) -> int:
    """Return 2 for a two … 14 for an ace, 15 for a joker; the suit does not count."""
    return ((card & FACE) >> 2) + 2


def suit(card: int) -> int:
    """Return 0 for clubs, 1 diamonds, 2 hearts, 3 spades (for jokers 0 or 1, without meaning)."""
    return card & 3


def pack(size: int, packs: int = 1) -> list[int]:
    """Return the numbers of a whole pack in order: twos first, clubs before diamonds, hearts and spades.

    ``size`` is 32 (sevens up), 36 (sixes up), 52, 53 or 54 (with one or two jokers); ``packs`` is 1 to 8 (a shoe).

    >>> pack_text = show_cards(pack(54)); pack_text[:11], pack_text[-7:]
    ('2C 2D 2H 2S', 'JK1 JK2')
    """
    if size not in _LOWEST_RANK:
        raise CardError(f"a pack has 32, 36, 52, 53 or 54 cards, not {size}")
    if not 1 <= packs <= MOST_PACKS:
        raise CardError(f"a shoe has 1 to {MOST_PACKS} packs, not {packs}")
    faces = range(_LOWEST_RANK[size] * 4, max(size, 52))
    return [number * PACK + face for number in range(packs) for face in faces]


def show_card(card: int) -> str:
    """Return the card's name: ``7H``, ``TS``, ``JK1``.

    >>> show_card(parse_card("TS"))
    'TS'
    """
    face = card & FACE
    return f"JK{face - 51}" if face >= 52 else RANKS[face >> 2] + SUITS[face & 3]


def show_cards(cards: Iterable[int]) -> str:
    """Return the names of several cards, separated by spaces."""
    return " ".join(show_card(card) for card in cards)


_FACES = {show_card(face): face for face in range(54)}


def parse_card(text: str) -> int:
    """Return the number (in the first pack) of a card's name; raises :class:`CardError` for any other text."""
    if text not in _FACES:
        hint = f" (a ten is T: {text.replace('10', 'T').upper()})" if "10" in text else ""
        hint = hint or (f" (did you mean {text.upper()}?)" if text.upper() in _FACES else "")
        raise CardError(f"{text!r} is not a card: write rank and suit as in 7H, TS, AC, or JK1, JK2{hint}")
    return _FACES[text]


_SYMBOLS = str.maketrans("♣♦♥♠", "CDHS")


def spelled(text: str) -> str:
    """Return a text with its cards, written in any usual way, replaced by their names.

    >>> spelled("discard 10♥"), spelled("q♥"), spelled("10h"), spelled("jo1"), spelled("bet 10")
    ('discard TH', 'QH', 'TH', 'JK1', 'bet 10')
    """
    words = []
    for word in text.split(" "):
        name = word.translate(_SYMBOLS).upper().replace("JO", "JK")
        name = "T" + name[2:] if name.startswith("10") else name
        words.append(name if name in _FACES else word)
    return " ".join(words)


class Card(str):
    """A card's name, and what it says. A notebook draws the card.

    >>> card = Card("10♥")
    >>> card, card.rank, card.suit, card.symbol, card == "TH"
    (Card('TH'), 'T', 'H', '10♥', True)
    >>> Card("11H")
    Traceback (most recent call last):
    threedown.cards.CardError: '11H' is not a card: write rank and suit as in 7H, TS, AC, or JK1, JK2
    """

    __slots__ = ()

    def __new__(cls, text: str) -> "Card":
        name = spelled(text.strip())
        parse_card(name)
        return cls.named(name)

    @classmethod
    def named(cls, name: str) -> "Card":
        """Return a card of any game by its exact name; ``??`` stands for a hidden card."""
        return str.__new__(cls, name)

    @property
    def rank(self) -> str | None:
        """The rank, such as ``Q``; None for a joker and for cards that have no rank."""
        return self[0] if self in _FACES and self[0] in RANKS else None

    @property
    def suit(self) -> str | None:
        """The suit: ``C``, ``D``, ``H`` or ``S``; None for a joker and for cards that have no suit."""
        return self[1] if self.rank else None

    @property
    def symbol(self) -> str:
        """The card as people write it: ``10♥``."""
        if not self.rank or not self.suit:
            return str(self)
        return self.rank.replace("T", "10") + SUIT_SYMBOLS[SUITS.index(self.suit)]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def __reduce__(self) -> "tuple[Callable[[str], Card], tuple[str]]":
        return Card.named, (str(self),)

    def _repr_html_(self) -> str:
        return card_svg(None if self == HIDDEN else self)


class Deck(NamedTuple):
    """All the cards of a game: number -> name. Several cards may have the same name."""

    names: Mapping[int, str]
    refuse: Callable[[str], object] | None = None
    """Raises :class:`CardError` with a better reason for a text that is no card's name."""
    apart: frozenset[int] = frozenset()
    """The numbers of cards that are a pack of their own, never mixed with the others."""

    def show(self, card: int) -> str:
        """Return the name of a card; the table's notes are ignored."""
        return self.names[card & NUMBER]

    def show_all(self, cards: Iterable[int]) -> str:
        """Return the names of several cards, separated by spaces."""
        return " ".join(self.show(card) for card in cards)

    def parse(self, text: str, taken: Sequence[int] = ()) -> list[int]:
        """Return the numbers of a list of names, none of them in ``taken``; raises :class:`CardError`.

        >>> playing_cards(52).parse("2C 7H")
        [0, 22]
        >>> playing_cards(52).parse("2C 2C")
        Traceback (most recent call last):
        threedown.cards.CardError: 2C is there twice, and there is only one in the pack
        """
        used = set(taken)
        numbers = []
        for name in text.split():
            bearers = [number for number, its_name in self.names.items() if its_name == name]
            if not bearers:
                raise self._no_card(name)
            free = [number for number in bearers if number not in used]
            if not free:
                often, only = ("twice", "one") if len(bearers) == 1 else ("too often", str(len(bearers)))
                raise CardError(f"{name} is there {often}, and there is only {only} in the pack")
            used.add(free[0])
            numbers.append(free[0])
        return numbers

    def _no_card(self, name: str) -> CardError:
        if self.refuse is None:
            known = ", ".join(sorted(set(self.names.values())))
            return CardError(f"{name!r} is not a card: choose from {known}")
        try:
            self.refuse(name)
        except CardError as error:
            return error
        return CardError(f"{name} is not in the pack of {len(self.names)} cards that these options give")


@functools.cache
def playing_cards(size: int, packs: int = 1) -> Deck:
    """Return the deck of a whole pack, or of several in a shoe (see :func:`pack`)."""
    return Deck({number: show_card(number) for number in pack(size, packs)}, parse_card)
