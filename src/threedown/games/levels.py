"""Bots for a seat: a game's own levels, and bots from outside.

A bot from outside is a policy ``(t, seat, question) -> code``, like a game's own. It has one of two names:

- ``FILE.py:POLICY``, a function in a file: ``./mine.py:policy``;
- a level that an installed package adds: an entry point of the group ``threedown.bots`` with the name ``GAME.LEVEL``,
  which leads to the function. (A level of the game's own goes before one of the same name.)

It is compiled together with the game's own. It gets the table as its seat could imagine it, so that it cannot read what
the seat does not know, and its answers are checked against the rules.
"""

import functools
import importlib.metadata
import inspect
import sys
import traceback
import types
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from threedown.games.declare import Game, Policy
from threedown.games.suggestions import did_you_mean
from threedown.table.imagine import imagined
from threedown.table.layout import Table

GROUP = "threedown.bots"


class LevelError(ValueError):
    """Raised for a bot that cannot play at a table, with the reason."""


class UnknownLevel(LevelError):
    """Raised for a level that a game does not have."""


class IllegalAnswer(LevelError):
    """Raised for an illegal answer of a bot from outside."""

    def __init__(self, level: str, seat: int, question: int, code: Any) -> None:
        super().__init__(f"{level} answers {code} to question {question} at seat {seat}, which is not legal")


def policy_of(game: Game, level: str) -> Any:
    """The policy of a level; raises :class:`LevelError` if there is none, or it cannot play."""
    own, rules = game.bots.LEVELS, typing.cast(types.ModuleType, game.rules)
    if level in own:
        return own[level]
    if is_in_file(level):
        file, _, name = level.rpartition(":")
        return _checked_policy(level, _policy_in_file(level, file, name), rules)
    if level in installed_levels(game):
        return _checked_policy(level, _installed(_entry_points(game.name)[level]), rules)
    known = ", ".join([*own, *installed_levels(game)])
    raise UnknownLevel(f"there is no bot {level!r}: choose one of {known}, FILE.py:POLICY{did_you_mean(level, own)}")


def is_in_file(level: str) -> bool:
    """True if a level is a function in a file."""
    return ":" in level


def is_own(game: Game, level: str) -> bool:
    """True if a level belongs to the game itself."""
    return level in game.bots.LEVELS


def failure(level: str, error: Exception) -> LevelError:
    """The message for a bot from outside that has raised an error."""
    return LevelError(f"{level} fails: {in_a_line(error, level.rpartition(':')[0])}")


def installed_levels(game: Game) -> tuple[str, ...]:
    """The levels that installed packages add to a game."""
    return tuple(level for level in _entry_points(game.name) if not is_own(game, level))


@functools.cache
def _entry_points(game: str) -> dict[str, importlib.metadata.EntryPoint]:
    """Return the entry points of a game's bots, by level."""
    found = importlib.metadata.entry_points(group=GROUP)
    return {point.name.partition(".")[2]: point for point in found if point.name.startswith(f"{game}.")}


@functools.cache
def _installed(point: importlib.metadata.EntryPoint) -> Policy:
    try:
        found = point.load()
    except Exception as error:
        raise LevelError(f"{point.name} ({point.value}) cannot be loaded: {in_a_line(error)}") from error
    return _policy(f"{point.name} ({point.value})", found)


@functools.cache
def _policy_in_file(level: str, file: str, name: str) -> Policy:
    module = _module_of(level, Path(file))
    if not hasattr(module, name):
        there = [
            key for key, value in vars(module).items() if _is_policy(value) and value.__module__ == module.__name__
        ]
        raise LevelError(f"{level}: {file} has no {name!r}; its functions of (t, seat, question): {', '.join(there)}")
    return _policy(level, getattr(module, name))


def _module_of(level: str, path: Path) -> types.ModuleType:
    """Runs a file as it is now: Python's own cache could hold an older version from the same second."""
    module = types.ModuleType(f"threedown.bots in {path.resolve()}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    try:
        exec(compile(path.read_bytes(), str(path), "exec"), vars(module))
    except OSError as error:
        raise LevelError(f"{level}: {path} cannot be read: {error.strerror}") from error
    except (Exception, SystemExit) as error:
        raise LevelError(f"{level}: {path} cannot be run: {in_a_line(error, str(path))}") from error
    return module


def in_a_line(error: BaseException, file: str = "") -> str:
    """An error on one line, with the line of the file that raised it."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
    text = error.msg if isinstance(error, SyntaxError) else (str(error).splitlines() or [""])[0]
    return f"{type(error).__name__}: {text}" + (f" (line {line})" if line is not None else "")


def _policy(name: str, found: Any) -> Policy:
    if not _is_policy(found):
        raise LevelError(f"{name} is not a policy: write a function of (t, seat, question) that returns a code")
    policy: Policy = found
    return policy


def _is_policy(found: Any) -> bool:
    """True for a function of three arguments."""
    if not isinstance(found, types.FunctionType):
        return False
    try:
        inspect.signature(found).bind(None, 0, 0)
    except TypeError:
        return False
    return True


# Checked answers


@functools.cache
def _checked_policy(level: str, policy: Policy, rules: Any) -> Policy:
    """The policy for any kind of play, compiled too: it gets only what it may see, and its answers are checked against
    the rules.
    """
    names = {
        "LEVEL": level,
        "CODES": rules.CODES,
        "IllegalAnswer": IllegalAnswer,
        "imagined": imagined,
        "legal": rules.legal,
        "number": number,
        "policy": policy,
    }
    checked = types.FunctionType(_checked.__code__, names, policy.__name__)
    checked.__doc__ = policy.__doc__
    return checked


def number(answer: Any) -> int:
    """Return an answer as a number, -1 if it isn't one.

    Compiled: the answer itself, because a policy with other answers does not compile.
    """
    try:
        return int(answer.__index__())
    except AttributeError:
        return -1


LEVEL = ""
CODES: Mapping[int, int] = {}


def legal(t: Table, seat: int, question: int, code: int) -> bool:
    """A placeholder, like LEVEL, CODES and policy, for the values of :func:`_checked_policy`."""
    return False


def policy(t: Table, seat: int, question: int) -> int:
    return 0


def _checked(t: Table, seat: int, question: int) -> int:
    m = imagined(t, seat, 0)
    answer = policy(m, seat, question)
    code = number(answer)
    if code < 0 or code >= CODES[question] or not legal(t, seat, question, code):
        raise IllegalAnswer(LEVEL, seat, question, answer)
    return code
