"""The games of a run, handed out in chunks to the workers."""

import threading


class Chunks:
    """Hands out chunks of the ``n`` games from number ``first`` on, until none is left or the run is stopped."""

    def __init__(self, n: int, size: int, first: int = 0) -> None:
        self.n, self._size = n, size
        self._next, self._end = first, first + n
        self._skipped: set[int] = set()
        self.played, self.done = 0, 0
        self.stopped = False
        self._lock = threading.Lock()

    def skip(self, first: int) -> None:
        self._skipped.add(first)
        self.done += min(self._size, self._end - first)

    @property
    def is_done(self) -> bool:
        return self.done == self.n

    def take(self) -> tuple[int, int]:
        """Return the first game of the next chunk and its number of games; (0, 0) if no chunk is left."""
        with self._lock:
            while self._next in self._skipped:
                self._next += self._size
            first = self._next
            if self.stopped or first >= self._end:
                return 0, 0
            self._next += self._size
            return first, min(self._size, self._end - first)

    def count(self, played: int) -> None:
        with self._lock:
            self.played += played
            self.done += played

    def stop(self) -> None:
        self.stopped = True
