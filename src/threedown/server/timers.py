"""What is to happen after a while, unless something else happens before."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

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


async def after_a_pause(thinking: Awaitable[T], pause: float) -> T:
    """What somebody thinks of, a whole number of pauses (seconds) after he began: one, where he is quick enough.

    So the moment of an answer does not tell how long it took to find.
    """
    time = asyncio.get_running_loop().time
    began = time()
    thought = await thinking
    if pause:
        took = time() - began
        await asyncio.sleep(pause * max(1, math.ceil(took / pause)) - took)
    return thought
