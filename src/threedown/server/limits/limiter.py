"""The limits on one address or player, so that nobody takes what belongs to all: calls, guests, rooms, sockets."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from threedown.server.limits.addresses import is_local, rate_key
from threedown.server.limits.rates import (
    CALLS,
    CODES,
    GUESTS,
    HEAVY,
    LOCAL_FACTOR,
    MAX_SOCKETS,
    MAX_SOCKETS_PER_ADDRESS,
    ONCE_A_MINUTE,
    PAGES,
    PENALTY,
    ROOMS,
    STUDIES,
    TALK,
    WRONG_DELAY,
    Meter,
)
from threedown.server.model.errors import TooMany
from threedown.server.operations import metrics
from threedown.server.operations.log import log


class Limiter:
    """The meters of a running server. They are kept in memory: a restart clears them."""

    def __init__(self) -> None:
        self._calls, self._guests, self._rooms = Meter(CALLS), Meter(GUESTS), Meter(ROOMS)
        self._studies, self._codes = Meter(STUDIES), Meter(CODES)
        self._talk, self._pages = Meter(TALK), Meter(PAGES)
        self._sockets: Counter[str] = Counter()
        self._logged = Meter(ONCE_A_MINUTE)

    def call(self, host: str) -> float:
        """Count an HTTP call from an address: return 0.0 if it is allowed, else the seconds to wait."""
        return self._wait(self._calls, host, rate_key(host), "calls")

    def page(self, host: str, price: int) -> float:
        """Count a request for a file of the page: return 0.0 if it is allowed, else the seconds to wait."""
        return self._wait(self._pages, host, rate_key(host), "pages", price)

    def charge_wrong_call(self, host: str) -> float:
        """Charge an address for a call that no page or program would make, and return the seconds until it is answered.

        So an address can't make all the wrong calls that it may make at once.
        """
        return WRONG_DELAY * min(1.0, self._calls.charge(rate_key(host), HEAVY - 1, allowance_factor(host)))

    def charge_wrong_socket(self, host: str) -> None:
        """Charge an address for a socket that had to be closed for the messages it sent."""
        self._calls.charge(rate_key(host), PENALTY, allowance_factor(host))

    def new_guest(self, host: str) -> None:
        """Count a new guest from an address; raise TooMany above the limit."""
        if wait := self._wait(self._guests, host, rate_key(host), "guests"):
            raise TooMany("Too many guests from your address. Please wait a little.", retry=wait)

    def new_room(self, host: str, player: str) -> None:
        """Count a room that a player opens; raise TooMany above the limit."""
        if wait := self._wait(self._rooms, host, player, "rooms"):
            raise TooMany("You are opening too many rooms. Please wait a little.", retry=wait)

    def wrong_code(self, host: str) -> None:
        """Count a code that no room has, tried from an address; raise TooMany above the limit."""
        if wait := self._wait(self._codes, host, rate_key(host), "codes"):
            raise TooMany("Too many wrong codes from your address. Please wait a little.", retry=wait)

    def link_code(self, host: str) -> None:
        """Count a code for another device that is tried from an address, right or wrong; raise TooMany above the
        limit, before the code is looked up."""
        self.wrong_code(host)

    def new_study(self, host: str, player: str) -> None:
        """Count a study that a player starts; raise TooMany above the limit."""
        if wait := self._wait(self._studies, host, player, "studies"):
            raise TooMany("You are starting too many studies. Please wait a little.", retry=wait)

    def talk(self, host: str, player: str, room: str) -> float:
        """Count an emote or a message of a player to a room: return 0.0 if it is allowed, else the seconds to wait."""
        return self._wait(self._talk, host, f"{player} {room}", "messages to a room")

    @contextmanager
    def socket(self, host: str) -> Iterator[bool]:
        """Count a socket for as long as it is open; yield True if it is within the limits."""
        key = rate_key(host)
        fits = self._sockets.total() < MAX_SOCKETS
        fits = fits and self._sockets[key] < MAX_SOCKETS_PER_ADDRESS * allowance_factor(host)
        fits = fits and not self._wait(self._calls, host, key, "sockets", HEAVY)
        self._sockets[key] += 1
        try:
            yield fits
        finally:
            self._sockets[key] -= 1
            if not self._sockets[key]:
                del self._sockets[key]

    @property
    def sockets(self) -> int:
        """The number of open sockets."""
        return self._sockets.total()

    def _wait(self, meter: Meter, host: str, key: str, what: str, price: int = 1) -> float:
        wait = meter.wait(key, price, allowance_factor(host))
        if wait:
            metrics.DENIED.labels(f"too many {what}").inc()
            if not self._logged.wait(key):
                log.warning("too many", what=what, address=host)
        return wait


def allowance_factor(host: str) -> int:
    """Return how many times the usual allowance an address has."""
    return LOCAL_FACTOR if is_local(host) else 1
