"""A pool of processes in which bots think, so that a slow bot never delays the acknowledgement of a choice."""

import asyncio
import contextlib
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

import msgspec

from threedown.bots.chances import Tally, open_answers
from threedown.bulk.player import usable_cache
from threedown.bulk.run_spec import has_compiler
from threedown.framing import HEAD, framed, length
from threedown.games.search import WeighedCode
from threedown.games.setting import Setting
from threedown.server.operations import metrics
from threedown.server.operations.log import log
from threedown.server.operations.tracing import span
from threedown.server.workers.bot_process import BotAnswer, BotQuestion, ChanceQuestion, answer_for
from threedown.server.workers.precedence import Precedence
from threedown.server.workers.shared_stock import SharedStock
from threedown.session.bot_answers import shown_to
from threedown.session.session import Session
from threedown.table.layout import NOBODY

THINKING_SECONDS = 10.0
"""Seconds that a bot may think."""
QUEUE_SECONDS = 10.0
"""Seconds that a question waits for a free process."""
COMPILING_SECONDS = 90.0
"""Seconds that a question waits for a bot's search to be compiled, once for all its games."""
HINT_SECONDS = 4.0
"""Seconds that a hint waits for that: then a level that doesn't search gives it."""
MOST_TRIES, ASK_AGAIN_AFTER = 30, 2.0
"""The number of times that a bot is asked where no weaker level may answer, and the seconds in between."""
WORLDS_AT_ONCE, WORLDS = 125, 1000
"""The numbers of worlds from which chances are counted: between two requests to a process, and in all."""


T = TypeVar("T")


class BotChoice(NamedTuple):
    """The choice of a bot, and the level that has made it: a weaker one if its own has not answered."""

    choice: str
    level: str


class BotTimeout(Exception):
    """A bot has not answered: it thought too long, its process died, or no process was free."""


def default_workers() -> int:
    """Return the default number of processes, which leaves one core for the rooms."""
    return max(1, (os.cpu_count() or 2) - 1)


