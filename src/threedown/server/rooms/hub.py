"""All guests and rooms of a server."""

import asyncio
import contextlib
import secrets
from functools import partial
from itertools import islice

import msgspec

from threedown.language import ENGLISH, speaking
from threedown.server.finished.fairness_proof import fairness_of
from threedown.server.finished.story import story_of
from threedown.server.limits.limiter import Limiter
from threedown.server.limits.rates import rate_key
from threedown.server.model import clock
from threedown.server.model.errors import Invalid, NotNow, NotYours, RequestError, Unknown
from threedown.server.model.plan import ENDED, RoomPlan, StoredLog, StoredRoom
from threedown.server.model.story import Fairness, Story
from threedown.server.model.wire import Guest, Join, MyRoom, NewRoom, Opened, Point, RoomSeen
from threedown.server.operations.crash import CrashPoint, crash_point
from threedown.server.operations.log import log as events
from threedown.server.rooms.event_log import REMEMBERED
from threedown.server.rooms.fork import forked
from threedown.server.rooms.guests import Guests
from threedown.server.rooms.room_limits import RoomLimits
from threedown.server.rooms.room_request import DEFAULT_PACE, plan_of_request
from threedown.server.rooms.room_view import room_view
from threedown.server.rooms.served_game import ServedGame
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.services import Services
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store import queries
from threedown.server.store.records import header_line, restored, whole_record
from threedown.server.store.writer import NotSaved
from threedown.server.workers.job_queue import JobQueue
from threedown.session.fairness import commitment, new_secret
from threedown.session.record import Header, RecordError
from threedown.session.session import Refused
from threedown.session.views import progress_of

MOST_LISTED = 200
"""Rooms of the list that anybody may ask for, and rooms that have ended of the list of one's own."""
CHARTED = 24
"""Turns of a game that a list shows the course of."""
LOOK_ROUND_EVERY = 120.0
"""Seconds after which rooms that have ended leave memory, if nobody has looked at them, games that go on without
anybody there remember less, and those rooms end that wait for nobody."""
FORGOTTEN_AFTER = 86_400_000
"""Milliseconds after which a room ends that waits, if nobody has looked at it."""
NOTED_AFTER = 3_600_000
"""Milliseconds of them that a restart may take from it."""
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of rooms' names: none that is taken for another when read aloud."""


