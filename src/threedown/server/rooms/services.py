"""Services shared by all rooms of a server: the database writer, the bot processes, background tasks and threads."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from threedown.server.limits.budget import Budget
from threedown.server.operations.memory import MemoryLimit
from threedown.server.rooms.cluster import Alone, Cluster
from threedown.server.store.writer import Writer
from threedown.server.workers.bot_pool import BotPool
from threedown.server.workers.replay_process import ReplayProcess

THREADS = 2
T = TypeVar("T")


class Services:
    """Made when the server starts. ``pause`` is how long a bot waits before it answers, in seconds; ``workers`` is the
    number of processes in which bots think; ``memory`` is the limit on the memory of this process, in bytes."""

    def __init__(
        self, writer: Writer, pause: float, workers: int = 0, memory: int | None = None, cluster: Cluster | None = None
    ) -> None:
        self.cluster: Cluster = cluster or Alone()
        """The worker processes of this server."""
        self.writer, self.pause, self.memory = writer, pause, MemoryLimit(memory)
        self._threads = ThreadPoolExecutor(THREADS, "background")
        self.bot_pool = BotPool(workers, self.in_thread)
        self.replays = ReplayProcess(workers > 0)
        self.budget = Budget()
        """The work that each guest and each address may ask for."""
        self.tasks: set[asyncio.Task[Any]] = set()
        """The background tasks that are running."""

    @property
    def folder(self) -> Path:
        """The data folder."""
        return self.writer.folder

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Run a slow function in a thread, so that the event loop goes on, and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def spawn(self, work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
        """Start a task that runs to its end, even if nothing waits for it."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def close(self) -> None:
        """Cancel the tasks, end the bot processes, and write what is still queued."""
        while self.tasks:  # one that ends may have begun another
            for task in self.tasks:
                task.cancel()
            await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.cluster.leave()
        await self.bot_pool.close()
        self.replays.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(self.writer.close)
