"""Rules into machine code, with Numba (see :mod:`threedown.bulk.jit`).

The compiler clones the functions that ``deal`` and ``turn`` reach, with a namespace of their own: there ``options`` and
``seats`` are constants, ``announce`` does nothing, ``ask`` calls the policies, and chance comes from the generator.
Only the entry function is cached on disk: its folder and the names of its clones carry the variant's key, without which
Numba would mistake one variant for another. The key is a hash of the code and the values that the entry depends on (see
:mod:`threedown.bulk.dependencies`), so a change recompiles only the variants that it affects.
"""

import contextlib
import hashlib
import re
import sys
import types
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import numba
import numpy as np

from threedown.bulk import jit, kernel
from threedown.bulk.dependencies import Dependencies, code_facts, dependencies_of, values_read
from threedown.cards import NUMBER
from threedown.games import levels
from threedown.games.setting import Setting
from threedown.table import chance, verbs
from threedown.table.imagine import copy_words, imagined
from threedown.table.layout import NOBODY, Table

_typeof: Any = numba.typeof
_config: Any = numba.config

COLOUR = re.compile(r"\x1b\[[\d;]*m")
SMALL_GAME = 24_800
SMALL_FUNCTION = 150
"""Bytes of bytecode. A small game is inlined whole. Of a large game, which would compile for minutes, only the small
functions are inlined; so it is for policies that imagine, because a table waits for them."""
NOTES = frozenset(("broken", "BATCH", "BATCHES", "BATCH_NUMBER"))
"""The names that a policy reads if it looks at the notes on batches (see sight.py)."""


def _silent(t, kind, seat=NOBODY, card=NOBODY, source=-1, target=-1, numbers=()):  # type: ignore[no-untyped-def]
    pass


def _counted(t, kind, seat=NOBODY, card=NOBODY, source=-1, target=-1, numbers=()):  # type: ignore[no-untyped-def]
    t.s.events += 1


def _no_need(t, who, question):  # type: ignore[no-untyped-def]
    pass


def _never(t, *numbers):  # type: ignore[no-untyped-def]
    pass


def _no_batch(t):  # type: ignore[no-untyped-def]
    return 0


def _unnoted(t, card, batch):  # type: ignore[no-untyped-def]
    return card & NUMBER


def _unwrapped(number):  # type: ignore[no-untyped-def]
    return number


def _copy_words(words, own):  # type: ignore[no-untyped-def]
    for place in range(len(own)):
        words[place] = own[place]


def _whole(answer):  # type: ignore[no-untyped-def]
    return answer & -1  # of nothing but ints


def _piloted(t, seat, question):  # type: ignore[no-untyped-def]
    code = _policy(t, seat, int(question))  # type: ignore[name-defined]  # noqa: F821  (int: one copy for all questions)
    t.s.pilot[1] += 1
    return code


def _one_or_others(t, seat, question):  # type: ignore[no-untyped-def]
    if seat >= 0 and (_SEATS >> seat) & 1:  # type: ignore[name-defined]  # noqa: F821
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


def policies(setting: Setting, pilots: Sequence[str], world: Any) -> Callable[..., int]:
    """Return one policy that calls each seat's own policy; ``world`` answers for seats whose pilot is ""."""
    match: dict[str, int] = {}
    for seat, level in enumerate(pilots):
        match[level] = match.get(level, 0) | 1 << seat
    policy: Callable[..., int] = world
    for level, seats in match.items():
        if level:
            names = {"_SEATS": seats, "_one": setting.policy_of(level), "_others": policy}
            policy = types.FunctionType(_one_or_others.__code__, names, "piloted")
    return policy


def answers(setting: Setting, pilots: Sequence[str]) -> Callable[..., int]:
    """Return ``ask`` for compiled play: one function that calls each seat's policy."""
    return types.FunctionType(_piloted.__code__, {"_policy": policies(setting, pilots, setting.game.bots.WORLD)}, "ask")


def answers_by_level(setting: Setting, seated: Sequence[str]) -> Callable[..., int]:
    """Return ``ask`` for levels that may sit anywhere: it reads each seat's level from the table."""
    policy: Any = _refused
    for number, level in enumerate(seated):
        names = {"_LEVEL": number, "_one": setting.policy_of(level), "_others": policy}
        policy = types.FunctionType(_level_or_others.__code__, names, f"levels_to_{number}")
    names = {"_world": setting.game.bots.WORLD, "_seated": policy}
    policy = types.FunctionType(_world_or_seated.__code__, names, "world_or_seated")
    return types.FunctionType(_piloted.__code__, {"_policy": policy}, "ask")


def always(value: Any) -> Callable[[Table], Any]:
    """Return a function of the table that always returns ``value``."""
    return lambda t: value


