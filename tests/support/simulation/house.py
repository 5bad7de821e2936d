"""One seed: a server over all its lives, its players, the faults, and the judge."""

import asyncio
import contextlib
import random
from collections.abc import Callable, Iterator
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
from support.simulation.scenarios import CARDS, PART, ROOMS, opened
from threedown.server.http import app
from threedown.server.http.deal import reveal_part
from threedown.server.http.socket import live
from threedown.server.limits.rates import Meter
from threedown.server.model.errors import RequestError
from threedown.server.model.wire import Reveal
from threedown.server.rooms.hub import Hub
from threedown.server.rooms.services import Services
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store.writer import NotSaved

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
    """The server of one seed and its surroundings; :meth:`run` plays the game to its end and judges it."""

    def __init__(self, seed: int, place: int | None = None, habits: Habits | None = None) -> None:
        self.seed = seed
        pick = random.Random(seed)
        drawn = pick.randrange(len(ROOMS))
        found = opened(drawn if place is None else place, pick.randrange(CARDS))
        self.room, self.now, self.lines, self.lives = found.room, 0.0, 0, 0
        self.lag = pick.choice((0.0, 0.02, 0.3))
        slow, fails = pick.choice((0.0, 0.05, 0.05, 1.5)), pick.choice((0.0, 0.0, 0.0, 0.1))
        self.disk = Disk(found.image, pick, slow, fails)
        seats = {guest.player: seat for guest, seat in zip(found.guests, found.seats, strict=True)}
        self.judge = Judge(self.disk, found.room, seats, PAUSE)
        self.players = [
            Player(guest, seat, habits or _habits(pick), random.Random(f"player {seat} {seed}"))
            for guest, seat in zip(found.guests, found.seats, strict=True)
        ]
        self.host = self.players[0]
        if pick.random() < 0.5:
            spectator = Habits(drop=pick.choice((0.0, 0.3)), forgets=0.3)
            self.players.append(Player(found.spectator, None, spectator, random.Random(f"spectator {seed}")))
        self.cuts = sorted(pick.uniform(0.0, 6.0) for _ in range(pick.choice((0, 0, 1, 1, 2))))
        self.shuffles = pick.random() < 0.5
        self.rematch = pick.random() < 0.3

    def run(self) -> None:
        """Play the game to its end, over all power cuts, and judge it."""
        random.seed(self.seed)
        for cut in [*self.cuts, LAST]:
            if not self.is_over():
                self._live(max(cut, self.now + 0.01))
        assert self.is_over(), f"the game stands still at entry {len(self.judge.entries)}"
        self.judge.close(self.seed % 8 == 0)

    def is_over(self) -> bool:
        """True if everybody has heard the end."""
        return all(player.over for player in self.players)

    # A life of the server

    def _live(self, until: float) -> None:
        """Run the server until its power is cut, or everybody has heard the end."""
        self.judge.begin(self.now)
        self.lives += 1
        self.disk.random = random.Random(f"disk {self.seed} {self.lives}")
        self.loop = SeededLoop(random.Random(f"loop {self.seed} {self.lives}"), self.now, self.shuffles)
        self.failed: asyncio.Future[None] = self.loop.create_future()
        self.loop.set_exception_handler(self._on_error)
        self.writer = SimulatedWriter(self.disk, lambda: self._act(self.judge.committed, self.loop.time()))
        self.open_lines: set[Line] = set()
        asyncio.set_event_loop(None)
        try:
            self.loop.run_until_complete(self._serve(until))
        finally:
            self.now = self.loop.time()
            self.writer.cut()
            for line in self.open_lines:
                line.alive = False
            loops.ends(self.loop)

    async def _serve(self, until: float) -> None:
        services = SimulatedServices(self.writer, PAUSE)
        self.hub = Hub(services)
        self.app = SimpleNamespace(state=SimpleNamespace(hub=self.hub, names={"localhost"}))
        await self.hub.open()
        self.writer.may_fail = True
        for player in self.players:
            player.begin(self)
        self.later(max(0.0, FAULTS_UNTIL - self.now), self._end_faults)
        self._watch(until)
        await self.failed

    def _watch(self, until: float) -> None:
        """End this life when its time is over, or the game is."""
        if self.failed.done():
            return
        self._act(self.judge.watch, self.loop.time())
        if self.failed.done():
            return
        if self.is_over() or self.loop.time() >= until:
            self.failed.set_result(None)
        else:
            self.loop.call_at(min(until, self.loop.time() + 0.25), self._watch, until)

    def _end_faults(self) -> None:
        self.disk.fails, self.disk.slow = 0.0, 0.0
        for player in self.players:
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

    # What players do

    def connect(self, player: Player, tab: int) -> Line:
        """Open a socket to the room."""
        self.lines += 1
        name = player.guest.player

        def sent(message: dict[str, Any], _: Line) -> None:
            try:
                self.judge.told(name, message)
            except AssertionError as error:
                self.fail(error)

        def heard(message: dict[str, Any], line: Line) -> None:
            self._act(player.heard, message, line)

        line = Line(self.loop, f"{self.seed} {self.lines}", self.lag, heard, player.broken, sent)
        self.open_lines.add(line)
        socket = Socket(self.app, player.guest.token, line)
        self._spawn(self._talk(socket))
        return line

    async def _talk(self, socket: Socket) -> None:
        """Serve a socket; Litestar closes one whose guest cannot be read from the disk."""
        with contextlib.suppress(NotSaved):
            await live.fn(socket, self.room)
        socket.line.close()

    def start(self, player: Player) -> None:
        """Deal, if this player is the host."""
        if player is self.host and not self.judge.dealt:
            self._spawn(self._call(app.start.fn, self.room, player.guest, self.hub))

    def leave(self, player: Player) -> None:
        """Leave the room."""
        self.judge.left.add(player.seat)
        self._spawn(self._call(app.leave.fn, self.room, player.guest, self.hub))

    def reveal(self, player: Player) -> None:
        """Send the part to which this player has committed."""
        self._spawn(self._call(reveal_part.fn, self.room, Reveal(PART), player.guest, self.hub))

    def end(self, player: Player) -> None:
        """Follow the end of the game: players who sit there may want a rematch."""
        if self.rematch and player.seat is not None:
            self._spawn(self._rematch(player))
        else:
            player.over = True

    async def _rematch(self, player: Player) -> None:
        request = SimpleNamespace(client=None)
        answer = await self._call(app.rematch.fn, self.room, player.guest, self.hub, request)
        if answer is None:
            self.later(1.0, self.end, player)
        else:
            self.judge.rematches.add(answer.room)
            player.over = True

    def _spawn(self, work: Any) -> None:
        task = self.loop.create_task(work)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self.fail(error)

    async def _call(self, handler: Any, *given: Any) -> Any:
        """Make an HTTP call, and return its answer; None if it is refused."""
        await asyncio.sleep(self.lag * self.loop.random.random())
        with contextlib.suppress(RequestError, NotSaved):
            return await handler(*given)


def _habits(pick: random.Random) -> Habits:
    def rarely(most: float) -> float:
        return pick.choice((0.0, 0.0, most))

    return Habits(
        rarely(0.3), rarely(0.5), rarely(0.3), rarely(0.3), rarely(0.2), pick.choice((1, 1, 1, 2)),
        pick.random() < 0.5, rarely(0.5), rarely(0.1),
    )  # fmt: skip


class _Numbered(Subscriber):
    """A subscriber whose place in a set comes from the seed, not from its address in memory."""

    def __hash__(self) -> int:
        return self._number

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._number = loops.here().random.getrandbits(32)


class _Drawn:
    """In the place of the operating system's randomness."""

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
            ("threedown.server.rooms.opening.secrets", _Drawn()),
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
