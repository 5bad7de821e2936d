"""Open rooms: a new one, one that continues a finished game from some entry, and a rematch."""

import contextlib
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Any

import msgspec

from threedown.server.finished.archive import Archive
from threedown.server.limits.addresses import rate_key
from threedown.server.model import clock
from threedown.server.model.errors import Invalid, NotNow, NotYours, RequestError
from threedown.server.model.evening import Next
from threedown.server.model.plan import ENDED, Chair, RoomPlan
from threedown.server.model.wire import Guest, Join, NewRoom, Opened, Point
from threedown.server.operations.crash import CrashPoint, crash_point
from threedown.server.rooms import revealing
from threedown.server.rooms.codes import new_code, new_name
from threedown.server.rooms.dealing import dealt_from
from threedown.server.rooms.evening import next_begin, next_plan, with_next_beginner, with_want
from threedown.server.rooms.event_log import REMEMBERED
from threedown.server.rooms.fork import fork_game
from threedown.server.rooms.lobby import check_welcome, setting_of, with_player
from threedown.server.rooms.registry import RoomRegistry
from threedown.server.rooms.room_limits import RoomLimits
from threedown.server.rooms.room_request import DEFAULT_PACE, check_clock, plan_of_request
from threedown.server.rooms.rule_sets import RuleSets
from threedown.server.rooms.served_game import ServedGame
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.services import Services
from threedown.server.store import places, queries
from threedown.server.store.records import header_line
from threedown.session.fairness import commitment, new_secret
from threedown.session.record import RecordError

NAME_LENGTH = 13
"""A room's name is the key to it: 13 characters of 31 are 64 bits."""


