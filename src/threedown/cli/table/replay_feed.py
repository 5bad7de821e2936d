"""A game that is over, as the table hears it again: turn by turn, forwards and back."""

import asyncio
import io
from collections.abc import AsyncIterator, Mapping, Sequence

from threedown.cli.table.drawing import narrator
from threedown.cli.table.ending import shares_by_turn
from threedown.cli.table.faces import Look
from threedown.cli.table.feed import FeedStep, How, WaitsFor
from threedown.session.live import Event
from threedown.session.narrator import with_clause
from threedown.session.record import chance_of, record_in, replay
from threedown.session.result import winners_of
from threedown.session.session import Refused, Session
from threedown.session.state import Choice, Go, Undo
from threedown.session.views import view_of


class ReplayFeed:
    """A record, shown to the seat ``you`` (None: to everybody)."""

    def __init__(self, record: bytes, you: int | None) -> None:
        self._bytes = record
        self._record = record_in(io.BytesIO(record))
        self.setting, self.names, self.you = self._record.header.setting(), self._record.header.names, you
        self._session = Session(self.setting, chance_of(self._record.header))
        self._left = list(_steps(self._record.inputs))
        self._shown: list[FeedStep] = []
        self._heard: asyncio.Queue[FeedStep] = asyncio.Queue()

    async def heard(self) -> AsyncIterator[FeedStep]:
        self._tell(self._session.events)
        while True:
            yield await self._heard.get()

    async def choose(self, choice: str) -> None:
        raise Refused("this game is over")

    async def seen(self) -> None:
        raise AssertionError("nobody is asked in a record")

    async def react(self, choices: Mapping[int, str]) -> None:
        raise Refused("there is nothing to choose here")

    async def go(self, how: How) -> None:
        if not self._left:
            raise Refused("this is the end")
        kind = self.setting.game.words.milestone.kind
        events = self._session.apply(self._left.pop(0))
        while self._left and (how == "end" or (how == "milestone" and kind not in {event.kind for event in events})):
            events = self._session.apply(self._left.pop(0))
        self._tell(events)

    async def undo(self) -> None:
        raise Refused("the game is over; scroll the log back with PgUp")

    async def hint(self) -> str:
        raise Refused("there is nothing to choose here")

    def about(self, choice: str) -> str:
        return ""

    @property
    def offline(self) -> bool:
        return False

    def shown_seats(self) -> Sequence[int]:
        return ()

    async def look_over(self, seat: int | None) -> None:
        raise AssertionError("no seat of a record can be looked over")

    def racers(self) -> Sequence[int]:
        return () if self.you is None else (self.you,)

    async def record(self) -> bytes:
        return self._bytes

    async def history(self) -> Sequence[Sequence[int]]:
        return await asyncio.to_thread(
            shares_by_turn, self.setting, lambda watch: replay(self._record, None, watch)
        )  # fmt: skip

    async def close(self) -> None:
        pass

    def _tell(self, events: Sequence[Event]) -> None:
        session, setting = self._session, self.setting
        tells = narrator(setting.game, self.names, Look(False), self.you)
        self._heard.put_nowait(
            FeedStep(
                WaitsFor.NEXT if self._left else WaitsFor.OVER,
                [with_clause(setting, event, event.shown(setting, self.you)) for event in events],
                [event.shown(setting, self.you) for event in session.last_turn],
                tells.verdict(session, session.last_turn),
                view_of(setting, session.table_state, self.you),
                None,
                session.redacted_for(self.you).table,
                winners=winners_of(setting, session.table_state) if session.over else None,
            )
        )


def _steps(inputs: Sequence[Go | Choice | Undo]) -> list[Go | Choice | Undo]:
    """The inputs of a record, several turns that were played at once one by one, and nothing that was taken back.

    >>> _steps([Go(2), Choice(0, "knock"), Undo(1)])
    [Go(go=1), Go(go=1)]
    """
    course: list[Go | Choice] = []
    for given in inputs:
        if isinstance(given, Undo):
            del course[len(course) - given.undo :]
        else:
            course.append(given)
    steps: list[Go | Choice | Undo] = []
    for given in course:
        steps += [Go(1)] * given.go if isinstance(given, Go) else [given]
    return steps
