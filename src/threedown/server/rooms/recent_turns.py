"""The last turns that still count: the log that a client shows after a reload, and the turns that a player missed."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from threedown.language import speaking
from threedown.server.model import clock
from threedown.server.model.messages import TurnTold
from threedown.server.model.moments import Moment, described_events, digest_of, facts_before
from threedown.server.model.story import PastTurn
from threedown.session.live import Event
from threedown.session.narrator import Narrator
from threedown.session.session import Session
from threedown.session.views import look
from threedown.table.layout import TableState

TURNS, EVENTS = 64, 1000
"""The most turns that are kept, and the most events in all of them."""
TABLES = 24
"""The most turns whose tables are kept: for each client that asks, all of them are redacted in this process."""
STARTS = 2
"""One choice leads from a turn into the next one."""


class RecentTurn(NamedTuple):
    """A turn: its events, and the facts before it that its line needs."""

    events: Sequence[Event]
    facts: Any
    seq: int
    """Its last entry so far."""
    at: int
    """The time of that entry, in milliseconds since 1970."""


class RecentTurns:
    """The last turns of a game by number, each with all its events."""

    def __init__(self, moments: Iterable[Moment]) -> None:
        self._turns: dict[int, RecentTurn] = {}
        self._events = 0
        """The number of events in all of them."""
        self._tables: dict[int, Session] = {}
        """By turn: the game after its last entry so far, only to be looked at."""
        self._bots: dict[int, set[int]] = {}
        """By turn: the seats of people for whom a bot chose."""
        self._starts: deque[tuple[TableState, Any]] = deque(maxlen=STARTS)
        """The tables at the start of the last turns, and the facts of each that lines need."""
        for moment in moments:
            self.note(moment)

    def note(self, moment: Moment) -> None:
        """Note the game after an entry of its log, whose session stays as it is; forget turns that were undone."""
        session, number = moment.session, moment.session.turns
        while self._turns and (last := next(reversed(self._turns))) >= number:  # they are in order
            self._forget(last, undone=last > number)
        self._turns[number] = RecentTurn(session.last_turn, self.facts_before(session), moment.seq, clock.now())
        self._events += len(session.last_turn)
        self._tables[number] = session
        while len(self._tables) > TABLES:
            del self._tables[next(iter(self._tables))]
        while len(self._turns) > TURNS or (len(self._turns) > 1 and self._events > EVENTS):
            self._forget(next(iter(self._turns)))

    def _forget(self, turn: int, undone: bool = True) -> None:
        """Forget a turn; one that is not ``undone`` goes on, and what bots chose in it stays."""
        self._events -= len(self._turns.pop(turn).events)
        self._tables.pop(turn, None)
        if undone:
            self._bots.pop(turn, None)

    def note_bot(self, turn: int, seat: int) -> None:
        """Note that a bot chose in a turn for the person at a seat."""
        self._bots.setdefault(turn, set()).add(seat)

    def facts_before(self, session: Session) -> Any:
        """Return the public facts before the running or last turn, which are worked out once for each turn.

        A checkpoint is never changed, and all states of a turn share it: its identity says that it is the same turn.
        """
        checkpoint = session.state.checkpoint
        for known, facts in self._starts:
            if known is checkpoint:
                return facts
        facts = facts_before(session)
        self._starts.append((checkpoint, facts))
        return facts

    def before(self, narrator: Narrator, session: Session) -> list[TurnTold]:
        """Return the turns before the last one for the narrator's seat, the oldest first."""
        return [
            TurnTold(
                turn,
                described_events(narrator, session, known.events),
                digest_of(narrator, session, known.events, known.facts),
            )
            for turn, known in self._turns.items()
            if turn < session.turns
        ]

    def past(self, narrator: Narrator, after: int) -> list[PastTurn]:
        """Return the turns after turn ``after`` whose tables are kept, for the narrator's seat, the oldest first."""
        now = clock.now()
        with speaking(narrator.language):
            return [
                PastTurn(
                    turn,
                    self._turns[turn].seq,
                    described_events(narrator, session, self._turns[turn].events),
                    look(session, narrator.seat, narrator.names)[0],
                    sorted(self._bots.get(turn, ())),
                    max(0, now - self._turns[turn].at),
                )
                for turn, session in self._tables.items()
                if turn > after
            ]
