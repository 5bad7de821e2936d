"""The clock of a game that ends after some minutes."""

import math
import time

from threedown.language import say


class GameClock:
    """A clock that runs from now on.

    >>> clock = GameClock(451)
    >>> clock.is_up(), clock.shown(), clock.news(), clock.news()
    (False, '7:31 left', '8 minutes left.', '')
    >>> GameClock(0).is_up()
    True
    """

    def __init__(self, seconds: float) -> None:
        self._ends = time.monotonic() + seconds
        self._told: int | None = None

    def left(self) -> int:
        """Return the seconds that are left, rounded up."""
        return max(0, math.ceil(self._ends - time.monotonic()))

    def is_up(self) -> bool:
        """Return True if no time is left."""
        return self.left() == 0

    def shown(self) -> str:
        """Return the time that is left, for the head of a screen."""
        minutes, seconds = divmod(self.left(), 60)
        return say("{time} left", time=f"{minutes}:{seconds:02}") if self.left() else say("time is up")

    def news(self) -> str:
        """Return the minutes left as a sentence, once for each of them; empty if they were told."""
        minutes = -(-self.left() // 60)
        if minutes == self._told:
            return ""
        self._told = minutes
        return say("{n} {n:minute|minutes} left.", n=minutes) if minutes else say("Time is up at the end of this turn.")
