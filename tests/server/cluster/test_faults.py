"""Two workers under play while they are killed, stopped, cut off and robbed of their rooms, PostgreSQL restarts and the
router is killed. Their clocks are ten seconds apart.

Every client's history is held against the record: no acknowledged choice is lost, none counts twice, no entry is told
in two ways, and the chain is one. Faults and choices come from the seed; which of them meet depends on the machine.
"""

import asyncio
import contextlib
import itertools
import os
import random
import signal
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from support.nginx import Nginx, program_of_nginx
from support.postgres import Postgres
from support.proxy import Proxy
from support.serving import PATIENCE, Chooser, Message, Person, any_choice, check_record, insisted
from support.workers import Supervised, swap_holders

from threedown.client import GuestClient, RequestRefused
from threedown.session.record import read_record

pytestmark = pytest.mark.postgres

CAPPED = {"options": {"turn_cap": 30}}
GAMES: dict[str, Mapping[str, Any]] = {
    "beggar-my-neighbour": CAPPED,
    "blitz31": {"bots": {"2": "simple"}, "options": {"lives": 2}},
    "blitzkrieg": {"seats": 2, "bots": {}, **CAPPED},
    "blitzwar": {"preset": "duel", "options": {"rounds": 2}},
    "casino-war": {"options": {"rounds": 15}},
    "champz": {},
    "pyanitsa": CAPPED,
    "steal-war": CAPPED,
    "syrian-war": {"seats": 2, "bots": {}, **CAPPED},
    "tod-und-leben": {"seats": 2, "bots": {}},
    "war": CAPPED,
}
"""Every game with rules under which it is short; a bot sits in the third seat where there is one."""
ROOMS = 3
"""Rooms that play at once."""
LONG = {"options": {"lives": 9}}
FAULTS = ("kill", "stop", "cut", "hold", "swap", "restart", "postgres", "leave", "router")
SHORT = ("leave", "swap", "cut", "router", "swap leave", "kill", "hold")
"""One fault of each kind that passes within seconds."""
MOST_IN_VAIN = 8
"""Faults one after another without an acknowledged choice; then there is none until one is. On a busy machine a worker
takes longer to start than the next fault to come, and a game in which nothing happens tells nothing."""
UNSAVED, GAME_OVER = "Couldn't save that", "The game is over."
CLOCKS = """
import os, sys, time
if "--inherited" in sys.orig_argv:
    with open(os.path.join(os.path.dirname(__file__), "starts"), "a") as file:
        ahead = 10.0 * (file.tell() % 3)
        file.write("x")
    true = time.time
    time.time = lambda: true() + ahead
"""
"""The clock of each worker is ten seconds ahead of that of the worker that began before; every third one is right."""


class Stubborn(Person):
    """A person who chooses again when their choice could not be saved, and notes how each entry is told."""

    def __init__(self, player: GuestClient, room: str, choose: Chooser, together: bool = False) -> None:
        super().__init__(player, room, choose, together)
        self.entries: dict[int, tuple[object, ...]] = {}
        self._latest: Message | None = None

    async def play(self) -> Message:
        """Plays to the end, and until all that was said is answered; returns the ``over`` message."""
        over: Message | None = None
        async for message in self.live:
            self.told.append(message)
            kind = message["type"]
            if kind == "over":
                over = message
            elif kind == "ack":
                assert self.acks.setdefault(message["id"], message["seq"]) == message["seq"], "one answer"
            elif kind == "refused":
                assert message["id"] not in self.acks, "what is acknowledged is not refused"
                self.sent.pop(message["id"], None)
                if message["reason"].startswith(UNSAVED) and self._latest is not None:
                    self._done = None
                    await self._answer(self._latest)
                elif message["reason"] not in ("stale", GAME_OVER):
                    raise AssertionError(f"refused: {message['reason']}")
            elif kind in ("table", "step"):
                self._latest = message
                self._note(message)
                await self._answer(message)
            if over is not None and not self.live.unanswered:
                return over
        raise AssertionError("it ends with the game")

    def _note(self, message: Message) -> None:
        if message["view"] is None:
            return
        if message["type"] == "step":
            told = tuple((event["kind"], event.get("seat"), event.get("to")) for event in message["events"])
            assert self.entries.setdefault(message["seq"], told) == told, "an entry is told in one way"