class RoomOpener:
    """Opens rooms within the limits, and adds them to the registry."""

    def __init__(self, services: Services, rooms: RoomRegistry, archive: Archive) -> None:
        self._services, self._rooms, self._archive = services, rooms, archive
        self.rule_sets = RuleSets(services)
        self._limits = RoomLimits(rooms, services.memory, rooms.handed_over)
        self.with_joining: Callable[[RoomPlan], Awaitable[RoomPlan]] = _as_it_is
        """Seats players of the queue at the next game of a table of matched players; set by the hub."""

    async def open(self, guest: Guest, request: NewRoom, host: str = "") -> Opened:
        """Open the room of a request and seat the guest as they ask, or else at the first free seat.

        ``host`` is the guest's address.
        """
        if request.point is not None:
            return await self._continue_from(request.point, guest, request, host)
        plan = plan_of_request(guest, await self.rule_sets.room_request(request))
        if request.sit is not None:
            plan = with_player(plan, guest, request.sit)
        if plan.listed:
            await self._limits.look(self._services, guest.player)
        with self._limits.sit(guest.player, plan.listed):
            return await self._open(guest, plan, host)

    async def join(self, room: ServedRoom, guest: Guest, request: Join) -> None:
        """Seat a guest within the limits, or change their seat, name, colour or contribution to the shuffle."""
        async with room.lock:
            is_new = room.plan.listed and room.state == "waiting" and room.seat_of(guest.player) is None
            if is_new:
                await self._limits.look(self._services, guest.player)
            with self._limits.sit(guest.player, is_new):
                await room.join(guest, request)

    async def want(self, room: ServedRoom, guest: Guest, want: Next | None, host: str = "") -> None:
        """Note a player's wish after the game. Once everybody here has the same wish, or the host wants another game,
        open the next room."""
        async with room.lock:
            _check_seated(room, guest)
            if room.plan.next is not None:
                return
            await room.change(with_want(room.plan, guest.player, want))
            here = {subscriber.player for subscriber in room.greeted()} & set(room.plan.players) | {guest.player}
            here -= room.plan.kicked.keys()
            is_agreed = {room.plan.wants.get(player) for player in here} == {want}
            if want is not None and (is_agreed or (want == "another" and room.plan.host == guest.player)):
                await self._open_with_joining(room, guest, next_plan(room.plan, here, want), host)

    async def _open_with_joining(self, room: ServedRoom, guest: Guest, plan: RoomPlan, host: str) -> ServedRoom:
        """Open the room of the next game. At a table of matched players, players who wait have the seats of bots."""
        if plan.begins_by is not None and not plan.locked:
            joined = await self.with_joining(plan)
            if joining := set(joined.players) - set(plan.players):
                joined = msgspec.structs.replace(joined, begins=True)
                with contextlib.suppress(places.MatchFailed):  # one has left at this moment: bots have the seats
                    return await self._open_next(room, guest, joined, host, joining)
        return await self._open_next(room, guest, plan, host)

    async def _open_next(
        self, room: ServedRoom, guest: Guest, plan: RoomPlan, host: str, joining: Collection[str] = ()
    ) -> ServedRoom:
        """Open the room of the next game; players of the queue are ``joining``. Raises MatchFailed, and opens nothing,
        if one of them no longer waits."""
        opened = await self._open(guest, plan, host, room.name, joining)
        room.link_rematch(opened.room)
        return self._rooms[opened.room]

    async def rematch(self, room: ServedRoom, guest: Guest, host: str = "") -> ServedRoom:
        """Return the room of the rematch: the same rules, bots and players, and cards from a new secret; another player
        begins."""
        async with room.lock:
            _check_seated(room, guest)
            if room.plan.next is not None:
                with contextlib.suppress(RequestError):  # it may have been deleted
                    return await self._rooms.find(room.plan.next)
            chairs = [
                Chair() if chair.player in room.plan.kicked
                else msgspec.structs.replace(chair, part="", part_hash="", away=False)
                for chair in room.plan.chairs
            ]  # fmt: skip
            plan = msgspec.structs.replace(
                room.plan, chairs=chairs, host=guest.player, next=None, stopped=None, point=None, frozen=None, wants={},
                begins=False, begins_by=next_begin(room.plan), paused=False, ranking=[],
            )  # fmt: skip
            return await self._open_with_joining(room, guest, with_next_beginner(plan), host)

    async def _open(
        self, guest: Guest, plan: RoomPlan, host: str, rematch_of: str | None = None, joining: Collection[str] = ()
    ) -> Opened:
        name, secret = new_room_name(), new_secret()
        code = plan.code or new_code(self._rooms.codes())
        plan = msgspec.structs.replace(plan, commitment=commitment(secret), code=code)
        await self._limits.look(self._services, guest.player, host)
        with self._limits.reserve(guest.player, host):
            work = partial(
                places.open_joined, room=name, plan=plan, secret=secret, rematch_of=rematch_of, joining=joining
            )
            await self._services.cluster.claim(name, is_new=True)
            cluster = self._services.cluster
            await self._services.writer.do(work if rematch_of is None else cluster.fenced(rematch_of, work))
            crash_point(CrashPoint.ROOM_OPENED)
            room = ServedRoom(self._services, name, plan, secret, address=rate_key(host))
            self._rooms.add(room)
            room.wait_for_parts()
        if room.seat_of(guest.player) is None and (plan.grows or any(chair.is_open for chair in plan.chairs)):
            async with room.lock:
                await room.join(guest, Join())
        return _opened(room, guest)

    async def open_dealt(
        self, guest: Guest, plan: RoomPlan, secret: bytes, host: str, also: Callable[[Any, str], None]
    ) -> Opened:
        """Open a room whose cards are dealt at once from a given secret.

        The same plan (but for the players' ids) and secret always give the same cards. ``also`` is done in the same
        transaction, with the room's name; if it raises an error, no room is opened. ``host`` is the guest's address.
        """
        name, plan = new_room_name(), msgspec.structs.replace(plan, commitment=commitment(secret))
        await self._limits.look(self._services, guest.player, host)
        with self._limits.reserve(guest.player, host):
            header = revealing.header_of(plan, dealt=True)
            dealt, lines = dealt_from(plan, header, secret)

            def store(connection: Any) -> None:
                also(connection, name)
                queries.open_dealt(connection, name, plan, secret, header_line(header), dealt.at, lines)

            await self._services.cluster.claim(name, is_new=True)
            await self._services.writer.do(store)
            room = ServedRoom(self._services, name, plan, secret, "playing", rate_key(host))
            self._rooms.add(room)
        room.dealt = dealt.at
        room.game = ServedGame(room, header, secret, dealt.moments, dealt.history)
        room.game.go_on()
        return _opened(room, guest)

    async def check_place(self, guest: Guest, host: str) -> None:
        """Raise a RequestError if a guest, whose address is ``host``, may not have one room more."""
        await self._limits.look(self._services, guest.player, host)
        with self._limits.reserve(guest.player, host):
            pass

    async def open_matched(self, plan: RoomPlan) -> ServedRoom:
        """Open the room of matched players, whose game begins when they have come. Raises MatchFailed, and opens
        nothing, if one of them no longer waits."""
        name, secret = new_room_name(), new_secret()
        plan = msgspec.structs.replace(plan, commitment=commitment(secret), code=new_code(self._rooms.codes()))
        await self._services.cluster.claim(name, is_new=True)
        await self._services.writer.do(partial(places.open_matched, room=name, plan=plan, secret=secret))
        room = ServedRoom(self._services, name, plan, secret)
        self._rooms.add(room)
        room.wait_for_parts()
        return room

    async def _continue_from(self, point: Point, guest: Guest, request: NewRoom, host: str) -> Opened:
        """Open a room that continues a finished game from one of its entries."""
        own = request.game or request.preset or request.options or request.laid or request.variant or request.rule_set
        if (
            own
            or request.sit
            or request.seats is not None
            or request.minutes is not None
            or request.listed
            or request.rated
        ):
            raise Invalid("A continued game keeps its rules: send only from, bots, pace, clock or watch.")
        budget = self._services.budget
        budget.spend_replay(host, guest.player)
        await self._limits.look(self._services, guest.player, host)
        with self._limits.reserve(guest.player, host):
            stored, log = await self._archive.load(point.room, guest.player)
            try:
                work = partial(fork_game, stored, log, guest, point, request.bots, REMEMBERED)
                fork = await self._services.replays.run(work, len(log.lines), rate_key(host))
            except RecordError as error:
                raise NotNow(str(error)) from error
            budget.charge_replay(host, guest.player, len(log.lines))
            pace = DEFAULT_PACE if request.pace is None else request.pace
            code = new_code(self._rooms.codes())
            plan = msgspec.structs.replace(fork.plan, pace=pace, clock=request.clock, watch=request.watch, code=code)
            check_clock(plan.clock, setting_of(plan))
            name, dealt, header = new_room_name(), clock.now(), header_line(fork.header)
            store = partial(
                queries.open_dealt, room=name, plan=plan, secret=stored.secret, header=header, dealt=dealt,
                lines=fork.lines,
            )  # fmt: skip
            await self._services.cluster.claim(name, is_new=True)
            await self._services.writer.do(store)
            room = ServedRoom(self._services, name, plan, stored.secret, "playing", rate_key(host))
            self._rooms.add(room)
        room.dealt = dealt
        room.game = ServedGame(room, fork.header, stored.secret, fork.moments, fork.history)
        room.game.go_on()
        return _opened(room, guest)


def _check_seated(room: ServedRoom, guest: Guest) -> None:
    """Raise NotYours or NotNow unless the game of a room has ended, and the guest may say how to go on."""
    check_welcome(room.plan, guest.player)
    if room.plan.tournament:
        raise NotNow("This was a table of a tournament: your next table is there.")
    if room.seat_of(guest.player) is None:
        raise NotYours("You don't have a seat here.")
    if room.state not in ENDED:
        raise NotNow("The game isn't over yet.")


def _opened(room: ServedRoom, guest: Guest) -> Opened:
    return Opened(room.name, f"/r/{room.name}", room.seat_of(guest.player), room.plan.commitment)


def new_room_name() -> str:
    """Return a name for a room: the key to it, which nobody guesses."""
    return new_name(NAME_LENGTH)


async def _as_it_is(plan: RoomPlan) -> RoomPlan:
    return plan
