"""The cards that wait, in a battle, until their players turn them up."""

from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import partial
from typing import Any

from threedown.server.rooms.bots import RoomBots
from threedown.server.rooms.commit import Commit
from threedown.server.rooms.event_log import EventLog
from threedown.server.rooms.game_host import GameHost
from threedown.server.rooms.refusals import STALE
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.rooms.timers import Timers
from threedown.server.rooms.turn_in_parts import TurnInParts
from threedown.session.session import Refused, Session
from threedown.shared.seating import Seating


class WaitingCards:
    """The turn of a game that is told in parts, if there is one: the game stands at the entry before.

    ``count`` makes the turn count once no card waits any more.
    """

    def __init__(
        self,
        host: GameHost,
        seating: Seating,
        event_log: EventLog,
        bots: RoomBots,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        count: Callable[[Commit], Awaitable[None]],
    ) -> None:
        self.turn: TurnInParts | None = None
        """The turn that is told in parts."""
        self._host, self._people, self._event_log, self._bots = host, set(seating.people), event_log, bots
        self._count = count
        self._timers = Timers(spawn)

    def begin(self, commit: Commit, session: Session) -> bool:
        """Hold a written turn back from the first card that waits; return False if none does."""
        drama = session.setting.game.page.drama
        if session.pending is not None or session.setting.has_hands or not drama.suspense:
            return False  # an answer is somebody's own press, and players know the cards that they choose
        seats = self._seats_that_turn_up() - self._bots.absent
        if seats and (turn := TurnInParts(commit, drama, seats)).waiting:
            self.turn = turn
        return self.turn is not None

    def _seats_that_turn_up(self) -> set[int]:
        """Return the seats of which every client turns up the cards itself."""
        asking: dict[int | None, bool] = {}
        for subscriber in self._host.greeted():
            seat = self._host.seat_of(subscriber.player)
            asking[seat] = asking.get(seat, True) and subscriber.parts
        return {seat for seat, asks in asking.items() if seat is not None and asks}

    def entry_of(self, seat: int, told: int) -> int:
        """Return the turn's entry if a seat's card waits and its player has been told so; raises Refused if not."""
        if self.turn is None or seat not in self.turn.waiting or told < self.turn.since:
            raise Refused(STALE)
        return self.turn.seq

    async def turn_up(self, seats: Iterable[int]) -> None:
        """Turn up the waiting cards of some seats. Once no card waits any more, the turn counts."""
        if (turn := self.turn) is None:
            return
        turn.turn_up(seats)
        if turn.waiting:
            self.tell()
        else:
            self.turn = None
            self._timers.stop()
            await self._count(turn.commit._replace(replies={}))

    async def stop_waiting(self, seat: int) -> None:
        """Wait for no card of a seat any more: its player has left, or has a client that does not turn up cards."""
        if self.turn is not None:
            self.turn.stop_waiting(seat)
            await self.turn_up([])

    def greet(self, subscriber: Subscriber) -> None:
        """Send a client that has just said hello the turn as far as it may be told."""
        if self.turn is not None and subscriber.parts:
            eyes = self._host.eyes_of(subscriber)
            subscriber.send_encoded(self._event_log.encoded_part(self.turn, eyes, subscriber.language))

    def tell(self) -> None:
        """Send the turn as far as it may be told. Where several people play, cards wait no longer than the pace."""
        if (turn := self.turn) is None:
            return
        for subscriber in self._host.greeted():
            self.greet(subscriber)
        if len(self._people - self._bots.absent) > 1:
            late = partial(self._on_late, turn, turn.since)
            self._timers.start(f"after {turn.since} events", self._host.plan.pace / 1000, late)

    async def _on_late(self, turn: TurnInParts, since: int) -> None:
        async with self._host.lock:
            if turn is self.turn and turn.since == since and self._host.state == "playing":
                await self.turn_up(list(turn.waiting))
