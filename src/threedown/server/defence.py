"""What keeps one from taking what belongs to all: how often an address calls, how many sockets it holds."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from threedown.server import metrics
from threedown.server.connection import Connection
from threedown.server.denied import Denied
from threedown.server.log import log
from threedown.server.rates import (
    CALLS,
    GUESTS,
    HERE,
    MOST_SOCKETS,
    MOST_SOCKETS_AN_ADDRESS,
    ROOMS,
    Meter,
    is_here,
    who,
)


class Defence:
    """All that is measured of who calls. In memory: after a restart everybody begins anew."""

    def __init__(self) -> None:
        self._calls, self._guests, self._rooms = Meter(CALLS), Meter(GUESTS), Meter(ROOMS)
        self._sockets: Counter[str] = Counter()
        self._noticed = Meter(CALLS._replace(at_once=1, a_second=1 / 60))

    def call(self, connection: Connection) -> None:
        """An HTTP call; refused if its address makes too many."""
        self._measure(self._calls, connection, who(host_of(connection)), "calls", "too many calls from your address")

    def new_guest(self, connection: Connection) -> None:
        self._measure(self._guests, connection, who(host_of(connection)), "guests", "too many guests from your address")

    def new_room(self, connection: Connection, player: str) -> None:
        self._measure(self._rooms, connection, player, "rooms", "you open too many rooms")

    @contextmanager
    def socket(self, connection: Connection) -> Iterator[bool]:
        """While a socket is open; whether there is a place for it."""
        host = host_of(connection)
        key = who(host)
        fits = self._sockets.total() < MOST_SOCKETS
        fits = fits and self._sockets[key] < MOST_SOCKETS_AN_ADDRESS * times_for(host)
        self._sockets[key] += 1
        try:
            yield fits
        finally:
            self._sockets[key] -= 1
            if not self._sockets[key]:
                del self._sockets[key]

    @property
    def sockets(self) -> int:
        """How many are open."""
        return self._sockets.total()

    def _measure(self, meter: Meter, connection: Connection, key: str, what: str, detail: str) -> None:
        host = host_of(connection)
        wait = meter.wait(key, times=times_for(host))
        if wait:
            metrics.DENIED.labels(f"too many {what}").inc()
            if not self._noticed.wait(key):
                log.warning("too many", what=what, address=host)
            raise Denied(429, f"{detail}: wait a little", retry=wait)


def host_of(connection: Connection) -> str:
    """The address of who calls; behind a proxy on this machine the one that the proxy names."""
    return connection.client.host if connection.client else ""


def times_for(host: str) -> int:
    """How many times the usual is allowed to an address."""
    return HERE if is_here(host) else 1
