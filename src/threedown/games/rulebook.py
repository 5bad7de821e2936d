"""Rulebooks: the clauses and rulings of a game, read from its ``rulebook.toml``."""

import importlib.resources
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from threedown.games import find_game
from threedown.games.game_options import GameOptions
from threedown.games.installed import package_of
from threedown.language import ENGLISH, catalogue, say, speaking, spoken


class UnknownClause(ValueError):
    """Raised for an id that no clause or ruling of the rulebook has."""


class AtLeast(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers from ``least`` on."""

    least: int


Needed = bool | int | str | tuple[bool | int | str, ...] | AtLeast
"""The value that a clause needs of an option, one of several, or a number that is large enough."""


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule: its id, its text in our words, the words of the source, and examples that run.

    An example is a scenario (threedown.session.scenario) without its ``game``, with a ``note`` on its purpose.
    """

    id: str
    text: str
    seed: str
    example: tuple[dict[str, Any], ...]
    ruling: str = ""
    when: dict[str, Needed] = {}
    """What the clause needs to hold, by option; ``seats`` stands for the number of players. Empty: it always holds."""

    @property
    def group(self) -> str:
        """The group of the rulebook that the clause is in."""
        return self.id.split("-")[0]

    def holds(self, options: GameOptions, seats: int) -> bool:
        """Return whether the clause holds at a table with these house rules and this number of players."""
        return _holds(self.when, options, seats)


class Sentence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence of a summary; braces in it are filled in with the options and the ``seats``."""

    text: str
    when: dict[str, Needed] = {}
    """What it needs to be true, as in :class:`Clause`."""


class RuleTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rules that are easier to look up than to read: rows below a head."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    when: dict[str, Needed] = {}


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a lesson: an example of a clause, in which the learner makes the choices."""

    title: str
    rule: str
    """The rule in a few words."""
    line: str
    """What is read before the choice."""
    clause: str
    done: str = ""
    """What is read after it, if not the same."""
    example: int = 1
    """Which of the clause's examples it is, the first being 1."""
    seat: int = 0
    """The learner's seat."""


def _holds(when: Mapping[str, Needed], options: GameOptions, seats: int) -> bool:
    given = {**msgspec.structs.asdict(options), "seats": seats}
    return all(_agrees(given[name], needed) for name, needed in when.items())


def _agrees(value: Any, needed: Needed) -> bool:
    if isinstance(needed, AtLeast):
        return bool(value >= needed.least)
    return value in (needed if isinstance(needed, tuple) else (needed,))


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision on a point where the source is silent or contradicts itself; ``options`` name the alternatives."""

    id: str
    text: str
    options: tuple[str, ...] = ()


class Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole rulebook. ``groups`` gives each group of clauses its title, and ``presets`` the presets whose text it is;
    a group that is not there is the text of all."""

    title: str
    groups: dict[str, str]
    ruling: tuple[Ruling, ...]
    clause: tuple[Clause, ...]
    presets: dict[str, tuple[str, ...]] = {}
    short: tuple[str | Sentence, ...] = ()
    """The rules in ten lines at most, for people who want to play now."""
    brief: tuple[str | Sentence, ...] = ()
    """The game in four sentences, to read in 30 seconds."""
    table: tuple[RuleTable, ...] = ()
    lesson: tuple[LessonStep, ...] = ()
    """A first game in five to eight steps, each an example of a clause."""
    shown: str = ""
    """The id of the clause whose first example shows the game in motion beside them."""
    shown_otherwise: tuple[str, ...] = ()
    """Those that show it where ``shown`` does not hold: the first that does."""
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

    def struck(self, options: GameOptions, seats: int) -> list[str]:
        """The ids of the clauses that do not hold under these house rules and with this number of players."""
        return [clause.id for clause in self.clause if not clause.holds(options, seats)]

    def told(self, sentences: Sequence[str | Sentence], options: GameOptions, seats: int) -> list[str]:
        """The sentences of a summary that are true under these house rules, in the language that is spoken."""
        given = {**msgspec.structs.asdict(options), "seats": seats}
        all_ = (Sentence(one) if isinstance(one, str) else one for one in sentences)
        return [say(one.text, **given) for one in all_ if _holds(one.when, options, seats)]

    def example(self, options: GameOptions, seats: int) -> str:
        """The id of the clause whose first example shows the game in motion under these house rules."""
        struck = self.struck(options, seats)
        return next((one for one in (self.shown, *self.shown_otherwise) if one not in struck), self.shown)

    def tables(self, options: GameOptions, seats: int) -> list[RuleTable]:
        """The tables that hold under these house rules."""
        return [one for one in self.table if _holds(one.when, options, seats)]

    def rulings_of(self, clause: Clause) -> list[Ruling]:
        """The rulings that a clause names."""
        return [ruling for ruling in self.ruling if ruling.id in clause.ruling.split()]


@cache
def read_rulebook(name: str) -> Rulebook:
    """The rulebook of the game of that name: it lies beside the game's rules."""
    folder = importlib.resources.files(package_of(find_game(name)))
    data = tomllib.loads(folder.joinpath("rulebook.toml").read_text(encoding="utf-8"))
    return msgspec.convert(data, Rulebook)


def spoken_rulebook(name: str) -> Rulebook:
    """The rulebook of a game in the language that is spoken; texts that are not translated are English and say so.

    The words of the source, ids and examples stay as they are.
    """
    return read_rulebook(name) if spoken() == ENGLISH else _translated(name, spoken())


@cache
def _translated(name: str, language: str) -> Rulebook:
    book, texts = read_rulebook(name), catalogue(language)
    with speaking(language):
        mark = f" [{say('in English')}]"

    def of(text: str) -> str:
        return texts.get(text, text + mark if text.strip("A2345678910TJQK–-+×½ ") else text)

    def row(cells: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(of, cells))

    def sentence(one: str | Sentence) -> str | Sentence:
        return of(one) if isinstance(one, str) else msgspec.structs.replace(one, text=of(one.text))

    replace = msgspec.structs.replace
    return replace(
        book,
        groups={group: of(title) for group, title in book.groups.items()},
        ruling=tuple(replace(one, text=of(one.text)) for one in book.ruling),
        clause=tuple(
            replace(
                one,
                text=of(one.text),
                example=tuple({**each, "note": of(each["note"])} if "note" in each else each for each in one.example),
            )
            for one in book.clause
        ),
        short=tuple(map(sentence, book.short)),
        brief=tuple(map(sentence, book.brief)),
        table=tuple(
            replace(one, title=of(one.title), head=row(one.head), rows=tuple(map(row, one.rows))) for one in book.table
        ),
        lesson=tuple(
            replace(one, title=of(one.title), rule=of(one.rule), line=of(one.line), done=of(one.done))
            for one in book.lesson
        ),
    )
