"""A table as HTML, for notebooks: each pile with its cards as the page draws them."""

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING

from threedown.art import card_svg
from threedown.cards import HIDDEN

if TYPE_CHECKING:
    from threedown.session.views import PileSeen

MOST_DRAWN = 26
"""Cards of one pile that are drawn; the rest is counted."""
ROW = "display:flex;flex-wrap:wrap;align-items:center;gap:4px;margin:4px 0"


def table_html(title: str, piles: "Mapping[str, PileSeen]", below: str = "") -> str:
    """Return the piles that hold cards, one a row, under a title."""
    rows = [
        f'<div style="{ROW}"><span style="width:7em">{escape(name)}</span>{_cards(name, pile)}</div>'
        for name, pile in piles.items()
        if pile.count
    ]
    foot = f"<div>{escape(below)}</div>" if below else ""
    return f"<div><b>{escape(title)}</b>{''.join(rows)}{foot}</div>"


def _cards(name: str, pile: "PileSeen") -> str:
    owner = name.rpartition(" ")[2]
    seat = int(owner) if owner.isdecimal() else None
    cards = (pile.cards or [HIDDEN])[:MOST_DRAWN]
    drawn = "".join(card_svg(None if card == HIDDEN else card, seat) for card in cards)
    left = pile.count - len(cards)
    if left and pile.cards is None:
        return f"{drawn}<span>{pile.count} cards</span>"
    return f"{drawn}<span>+ {left}</span>" if left else drawn
