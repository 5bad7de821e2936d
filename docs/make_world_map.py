"""Write the maps of BlitzWar: shapes from Natural Earth (public domain), borders and names from the lists here.

Needs shapely and the npm package world-atlas 2 (``npm pack world-atlas``, unpacked), neither of which is used when
the game is played::

    python docs/make_world_map.py PATH/TO/package/countries-50m.json [MAP ...]

States are unions of countries; the largest countries are cut along plain lines. Everything is projected (the world and
South America in the Natural Earth projection, Šavrič and others 2011, centred so that the cut runs through the Bering
Strait; Europe in an equidistant conic one) and simplified as one coverage, so that neighbours go on sharing their
border.
"""

import itertools
import json
import math
import sys
from pathlib import Path
from typing import Any

import shapely
from make_world_map_lists import CUT, DUEL, EUROPE, WORLD
from shapely.geometry import LineString, MultiPolygon, Polygon
from shapely.ops import nearest_points, polygonize, unary_union

MAPS = Path(__file__).parent.parent / "src" / "threedown" / "games" / "blitzwar" / "maps"


def countries(path: Path) -> dict[str, Any]:
    """Every country's shape in degrees, east of the cut, by name."""
    topology = json.loads(path.read_text())
    scale, shift = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((x * scale[0] + shift[0], y * scale[1] + shift[1]))
        arcs.append(points)

    def ring(numbers: list[int]) -> list[tuple[float, float]]:
        points: list[tuple[float, float]] = []
        for number in numbers:
            arc = arcs[number] if number >= 0 else arcs[~number][::-1]
            points += arc[1:] if points else arc
        return points

    found: dict[str, Any] = {}
    for geometry in topology["objects"]["countries"]["geometries"]:
        kinds = {"Polygon": [geometry.get("arcs")], "MultiPolygon": geometry.get("arcs")}
        parts = []
        for polygon in kinds.get(geometry["type"]) or []:
            rings = [ring(numbers) for numbers in polygon]
            rings = [unwrapped(points) for points in rings]
            east = sum(x for x, _ in rings[0]) / len(rings[0]) < CUT
            rings = [[(x + 360 if east else x, y) for x, y in points] for points in rings]
            parts.append(shapely.make_valid(Polygon(rings[0], rings[1:])))
        found[geometry["properties"]["name"]] = unary_union(parts)
    return found


