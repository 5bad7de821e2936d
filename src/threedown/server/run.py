"""Run the server until it is interrupted."""

import asyncio
import gc
import os
import signal
import socket
import sys
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from types import FrameType
from typing import cast

import uvicorn

from threedown.games import problems
from threedown.server.http.app import server
from threedown.server.http.call_limit import CallLimit
from threedown.server.http.compression import Compression
from threedown.server.http.forwarding import Forwarding
from threedown.server.http.security_headers import SecurityHeaders
from threedown.server.http.socket import LARGEST_FRAME, say_goodbye
from threedown.server.http.timeouts import PING_SECONDS, TimeoutProtocol, TimeoutSocketProtocol
from threedown.server.http.traced import Traced
from threedown.server.hub import Hub
from threedown.server.inheritance import Inheritance
from threedown.server.limits.connections import ACCEPTED_AT_ONCE, BACKLOG, Connections, most_connections
from threedown.server.operations import tracing
from threedown.server.operations.address import check_address, open_browser, own_names, split_address, url_of
from threedown.server.operations.log import begin, log
from threedown.server.operations.memory import default_limit
from threedown.server.rooms.cluster import known_rules
from threedown.server.store import leases, queries
from threedown.server.store.writer import Writer
from threedown.server.supervisor import listener_at
from threedown.server.workers.bot_pool import default_workers

SHUTDOWN_SECONDS = 5
"""Seconds in which open calls are answered when the server stops."""
TRUSTED_PROXIES = ["127.0.0.1", "::1"]
"""The proxies whose X-Forwarded-For and X-Forwarded-Proto headers always count: those on this machine."""
INTERRUPTED = 130
MAX_FILES = 65_536
"""Open files at most, where the system sets no limit."""
GC_THRESHOLDS = (2_000, 10, 10_000)
"""The thresholds of garbage collection (``gc.set_threshold``): a collection stops all rooms, so the young
generations are small (12 ms; with 10,000 and 20 it was 84), and a full collection, which finds little, is rare."""
THREAD_SWITCH = 0.0005
"""Seconds after which a thread gives Python's global lock to one that waits (``sys.setswitchinterval``). The event loop
waits for the thread that writes; with Python's 5 ms, the slowest choices took two to three times as long beside busy
threads.
"""


def run(
    folder: Path,
    host: str,
    port: int,
    pause: float,
    workers: int | None,
    browse: bool,
    metrics: bool,
    verbose: bool,
    durable: bool = True,
    names: Collection[str] = (),
    memory: int | None = None,
    database: str | None = None,
    proxies: Collection[str] = (),
    peer: str = "127.0.0.1:0",
    inherited: Inheritance | None = None,
) -> None:
    """Serve the rooms of a data folder. Raises OSError if the folder can't be used, AddressError if the port can't.

    ``pause`` is how long a bot waits before it answers, in seconds, and ``workers`` is the number of processes in
    which bots think (None: one less than there are cores). With ``metrics`` anybody may read ``/metrics``, otherwise
    only this machine. ``names`` are the host names by which others reach the server, for example through a proxy,
    beside its own. ``memory`` is the limit on the server's memory, in bytes (None: half of the machine's). With
    ``database``, the URL of a PostgreSQL database, the folder holds caches alone, and other workers may serve the same
    rooms: they reach this one at ``peer``, an address and a port (0: a free one). A worker of a supervisor has
    ``inherited`` its socket.
    ``proxies`` are the addresses and networks of proxies on other machines.
    """
    begin(verbose)
    tracing.begin()
    for problem in problems():
        log.warning("a game is left out", why=problem)
    connections = Connections(most_connections(allow_many_files()))
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(THREAD_SWITCH)
    known = (*names, host, *own_names())
    writer = Writer(folder, durable, database)
    if inherited is None:
        check_address(host, port)
    asyncio.run(writer.do(queries.room_names))  # a database that cannot be read at all ends it here, with a sentence
    sockets, address = None, None
    if database is not None:
        asyncio.run(writer.do(partial(leases.check_rules, rules=known_rules())))
        public = listener_at(host, port) if inherited is None else inherited.socket()
        own = listener_at(*split_address(peer))
        sockets, address = [public, own], f"{peer.rpartition(':')[0]}:{own.getsockname()[1]}"
    thinking = default_workers() if workers is None else workers
    app = server(writer, pause, thinking, metrics, known, memory or default_limit(), address)
    config = uvicorn.Config(
        Forwarding(
            SecurityHeaders(Compression(Traced(CallLimit(app)) if tracing.is_on() else CallLimit(app))),
            lambda: app.state.hub,
        ),
        host,
        port,
        loop="asyncio",  # all tests are made with it
        log_config=None,
        access_log=False,
        server_header=False,
        backlog=ACCEPTED_AT_ONCE,
        http=cast("type[asyncio.Protocol]", partial(TimeoutProtocol, connections)),
        ws=cast("type[asyncio.Protocol]", partial(TimeoutSocketProtocol, connections)),
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        forwarded_allow_ips=[*TRUSTED_PROXIES, *proxies],
    )
    _Served(config, lambda: app.state.hub, browse, inherited).run(sockets)


def allow_many_files() -> int:
    """Raise the limit on open files as far as the system allows, each connection being one, and return it."""
    if sys.platform == "win32":
        return MAX_FILES
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = MAX_FILES if most == resource.RLIM_INFINITY else most
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
    return files


class _Served(uvicorn.Server):
    """A uvicorn server that prints its address once it listens, and says goodbye to clients before it stops."""

    def __init__(
        self, config: uvicorn.Config, hub: Callable[[], Hub], browse: bool, inherited: Inheritance | None = None
    ) -> None:
        super().__init__(config)
        self._hub, self._browse, self._inherited = hub, browse, inherited

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for each in [one for found in self.servers for one in found.sockets] if self.started else []:
            with each.dup() as listening:  # asyncio takes the backlog for the number to accept in one go
                listening.listen(BACKLOG)
        if self.started and self._inherited is not None:
            self._inherited.at_end(lambda: self.handle_exit(signal.SIGTERM, None))
            self._inherited.say_ready()
            log.info("a worker has started", rooms=len(self._hub().rooms))
        elif self.started:
            port = self.servers[0].sockets[0].getsockname()[1]
            url = url_of(self.config.host, port)
            sys.stderr.write(f"Rooms are open at {url} (Ctrl-C ends)\n")
            sys.stderr.flush()
            log.info("the server has started", rooms=len(self._hub().rooms))
            if self._browse:
                open_browser(url)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log.info("the server stops", sockets=len(self._hub().subscribers))
        await say_goodbye(self._hub())
        await self._hub().services.cluster.leave()
        await super().shutdown(sockets)
        await asyncio.to_thread(tracing.end)  # afterwards uvicorn ends the process by the signal that it received

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.should_exit and sig == signal.SIGINT:
            os._exit(INTERRUPTED)  # at once: every acknowledged entry is on disk
        super().handle_exit(sig, frame)
