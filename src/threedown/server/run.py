"""A server that runs until it is interrupted."""

import gc
import os
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import uvicorn

from threedown.games import problems
from threedown.server.http.app import server
from threedown.server.http.call_limit import CallLimit
from threedown.server.http.compression import Packed
from threedown.server.http.socket import LARGEST_FRAME, say_goodbye
from threedown.server.http.timeouts import PING_SECONDS, TimeoutProtocol, TimeoutSocketProtocol
from threedown.server.operations.address import open_browser, url_of
from threedown.server.operations.log import begin, log
from threedown.server.rooms.hub import Hub
from threedown.server.store.writer import Writer
from threedown.server.workers.bot_pool import usual_number

BEFORE_THE_END = 5
"""Seconds that calls have to be answered, when the server ends."""
PROXIES = ["127.0.0.1", "::1"]
"""Whose word counts for whom they speak (X-Forwarded-For, X-Forwarded-Proto): a proxy on this machine."""
INTERRUPTED = 130
RUBBISH = (10_000, 20, 1_000)
"""How seldom Python looks for cycles (``gc.set_threshold``): all rooms wait when it looks at all objects, and it finds
next to nothing."""


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
) -> None:
    """Serves the rooms in a folder; ``pause`` is how long a bot waits, in seconds. Raises OSError if it cannot.

    Bots think in ``workers`` processes (None: one less than there are cores).

    With ``metrics`` anybody may read ``/metrics``, else this machine alone.
    """
    begin(verbose)
    for problem in problems():
        log.warning("a game is left out", why=problem)
    allow_many_sockets()
    gc.set_threshold(*RUBBISH)
    app = server(Writer(folder, durable), pause, usual_number() if workers is None else workers, metrics)
    config = uvicorn.Config(
        Packed(CallLimit(app)),
        host,
        port,
        log_config=None,
        access_log=False,
        server_header=False,
        http=TimeoutProtocol,
        ws=TimeoutSocketProtocol,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        timeout_graceful_shutdown=BEFORE_THE_END,
        forwarded_allow_ips=PROXIES,
    )
    _Served(config, lambda: app.state.hub, browse).run()


def allow_many_sockets() -> None:
    """Takes as many open files as the system lets this process have: each socket is one."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class _Served(uvicorn.Server):
    """A server that says where it listens, once it does, and goodbye before it stops."""

    def __init__(self, config: uvicorn.Config, hub: Callable[[], Hub], browse: bool) -> None:
        super().__init__(config)
        self._hub, self._browse = hub, browse

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
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
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.should_exit and sig == signal.SIGINT:
            os._exit(INTERRUPTED)  # at once: what was acknowledged is on disk
        super().handle_exit(sig, frame)