class BotPool:
    """Up to ``workers`` processes, each started when it is first needed, and replaced when it dies or thinks too long.

    Without workers bots think in a thread of this process, where ``in_thread`` runs a function. Addresses (``by``) take
    turns: many bots of one don't delay those of another.
    """

    def __init__(self, workers: int, in_thread: Callable[[Callable[[], BotAnswer]], Awaitable[BotAnswer]]) -> None:
        self._workers, self._in_thread = workers, in_thread
        self.precedence = Precedence(max(1, workers))
        self._free = SharedStock[Process | None]([None] * workers)
        self.running: set[Process] = set()
        """The processes that were started and have not ended."""
        self._hinting = SharedStock(["turn"])
        self._compiling = asyncio.Lock()
        self._compiled: dict[tuple[Any, ...], asyncio.Task[None]] = {}
        """The compilations by game, seats, table layout and level; the search reads all other rules from the table."""

    @property
    def workers(self) -> int:
        """The most processes that think at the same time."""
        return self._workers

    async def choice(self, session: Session, seat: int, level: str, by: str = "", patient: bool = False) -> BotChoice:
        """Return the choice of a bot for a seat; a weaker level's choice if the bot does not answer.

        With ``patient`` the bot is asked again instead, so that its choice follows from the table alone; BotTimeout is
        raised after many tries.
        """
        question = msgspec.structs.replace(_question_of(session, seat, level), exact=patient)
        with self.precedence.awaited():
            await self.expect(session.setting, level)
            with metrics.THINKING.time(), span("think"):
                chosen, _ = await self._choose(session, seat, level, question, by)
                return chosen

    async def hint(self, session: Session, seat: int, level: str, by: str = "") -> tuple[BotChoice, list[WeighedCode]]:
        """Return a choice for a person and the values compared; one hint at a time, so that bots wait little.

        A weaker level's choice is returned if the search of the level is not compiled in time.
        """
        with self.precedence.awaited():
            if not await self.expect(session.setting, level, HINT_SECONDS):
                level = _weaker_level(session, level)
            async with self._turn_of_hints(by):
                question = _question_of(session, seat, level)
                with metrics.THINKING.time(), span("think"):
                    return await self._choose(session, seat, level, question, by)

    @contextlib.asynccontextmanager
    async def _turn_of_hints(self, by: str) -> AsyncIterator[None]:
        turn = await self._hinting.take(by)
        try:
            yield
        finally:
            self._hinting.give_back(turn)

    async def chances(
        self, session: Session, seat: int, is_wanted: Callable[[], bool], by: str = ""
    ) -> AsyncIterator[dict[str, Tally]]:
        """Count how often each open choice of a person wins its battle; yield the tallies when they have doubled.

        Yields an empty dictionary if no choice is open. Ends early if they are not wanted any more or a process fails.
        Bots need not wait for more than a few worlds.
        """
        setting, pending = session.setting, session.pending
        assert pending is not None
        seen, question, menu = session.redacted_table(seat), pending.question, session.menu(seat)
        if not open_answers(setting, seen, seat, question):
            yield {}
            return
        options, words = msgspec.json.encode(setting.options), seen.words.tobytes()
        asked = ChanceQuestion(setting.game.name, options, setting.seats, seat, question, words, 0, WORLDS_AT_ONCE)
        total: dict[str, Tally] = {}
        told = 0
        while asked.first < WORLDS:
            async with self._turn_of_hints(by):
                if not is_wanted():
                    return
                try:
                    with self.precedence.awaited():
                        answer = await (self._think_in_worker(asked, by) if self._workers else self._think_here(asked))
                except BotTimeout as error:
                    log.warning("chances could not be counted", game=setting.game.name, reason=str(error))
                    return
            for code, (won, games) in answer.tallies.items():
                choice = menu[pending.menus[seat].index(code)]
                before = total.get(choice, Tally(0, 0))
                total[choice] = Tally(before.won + won, before.games + games)
            asked = msgspec.structs.replace(asked, first=asked.first + WORLDS_AT_ONCE)
            if asked.first >= 2 * told:
                told = asked.first
                yield {choice: tally for choice, tally in total.items() if tally.games}

    async def _choose(
        self, session: Session, seat: int, level: str, question: BotQuestion, by: str
    ) -> tuple[BotChoice, list[WeighedCode]]:
        if not self._workers:
            return _decoded(session, seat, level, await self._think_here(question))
        if question.exact:
            return await self._choose_exactly(session, seat, level, question, by)
        try:
            return _decoded(session, seat, level, await self._think_in_worker(question, by))
        except (BotTimeout, ValueError) as error:
            weaker = _weaker_level(session, level)
            log.warning("a bot has not answered", level=level, reason=str(error), instead=weaker)
            answer = await self._think_here(msgspec.structs.replace(question, level=weaker))
            return _decoded(session, seat, weaker, answer)

    async def _choose_exactly(
        self, session: Session, seat: int, level: str, question: BotQuestion, by: str
    ) -> tuple[BotChoice, list[WeighedCode]]:
        """Ask a level until it answers itself; raises BotTimeout after many tries."""
        for tries in range(1, MOST_TRIES + 1):
            try:
                return _decoded(session, seat, level, await self._think_in_worker(question, by))
            except (BotTimeout, ValueError) as error:
                log.warning("a bot is asked again", level=level, reason=str(error), tries=tries)
                await asyncio.sleep(ASK_AGAIN_AFTER)
        raise BotTimeout("no answer after many tries")

    async def expect(self, setting: Setting, level: str, seconds: float = COMPILING_SECONDS) -> bool:
        """Compile the search of a level, and return when that has ended (True) or has taken so many seconds."""
        if not self._workers or setting.imagines_with(level) is None:
            return True
        key = (setting.game.name, setting.seats, setting.new_table_state().dtype, level)
        if key not in self._compiled:
            self._compiled[key] = asyncio.create_task(self._compile(_question(setting, level, NOBODY, 0, b"")))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.shield(self._compiled[key])
        return self._compiled[key].done()

    async def _compile(self, warm_up: BotQuestion) -> None:
        """Compile a search into the cache, in a process of its own, so that the workers stay free."""
        if not has_compiler() or usable_cache() is None:
            return
        async with self._compiling:
            try:
                process, _ = await self._with_process(None, COMPILING_SECONDS, lambda process: _ask(process, warm_up))
            except BotTimeout as error:
                log.warning(
                    "the search of a bot could not be compiled",
                    game=warm_up.game,
                    level=warm_up.level,
                    reason=str(error),
                )
            else:
                await self._kill(process)

    async def warm(self) -> None:
        """Start a process, so that the first question need not wait for it."""
        if self._workers:
            await self._with_worker(_ping)

    async def close(self) -> None:
        """End all processes."""
        for task in self._compiled.values():
            task.cancel()
        await asyncio.gather(*self._compiled.values(), return_exceptions=True)
        for process in list(self.running):
            await self._kill(process)

    async def _think_here(self, question: BotQuestion | ChanceQuestion) -> BotAnswer:
        return await self._in_thread(lambda: answer_for(question))

    async def _think_in_worker(self, question: BotQuestion | ChanceQuestion, by: str) -> BotAnswer:
        answered = await self._with_worker(lambda process: _ask(process, question), by)
        if answered.error:
            raise BotTimeout(f"{answered.error} was raised")
        return answered

    async def _with_worker(self, use: Callable[[Process], Awaitable[T]], by: str = "") -> T:
        """Use a free worker within the time limit; a worker that exceeds it is killed."""
        try:
            async with asyncio.timeout(QUEUE_SECONDS):
                process = await self._free.take(by)
        except TimeoutError:
            raise BotTimeout("no process is free") from None
        healthy = None
        try:
            healthy, result = await self._with_process(process, THINKING_SECONDS, use)
        finally:
            self._free.give_back(healthy)
        return result

    async def _with_process(
        self, process: Process | None, seconds: float, use: Callable[[Process], Awaitable[T]]
    ) -> tuple[Process, T]:
        """Use a process, or a new one if there is none, with a time limit; a process that fails is killed."""
        healthy = False
        try:
            if process is None or process.returncode is not None:
                process = await self._start()
            async with asyncio.timeout(seconds):
                result = await use(process)
            healthy = True
            return process, result
        except TimeoutError:
            raise BotTimeout(f"more than {seconds:g} seconds of thinking") from None
        except (OSError, EOFError):
            raise BotTimeout("the end of a thinking process") from None
        finally:
            if not healthy and process is not None:
                await self._kill(process)

    async def _start(self) -> Process:
        command = (sys.executable, "-m", "threedown.server.workers.bot_process")
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
        self.running = {process, *(other for other in self.running if other.returncode is None)}
        return process

    async def _kill(self, process: Process) -> None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.communicate()
        self.running.discard(process)


