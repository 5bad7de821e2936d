"""A map as a picture (SVG): states in the colours of their continents, with owners and tanks where a game is given."""

import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from threedown.games.blitzwar.maps import Map, State

SEA, SEA_LIGHT, INK, PAPER, LINK = "#dbe7ee", "#eef4f7", "#26323a", "#ffffff", "#6b8696"
SEAT_COLOURS = ("#c0392b", "#2468a8", "#2f8f4e", "#d18f10", "#7b4fa3")
FONT = "Helvetica Neue, Helvetica, Arial, DejaVu Sans, sans-serif"
LEGEND_ROW = 30


class Position(NamedTuple):
    """The owners of a map: by state the seat and its tanks; by seat names and scores."""

    owners: Mapping[str, int]
    tanks: Mapping[str, int]
    names: Sequence[str]
    scores: Sequence[int]
    title: str


def draw_map(found: Map, position: Position | None = None) -> str:
    """The map as the text of an SVG file."""
    width, height = found.width, found.height + 40 + legend_height(found, position)
    size = {"viewBox": f"0 0 {width:g} {height:g}", "width": f"{width:g}", "height": f"{height:g}"}
    root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "font-family": FONT, **size})
    ET.SubElement(root, "title").text = found.title
    add_styles(root)
    ET.SubElement(root, "rect", {"width": "100%", "height": "100%", "fill": "url(#sea)"})
    scale = scale_of(found)
    for link in found.links:
        points = pairs(link.line)
        ET.SubElement(
            root,
            "polyline",
            {
                "points": points,
                "fill": "none",
                "stroke": LINK,
                "stroke-width": f"{2.2 * scale:.1f}",
                "stroke-dasharray": f"{7 * scale:.1f} {6 * scale:.1f}",
                "stroke-linecap": "round",
            },
        )
    land = ET.SubElement(root, "g", {"filter": "url(#lift)"})
    for number, state in enumerate(found.states):
        add_shape(land, found, state, number, position)
    for state in found.states:
        add_label(root, found, state, position, scale)
    add_legend(root, found, position)
    ET.indent(root, " ")
    return ET.tostring(root, encoding="unicode") + "\n"


def scale_of(found: Map) -> float:
    """The size of the signs, so that maps of any size look similar."""
    return max(found.width, 1.4 * found.height) / 2000 * (1.35 if len(found.states) < 20 else 1.0)


def pairs(line: Sequence[float]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in zip(line[::2], line[1::2], strict=True))


def add_styles(root: ET.Element) -> None:
    """The sea's gradient, and the soft shadow under the land."""
    defs = ET.SubElement(root, "defs")
    sea = ET.SubElement(defs, "radialGradient", {"id": "sea", "cx": "50%", "cy": "42%", "r": "75%"})
    ET.SubElement(sea, "stop", {"offset": "0", "stop-color": SEA_LIGHT})
    ET.SubElement(sea, "stop", {"offset": "1", "stop-color": SEA})
    lift = ET.SubElement(defs, "filter", {"id": "lift", "x": "-2%", "y": "-2%", "width": "104%", "height": "104%"})
    shadow = {"dx": "0", "dy": "2", "stdDeviation": "3", "flood-color": "#4c6472", "flood-opacity": "0.35"}
    ET.SubElement(lift, "feDropShadow", shadow)


def shade(colour: str, towards: str, part: float) -> str:
    """A colour mixed with another.

    >>> shade("#000000", "#ffffff", 0.5)
    '#808080'
    """
    mixed = [
        round(int(colour[at : at + 2], 16) * (1 - part) + int(towards[at : at + 2], 16) * part) for at in (1, 3, 5)
    ]
    return "#" + "".join(f"{value:02x}" for value in mixed)


def add_shape(land: ET.Element, found: Map, state: State, number: int, position: Position | None) -> None:
    """A state's polygons; neighbours of one continent differ a little in shade."""
    continent = next(each for each in found.continents if each.name == state.continent)
    if position is None:
        fill = shade(continent.colour, PAPER, (0.08, 0.24, 0.38)[number % 3])
    else:
        fill = shade(SEAT_COLOURS[position.owners[state.name]], PAPER, 0.38)
    path = " ".join(f"M{pairs(polygon).replace(' ', ' L')}Z" for polygon in state.shape)
    outline = {"stroke": shade(continent.colour, INK, 0.55) if position else PAPER, "stroke-width": "1.6"}
    shape = ET.SubElement(
        land, "path", {"id": state.name, "d": path, "fill": fill, "stroke-linejoin": "round", **outline}
    )
    ET.SubElement(shape, "title").text = f"{state.title}, {found.points[state.name]} points"


