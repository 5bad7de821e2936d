"""Play now: players who wait for others of their strength, and the tables at which they sit down.

The places are rows of the database, so that a restart keeps them and every worker knows them. One worker at a time
matches (the lease ``~matching``), and a match is one transaction that fails unless all its players still wait.
"""

import asyncio
import contextlib
from collections.abc import Collection, Iterable
from functools import partial

from msgspec.structs import replace

from threedown.games import UnknownGame, find_game, game_names
from threedown.server.matching.standing import Standing
from threedown.server.matching.tables_offered import check_size, plan_of_match, with_joining
from threedown.server.model import clock
from threedown.server.model.errors import Invalid
from threedown.server.model.matching import CrowdSeen, MatchFound, PlaceChanged, PlaceSeen, TakePlace
from threedown.server.model.plan import RoomPlan
from threedown.server.model.wire import Guest
from threedown.server.operations.log import log
from threedown.server.ratings.rating_book import CENTRE, Entrant, RatingBook
from threedown.server.ratings.ratings import Ratings
from threedown.server.rooms.opening import RoomOpener
from threedown.server.rooms.registry import RoomRegistry
from threedown.server.rooms.services import Services
from threedown.server.rooms.subscriber import Subscriber, encode
from threedown.server.store import places
from threedown.server.store.errors import NotSaved
from threedown.server.store.places import MatchFailed, Place

LEASE = "~matching"
"""The lease of the worker that matches."""
EVERY = 1.0
"""Seconds between two looks at the queue."""
HERE_FOR, NOTE_EVERY = 12_000, 4_000
"""Milliseconds for which a player is here after the last sign of life, and between two notes that they still are."""


