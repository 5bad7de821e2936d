"""The games of a run, handed out in chunks to whoever has time."""

import threading


class Chunks:
    """Hands out chunks of the ``n`` games from number ``first`` on until all are given or the run is stopped."""

    def __init__(self, n: int, size: int, first: int = 0) -> None:
        self.n, self._size = n, size
        self._next, self._end = first, first + n
        self._left_out: set[int] = set()
        self.played, self.there = 0, 0
        self.stopped = False
        self._lock = threading.Lock()

    def leave_out(self, first: int) -> None:
        self._left_out.add(first)
        self.there += min(self._size, self._end - first)

    @property
    def nothing_left(self) -> bool:
        return self.there == self.n

    def take(self) -> tuple[int, int]:
        """The first game and the number of games of a chunk; (0, 0) when there is no more to do."""
        with self._lock:
            while self._next in self._left_out:
                self._next += self._size
            first = self._next
            if self.stopped or first >= self._end:
                return 0, 0
            self._next += self._size
            return first, min(self._size, self._end - first)

    def count(self, played: int) -> None:
        with self._lock:
            self.played += played
            self.there += played

    def stop(self) -> None:
        self.stopped = True
