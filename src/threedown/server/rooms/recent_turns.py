"""The events of the last turns that still count: the log that a client shows after a reload."""

from collections.abc import Iterable
from typing import Any

from threedown.server.model.messages import TurnTold
from threedown.server.model.moments import Moment, described_events, digest_of, facts_before
from threedown.session.live import Event
from threedown.session.narrator import Narrator
from threedown.session.session import Session

TURNS, EVENTS = 64, 1000
"""The most turns that are kept, and the most events in all of them."""


class RecentTurns:
    """The last turns of a game by number, each with all its events."""

    def __init__(self, moments: Iterable[Moment]) -> None:
        self._turns: dict[int, tuple[list[Event], Any]] = {}
        """By number: the events, and the facts before the turn that its line needs."""
        for moment in moments:
            self.note(moment.session)

    def note(self, session: Session) -> None:
        """Note the game after an entry of its log; turns that were undone since are forgotten."""
        for turn in [turn for turn in self._turns if turn > session.turns]:
            del self._turns[turn]
        self._turns[session.turns] = session.last_turn, facts_before(session)
        while len(self._turns) > TURNS or (len(self._turns) > 1 and self._events() > EVENTS):
            del self._turns[next(iter(self._turns))]

    def before(self, narrator: Narrator, session: Session) -> list[TurnTold]:
        """Return the turns before the last one for the narrator's seat, the oldest first."""
        return [
            TurnTold(turn, described_events(narrator, session, events), digest_of(narrator, session, events, facts))
            for turn, (events, facts) in self._turns.items()
            if turn < session.turns
        ]

    def _events(self) -> int:
        return sum(len(events) for events, _ in self._turns.values())
