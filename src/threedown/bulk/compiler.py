"""Rules into machine code: the only file that knows Numba.

The functions that ``deal`` and ``turn`` reach are cloned with a namespace of their own, in which
``house`` and ``seats`` are constants, ``announce`` does nothing, ``ask`` calls the policies, and a word of chance comes
from the generator. Only the entry function is cached on disk: its folder and the names of its clones carry the
variant key, without which Numba would mistake one variant for another.
"""

import dis
import hashlib
import importlib
import sys
import types
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numba

from threedown.bulk import kernel
from threedown.games.declare import Setting
from threedown.table import chance, verbs
from threedown.table.imagine import imagined
from threedown.table.layout import NOBODY, Table

njit: Any = numba.njit
_typeof: Any = numba.typeof
_config: Any = numba.config
_PACKAGE = Path(__file__).parent.parent

SMALL_GAME = 24_000
SMALL_FUNCTION = 150
"""Bytes of bytecode. A small game is inlined whole; of a large one, which would compile for minutes, only its small
functions are."""


def _bring_up() -> None:
    """Imports what Numba needs to load a compiled rule, without SciPy's linear algebra.

    Numba's array functions would import that too, a fifth of a warm start, and rules have no use for it.
    """
    blas = "scipy.linalg.cython_blas"
    if blas in sys.modules or "numba.np.arraymath" in sys.modules:
        return
    sys.modules[blas] = None  # type: ignore[assignment]
    try:
        importlib.import_module("numba.np.arraymath")
    finally:
        del sys.modules[blas]


def _silent(t, kind, seat=NOBODY, card=NOBODY, source=-1, target=-1, detail=NOBODY):  # type: ignore[no-untyped-def]
    pass


def _unwrapped(number):  # type: ignore[no-untyped-def]
    return number


def _piloted(t, seat, question):  # type: ignore[no-untyped-def]
    code = _policy(t, seat, int(question))  # type: ignore[name-defined]  # noqa: F821  (int: one copy for all questions)
    t.s.pilot[1] += 1
    return code


def _one_or_others(t, seat, question):  # type: ignore[no-untyped-def]
    if seat == _SEAT:  # type: ignore[name-defined]  # noqa: F821
        return _one(t, seat, question)  # type: ignore[name-defined]  # noqa: F821
    return _others(t, seat, question)  # type: ignore[name-defined]  # noqa: F821


def _world_or_seated(t, seat, question):  # type: ignore[no-untyped-def]
    if seat < 0:
        return _world(t, seat, question)  # type: ignore[name-defined]  # noqa: F821
    return _seated(t, t.live.levels[seat], seat, question)  # type: ignore[name-defined]  # noqa: F821


def _level_or_others(t, level, seat, question):  # type: ignore[no-untyped-def]
    if level == _LEVEL:  # type: ignore[name-defined]  # noqa: F821
        return _one(t, seat, question)  # type: ignore[name-defined]  # noqa: F821
    return _others(t, level, seat, question)  # type: ignore[name-defined]  # noqa: F821


def _refused(t, level, seat, question):  # type: ignore[no-untyped-def]
    return 0


def answers(setting: Setting, pilots: Sequence[str]) -> Callable[..., int]:
    """``ask`` for compiled play: one function that knows which policy answers for which seat."""
    policy = setting.policy(NOBODY, pilots)
    for seat in range(setting.seats):
        names = {"_SEAT": seat, "_one": setting.policy(seat, pilots), "_others": policy}
        if names["_one"] is not policy:
            policy = types.FunctionType(_one_or_others.__code__, names, f"pilots_to_{seat}")
    return types.FunctionType(_piloted.__code__, {"_policy": policy}, "ask")


def answers_by_level(setting: Setting, levels: Sequence[str]) -> Callable[..., int]:
    """``ask`` where the levels' numbers are read from the table: any of them may sit anywhere."""
    seated: Any = _refused
    for number, level in enumerate(levels):
        names = {"_LEVEL": number, "_one": setting.game.bots.LEVELS[level], "_others": seated}
        seated = types.FunctionType(_level_or_others.__code__, names, f"levels_to_{number}")
    names = {"_world": setting.game.bots.WORLD, "_seated": seated}
    policy = types.FunctionType(_world_or_seated.__code__, names, "world_or_seated")
    return types.FunctionType(_piloted.__code__, {"_policy": policy}, "ask")


def variant_key(setting: Setting, pilots: Sequence[str], folded: bool, rotating: bool = False) -> str:
    """The name of one variant: a hash of all that decides its machine code."""
    digest = hashlib.sha256()
    for source in sorted([*_PACKAGE.rglob("*.py"), *_PACKAGE.glob("games/*/maps/*.json")]):
        if source.relative_to(_PACKAGE).parts[0] in ("cards.py", "table", "games", "bulk", "bots"):
            digest.update(source.read_bytes())
    for module in (setting.game.rules, setting.game.bots):
        digest.update(Path(str(module.__file__)).read_bytes())
    record = setting.new_record().dtype.descr
    imagine = tuple(setting.imagines_with(level) for level in pilots)
    house = folded and tuple(setting.house)
    facts = (setting.game.name, setting.seats, record, tuple(pilots), imagine, rotating, house)
    digest.update(repr((facts, numba.__version__, sys.version, _config.BOUNDSCHECK)).encode())
    return digest.hexdigest()[:16]


