"""How often somebody may do something: so many times at once, and so many a second after that."""

import ipaddress
import time
from collections.abc import Callable
from typing import NamedTuple

MOST_KEYS = 10_000
"""Keys that a meter remembers; of more it forgets those whose all is theirs again, and the older half."""
HERE = 100
"""So many times as much is allowed to this machine's own programs: they are the owner's."""


class Allowance(NamedTuple):
    at_once: int
    a_second: float


CALLS = Allowance(300, 20.0)
"""HTTP calls of an address: a page that is opened needs about ten."""
GUESTS = Allowance(40, 0.2)
"""New guests of an address: a class behind one address comes at once."""
ROOMS = Allowance(20, 0.1)
"""Rooms that a guest opens."""
STUDIES = Allowance(12, 0.05)
"""Studies that a guest begins."""
MESSAGES = Allowance(100, 50.0)
"""Messages of a socket, each at its price."""
DEAR = 10
"""The price of a message for which the house has to think, or tell everybody, or tell all there is: a hint, an emote,
an undo, a hello; also of what cannot be read. Of any other it is 1. As a call it is the price of opening a socket, and
of a call that was wrong."""
PENALTY = 100
"""The price, in calls of its address, of a socket that had to be closed for what came over it: five seconds' worth."""
BREATH = 3.0
"""Seconds at most for which a refusal of what was too much waits: who comes again at once comes no faster."""
MOST_SOCKETS_AN_ADDRESS, MOST_SOCKETS = 100, 20_000
"""Sockets that are open at a time."""


class Meter:
    """Measures what somebody does under a key. It holds one number a key: when all that he may do at once is his
    again."""

    def __init__(self, allowance: Allowance, clock: Callable[[], float] = time.monotonic) -> None:
        self._allowance, self._clock = allowance, clock
        self._whole_again: dict[str, float] = {}

    def wait(self, key: str = "", price: int = 1, times: int = 1) -> float:
        """0.0 if it may be done now, and then it counts; else the seconds after which it may be.

        ``times`` as much is allowed as usual.

        >>> now = 0.0
        >>> meter = Meter(Allowance(2, 4.0), lambda: now)
        >>> [meter.wait("Ann") for _ in range(4)], meter.wait("Ben")
        ([0.0, 0.0, 0.25, 0.25], 0.0)
        """
        now, whole_again = self._after(key, price, times)
        most = self._allowance.at_once / self._allowance.a_second
        if whole_again - now > most:
            return whole_again - now - most
        self._count(key, whole_again, now)
        return 0.0

    def owe(self, key: str = "", price: int = 1, times: int = 1) -> None:
        """Counts what has been done, whether it might be or not: what is owed is waited for before anything else.

        >>> now = 0.0
        >>> meter = Meter(Allowance(2, 4.0), lambda: now)
        >>> meter.owe("Ann", price=4)
        >>> meter.wait("Ann")
        0.75
        """
        now, whole_again = self._after(key, price, times)
        self._count(key, whole_again, now)

    def _after(self, key: str, price: int, times: int) -> tuple[float, float]:
        """Now, and when all that may be done at once would be the key's again."""
        now = self._clock()
        return now, max(now, self._whole_again.get(key, now)) + price / (self._allowance.a_second * times)

    def _count(self, key: str, whole_again: float, now: float) -> None:
        self._whole_again[key] = whole_again
        if len(self._whole_again) <= MOST_KEYS:
            return
        self._whole_again = {key: when for key, when in self._whole_again.items() if when > now}
        for key in list(self._whole_again)[: len(self._whole_again) - MOST_KEYS // 2]:
            del self._whole_again[key]


def rate_key(host: str) -> str:
    """What an address is measured under: of an IPv6 address the first half, which is a household's.

    >>> rate_key("203.0.113.9"), rate_key("2001:db8::1") == rate_key("2001:db8::2"), rate_key("not an address")
    ('203.0.113.9', True, 'not an address')
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or ipaddress.ip_network((address, 64), strict=False))


def is_local(host: str) -> bool:
    """Whether an address is this machine's own.

    >>> is_local("127.0.0.1"), is_local("::1"), is_local("203.0.113.9"), is_local("")
    (True, True, False, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
