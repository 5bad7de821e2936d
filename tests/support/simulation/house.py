"""One seed: a server over all its lives, and its faults."""

import asyncio
import contextlib
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import structlog

from support.simulation import loop as loops
from support.simulation.disk import Disk, SimulatedWriter
from support.simulation.judge import Judge
from support.simulation.loop import SeededLoop
from support.simulation.network import Line, Socket
from support.simulation.player import Habits, Player
from support.simulation.scenarios import CARDS, ROOMS, opened
from support.simulation.table import Table
from threedown.server.http.socket import live
from threedown.server.hub import Hub
from threedown.server.limits.rates import Meter
from threedown.server.model.errors import RequestError
from threedown.server.rooms.services import Services
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store.errors import NotSaved

EPOCH = 1_700_000_000_000
"""The time of day at which each seed begins, in milliseconds since 1970."""
FAULTS_UNTIL, LAST = 15.0, 900.0
"""Seconds until the faults are over, and until the game has to be."""
PAUSE = 0.2


class SimulatedServices(Services):
    """Services whose threads take a while and do their work in this one."""

    async def in_thread(self, work: Callable[[], Any]) -> Any:
        return await loops.in_thread(work)


class House:
    """The server of one seed and its surroundings; :meth:`run` plays the games to their end and judges them.

    ``places``, the numbers of its rooms, ``habits`` and ``ending`` come from the seed unless they are given.
    """

    def __init__(
        self, seed: int, places: Sequence[int] = (), habits: Habits | None = None, ending: str | None = None
    ) -> None:
        self.seed = seed
        pick = random.Random(seed)
        drawn, several = pick.randrange(len(ROOMS)), pick.random() < 0.08
        usual = (drawn, (drawn + 1) % len(ROOMS)) if several else (drawn,)
        found = opened(tuple(places) or usual, pick.randrange(CARDS))
        self.now, self.lines, self.lives = 0.0, 0, 0
        self.lag = pick.choice((0.0, 0.02, 0.3))
        slow, fails = pick.choice((0.0, 0.05, 0.05, 1.5)), pick.choice((0.0, 0.0, 0.0, 0.1))
        self.disk = Disk(found.image, pick, slow, fails)
        drawn_ending = pick.choices(("none", "rematch", "want"), (0.7, 0.18, 0.12))[0]
        self.tables = [
            Table(self, room.room, dict(zip(room.seats, found.guests, strict=False)), ending or drawn_ending)
            for room in found.rooms
        ]
        for table in self.tables:
            table.seat_players([habits or _habits(pick) for _ in table.guests])
        if pick.random() < 0.4:
            spectator = Habits(drop=pick.choice((0.0, 0.3)), forgets=0.3)
            self.tables[0].add_spectator(found.spectator, spectator)
        self.cuts = sorted(pick.uniform(0.0, 4.0) for _ in range(pick.choice((0, 0, 1, 1, 2))))
        self.shuffles = pick.random() < 0.5
        self.tears = pick.random() < 0.5
        """True if the power fails while something is written."""
        self.cancels = pick.choice((0.0, 0.0, 0.2))
        """The probability that a call or a socket of the server is cancelled."""

    def run(self) -> None:
        """Play the games to the end through all power cuts, and judge them."""
        random.seed(self.seed)
        for cut in [*self.cuts, LAST]:
            if not self.is_over():
                self._live(max(cut, self.now + 0.01))
        for table in self.tables:
            assert table.is_over(), f"the game stands still at entry {len(table.judge.entries)}"
            table.judge.close(self.seed % 8 == 0)

    def is_over(self) -> bool:
        """True if everybody has heard the end."""
        return all(table.is_over() for table in self.tables)

    # A life of the server

    def _live(self, until: float) -> None:
        """Run the server until its power is cut, or everybody has heard the end."""
        for table in self.tables:
            table.begin()
        self.lives += 1
        self.disk.random = random.Random(f"disk {self.seed} {self.lives}")
        self.loop = SeededLoop(random.Random(f"loop {self.seed} {self.lives}"), self.now, self.shuffles)
        self.failed: asyncio.Future[None] = self.loop.create_future()
        self.loop.set_exception_handler(self._on_error)
        self.writer = SimulatedWriter(self.disk, self._committed)
        self.open_lines: set[Line] = set()
        asyncio.set_event_loop(None)
        try:
            self.loop.run_until_complete(self._serve(until))
        finally:
            self.now = self.loop.time()
            for line in self.open_lines:
                line.alive, line.gone = False, True
            loops.ends(self.loop)

    async def _serve(self, until: float) -> None:
        services = SimulatedServices(self.writer, PAUSE)
        self.hub = Hub(services)
        self.app = SimpleNamespace(state=SimpleNamespace(hub=self.hub, names={"localhost"}))
        await self.hub.open()
        self.writer.may_fail = True
        for table in self.tables:
            for player in table.players:
                player.begin()
        self.later(max(0.0, FAULTS_UNTIL - self.now), self._end_faults)
        self._watch(until)
        await asyncio.wait([self.failed])
        self.writer.cut()
        self.failed.result()

    def _committed(self) -> None:
        for table in self.tables:
            table.judge.committed(self.loop.time())

    def _watch(self, until: float) -> None:
        """End this life when its time is over, or the games are."""
        for table in self.tables:
            self._act(table.judge.watch, self.loop.time())
        if self.failed.done():
            return
        now = self.loop.time()
        if until <= now < until + 0.5 and self.tears and not self.writer.is_writing and not self.is_over():
            self.loop.call_later(0.005, self._watch, until)
        elif self.is_over() or now >= until:
            self.failed.set_result(None)
        else:
            self.loop.call_at(min(until, self.loop.time() + 0.25), self._watch, until)

    def _end_faults(self) -> None:
        self.disk.fails, self.disk.slow, self.cancels = 0.0, 0.0, 0.0
        for table in self.tables:
            for player in table.players:
                player.settle()

    def later(self, seconds: float, act: Callable[..., None], *given: Any) -> None:
        """Do something of the world outside the server; what fails there fails the seed."""
        self.loop.call_later(seconds, self._act, act, *given)

    def _act(self, act: Callable[..., None], *given: Any) -> None:
        if self.failed.done():
            return
        try:
            act(*given)
        except BaseException as error:
            self.fail(error)

    def fail(self, error: BaseException) -> None:
        """Fail the seed."""
        if not self.failed.done():
            self.failed.set_exception(error)

    def _on_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.fail(context.get("exception") or AssertionError(context["message"]))

    # The network

    def connect(self, player: Player, tab: int, judge: Judge) -> Line:
        """Open a socket of a player to a room."""
        self.lines += 1
        name = player.guest.player

        def sent(message: dict[str, Any], _: Line) -> None:
            try:
                judge.told(name, message)
            except AssertionError as error:
                self.fail(error)

        def heard(message: dict[str, Any], line: Line) -> None:
            self._act(player.heard, message, line)

        def broken(line: Line, code: int) -> None:
            self._act(player.broken, line, code)

        line = Line(self.loop, f"{self.seed} {self.lines}", self.lag, heard, broken, sent)
        self.open_lines.add(line)
        self.spawn(self._talk(Socket(self.app, player.guest.token, line), judge.room))
        return line

    async def _talk(self, socket: Socket, room: str) -> None:
        """Serve a socket; Litestar closes one whose guest cannot be read from the disk."""
        with contextlib.suppress(NotSaved):
            await self._perhaps_cancelled(live.fn(socket, room))
        socket.line.gone = True
        socket.line.close()

    def spawn(self, work: Any) -> None:
        """Run a task; if it fails, the seed does."""
        self.loop.create_task(work).add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self.fail(error)

    async def call(self, handler: Any, *given: Any) -> Any:
        """Make an HTTP call, and return its answer; None if it is refused or cancelled."""
        await asyncio.sleep(self.lag * self.loop.random.random())
        with contextlib.suppress(RequestError, NotSaved):
            return await self._perhaps_cancelled(handler(*given))

    async def _perhaps_cancelled(self, work: Any) -> Any:
        if self.loop.random.random() >= self.cancels:
            return await work
        task = self.loop.create_task(work)
        self.loop.call_later(0.5 * self.loop.random.random(), task.cancel)
        await asyncio.wait([task])
        return None if task.cancelled() else task.result()


