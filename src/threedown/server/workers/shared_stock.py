"""Things that callers share in turns: an address that waits for many gets one, then the next address gets one."""

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class SharedStock(Generic[T]):
    """A stock of things. Callers take them by address, and give them back."""

    def __init__(self, stock: Iterable[T]) -> None:
        self._stock = list(stock)
        self._waiting: dict[str, deque[asyncio.Future[T]]] = {}
        """The callers who wait, by address; the address whose turn is next comes first."""

    async def take(self, by: str = "") -> T:
        """Return a thing, as soon as one is there and it is the turn of the address ``by``."""
        if self._stock:
            return self._stock.pop()
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(by, deque()).append(future)
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled():
                self.give_back(future.result())
            raise

    def give_back(self, thing: T) -> None:
        """Hand a thing to the next caller; the stock gives first what came back last."""
        while self._waiting:
            by, callers = next(iter(self._waiting.items()))
            del self._waiting[by]
            future = callers.popleft()
            if callers:
                self._waiting[by] = callers
            if not future.done():
                future.set_result(thing)
                return
        self._stock.append(thing)