class Stage:
    """A PostgreSQL server, a proxy before it, a supervisor with two workers behind the proxy, and nginx before them."""

    def __init__(self, folder: Path, scratch: Path, code: str = CLOCKS) -> None:
        """Begin; each worker runs ``code`` first. Files of the test go into ``scratch``."""
        program_of_nginx()  # before anything is started that would have to end
        self.planted = scratch / "planted"
        self.planted.mkdir()
        (self.planted / "sitecustomize.py").write_text(code)
        self.postgres = Postgres()
        self.url = self.postgres.create("rooms")
        self.proxy = Proxy(f"{self.postgres.folder}/.s.PGSQL.5432")
        self.serving = Supervised(folder, self.proxy.url(self.url), planted=self.planted)
        self.router = Nginx(scratch / "nginx", [self.serving.port] * 2)
        self.done: Counter[str] = Counter()
        self.people: list[Stubborn] = []
        self._acknowledged = 0

    def close(self) -> None:
        self.proxy.release()
        self.router.stop()
        self.serving.stop()
        self.proxy.__exit__()
        self.postgres.remove()

    def acknowledged(self) -> int:
        """Return the number of choices that were acknowledged."""
        return self._acknowledged + sum(len(person.acks) for person in self.people)

    def rise(self, seated: Sequence[Stubborn]) -> None:
        """Let people leave whose game is over."""
        self._acknowledged += sum(len(person.acks) for person in seated)
        self.people = [person for person in self.people if person not in seated]

    def told_of(self, room: str, seated: Sequence[Stubborn]) -> list[str]:
        """Return what the players of a room heard last, and what the database and the workers know of it."""
        lines = [
            f"seat {person.you} waits for {sorted(person.live._unanswered)} after {person.live.seq}; heard last:"
            + "".join(f"\n  {str(message)[:600]}" for message in person.told[-4:])
            for person in seated
        ]
        query = (
            "SELECT leases.worker, address, until, (SELECT max(seq) FROM entries WHERE game = room),"
            " extract(epoch FROM now()) * 1000 FROM leases LEFT JOIN workers USING (worker) WHERE room = %s"
        )
        with psycopg.connect(self.url.replace("+psycopg", "")) as connection:
            lines += [f"lease, address, until, last entry, now: {row}" for row in connection.execute(query, [room])]
        return lines

    async def goes_on(self, playing: asyncio.Future[Any]) -> None:
        """Wait until a choice more is acknowledged, or the game is over."""
        before = self.acknowledged()
        while not playing.done() and self.acknowledged() == before:
            await asyncio.wait([playing], timeout=0.05)

    async def fault(self, kind: str, pick: random.Random) -> None:
        """Let something fail, and come back where it does not by itself."""
        workers = self.serving.workers()
        self.done[kind] += 1
        with contextlib.suppress(ProcessLookupError, psycopg.OperationalError):
            if kind == "kill" and workers:
                os.kill(pick.choice(workers), signal.SIGKILL)
            elif kind == "stop" and workers:
                stopped = pick.choice(workers)
                os.kill(stopped, signal.SIGSTOP)
                await asyncio.sleep(pick.choice((0.5, 6.0, 20.0)))
                os.kill(stopped, signal.SIGCONT)
            elif kind == "cut":
                self.proxy.cut()
            elif kind == "hold":
                self.proxy.hold()
                await asyncio.sleep(pick.choice((0.5, 5.0)))
                self.proxy.release()
            elif kind == "swap":
                await asyncio.to_thread(swap_holders, self.url)
            elif kind == "restart":
                self.serving.restart()
            elif kind == "leave":
                for person in list(self.people):
                    await person.live.drop()
            elif kind == "router":
                self.router.stop(signal.SIGKILL)
                await asyncio.sleep(pick.choice((0.0, 1.0)))
                await asyncio.to_thread(self.router.start)
            elif kind == "postgres":
                await asyncio.to_thread(self.postgres.stop, pick.choice((signal.SIGINT, signal.SIGQUIT)))
                await asyncio.to_thread(self.postgres.start)


