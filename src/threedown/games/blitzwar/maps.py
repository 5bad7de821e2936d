"""Maps are data: one JSON file a map, read and checked here; the rules see them as arrays of ints."""

import functools
import importlib.resources
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from threedown.limits import TooLarge, read_within, shortened

NAMES = ("world", "duel", "europe")
"""The maps that come with the game, in the order of the option ``map``."""

ARMS = ("cannon", "infantry", "cavalry")
SEATS = (2, 3, 4, 5)
MOST_SEATS = 5
MOST_STATES, MOST_BORDERS = 42, 82
"""The most states and borders of a map."""
NEEDED_STATES = 12

Point = tuple[float, float]


class MapError(ValueError):
    """Raised for a map that cannot be played on; names the wrong entry and the right form."""

    def __init__(self, message: str) -> None:
        super().__init__(shortened(message))


class Continent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group of states, the tanks for its sole owner, its colour (``#rrggbb``), and where its label begins."""

    name: str
    title: str
    bonus: int
    colour: str
    label: Point


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A state: the arm on its card, where its label stands, and its polygons (x, y, x, y, …)."""

    name: str
    title: str
    continent: str
    arm: str
    label: Point
    shape: tuple[tuple[float, ...], ...]


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line (x, y, x, y, …) that shows a border over the sea."""

    between: tuple[str, str]
    line: tuple[float, ...]


class Map(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map; ``tanks`` are those that each player begins with, by the number of players."""

    name: str
    title: str
    width: float
    height: float
    tanks: dict[str, int]
    continents: tuple[Continent, ...]
    states: tuple[State, ...]
    borders: tuple[tuple[str, str], ...]
    links: tuple[Link, ...] = ()
    missions: tuple[tuple[str, str], ...] = ()
    """The pairs of continents that are missions."""

    @property
    def state_names(self) -> tuple[str, ...]:
        """The names of the states, in order."""
        return tuple(state.name for state in self.states)

    @property
    def points(self) -> dict[str, int]:
        """BW-008. The points of each state: as many as it has borders."""
        counted = Counter(name for pair in self.borders for name in pair)
        return {name: counted[name] for name in self.state_names}

    def number(self, name: str) -> int:
        """The number of a state, or of a continent."""
        return self.state_names.index(name)


def read_map(path: Path) -> Map:
    """Reads and checks a map; raises :class:`MapError`."""
    try:
        return map_of(read_within(path))
    except OSError as error:
        raise MapError(f"cannot be read: {error.strerror}") from error
    except TooLarge as error:
        raise MapError(str(error)) from error


def map_of(data: bytes) -> Map:
    """A map of JSON; raises :class:`MapError`, which names the entry that is wrong."""
    try:
        found = msgspec.json.decode(data, type=Map)
    except msgspec.ValidationError as error:
        raise MapError(f"{str(error)[0].lower()}{str(error)[1:]}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise MapError(f"is not valid JSON: {str(error).splitlines()[0]}") from error
    _check_names(found)
    _check_tanks(found)
    _check_states(found)
    _check_borders(found)
    _check_missions(found)
    _check_shapes(found)
    return found


def _check_names(found: Map) -> None:
    titles = [found.title, *(c.title for c in found.continents), *(s.title for s in found.states)]
    for title in titles:
        if not (title and title.isprintable()):
            raise MapError(f"title {title!r}: write printable characters")
    for kind, names in (("continents", [c.name for c in found.continents]), ("states", list(found.state_names))):
        for place, name in enumerate(names):
            plain = name.replace("-", "")
            if not (plain.isascii() and plain.isalpha() and plain.islower() and not name.startswith("-")):
                raise MapError(f"{kind}[{place}]: name {name!r}: write small letters and dashes, as in new-guinea")
            if name in names[:place]:
                raise MapError(f"{kind}[{place}]: {name} is there twice")
    if not NEEDED_STATES <= len(found.states) <= MOST_STATES:
        raise MapError(f"states: {len(found.states)}, and a map has {NEEDED_STATES} to {MOST_STATES}")
    if not 0 < len(found.continents) <= len(found.states):
        raise MapError(f"continents: {len(found.continents)}, and a map has at least one, and no more than states")


def _check_missions(found: Map) -> None:
    continents = [continent.name for continent in found.continents]
    for place, pair in enumerate(found.missions):
        where = f"missions[{place}] ({', '.join(pair)})"
        for name in pair:
            if name not in continents:
                raise MapError(f"{where}: there is no continent {name!r}: {', '.join(continents)}")
        if continents.index(pair[0]) >= continents.index(pair[1]):
            raise MapError(f"{where}: name two continents, in the order of the map")
        if pair in found.missions[:place]:
            raise MapError(f"{where}: is there twice")


def _check_tanks(found: Map) -> None:
    for seats in SEATS:
        share = -(-len(found.states) // seats)
        tanks = found.tanks.get(str(seats))
        if tanks is None or not share <= tanks <= 1000:
            raise MapError(
                f"tanks: {seats} players: {tanks}, and each of up to {share} states needs one (at most 1000)"
            )
    if extra := set(found.tanks) - {str(seats) for seats in SEATS}:
        raise MapError(f"tanks: {sorted(extra)[0]!r}: a game has 2 to 5 players")


def _check_states(found: Map) -> None:
    continents = [continent.name for continent in found.continents]
    for place, continent in enumerate(found.continents):
        where = f"continents[{place}] ({continent.name})"
        if not 0 <= continent.bonus <= 100:
            raise MapError(f"{where}: bonus {continent.bonus}: allowed is 0 to 100")
        colour = continent.colour
        if len(colour) != 7 or colour[0] != "#" or not set(colour[1:]) <= set("0123456789abcdef"):
            raise MapError(f"{where}: colour {colour!r}: write #rrggbb with digits and a to f")
        if all(state.continent != continent.name for state in found.states):
            raise MapError(f"{where}: no state lies in it")
    for place, state in enumerate(found.states):
        where = f"states[{place}] ({state.name})"
        if state.continent not in continents:
            raise MapError(f"{where}: there is no continent {state.continent!r}: {', '.join(continents)}")
        if state.arm not in ARMS:
            raise MapError(f"{where}: arm {state.arm!r}: choose one of {', '.join(ARMS)}")


def _check_borders(found: Map) -> None:
    seen: set[frozenset[str]] = set()
    for place, (a, b) in enumerate(found.borders):
        where = f"borders[{place}] ({a}, {b})"
        for name in (a, b):
            if name not in found.state_names:
                raise MapError(f"{where}: there is no state {name!r}")
        if a == b:
            raise MapError(f"{where}: a state does not border on itself")
        if frozenset((a, b)) in seen:
            raise MapError(f"{where}: is there twice")
        seen.add(frozenset((a, b)))
    if len(found.borders) > MOST_BORDERS:
        raise MapError(f"borders: {len(found.borders)}, and a map has at most {MOST_BORDERS}")
    reached, grew = {found.state_names[0]}, True
    while grew:
        more = {name for pair in seen if pair & reached for name in pair}
        grew = not more <= reached
        reached |= more
    if away := [name for name in found.state_names if name not in reached]:
        raise MapError(f"states ({away[0]}): no border leads there from {found.state_names[0]}")
    for place, link in enumerate(found.links):
        if frozenset(link.between) not in seen:
            raise MapError(f"links[{place}] ({', '.join(link.between)}): there is no such border")


def _check_shapes(found: Map) -> None:
    if not (0 < found.width <= 10_000 and 0 < found.height <= 10_000):
        raise MapError(f"width, height: {found.width} x {found.height}: at most 10000 each")
    for place, continent in enumerate(found.continents):
        _check_points(found, f"continents[{place}] ({continent.name}): label", continent.label, 1)
    for place, state in enumerate(found.states):
        where = f"states[{place}] ({state.name})"
        if not state.shape:
            raise MapError(f"{where}: shape: a state has at least one polygon")
        _check_points(found, f"{where}: label", state.label, 1)
        for number, polygon in enumerate(state.shape):
            _check_points(found, f"{where}: shape[{number}]", polygon, 3)
    for place, link in enumerate(found.links):
        _check_points(found, f"links[{place}] ({', '.join(link.between)}): line", link.line, 2)


def _check_points(found: Map, where: str, line: tuple[float, ...], fewest: int) -> None:
    if len(line) % 2 or len(line) < 2 * fewest:
        raise MapError(f"{where}: {len(line)} numbers: x and y of {fewest} or more points are needed")
    for x, y in zip(line[::2], line[1::2], strict=True):
        if not (0 <= x <= found.width and 0 <= y <= found.height):
            raise MapError(f"{where}: ({x:g}, {y:g}) lies outside of {found.width:g} x {found.height:g}")


@functools.cache
def map_named(name: str) -> Map:
    """Return one of the maps of the game."""
    return map_of(importlib.resources.files("threedown.games.blitzwar").joinpath("maps", f"{name}.json").read_bytes())


def numbers(table: list[list[int]]) -> Any:
    """Rows of ints as an array, the short ones filled up with zeros."""
    width = max(len(row) for row in table)
    return np.array([row + [0] * (width - len(row)) for row in table], dtype=np.int64)


MAPS = [map_named(name) for name in NAMES]
TITLES = {state.name: state.title for each in MAPS for state in each.states}
"""The names of the states of all maps, as people read them."""
_DIRECTED = [
    sorted((found.number(a), found.number(b)) for pair in found.borders for a, b in (pair, pair[::-1]))
    for found in MAPS
]

STATES = np.array([len(found.states) for found in MAPS], dtype=np.int64)
"""The number of states, by map."""
BORDERS = np.array([len(pairs) for pairs in _DIRECTED], dtype=np.int64)
"""By map: how many borders, each counted in both directions, which are numbered by where they begin."""
FROM = numbers([[a for a, _ in pairs] for pairs in _DIRECTED])
TO = numbers([[b for _, b in pairs] for pairs in _DIRECTED])
"""By map and border: the states that it leads from and to."""
FIRST = numbers(
    [[sum(a < place for a, _ in pairs) for place in range(len(found.states) + 1)]
     for found, pairs in zip(MAPS, _DIRECTED, strict=True)]
)  # fmt: skip
"""By map and state: the first border that leads from it; those of state s are FIRST[s] to before FIRST[s + 1]."""
CONTINENT = numbers([[[c.name for c in found.continents].index(s.continent) for s in found.states] for found in MAPS])
"""By map and state: its continent."""
BONUS = numbers([[continent.bonus for continent in found.continents] for found in MAPS])
CONTINENTS = np.array([len(found.continents) for found in MAPS], dtype=np.int64)
ARM = numbers([[ARMS.index(state.arm) for state in found.states] for found in MAPS])
"""By map and state: the arm on its card."""
TANKS = numbers([[found.tanks.get(str(seats), 0) for seats in range(max(SEATS) + 1)] for found in MAPS])
"""By map and number of players: the tanks that each begins with."""
