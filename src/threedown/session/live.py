"""The live part of a stepped table: the answers so far, the events, the source of chance."""

import re
import sys
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from threedown.cards import HIDDEN, NUMBER
from threedown.games.setting import Setting
from threedown.table.chance import Chance
from threedown.table.layout import NOBODY, PLACE, Table, TableState


class Pending(Exception):
    """Raised when a rule asks and the script of answers has ended.

    ``menus`` holds the legal codes of each seat that still has to answer, in the order of seats: several seats if they
    answer secretly at once; NOBODY if the world is asked.
    """

    def __init__(self, question: int, menus: Mapping[int, tuple[int, ...]]) -> None:
        super().__init__(question, menus)
        self.question, self.menus = question, menus

    @property
    def seat(self) -> int:
        """The first seat that still has to answer."""
        return next(iter(self.menus))

    @property
    def menu(self) -> tuple[int, ...]:
        """The legal codes of that seat."""
        return self.menus[self.seat]


class Event(NamedTuple):
    """Something that happened: a kind, a seat, a card, piles. Piles are indices, -1 for none."""

    kind: str
    seat: int
    card: int
    """The card's number, -1 for none."""
    source: int
    target: int
    sees: int
    """A bit for each seat that may know the card by name."""
    numbers: tuple[int, ...] = ()
    """The further numbers that its kind declares; they are public."""
    depth: int = NOBODY
    """The nesting depth of its battle, in games whose battles nest."""
    code: int = 0
    """The number of its kind."""
    clause: str = ""
    """The id of the clause behind it: the first of the rule that announced it."""

    def known_to(self, eyes: Sequence[int]) -> "Event":
        """Return the event, without its card if not all of ``eyes`` may know that."""
        known = self.card == NOBODY or all((self.sees >> seat) & 1 for seat in eyes)
        return self if known else self._replace(card=NUMBER, sees=0)

    def shown(self, setting: Setting, seat: int | None) -> dict[str, Any]:
        """Return the event as plain data, as a seat (None: a spectator) may know it; a hidden card is ``??``."""
        eyes = range(setting.seats) if seat is None else (seat,)
        return self._told(setting, all((self.sees >> other) & 1 for other in eyes))

    def open(self, setting: Setting) -> dict[str, Any]:
        """Return the event with its card by name: for scenarios, and for games that are over."""
        return self._told(setting, True)

    def _told(self, setting: Setting, named: bool) -> dict[str, Any]:
        view: dict[str, Any] = {"kind": self.kind}
        if self.seat != NOBODY:
            view["seat"] = self.seat
        if self.card != NOBODY:
            view["card"] = setting.deck.show(self.card) if named else HIDDEN
        if self.source != NOBODY:
            view["from"] = setting.piles[self.source]
        if self.target not in (NOBODY, self.source):
            view["to"] = setting.piles[self.target]
        kind = setting.game.kind(self.code)
        if self.numbers or kind.texts:
            view |= kind.values(setting.options, self.numbers)
        if self.depth != NOBODY:
            view["depth"] = self.depth
        return view


class Live:
    """One run of a turn or deal: it takes answers from a script and collects the events.

    ``watch`` is called with each event after the first ``watched``, which an earlier run has shown already.
    """

    def __init__(
        self,
        setting: Setting,
        chance: Chance,
        answers: Sequence[int] = (),
        watch: Callable[[Table, Event], None] | None = None,
        watched: int = 0,
    ) -> None:
        self._setting, self._source = setting, chance
        self._answers, self._answered = answers, 0
        self._watch, self._watched = watch, watched
        self._nests = "depth" in setting.game.counters.shared
        self.events: list[Event] = []
        self.words: list[int] = []
        """The words of chance that this run has drawn."""

    @property
    def chance(self) -> "Live":
        return self

    def word(self, s: TableState, n: int) -> int:
        word = self._source.word(s, n)
        self.words.append(word)
        return word

    def announce(
        self, t: Table, kind: int, seat: int, card: int, source: int, target: int, numbers: tuple[int, ...]
    ) -> None:
        number = card & NUMBER if card != NOBODY else NOBODY
        depth = int(t.s.depth) if self._nests else NOBODY
        name, sees = self._setting.game.kind(kind).name, (card >> PLACE) & 0xFFFF
        event = Event(name, seat, number, source, target, sees, numbers, depth, kind, _clause_of_rule())
        self.events.append(event)
        if self._watch is not None and len(self.events) > self._watched:
            self._watch(t, event)

    def answer(self, t: Table, seat: int, question: int) -> int:
        if self._answered < len(self._answers):
            self._answered += 1
            return self._answers[self._answered - 1]
        raise Pending(question, {seat: tuple(self._setting.menu(t, seat, question))})

    def together(self, t: Table, who: int, question: int) -> None:
        if self._answered == len(self._answers):
            asked = [seat for seat in range(self._setting.seats) if (who >> seat) & 1]
            raise Pending(question, {seat: tuple(self._setting.menu(t, seat, question)) for seat in asked})


PLAYS = "threedown.session.session"
"""The module that calls the rules: frames farther out are no rules."""
CLAUSE = re.compile(r"(?:ruling )?([A-Z]+\d*-R?\d+)")


def _clause_of_rule() -> str:
    """Return the first clause of the running rule: the innermost function whose docstring opens with one."""
    frame: types.FrameType | None = sys._getframe(2)
    while frame is not None:
        code = frame.f_code
        known = _OPENINGS.get(id(code))
        if known is None:
            is_rule = frame.f_globals.get("__name__") != PLAYS
            known = _OPENINGS[id(code)] = (code, _first_clause(code) if is_rule else None)
        if known[1] != "":
            return known[1] or ""
        frame = frame.f_back
    return ""


_OPENINGS: dict[int, tuple[types.CodeType, str | None]] = {}
"""By the id of a function's code: the code, kept alive so that its id stays unique, and the clause that its docstring
opens with; empty for none, None for the caller of the rules. (A code object's hash is that of all its contents.)"""


def _first_clause(code: types.CodeType) -> str:
    """Return the clause that a function's docstring opens with; empty if there is none."""
    opening = code.co_consts[0] if code.co_consts else None
    found = CLAUSE.match(opening) if isinstance(opening, str) else None
    return found[1] if found is not None else ""
