"""A seat's view as numbers: flat planes and counters, laid out by the game's declarations.

They hold only the content of a view: of each pile the number of its cards and the cards the seat knows, as the pile's
sight allows; and the public counters of the state (tallies are for people, and are left out). Seats are counted from
the viewer: 0 is the viewer, 1 the seat to its left.

The same function fills them from a stepped session, and compiled.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np

from threedown.cards import NUMBER
from threedown.games.declare import Sight
from threedown.games.setting import Setting
from threedown.table.hands import knows
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import held, is_in, look, seats

OWN = "own"


class Plane(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stretch of an observation: ``start`` to before ``stop``, in the ``shape`` in which it is to be read."""

    name: str
    start: int
    stop: int
    shape: tuple[int, ...]
    text: str
    labels: tuple[tuple[str, ...], ...] = ()
    """The meaning of the entries along each axis of the shape."""


ONE_OF_EACH, SHARED = 1, 0
COUNTED, TOP_SHOWN, ALL_SHOWN = range(3)
_SIGHTS = {Sight.COUNT: COUNTED, Sight.TOP: TOP_SHOWN, Sight.KNOWN: ALL_SHOWN}


def observe(t: Table, words: Any, seat: int, question: int, plan: Any, planes: Any, counters: Any) -> None:
    """Fill ``planes`` (int8) and ``counters`` (float32) with a seat's view and the question it is asked.

    ``words`` is the table state of ``t`` as int64s, ``plan`` that of its :class:`Schema`; ``question`` is NOBODY if the
    seat is not asked.
    """
    planes[:] = 0
    if question >= 0:
        planes[question] = 1
    counters[0] = t.s.turns
    count = seats(t)
    for step in range(count):
        counters[1 + step] = is_in(t, (seat + step) % count)
    for row in range(len(plan.piles)):
        observe_piles(t, seat, plan, row, planes, counters)
    for row in range(len(plan.numbers)):
        first, size, each, at = plan.numbers[row, 0], plan.numbers[row, 1], plan.numbers[row, 2], plan.numbers[row, 3]
        for place in range(size):
            counters[at + place] = words[first + ((seat + place) % count if each else place)]
    for row in range(len(plan.named_seats)):
        first, size, at = plan.named_seats[row, 0], plan.named_seats[row, 1], plan.named_seats[row, 2]
        for place in range(size):
            if int(words[first + place]) != NOBODY:
                planes[at + place * count + (int(words[first + place]) - seat) % count] = 1
    for row in range(len(plan.sets_of_seats)):
        bits, size, at = int(words[plan.sets_of_seats[row, 0]]), plan.sets_of_seats[row, 1], plan.sets_of_seats[row, 2]
        for step in range(size):
            planes[at + step] = (bits >> ((seat + step) % count)) & 1


def observe_piles(t: Table, seat: int, plan: Any, row: int, planes: Any, counters: Any) -> None:
    """Fill in the piles of one kind: how many cards each has, and those that are shown and known to the seat."""
    first, each, shows = int(plan.piles[row, 0]), int(plan.piles[row, 1]), int(plan.piles[row, 2])
    count_at, at, places, place_at = (
        int(plan.piles[row, 3]),
        int(plan.piles[row, 4]),
        int(plan.piles[row, 5]),
        int(plan.piles[row, 6]),
    )
    count = seats(t) if each else 1
    for step in range(count):
        pile = first + (seat + step) % count if each else first
        size = held(t, pile)
        counters[count_at + step] = size
        if shows == TOP_SHOWN:
            size = min(size, 1)
        if shows != COUNTED:
            for depth in range(size):
                if knows(t, seat, pile, depth):
                    kind = int(plan.kinds[look(t, pile, depth)])
                    planes[at + step * plan.cards + kind] += 1
                    if step == 0 and depth < places:
                        planes[place_at + depth * plan.cards + kind] = 1


class Schema(NamedTuple):
    """The layout of a setting's observations."""

    plan: Any
    """The positions of all parts, for :func:`observe`: a numpy record of int64s."""
    planes: tuple[Plane, ...]
    counters: tuple[Plane, ...]

    @property
    def sizes(self) -> tuple[int, int]:
        """The numbers of planes' entries and counters."""
        return self.planes[-1].stop, self.counters[-1].stop


