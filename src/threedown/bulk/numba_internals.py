"""Everything that the compiler needs of Numba's internals; :mod:`threedown.bulk.plain_numba` does without.

Numba alone turns each function into machine code together with all its callees, again and again up to the entry: a
function with many callers is optimized as many times. Here a part stays LLVM code until its entry is complete; only the
entry is optimized and translated, once. A cached entry loads without the modules that Numba compiles with, and a second
process can compile some of the parts.
"""

import io
import itertools
import pickle
import types
from typing import Any

import llvmlite.binding
import numba
from numba.core import bytecode, caching, codegen, compiler, environment, registry
from numba.core import types as numba_types
from numba.core.runtime import nrt

from threedown import collector

njit: Any = numba.njit
kinds: Any = numba_types
external: Any = llvmlite.binding.Linkage.external
environment_of: Any = environment.lookup_environment
Environment: Any = environment.Environment
FunctionIdentity: Any = bytecode.FunctionIdentity
JITCodeLibrary: Any = codegen.JITCodeLibrary
Compiler: Any = compiler.Compiler
compile_result: Any = compiler.compile_result
FunctionCache: Any = caching.FunctionCache
runtime: Any = nrt.rtsys
cpu: Any = registry.cpu_target

SHARES_WORK = True
"""A second process can compile some of the parts."""
TRIED = "0.68."
"""Versions of Numba that begin like this pass the tests; others are tried on a small function first."""
UNPACKS_ARGUMENTS = "__excinfo_unwrap_args"
"""The beginning of the names of the functions that unpack an exception's arguments; parts that raise the same exception
have the same function."""
FIRST_NUMBER = 1 << 32
"""Numba names machine code by the number of its function in the process; the compile worker's begin here."""


class _NoEngine:
    """Takes the place of the execution engine, which needs to know Python objects only once there is machine code."""

    def set_env(self, name: str, environment: Any) -> None:
        pass


class PartLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a function that other functions call: never machine code by itself."""

    codegen = _NoEngine()

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0


class WholeLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of an entry with all that it reaches."""

    _linking_libraries: list[Any]

    def finalize(self) -> None:
        reached: dict[Any, None] = {}
        left = list(self._linking_libraries)
        while left:
            library = left.pop()
            if library not in reached:
                reached[library] = None
                if isinstance(library, PartLibrary):
                    left += library._linking_libraries
        parts = [library._final_module for library in reached if isinstance(library, PartLibrary)]
        # LLVM links only external functions; once they are internal, it drops those that are no longer called.
        for part in parts:
            for function in part.functions:
                if function.name.startswith(UNPACKS_ARGUMENTS):
                    function.linkage = "linkonce_odr"
            self._final_module.link_in(part, preserve=True)
        for part in parts:
            for function in part.functions:
                if not function.is_declaration and function.linkage == external:
                    self._final_module.get_function(function.name).linkage = "internal"
        self._linking_libraries = [library for library in reached if not isinstance(library, PartLibrary)]
        super().finalize()
        for variable in self._final_module.global_variables:  # the objects that exceptions are made of
            found = environment_of(variable.name)
            if found is not None:
                self.codegen.set_env(variable.name, found)


class Part(Compiler):  # type: ignore[misc]
    """Compiles a function that other functions call."""

    library = PartLibrary

    def define_pipelines(self) -> Any:
        state = self.state
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().define_pipelines()


class Whole(Part):
    """Compiles an entry, and the parts that it calls."""

    library = WholeLibrary

    def compile_extra(self, function: Any) -> Any:
        with collector.paused():  # it takes a tenth of the compile time
            return super().compile_extra(function)


def part(clone: Any, **options: Any) -> Any:
    """Return the dispatcher of a function that other functions call: one copy for all numbers."""
    jitted = njit(clone, pipeline_class=Part, no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)
    specialized = jitted.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        if jitted.is_compiling:  # it calls itself
            return specialized(args, kws)
        _, given = jitted._compiler.fold_argument_types(args, kws)
        return specialized(tuple(_any_number(kind) for kind in given), {})

    jitted.get_call_template = get_call_template
    return jitted


def _any_number(kind: Any) -> Any:
    """The type of all numbers like this one, in place of the type of this number alone."""
    if isinstance(kind, kinds.Omitted):
        return kinds.int64 if type(kind.value) is int else kind
    return kinds.unliteral(kind)


class EntryCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache, but machine code is loaded without importing all that Numba compiles with, which takes longer."""

    def load_overload(self, signature: Any, target: Any) -> Any:
        runtime.initialize(target)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(signature, target)

    def has(self, signature: Any) -> bool:
        key = self._index_key(signature, cpu.target_context.codegen())
        return key in self._cache_file._load_index()


def is_cached(entry: Any, signature: Any) -> bool:
    """True if the cache on disk holds the machine code of an entry."""
    return isinstance(entry._cache, EntryCache) and entry._cache.has(signature)


def whole(clone: Any, cache: bool) -> Any:
    """Return the dispatcher of an entry; it runs without the GIL, and ``cache`` says if it is cached on disk."""
    jitted = njit(clone, pipeline_class=Whole, nogil=True)
    if cache:
        jitted._cache = EntryCache(clone)
    return jitted


class CodeTransfer:
    """One end of the pipe between two processes that compile for the same entry: compile results as bytes.

    A result travels as the function's signature, its descriptor for callers and, if it has to be linked, its code.
    Both ends know a library, which is a function's code, by a number once it was sent: the first end, which sends no
    code, counts from 0 up, the second from -1 down.
    """

    def __init__(self, tables: Any, first: bool) -> None:
        """``tables`` are the two Numba types that nearly all functions take: they are sent as numbers."""
        self._tables, self._first = tables, first
        self._numbers: dict[Any, int] = {}
        self._libraries: dict[int, Any] = {}
        self._sent = 0
        if not first:
            FunctionIdentity._unique_ids = itertools.count(FIRST_NUMBER)

    def give(self, result: Any) -> bytes:
        """Return a compile result as bytes, with the libraries that the other end does not have."""
        rows: list[Any] = []
        self._add(result.library, rows)
        result.fndesc.typemap = result.fndesc.calltypes = None
        return self._pickled((result.fndesc, result.signature, self._numbers[result.library], rows))

    def _add(self, library: Any, rows: list[Any]) -> None:
        """Add a library to the rows, after those that it links, unless the other end has it."""
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
        number = self._sent if self._first else ~self._sent
        self._sent += 1
        self._register(library, number)
        rows.append((number, library.name, code, needed, [self._numbers[each] for each in linked]))

    def _register(self, library: Any, number: int) -> None:
        self._numbers[library], self._libraries[number] = number, library

    def take(self, jitted: Any, data: bytes) -> None:
        """Add a compile result of the other end to ``jitted``, as if it had been compiled here."""
        described, signature, number, rows = self._unpickled(data)
        target = cpu.target_context
        for known_as, name, code, needed, linked in rows:
            library = PartLibrary(target.codegen(), name)
            if code:
                library._final_module = llvmlite.binding.parse_bitcode(code)
            library._linking_libraries = [self._libraries[each] for each in linked]
            library._needed = needed  # Numba's registry of environments holds them weakly
            library.finalize()
            self._register(library, known_as)
        library, found = self._libraries[number], Environment.from_fndesc(described)
        result = compile_result(
            typing_context=cpu.typing_context,
            target_context=target,
            entry_point=target.get_executable(library, described, found),
            signature=signature,
            objectmode=False,
            library=library,
            fndesc=described,
            environment=found,
        )
        target.insert_user_function(result.entry_point, described, [library])
        jitted.add_overload(result)

    def _pickled(self, result: Any) -> bytes:
        buffer = io.BytesIO()
        pickler = _Pickler(buffer, pickle.HIGHEST_PROTOCOL)
        pickler.tables = self._tables
        pickler.dump(result)
        return buffer.getvalue()

    def _unpickled(self, data: bytes) -> Any:
        unpickler = _Unpickler(io.BytesIO(data))
        unpickler.tables = self._tables
        return unpickler.load()


class _Pickler(pickle.Pickler):
    """Writes the types of the tables as numbers."""

    tables: Any

    def persistent_id(self, value: Any) -> int | None:
        return next((number for number, kind in enumerate(self.tables) if value is kind), None)


class _Unpickler(pickle.Unpickler):
    tables: Any

    def persistent_load(self, number: int) -> Any:
        return self.tables[number]


def code() -> list[Any]:
    """All code of this file that machine code depends on."""
    members = [*globals().values(), *(value for each in LIBRARIES for value in vars(each).values())]
    return [member.__code__ for member in members if isinstance(member, types.FunctionType)]


LIBRARIES = (PartLibrary, WholeLibrary, Part)


def check() -> None:
    """Raise AttributeError if an internal name is missing that this module finds only while it compiles.

    A version of Numba with which the tests were not run also has to compile a small function.
    """
    jitted, target = njit(_entry), cpu.target_context
    library = target.codegen().create_library("check")
    for owner, names in (
        (library, "_final_module _linking_libraries _finalized _ensure_finalized _get_module_for_linking"),
        (library, "enable_object_caching get_pointer_to_function finalize codegen"),
        (library.codegen, "set_env"),
        (Compiler, "define_pipelines compile_extra"),
        (jitted, "_cache _compiler get_call_template is_compiling overloads add_overload"),
        (jitted._compiler, "fold_argument_types"),
        (FunctionCache, "_guard_against_spurious_io_errors _load_overload _index_key"),
        (caching.IndexDataCacheFile, "_load_index"),
        (runtime, "initialize"),
        (FunctionIdentity, "_unique_ids"),
        (Environment, "from_fndesc"),
        (target, "get_executable insert_user_function"),
        (kinds, "Omitted unliteral"),
    ):
        for name in names.split():
            getattr(owner, name)
    if not numba.__version__.startswith(TRIED):
        _try()


def _entry(number):  # type: ignore[no-untyped-def]
    return _part(number) + _part(2)  # type: ignore[name-defined]  # noqa: F821


def _callee(number):  # type: ignore[no-untyped-def]
    if number < 0:
        raise ValueError("negative", number)
    return number + 1


def _try() -> None:
    """Compile an entry and its part; raise RuntimeError if they go wrong."""
    entry = whole(types.FunctionType(_entry.__code__, {"_part": part(_callee)}, "entry"), cache=False)
    try:
        entry(-1)
    except ValueError as error:
        if error.args == ("negative", -1) and entry(3) == 7:
            return
    raise RuntimeError("a small function was compiled incorrectly")
