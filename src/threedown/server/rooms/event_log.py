"""The last entries of a running game, and each seat's messages about them."""

from collections import deque
from collections.abc import Sequence

from threedown.language import speaking
from threedown.server.model.history import History
from threedown.server.model.messages import EarlierEntry, Step, WholeTable
from threedown.server.model.moments import Moment, Now, race_began, racers
from threedown.server.model.story import PastTurn
from threedown.server.model.wire import RoomSeen
from threedown.server.rooms.eyes import Eyes
from threedown.server.rooms.recent_turns import RecentTurns
from threedown.server.rooms.subscriber import encode
from threedown.server.rooms.turn_in_parts import TurnInParts
from threedown.session.narrator import Narrator, symbolic_name
from threedown.session.session import Session
from threedown.session.views import Looks

REMEMBERED = 64
"""Entries that a client may have missed and still get one by one; after more it gets the whole table."""


class EventLog:
    """The last entries of a game, each with the table as it was then; ``names`` are the names of the seats."""

    def __init__(self, names: Sequence[str], moments: Sequence[Moment], history: History) -> None:
        self._names, self.history = names, history
        self.moments = deque((moment.frozen_view() for moment in moments), REMEMBERED)
        self._turns = RecentTurns(self.moments)

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return self.moments[-1].seq

    def add(self, moments: Sequence[Moment]) -> None:
        """Add entries."""
        for moment in moments:
            self.history.note(moment.session)
            self.moments.append(frozen := moment.frozen_view())
            self._turns.note(frozen)

    def trim(self) -> None:
        """Drop all entries that the last question does not need, in a game that nobody watches."""
        first = race_began(self.moments) if racers(self.moments[-1].session) else self.seq
        while self.moments[0].seq < first:
            self.moments.popleft()

    def hold(self, session: Session) -> None:
        """Replace the last entry's table by one that has an answer which stays hidden and is no entry yet."""
        self.moments[-1] = self.moments[-1]._replace(session=session.frozen_view())

    def since(self, after: int) -> list[Moment] | None:
        """Return the entries after entry ``after``; None if they are not remembered, or there is no such entry."""
        first = self.moments[0].seq
        if not first - 1 <= after <= self.seq:
            return None
        return [moment for moment in self.moments if moment.seq > after]

    def step(self, moment: Moment, eyes: Eyes, language: str, now: Now, looks: Looks | None = None) -> Step:
        """Return the message about an entry for a client; ``looks`` of this entry save time."""
        narrator, before = self._narrator(moment, eyes, language), self._turns.facts_before(moment.session)
        return moment.step(narrator, now, looks, before)

    def earlier(self, moment: Moment, eyes: Eyes, language: str) -> EarlierEntry:
        """Return what a client is told of an entry that others followed at once."""
        narrator, before = self._narrator(moment, eyes, language), self._turns.facts_before(moment.session)
        return moment.earlier(narrator, before)

    def encoded_part(self, turn: TurnInParts, eyes: Eyes, language: str) -> bytes:
        """Return the encoded message about the turn that is told in parts, for a client."""
        last = self.moments[-1]
        return encode(turn.part(self._narrator(last, eyes, language), last.session))

    def whole_table(self, room: RoomSeen, eyes: Eyes, language: str, now: Now) -> WholeTable:
        """Return the whole table as it is now, for a client."""
        last = self.moments[-1]
        narrator = self._narrator(last, eyes, language)
        step = last.step(narrator, now, before=self._turns.facts_before(last.session))
        with speaking(language):
            earlier = self._turns.before(narrator, last.session)
        return WholeTable(
            room, eyes.seat, step.seq, step.view, step.question, step.clock, step.undo, last.turn(narrator),
            self.history.rows(), earlier, step.next, step.digest,
        )  # fmt: skip

    def note_bot(self, turn: int, seat: int) -> None:
        """Note that a bot chose in a turn for the person at a seat."""
        self._turns.note_bot(turn, seat)

    def past_turns(self, eyes: Eyes, language: str, after: int) -> list[PastTurn]:
        """Return the last turns after turn ``after``, for a client."""
        return self._turns.past(self._narrator(self.moments[-1], eyes, language), after)

    def _narrator(self, moment: Moment, eyes: Eyes, language: str) -> Narrator:
        is_addressed = eyes.seat is not None  # a spectator reads the name of the seat that they look over
        return Narrator(moment.session.setting.game, self._names, eyes.sees, symbolic_name, is_addressed, language)
