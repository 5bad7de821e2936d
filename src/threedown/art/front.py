"""The front of a game as a picture: each seat's share of the ground over the turns, drawn in SVG."""

from collections.abc import Sequence
from html import escape
from itertools import accumulate

from threedown.art import SIDES, card_svg, colour

WIDTH, HEIGHT = 1200, 630
"""The size of pictures that links are shown with."""
MARGIN = 70
"""The share of a player without anything is as high as this, so that every line is seen."""
MOST_POINTS = 60
TOOTH_EVERY = 34
LARGEST_TITLE, TITLE_WIDTH = 92, 1330
"""The height of a title, and the height times letters that fit beside the king."""
MARK = "M0 19.5H62L73 0L84 19.5V24.5H62.5L52 44L41.5 24.5L31 44L20.7 24.5L10.4 44L0 24.5Z"
CARDS = ((None, 640, 196, -4), (None, 744, 186, -1), (None, 848, 190, 2), ("KH", 962, 92, 6))
"""Three down, one up: the card, its left and upper edge, and its angle."""

Rows = Sequence[Sequence[int]]


def front_svg(title: str, shares: Rows, with_cards: bool = False) -> str:
    """Return the front of a game with a title over it; ``shares`` has a row for each turn, with a number for each seat.

    >>> picture = front_svg("War", [[26, 26], [28, 24], [40, 12]])
    >>> picture.count('class="line"'), picture.count("#1B2F58") > 0, ">War<" in picture
    (1, True, True)
    >>> front_svg("Blitz (31)", [[3, 3, 3], [3, 3, 2]]).count('class="line"')
    2
    """
    rows = _sampled(shares)
    seats = len(rows[0])
    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{colour(f"field-{(seats - 1) % SIDES}")}"/>']
    for seat in reversed(range(seats - 1)):
        points = _border(rows, seat)
        line = _curve(points)
        parts.append(f'<path d="{line}V{HEIGHT}H0Z" fill="{colour(f"field-{seat % SIDES}")}"/>')
        parts.append(_teeth(points, seat % SIDES, (seat + 1) % SIDES))
        parts.append(f'<path class="line" d="{line}" fill="none" stroke="{colour("t1")}" stroke-width="4"/>')
    if with_cards:
        parts += [
            f'<g transform="translate({x} {y}) rotate({turn} 100 140)">{card_svg(name, None if name else 0, 200)}</g>'
            for name, x, y, turn in CARDS
        ]
    size = min(LARGEST_TITLE, TITLE_WIDTH / len(title))
    parts.append(
        f'<text class="title" x="62" y="142" font-size="{size:.0f}" fill="{colour("t1")}">{escape(title)}</text>'
    )
    parts.append(f'<path transform="translate(64 540) scale(.75)" d="{MARK}" fill="{colour("t1")}"/>')
    parts.append(f'<text class="title" x="146" y="570" font-size="38" fill="{colour("t1")}">Threedown</text>')
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">{"".join(parts)}</svg>'


def _sampled(shares: Rows) -> list[Sequence[int]]:
    """Return at most so many rows, with the first and the last; one row alone is drawn as a level line."""
    rows = list(shares) if len(shares) > 1 else [shares[0], shares[0]]
    last, most = len(rows) - 1, min(len(rows), MOST_POINTS) - 1
    return [rows[round(place * last / most)] for place in range(most + 1)]


def _border(rows: Rows, seat: int) -> list[tuple[float, float]]:
    """Return the border above a seat's ground and all below it, from left to right."""
    high = HEIGHT - 2 * MARGIN
    step = WIDTH / (len(rows) - 1)
    held = [list(accumulate(row))[seat] / (sum(row) or 1) for row in rows]
    return [(place * step, HEIGHT - MARGIN - high * share) for place, share in enumerate(held)]


def _curve(points: Sequence[tuple[float, float]]) -> str:
    x, y = points[0]
    drawn = f"M{x:.1f} {y:.1f}"
    for right, level in points[1:]:
        middle = (x + right) / 2
        drawn += f"C{middle:.1f} {y:.1f} {middle:.1f} {level:.1f} {right:.1f} {level:.1f}"
        x, y = right, level
    return drawn


def _teeth(points: Sequence[tuple[float, float]], near: int, far: int) -> str:
    """Return triangles of the side below and half-discs of the side above, by turns along the border."""
    drawn = {near: "", far: ""}
    step = points[1][0]
    for number in range(1, int(WIDTH / TOOTH_EVERY)):
        x = number * TOOTH_EVERY
        place = min(int(x / step), len(points) - 2)
        share = x / step - place
        y = points[place][1] + (points[place + 1][1] - points[place][1]) * share * share * (3 - 2 * share)
        drawn[near if number % 2 else far] += (
            f"M{x - 8} {y:.1f}l8 -13l8 13z" if number % 2 else f"M{x - 8} {y:.1f}a8 8 0 0 0 16 0z"
        )
    return "".join(f'<path d="{d}" fill="{colour(f"bright-{side}")}"/>' for side, d in drawn.items())
