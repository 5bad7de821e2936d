"""The ratings of a game as they are now: its new results are read from the database and added to those before."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from threedown.games import find_game
from threedown.server.ratings.rating_book import RatedTable, RatingBook

LATE = 600_000
"""Milliseconds by which a result may be stored after one that ended later."""

InThread = Callable[[Callable[[], None]], Awaitable[None]]
Reader = Callable[[int], Awaitable[Sequence[RatedTable]]]
"""Returns the rated tables of a game from a time on, in their order."""


class RatingStream:
    """The rating book of a game, kept up to date. Any number of workers that read the same results agree."""

    def __init__(self, game: str, read: Reader, in_thread: InThread, adjusted: bool = False) -> None:
        self._game, self._read, self._in_thread, self._adjusted = game, read, in_thread, adjusted
        self._lock = asyncio.Lock()
        self._last = (0, "")
        self._seen: set[str] = set()
        self._book = self._empty()

    async def book(self) -> RatingBook:
        """Return the book with all results that are stored by now."""
        async with self._lock:
            tables = [table for table in await self._read(self._last[0] - LATE) if table.room not in self._seen]
            if any((table.ended, table.room) < self._last for table in tables):
                self._book, self._seen = self._empty(), set()
                tables = list(await self._read(0))
            if tables:
                await self._in_thread(partial(_add_all, self._book, tables))
                self._seen |= {table.room for table in tables}
                self._last = max((table.ended, table.room) for table in tables)
            return self._book

    def _empty(self) -> RatingBook:
        return RatingBook(find_game(self._game).first_level[0], self._adjusted)


def _add_all(book: RatingBook, tables: Sequence[RatedTable]) -> None:
    for table in tables:
        book.add(table)