class Hub:
    """Guests and rooms; :meth:`open` brings back what was there."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.rooms: dict[str, ServedRoom] = {}
        """Those that wait or are played, and those that have ended and were asked for of late."""
        self._asleep: set[str] = set()
        """Rooms whose game is still to be read from its log, by who asks for it first."""
        self._unseen: set[str] = set()
        """Rooms that are played or have ended where nobody is, and which nobody has asked for of late."""
        self._places = RoomLimits(self.rooms)
        self.guests = Guests(services)
        self.limiter = Limiter()
        self.analysis_jobs = JobQueue()
        self.studies = JobQueue()
        """Of the lab's page: they take longer than what anybody waits for beside a game."""
        self.subscribers: set[Subscriber] = set()
        """All sockets that are open."""
        self.stopping = False
        self._telling = asyncio.Lock()
        """Held while a story is told: a whole game is played again for it, one at a time."""

    async def open(self) -> None:
        """Restores every room that may go on. One that cannot be is stopped, and the others go on."""
        await self.guests.open()
        rooms, unread = await self.services.writer.do(queries.open_rooms)
        for name in unread:
            events.error("a room cannot be read", room=name)
        for found in rooms:
            room = self._take(found)
            if found.header is not None:
                await self._restore(
                    room, found, await self.services.writer.do(partial(queries.log_of, game=found.room))
                )
            elif commitment(found.secret) != found.plan.commitment:
                room.is_broken("its secret is not the one that was committed to")
        self.services.spawn(self._look_round_now_and_then())
        self.services.spawn(self.analysis_jobs.run())
        self.services.spawn(self.studies.run())

    def _take(self, found: StoredRoom) -> ServedRoom:
        """A room from the disk, without its game; the one that is in memory, if it came there meanwhile."""
        room = ServedRoom(self.services, found.room, found.plan, found.secret, found.state)
        room.looked = room.noted = found.changed
        return self.rooms.setdefault(found.room, room)

    def let_go(self) -> None:
        """Lets go of what nobody has asked for since this was last called: rooms that have ended, and of games that go
        on what was before their last entry."""
        unseen = {name for name, room in self.rooms.items() if room.state != "waiting" and not room.subscribers}
        for name in unseen & self._unseen:
            room = self.rooms[name]
            if room.on_disk in ENDED:
                del self.rooms[name]
                self._asleep.discard(name)
            elif room.game is not None:
                room.game.event_log.let_go()
        self._unseen = unseen & self.rooms.keys()
        self.guests.forget()

    async def end_forgotten(self) -> None:
        """Ends the rooms that wait and at which nobody has looked for long; that somebody has is noted on disk."""
        for room in [room for room in self.rooms.values() if room.state == "waiting"]:
            now = clock.now()
            if room.subscribers:
                room.looked = now
            with contextlib.suppress(NotSaved):
                if now - room.looked > FORGOTTEN_AFTER:
                    async with room.lock:
                        await room.forget()
                elif room.looked - room.noted > NOTED_AFTER:
                    await self.services.writer.do(partial(queries.looked_at, room=room.name, when=room.looked))
                    room.noted = room.looked

    async def _look_round_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(LOOK_ROUND_EVERY)
            self.let_go()
            await self.end_forgotten()

    async def _restore(self, room: ServedRoom, found: StoredRoom, log: StoredLog) -> None:
        assert found.header is not None
        crash_point(CrashPoint.RESTORING)
        room.dealt = found.dealt
        wrong = None
        try:
            again = await asyncio.to_thread(restored, found.header, found.secret, log.lines, REMEMBERED, log.snapshot)
            wrong = again.wrong
            header = msgspec.json.decode(found.header, type=Header)
            room.game = ServedGame(room, header, found.secret, again.moments, again.history, log.answered)
            if wrong is None and found.state == "playing":
                room.game.take_up(log)
        except RecordError as error:
            wrong = str(error).removeprefix("line 1: ")
        except Refused:
            wrong = "an answer that was held is not legal"
        except Exception as error:  # whatever lies there instead of a game, this room alone stops
            wrong = f"what is kept of it cannot be read ({type(error).__name__})"
        if wrong is None and max((seq or 0 for seq in log.answered.values()), default=0) > len(log.lines):
            wrong = "entries are missing at the end of its log"
        if wrong is not None:
            room.is_broken(f"the game cannot be restored: {wrong}")
        elif found.state == "over" and room.game is not None:
            room.game.is_over()
        elif room.game is not None and found.state == "playing":
            room.game.go_on()

    # Rooms

    async def room(self, name: str) -> ServedRoom:
        """The room of that name, with its game."""
        room = self.rooms.get(name)
        if room is None:
            found = await self.services.writer.do(partial(queries.room_of, room=name))
            if found is None:
                raise Unknown("there is no such room")
            if name not in self.rooms and found.header is not None:
                self._asleep.add(name)
            room = self._take(found)
        room.looked = clock.now()
        async with room.lock:
            self._unseen.discard(name)
            if name in self._asleep:
                await self._restore(room, *await self.services.writer.do(partial(queries.whole, room=name)))
                self._asleep.discard(name)
        return room

    async def open_room(self, guest: Guest, wish: NewRoom, host: str = "") -> Opened:
        """A new room, with the guest at the first free seat; or one that plays on from a point of another game.
        ``host`` is the address from which it is opened."""
        if wish.point is not None:
            return await self._play_on(guest, wish, wish.point, host)
        return await self._opened(guest, plan_of_request(guest, wish), host)

    async def _play_on(self, guest: Guest, wish: NewRoom, point: Point, host: str) -> Opened:
        own = wish.game or wish.preset or wish.options or wish.seats is not None or wish.laid or wish.variant
        if own or wish.minutes is not None or wish.listed:
            raise Invalid("a game that plays on has the other's rules: give from, bots, pace, clock or watch alone")
        with self._places.one_for(guest.player, host):
            found, log = await self.finished(point.room)
            try:
                fork = await asyncio.to_thread(forked, found, log, guest, point, wish.bots, REMEMBERED)
            except RecordError as error:
                raise NotNow(str(error)) from error
            pace = DEFAULT_PACE if wish.pace is None else wish.pace
            plan = msgspec.structs.replace(fork.plan, pace=pace, clock=wish.clock, watch=wish.watch)
            name, dealt, header = _new_name(), clock.now(), header_line(fork.header)
            await self.services.writer.do(
                partial(
                    queries.open_dealt, room=name, plan=plan, secret=found.secret, header=header, dealt=dealt,
                    lines=fork.lines,
                )
            )  # fmt: skip
            room = self.rooms[name] = ServedRoom(self.services, name, plan, found.secret, "playing", rate_key(host))
        room.dealt = dealt
        room.game = ServedGame(room, fork.header, found.secret, fork.moments, fork.history)
        room.game.go_on()
        return Opened(name, f"/r/{name}", room.seat_of(guest.player))

    async def change_rules(self, room: ServedRoom, guest: Guest, wish: NewRoom) -> None:
        """Before the deal the host wishes for a room of other rules: all of them as for a new one, but the game; a
        table that is laid by hand stays."""
        async with room.lock:
            game = room.plan.game
            if wish.game not in (None, game) or wish.bots or wish.point or wish.laid:
                raise Invalid(
                    "{game} is played here: of a new room's keys give neither game, bots, from nor laid", game=game
                )
            plan = plan_of_request(guest, msgspec.structs.replace(wish, game=game, laid=room.plan.laid))
            await room.play_by(guest.player, plan)

    async def rematch(self, room: ServedRoom, guest: Guest, host: str = "") -> ServedRoom:
        """The room of the rematch: the same rules, bots and people, and cards from a new secret."""
        async with room.lock:
            if room.seat_of(guest.player) is None:
                raise NotYours("you do not sit here")
            if room.state not in ("over", "stopped"):
                raise NotNow("the game is not over")
            if room.plan.next is not None:
                with contextlib.suppress(RequestError):  # somebody has deleted it
                    return await self.room(room.plan.next)
            chairs = [msgspec.structs.replace(chair, part="", away=False) for chair in room.plan.chairs]
            plan = msgspec.structs.replace(
                room.plan, chairs=chairs, host=guest.player, next=None, stopped=None, point=None
            )
            opened = await self._opened(guest, plan, host, room.name)
            room.follow(opened.room)
            return self.rooms[opened.room]

    async def _opened(self, guest: Guest, plan: RoomPlan, host: str, rematch_of: str | None = None) -> Opened:
        name, secret = _new_name(), new_secret()
        plan = msgspec.structs.replace(plan, commitment=commitment(secret))
        with self._places.one_for(guest.player, host):
            work = partial(queries.open_room, room=name, plan=plan, secret=secret, rematch_of=rematch_of)
            await self.services.writer.do(work)
            crash_point(CrashPoint.ROOM_OPENED)
            room = self.rooms[name] = ServedRoom(self.services, name, plan, secret, address=rate_key(host))
        if room.seat_of(guest.player) is None and any(chair.is_open for chair in plan.chairs):
            async with room.lock:
                await room.join(guest, Join())
        return Opened(name, f"/r/{name}", room.seat_of(guest.player))

    def listed(self) -> list[RoomSeen]:
        """The listed rooms that wait for players, or may be watched; the newest first, and so many at most."""
        found = (
            room
            for room in reversed(self.rooms.values())
            if room.plan.listed
            and (room.state == "waiting" or (room.state == "playing" and room.plan.watch == "anybody"))
        )
        return [room.seen() for room in islice(found, MOST_LISTED)]

    async def rooms_of(self, guest: Guest, language: str = ENGLISH) -> list[MyRoom]:
        """The rooms in which a guest sits: those that wait for him first, and those that have ended last."""
        player = guest.player
        ended = await self.services.writer.do(partial(queries.ended_rooms_of, player=player, most=MOST_LISTED))
        mine = []
        with speaking(language):
            for room in reversed(self.rooms.values()):
                if (seat := room.seat_of(player)) is not None:
                    mine.append(_mine(room.seen(seat), seat, room.game if room.state == "playing" else None))
            for found, seq in ended:
                if found.room not in self.rooms and (seat := found.plan.seat_of(player)) is not None:
                    mine.append(_mine(room_view(found.room, found.state, found.plan, seq, True), seat, None))
        return sorted(mine, key=lambda room: (not room.waits, room.state in ENDED))

    async def record(self, name: str) -> bytes:
        """The record of a game that is over."""
        found, log = await self.finished(name)
        assert found.header is not None
        assert found.footer is not None
        return whole_record(found.header, found.secret, log.lines, found.footer)

    async def story(self, name: str, seat: int | None, is_open: bool, first: int, player: str) -> Story:
        """A game that is over, entry by entry, for ``player`` (empty: nobody knows him); ``seat`` None is everybody."""
        found, log = await self.finished(name)
        seats = range(len(found.plan.chairs))
        if seat is not None and seat not in seats:
            raise Invalid("there is no such seat", [*map(str, seats), "open"])
        try:
            async with self._telling:
                return await asyncio.to_thread(story_of, found, log, seat, is_open, first, player)
        except RecordError as error:
            raise NotNow(str(error)) from error

    async def fairness(self, name: str) -> Fairness:
        """What anybody needs to check a game that is over."""
        found, _ = await self.finished(name)
        return fairness_of(found)

    async def finished(self, name: str) -> tuple[StoredRoom, StoredLog]:
        """A game that is over, as it is on disk."""
        await self.check_over(name)
        return await self.services.writer.do(partial(queries.whole, room=name))

    async def check_over(self, name: str) -> None:
        """Refuses what is told only of games that are over."""
        room = await self.services.writer.do(partial(queries.room_of, room=name))
        if room is None:
            raise Unknown("there is no such room")
        if room.state != "over":
            raise NotNow("the game is not over: its record would tell what is still to come")


def _mine(room: RoomSeen, seat: int, game: ServedGame | None) -> MyRoom:
    """A room for who sits at a seat; ``game`` is what is played there now."""
    if game is None:
        return MyRoom(**msgspec.structs.asdict(room), you=seat, waits=False)
    waits, course = game.waits_for(seat), game.event_log.history.rows(CHARTED)
    progress = progress_of(game.session, seat)
    return MyRoom(**msgspec.structs.asdict(room), you=seat, waits=waits, progress=progress, course=course)


def _new_name() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(10))
