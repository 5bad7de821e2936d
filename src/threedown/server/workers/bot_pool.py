"""The processes in which bots think, so that a bot that thinks hard delays nobody's acknowledgement."""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec

from threedown.bulk.player import usable_cache
from threedown.bulk.run_spec import has_compiler
from threedown.framing import HEAD, framed, length
from threedown.games.search import WeighedCode
from threedown.games.setting import Setting
from threedown.server.operations import metrics
from threedown.server.operations.log import log
from threedown.server.workers.bot_process import BotAnswer, BotQuestion, answer_for
from threedown.session.bot_answers import shown_to
from threedown.session.session import Session
from threedown.table.layout import NOBODY

BUDGET = 10.0
"""Seconds that a bot may think."""
PATIENCE = 10.0
"""Seconds that a question waits for a process that is free."""
READYING = 90.0
"""Seconds that a question waits until what a bot imagines with is compiled, once for all its games."""


T = TypeVar("T")


class BotTimeout(Exception):
    """A bot has not answered: it thought too long, its process died, or none was free."""


def usual_number() -> int:
    """So many processes, if nobody says how many: one core is left for the rooms."""
    return max(1, (os.cpu_count() or 2) - 1)


class BotPool:
    """So many ``workers``, each started when it is first needed and made anew when it dies or thinks too long.

    With none of them bots think in a thread of this process (``aside`` runs a function there).
    """

    def __init__(self, workers: int, aside: Callable[[Callable[[], BotAnswer]], Awaitable[BotAnswer]]) -> None:
        self._workers, self._aside = workers, aside
        self._free: asyncio.LifoQueue[Process | None] = asyncio.LifoQueue()
        for _ in range(workers):
            self._free.put_nowait(None)
        self._running: set[Process] = set()
        self._hinting = asyncio.Lock()
        self._compiling = asyncio.Lock()
        self._made: dict[tuple[Any, ...], asyncio.Task[None]] = {}
        """By game, seats, form of the table and level: what else the house rules are is read from the table."""

    async def choice(self, session: Session, seat: int, level: str) -> str:
        """What a bot of a level chooses for a seat that is asked; a weaker level's choice if it does not answer."""
        asked = _asked(session, seat, level)
        await self.expect(session.setting, level)
        with metrics.THINKING.time():
            return (await self._chosen(session, seat, level, asked))[0]

    async def hint(self, session: Session, seat: int, level: str) -> tuple[str, list[WeighedCode]]:
        """The same for a person who asks, and what was weighed: one after the other, so that no bot waits for many."""
        await self.expect(session.setting, level)
        async with self._hinting:
            asked = _asked(session, seat, level)
            with metrics.THINKING.time():
                return await self._chosen(session, seat, level, asked)

    async def _chosen(
        self, session: Session, seat: int, level: str, asked: BotQuestion
    ) -> tuple[str, list[WeighedCode]]:
        if not self._workers:
            return _written(session, seat, await self._here(asked))
        try:
            return _written(session, seat, await self._elsewhere(asked))
        except (BotTimeout, ValueError) as error:
            cheaper = _cheaper(session, level)
            log.warning("a bot has not answered", level=level, reason=str(error), instead=cheaper)
            return _written(session, seat, await self._here(msgspec.structs.replace(asked, level=cheaper)))

    async def expect(self, setting: Setting, level: str) -> None:
        """Until what a level imagines with is compiled: by the time that its first question comes it may be."""
        if not self._workers or setting.imagines_with(level) is None:
            return
        what = (setting.game.name, setting.seats, setting.new_record().dtype, level)
        if what not in self._made:
            self._made[what] = asyncio.create_task(self._compile(_asking(setting, level, NOBODY, 0, b"")))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(READYING):
                await asyncio.shield(self._made[what])

    async def _compile(self, ready: BotQuestion) -> None:
        """Has it compiled into the cache, by a process of its own: those in which bots think are free meanwhile."""
        if not has_compiler() or usable_cache() is None:
            return
        async with self._compiling:
            try:
                process, _ = await self._used(None, READYING, lambda process: _ask(process, ready))
            except BotTimeout as error:
                log.warning(
                    "what a bot imagines with is not compiled", game=ready.game, level=ready.level, reason=str(error)
                )
            else:
                await self._end(process)

    async def warm(self) -> None:
        """Starts a process, so that the first question finds it there."""
        if self._workers:
            await self._lent(_nothing)

    async def close(self) -> None:
        """Ends them."""
        for task in self._made.values():
            task.cancel()
        await asyncio.gather(*self._made.values(), return_exceptions=True)
        for process in list(self._running):
            await self._end(process)

    async def _here(self, asked: BotQuestion) -> BotAnswer:
        return await self._aside(lambda: answer_for(asked))

    async def _elsewhere(self, asked: BotQuestion) -> BotAnswer:
        answered = await self._lent(lambda process: _ask(process, asked))
        if answered.code is None:
            raise BotTimeout(f"{answered.error} was raised")
        return answered

    async def _lent(self, use: Callable[[Process], Awaitable[T]]) -> T:
        """Uses a process that is free, within the budget; one that does not come to its end is ended."""
        try:
            async with asyncio.timeout(PATIENCE):
                process = await self._free.get()
        except TimeoutError:
            raise BotTimeout("nobody is free to think") from None
        whole = None
        try:
            whole, found = await self._used(process, BUDGET, use)
        finally:
            self._free.put_nowait(whole)
        return found

    async def _used(
        self, process: Process | None, seconds: float, use: Callable[[Process], Awaitable[T]]
    ) -> tuple[Process, T]:
        """Uses a process for so long at most, a new one where there is none; one that is not whole then is ended."""
        whole = False
        try:
            if process is None or process.returncode is not None:
                process = await self._started()
            async with asyncio.timeout(seconds):
                found = await use(process)
            whole = True
            return process, found
        except TimeoutError:
            raise BotTimeout(f"more than {seconds:g} seconds of thinking") from None
        except (OSError, EOFError):
            raise BotTimeout("the end of a thinking process") from None
        finally:
            if not whole and process is not None:
                await self._end(process)

    async def _started(self) -> Process:
        command = (sys.executable, "-m", "threedown.server.workers.bot_process")
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
        self._running = {process, *(other for other in self._running if other.returncode is None)}
        return process

    async def _end(self, process: Process) -> None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.communicate()
        self._running.discard(process)


