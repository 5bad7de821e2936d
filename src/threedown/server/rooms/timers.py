"""What is to happen after a while, unless something else happens before."""

import asyncio
import math
import random
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

MOST_PAUSES = 4
"""So many of them are got used to: who once thought for very long does not make a slow game of it."""

T = TypeVar("T")
Later = Callable[[], Coroutine[Any, Any, None]]


class Timers:
    """Timers by name; ``spawn`` runs what is due as a task."""

    def __init__(self, spawn: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        self._spawn = spawn
        self._running: dict[str, asyncio.TimerHandle] = {}

    def start(self, name: str, seconds: float, later: Later) -> None:
        """Starts a timer, if one of that name does not run already."""
        if name not in self._running:
            self._running[name] = asyncio.get_running_loop().call_later(seconds, self._due, name, later)

    def left(self, name: str) -> float | None:
        """Seconds that a timer has left; None if it does not run."""
        handle = self._running.get(name)
        return None if handle is None else max(0.0, handle.when() - asyncio.get_running_loop().time())

    def stop(self) -> None:
        """Stops all of them."""
        for handle in self._running.values():
            handle.cancel()
        self._running.clear()

    def _due(self, name: str, later: Later) -> None:
        del self._running[name]
        self._spawn(later())


class Pauses:
    """How long the bots of a game wait before they answer: a whole number of pauses (seconds) after they were asked, as
    many as any of them has needed in this game, one where all are quick enough.

    So the moment of an answer does not tell how long it took to find. What is left to be told is that a thought took
    longer than all before it, a few times in a game; and that one took more than ``MOST_PAUSES``, which no answer after
    it waits for.
    """

    def __init__(self, pause: float) -> None:
        self._pause = pause
        self._usual = 1

    async def any(self) -> None:
        """Waits for about a pause, by chance: where the quickest are the first, and nobody thinks."""
        await asyncio.sleep(self._pause * random.uniform(0.5, 1.5))

    async def after(self, thinking: Awaitable[T]) -> T:
        """What somebody thinks of, when its pause is over."""
        time = asyncio.get_running_loop().time
        began = time()
        thought = await thinking
        if self._pause:
            took = time() - began
            needed = math.ceil(took / self._pause)
            self._usual = max(self._usual, min(needed, MOST_PAUSES))
            await asyncio.sleep(self._pause * max(self._usual, needed) - took)
        return thought