class Clones:
    """The compiled copies of one variant's functions.

    A policy that imagines is compiled with clones of its own of all that it calls, in which the cheaper level answers
    at every seat: what it plays on in its imagination is not the game that asks it.
    """

    def __init__(self, setting: Setting, pilots: Sequence[str], key: str, folded: bool, rotating: bool = False) -> None:
        self._key = key
        self._jitted: dict[Any, Any] = {}
        self._minds: dict[Any, Clones] = {}
        for level in dict.fromkeys(pilots):
            cheaper = setting.imagines_with(level)
            if cheaper is not None:
                inner = Clones(setting, (cheaper,) * setting.seats, f"{key}_{level}", folded)
                self._minds[setting.game.bots.LEVELS[level]] = inner
        house, seats = setting.house, setting.seats
        self._twins: dict[Any, Callable[..., Any]] = {
            verbs.announce: _silent,
            chance.word: chance.generator_word,
            chance.wrap: _unwrapped,
            verbs.ask: (answers_by_level if rotating else answers)(setting, pilots),
            kernel.deal: setting.game.rules.deal,
            kernel.turn: setting.game.rules.turn,
        }
        if folded:
            self._twins[verbs.house] = lambda t: house
            self._twins[verbs.seats] = lambda t: seats
        self._is_small_game = sum(len(code.co_code) for code in self._reached(kernel.play_games)) <= SMALL_GAME

    def __call__(self, function: Any) -> Any:
        """The compiled copy of a function, and of all that it calls; a function may call itself."""
        if function in self._minds:
            return self._minds[function].apart(function)
        if function not in self._jitted:
            clone = self._clone(self._twins.get(function, function))
            # Numba returns no tuple with a record in it, so what returns a table becomes a part of its caller.
            how = {"inline": "always"} if function is imagined else {"forceinline": self._is_small(clone)}
            self._jitted[function] = njit(clone, no_cpython_wrapper=True, no_cfunc_wrapper=True, **how)
            self._fill(clone)
        return self._jitted[function]

    def apart(self, function: Any) -> Any:
        """The compiled copy of a function that is called, not inlined: whole games are played in it."""
        if function not in self._jitted:
            clone = self._clone(function)
            self._jitted[function] = njit(clone, no_cpython_wrapper=True, no_cfunc_wrapper=True)
            self._fill(clone)
        return self._jitted[function]

    def entry(self, function: Any, cache: bool) -> Any:
        """The compiled entry: it runs without the GIL, and it alone is cached."""
        clone = self._clone(function)
        self._fill(clone)
        return njit(clone, nogil=True, cache=cache)

    def _is_small(self, clone: Any) -> bool:
        return self._is_small_game or len(clone.__code__.co_code) <= SMALL_FUNCTION

    def _reached(self, function: Any) -> set[types.CodeType]:
        """The code of a function and of all that it calls."""
        found: set[types.CodeType] = set()
        left = [function]
        while left:
            code = left[-1].__code__
            names = left.pop().__globals__
            if code not in found:
                found.add(code)
                called = (names[name] for name in _globals(code) if name in names)
                left += [self._twins.get(value, value) for value in called if isinstance(value, types.FunctionType)]
        return found

    def policy(self, function: Any, cache: bool) -> Any:
        """The compiled entry of a policy."""
        return self._minds.get(function, self).entry(function, cache)

    def _clone(self, function: Any) -> Any:
        read = _globals(function.__code__)
        namespace = {name: value for name, value in function.__globals__.items() if name in read}
        clone = types.FunctionType(
            function.__code__, namespace, function.__name__, function.__defaults__, function.__closure__
        )
        clone.__qualname__ = f"{function.__qualname__}_{self._key}"
        clone.__module__ = function.__module__
        return clone

    def _fill(self, clone: Any) -> None:
        for name, value in clone.__globals__.items():
            if isinstance(value, types.FunctionType):
                clone.__globals__[name] = self(value)
            elif isinstance(value, dict) and list(value) == list(range(len(value))):
                clone.__globals__[name] = tuple(value.values())  # CODES, by question


def _globals(code: types.CodeType) -> set[str]:
    """The global names that a function reads."""
    return {step.argval for step in dis.get_instructions(code) if step.opname in ("LOAD_GLOBAL", "LOAD_NAME")}


def compiled_kernel(
    setting: Setting, pilots: Sequence[str], folded: bool, cache: Path | None, rotating: bool = False
) -> Any:
    """``kernel.play_games`` in machine code for one variant; kept on disk in a folder of its own under ``cache``."""
    _bring_up()
    key = variant_key(setting, pilots, folded, rotating)
    if cache is not None:
        _config.CACHE_DIR = str(cache / key)
    return Clones(setting, pilots, key, folded, rotating).entry(kernel.play_games, cache=cache is not None)


def compiled_policy(setting: Setting, level: str, cache: Path | None, table: Table) -> Any:
    """A level's policy ``(t, seat, question) -> code`` in machine code, ready for tables like ``table``."""
    _bring_up()
    pilots = (level,) * setting.seats
    key = variant_key(setting, pilots, folded=False)
    if cache is not None:
        _config.CACHE_DIR = str(cache / key)
    policy = Clones(setting, pilots, key, folded=False).policy(setting.game.bots.LEVELS[level], cache is not None)
    policy.compile((_typeof(table), numba.int64, numba.int64))
    return policy
