"""The rate limits of actions: a burst at once, then a steady rate per second."""

import time
from collections.abc import Callable
from typing import NamedTuple

MAX_KEYS = 10_000
"""Keys that a meter remembers. Above that it drops the keys with a full allowance, then the oldest half."""
LOCAL_FACTOR = 100
"""The multiple of the usual allowance for programs on this machine: they are the owner's."""


class Allowance(NamedTuple):
    """A burst that may be used at once, and the rate at which it fills up again."""

    burst: int
    per_second: float


CALLS = Allowance(300, 20.0)
"""HTTP calls per address: opening the page takes about ten."""
PAGES = Allowance(2000, 100.0)
"""Requests per address for files and documents of the page and the documentation: opening one takes up to forty, and a
whole class may do so at once."""
PICTURE, DOCUMENT = 25, 5
"""The price in pages of a picture of a link preview, which is drawn, and of a document, whose head is written."""
GUESTS = Allowance(40, 0.2)
"""New guests per address: a whole class may arrive from one address at once."""
ROOMS = Allowance(20, 0.1)
"""Rooms that a guest opens."""
CODES = Allowance(20, 0.2)
"""Wrong codes of rooms and tried codes of devices per address: of 700 million codes, nobody finds a room by trying."""
STUDIES = Allowance(12, 0.05)
"""Studies that a guest starts."""
GUEST_WORK, ADDRESS_WORK = Allowance(300, 50.0), Allowance(1500, 250.0)
"""The budgets of a guest and of an address, over everything that makes the server work, each thing at its price: a
message of a socket costs 1. Callers of an address who are not guests share the budget of one guest."""
TALK = Allowance(4, 0.5)
"""Emotes and messages that a guest sends to a room, over all their sockets."""
ONCE_A_MINUTE = Allowance(1, 1 / 60)
"""Lines of the log about one address that exceeds a limit, or about one and the same fault."""
HEAVY = 10
"""The price of a message that makes the server work (a hint, chances, an emote, a word, an undo, a hello) or that is
malformed; all others cost 1. Opening a socket and a wrong call cost an address as much in calls."""
TURNS = 6
"""The price of a message that plays up to 32 turns."""
REPLAY, ENTRIES_FOR_ONE = 10, 50
"""The price of a call that plays a finished game again (a story, a continued game): this, and 1 for so many entries."""
LISTED = 50
"""The price of all that the server has of a guest: every room in which they sit."""
JOB = 100
"""The price of an analysis, a measurement or a study, whose time the queue of jobs limits."""
THOUGHT = 1
"""The price of a bot's choice, paid by the address that opened its room."""
PENALTY = 100
"""The price, in calls of its address, of a socket that had to be closed for its messages: five seconds' worth."""
MAX_DELAY = 3.0
"""Seconds at most before the server answers that something was too much: retrying at once gains nothing."""
WRONG_DELAY = 1.0
"""Seconds before the answer to a wrong call of an address that has used up its burst of calls; less before that."""
MAX_SOCKETS_PER_ADDRESS, MAX_SOCKETS = 100, 20_000
"""Sockets that may be open at a time."""
MAX_IDLE_PER_ADDRESS = 100
"""Connections of one address that may wait for a request at a time. A browser keeps up to six."""
MAX_BUSY_PER_ADDRESS = 100
"""Connections of one address whose requests may be under way at a time."""
MAX_DELAYED_PER_ADDRESS = 100
"""Refusals to one address that may be delayed at a time: the connection of any further one is closed at once."""


class Meter:
    """A rate limit per key. It stores one number for each key: the time at which its allowance is full again."""

    def __init__(self, allowance: Allowance, clock: Callable[[], float] = time.monotonic) -> None:
        self._allowance, self._clock = allowance, clock
        self._full_at: dict[str, float] = {}

    def wait(self, key: str = "", price: int = 1, factor: int = 1) -> float:
        """Return 0.0 and count the act if it is allowed now, else the seconds to wait.

        ``factor`` multiplies the usual allowance.

        >>> now = 0.0
        >>> meter = Meter(Allowance(2, 4.0), lambda: now)
        >>> [meter.wait("Ann") for _ in range(4)], meter.wait("Ben")
        ([0.0, 0.0, 0.25, 0.25], 0.0)
        """
        now, full_at = self._after(key, price, factor)
        longest = self._allowance.burst / self._allowance.per_second
        if full_at - now > longest:
            return full_at - now - longest
        self._store(key, full_at, now)
        return 0.0

    def charge(self, key: str = "", price: int = 1, factor: int = 1) -> float:
        """Count an act that has happened, allowed or not: the key waits for it before anything else.

        Return the share of the burst that the key has used up, more than 1 if it has to wait.

        >>> now = 0.0
        >>> meter = Meter(Allowance(2, 4.0), lambda: now)
        >>> meter.charge("Ann", price=4)
        2.0
        >>> meter.wait("Ann")
        0.75
        """
        now, full_at = self._after(key, price, factor)
        self._store(key, full_at, now)
        return (full_at - now) * self._allowance.per_second / self._allowance.burst

    def _after(self, key: str, price: int, factor: int) -> tuple[float, float]:
        """Return the time, and the time at which the key's allowance would be full again after this act."""
        now = self._clock()
        return now, max(now, self._full_at.get(key, now)) + price / (self._allowance.per_second * factor)

    def _store(self, key: str, full_at: float, now: float) -> None:
        self._full_at[key] = full_at
        if len(self._full_at) <= MAX_KEYS:
            return
        self._full_at = {key: when for key, when in self._full_at.items() if when > now}
        for key in list(self._full_at)[: len(self._full_at) - MAX_KEYS // 2]:
            del self._full_at[key]