class _Layout:
    """Parts laid out one after the other."""

    def __init__(self) -> None:
        self.parts: list[Plane] = []

    def lay(self, name: str, labels: Sequence[Sequence[str]], text: str) -> int:
        """Append a part and return its start."""
        start = self.parts[-1].stop if self.parts else 0
        shape = tuple(len(axis) for axis in labels) or (1,)
        stop = start + int(np.prod(shape))
        self.parts.append(Plane(name, start, stop, shape, text, tuple(map(tuple, labels))))
        return start


def schema(setting: Setting) -> Schema:
    """Return the layout of a setting's observations, from the game's declarations."""
    game, count = setting.game, setting.seats
    around = tuple(OWN if step == 0 else f"{step} to the left" for step in range(count))
    kinds = tuple(dict.fromkeys(setting.deck.names.values()))
    planes, counters = _Layout(), _Layout()
    planes.lay(
        "question",
        [tuple(game.rules.QUESTIONS.values())],
        "the question that the seat is asked; 0 all along if it is not asked",
    )
    counters.lay("turns", [], "turns begun")
    counters.lay("in play", [around], "1 for a seat that has not dropped out")
    piles = []
    for kind, (first, each) in _kinds_of_piles(setting).items():
        who = [around] if each else []
        sight = _SIGHTS[game.piles.sight.get(kind, Sight.COUNT)]
        count_at = counters.lay(f"{kind} count", who, f"cards in {kind}")
        at, place_at, places = 0, 0, game.piles.places.get(kind, 0)
        if sight != COUNTED:
            what = "the top card of" if sight == TOP_SHOWN else "how many of each card lie in"
            at = planes.lay(kind, [*who, kinds], f"{what} {kind}, of those that the seat knows")
        if places:
            text = f"the card at each place of the seat's own {kind}: choices name places"
            place_at = planes.lay(f"{kind} places", [tuple(map(str, range(places))), kinds], text)
        piles.append((first, each, sight, count_at, at, places, place_at))
    fields: Any = setting.new_table_state().dtype.fields
    numbers, named, sets = [], [], []
    for name in game.counters.state:
        if name in game.counters.hidden or setting.keys.get(name) == ():
            continue
        keys, word = setting.keys.get(name, ()), fields[name][1] // 8
        if name in game.counters.seat_numbers:
            named.append((word, max(len(keys), 1), planes.lay(name, [*([keys] if keys else []), around],
                                                              game.words.counters[name])))  # fmt: skip
        elif name in game.counters.seat_sets:
            sets.append((word, count, planes.lay(name, [around], game.words.counters[name])))
        else:
            each = ONE_OF_EACH if name in game.counters.per_seat else SHARED
            axes = [around] if each else [keys] if keys else []
            numbers.append((word, max(len(keys), 1), each, counters.lay(name, axes, game.words.counters[name])))
    by_number = np.zeros(NUMBER + 1, dtype=np.int64)
    for number, label in setting.deck.names.items():
        by_number[number] = kinds.index(label)
    tables = {
        "kinds": by_number,
        "piles": _rows(piles, 7),
        "numbers": _rows(numbers, 4),
        "named_seats": _rows(named, 3),
        "sets_of_seats": _rows(sets, 3),
    }
    return Schema(record_of({"cards": len(kinds), **tables}), tuple(planes.parts), tuple(counters.parts))


def record_of(values: Mapping[str, Any]) -> Any:
    """Return a NumPy record of int64 fields: compiled code holds it without counting references."""
    arrays = {name: np.asarray(value, dtype=np.int64) for name, value in values.items()}
    record = np.zeros(1, dtype=[(name, np.int64, array.shape) for name, array in arrays.items()]).view(np.recarray)
    for name, array in arrays.items():
        record[name][0] = array
    return record[0]


def _rows(rows: list[Any], columns: int) -> Any:
    """Return the rows as an array; if there are none, one row of zeros, which has no effect."""
    return np.array(rows or [(0,) * columns], dtype=np.int64)


def _kinds_of_piles(setting: Setting) -> dict[str, tuple[int, int]]:
    """Return the first pile of each kind, and ONE_OF_EACH if every seat has one."""
    found: dict[str, tuple[int, int]] = {}
    for pile, name in enumerate(setting.piles):
        kind, _, number = name.partition(" ")
        found.setdefault(kind, (pile, ONE_OF_EACH if number else SHARED))
    return found
