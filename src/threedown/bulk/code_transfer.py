"""Compiled functions on their way from one process to another that compiles for the same entry.

What is passed on is a function's signature, what its callers must know of it, and, where it is to be linked, its code.
"""

import inspect
import io
import itertools
import pickle
from collections.abc import Iterator
from typing import Any, NamedTuple

import llvmlite.binding
import numba
from numba.core import bytecode, compiler, dispatcher, environment, errors, registry

from threedown.bulk.linking import PartLibrary, environment_of, kinds
from threedown.table.imagine import Scratch
from threedown.table.layout import Table

Dispatcher: Any = dispatcher.Dispatcher
compile_result: Any = compiler.compile_result
Environment: Any = environment.Environment
target: Any = registry.cpu_target.target_context
typing: Any = registry.cpu_target.typing_context
typeof: Any = numba.typeof
Uncallable: Any = errors.NumbaError
ROOM: Any = kinds.Array(kinds.int64, 2, "C")
FIRST_NUMBER = 1 << 32
"""Numba numbers the functions of a process, and names machine code by the number: those of the second begin here."""


def call_graph(entry: Any) -> dict[Any, list[Any]]:
    """What an entry reaches, itself included, each with what it calls; in the same order in every process."""
    found: dict[Any, list[Any]] = {}
    left = [entry]
    while left:
        jitted = left.pop()
        if jitted not in found:
            found[jitted] = [each for each in dict.fromkeys(_called(jitted)) if each is not jitted]
            left += found[jitted]
    return found


def _called(jitted: Any) -> Iterator[Any]:
    clone = jitted.py_func
    for value in [*clone.__globals__.values(), *(cell.cell_contents for cell in clone.__closure__ or ())]:
        for each in vars(value).values() if inspect.ismodule(value) else (value,):
            if isinstance(each, Dispatcher):
                yield each


def looks_at_live(jitted: Any) -> bool:
    """Whether a function's own code reads what is live at its table."""
    return "live" in jitted.py_func.__code__.co_names


class Tables(NamedTuple):
    """The kinds of tables: the one at which somebody imagines, and the one that he imagines."""

    own: Any
    imagined: Any


def tables(t: Table) -> Tables:
    """Of what kind a table is, and of what kind those that are imagined there."""
    mind = t.live
    return Tables(typeof(t), typeof(Table(mind.scratch, t.o, mind.live)))


def usual_call(jitted: Any, tables: Tables, own: bool) -> tuple[Any, ...] | None:
    """With what a function is called by what its annotations say, tables and numbers; None if it is more than that.

    ``own`` says that it takes the table at which somebody imagines; an imagined one beside it is called ``m``.
    """
    code, said = jitted.py_func.__code__, jitted.py_func.__annotations__
    given = {Table: tables.own if own else tables.imagined, int: kinds.int64, bool: kinds.boolean, Scratch: ROOM}
    kind = tuple(
        tables.imagined if name == "m" else given.get(said.get(name))
        for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    )
    return None if None in kind or said.get("return") is Table else kind


def size(jitted: Any) -> int:
    return len(jitted.py_func.__code__.co_code)


def made(jitted: Any, kind: tuple[Any, ...]) -> Any:
    """The result of compiling a function for such a call."""
    jitted.compile(kind)
    return jitted.overloads[kind]


class CodeTransfer:
    """One end: it gives and takes results of compiling as bytes.

    A library, which is a function's code, is known at both ends by a number once it was given: at the first end, which
    gives no code, from 0 up, at the second from -1 down.
    """

    def __init__(self, tables: Tables, first: bool) -> None:
        self._tables, self._first = tables, first
        self._numbers: dict[Any, int] = {}
        self._libraries: dict[int, Any] = {}
        self._given = 0
        if not first:
            bytecode.FunctionIdentity._unique_ids = itertools.count(FIRST_NUMBER)

    def give(self, made: Any) -> bytes:
        """A result of compiling, with the libraries that the other end does not have."""
        rows: list[Any] = []
        self._add(made.library, rows)
        made.fndesc.typemap = made.fndesc.calltypes = None
        return self._pickled((made.fndesc, made.signature, self._numbers[made.library], rows))

    def _add(self, library: Any, rows: list[Any]) -> None:
        """Adds a library to the rows, after those that it links, unless the other end has it."""
        if library in self._numbers:
            return
        linked: list[Any] = []
        code, needed = b"", []
        if not self._first:
            is_part = isinstance(library, PartLibrary)
            linked = library._linking_libraries if is_part else []
            for each in linked:
                self._add(each, rows)
            module = library._final_module if is_part else library._get_module_for_linking()
            code = module.as_bitcode()
            needed = [found for each in module.global_variables if (found := environment_of(each.name))]
        number = self._given if self._first else ~self._given
        self._given += 1
        self._know(library, number)
        rows.append((number, library.name, code, needed, [self._numbers[each] for each in linked]))

    def _know(self, library: Any, number: int) -> None:
        self._numbers[library], self._libraries[number] = number, library

    def take(self, jitted: Any, data: bytes) -> None:
        """Makes a result of the other end one of ``jitted``, as though it had been compiled here."""
        described, signature, number, rows = self._unpickled(data)
        for known_as, name, code, needed, linked in rows:
            library = PartLibrary(target.codegen(), name)
            if code:
                library._final_module = llvmlite.binding.parse_bitcode(code)
            library._linking_libraries = [self._libraries[each] for each in linked]
            library._needed = needed  # who asks for them finds them as long as somebody holds them
            library.finalize()
            self._know(library, known_as)
        library, found = self._libraries[number], Environment.from_fndesc(described)
        made = compile_result(
            typing_context=typing,
            target_context=target,
            entry_point=target.get_executable(library, described, found),
            signature=signature,
            objectmode=False,
            library=library,
            fndesc=described,
            environment=found,
        )
        target.insert_user_function(made.entry_point, described, [library])
        jitted.add_overload(made)

    def _pickled(self, what: Any) -> bytes:
        buffer = io.BytesIO()
        pickler = _Pickler(buffer, pickle.HIGHEST_PROTOCOL)
        pickler.tables = self._tables
        pickler.dump(what)
        return buffer.getvalue()

    def _unpickled(self, data: bytes) -> Any:
        unpickler = _Unpickler(io.BytesIO(data))
        unpickler.tables = self._tables
        return unpickler.load()


class _Pickler(pickle.Pickler):
    """The kinds of tables, which all functions take, are not described each time."""

    tables: Tables

    def persistent_id(self, value: Any) -> int | None:
        return next((number for number, kind in enumerate(self.tables) if value is kind), None)


class _Unpickler(pickle.Unpickler):
    tables: Tables

    def persistent_load(self, number: int) -> Any:
        return self.tables[number]
