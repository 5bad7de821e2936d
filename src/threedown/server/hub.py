"""All guests and rooms of a server."""

import asyncio
import hashlib
import re
import secrets
from collections.abc import Mapping
from functools import partial
from itertools import islice

import msgspec

from threedown.games import UnknownGame, find_game, game_names
from threedown.games.houserules import OptionError
from threedown.games.setting import Setting, settle
from threedown.play.fairness import commitment, new_secret
from threedown.play.record import Header, RecordError
from threedown.play.session import Refused
from threedown.server import kept
from threedown.server.checking import fairness_of
from threedown.server.crash import Crash, reached
from threedown.server.defence import Defence
from threedown.server.denied import Denied
from threedown.server.fork import forked
from threedown.server.game import REMEMBERED, ServedGame
from threedown.server.house import House
from threedown.server.kept import Chair, KeptLog, KeptRoom, Plan
from threedown.server.listener import Listener
from threedown.server.log import log as events
from threedown.server.records import header_line, restored, whole_record
from threedown.server.served import ServedRoom, bot_chair
from threedown.server.story import story_of
from threedown.server.wire import Fairness, Guest, Join, MyRoom, NewGuest, NewRoom, Opened, Point, RoomSeen, Story

MOST_ROOMS, MOST_ROOMS_A_GUEST = 10_000, 20
"""Rooms that wait or are played, in all and of a host."""
MOST_LISTED = 200
"""Rooms of the list that anybody may ask for."""
LET_GO_EVERY = 120.0
"""Seconds after which games that are over leave memory, if nobody has looked at them."""
MOST_REMEMBERED = 10_000
"""Guests that are remembered without a look into the database."""
MOST_GUESTS = 100_000
"""Guests in all."""
DEFAULT_PACE = 5_000
"""Milliseconds that a turn waits for the others after the first is ready."""
DEFAULT_MINUTES = 60
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Of rooms' names: none that is taken for another when read aloud."""


