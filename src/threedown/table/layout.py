"""The table state: everything that lies on a table, as one NumPy record of int64 fields.

Copying it copies the game. Rules do not read it; they call the verbs.

A card on the table is an int64::

    bits 0-8    number (threedown.cards)
    bits 9-24   place: bit 9+p is set if seat p knows that this card lies here
    bits 25-40  batch: bit 25+p is set if seat p knows that this card is one of its batch; a seat that knows its
                place knows its batch, so a shuffle only clears the places
    bits 41-44  the seat that laid it (in a pot)
    bits 45-62  number of the batch: the last shuffle that it went through
"""

import functools
import operator
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

MOST_SEATS = 16

PLACE = 9
BATCH = 25
LAID_BY = 41
BATCH_NUMBER = 45

SEAT_BITS = 0xFFFF
PLACES = SEAT_BITS << PLACE
BATCHES = SEAT_BITS << BATCH
EVERYBODY_SEES = PLACES | BATCHES
LAID_BY_BITS = 15 << LAID_BY
BATCH_NUMBERS = 0x3FFFF

NOBODY = -1

BATCHES_REMEMBERED = 128
"""The size of the ring of batches for which the table state notes whose knowledge is broken (see sight.py)."""

ALL_CARDS, TURN_CAP, CYCLE = 1, 2, 3
"""The reasons why a game ended, for games in which cards are won; a game's own reasons begin at 16."""


class Table(NamedTuple):
    """The argument of every rule: the table state, the options and, at a stepped table, its live part.

    ``s`` is a :class:`TableState` in stepped play and the NumPy record over the same memory in compiled play.
    """

    s: Any
    o: Any
    live: Any = None


class Piles(NamedTuple):
    """The names of a table's piles, by index."""

    names: tuple[str, ...]

    @classmethod
    def of(cls, seats: int, each: tuple[str, ...], shared: tuple[str, ...], more: tuple[str, ...] = ()) -> "Piles":
        """``each`` and ``more`` are the piles that every seat has one of, ``shared`` those in the middle.

        >>> Piles.of(2, ("deck", "won"), ("pot",), ("hand",)).names
        ('deck 0', 'deck 1', 'won 0', 'won 1', 'pot', 'hand 0', 'hand 1')
        """
        first, last = (tuple(f"{pile} {seat}" for pile in piles for seat in range(seats)) for piles in (each, more))
        return cls(first + shared + last)


_FIELD_NAMES_OF_NUMPY = set(dir(np.recarray)) | set(dir(np.record))


def layout(
    seats: int,
    piles: int,
    capacity: int,
    state: tuple[str, ...],
    tallies: tuple[str, ...],
    remembered: int = 0,
    sizes: Mapping[str, int] | None = None,
) -> np.dtype[Any]:
    """The dtype of a table state: every field int64, no padding.

    ``piles`` is the number of piles and ``capacity`` the cards that each can hold (rounded up to a power of two: piles
    are rings; the card ``depth`` below the top of a pile lies at ``(top + depth) % ring``, and ``end - top`` cards lie
    there). ``state`` and ``tallies`` are the game's own counters, the tallies last; ``sizes`` gives the number of
    entries of those that are arrays. An earlier state of ``remembered`` piles is kept, to detect a table that repeats.
    """
    ring = 1 << (capacity - 1).bit_length()
    fields: list[tuple[str, Any] | tuple[str, Any, tuple[int, ...]]] = [
        ("cards", np.int64, (piles, ring)),
        ("past", np.int64, (max(remembered, 1), ring)),
        ("broken", np.int64, (BATCHES_REMEMBERED,)),
        ("top", np.int64, (piles,)),  # where the top card of a pile lies …
        ("end", np.int64, (piles,)),  # … and where the next card under it would: both count on, modulo the ring
        ("past_held", np.int64, (max(remembered, 1),)),
        ("shown", np.int64, (seats,)),  # the height of the card face up before a seat in this battle; 0: none
        ("left", np.int64, (seats,)),
        ("chance", np.int64, (3,)),
        ("pilot", np.int64, (2,)),
        ("seats", np.int64),
        ("batch", np.int64),
        ("turns", np.int64),
        ("over", np.int64),
        ("reason", np.int64),
        ("winners", np.int64),
        ("turn_winner", np.int64),
    ]
    sizes = sizes or {}
    for name in state + tallies:
        if name in _FIELD_NAMES_OF_NUMPY:
            raise ValueError(f"{name!r} is an attribute of numpy records and cannot be a counter")
        fields.append((name, np.int64, (sizes[name],)) if name in sizes else (name, np.int64))
    return np.dtype(fields)


