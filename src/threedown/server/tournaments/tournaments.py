"""The tournaments of a server: opened and entered by anybody, run by one worker, followed at every worker."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from threedown.server.model import clock
from threedown.server.model.errors import NotNow, RequestError, TooMany, Unavailable, Unknown
from threedown.server.model.tournament import NewTournament, Standings, Tournament, TournamentPlayer
from threedown.server.model.wire import Guest
from threedown.server.operations.log import log
from threedown.server.rooms.cluster import Shared
from threedown.server.rooms.codes import new_name
from threedown.server.rooms.registry import RoomRegistry
from threedown.server.rooms.services import Services
from threedown.server.rooms.subscriber import Subscriber, encode
from threedown.server.store import tournaments as stored
from threedown.server.store.errors import NotSaved
from threedown.server.tournaments import showing
from threedown.server.tournaments.stepping import step
from threedown.server.tournaments.tables import empty_table
from threedown.session.fairness import new_secret

STEP_EVERY = 1.0
"""Seconds between two steps of a tournament, and between two messages to those who follow it."""
ID_LENGTH = 8
MOST_TOURNAMENTS, MOST_OF_A_PLAYER, MOST_ENTRANTS = 100, 3, 256
"""Tournaments that are not over: in all, and opened by one player; and players in one."""
MOST_LISTED = 30
LEASE = "~tournaments"
"""The lease of the worker that runs the tournaments."""


class Tournaments:
    """Every change of a tournament is on disk before it counts; nothing here is lost with a worker."""

    def __init__(self, services: Services, rooms: RoomRegistry) -> None:
        self._services, self._writer, self._rooms = services, services.writer, rooms
        self._seated: dict[str, set[str]] | None = None
        """The players at tables, by tournament, while this worker runs them."""
        self._followers: dict[str, set[Subscriber]] = {}
        """The sockets that follow a tournament here."""
        self._told: dict[str, int] = {}
        """The version of each tournament that was told last."""
        self._is_needed = asyncio.Event()
        """Set when a tournament is opened here: until there is one, the only worker of a server has nothing to do."""

    # Calls

    async def open(self, guest: Guest, request: NewTournament) -> str:
        """Open a tournament and return its id. Raises Invalid for rules that do not exist, TooMany or Unavailable."""
        now = clock.now()
        tournament = Tournament(
            new_name(ID_LENGTH), request.kind, guest.player,
            empty_table(guest, request), request.minutes, now, now + request.wait, request.listed,
            seed=new_secret().hex() if request.kind == "knockout" else "",
        )  # fmt: skip

        def add(connection: Any) -> None:
            hosts = list(stored.unfinished_tournaments(connection).values())
            if hosts.count(guest.player) >= MOST_OF_A_PLAYER:
                raise TooMany("You have opened {n} tournaments that aren't over yet.", n=MOST_OF_A_PLAYER)
            if len(hosts) >= MOST_TOURNAMENTS:
                raise Unavailable("There are too many tournaments. Please try again later.")
            stored.add_tournament(connection, tournament)

        await self._writer.do(add)
        self._is_needed.set()
        return tournament.id

    async def join(self, id: str, guest: Guest, is_program: bool) -> Tournament:
        """Enter a player, or have a player who has paused wait for the next table."""

        def enter(tournament: Tournament) -> None:
            one = tournament.entrant(guest.player)
            if one is not None:
                one.since = one.since if not one.paused else clock.now()
                one.paused = False
            elif tournament.kind == "knockout" and tournament.phase != "waiting":
                raise NotNow("This knockout has begun.")
            elif len(tournament.entrants) >= MOST_ENTRANTS:
                raise NotNow("This tournament is full.")
            else:
                tournament.entrants.append(TournamentPlayer(guest.player, guest.name, clock.now(), is_program))

        return await self._change(id, enter)

    async def pause(self, id: str, guest: Guest) -> Tournament:
        """Give a player no further table until they join again; before the beginning they leave."""

        def pause(tournament: Tournament) -> None:
            if (one := tournament.entrant(guest.player)) is None:
                raise NotNow("You aren't in this tournament.")
            if tournament.phase == "waiting":
                tournament.entrants.remove(one)
            elif tournament.kind == "knockout":
                raise NotNow("A knockout has no pause: a bot plays for you while you are away.")
            one.paused = True

        return await self._change(id, pause)

    async def _change(self, id: str, act: Callable[[Tournament], None]) -> Tournament:
        def change(connection: Any) -> Tournament:
            found = stored.tournament_of(connection, id, to_change=True)
            if found is None:
                raise _unknown()
            if found[1].phase == "over":
                raise NotNow("This tournament is over.")
            act(found[1])
            stored.store_tournament(connection, found[1])
            return found[1]

        return await self._writer.do(change)

    async def find(self, id: str) -> Tournament:
        """Return a tournament. Raises Unknown if there is none."""
        found = await self._writer.do(partial(stored.tournament_of, id=id))
        if found is None:
            raise _unknown()
        return found[1]

    async def listed(self) -> list[Tournament]:
        """Return the listed tournaments, those that are over last."""
        newest = await self._writer.do(partial(stored.newest_tournaments, most=MOST_TOURNAMENTS + MOST_LISTED))
        return [one for one in newest if one.listed][:MOST_LISTED]

    # Sockets

    async def follow(self, id: str, subscriber: Subscriber) -> None:
        """Send a socket the standings now, and again whenever they change. Raises Unknown if there are none."""
        tournament = await self.find(id)
        subscriber.greeted = True
        self._followers.setdefault(id, set()).add(subscriber)
        _tell(tournament, [subscriber])

    def unfollow(self, id: str, subscriber: Subscriber) -> None:
        """Forget a socket that is closed."""
        self._followers.get(id, set()).discard(subscriber)
        if not self._followers.get(id):
            self._followers.pop(id, None)
            self._told.pop(id, None)

    async def _tell_followers(self) -> None:
        """Send what has changed, at whichever worker."""
        if not self._followers:
            return
        versions = await self._writer.do(partial(stored.versions_of, ids=list(self._followers)))
        for id, version in versions.items():
            if self._told.get(id) != version:
                found = await self._writer.do(partial(stored.tournament_of, id=id))
                if found is not None and id in self._followers:
                    self._told[id] = found[0]
                    _tell(found[1], list(self._followers[id]))

    # The run

    async def run(self) -> None:
        """Run the tournaments, unless another worker does, and tell those who follow them, until cancelled."""
        while True:
            await asyncio.sleep(STEP_EVERY)
            try:
                is_needed = await self.step() or self._services.cluster.is_shared
                await self._tell_followers()
                if not is_needed:
                    self._is_needed.clear()
                    await self._is_needed.wait()
            except NotSaved as error:
                log.warning("tournaments wait for the database", reason=str(error))

    async def step(self) -> bool:
        """Take one step of every tournament, if this worker runs them; return True unless all of them are over."""
        cluster = self._services.cluster
        if await cluster.claim(LEASE) is not None:
            self._seated = None
            return True
        ids = await self._writer.do(stored.unfinished_tournaments)
        if self._seated is None:  # another worker ran them until now
            self._seated = {id: _players(await self.find(id)) for id in ids}
        self._seated = {id: self._seated.get(id, set()) for id in ids}
        worker = cluster.own.worker if isinstance(cluster, Shared) else None
        for id in ids:
            busy = set().union(*(players for other, players in self._seated.items() if other != id))
            is_full = self._services.memory.is_exceeded
            done = await self._writer.do(
                partial(step, id=id, now=clock.now(), busy=busy, worker=worker, is_full=is_full)
            )
            self._seated[id] = done.seated
            await self._bring([*done.opened, *done.late])
            for room, after in done.opened.items():
                if after is not None and after in self._rooms:
                    self._rooms[after].link_rematch(room)
        return bool(ids)

    async def _bring(self, names: list[str]) -> None:
        """Bring rooms into memory, unless another worker has them: they begin by themselves."""
        for name in names:
            try:
                if await self._services.cluster.claim(name) is None:
                    await self._rooms.find(name)
            except RequestError as error:
                log.error("a table of a tournament is missing", room=name, reason=str(error))


def _players(tournament: Tournament) -> set[str]:
    return {player for table in tournament.tables for player in table.players if player}


def _tell(tournament: Tournament, subscribers: list[Subscriber]) -> None:
    """Send the standings to sockets; they are encoded once for all."""
    now = clock.now()
    shared: Any = msgspec.Raw(encode(showing.seen(tournament, now)))
    for subscriber in subscribers:
        subscriber.send_encoded(encode(Standings(shared, showing.mine(tournament, subscriber.player, now))))


def _unknown() -> Unknown:
    return Unknown("There is no such tournament.")
