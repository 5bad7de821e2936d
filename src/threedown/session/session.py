"""One game, step by step.

A session keeps two tables: the one to look at (at a question, the table *at the question*) and a checkpoint from the
start of the turn, from which the turn is run again with one answer more. A turn is deterministic, so it arrives
at the same place; the events already delivered are skipped by their number.
"""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from threedown.games.laying import lay
from threedown.games.setting import Setting
from threedown.limits import MOST_TURNS, shortened
from threedown.session.choice_text import meant
from threedown.session.live import Event, Live, Pending
from threedown.table import verbs
from threedown.table.chance import Chance
from threedown.table.layout import NOBODY, Table, TableState

LONGEST_TOLD = 60
"""So many characters of a text that is no choice are told."""


MARKS = 32
"""So many inputs can be taken back at once, and then every so many; to what lies between, the game is played again."""


class Refused(ValueError):
    """An input that may not be given now; the table is as it was. The text is for anybody.

    ``menu`` holds what would be legal, and is for the seat that is asked alone.
    """

    def __init__(self, reason: str, menu: Sequence[str] = ()) -> None:
        super().__init__(reason)
        self.menu = tuple(menu)


class Go(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A logged input: so many turns were played on."""

    go: int


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A logged input: a seat's answer in notation; seat None is the world's."""

    seat: int | None
    choice: str


class Undo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A logged input: so many of the inputs that still counted were taken back."""

    undo: int


Input = Go | Choice | Undo
Watch = Callable[[Table, Event], None]


class Session:
    """A game being played. ``pending`` says who must choose what.

    ``log`` holds all that was put in, and only grows; ``course`` what of it still counts, without what was taken back.

    ``record`` is a table that lies already, instead of the deal and of what the setting has laid. ``watch`` is called
    after every event with the table as it then is.
    """

    def __init__(
        self,
        setting: Setting,
        chance: Chance,
        record: TableState | None = None,
        watch: Watch | None = None,
    ) -> None:
        self.setting, self.chance, self.watch = setting, chance, watch
        self.log: list[Input] = []
        self.course: list[Go | Choice] = []
        self.revealed: list[bool] = []
        """Of each input of the course: whether a card was shown to somebody by it, or chance was drawn."""
        self.unseen: dict[int, int] = {}
        """Answers to a question that several are asked at once: nobody sees them before the last has answered."""
        self.pending: Pending | None = None
        self.events: list[Event] = []
        """The events of the last step."""
        self.last_turn: list[Event] = []
        """All events of the turn (or the deal) that was begun last."""
        self._delivered = 0
        self._answers: list[int] = []
        self._dealt = record is not None
        self._house = setting.house
        if record is None:
            record = setting.new_record()
            chance.start(record)  # type: ignore[attr-defined]
            if setting.laid is not None:
                lay(setting, record, setting.laid)
                self._dealt = True
        self._checkpoint = record
        self.record = record
        if not self._dealt:
            self._run()
        self._ends = [0]
        """How long the course was after each input that counts; answers given together are one."""
        self._marks: dict[int, Session] = {}
        """The game as it was at some of these ends: all of late, and now and then one before."""
        self._set_mark()

    @property
    def table(self) -> Table:
        """The table to look at. Rules may be asked about it; it must not be changed."""
        return Table(self.record, self._house)

    @property
    def over(self) -> bool:
        return verbs.is_over(self.table) and self.pending is None

    @property
    def turns(self) -> int:
        """Turns begun."""
        return int(self.record.turns)

    @property
    def asked(self) -> int | None:
        """The seat that is asked first; None where the world is asked, or nobody."""
        return None if self.pending is None or self.pending.seat == NOBODY else self.pending.seat

    def menu(self, seat: int | None = None) -> list[str]:
        """The legal choices of a seat in notation (None: of who is asked first); empty if it is not asked."""
        if self.pending is None:
            return []
        asked = self.pending.seat if seat is None else seat
        return [self._notation(asked, code) for code in self.pending.menus.get(asked, ())]

    def go(self, turns: int = 1, until: Callable[[list[Event]], bool] | None = None) -> list[Event]:
        """Plays up to ``turns`` turns, until one of them brings a question, the end, or what ``until`` waits for.

        Returns the events. The turns that were begun (10,000 at most) are logged as one input.
        """
        if self.pending is not None:
            raise Refused(f"a choice comes first: {self._asked()}")
        if self.over:
            raise Refused("the game is over")
        events: list[Event] = []
        begun, revealed = 0, False
        while begun < min(turns, MOST_TURNS) and self.pending is None and not self.over:
            begun += 1
            self._start_turn()
            self._run()
            events += self.events
            revealed = revealed or bool(self._drawn) or _names_a_card(self.events)
            if until is not None and until(self.events):
                break
        self._note(Go(begun), revealed)
        self.events = events
        self._set_mark()
        return events

    def choose(self, text: str, seat: int | None) -> list[Event]:
        """The answer of ``seat`` (None: of the world) to the pending question, in notation or as people write it.

        Returns the events that follow.

        Where several are asked at once nothing follows, and nothing is logged, before the last of them has answered.
        Raises :class:`Refused` and changes nothing for a choice that is not legal.
        """
        if self.pending is None:
            raise Refused("nobody is asked for a choice now")
        if seat is not None and not 0 <= seat < self.setting.seats:
            raise Refused(f"there is no seat {seat} here")
        asked = NOBODY if seat is None else seat
        if asked not in self.pending.menus:
            raise Refused(f"{_called(asked)} is not asked now: {self._asked()}")
        menu = self.menu(asked)
        choice = meant(" ".join(text.split()), menu, self.setting.deck.names.values())
        if choice is None:
            raise Refused(f"{shortened(text, LONGEST_TOLD)!r} is not a legal choice here", menu)
        given = self.unseen | {asked: self.pending.menus[asked][menu.index(choice)]}
        left = {other: menu for other, menu in self.pending.menus.items() if other != asked}
        if left:
            self.unseen, self.pending, self.events = given, Pending(self.pending.question, left), []
            return []
        drawn = len(self._drawn)
        for answered in sorted(given):
            by = None if answered == NOBODY else answered
            self._note(Choice(by, self._notation(answered, given[answered])), False)
            self._answers.append(given[answered])
        self.unseen = {}
        self._run()
        self.revealed[-1] = len(self._drawn) > drawn or _names_a_card(self.events)
        self._set_mark()
        return self.events

    def put_in(self, given: Input) -> list[Event]:
        """Does what a logged input says."""
        if isinstance(given, Choice):
            return self.choose(given.choice, given.seat)
        if isinstance(given, Undo):
            self.undo(given.undo)
            return []
        if given.go < 1:
            raise Refused(f"go {given.go}: a game goes on by one turn or more")
        before = self.fork()
        events = self.go(given.go)
        if (played := self.turns - before.turns) != given.go:
            self.__dict__.update(before.__dict__)
            raise Refused(f"go {given.go}: the game stops after {played}")
        return events

    def undo(self, inputs: int = 1) -> None:
        """Takes back as many of the inputs that count: the table is as if they had not been given. It is logged.

        Answers that were given together are taken back together.
        """
        if not 1 <= inputs <= len(self.course):
            raise Refused(f"{inputs} cannot be taken back: there are {len(self.course)}" if self.course
                          else "there is nothing to take back")  # fmt: skip
        taken = self.reaches_back(inputs)
        target = len(self.course) - taken
        end = max(end for end in self._marks if end <= target)
        then = self._marks[end].fork()
        then.course, then.revealed = self.course[:end], self.revealed[:end]
        then._ends = [length for length in self._ends if length <= end]
        then._marks = {length: mark for length, mark in self._marks.items() if length <= end}
        for given in self.course[end:target]:
            then.put_in(given)
        then.log, then.watch = [*self.log, Undo(taken)], self.watch
        self.__dict__.update(then.__dict__)

    def reaches_back(self, inputs: int) -> int:
        """How many inputs go when so many are taken back: answers that were given together go together."""
        return len(self.course) - self._ends[bisect_right(self._ends, len(self.course) - inputs) - 1]

    def fork(self) -> "Session":
        """A session in the same place that goes its own way from here."""
        twin = self._same()
        twin.log, twin.course, twin.revealed = list(self.log), list(self.course), list(self.revealed)
        twin._answers, twin._ends, twin._marks = list(self._answers), list(self._ends), dict(self._marks)
        return twin

    def still(self) -> "Session":
        """The game as it is, to look at, not to be played on: without its log, and what it could be taken back to."""
        twin = self._same()
        twin.log, twin.course, twin.revealed, twin.watch, twin._ends, twin._marks = [], [], [], None, [], {}
        return twin

    def _same(self) -> "Session":
        """A session with all that this one has. Tables are never changed: a step makes a new one."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin

    def seen(self, seat: int | None) -> TableState:
        """The table through the eyes of a seat (None: of everybody)."""
        seen = self.setting.seen(self.record, seat)
        seen.pilot[0] = 0  # what policies draw from: a seed could be found by it
        return seen

    def through(self, seat: int | None) -> "Session":
        """The game through the eyes of a seat (None: of everybody): to look at and to tell, not to be played on.

        What the seat may not know is not in it: cards, what is to come, others' choices and what they may choose.
        """
        eyes = range(self.setting.seats) if seat is None else (seat,)
        seen = self._same()
        seen.record = seen._checkpoint = self.seen(seat)
        seen.log, seen.course, seen.revealed, seen._answers, seen._drawn = [], [], [], [], []
        seen.chance, seen.watch, seen._ends, seen._marks = UnknownChance(), None, [0], {}
        seen.unseen = {who: code for who, code in self.unseen.items() if who == seat}
        seen.events = [event.known_to(eyes) for event in self.events]
        seen.last_turn = [event.known_to(eyes) for event in self.last_turn]
        if self.pending is not None:
            own = {who: menu if who in (seat, NOBODY) else () for who, menu in self.pending.menus.items()}
            seen.pending = Pending(self.pending.question, own)
        return seen

    def rerun(self, relabel: Callable[[TableState], TableState], chance: Chance) -> "Session":
        """A session at the same question over another table: the checkpoint relabelled, the answers given again.

        The words of chance that the turn has already drawn stay; later ones come from ``chance``.
        """
        twin = self.fork()
        twin._checkpoint = relabel(twin._checkpoint)
        twin.chance = _ReplayedChance(self._drawn, chance)
        twin._delivered = 0
        twin._run()
        twin.chance = chance
        return twin

    def _set_mark(self) -> None:
        """The game can be taken back to here at once."""
        if self._ends[-1] < len(self.course):
            self._ends.append(len(self.course))
        mark = self.still()
        mark._answers = list(self._answers)
        self._marks[len(self.course)] = mark
        if len(self._ends) > MARKS and (len(self._ends) - MARKS - 1) % MARKS:
            self._marks.pop(self._ends[-MARKS - 1], None)

    def _note(self, given: Go | Choice, revealed: bool) -> None:
        self.log.append(given)
        self.course.append(given)
        self.revealed.append(revealed)

    def _start_turn(self) -> None:
        self._checkpoint = self.record
        self._answers = []
        self._delivered = 0

    def _run(self) -> None:
        record = self._checkpoint.copy()
        live = Live(self.setting, self.chance, self._answers, self.watch, self._delivered)
        table = Table(record, self._house, live)
        try:
            if self._dealt:
                verbs.begin_turn(table)
                self.setting.game.rules.turn(table)
            else:
                self.setting.game.rules.deal(table)
                self._dealt = True
            self.pending = None
        except Pending as pending:
            # A traceback keeps every frame alive, and with the frames the whole fork that this session was made from.
            self.pending = pending.with_traceback(None)
        self.record = record
        self.last_turn = live.events
        self.events = live.events[self._delivered :]
        self._delivered = len(live.events)
        self._drawn = live.words

    def _notation(self, seat: int, code: int) -> str:
        assert self.pending is not None
        return self.setting.game.words.act(self.table, seat, self.pending.question, code).text

    def _asked(self) -> str:
        assert self.pending is not None
        return f"asked {'is' if len(self.pending.menus) == 1 else 'are'} " + " and ".join(
            map(_called, self.pending.menus)
        )


def _names_a_card(events: Sequence[Event]) -> bool:
    return any(event.card != NOBODY and event.sees for event in events)


def _called(seat: int) -> str:
    return "the table" if seat == NOBODY else f"seat {seat}"


class UnknownChance:
    """The chance of a game that is only looked at: nobody draws from it."""

    def word(self, s: TableState, n: int) -> int:
        raise Refused("this game is only looked at: what is to come is not known here")


class _ReplayedChance:
    """Words already drawn, then those of another source."""

    def __init__(self, words: Sequence[int], after: Chance) -> None:
        self._words, self._after, self._place = words, after, 0

    def word(self, s: Any, n: int) -> int:
        if self._place < len(self._words):
            self._place += 1
            return self._words[self._place - 1]
        return self._after.word(s, n)
