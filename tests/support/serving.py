"""A server in a separate process, and people who play in its rooms."""

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from support import databases
from threedown.client import GuestClient, Message, RequestRefused, RoomConnection
from threedown.session.record import Record, examine
from threedown.session.state import Choice, Go

PATIENCE = 120
"""Seconds after which something that never comes is given up: far more than it needs on a busy machine."""

Chooser = Callable[[Message], str]


class Serving:
    """``threedown serve`` over a folder; it may be killed and started again."""

    environment: dict[str, str] = {}
    """Variables that the process gets beside those of this one."""

    def __init__(
        self, folder: Path, *flags: str, program: tuple[str, ...] = ("-m", "threedown"), files: int | None = None
    ) -> None:
        self.folder, self._flags, self._program, self.port = folder, flags, program, 0
        self._files = files
        """The number of files that the process may open (None: as many as this one)."""
        self.crash_at = ""
        """Where it is to die (``server/crash.py``)."""
        self.process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts it; where it has listened before it listens again."""
        command = [sys.executable, *self._program, "serve", "--no-open", "--port", str(self.port)]
        command += ["--data", str(self.folder), "--pause", "0", *self._flags]
        if "--database" not in self._flags and (url := databases.url_of(self.folder)) is not None:
            command += ["--database", url]
        if self._files is not None:
            command = ["sh", "-c", f'ulimit -n {self._files} && exec "$@"', "sh", *command]
        self.process = subprocess.Popen(
            command,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "THREEDOWN_CRASH_AT": self.crash_at, **self.environment},
        )
        assert self.process.stderr is not None
        said = ""
        for line in self.process.stderr:
            said += line
            if "Rooms are open at" in line:
                self.port = int(line.split(" (")[0].rpartition(":")[2])
                return
        raise AssertionError(said)

    def kill(self) -> None:
        """Kill the process, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, signal_: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(signal_)
            self.process.wait(PATIENCE)
            assert self.process.stderr is not None
            self.process.stderr.close()
            self.process = None


class Person:
    """A person in a room who notes every message, and answers by ``choose``."""

    def __init__(self, player: GuestClient, room: str, choose: Chooser, together: bool = False) -> None:
        self.player, self.room, self._choose = player, room, choose
        self.live: RoomConnection = player.live(room, together)
        self.told: list[Message] = []
        self.acks: dict[str, int | None] = {}
        self.sent: dict[str, str] = {}
        """Choices by the id of the command."""
        self.you: int | None = None
        self._done: int | None = None

    def check_entries(self, last: int) -> None:
        """Check that the player was told of every entry up to the last one, once and in order, from the first table on.

        A later table, after a long interruption, tells the rest.
        """
        seen = None
        for message in self.told:
            if message["type"] == "table":
                assert seen is None or message["seq"] >= seen
                seen = -1 if message["seq"] is None else message["seq"]
            elif message["type"] == "step":
                assert seen is not None
                assert message["seq"] == seen + 1
                seen = message["seq"]
        assert seen == last

    async def play(self) -> Message:
        """Plays to the end, and until all that was said is answered; returns the ``over`` message."""
        over: Message | None = None
        async for message in self.live:
            self.told.append(message)
            kind = message["type"]
            if kind == "over":
                over = message
            elif kind == "ack":
                assert message["id"] not in self.acks or self.acks[message["id"]] == message["seq"]
                self.acks[message["id"]] = message["seq"]
            elif kind == "refused":
                assert message["reason"] == "stale" or (over and message["reason"] == "The game is over."), message
            elif kind in ("table", "step"):
                await self._answer(message)
            if over is not None and not self.live.unanswered:
                return over
        raise AssertionError("it ends with the game")

    async def _answer(self, message: Message) -> None:
        self.you = message.get("you", self.you)
        if self.you is None or message["view"] is None or message["view"]["over"] or message["seq"] == self._done:
            return
        self._done = message["seq"]
        question = message["question"]
        if question is None:
            await self.live.go()
        elif question.get("choices"):
            choice = self._choose(message)
            if question.get("seat") is None:
                choice = f"seat {self.you}"
                if choice not in question["choices"]:
                    return
            self.sent[await self.live.choose(choice)] = choice


def any_choice(seed: int) -> Chooser:
    """Chooses at random, the same for the same seed."""
    pick = random.Random(seed)
    return lambda message: pick.choice(message["question"]["choices"])


def usual(message: Message) -> str:
    """The choice that Enter makes."""
    choice: str = message["question"]["usual"]
    return choice


@asynccontextmanager
async def people(url: str, *names: str) -> AsyncIterator[list[GuestClient]]:
    """Guests of a server."""
    players = [await GuestClient.guest(url, name) for name in names]
    try:
        yield players
    finally:
        for player in players:
            await player.__aexit__()


async def opened(players: list[GuestClient], game: str, **wish: Any) -> str:
    """A room in which all of these sit, not started."""
    told = await players[0].call("POST", "/api/rooms", {"game": game, **wish})
    for player in players[1:]:
        await player.call("POST", f"/api/rooms/{told['room']}/join", {})
    return str(told["room"])


async def insisted(call: Callable[[], Awaitable[Any]]) -> Any:
    """Repeat a call until the server answers; return {} if it is refused because it has already happened."""
    while True:
        try:
            return await call()
        except httpx.HTTPError:
            await asyncio.sleep(0.1)
        except RequestRefused as error:
            if error.problem.get("status") != 409:
                raise
            return {}


async def refused(call: Awaitable[Any]) -> Message:
    """The problem with which a call is refused."""
    try:
        await call
    except RequestRefused as error:
        return error.problem
    raise AssertionError("it was not refused")


def check_record(record: Record, seated: list[Person]) -> None:
    """True if the record has every acknowledged choice at its place, and no other."""
    verdict = examine(record)
    assert (verdict.wrong, verdict.finished) == ([], True)
    for person in seated:
        person.check_entries(len(record.inputs))
        chosen = [entry.choice for entry in record.inputs if isinstance(entry, Choice) and entry.seat == person.you]
        assert chosen == [person.sent[id] for id in person.sent if id in person.acks and id in person.sent]
        for id, seq in person.acks.items():
            if seq is not None:
                entry = record.inputs[seq - 1]
                assert entry == Choice(person.you, person.sent[id]) if id in person.sent else entry == Go(1)


async def within(*work: Awaitable[Any]) -> list[Any]:
    """Run pieces of work together and return their results."""
    return list(await asyncio.wait_for(asyncio.gather(*work), PATIENCE))
