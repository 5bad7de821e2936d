"""Timers of a game, and the pauses of its bots."""

import asyncio
import math
import random
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

MAX_PAUSES = 4
"""Pauses that a game gets used to at most, so that one very long thought does not slow down the rest of it."""

T = TypeVar("T")
Action = Callable[[], Coroutine[Any, Any, None]]


class Timers:
    """Timers by name; ``spawn`` runs their actions as tasks."""

    def __init__(self, spawn: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        self._spawn = spawn
        self._running: dict[str, asyncio.TimerHandle] = {}

    def start(self, name: str, seconds: float, action: Action) -> None:
        """Start a timer, unless one of that name is running."""
        if name not in self._running:
            self._running[name] = asyncio.get_running_loop().call_later(seconds, self._fire, name, action)

    def left(self, name: str) -> float | None:
        """Return the seconds that a timer has left; None if it is not running."""
        handle = self._running.get(name)
        return None if handle is None else max(0.0, handle.when() - asyncio.get_running_loop().time())

    def stop(self) -> None:
        """Stop all timers."""
        for handle in self._running.values():
            handle.cancel()
        self._running.clear()

    def _fire(self, name: str, action: Action) -> None:
        del self._running[name]
        self._spawn(action())


class Pauses:
    """The time that the bots of a game wait before they answer.

    It is a whole number of pauses (in seconds) from the question on: the most that any bot of this game has needed so
    far, or one if all were quick enough. The time of an answer therefore does not reveal how long the bot thought. It
    still reveals when a thought took longer than all before it, a few times per game, and when one took more than
    ``MAX_PAUSES``, for which later answers do not wait.
    """

    def __init__(self, pause: float) -> None:
        self._pause = pause
        self._usual = 1

    async def any(self) -> None:
        """Wait for about one pause, at random: for races, where the fastest plays first and nobody thinks."""
        await asyncio.sleep(self._pause * random.uniform(0.5, 1.5))

    async def after(self, thinking: Awaitable[T]) -> T:
        """Return the result of a thought once its pause is over."""
        time = asyncio.get_running_loop().time
        began = time()
        result = await thinking
        if self._pause:
            took = time() - began
            needed = math.ceil(took / self._pause)
            self._usual = max(self._usual, min(needed, MAX_PAUSES))
            await asyncio.sleep(self._pause * max(self._usual, needed) - took)
        return result
