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
RESULTS = (254, 476)
"""The height of the best and of the worst result in a deal of the day."""
CARDS = ((None, 640, 196, -4), (None, 744, 186, -1), (None, 848, 190, 2), ("KH", 962, 92, 6))
"""Three down, one up: the card, its left and upper edge, and its angle."""

HOUSE = 5
"""The side whose colour is the house's."""

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
    parts = _ground(rows, range(len(rows[0])))
    if with_cards:
        parts += [
            f'<g transform="translate({x} {y}) rotate({turn} 100 140)">{card_svg(name, None if name else 0, 200)}</g>'
            for name, x, y, turn in CARDS
        ]
    return _picture([*parts, *_titled(title), *_named(64, 540)])


def results_svg(title: str, note: str, counts: Sequence[int], group: int) -> str:
    """Return everybody's results in a deal of the day as a front, from the worst to the best, below a title.

    ``counts`` has the number of people in each group, the best first; below the front each group is a bar as long as
    its share. The letter of the first side stands at the middle of a ``group``. The note stands in the corner.

    >>> picture = results_svg("2 / 3", "Blitz (31)", [1, 1, 1], 1)
    >>> picture.count('class="line"'), '<circle cx="600.0" cy="365.0"' in picture, picture.count('class="group"')
    (1, True, 3)
    """
    best, people = len(counts) - 1, sum(counts)
    heights = [best - place for place, count in enumerate(counts) for _ in range(count)][::-1]
    sampled = [heights[people * place // MOST_POINTS] for place in range(MOST_POINTS)]
    rows = [(height, (best or 1) - height) for height in sampled]
    x = WIDTH * (sum(counts[group + 1 :]) + counts[group] / 2) / people
    highest, lowest = RESULTS
    y = lowest - (lowest - highest) * (best - group) / (best or 1)
    parts = _ground(rows, (0, HOUSE), RESULTS)
    for place, count in enumerate(counts):
        from_x, long = WIDTH * sum(counts[place + 1 :]) / people + 2, WIDTH * count / people - 4
        side = 0 if place == group else HOUSE
        if long > 0:
            bar = f'x="{from_x:.1f}" y="520" width="{long:.1f}" height="5" fill="{colour(f"bright-{side}")}"'
            parts.append(f'<rect class="group" {bar}/>')
    left = min(max(x - 26, 8), WIDTH - 60)
    at = f'x="{left + 26:.1f}" y="{y + 73:.1f}"'
    words = colour("t1")
    return _picture(
        [
            *parts,
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="13" fill="#000" stroke="{words}" stroke-width="5"/>',
            f'<rect x="{left:.1f}" y="{y + 34:.1f}" width="52" height="52" rx="10" fill="{colour("bright-0")}"/>',
            f'<text class="title" {at} font-size="36" text-anchor="middle" fill="#000">A</text>',
            *_titled(title, 200, 120),
            *_named(56, 44),
            f'<text x="{WIDTH - 56}" y="72" font-size="30" text-anchor="end" fill="{words}">{escape(note)}</text>',
        ]
    )


def _ground(rows: Rows, sides: Sequence[int], between: tuple[int, int] = (MARGIN, HEIGHT - MARGIN)) -> list[str]:
    """Return the grounds of all seats and the fronts between two heights; ``sides`` has each one's colour."""
    parts = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{colour(f"field-{sides[-1] % SIDES}")}"/>']
    for seat in reversed(range(len(sides) - 1)):
        points = _border(rows, seat, between)
        line = _curve(points)
        parts.append(f'<path d="{line}V{HEIGHT}H0Z" fill="{colour(f"field-{sides[seat] % SIDES}")}"/>')
        parts.append(_teeth(points, sides[seat] % SIDES, sides[seat + 1] % SIDES))
        parts.append(f'<path class="line" d="{line}" fill="none" stroke="{colour("t1")}" stroke-width="4"/>')
    return parts


def _titled(title: str, y: int = 142, largest: int = LARGEST_TITLE) -> list[str]:
    size = min(largest, TITLE_WIDTH / len(title))
    return [f'<text class="title" x="62" y="{y}" font-size="{size:.0f}" fill="{colour("t1")}">{escape(title)}</text>']


def _named(x: int, y: int) -> list[str]:
    """Return the name of the game table with its mark."""
    return [
        f'<path transform="translate({x} {y}) scale(.75)" d="{MARK}" fill="{colour("t1")}"/>',
        f'<text class="title" x="{x + 82}" y="{y + 30}" font-size="38" fill="{colour("t1")}">Threedown</text>',
    ]


def _picture(parts: Sequence[str]) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">{"".join(parts)}</svg>'


def _sampled(shares: Rows) -> list[Sequence[int]]:
    """Return at most so many rows, with the first and the last; one row alone is drawn as a level line."""
    rows = list(shares) if len(shares) > 1 else [shares[0], shares[0]]
    last, most = len(rows) - 1, min(len(rows), MOST_POINTS) - 1
    return [rows[round(place * last / most)] for place in range(most + 1)]


def _border(rows: Rows, seat: int, between: tuple[int, int]) -> list[tuple[float, float]]:
    """Return the border above a seat's ground and all below it, from left to right."""
    highest, lowest = between
    step = WIDTH / (len(rows) - 1)
    held = [list(accumulate(row))[seat] / (sum(row) or 1) for row in rows]
    return [(place * step, lowest - (lowest - highest) * share) for place, share in enumerate(held)]


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