async def _ask(process: Process, asked: BotQuestion) -> BotAnswer:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(framed(msgspec.msgpack.encode(asked)))
    await process.stdin.drain()
    head = await process.stdout.readexactly(HEAD)
    return msgspec.msgpack.decode(await process.stdout.readexactly(length(head)), type=BotAnswer)


async def _nothing(process: Process) -> None:
    """What a process is asked that is only to be there."""


def _asked(session: Session, seat: int, level: str) -> BotQuestion:
    setting, pending = session.setting, session.pending
    assert pending is not None
    return _asking(setting, level, seat, pending.question, shown_to(session, seat).words.tobytes())


def _asking(setting: Setting, level: str, seat: int, question: int, words: bytes) -> BotQuestion:
    options = msgspec.json.encode(setting.options)
    return BotQuestion(setting.game.name, options, setting.seats, level, seat, question, words)


def _written(session: Session, seat: int, answered: BotAnswer) -> tuple[str, list[WeighedCode]]:
    """An answer in notation, and what was weighed; raises ValueError for one that is not legal."""
    assert session.pending is not None
    assert answered.code is not None
    return session.menu(seat)[session.pending.menus[seat].index(answered.code)], answered.weighed


def _cheaper(session: Session, level: str) -> str:
    """The level that answers for one that does not: the one that it imagines with, or the game's first."""
    setting = session.setting
    return setting.imagines_with(level) or setting.game.first_level[0]
