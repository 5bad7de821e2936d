"""The events of the last turns that still count: the log that a client shows after a reload."""

from collections import deque
from collections.abc import Iterable
from typing import Any

from threedown.server.model.messages import TurnTold
from threedown.server.model.moments import Moment, described_events, digest_of, facts_before
from threedown.session.live import Event
from threedown.session.narrator import Narrator
from threedown.session.session import Session
from threedown.table.layout import TableState

TURNS, EVENTS = 64, 1000
"""The most turns that are kept, and the most events in all of them."""
STARTS = 2
"""One choice leads from a turn into the next one."""


class RecentTurns:
    """The last turns of a game by number, each with all its events."""

    def __init__(self, moments: Iterable[Moment]) -> None:
        self._turns: dict[int, tuple[list[Event], Any]] = {}
        """By number: the events, and the facts before the turn that its line needs."""
        self._starts: deque[tuple[TableState, Any]] = deque(maxlen=STARTS)
        """The tables at the start of the last turns, and these facts of each."""
        for moment in moments:
            self.note(moment.session)

    def note(self, session: Session) -> None:
        """Note the game after an entry of its log; turns that were undone since are forgotten."""
        for turn in [turn for turn in self._turns if turn > session.turns]:
            del self._turns[turn]
        self._turns[session.turns] = session.last_turn, self.facts_before(session)
        while len(self._turns) > TURNS or (len(self._turns) > 1 and self._events() > EVENTS):
            del self._turns[next(iter(self._turns))]

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
            TurnTold(turn, described_events(narrator, session, events), digest_of(narrator, session, events, facts))
            for turn, (events, facts) in self._turns.items()
            if turn < session.turns
        ]

    def _events(self) -> int:
        return sum(len(events) for events, _ in self._turns.values())