async def insist(call: Callable[[], Awaitable[Any]]) -> Any:
    """Repeat a call while the server has no answer, or says that it is out of order."""
    while True:
        try:
            return await insisted(call)
        except RequestRefused as error:
            if error.problem.get("status", 503) != 503:  # nginx gives no reason that a program reads
                raise
            await asyncio.sleep(0.2)


Failing = Callable[[asyncio.Future[Any]], Awaitable[None]]
"""Lets faults happen until a game is over, or there have been enough."""


def at_random(stage: Stage, faults: int, pick: random.Random, kinds: Sequence[str] = FAULTS) -> Failing:
    """Return the way to let faults of some kinds happen at random moments, up to so many in all."""

    async def fail(playing: asyncio.Future[Any]) -> None:
        acknowledged, in_vain = 0, 0
        while not playing.done() and sum(stage.done.values()) < faults:
            await asyncio.wait([playing], timeout=pick.uniform(0.0, 0.6))
            acknowledged, before = stage.acknowledged(), acknowledged
            in_vain = in_vain + 1 if acknowledged == before else 0
            if in_vain == MOST_IN_VAIN:
                await asyncio.wait_for(stage.goes_on(playing), 5 * PATIENCE)
            if not playing.done():
                for kind in pick.choice(kinds).split():
                    await stage.fault(kind, pick)

    return fail


async def one_game(
    stage: Stage, game: str, fail: Failing, pick: random.Random, file: Path, rules: Mapping[str, Any] | None = None
) -> None:
    """Play a game to its end while something fails, and check it."""
    players = [await insist(partial(GuestClient.guest, stage.router.url, name)) for name in ("Ann", "Ben")]
    wish = {"game": game, "seats": 3, "bots": {"2": "random"}, "pace": 0, **GAMES[game], **(rules or {})}
    room = (await insist(partial(players[0].call, "POST", "/api/rooms", wish)))["room"]
    await insist(partial(players[1].call, "POST", f"/api/rooms/{room}/join", {}))
    choosers = (any_choice(pick.getrandbits(30)) for _ in players)
    seated = [
        Stubborn(player, room, choose, together)
        for player, choose, together in zip(players, choosers, (False, True), strict=True)
    ]
    stage.people += seated
    await insist(partial(players[0].call, "POST", f"/api/rooms/{room}/start"))
    playing = asyncio.gather(*(person.play() for person in seated))
    await fail(playing)
    try:
        overs = await asyncio.wait_for(playing, 2 * PATIENCE)
    except TimeoutError:
        raise AssertionError("\n".join([f"{game} in room {room} stands still", *stage.told_of(room, seated)])) from None
    stage.rise(seated)
    file.write_bytes(await insist(partial(players[0].call, "GET", overs[0]["record"])))
    check_record(read_record(file), list(seated))
    for player in players:
        await player.__aexit__()


async def under_faults(stage: Stage, faults: int, seed: int, folder: Path) -> Counter[str]:
    """Play games in several rooms until so many faults have happened; return how often each game was played."""
    pick, numbers, played = random.Random(seed), itertools.count(), Counter[str]()

    async def meanwhile(playing: asyncio.Future[Any]) -> None:
        while not playing.done() and sum(stage.done.values()) < faults:
            await asyncio.wait([playing], timeout=0.5)

    async def play_in_turn() -> None:
        while sum(stage.done.values()) < faults:
            number = next(numbers)
            game = sorted(GAMES)[number % len(GAMES)]
            await one_game(stage, game, meanwhile, pick, folder / f"{number}.3d")
            played[game] += 1

    rooms = asyncio.gather(*(play_in_turn() for _ in range(ROOMS)))
    await at_random(stage, faults, pick)(rooms)
    await rooms
    return played


