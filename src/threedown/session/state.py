"""Inputs, and the state of a session after them."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from operator import itemgetter

import msgspec
from msgspec.structs import replace

from threedown.session.live import Event, Pending
from threedown.table.layout import TableState

MARKS = 32
"""The latest inputs that can be undone at once, and the distance of older marks; between those the game is replayed."""
_LENGTH = itemgetter(0)


class Go(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A logged input: play on by so many turns."""

    go: int


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A logged input: a seat's answer in notation; seat None stands for the world."""

    seat: int | None
    choice: str


class Undo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A logged input: take back so many of the inputs that still count."""

    undo: int


Input = Go | Choice | Undo


class SessionState(msgspec.Struct, frozen=True, eq=False):
    """Everything that changes while a game is played. A state is never changed: each step makes the next one."""

    table_state: TableState
    """The current table."""
    checkpoint: TableState
    """The table at the start of the current turn."""
    dealt: bool
    """False until the deal has ended."""
    pending: Pending | None = None
    """The open question."""
    unseen: Mapping[int, int] = {}
    """Answers to a question that several seats are asked at once: hidden until the last of them has answered."""
    events: list[Event] = []
    """The events of the last step."""
    last_turn: list[Event] = []
    """All events of the current turn (or of the deal)."""
    delivered: int = 0
    """The number of events of the current turn that earlier steps returned."""
    answers: tuple[int, ...] = ()
    """The answers given in the current turn."""
    drawn: Sequence[int] = ()
    """The words of chance drawn in the current turn."""
    log: tuple[Input, ...] = ()
    """Every input so far."""
    history: tuple[Go | Choice, ...] = ()
    """The inputs that still count: the log without what was undone."""
    revealed: tuple[bool, ...] = ()
    """For each input of the history: True if it showed a card to a seat or drew from chance."""
    ends: tuple[int, ...] = (0,)
    """The length of the history after each step; answers given together are one step."""
    marks: "tuple[tuple[int, SessionState], ...]" = ()
    """Earlier states by the length of their history: all recent ones, and some older ones."""

    def without_history(self) -> "SessionState":
        """Return the state without its log and without the states that it could be undone to."""
        return replace(self, log=(), history=(), revealed=(), ends=(0,), marks=())

    def with_input(self, given: Go | Choice, revealed: bool) -> "SessionState":
        """Return the state with one more input in its log."""
        log, history = (*self.log, given), (*self.history, given)
        return replace(self, log=log, history=history, revealed=(*self.revealed, revealed))

    def marked(self) -> "SessionState":
        """Return the state with a mark: later states can be undone to here at once."""
        length, ends, marks = len(self.history), self.ends, self.marks
        if ends[-1] < length:
            ends = (*ends, length)
        if marks and marks[-1][0] == length:
            marks = marks[:-1]
        marks = (*marks, (length, self.without_history()))
        if len(ends) > MARKS and (len(ends) - MARKS - 1) % MARKS:
            place = bisect_left(marks, ends[-MARKS - 1], key=_LENGTH)
            if marks[place][0] == ends[-MARKS - 1]:
                marks = marks[:place] + marks[place + 1 :]
        return replace(self, ends=ends, marks=marks)