class Hub:
    """Guests and rooms; :meth:`open` brings back what was there."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.rooms: dict[str, ServedRoom] = {}
        self._asleep: set[str] = set()
        """Rooms whose game is over and not in memory: it is read from its log when somebody asks for it."""
        self._unseen: set[str] = set()
        """Rooms of games that are over which nobody has asked for of late."""
        self._guests: dict[bytes, Guest] = {}
        self._guests_there = 0
        self.defence = Defence()
        self.listeners: set[Listener] = set()
        """All sockets that are open."""
        self.stopping = False
        self._telling = asyncio.Lock()
        """Held while a story is told: a whole game is played again for it, one at a time."""

    async def open(self) -> None:
        """Restores every room. One that cannot be is stopped, and the others go on."""
        self._guests_there = await self.house.writer.do(kept.guests_there)
        rooms, unread = await self.house.writer.do(kept.all_rooms)
        for name in unread:
            events.error("a room cannot be read", room=name)
        for found in rooms:
            room = self.rooms[found.room] = ServedRoom(self.house, found.room, found.plan, found.secret, found.state)
            if found.state == "over":
                self._asleep.add(found.room)
            elif found.header is not None:
                await self._restore(room, found, await self.house.writer.do(partial(kept.log_of, game=found.room)))
            elif found.state == "waiting" and commitment(found.secret) != found.plan.commitment:
                room.is_broken("its secret is not the one that was committed to")
        self.house.spawn(self._let_go_now_and_then())

    def let_go(self) -> None:
        """Lets go of games that are over, if nobody has asked for them since this was last called."""
        unseen = {
            name
            for name, room in self.rooms.items()
            if room.state == "over" and room.game is not None and not room.listeners
        }
        for name in unseen & self._unseen:
            self.rooms[name].game = None
            self._asleep.add(name)
        self._unseen = unseen - self._asleep
        if len(self._guests) > MOST_REMEMBERED:
            self._guests.clear()

    async def _let_go_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(LET_GO_EVERY)
            self.let_go()

    async def _restore(self, room: ServedRoom, found: KeptRoom, log: KeptLog) -> None:
        assert found.header is not None
        reached(Crash.RESTORING)
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

    # Guests

    async def new_guest(self, wish: NewGuest) -> Guest:
        """A guest and his token, which nobody but he keeps."""
        player, token = f"p{secrets.token_hex(6)}", secrets.token_urlsafe(32)
        if self._guests_there >= MOST_GUESTS:
            raise Denied(503, "there are too many guests: try again later")
        name = (wish.name or "").strip() or f"Guest {secrets.randbelow(9000) + 1000}"
        if not name.isprintable():
            raise Denied(400, "a name is of printable characters")
        await self.house.writer.do(partial(kept.keep_guest, player=player, token=_hashed(token), name=name))
        self._guests_there += 1
        return Guest(player, name, token)

    async def guest_of(self, token: str | None) -> Guest | None:
        """Who has a token; None if nobody does."""
        if not token or len(token) > 200:
            return None
        hashed = _hashed(token)
        if hashed not in self._guests:
            found = await self.house.writer.do(partial(kept.guest_of, token=hashed))
            if found is None:
                return None
            self._guests[hashed] = Guest(*found)
        return self._guests[hashed]

    # Rooms

    async def room(self, name: str) -> ServedRoom:
        """The room of that name."""
        room = self.rooms.get(name)
        if room is None:
            raise Denied(404, "there is no such room")
        async with room.lock:
            self._unseen.discard(name)
            if name in self._asleep:
                found, log = await self.house.writer.do(partial(kept.whole, room=name))
                await self._restore(room, found, log)
                self._asleep.discard(name)
        return room

    async def open_room(self, guest: Guest, wish: NewRoom) -> Opened:
        """A new room, with the guest at the first free seat; or one that plays on from a point of another game."""
        if wish.point is not None:
            return await self._play_on(guest, wish, wish.point)
        return await self._opened(guest, _planned(guest, wish))

    async def _play_on(self, guest: Guest, wish: NewRoom, point: Point) -> Opened:
        if wish.game is not None or wish.preset is not None or wish.options or wish.seats is not None:
            raise Denied(400, "a game that plays on from another has that one's rules: give from without game")
        self._check_there_is_room_for(guest)
        found, log = await self._finished(point.room)
        try:
            fork = await asyncio.to_thread(forked, found, log, guest, point, wish.bots, REMEMBERED)
        except RecordError as error:
            raise Denied(409, str(error)) from error
        pace = DEFAULT_PACE if wish.pace is None else wish.pace
        plan = msgspec.structs.replace(fork.plan, pace=pace, clock=wish.clock, watch=wish.watch)
        name, dealt, header = _new_name(), kept.now(), header_line(fork.header)
        await self.house.writer.do(
            partial(
                kept.open_dealt, room=name, plan=plan, secret=found.secret, header=header, dealt=dealt, lines=fork.lines
            )
        )
        room = self.rooms[name] = ServedRoom(self.house, name, plan, found.secret, "playing")
        room.dealt = dealt
        room.game = ServedGame(room, fork.header, found.secret, fork.moments, fork.history)
        room.game.go_on()
        return Opened(name, f"/r/{name}", room.seat_of(guest.player))

    async def change_rules(self, room: ServedRoom, guest: Guest, wish: NewRoom) -> None:
        """Before the deal the host wishes for a room of other rules: all of them as for a new one, but the game."""
        async with room.lock:
            game = room.plan.game
            if wish.game not in (None, game) or wish.bots or wish.point:
                raise Denied(400, f"{game} is played here: of a new room's keys give neither game, bots nor from")
            plan = _planned(guest, msgspec.structs.replace(wish, game=game))
            await room.play_by(guest.player, plan)

    async def rematch(self, room: ServedRoom, guest: Guest) -> ServedRoom:
        """The room of the rematch: the same rules, bots and people, and cards from a new secret."""
        async with room.lock:
            if room.seat_of(guest.player) is None:
                raise Denied(403, "you do not sit here")
            if room.state not in ("over", "stopped"):
                raise Denied(409, "the game is not over")
            if room.plan.next not in self.rooms:  # there is none yet, or somebody has deleted it
                chairs = [msgspec.structs.replace(chair, part="", away=False) for chair in room.plan.chairs]
                plan = msgspec.structs.replace(
                    room.plan, chairs=chairs, host=guest.player, next=None, stopped=None, point=None
                )
                opened = await self._opened(guest, plan)
                reached(Crash.REMATCH)
                await room.follow(opened.room)
            assert room.plan.next is not None
            return self.rooms[room.plan.next]

    def _check_there_is_room_for(self, guest: Guest) -> None:
        live = [room for room in self.rooms.values() if room.state in ("waiting", "playing")]
        if sum(room.plan.host == guest.player for room in live) >= MOST_ROOMS_A_GUEST:
            raise Denied(429, f"you have {MOST_ROOMS_A_GUEST} rooms: leave one, or play it to its end")
        if len(live) >= MOST_ROOMS:
            raise Denied(503, "all rooms are taken: try again later")

    async def _opened(self, guest: Guest, plan: Plan) -> Opened:
        self._check_there_is_room_for(guest)
        name, secret = _new_name(), new_secret()
        plan = msgspec.structs.replace(plan, commitment=commitment(secret))
        await self.house.writer.do(partial(kept.open_room, room=name, plan=plan, secret=secret))
        reached(Crash.ROOM_OPENED)
        room = self.rooms[name] = ServedRoom(self.house, name, plan, secret)
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

    def rooms_of(self, guest: Guest) -> list[MyRoom]:
        """The rooms in which a guest sits, those that wait for him first."""
        found = []
        for room in reversed(self.rooms.values()):
            if (seat := room.seat_of(guest.player)) is not None:
                waits = room.state == "playing" and room.game is not None and room.game.waits_for(seat)
                found.append(MyRoom(**msgspec.structs.asdict(room.seen()), you=seat, waits=waits))
        return sorted(found, key=lambda mine: not mine.waits)

    async def record(self, name: str) -> bytes:
        """The record of a game that is over."""
        found, log = await self._finished(name)
        assert found.header is not None
        assert found.footer is not None
        return whole_record(found.header, found.secret, log.lines, found.footer)

    async def story(self, name: str, seat: int | None, is_open: bool, first: int, player: str) -> Story:
        """A game that is over, entry by entry, for ``player`` (empty: nobody knows him); ``seat`` None is everybody."""
        found, log = await self._finished(name)
        seats = range(len(found.plan.chairs))
        if seat is not None and seat not in seats:
            raise Denied(400, "there is no such seat", [*map(str, seats), "open"])
        try:
            async with self._telling:
                return await asyncio.to_thread(story_of, found, log, seat, is_open, first, player)
        except RecordError as error:
            raise Denied(409, str(error)) from error

    async def fairness(self, name: str) -> Fairness:
        """What anybody needs to check a game that is over."""
        found, _ = await self._finished(name)
        return fairness_of(found)

    async def _finished(self, name: str) -> tuple[KeptRoom, KeptLog]:
        """A game that is over, as it is on disk."""
        room = self.rooms.get(name)
        if room is None:
            raise Denied(404, "there is no such room")
        if room.state in ("over", "stopped"):  # one of other rules has stopped here, and may be over all the same
            found, log = await self.house.writer.do(partial(kept.whole, room=name))
            if found.state == "over":
                return found, log
        raise Denied(409, "the game is not over: its record would tell what is still to come")


def _new_name() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(10))


def _hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _planned(guest: Guest, wish: NewRoom) -> Plan:
    """What a wish for a room comes to."""
    if wish.game is None:
        raise Denied(400, "say which game", list(game_names()))
    try:
        game = find_game(wish.game)
        options = dict(wish.options)
        minutes = _minutes(wish, options, set(game.options.__struct_fields__))
        setting = settle(game, wish.preset, options, wish.seats)
    except UnknownGame as error:
        raise Denied(400, str(error), list(game_names())) from error
    except OptionError as error:
        raise Denied(400, str(error)) from error
    chairs = [Chair() for _ in range(setting.seats)]
    for seat, level in wish.bots.items():
        if not re.fullmatch("[0-9]{1,3}", seat) or int(seat) >= setting.seats:
            raise Denied(400, "a bot sits at a seat", [str(place) for place in range(setting.seats)])
        chairs[int(seat)] = bot_chair(setting, int(seat), level)
    return Plan(
        game=game.name,
        preset=wish.preset or game.default_preset,
        options=msgspec.structs.asdict(setting.options),
        chairs=chairs,
        host=guest.player,
        commitment="",
        pace=DEFAULT_PACE if wish.pace is None else wish.pace,
        clock=wish.clock,
        minutes=DEFAULT_MINUTES if minutes is None and by_the_clock(setting) else minutes,
        listed=wish.listed,
        watch=wish.watch,
    )


def _minutes(wish: NewRoom, options: dict[str, object], known: set[str]) -> int | None:
    """How long a game by the clock lasts; with minutes there is no round in which time is up."""
    if wish.minutes is None:
        return None
    if "rounds" not in known:
        raise Denied(400, f"{wish.game} is not played by the clock: give no minutes")
    if options.get("rounds", 0) not in (0, "0"):
        raise Denied(400, "give minutes or rounds, not both")
    options["rounds"] = 0
    return wish.minutes


def by_the_clock(setting: Setting) -> bool:
    """Whether a game asks the table if time is up."""
    options: Mapping[str, object] = msgspec.structs.asdict(setting.options)
    return options.get("rounds") == 0
