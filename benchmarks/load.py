"""The load of ``threedown bench-server``: bots at many tables over real sockets, in a separate process.

Two seats a game, each with its own socket, both played from here through :mod:`threedown.client`. It reports
its progress on stdout, as lines of JSON.
"""

import asyncio
import random
import sys
import time
from collections.abc import Awaitable, Iterable
from typing import Any

import msgspec

from threedown.client import GuestClient, Message, RoomConnection

GAMES_A_GUEST = 20
"""The server's limit of rooms per guest."""
AT_ONCE = 16
"""HTTP calls in flight at a time."""
WARMING = 2.0
"""Seconds to warm up before the measurement."""


class Load(msgspec.Struct):
    """The load to make: ``rate`` choices per second in all (0: as many as possible)."""

    url: str
    game: str
    options: dict[str, Any]
    games: int
    seconds: float
    rate: float
    together: bool = False
    """True if the players ask for entries that are written together in one message."""
    seed: int = 1


class LoadResult(msgspec.Struct):
    """The choices acknowledged in so many seconds, and the milliseconds from send to acknowledgement."""

    choices: int
    seconds: float
    refused: int
    p50: float
    p95: float
    p99: float
    largest: float
    cpu: float
    """The share of one core that this process used."""


def tell(**said: Any) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(said) + b"\n")
    sys.stdout.flush()


class LoadBench:
    """The tables and their players."""

    def __init__(self, load: Load) -> None:
        self.load, self._pick = load, random.Random(load.seed)
        self._waits = load.games / load.rate if load.rate else 0.0
        self._milliseconds: list[float] = []
        self._refused = 0
        self._from = self._until = float("inf")

    async def run(self) -> LoadResult:
        """Open the tables, play, and report the speed."""
        load, count = self.load, -(-self.load.games // GAMES_A_GUEST)
        guests = await _some_at_once(GuestClient.guest(load.url, f"Guest {number}") for number in range(2 * count))
        pairs = [(guests[2 * (number % count)], guests[2 * (number % count) + 1]) for number in range(load.games)]
        tell(phase="guests")
        rooms = await _some_at_once((self._opened(*pair) for pair in pairs), "opening")
        tell(phase="opened")
        seats = [(guest, room) for pair, room in zip(pairs, rooms, strict=True) for guest in pair]
        playing = [asyncio.create_task(self._play(guest, room)) for guest, room in seats]
        began = time.perf_counter()
        while self._greeted < len(seats) and time.perf_counter() - began < 120:
            await asyncio.sleep(0.1)
        tell(phase="connected")
        self._from = time.perf_counter() + WARMING
        self._until = self._from + load.seconds
        await asyncio.sleep(WARMING)
        cpu = time.process_time()
        while (left := self._until - time.perf_counter()) > 0:
            tell(phase="playing", share=1 - left / load.seconds)
            await asyncio.sleep(min(left, 0.5))
        cpu = time.process_time() - cpu
        await asyncio.sleep(1)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await asyncio.gather(*(guest.__aexit__() for guest in guests))
        return self._measured(cpu)

    _greeted = 0

    def _measured(self, cpu: float) -> LoadResult:
        times = sorted(self._milliseconds)
        if not times:
            raise RuntimeError("nothing was acknowledged")
        p50, p95, p99 = (times[int(len(times) * share)] for share in (0.5, 0.95, 0.99))
        seconds = self.load.seconds
        return LoadResult(len(times), seconds, self._refused, p50, p95, p99, times[-1], cpu / seconds)

    async def _opened(self, host: GuestClient, other: GuestClient) -> str:
        """Open a room for two players and start its game."""
        wish = {"game": self.load.game, "options": self.load.options, "seats": 2, "pace": 0}
        room = str((await host.call("POST", "/api/rooms", wish))["room"])
        await other.call("POST", f"/api/rooms/{room}/join", {})
        await host.call("POST", f"/api/rooms/{room}/start")
        return room

    async def _play(self, guest: GuestClient, room: str) -> None:
        """Play a seat to the end of its game, then the next game."""
        first = True
        while True:
            live = guest.live(room, self.load.together)
            sent: dict[str, float] = {}
            answering: set[asyncio.Task[None]] = set()
            answered = -1
            async for message in live:
                kind = message["type"]
                if kind == "ack":
                    self._acknowledged(sent.pop(message["id"], None))
                elif kind == "refused":
                    self._refused += message["reason"] != "stale"
                elif kind == "over":
                    break
                elif kind in ("table", "step") and message["view"] is not None and message["seq"] != answered:
                    self._greeted += first
                    first = False
                    if not message["view"]["over"] and (choice := _choice(message)) is not None:
                        answered = message["seq"]
                        task = asyncio.create_task(self._answer(live, choice, sent, answered))
                        answering.add(task)
                        task.add_done_callback(answering.discard)
            again = await guest.call("POST", f"/api/rooms/{room}/rematch")
            room = again["room"]
            me = await guest.call("GET", "/api/me")
            if again["state"] == "waiting" and again["host"] == me["player"]:
                await guest.call("POST", f"/api/rooms/{room}/start")

    async def _answer(self, live: RoomConnection, choice: str, sent: dict[str, float], seq: int) -> None:
        """Answer the question of an entry after a pause, if the entry is still the latest one."""
        if self._waits:
            await asyncio.sleep(self._pick.expovariate(1 / self._waits))
        if live.seq != seq:
            return
        began = time.perf_counter()
        id = await (live.choose(choice) if choice else live.go())
        sent[id] = began

    def _acknowledged(self, began: float | None) -> None:
        now = time.perf_counter()
        if began is not None and began >= self._from and now <= self._until + 1 and began < self._until:
            self._milliseconds.append((now - began) * 1000)


def _choice(message: Message) -> str | None:
    """Return the answer to a table or step: empty for the next turn, None if another player is asked."""
    question = message["question"]
    if question is None:
        return ""
    usual: str | None = question.get("usual") if question.get("choices") else None
    return usual


async def _some_at_once(work: Iterable[Awaitable[Any]], phase: str = "") -> list[Any]:
    """Return the results of all pieces of work; at most ``AT_ONCE`` of them run at a time."""
    gate, done, whole = asyncio.Semaphore(AT_ONCE), 0, list(work)

    async def one(piece: Awaitable[Any]) -> Any:
        nonlocal done
        async with gate:
            found = await piece
        done += 1
        if phase and done % 50 == 0:
            tell(phase=phase, share=done / len(whole))
        return found

    return await asyncio.gather(*(one(piece) for piece in whole))


if __name__ == "__main__":
    load = msgspec.json.decode(sys.argv[1], type=Load)
    measured = asyncio.run(LoadBench(load).run())
    tell(phase="measured", measured=measured)
