"""How compiled functions become one piece of machine code.

By itself Numba makes each function machine code with all that it calls, over and over up to the entry: what is called
by many is optimized as often. Here a clone stays as it was lowered until its entry is complete; that alone is optimized
and translated, once.
"""

import contextlib
import gc
import types
from collections.abc import Iterator
from typing import Any

import llvmlite.binding
import numba
from numba.core import caching, codegen, compiler, registry
from numba.core import types as numba_types
from numba.core.environment import lookup_environment
from numba.core.runtime import nrt

njit: Any = numba.njit
kinds: Any = numba_types
external: Any = llvmlite.binding.Linkage.external
environment_of: Any = lookup_environment
JITCodeLibrary: Any = codegen.JITCodeLibrary
Compiler: Any = compiler.Compiler
FunctionCache: Any = caching.FunctionCache
runtime: Any = nrt.rtsys


TOLD_BY = "__excinfo_unwrap_args"
"""How the functions begin by which an exception is told of what it has to say: parts that raise alike have the same."""


class _NoEngine:
    """There is no machine code yet that could be told where its Python objects are."""

    def set_env(self, name: str, environment: Any) -> None:
        pass


class PartLibrary(JITCodeLibrary):  # type: ignore[misc]
    """A function that others call: never machine code for itself."""

    codegen = _NoEngine()

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0


class WholeLibrary(JITCodeLibrary):  # type: ignore[misc]
    """An entry with all that it reaches."""

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
        # As long as they are external, all of them are linked; internal, what is not called any more is left out.
        for part in parts:
            for function in part.functions:
                if function.name.startswith(TOLD_BY):
                    function.linkage = "linkonce_odr"
            self._final_module.link_in(part, preserve=True)
        for part in parts:
            for function in part.functions:
                if not function.is_declaration and function.linkage == external:
                    self._final_module.get_function(function.name).linkage = "internal"
        self._linking_libraries = [library for library in reached if not isinstance(library, PartLibrary)]
        super().finalize()
        for variable in self._final_module.global_variables:  # what exceptions are made of
            environment = environment_of(variable.name)
            if environment is not None:
                self.codegen.set_env(variable.name, environment)


class Part(Compiler):  # type: ignore[misc]
    """Compiles a function that others call."""

    library = PartLibrary

    def define_pipelines(self) -> Any:
        state = self.state
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return super().define_pipelines()


class Whole(Part):
    """Compiles an entry, and what it calls on the way."""

    library = WholeLibrary

    def compile_extra(self, function: Any) -> Any:
        with nothing_collected():
            return super().compile_extra(function)


@contextlib.contextmanager
def nothing_collected() -> Iterator[None]:
    """Without Python's collector: of the millions of objects that Numba makes it would find next to none to let go,
    and takes a tenth of the time to look."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def part(clone: Any, **how: Any) -> Any:
    """A function that others call: one copy for all numbers, written at the call or not."""
    jitted = njit(clone, pipeline_class=Part, no_cpython_wrapper=True, no_cfunc_wrapper=True, **how)
    special = jitted.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        if jitted.is_compiling:  # it calls itself
            return special(args, kws)
        _, given = jitted._compiler.fold_argument_types(args, kws)
        return special(tuple(_broad(kind) for kind in given), {})

    jitted.get_call_template = get_call_template
    return jitted


def _broad(kind: Any) -> Any:
    """The type of any number for that of this number."""
    if isinstance(kind, kinds.Omitted):
        return kinds.int64 if type(kind.value) is int else kind
    return kinds.unliteral(kind)


class EntryCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache, from which machine code is loaded without all that Numba compiles with: that takes longer."""

    def load_overload(self, signature: Any, target: Any) -> Any:
        runtime.initialize(target)
        with self._guard_against_spurious_io_errors():
            return self._load_overload(signature, target)

    def has(self, signature: Any) -> bool:
        key = self._index_key(signature, registry.cpu_target.target_context.codegen())
        return key in self._cache_file._load_index()


def is_kept(entry: Any, signature: Any) -> bool:
    """Whether an entry has its machine code on disk."""
    return isinstance(entry._cache, EntryCache) and entry._cache.has(signature)


def whole(clone: Any, cache: bool) -> Any:
    """An entry; it runs without the GIL, and is kept in Numba's cache folder or not."""
    jitted = njit(clone, pipeline_class=Whole, nogil=True)
    if cache:
        jitted._cache = EntryCache(clone)
    return jitted


def code() -> list[Any]:
    """All code of this file: what it makes of functions depends on it."""
    members = [*globals().values(), *(value for each in LIBRARIES for value in vars(each).values())]
    return [member.__code__ for member in members if isinstance(member, types.FunctionType)]


LIBRARIES = (PartLibrary, WholeLibrary, Part)
