"""What has happened in a game that is served, and what each seat is told of it."""

from collections import deque
from collections.abc import Sequence

from threedown.server.model.history import History
from threedown.server.model.moments import Moment, race_began, racers
from threedown.server.model.wire import Clock, RoomSeen, WholeTable
from threedown.server.rooms.subscriber import encode
from threedown.session.narrator import Narrator, symbolic_name
from threedown.session.session import Session

REMEMBERED = 64
"""Entries that a client may have missed and still be told one by one; of more he gets the whole table."""


class EventLog:
    """The last entries of a game, each as it left the table; ``names`` are those of the seats."""

    def __init__(self, names: Sequence[str], moments: Sequence[Moment], history: History) -> None:
        self._names, self.history = names, history
        self.moments = deque((moment.frozen_view() for moment in moments), REMEMBERED)

    @property
    def seq(self) -> int:
        """The last entry of the log."""
        return self.moments[-1].seq

    def add(self, moments: Sequence[Moment]) -> None:
        """Takes further entries."""
        self.moments.extend(moment.frozen_view() for moment in moments)
        for moment in moments:
            self.history.note(moment.session)

    def let_go(self) -> None:
        """Nobody has been here for long: of the entries those alone stay that the last question is about."""
        first = race_began(self.moments) if racers(self.moments[-1].session) else self.seq
        while self.moments[0].seq < first:
            self.moments.popleft()

    def hold(self, session: Session) -> None:
        """An answer is held that nobody may know yet: no entry, but the last one's table has it from now on."""
        self.moments[-1] = self.moments[-1]._replace(session=session.frozen_view())

    def since(self, after: int) -> list[Moment] | None:
        """The entries after one; None if they are not remembered, or there is no such entry."""
        first = self.moments[0].seq
        if not first - 1 <= after <= self.seq:
            return None
        return [moment for moment in self.moments if moment.seq > after]

    def told(self, moment: Moment, seat: int | None, language: str, clock: Clock | None, undo: bool) -> bytes:
        """An entry as a seat is told of it: a step, encoded."""
        return encode(moment.step(self._teller(moment, seat, language), clock, undo))

    def whole(self, room: RoomSeen, seat: int | None, language: str, clock: Clock | None, undo: bool) -> WholeTable:
        """The whole table as it is now, for a seat."""
        last = self.moments[-1]
        narrator = self._teller(last, seat, language)
        step = last.step(narrator, clock, undo)
        return WholeTable(
            room, seat, step.seq, step.view, step.question, step.clock, step.undo, last.turn(narrator),
            self.history.rows(),
        )  # fmt: skip

    def _teller(self, moment: Moment, seat: int | None, language: str) -> Narrator:
        return Narrator(moment.session.setting.game, self._names, seat, symbolic_name, True, language)