def unwrapped(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """A ring that goes on across 180 degrees instead of jumping to the other side."""
    found, turns = [points[0]], 0
    for (before, _), (x, y) in itertools.pairwise(points):
        turns += 360 if x - before < -180 else -360 if x - before > 180 else 0
        found.append((x + turns, y))
    return found


def state_shapes(lists: Any, world: dict[str, Any]) -> dict[str, Any]:
    """The shape of every state in degrees: its countries, or its part of them."""
    shapes = {}
    for name, parts in lists.SHAPES.items():
        pieces = []
        for country, inside in parts:
            shape = world[country]
            pieces.append(shape if inside is None else shape.intersection(Polygon(inside)))
        shapes[name] = unary_union([shapely.set_precision(piece, 1e-4) for piece in pieces])
    return shapes


def as_coverage(shapes: dict[str, Any]) -> dict[str, Any]:
    """The same shapes with every point of a common border in both."""
    lines = unary_union([shape.boundary for shape in shapes.values()])
    faces: dict[str, list[Any]] = {name: [] for name in shapes}
    for face in polygonize(lines):
        inside = face.representative_point()
        for name, shape in shapes.items():
            if shape.contains(inside):
                faces[name].append(face)
                break
    return {name: unary_union(found) for name, found in faces.items()}


def drawn(lists: Any, shapes: dict[str, Any]) -> dict[str, Any]:
    """Projected, without specks, simplified, and scaled to the width of the map."""
    projected = {name: shapely.transform(shape, lambda points: [lists.PROJECT(*p) for p in points], interleaved=True)
                 for name, shape in shapes.items()}  # fmt: skip
    bounds = unary_union(list(projected.values())).bounds
    scale = (lists.WIDTH - 2 * lists.MARGIN) / (bounds[2] - bounds[0])

    def place(points: Any) -> Any:
        return [((x - bounds[0]) * scale + lists.MARGIN, (y - bounds[1]) * scale + lists.MARGIN) for x, y in points]

    placed = {name: shapely.transform(shape, place) for name, shape in projected.items()}
    kept = {}
    for name, shape in placed.items():
        polygons = list(shape.geoms) if isinstance(shape, MultiPolygon) else [shape]
        largest = max(polygon.area for polygon in polygons)
        kept[name] = MultiPolygon([Polygon(p.exterior) for p in polygons if p.area >= min(lists.SPECK, largest)])
    simple = shapely.coverage_simplify(list(kept.values()), lists.TOLERANCE)
    return dict(zip(kept, simple, strict=True))


def flat(ring: Any) -> list[float]:
    points = [(round(x, 1), round(y, 1)) for x, y in ring.coords[:-1]]
    return [int(value) if value == int(value) else value for point in points for value in point]


def link(lists: Any, shapes: dict[str, Any], a: str, b: str) -> list[list[float]]:
    """The dashed lines of a link over the sea: one, or two that leave the map on both sides."""
    if (a, b) in lists.AROUND:
        lines = []
        for name in (a, b):
            x, y = lists.AROUND[a, b][name]
            edge = 0 if x < lists.WIDTH / 2 else lists.WIDTH
            lines.append([x, y, edge, y])
        return lines
    one, two = nearest_points(shapes[a], shapes[b])
    line = LineString([one, two])
    if line.length < 6:
        return []
    return [[round(value, 1) for point in line.coords for value in point]]


def write(lists: Any, world: dict[str, Any]) -> None:
    shapes = drawn(lists, as_coverage(state_shapes(lists, world)))
    touching = set()
    names = list(shapes)
    for place, a in enumerate(names):
        for b in names[place + 1 :]:
            if shapes[a].distance(shapes[b]) < 0.01:
                touching.add(frozenset((a, b)))
    borders = {frozenset(pair) for pair in lists.BORDERS}
    print(lists.NAME, len(lists.BORDERS), "borders; touching and no border:",
          sorted(sorted(pair) for pair in touching - borders))  # fmt: skip
    states = []
    for name in names:
        polygons = sorted(getattr(shapes[name], "geoms", [shapes[name]]), key=lambda polygon: -polygon.area)
        if name in lists.LABELS:
            label = lists.LABELS[name]
        else:
            centre = shapely.maximum_inscribed_circle(polygons[0]).coords[0]
            label = (round(centre[0]), round(centre[1]))
        states.append({
            "name": name, "title": lists.TITLES.get(name, name.replace("-", " ").title()),
            "continent": next(c["name"] for c in lists.CONTINENTS if name in c["states"]),
            "arm": lists.ARMS[name], "label": list(label),
            "shape": [flat(polygon.exterior) for polygon in polygons],
        })  # fmt: skip
    height = max(shape.bounds[3] for shape in shapes.values()) + lists.MARGIN
    links = []
    for a, b in lists.BORDERS:
        if frozenset((a, b)) not in touching:
            links += [{"between": [a, b], "line": line} for line in link(lists, shapes, a, b)]
    data = {
        "name": lists.NAME, "title": lists.TITLE, "width": lists.WIDTH, "height": math.ceil(height),
        "tanks": lists.TANKS, "missions": lists.MISSIONS,
        "continents": [{key: value for key, value in c.items() if key != "states"} for c in lists.CONTINENTS],
        "states": states, "borders": lists.BORDERS, "links": links,
    }  # fmt: skip
    path = MAPS / f"{lists.NAME}.json"
    text = json.dumps(data, separators=(",", ":"))
    for key in ('{"name"', '{"between"', '"borders"', '"missions"'):
        text = text.replace(key, f"\n{key}")
    path.write_text(text.strip() + "\n")
    print(path, path.stat().st_size, "bytes; links:", [one["between"] for one in links])


if __name__ == "__main__":
    atlas = countries(Path(sys.argv[1]))
    for each in (WORLD, DUEL, EUROPE):
        if each.NAME in (sys.argv[2:] or [each.NAME]):
            write(each, atlas)