class Clones:
    """The compiled copies of the functions of one variant.

    A policy that imagines has clones of its own for all its callees, in which the cheaper level answers at every seat:
    the imagined game is not the game that asks the policy.
    """

    def __init__(
        self,
        setting: Setting,
        pilots: Sequence[str],
        folded: bool,
        rotating: bool = False,
        twins: Mapping[Any, Callable[..., Any]] | None = None,
        noted: bool = True,
    ) -> None:
        """If not ``noted``, knowledge of shuffled cards is noted only if a policy reads it."""
        self._facts = (setting.game.name, setting.seats, setting.new_table_state().dtype.descr, tuple(pilots), rotating)
        self._key, self._inlines_all = "", False
        self._imagines = False
        self._jitted: dict[Any, Any] = {}
        self._minds: dict[Any, Clones] = {}
        for level in dict.fromkeys(pilots):
            cheaper = setting.imagined_level(level)
            if cheaper is not None:
                mind = Clones(setting, (cheaper,) * setting.seats, folded, noted=False)
                mind._imagines = setting.imagines_with(level) is not None
                self._minds[setting.policy_of(level)] = mind
                self._imagines |= mind._imagines
        options, seats = setting.option_codes, setting.seats
        self._twins: dict[Any, Callable[..., Any]] = {
            verbs.announce: _counted if setting.game.counters.counts_events else _silent,
            verbs.together: _no_need,
            chance.word: chance.generator_word,
            chance.wrap: _unwrapped,
            levels.number: _whole,
            copy_words: _copy_words,
            verbs.ask: (answers_by_level if rotating else answers)(setting, pilots),
            kernel.deal: setting.game.rules.deal,
            kernel.turn: setting.game.rules.turn,
        }
        for plan, plan_under in setting.game.bots.PLANS.items():
            self._twins[plan] = always(plan_under(options))
        if folded:
            self._twins[verbs.options] = lambda t: options
        if folded or setting.seats == 2:  # written out for two, loops over seats compile as fast; for five they do not
            self._twins[verbs.seats] = lambda t: seats
        self._twins |= dict.fromkeys(setting.game.hooks.uncalled(options), _never)
        self._twins |= twins or {}
        if not (noted or any(self._reads_notes(setting.policy_of(level)) for level in pilots)):
            self._twins |= {verbs.new_batch: _no_batch, verbs.into_batch: _unnoted}

    def _reads_notes(self, policy: Any) -> bool:
        """True if a policy or one of its callees reads the notes on batches."""
        return any(not NOTES.isdisjoint(each.__code__.co_names) for each in dependencies_of(self, policy).functions)

    def entry(self, function: Any, cache: Path | None, loaded: dict[str, Any] | None = None) -> Any:
        """Return the compiled entry. It runs without the GIL and is cached in its own folder under ``cache``.

        An entry in ``loaded``, by key, is used again; a new one is added to it.
        """
        dependencies = dependencies_of(self, function)
        key = self.key(dependencies)
        if loaded is not None and key in loaded:
            return loaded[key]
        size = sum(len(code.co_code) for code in {each.__code__ for each in dependencies.functions})
        self._settle(key, inlines_all=size <= SMALL_GAME and not self._imagines)
        clone = self._clone(function)
        self._fill(clone, function)
        with jit.cached_in(cache / key) if cache is not None else contextlib.nullcontext():
            entry = jit.backend().whole(clone, cache is not None)
        if loaded is not None:
            loaded[key] = entry
        return entry

    def policy(self, function: Any, cache: Path | None) -> Any:
        """Return the compiled entry of a policy."""
        return self._minds.get(function, self).entry(function, cache)

    def key(self, dependencies: Dependencies) -> str:
        """Return the name of a variant: a hash of everything that decides its machine code."""
        members = vars(Clones).values()
        own = [member.__code__ for member in members if isinstance(member, types.FunctionType)]
        compiler_code = [code_facts(code) for code in [*own, *jit.backend().code()]]
        versions = (sys.version, numba.__version__, np.__version__, _config.BOUNDSCHECK)
        facts = (dependencies.fingerprint, self._facts, compiler_code, SMALL_GAME, SMALL_FUNCTION, versions)
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]

    def _settle(self, key: str, inlines_all: bool) -> None:
        """Set the key in the names of all clones, and whether all of them are inlined."""
        self._key, self._inlines_all = key, inlines_all
        for number, mind in enumerate(self._minds.values()):
            mind._settle(f"{key}_{number}", inlines_all)

    def twin(self, function: Any) -> tuple["Clones", Any]:
        """Return the function that is compiled in place of a callee, and the clones that it belongs to."""
        if function in self._minds:
            return self._minds[function], function
        return self, self._twins.get(function, function)

    def __call__(self, function: Any) -> Any:
        """Return the compiled copy of a function, with its callees; a function may call itself."""
        if function in self._minds:
            return self._minds[function].apart(function)
        if function not in self._jitted:
            twin = self._twins.get(function, function)
            clone = self._clone(twin)
            # Numba can't return a tuple that holds a record, so a function that returns a table is inlined.
            options = {"inline": "always"} if function is imagined else {"forceinline": self._is_small(clone)}
            self._jitted[function] = jit.backend().part(clone, **options)
            self._fill(clone, twin)
        return self._jitted[function]

    def apart(self, function: Any) -> Any:
        """Return the compiled copy of a function that is never inlined: it plays whole games."""
        if function not in self._jitted:
            clone = self._clone(function)
            self._jitted[function] = jit.backend().part(clone)
            self._fill(clone, function)
        return self._jitted[function]

    def _is_small(self, clone: Any) -> bool:
        return self._inlines_all or len(clone.__code__.co_code) <= SMALL_FUNCTION

    def _clone(self, function: Any) -> Any:
        """Return a copy of a function with an empty namespace and its own closure, for :meth:`_fill`."""
        cells = tuple(types.CellType(cell.cell_contents) for cell in function.__closure__ or ())
        clone = types.FunctionType(function.__code__, {}, function.__name__, function.__defaults__, cells)
        clone.__kwdefaults__ = function.__kwdefaults__
        clone.__annotations__ = function.__annotations__
        clone.__qualname__ = f"{function.__qualname__}_{self._key}"
        clone.__module__ = __name__  # Numba can't import the file of a bot from outside
        return clone

    def _fill(self, clone: Any, function: Any) -> None:
        """Give a clone the values that its function reads, and stand-ins for modules that hold their clones."""
        for name, attribute, value in values_read(function):
            if attribute:
                setattr(clone.__globals__.setdefault(name, types.ModuleType(name)), attribute, self._compiled(value))
            else:
                clone.__globals__[name] = self._compiled(value)
        for cell in clone.__closure__:
            cell.cell_contents = self._compiled(cell.cell_contents)

    def _compiled(self, value: Any) -> Any:
        """Return a value as compiled functions read it."""
        if isinstance(value, types.FunctionType):
            return self(value)
        if isinstance(value, dict) and list(value) == list(range(len(value))):
            return tuple(value.values())  # CODES, by question
        return value


