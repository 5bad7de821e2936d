"""Rulebooks: the clauses and rulings of a game, read from its ``rulebook.toml``."""

import importlib.resources
import tomllib
from functools import cache
from typing import Any

import msgspec

from threedown.games import find_game
from threedown.games.installed import package_of


class UnknownClause(ValueError):
    """Raised for an id that no clause or ruling of the rulebook has."""


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule: its id, its text in our words, the words of the source, and examples that run.

    An example is a scenario (threedown.session.scenario) without its ``game``, with a ``note`` on its purpose.
    """

    id: str
    text: str
    seed: str
    example: tuple[dict[str, Any], ...]
    ruling: str = ""

    @property
    def group(self) -> str:
        return self.id.split("-")[0]


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision on a point where the source is silent or contradicts itself; ``options`` name the alternatives."""

    id: str
    text: str
    options: tuple[str, ...] = ()


class Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole rulebook. ``groups`` gives each group of clauses its title."""

    title: str
    groups: dict[str, str]
    ruling: tuple[Ruling, ...]
    clause: tuple[Clause, ...]
    short: tuple[str, ...] = ()
    """The rules in ten lines at most, for people who want to play now."""
    brief: tuple[str, ...] = ()
    """The game in four sentences, to read in 30 seconds."""
    shown: str = ""
    """The id of the clause whose first example shows the game in motion beside them."""
    formerly: dict[str, str] = {}
    """The ids of former versions of the rulebook, and those that took their place."""

    def __repr__(self) -> str:
        return f"<Rulebook of {self.title}: {len(self.clause)} clauses, {len(self.ruling)} rulings>"

    def find(self, name: str) -> Clause | Ruling:
        """The clause or ruling of that id, which may be a former one; raises :class:`UnknownClause`."""
        entries: tuple[Clause | Ruling, ...] = (*self.clause, *self.ruling)
        wanted = self.formerly.get(name.upper(), name.upper())
        for entry in entries:
            if entry.id == wanted:
                return entry
        kinds = dict.fromkeys(entry.id.rstrip("0123456789") for entry in entries)
        groups = ", ".join(f"{kind}…" for kind in kinds)
        raise UnknownClause(f"there is no clause {name!r} in {self.title}: the ids are {groups}")

    def rulings_of(self, clause: Clause) -> list[Ruling]:
        """The rulings that a clause names."""
        return [ruling for ruling in self.ruling if ruling.id in clause.ruling.split()]


@cache
def read_rulebook(name: str) -> Rulebook:
    """The rulebook of the game of that name: it lies beside the game's rules."""
    folder = importlib.resources.files(package_of(find_game(name)))
    data = tomllib.loads(folder.joinpath("rulebook.toml").read_text(encoding="utf-8"))
    return msgspec.convert(data, Rulebook)