def add_label(root: ET.Element, found: Map, state: State, position: Position | None, scale: float) -> None:
    """The state's name in lines of one word, and under it its points, or its tanks in its owner's colour."""
    x, y = state.label
    words = state.title.split()
    step = 15 * scale
    first = y - step * (len(words) - 1) - 3 * scale
    for place, word in enumerate(words):
        text = {
            "x": f"{x:g}",
            "y": f"{first + place * step:.1f}",
            "text-anchor": "middle",
            "font-size": f"{14 * scale:.1f}",
            "font-weight": "600",
            "fill": INK,
            "stroke": PAPER,
            "stroke-width": f"{3.4 * scale:.1f}",
            "stroke-opacity": "0.72",
            "paint-order": "stroke",
            "stroke-linejoin": "round",
        }
        ET.SubElement(root, "text", text).text = word
    number = found.points[state.name] if position is None else position.tanks[state.name]
    disc = PAPER if position is None else SEAT_COLOURS[position.owners[state.name]]
    radius = (9.5 if position is None else 11.5) * scale
    middle = y + 12 * scale
    ring = {"fill": disc, "stroke": INK if position is None else PAPER, "stroke-width": f"{1.4 * scale:.1f}"}
    ET.SubElement(root, "circle", {"cx": f"{x:g}", "cy": f"{middle:.1f}", "r": f"{radius:.1f}", **ring})
    text = {
        "x": f"{x:g}",
        "y": f"{middle + 4.6 * scale:.1f}",
        "text-anchor": "middle",
        "font-size": f"{13 * scale:.1f}",
        "font-weight": "700",
        "fill": INK if position is None else PAPER,
    }
    ET.SubElement(root, "text", text).text = str(number)


def legend_height(found: Map, position: Position | None) -> float:
    """Two rows at most: the continents, and the players of a game."""
    return LEGEND_ROW * (
        rows_of(found, len(found.continents)) + (rows_of(found, len(position.names)) if position else 0)
    )


def rows_of(found: Map, entries: int) -> int:
    return -(-entries // per_row(found))


def per_row(found: Map) -> int:
    return max(1, int(found.width // 310))


def add_legend(root: ET.Element, found: Map, position: Position | None) -> None:
    """The tanks for each continent, and in a game the colours and scores of the players."""
    entries = [(continent.colour, f"{continent.title} +{continent.bonus}") for continent in found.continents]
    top = found.height + 30
    add_rows(root, found, entries, top)
    if position is not None:
        players = [
            (SEAT_COLOURS[seat], f"{name}: {score} points")
            for seat, (name, score) in enumerate(zip(position.names, position.scores, strict=True))
        ]
        add_rows(root, found, players, top + LEGEND_ROW * rows_of(found, len(entries)))
    title = found.title if position is None else f"{found.title}, {position.title}"
    text = {"x": "28", "y": f"{found.height - 14:g}", "font-size": "30", "font-weight": "700", "fill": INK}
    ET.SubElement(root, "text", text).text = title
    note = "The number of a state is its points." if position is None else "The number of a state is its tanks."
    ET.SubElement(root, "text", {"x": f"{found.width - 28:g}", "y": f"{found.height - 14:g}", "text-anchor": "end",
                                 "font-size": "17", "fill": INK}).text = note  # fmt: skip


def add_rows(root: ET.Element, found: Map, entries: Sequence[tuple[str, str]], top: float) -> None:
    for place, (colour, told) in enumerate(entries):
        x, y = 28 + place % per_row(found) * 310, top + place // per_row(found) * LEGEND_ROW
        box = {"x": f"{x:g}", "y": f"{y - 15:g}", "width": "20", "height": "20", "rx": "4", "fill": colour}
        ET.SubElement(root, "rect", box)
        ET.SubElement(root, "text", {"x": f"{x + 30:g}", "y": f"{y + 1:g}", "font-size": "19", "fill": INK}).text = told
