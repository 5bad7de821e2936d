"""Long finished games are played again outside the process that plays, and the game goes on if that process dies."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
from sqlalchemy import event
from support.hubs import in_a_house, over

from threedown.language import speaking, spoken
from threedown.server.finished.archive import Archive
from threedown.server.hub import Hub
from threedown.server.model.story import Story
from threedown.server.workers import replay_process
from threedown.server.workers.replay_process import LONG, ReplayProcess


def with_a_process(act: Callable[[ReplayProcess], Awaitable[None]]) -> None:
    """Do something with the process."""

    async def run() -> None:
        replays = ReplayProcess(True)
        try:
            await act(replays)
        finally:
            replays.close()

    asyncio.run(run())


def test_long_games_are_played_in_another_process_in_the_language_of_the_caller() -> None:
    """The story of 5,000 entries took 0.7 s of the server's own Python for each caller."""

    async def act(replays: ReplayProcess) -> None:
        with speaking("it"):
            assert await replays.run(os.getpid, LONG, "") == os.getpid()
            assert await replays.run(os.getpid, LONG + 1, "") != os.getpid()
            assert await replays.run(spoken, LONG + 1, "") == "it"

    with_a_process(act)


def test_a_process_that_has_died_is_replaced() -> None:
    async def act(replays: ReplayProcess) -> None:
        first = await replays.run(os.getpid, LONG + 1, "")
        os.kill(first, signal.SIGKILL)
        answers = [await replays.run(os.getpid, LONG + 1, "") for _ in range(3)]
        assert first not in answers
        assert answers[-1] != os.getpid()

    with_a_process(act)


def test_the_story_from_the_process_is_that_of_a_thread(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        name = (await over(hub)).name
        replays = ReplayProcess(True)
        try:
            elsewhere = Archive(hub.services.writer, replays)
            replay_process.LONG = -1
            told = await elsewhere.story(name, None, True, 0, "")
        finally:
            replay_process.LONG = LONG
            replays.close()
        assert told == await hub.archive.story(name, None, True, 0, "")
        assert len(msgspec.json.decode(told.body, type=Story).steps) > 1

    in_a_house(folder, act)


def test_the_log_of_a_story_is_not_read_by_the_thread_that_saves_choices(folder: Path) -> None:
    """To read 5,000 entries there delayed all choices of the server by 20 to 50 ms."""

    async def act(hub: Hub) -> None:
        name = (await over(hub)).name
        statements: list[str] = []
        event.listen(
            hub.services.writer._database.engine,
            "before_cursor_execute",
            lambda *given: statements.append(str(given[2])),
        )
        told = await hub.archive.story(name, None, True, 0, "")
        assert told.last > 0
        assert len(statements) > 1
        assert not any("entries.line" in one for one in statements)

    in_a_house(folder, act)
