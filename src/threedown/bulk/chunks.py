"""The games of a run, handed out in chunks to whoever has time."""

import threading


class Chunks:
    """Hands out chunks of games until all are given or the run is stopped."""

    def __init__(self, n: int, size: int) -> None:
        self._n, self._size = n, size
        self._next = 0
        self._left_out: set[int] = set()
        self.played, self.there = 0, 0
        self.stopped = False
        self._lock = threading.Lock()

    def leave_out(self, first: int) -> None:
        self._left_out.add(first)
        self.there += min(self._size, self._n - first)

    @property
    def nothing_left(self) -> bool:
        return self.there == self._n

    def take(self) -> tuple[int, int]:
        """The first game and the number of games of a chunk; (0, 0) when there is no more to do."""
        with self._lock:
            while self._next in self._left_out:
                self._next += self._size
            first = self._next
            if self.stopped or first >= self._n:
                return 0, 0
            self._next += self._size
            return first, min(self._size, self._n - first)

    def count(self, played: int) -> None:
        with self._lock:
            self.played += played
            self.there += played

    def stop(self) -> None:
        self.stopped = True