async def _ask(process: Process, question: BotQuestion | ChanceQuestion) -> BotAnswer:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(framed(msgspec.msgpack.encode(question)))
    await process.stdin.drain()
    head = await process.stdout.readexactly(HEAD)
    return msgspec.msgpack.decode(await process.stdout.readexactly(length(head)), type=BotAnswer)


async def _ping(process: Process) -> None:
    """A no-op request that checks that the process is alive."""


def _question_of(session: Session, seat: int, level: str) -> BotQuestion:
    setting, pending = session.setting, session.pending
    assert pending is not None
    return _question(setting, level, seat, pending.question, shown_to(session, seat).words.tobytes())


def _question(setting: Setting, level: str, seat: int, question: int, words: bytes) -> BotQuestion:
    options = msgspec.json.encode(setting.options)
    return BotQuestion(setting.game.name, options, setting.seats, level, seat, question, words)


def _decoded(session: Session, seat: int, level: str, answered: BotAnswer) -> tuple[BotChoice, list[WeighedCode]]:
    """Return the answer of a level in notation and the values compared; raises ValueError if it is not legal."""
    assert session.pending is not None
    assert answered.code is not None
    choice = session.menu(seat)[session.pending.menus[seat].index(answered.code)]
    return BotChoice(choice, answered.instead or level), answered.weighed


def _weaker_level(session: Session, level: str) -> str:
    """Return the level that answers for one that does not: the one its search plays with, or the game's first."""
    setting = session.setting
    return setting.imagines_with(level) or setting.game.first_level[0]