def why_not(error: Exception) -> str:
    """Return Numba's objection to a function, in one line, without the colours that it has where colorama is there."""
    lines = [line.strip() for line in COLOUR.sub("", str(error)).splitlines() if line.strip()]
    message = next((line for line in lines if not line.startswith("Failed in ")), "")
    source = next((line for line in lines if line.startswith(">>>")), "") if "signature" in message else ""
    where = next((line.partition(" at ")[2] for line in lines if line.startswith("During: typing of ")), "")
    if "and_" in source and Path(__file__).name in where:
        return "it must return a whole number, on every way"
    return f"{message} {source.removeprefix('>>> ')}".strip() + (f", at {where}" if where else "")


def compiled_kernel(
    setting: Setting,
    pilots: Sequence[str],
    folded: bool,
    cache: Path | None,
    rotating: bool = False,
    loaded: dict[str, Any] | None = None,
) -> Any:
    """Return ``kernel.play_games`` in machine code for one variant, cached in its own folder under ``cache``."""
    return _kernel_clones(setting, pilots, folded, rotating).entry(kernel.play_games, cache, loaded)


def kernel_key(setting: Setting, pilots: Sequence[str], folded: bool, rotating: bool = False) -> str:
    """Return the name of the variant that :func:`compiled_kernel` makes; machines with the same name play the same."""
    clones, entry = _kernel_clones(setting, pilots, folded, rotating), cast(types.FunctionType, kernel.play_games)
    return clones.key(dependencies_of(clones, entry))


def _kernel_clones(setting: Setting, pilots: Sequence[str], folded: bool, rotating: bool) -> Clones:
    """Return the clones of a kernel; folded ones note nothing, because only the games' numbers remain."""
    return Clones(setting, pilots, folded, rotating, noted=not folded)


def compiled_entry(
    function: Any,
    setting: Setting,
    pilots: Sequence[str],
    twins: Mapping[Any, Callable[..., Any]],
    cache: Path | None,
    noted: bool = True,
) -> Any:
    """Return another loop over the rules in machine code; ``twins`` has the replacements of its callees.

    If not ``noted``, knowledge of shuffled cards is noted only if a policy reads it.
    """
    return Clones(setting, pilots, folded=False, twins=twins, noted=noted).entry(function, cache)


def compiled_policy(setting: Setting, level: str, cache: Path | None, table: Table, together: bool = False) -> Any:
    """Return a level's policy ``(t, seat, question) -> code`` in machine code, ready for tables like ``table``.

    If it is not in the cache it is compiled, with ``together`` by two processes.
    """
    policy, call = policy_entry(setting, level, cache), (_typeof(table), numba.int64, numba.int64)
    if together and jit.backend().SHARES_WORK:
        from threedown.bulk import compile_worker, numba_internals

        if not numba_internals.is_cached(policy, call):
            compile_worker.compile_parts(policy, table, setting, level)
    policy.compile(call)
    return policy


def policy_entry(setting: Setting, level: str, cache: Path | None) -> Any:
    """Return a level's policy, before it is compiled."""
    clones = Clones(setting, (level,) * setting.seats, folded=False)
    return clones.policy(setting.policy_of(level), cache)