class PlayNow:
    """The queue for players, as one worker sees it."""

    def __init__(self, services: Services, rooms: RoomRegistry, opener: RoomOpener, ratings: Ratings) -> None:
        self._services, self._rooms, self._opener, self._ratings = services, rooms, opener, ratings
        self._listeners: set[Subscriber] = set()
        self._told: dict[Subscriber, PlaceSeen | None] = {}
        """What each listener has been told, without the time waited."""
        self._awake = asyncio.Event()
        """Set while players wait."""
        self._noted = 0
        self._crowd: tuple[int, CrowdSeen] | None = None

    async def open(self) -> None:
        """Keep the places of before a restart for as long as if it began now, and match from now on."""
        if not self._services.cluster.is_shared:
            await self._services.writer.do(partial(places.keep_all, now=clock.now()))
        self._awake.set()
        self._services.spawn(self._run())

    async def take_place(self, guest: Guest, request: TakePlace, host: str) -> PlaceSeen:
        """Give a guest a place in the queue, or change it, and return it; ``host`` is the guest's address."""
        try:
            game = find_game(request.game)
        except UnknownGame as error:
            raise Invalid(str(error), list(game_names())) from error
        check_size(game, request.seats)
        await self._opener.check_place(guest, host)
        points, now = points_of(await self._ratings.book(game.name), guest.player), clock.now()
        place = Place(
            guest.player, game.name, request.seats, request.rated, points, now, now + HERE_FOR, request.bots,
            None, None, guest.name,
        )  # fmt: skip
        stored = await self._services.writer.do(partial(places.take_place, place=place))
        self._awake.set()
        return (await self._standing()).seen(stored)

    async def with_joining(self, plan: RoomPlan) -> RoomPlan:
        """Return the plan of the next game at a table of matched players, with players who wait on the bots' seats."""
        standing, book, now = await self._standing(), await self._ratings.book(plan.game), clock.now()
        sitters = [
            Place(chair.player, plan.game, None, plan.rated, points_of(book, chair.player), now, now, False, None, None,
                  chair.name)
            for chair in plan.chairs
            if chair.player
        ]  # fmt: skip
        return with_joining(plan, standing.joining(sitters, len(plan.chairs), plan.kicked))

    async def leave(self, player: str) -> None:
        """Take a guest out of the queue; one who has just been matched stays so."""
        await self._services.writer.do(partial(places.leave_place, player=player))
        self._awake.set()

    async def listen(self, subscriber: Subscriber) -> None:
        """Tell a guest's client of their place from now on."""
        self._listeners.add(subscriber)
        await self._note_here([subscriber.player])
        self._tell(await self._standing(), [subscriber])
        self._awake.set()

    async def forget(self, subscriber: Subscriber) -> None:
        """Forget a client that has gone. The place is kept a while, but its player is not matched meanwhile."""
        self._listeners.discard(subscriber)
        self._told.pop(subscriber, None)
        if all(other.player != subscriber.player for other in self._listeners):
            with contextlib.suppress(NotSaved):
                await self._note_here([subscriber.player], 0)

    async def crowd(self) -> CrowdSeen:
        """Return how many people play and wait, counted once a second at most."""
        if self._crowd is None or clock.now() - self._crowd[0] >= 1000 * EVERY:
            waiting, playing = (await self._standing()).waiting(), _people_at(self._rooms)
            people = len(set().union(*playing.values()))
            by_game = {game: len(players) for game, players in playing.items()}
            self._crowd = clock.now(), CrowdSeen(people, by_game, dict(sorted(waiting.items())))
        return self._crowd[1]

    async def _note_here(self, players: Collection[str], milliseconds: int = HERE_FOR) -> None:
        """Note on disk that players are here for some milliseconds from now on."""
        note = partial(places.note_here, players=list(players), until=clock.now() + milliseconds)
        await self._services.writer.do(note)

    async def _standing(self) -> Standing:
        """Return the queue as it is now."""
        return Standing(await self._services.writer.do(places.all_places), clock.now())

    async def _run(self) -> None:
        while True:
            await self._awake.wait()
            try:
                await self.look()
            except Exception as error:  # whatever it is, the next look may find the others a table
                log.error("nobody can be matched", reason=type(error).__name__)
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Match the players who wait, and tell the clients of this worker what has changed."""
        now, here = clock.now(), {subscriber.player for subscriber in self._listeners}
        if here and now - self._noted >= NOTE_EVERY:
            self._noted = now
            await self._note_here(here)
        await self._services.writer.do(partial(places.clean_up_places, now=now))
        standing = await self._standing()
        if standing.places and await self._services.cluster.claim(LEASE) is None and await self._match(standing):
            standing = await self._standing()
        self._tell(standing, self._listeners)
        if not standing.places and not (here and self._services.cluster.is_shared):
            self._awake.clear()

    async def _match(self, standing: Standing) -> bool:
        """Open the rooms of all tables that can begin; return True if there was one."""
        ready = standing.ready_tables()
        for table in ready:
            with contextlib.suppress(MatchFailed):  # one of them has left at this moment: the others go on waiting
                room = await self._opener.open_matched(plan_of_match(table.players, table.seats))
                log.info("players are matched", room=room.name, game=room.plan.game, people=len(table.players))
        return bool(ready)

    def _tell(self, standing: Standing, subscribers: Iterable[Subscriber]) -> None:
        """Tell clients their place, or their room, unless they know it."""
        for subscriber in list(subscribers):
            place = standing.places.get(subscriber.player)
            seen = None if place is None else standing.seen(place)
            message: MatchFound | PlaceChanged = PlaceChanged(seen)
            if seen is not None and seen.room is not None:
                message = MatchFound(seen.room)
            known = None if seen is None else replace(seen, waited=0)
            if subscriber not in self._told or self._told[subscriber] != known:
                self._told[subscriber] = known
                subscriber.send_encoded(encode(message))


def points_of(book: RatingBook, player: str) -> int:
    """Return a player's rating, that of a new player before their first rated game."""
    rating = book.rating_of(Entrant(player, None))
    return CENTRE if rating is None else round(rating.value)


def _people_at(rooms: RoomRegistry) -> dict[str, set[str]]:
    """Return the people who play and are here, by game."""
    by_game: dict[str, set[str]] = {}
    for room in rooms.values():
        if room.state == "playing":
            here = {subscriber.player for subscriber in room.greeted()} & set(room.plan.players)
            by_game.setdefault(room.plan.game, set()).update(here)
    return {game: people for game, people in sorted(by_game.items()) if people}