async def under_each_fault(stage: Stage, folder: Path) -> None:
    """Play games while a fault of each kind happens, each after a few more choices are acknowledged."""
    pick, left = random.Random(3), list(SHORT)

    async def fail(playing: asyncio.Future[Any]) -> None:
        while left and not playing.done():
            acknowledged = stage.acknowledged()
            while not playing.done() and stage.acknowledged() < acknowledged + 3:
                await asyncio.wait([playing], timeout=0.05)
            if not playing.done():
                for kind in left.pop(0).split():
                    await stage.fault(kind, pick)

    for number in range(1 + len(SHORT)):
        await one_game(stage, "blitz31", fail, pick, folder / f"{number}.3d", LONG)
        if not left:
            return


@pytest.mark.slow
def test_nothing_is_lost_under_one_fault_of_each_kind(folder: Path, tmp_path: Path) -> None:
    stage = Stage(folder, tmp_path)
    try:
        asyncio.run(under_each_fault(stage, tmp_path))
        assert stage.done == Counter(" ".join(SHORT).split())
        assert len((stage.planted / "starts").read_text()) >= 2, "the workers' clocks were apart"
    finally:
        stage.close()


@pytest.mark.parametrize(
    "faults", [pytest.param(14, marks=pytest.mark.slow), pytest.param(1000, marks=pytest.mark.soak)]
)
def test_nothing_is_lost_under_faults(faults: int, folder: Path, tmp_path: Path) -> None:
    stage = Stage(folder, tmp_path)
    try:
        played = asyncio.run(under_faults(stage, faults, 7, tmp_path))
        assert sum(played.values()) >= ROOMS
        assert sum(stage.done.values()) >= faults
        print(f"games: {dict(played)}")
    finally:
        print(f"{sum(stage.done.values())} faults: {dict(stage.done)}; {stage.acknowledged()} choices acknowledged")
        print(*(line for line in stage.serving.log if '"level": "error"' in line), sep="")
        stage.close()


PLANTED = """
from threedown.server.rooms.cluster import Shared
from threedown.server.rooms.holding import Holding
from threedown.server.rooms.registry import RoomRegistry
from threedown.server.store import dialects, queries

async def never(holding, last, seen):
    return False

honest = dialects.append
Holding.lose_if_behind = never
Shared.fenced = lambda self, room, work: work
RoomRegistry.lose = lambda self, names: None
queries.append = lambda connection, lines: honest(connection, lines) and set()
"""
"""Each worker believes that it holds whatever it has in memory, and takes an entry that others wrote for its own."""


@pytest.mark.slow
@pytest.mark.parametrize("is_fenced", [True, False])
def test_only_without_the_fence_something_is_lost(is_fenced: bool, folder: Path, tmp_path: Path) -> None:
    """Rooms change hands while their players come and go. The checker finds what goes wrong once the fence is gone."""
    stage = Stage(folder, tmp_path, CLOCKS if is_fenced else PLANTED)

    stalls = () if is_fenced else (TimeoutError,)  # a game that goes on nowhere is no evidence: the next one may be

    async def play() -> None:
        pick = random.Random(5)
        for number in range(3 if is_fenced else 30):
            fail = at_random(stage, sum(stage.done.values()) + 12, pick, ("swap leave",))
            game = one_game(stage, "blitz31", fail, pick, tmp_path / f"{number}.3d", LONG)
            with contextlib.suppress(*stalls):
                await asyncio.wait_for(game, PATIENCE)

    try:
        if is_fenced:
            asyncio.run(play())
        else:
            with pytest.raises(AssertionError) as found:
                asyncio.run(play())
            print(found.value)
    finally:
        stage.close()
