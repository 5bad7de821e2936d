"""One game that is served: what people and bots do is tried, put on disk, acknowledged, and then told to everybody."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from threedown.room.seating import Seating
from threedown.room.shared_game import Attempt, SharedGame
from threedown.room.store import NullStore, RestoredAnswers
from threedown.server.model import clock
from threedown.server.model.history import History
from threedown.server.model.moments import Moment, moments_of, race_began, racers, what_follows, with_all_cards
from threedown.server.model.plan import StoredLog
from threedown.server.model.wire import (
    Ack,
    Choose,
    Clock,
    Command,
    GoOn,
    Over,
    Refusal,
    RoomSeen,
    TakeBack,
    WholeTable,
)
from threedown.server.operations import metrics
from threedown.server.operations.crash import CrashPoint, crash_point
from threedown.server.rooms.bots import STALE, RoomBots
from threedown.server.rooms.event_log import EventLog
from threedown.server.rooms.ready import By, Ready
from threedown.server.rooms.snapshots import Snapshots
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.rooms.timers import Timers
from threedown.server.store import queries
from threedown.server.store.records import chained, footer_line
from threedown.server.store.writer import NotSaved
from threedown.session.record import Header, RecordError
from threedown.session.result import result_of
from threedown.session.session import Refused, Session
from threedown.session.state import Choice, Undo
from threedown.table.layout import NOBODY

if TYPE_CHECKING:
    from threedown.server.rooms.served_room import ServedRoom

BACK_WITHIN = 15_000
"""Milliseconds that are left at least for a choice when its game is taken up again: for people to be back by then."""
MOST_UNDOS = 256
"""Times that something is taken back in a game: who takes back and chooses again and again would fill the disk."""
AGAIN_AFTER = 1.0
"""Seconds after which a bot tries again what could not be kept."""


class ServedGame:
    """The game of a room from the deal on. Its methods are called with the room's lock held."""

    def __init__(
        self,
        room: "ServedRoom",
        header: Header,
        secret: bytes,
        moments: Sequence[Moment],
        history: History,
        answered: Mapping[By, int | None] | None = None,
    ) -> None:
        self.room, self.header, self._secret = room, header, secret
        self.event_log = EventLog(header.names, moments, history)
        chairs = room.plan.chairs
        self.seating = Seating(header.names, tuple(chair.level or None for chair in chairs))
        self.table = SharedGame(moments[-1].session, NullStore(), self.seating, goes_on=True, thinks=False)
        self.bots = RoomBots(self)
        self.answered = dict(answered or {})
        """Commands that are on disk, and the entry that each became; None for an answer that was held."""
        self.over: Over | None = None
        """What is told when the game is over and its record closed."""
        self._chain = chained(header.start(), self.session.log)[1]
        self._received: list[int] = []
        """Who has answered a question to several, in the order of receipt."""
        self._undos = sum(isinstance(entry, Undo) for entry in self.session.log)
        self._ready = Ready()
        self._timers = Timers(self._spawn)
        self._snapshots = Snapshots(room.services, room.name, self.seq)
        self._since: int | None = None
        """When the choice was asked that is open, if that was before a restart; in milliseconds since 1970."""

    def take_up(self, log: StoredLog) -> None:
        """Goes on where a log says that the game was left."""
        self._received = [seat for seat, _ in log.held]
        self.table = SharedGame(self.session, RestoredAnswers(log.held), self.seating, goes_on=True, thinks=False)
        self.event_log.hold(self.session)
        self.bots.away = {seat for seat, chair in enumerate(self.room.plan.chairs) if chair.away}
        self._since = log.written

    @property
    def session(self) -> Session:
        return self.table.session

    @property
    def seq(self) -> int:
        """The last entry of the log."""
        return self.event_log.seq

    # What a seat is told

    def clock(self) -> Clock | None:
        """The clock of the choice that people are asked for."""
        rule, left = self.room.plan.clock, self._timers.left("clock")
        return None if rule is None or left is None else Clock(rule.choice, round(left * 1000))

    def can_undo(self, seat: int | None) -> bool:
        """Whether a person may take something back now."""
        if seat is None:
            return False
        try:
            return bool(self._may_take_back(seat))
        except Refused:
            return False

    def _may_take_back(self, seat: int) -> int:
        """How many inputs a person may take back; raises Refused if there are none."""
        if self.session.over:
            raise Refused("the game is over: nothing is taken back any more")
        if self._undos >= MOST_UNDOS:
            raise Refused(f"{MOST_UNDOS} times something was taken back in this game: now all stays as it is")
        return self.table.can_take_back(seat)

    def told(self, moment: Moment, seat: int | None, language: str) -> bytes:
        """A moment as a seat is told of it; only of the last one there is a clock, and something to take back."""
        last = moment.seq == self.seq
        return self.event_log.told(moment, seat, language, self.clock() if last else None, last and self.can_undo(seat))

    def whole(self, room: RoomSeen, seat: int | None, language: str) -> WholeTable:
        """The table as it is now, for a seat."""
        return self.event_log.whole(room, seat, language, self.clock(), self.can_undo(seat))

    def waits_for(self, seat: int) -> bool:
        """Whether the game waits for a person: for a choice, or for him to be ready."""
        if self.session.pending is None:
            return not self.session.over and seat not in self._ready.seats
        return seat in self.table.asked_people() or seat in racers(self.session)

    # What people do

    async def hear(self, subscriber: Subscriber, seat: int | None, said: Command) -> None:
        """A command of a player: he is told that it is on disk, or why it is not, and nothing has changed then."""
        by = (subscriber.player, said.id)
        try:
            if seat is None:
                raise Refused("Spectators can't play.")
            if isinstance(said, (Choose, GoOn, TakeBack)):
                await self.is_back(seat)
                if by in self.answered:
                    subscriber.tell(Ack(said.id, self.answered[by]))
                    return
            if isinstance(said, Choose) and racers(self.session):
                await self._race(seat, said, by, subscriber)
                return
            if getattr(said, "seq", None) != self.seq:
                raise Refused(STALE)
            if isinstance(said, Choose):
                await self.put(self.table.try_choice(seat, said.choice), seat, by, subscriber)
            elif isinstance(said, TakeBack):
                self._may_take_back(seat)
                taken_back = await self.room.services.aside(partial(self.table.try_undo, seat))  # it plays all again
                await self.put(taken_back, seat, by, subscriber)
            elif isinstance(said, GoOn):
                await self._go(seat, by, subscriber)
        except Refused as refused:
            metrics.REFUSED.labels(STALE if str(refused) == STALE else "not allowed").inc()
            self.room.refuse(subscriber, Refusal(said.id, str(refused), self.seq, list(refused.menu) or None))
        except NotSaved:
            self._ready.forget(by)
            metrics.REFUSED.labels("not kept").inc()
            subscriber.refuse(Refusal(said.id, "it cannot be kept now, so it does not count: try again", self.seq))

    async def is_back(self, seat: int) -> None:
        """A person is there again: no bot plays for him any more."""
        if seat in self.bots.away:
            self.bots.away.discard(seat)
            self.go_on()
            await self.room.note_away()

    async def leave(self, seat: int) -> None:
        """A person has left: a bot plays for him until he is back."""
        self.bots.away.add(seat)
        self.go_on()
        await self.room.note_away()

    async def _race(self, seat: int, said: Choose, by: By, subscriber: Subscriber) -> None:
        """Where speed counts the order of receipt decides: what was said since the race began is not stale.

        Everybody plays his own card only.
        """
        if not race_began(self.event_log.moments) <= said.seq <= self.seq:
            raise Refused(STALE)
        own = f"seat {seat}"
        if " ".join(said.choice.split()) != own:
            raise Refused("here everybody plays his own card alone", [own] if seat in racers(self.session) else [])
        await self.put(self.table.try_choice(None, own), seat, by, subscriber)

    async def _go(self, seat: int, by: By, subscriber: Subscriber) -> None:
        self.table.ready(seat)
        self._ready.note(by, seat, subscriber)
        if self._ready.seats | self.bots.away >= set(self.seating.people):
            await self._next_turn()
        else:
            self._timers.start("pace", self.room.plan.pace / 1000, partial(self._paced, self.seq))

    async def _next_turn(self) -> None:
        """Plays the turn that everybody was ready for."""
        await self.put(self.table.attempt(lambda session: session.go(1)))

    async def put(
        self, attempt: Attempt, seat: int = NOBODY, by: By | None = None, subscriber: Subscriber | None = None
    ) -> None:
        """Puts an attempt on disk, with what the table does by itself after it; then it counts, and is told."""
        writer, name = self.room.services.writer, self.room.name
        if attempt.held is not None:
            answered, choice = attempt.held
            await writer.do(partial(queries.hold, game=name, seat=answered, choice=choice, by=by))
            crash_point(CrashPoint.HELD)
            self._received.append(answered)
            self.table.swap(attempt)
            self.event_log.hold(attempt.session)
            self._acknowledge({by: subscriber} if by else {}, None)
            self.go_on()
            return
        moments = moments_of(self.session, attempt.session, attempt.events)
        moments += what_follows(moments[-1], self._received, self.room.time_is_up())
        last = with_all_cards(moments[-1])
        entries = tuple(last.session.log[self.seq :])
        lines, chain = chained(self._chain, entries)
        places = [place for place, entry in enumerate(entries) if isinstance(entry, Choice) and entry.seat == seat]
        waited = self._ready.subscribers
        answers: Mapping[By, Subscriber | None] = {by: subscriber} if by else waited if seat == NOBODY else {}
        first = self.seq + 1
        seq = first + (places[0] if places and by else 0)
        await writer.do(queries.AppendEntries(name, first, lines, list(answers), seq, bool(self._received)))
        crash_point(CrashPoint.BEFORE_ACK)
        metrics.CHOICES.inc(len(entries))
        self._chain, self._received, self._since, self.bots.late = chain, [], None, set()
        self.table.swap(Attempt(last.session, list(last.events), entries, None))
        self.event_log.add(moments)
        self._undos += sum(isinstance(entry, Undo) for entry in entries)
        self._timers.stop()
        self._acknowledge(answers, seq)
        for id, heard in waited.items():
            if id not in answers:
                self.room.refuse(heard, Refusal(id[1], STALE, self.seq))
        self._ready.clear()
        self.go_on()
        await self._publish(moments)
        self._snapshots.note(self.session, self.event_log.history)

    def _acknowledge(self, answers: Mapping[By, Subscriber | None], seq: int | None) -> None:
        for by, subscriber in answers.items():
            self.answered[by] = seq
            if subscriber is not None:
                subscriber.tell(Ack(by[1], seq))

    async def _publish(self, moments: Sequence[Moment]) -> None:
        """Tells everybody of new entries; who sees the same in the same language gets the same bytes."""
        for _ in range(2):  # first the acks of all games that came to disk together go into their queues, and out
            await asyncio.sleep(0)
        encoded: dict[tuple[int, int | None, str], bytes] = {}
        for subscriber in self.room.greeted():
            seat = self.room.seat_of(subscriber.player)
            for moment in moments:
                if (key := (moment.seq, seat, subscriber.language)) not in encoded:
                    encoded[key] = self.told(moment, seat, subscriber.language)
                subscriber.send(encoded[key])

    # What the table and its bots do

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs something that nobody waits for; if it fails this room alone stops."""

        async def run() -> None:
            try:
                await work
            except Exception as error:
                await self.room.stop(f"something is wrong with this game ({type(error).__name__})")

        self.room.services.spawn(run())

    def go_on(self) -> None:
        """Sets going what is not waiting for people: bots, clocks, the end."""
        session, room = self.session, self.room
        if session.over:
            self._spawn(self._finish())
            return
        if session.pending is None:
            if self.bots.away >= set(self.seating.people):
                seconds = max(room.plan.pace / 1000, room.services.pause)
                self._timers.start("pace", seconds, partial(self._paced, self.seq))
            return
        racing = racers(self.session)
        self.bots.ask((*session.pending.menus, *racing), bool(racing))
        people = [seat for seat in (*self.table.asked_people(), *racing) if not self.bots.play_for(seat)]
        if people and room.plan.clock is not None:
            left = self._left_of(room.plan.clock.choice) / 1000
            self._timers.start("clock", left, partial(self._clock_is_out, self.seq))

    def _left_of(self, choice: int) -> int:
        """Milliseconds for the choice that is asked: what was left of them before a restart, and time to be back."""
        gone = 0 if self._since is None else max(0, clock.now() - self._since)
        return max(choice - gone, min(choice, BACK_WITHIN))

    async def _paced(self, seq: int) -> None:
        await self.trying(seq, self._next_turn)

    async def _clock_is_out(self, seq: int) -> None:
        async with self.room.lock:
            if seq != self.seq:
                return  # the choice came while the clock was running out
            self.bots.late = {*self.table.asked_people(), *racers(self.session)} & set(self.seating.people)
            self.bots.away |= self.bots.late
            self.go_on()
            await self.room.note_away()

    async def trying(self, seq: int, act: Callable[[], Awaitable[None]]) -> None:
        """Does what the house does, if the game is still at that entry; again and again where it cannot be kept."""
        while True:
            async with self.room.lock:
                if seq != self.seq or self.room.state != "playing":
                    return
                with contextlib.suppress(NotSaved):
                    await act()
                    return
            await asyncio.sleep(AGAIN_AFTER)

    async def _finish(self) -> None:
        """Closes the record, reveals the secret, and says so."""
        crash_point(CrashPoint.ENDING)
        try:
            line = await self.room.services.aside(partial(footer_line, self.header, self._secret, self.session))
        except (RecordError, Refused) as error:
            await self.room.stop(f"the record cannot be closed: {error}")
            return
        await self.trying(self.seq, partial(self._close, line))

    async def _close(self, line: bytes) -> None:
        await self.room.finish(line)
        crash_point(CrashPoint.FINISHED)
        self.is_over()
        self.room.publish_room()
        assert self.over is not None
        for subscriber in self.room.greeted():
            subscriber.tell(self.over)

    def is_over(self) -> None:
        """Nothing is secret any more."""
        self._timers.stop()
        self.over = Over(result_of(self.session), self._secret.hex(), f"/api/rooms/{self.room.name}/record")
