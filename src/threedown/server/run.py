"""A server that runs until it is interrupted."""

import socket
import sys
import webbrowser
from pathlib import Path

import uvicorn

from threedown.server.app import server
from threedown.server.socket import LARGEST_FRAME
from threedown.server.writer import Writer

BEFORE_THE_END = 5
"""Seconds that open sockets have to take what was told them, when the server ends."""
MOST_UNREAD = 16
"""Messages of one socket that wait to be heard; of more the sender waits."""


def run(folder: Path, host: str, port: int, pause: float, browse: bool) -> None:
    """Serves the rooms in a folder; ``pause`` is how long a bot waits, in seconds. Raises OSError if it cannot."""
    writer = Writer(folder)
    config = uvicorn.Config(
        server(writer, pause), host, port, log_level="warning", access_log=False, server_header=False,
        ws="websockets-sansio", ws_max_size=LARGEST_FRAME, ws_max_queue=MOST_UNREAD, ws_per_message_deflate=False,
        timeout_graceful_shutdown=BEFORE_THE_END,
    )  # fmt: skip
    _Served(config, browse).run()


class _Served(uvicorn.Server):
    """A server that says where it listens, once it does."""

    def __init__(self, config: uvicorn.Config, browse: bool) -> None:
        super().__init__(config)
        self._browse = browse

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            port = self.servers[0].sockets[0].getsockname()[1]
            url = f"http://{self.config.host}:{port}"
            sys.stderr.write(f"Rooms are open at {url} (Ctrl-C ends)\n")
            sys.stderr.flush()
            if self._browse:
                webbrowser.open(url)
