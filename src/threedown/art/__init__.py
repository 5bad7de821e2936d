"""Playing cards as SVG, drawn by the page's own art.

``cards.json`` holds the page's faces and backs. ``npm run cards`` in ``web/`` writes it from ``web/src/art``, and
``npm run check`` fails if it differs from what the page draws.
"""

import functools
import importlib.resources
import re
from html import escape
from typing import Any

import msgspec

WIDTH = 64
"""The width of a card in a notebook, in pixels."""
_SUITS = {"suit-C": "ink", "suit-D": "red", "suit-H": "red", "suit-S": "ink"}
SIDES = 6
"""The number of colours; further seats share them."""
_PAPER = '<rect x=".4" y=".4" width="99.2" height="139.2" rx="7" fill="var(--paper)" stroke="#0003"/>'


def card_svg(name: str | None, seat: int | None = None, width: int = WIDTH) -> str:
    """Return a card as an SVG element; without a name its back, in the colour of ``seat`` (None: of the stock).

    A card without a drawing, such as those of Blitz Champz, shows its name.

    >>> card_svg("QH")[:4], card_svg(None, seat=1).count("#B8431C") > 0, "HAIL" in card_svg("HAIL-MARY")
    ('<svg', True, True)
    """
    art = _art()
    if name is None:
        drawn = art["stock"] if seat is None else art["back"].replace("--back-0", f"--back-{seat % SIDES}")
    else:
        drawn = art["faces"].get(name) or _written(name)
    drawn = re.sub(r"var\(--([\w-]+)\)", lambda found: colour(_SUITS.get(found[1], found[1])), _PAPER + drawn)
    drawn = re.sub(r"color-mix\(in srgb, #(\w{6}) (\d+)%, #(\w{6})\)", _mixed, drawn)  # only browsers know how
    defs = f"<defs>{art['defs']}</defs>" if "url(#" in drawn else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 140" width="{width}" height="{width * 1.4:g}"'
        f' role="img" font-family="Mona Sans, sans-serif" font-weight="900">'
        f"<title>{escape(name or 'face down')}</title>{defs}{drawn}</svg>"
    )


def colour(name: str) -> str:
    """Return a colour of the page's dark theme.

    >>> colour("field-0")
    '#1B2F58'
    """
    found: str = _art()["colours"][name]
    return found


def _mixed(found: re.Match[str]) -> str:
    """Return the colour that CSS would mix."""
    share = int(found[2]) / 100
    parts = zip(bytes.fromhex(found[1]), bytes.fromhex(found[3]), strict=True)
    return "#" + "".join(f"{round(one * share + other * (1 - share)):02X}" for one, other in parts)


def _written(name: str) -> str:
    """Return a card's name on as many lines as it has words."""
    words = name.split("-")
    lines = (
        f'<tspan x="50" y="{75 + (place - (len(words) - 1) / 2) * 20:g}">{escape(word)}</tspan>'
        for place, word in enumerate(words)
    )
    return f'<text font-size="17" text-anchor="middle" fill="var(--ink)">{"".join(lines)}</text>'


@functools.cache
def _art() -> dict[str, Any]:
    data = importlib.resources.files(__package__).joinpath("cards.json").read_bytes()
    art: dict[str, Any] = msgspec.json.decode(data)
    return art