def _habits(pick: random.Random) -> Habits:
    def rarely(most: float) -> float:
        return pick.choice((0.0, 0.0, most))

    return Habits(
        rarely(0.3), rarely(0.5), rarely(0.3), rarely(0.3), rarely(0.2), pick.choice((1, 1, 1, 2)),
        pick.random() < 0.5, rarely(0.5), rarely(0.1), rarely(0.5), pick.choice((0.0, 0.0, 0.0, 0.1)),
    )  # fmt: skip


class _Numbered(Subscriber):
    """A subscriber whose place in a set comes from the seed, not from its address in memory."""

    def __hash__(self) -> int:
        return self._number

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._number = loops.here().random.getrandbits(32)


class _Drawn:
    """Replaces the operating system's randomness."""

    def __getattr__(self, name: str) -> Any:
        draw = loops.here().random
        return {
            "choice": draw.choice,
            "randbelow": draw.randrange,
            "token_hex": lambda count: draw.randbytes(count).hex(),
            "token_urlsafe": lambda count: draw.randbytes(count).hex(),
        }[name]


@contextlib.contextmanager
def simulated() -> Iterator[None]:
    """Put virtual time, seeded randomness and inline threads in place of the machine's, and keep the log quiet."""
    before = structlog.get_config()
    with ExitStack() as patches:
        for name, instead in (
            ("threedown.server.rooms.opening.new_secret", lambda: loops.here().random.randbytes(32)),
            ("threedown.server.rooms.codes.secrets", _Drawn()),
            ("threedown.server.rooms.guests.secrets", _Drawn()),
            ("threedown.server.model.clock.now", lambda: EPOCH + round(1000 * loops.here().time())),
            ("threedown.server.http.socket.Subscriber", _Numbered),
            ("asyncio.to_thread", loops.in_thread),
        ):
            patches.enter_context(patch(name, instead))
        patches.enter_context(patch.object(Meter.__init__, "__defaults__", (lambda: loops.here().time(),)))
        structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
        try:
            yield
        finally:
            structlog.configure(**before)
