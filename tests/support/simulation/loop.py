"""An event loop without a machine: its time is virtual, and the order of what is ready comes from a seed."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Stuck(AssertionError):
    """Nothing will ever happen again."""


class _NoFiles:
    """Replaces the selector: no task waits for a file."""

    def select(self, timeout: float | None) -> list[Any]:
        if timeout is None:
            raise Stuck("no task can go on, and no timer runs")
        return []

    def close(self) -> None:
        return None


class SeededLoop(asyncio.BaseEventLoop):
    """Time stands while there is something to do, and jumps to what is due next.

    With ``shuffles``, tasks that are ready at the same time run in any order: asyncio promises none between tasks.
    """

    def __init__(self, random: random.Random, now: float, shuffles: bool) -> None:
        super().__init__()
        self._selector = _NoFiles()
        self._now, self._shuffles = now, shuffles
        self.random = random

    def time(self) -> float:
        return self._now

    def _process_events(self, event_list: list[Any]) -> None:
        return None

    def _write_to_self(self) -> None:
        return None

    def _run_once(self) -> None:
        ready = self._ready  # type: ignore[attr-defined]
        if not ready:
            if timers := self._scheduled:  # type: ignore[attr-defined]
                self._now = max(self._now, timers[0].when())
        elif self._shuffles and len(ready) > 1:
            order = list(ready)
            self.random.shuffle(order)
            ready.clear()
            ready.extend(order)
        super()._run_once()  # type: ignore[misc]


def here() -> SeededLoop:
    """Return the loop that is running."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, SeededLoop)
    return loop


async def in_thread(work: Callable[..., T], *given: Any) -> T:
    """Run a function as a thread would: the loop goes on for a while before its result is there."""
    result = work(*given)
    await asyncio.sleep(here().random.choice((0.0, 0.001, 0.02, 0.3)))
    return result


def ends(loop: SeededLoop) -> None:
    """End everything that runs on a loop, as the end of its process does, and close it."""
    if tasks := asyncio.all_tasks(loop):
        for task in tasks:
            task.cancel()
        loop.run_until_complete(_all(tasks))
    loop.close()


async def _all(tasks: set[asyncio.Task[Any]]) -> None:
    waiting: list[Awaitable[Any]] = list(tasks)
    await asyncio.gather(*waiting, return_exceptions=True)