class TableState:
    """A table state as stepped play reads and writes it: array fields are views, single fields are properties.

    ``words`` is its whole memory as int64s, and ``compiled`` the numpy record over the same memory. A field that does
    not exist, and an array as a whole, cannot be set (AttributeError).
    """

    __slots__ = ("_words",)
    dtype: np.dtype[Any]
    _arrays: dict[str, tuple[slice, tuple[int, ...]]]
    """By slot: its position in ``words``, and its shape."""
    clean_from: int
    """The first word that a new game must find cleared; the words before it are always written before they are read."""

    def __init__(self, words: Any) -> None:
        self._words = words

    if TYPE_CHECKING:
        words: Any

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...
    else:
        words = property(operator.attrgetter("_words"))

        def __getattr__(self, slot: str) -> Any:
            """Make an array field when it is read for the first time: few fields of most copies are ever read."""
            if slot not in self._arrays:
                raise AttributeError(f"a table state of this game has no field {slot!r}", name=slot, obj=self)
            place, shape = self._arrays[slot]
            view = self._words[place].reshape(shape)
            setattr(self, slot, view)
            return view

    @property
    def compiled(self) -> Any:
        return self.words.view(self.dtype).view(np.recarray)[0]

    def copy(self) -> "TableState":
        return type(self)(self.words.copy())

    def __reduce__(self) -> Any:
        """Pickle the layout and the memory: the class is made at run time, and found by its layout."""
        return _table_state_of, (self.dtype, self.words)

    def tobytes(self) -> bytes:
        return bytes(self.words.tobytes())


def new_table_state(dtype: np.dtype[Any], seats: int) -> TableState:
    """A table state of zeros in which no seat has won the turn."""
    table_state = table_state_type(dtype)(np.zeros(dtype.itemsize // 8, dtype=np.int64))
    table_state.seats = seats
    table_state.turn_winner = NOBODY
    return table_state


def repeated(table_state: TableState, times: int) -> tuple[Any, list[TableState]]:
    """Return the words of several copies as the rows of one array, and the copies over them."""
    rows = table_state.words[None].repeat(times, 0)
    return rows, [type(table_state)(words) for words in rows]


def place_of(table_state: TableState, array: str) -> slice:
    """Return the position of an array field in the words of a table state."""
    return table_state._arrays[f"_{array}"][0]


def _table_state_of(dtype: np.dtype[Any], words: Any) -> TableState:
    return table_state_type(dtype)(words)


@functools.cache
def table_state_type(dtype: np.dtype[Any]) -> type[TableState]:
    """The class of the table states of one layout."""
    arrays: dict[str, tuple[slice, tuple[int, ...]]] = {}
    fields: Any = dtype.fields
    slots = tuple(f"_{name}" for name, field in fields.items() if field[0].shape)
    members: dict[str, Any] = {
        "__slots__": slots,
        "dtype": dtype,
        "_arrays": arrays,
        "clean_from": fields["top"][1] // 8,
    }
    for name, (field, offset, *_) in fields.items():
        if field.shape:
            arrays[f"_{name}"] = (slice(offset // 8, (offset + field.itemsize) // 8), field.shape)
            members[name] = property(operator.attrgetter(f"_{name}"))
        else:
            members[name] = _single(offset // 8)
    return type("TableState", (TableState,), members)


def _single(place: int) -> property:
    def write(table_state: TableState, value: int) -> None:
        table_state.words[place] = value

    return property(lambda table_state: table_state.words.item(place), write)
