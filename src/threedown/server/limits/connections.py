"""The limits on open connections: where too many are idle, the oldest idle one is closed for a new one."""

from asyncio import BaseTransport, Transport
from collections import Counter

from threedown.server.limits.limiter import allowance_factor
from threedown.server.limits.rates import MAX_BUSY_PER_ADDRESS, MAX_IDLE_PER_ADDRESS, ONCE_A_MINUTE, Meter
from threedown.server.operations import metrics
from threedown.server.operations.log import log

RESERVED_FILES = 512
"""Open files that connections leave to the database, the worker processes and ``accept``."""
ACCEPTED_AT_ONCE = 16
"""Connections that asyncio accepts in one go, after which the games have their turn. Each takes one of the reserved
files until it is counted."""
BACKLOG = 1024
"""Connections that wait in the system until they are accepted."""


def most_connections(files: int) -> int:
    """Return how many connections a process may have that may open so many files.

    >>> most_connections(4096), most_connections(64)
    (3584, 32)
    """
    return files - min(RESERVED_FILES, files // 2)


class Connections:
    """The open connections of a server, and which of them are idle.

    A connection is idle while no complete request has arrived on it, and busy from then until it is answered. A socket
    of a room is neither: it has limits of its own (``Limiter.socket``).
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: set[BaseTransport] = set()
        self._idle: dict[str, dict[Transport, None]] = {}
        self._busy: dict[Transport, str] = {}
        self._busy_of: Counter[str] = Counter()
        self._logged = Meter(ONCE_A_MINUTE)

    def __len__(self) -> int:
        return len(self._open)

    def add(self, host: str, transport: Transport) -> None:
        """Count a new connection.

        Above the limit on idle connections of its address, the oldest of them is closed; above the limit on all, the
        oldest of the address that has most idle ones. An address with too many busy ones gets no further connection.
        """
        self._open.add(transport)
        self.set_idle(host, transport)
        factor = allowance_factor(host)
        if self._busy_of[host] >= MAX_BUSY_PER_ADDRESS * factor:
            self._close(host, transport)
        elif len(self._idle[host]) > MAX_IDLE_PER_ADDRESS * factor:
            self._close_oldest(host)
        elif len(self._open) > self._most:
            self._close_oldest(max(self._idle, key=lambda each: len(self._idle[each])))

    def set_idle(self, host: str, transport: Transport) -> None:
        """Note that a connection waits for a request."""
        if transport in self._open:
            self._forget(host, transport)
            self._idle.setdefault(host, {})[transport] = None

    def set_busy(self, host: str, transport: Transport) -> None:
        """Note that a request has arrived."""
        if transport in self._open:
            self._forget(host, transport)
            self._busy[transport] = host
            self._busy_of[host] += 1

    def set_socket(self, host: str, transport: Transport) -> None:
        """Note that a connection has become the socket of a room."""
        self._forget(host, transport)

    def remove(self, host: str, transport: Transport) -> None:
        """Forget a connection that has ended."""
        self._open.discard(transport)
        self._forget(host, transport)

    def _forget(self, host: str, transport: Transport) -> None:
        """Count a connection as neither idle nor busy."""
        idle = self._idle.get(host, {})
        idle.pop(transport, None)
        if not idle:
            self._idle.pop(host, None)
        if self._busy.pop(transport, None) is not None:
            self._busy_of[host] -= 1
            if not self._busy_of[host]:
                del self._busy_of[host]

    def _close_oldest(self, host: str) -> None:
        self._close(host, next(iter(self._idle[host])))

    def _close(self, host: str, transport: Transport) -> None:
        self.remove(host, transport)
        transport.abort()
        metrics.DENIED.labels("too many connections").inc()
        if not self._logged.wait():
            log.warning("too many connections: some are closed", address=host, open=len(self._open))
