"""The look of cards in a terminal: their names, in one line, and large."""

import re
from typing import NamedTuple

from rich.text import Text

from threedown.cards import RANKS, SUIT_SYMBOLS, SUITS
from threedown.games.declare import Game
from threedown.language import say

RED_SUITS = "DH"
CARD = re.compile(rf"(?<![\w-])(?:[{RANKS}][{SUITS}]|JK[12])(?![\w-])")
"""A card in notation within a text."""


class Look(NamedTuple):
    """Drawing options: suit symbols or letters, and the size of the terminal."""

    ascii: bool
    width: int = 80
    height: int = 24


def is_playing_card(face: str) -> bool:
    return len(face) == 2 and face[0] in RANKS and face[1] in SUITS


def has_corners(face: str) -> bool:
    """True if a card can be drawn large, with its rank in the corners."""
    return is_playing_card(face) or face in ("JK1", "JK2")


def card_name(face: str, look: Look) -> str:
    """Return a card's short name: ``7♥``, or ``7H`` in ASCII; ``Jo1`` for jokers; the name of cards of other decks."""
    if face.startswith("JK"):
        return f"Jo{face[-1]}"
    if not is_playing_card(face):
        return face
    rank = "10" if face[0] == "T" else face[0]
    return rank + (face[1] if look.ascii else SUIT_SYMBOLS[SUITS.index(face[1])])


def spelled_out(text: str, look: Look) -> str:
    """A text with every card in it as this terminal writes cards.

    >>> spelled_out("your TS, AD and JK1: three", Look(False))
    'your 10♠, A♦ and Jo1: three'
    """
    return unbroken(CARD.sub(lambda found: card_name(found[0], look), text))


def unbroken(text: str) -> str:
    """A text whose percent signs stay with their numbers: Textual breaks a line at a no-break space as well.

    >>> unbroken("39 % of the game")
    '39% of the game'
    """
    return text.replace(" %", "%")


def card_called(game: Game, code: str, look: Look) -> str:
    """Return a card's title in its game, or its name if it has none there."""
    return say(game.words.table.titles.get(code, "")) or card_name(code, look)


def card_style(face: str) -> str:
    if face.startswith("JK"):
        return "bold magenta"
    return "bold red" if is_playing_card(face) and face[1] in RED_SUITS else "bold"


def chip(face: str | None, look: Look, game: Game | None = None, mark: str = "") -> Text:
    """Return a card in one line, labelled by a game with own cards (``words.table.card_label``); None: face down."""
    if face is None:
        return Text("[###]" if look.ascii else "▏▒▒▒▕", style="blue")
    name, style = card_name(face, look) if game is None else card_called(game, face, look), card_style(face)
    if game is not None and game.words.table.card_label is not None:
        name, style = game.words.table.card_label(face, look.ascii)
    text = Text(f"[{name:^3}]" if look.ascii else f"▏{name:^3}▕", style=style)
    return text if not mark else Text.assemble(text, (mark, "bold yellow"))


def big_card(face: str | None, look: Look, above: int = 0, mark: str = "") -> list[Text]:
    """A card in five lines; None is face down, ``above`` cards of a pile lying on it; a mark gives it a thick edge."""
    corners = ("+", "+", "+", "+", "-", "|") if look.ascii else ("╭", "╮", "╰", "╯", "─", "│")
    if mark:
        corners = ("#", "#", "#", "#", "#", "#") if look.ascii else ("┏", "┓", "┗", "┛", "━", "┃")
    left, right, low_left, low_right, bar, side = corners
    top, bottom = left + bar * 5 + right, low_left + bar * 5 + low_right
    if face is None:
        back = "#####" if look.ascii else "▒▒▒▒▒"
        middle = f"{above:^5}" if above > 1 else back
        lines = [top, side + back + side, side + middle + side, side + back + side, bottom]
        return [Text(line, style="blue") for line in lines]
    name = card_name(face, look)
    rank, suit = (name[:-1], name[-1]) if not name.startswith("Jo") else ("Jo", "*" if look.ascii else "★")
    lines = [top, f"{side}{rank:<5}{side}", f"{side}{suit:^5}{side}", f"{side}{rank:>5}{side}", bottom]
    return [Text(line, style=card_style(face)) for line in lines]
