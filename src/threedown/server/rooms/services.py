"""What all rooms of a server share: the writer, where bots think, and how long a bot waits."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from threedown.server.store.writer import Writer
from threedown.server.workers.bot_pool import BotPool

THREADS = 2
T = TypeVar("T")


class Services:
    """Made when the server starts; ``pause`` is in seconds, ``workers`` are the processes in which bots think."""

    def __init__(self, writer: Writer, pause: float, workers: int = 0) -> None:
        self.writer, self.pause = writer, pause
        self._pool = ThreadPoolExecutor(THREADS, "aside")
        self.bot_pool = BotPool(workers, self.aside)
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def folder(self) -> Path:
        """Where all is kept."""
        return self.writer.path.parent

    async def aside(self, work: Callable[[], T]) -> T:
        """What a function returns that takes a while: it runs in a thread, and nobody else waits for it."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Runs something to its end, whoever waits for it or does not any more."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """Ends what is going on, and puts on disk what was asked to be."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bot_pool.close()
        self._pool.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(self.writer.close)
