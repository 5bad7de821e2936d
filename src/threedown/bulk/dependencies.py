"""The dependencies of a function: all functions that it calls, directly or not, and the values that they read.

They decide the machine code, so their hash names its place in the cache. Comments, file names and other functions of
the same module don't count.
"""

import dis
import enum
import functools
import hashlib
import types
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

LIBRARIES = ("math", "numpy")
"""Modules that Numba knows: their members count by name."""


class Unreadable(ValueError):
    """A function reads a value that cannot be compiled; the message names both."""


class Reads(NamedTuple):
    """The values that a function's code reads."""

    names: tuple[tuple[str, str], ...]
    """Global names, each with the attribute that the code reads of it (``verbs``, ``held``) or ""."""
    constants: tuple[Any, ...]


@functools.cache
def reads(code: types.CodeType) -> Reads:
    """Return the values that a function's code and its inner functions read."""
    names: dict[tuple[str, str], None] = {}
    constants: list[Any] = []
    name = ""
    for step in dis.get_instructions(code):
        if step.opname == "EXTENDED_ARG":
            continue
        if name:
            names[name, step.argval if step.opname in ("LOAD_ATTR", "LOAD_METHOD") else ""] = None
        name = step.argval if step.opname == "LOAD_GLOBAL" else ""
        if step.opcode in dis.hasconst:
            constants.append(code.co_consts[step.arg or 0])
            if isinstance(constants[-1], types.CodeType):
                names |= dict.fromkeys(reads(constants[-1]).names)
    return Reads(tuple(names), tuple(constants))


def is_rules_module(value: Any) -> bool:
    """True if a value is a module from which rules or bots read functions and numbers (``verbs.held``)."""
    return isinstance(value, types.ModuleType) and value.__name__.partition(".")[0] not in LIBRARIES


def values_read(function: types.FunctionType) -> Iterator[tuple[str, str, Any]]:
    """Iterate over the global values that a function reads: name, attribute (or "") and value; no builtins.

    Raise :class:`Unreadable` for a module that is not read by ``module.NAME``.
    """
    for name, attribute in reads(function.__code__).names:
        if name not in function.__globals__:
            continue
        value = function.__globals__[name]
        if not is_rules_module(value):
            yield name, "", getattr(value, "py_func", value)  # a compiled function is compiled again with the others
            continue
        where = f"{function.__module__}.{function.__qualname__}"
        if not attribute:
            raise Unreadable(f"{where} uses the module {name} itself: write {name}.NAME")
        found = getattr(value, attribute, value)
        if isinstance(found, types.ModuleType):
            what = "is a module" if hasattr(value, attribute) else "is not there"
            raise Unreadable(f"{where} reads {name}.{attribute}, which {what}: functions and numbers can be read so")
        yield name, attribute, getattr(found, "py_func", found)


Place = Any
"""The object that compiles a function; its ``twin(function)`` returns the replacement of a callee, and its place."""


class Dependencies(NamedTuple):
    """The functions that an entry reaches, and plain data that describe each of them and the values that it reads."""

    functions: list[types.FunctionType]
    facts: list[Any]

    @property
    def fingerprint(self) -> str:
        """A hash of the facts, equal in every process."""
        return hashlib.sha256(repr(self.facts).encode()).hexdigest()


class NoReplacements:
    """A place that replaces no function."""

    def twin(self, function: types.FunctionType) -> tuple["NoReplacements", types.FunctionType]:
        return self, function


def fingerprint(function: types.FunctionType) -> str:
    """Return a hash of a function and its dependencies: the same in every process of one version of Python."""
    return dependencies_of(NoReplacements(), function).fingerprint


def dependencies_of(place: Place, entry: types.FunctionType) -> Dependencies:
    """Return the dependencies of ``entry`` when it is compiled at ``place``."""
    dependencies = Dependencies([], [])
    numbers: dict[tuple[Place, types.FunctionType], int] = {}
    left: list[tuple[Place, types.FunctionType]] = []

    def number(key: tuple[Place, types.FunctionType]) -> int:
        if key not in numbers:
            numbers[key] = len(numbers)
            left.append(key)
        return numbers[key]

    def called(at: Place) -> Callable[[types.FunctionType], int]:
        return lambda function: number(at.twin(function))

    number((place, entry))
    places: dict[Place, int] = {}
    while left:
        key = left.pop()
        at, function = key
        dependencies.functions.append(function)
        dependencies.facts.append((numbers[key], places.setdefault(at, len(places)), *_facts(function, called(at))))
    return dependencies


def _facts(function: types.FunctionType, called: Callable[[types.FunctionType], int]) -> Iterator[Any]:
    """Describe a function and the values that it reads; ``called`` gives the numbers of functions that it reads."""
    yield code_facts(function.__code__)
    yield _plain((function.__defaults__, function.__kwdefaults__), called)
    yield _plain(tuple(cell.cell_contents for cell in function.__closure__ or ()), called)
    for name, attribute, value in values_read(function):
        try:
            yield name, attribute, _plain(value, called)
        except Unreadable as error:
            raise Unreadable(f"{function.__module__}.{function.__qualname__} reads {name}, {error}") from error


def code_facts(code: types.CodeType) -> Any:
    """Return a function's code as plain data, without docstring, lines and file name."""
    loaded = [_plain(constant, None) for constant in reads(code).constants]
    names = (code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars)
    counts = (code.co_flags, code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount)
    return "code", code.co_code, code.co_exceptiontable, names, counts, loaded


def _plain(value: Any, called: Callable[[types.FunctionType], int] | None) -> Any:
    """Return a value as plain data whose ``repr`` is the same in every process."""
    kind = type(value)
    if isinstance(value, types.FunctionType) and called is not None:
        return "function", called(value)
    if isinstance(value, types.CodeType):
        return code_facts(value)
    if value is None or kind in (bool, int, float, complex, str, bytes):
        return kind.__name__, repr(value)
    if isinstance(value, (np.ndarray, np.generic)) and not value.dtype.hasobject:
        return str(value.dtype.descr), value.shape, value.flags.c_contiguous, value.tobytes()
    if isinstance(value, (tuple, list)):
        return kind.__qualname__, getattr(value, "_fields", ()), [_plain(item, called) for item in value]
    if isinstance(value, dict):
        return "dict", [(_plain(key, called), _plain(item, called)) for key, item in value.items()]
    if isinstance(value, (set, frozenset)):
        return kind.__name__, sorted(repr(_plain(item, called)) for item in value)
    if isinstance(value, enum.Enum):
        return "member", str(value), _plain(value.value, called)
    if isinstance(value, type):
        members = [*value] if issubclass(value, enum.Enum) else []
        return value.__module__, value.__qualname__, getattr(value, "_fields", ()), _plain(members, called)
    if isinstance(value, (types.BuiltinFunctionType, np.ufunc, types.ModuleType)):
        return "by name", getattr(value, "__module__", ""), value.__name__
    raise Unreadable(f"a {kind.__name__}: functions, numbers, tuples and arrays can be compiled")
