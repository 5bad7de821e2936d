"""A turn that is told in parts: in a battle each person turns up their own card."""

from collections import deque
from collections.abc import Collection, Iterable

from threedown.cards import HIDDEN
from threedown.games.page import Drama
from threedown.language import speaking
from threedown.server.model.messages import TurnPart
from threedown.server.model.moments import described_events
from threedown.server.rooms.commit import Commit
from threedown.session.live import Event
from threedown.session.narrator import Narrator
from threedown.session.session import Session

TURN_UP = "turn_up"


class TurnInParts:
    """A turn that is played and on disk, told as far as the cards that wait.

    ``seats`` are those of the people who turn up their own cards, in the battles that ``drama`` names. Until the last
    such card is turned up, the game stands at the entry before, and nothing of the rest leaves this object.
    """

    def __init__(self, commit: Commit, drama: Drama, seats: Collection[int]) -> None:
        self.commit = commit
        self.told: list[Event] = []
        """The events so far, in the order in which they are told."""
        self.waiting: dict[int, Event] = {}
        """The cards that wait, by seat; empty once everything may be told."""
        self.since = 0
        """The number of events that had been told when these cards began to wait."""
        self._rest = deque(commit.moments[0].events)
        self._drama, self._seats, self._in_battle = drama, set(seats), False
        self._advance()

    @property
    def seq(self) -> int:
        """The number of the turn's entry."""
        return self.commit.moments[0].seq

    def turn_up(self, seats: Iterable[int]) -> None:
        """Tell the waiting cards of some seats; after the last one, tell on to the next cards that wait."""
        self.told += [self.waiting.pop(seat) for seat in seats if seat in self.waiting]
        self._advance()

    def stop_waiting(self, seat: int) -> None:
        """Wait for no card of a seat any more."""
        self._seats.discard(seat)
        self.turn_up([seat])

    def part(self, narrator: Narrator, before: Session) -> TurnPart:
        """Return what is told of the turn to the narrator's seat; ``before`` is the game at the entry before."""
        piles = before.setting.piles
        waits = [
            {"kind": card.kind, "seat": seat, "card": HIDDEN, "from": piles[card.source], "to": piles[card.target]}
            for seat, card in self.waiting.items()
        ]
        with speaking(narrator.language):
            return TurnPart(self.seq, before.turns + 1, described_events(narrator, before, self.told), waits)

    def _advance(self) -> None:
        while self._rest and not self.waiting:
            for event in self._next_together():
                if self._in_battle and event.kind == TURN_UP and event.seat in self._seats:
                    self.waiting[event.seat] = event
                else:
                    self.told.append(event)
            self.since = len(self.told)

    def _next_together(self) -> list[Event]:
        """Return the next event, or the next cards that are turned up at once: one of each seat."""
        found = [self._rest.popleft()]
        self._in_battle = self._in_battle or found[0].kind in self._drama.battle
        while self._rest and found[0].kind == self._rest[0].kind == TURN_UP:
            if self._rest[0].seat in {event.seat for event in found}:
                break
            found.append(self._rest.popleft())
        return found
