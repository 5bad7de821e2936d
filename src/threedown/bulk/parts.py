"""The parts of an entry that two processes can compile: each function with the types of its arguments."""

import inspect
from collections.abc import Iterator
from graphlib import TopologicalSorter
from typing import Any, NamedTuple

import numba

from threedown.table.imagine import Scratch
from threedown.table.layout import Table

typeof: Any = numba.typeof
kinds: Any = numba.types
SCRATCH: Any = kinds.Array(kinds.int64, 2, "C")


class Tables(NamedTuple):
    """The Numba types of tables: the policy's own, and the one that it imagines."""

    own: Any
    imagined: Any


def tables_like(t: Table) -> Tables:
    """Return the types of a table and of those that are imagined there."""
    mind = t.live
    return Tables(typeof(t), typeof(Table(mind.scratch, t.o, mind.live)))


class Parts:
    """The functions that an entry reaches, and those of them that both processes can compile.

    A function that takes more than tables and numbers is compiled by its first caller.
    """

    def __init__(self, entry: Any, tables: Tables) -> None:
        self.calls = call_graph(entry)
        """The callees of each function."""
        self.by_number = list(self.calls)
        self.numbers = {function: number for number, function in enumerate(self.by_number)}
        self._callees_first = list(TopologicalSorter(self.calls).static_order())
        self.kinds: dict[Any, Any] = {}
        """The argument types of each function."""
        own: set[Any] = set()
        for function in self._callees_first:
            if reads_live(function) or not own.isdisjoint(self.calls[function]):
                own.add(function)
            kind = argument_types(function, tables, function in own)
            if kind is not None and function is not entry:
                self.kinds[function] = kind

    def longest_paths(self) -> dict[Any, int]:
        """Return the bytes of bytecode on the longest path from each function up to the entry."""
        longest = {function: size(function) for function in self.calls}
        for function in reversed(self._callees_first):
            for callee in self.calls[function]:
                longest[callee] = max(longest[callee], longest[function] + size(callee))
        return longest

    def compile(self, function: Any) -> Any:
        """Compile a function here; return its compile result, or None if its types are others after all."""
        kind = self.kinds[function]
        try:
            function.compile(kind)
        except numba.core.errors.NumbaError:
            return None
        return function.overloads[kind]


def call_graph(entry: Any) -> dict[Any, list[Any]]:
    """Return all functions that an entry reaches, itself included, with their callees; in a fixed order."""
    graph: dict[Any, list[Any]] = {}
    left = [entry]
    while left:
        function = left.pop()
        if function not in graph:
            graph[function] = [each for each in dict.fromkeys(_callees(function)) if each is not function]
            left += graph[function]
    return graph


def _callees(function: Any) -> Iterator[Any]:
    clone = function.py_func
    for value in [*clone.__globals__.values(), *(cell.cell_contents for cell in clone.__closure__ or ())]:
        for each in vars(value).values() if inspect.ismodule(value) else (value,):
            if hasattr(each, "py_func"):
                yield each


def reads_live(function: Any) -> bool:
    """True if a function's own code reads its table's ``live``."""
    return "live" in function.py_func.__code__.co_names


def argument_types(function: Any, tables: Tables, own: bool) -> tuple[Any, ...] | None:
    """Return the types that a function's annotations promise; None if it takes more than tables and numbers.

    ``own`` is true for a function that takes the policy's own table; an imagined one beside it is called ``m``.
    """
    code, annotations = function.py_func.__code__, function.py_func.__annotations__
    known = {Table: tables.own if own else tables.imagined, int: kinds.int64, bool: kinds.boolean, Scratch: SCRATCH}
    kind = tuple(
        tables.imagined if name == "m" else known.get(annotations.get(name))
        for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    )
    return None if None in kind or annotations.get("return") is Table else kind


def size(function: Any) -> int:
    return len(function.py_func.__code__.co_code)
