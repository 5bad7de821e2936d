"""``threedown serve``: rooms for people and bots, over the wire."""

import webbrowser
from pathlib import Path

import click
import platformdirs
import uvicorn

from threedown.cli.exits import bad_input
from threedown.server.app import server
from threedown.server.socket import LARGEST_FRAME
from threedown.server.writer import Writer

DEFAULT_PORT = 8765
BEFORE_THE_END = 5
"""Seconds that open sockets have to take what was told them, when the server ends."""


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, metavar="H", help="The address to listen at.")
@click.option(
    "--port", default=DEFAULT_PORT, show_default=True, type=click.IntRange(0, 65535), metavar="N",
    help="The port; 0: any that is free.",
)  # fmt: skip
@click.option("--no-open", is_flag=True, help="Open no browser.")
@click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="Where rooms are kept (default: your data folder).",
)  # fmt: skip
@click.option(
    "--pause", default=700, show_default=True, type=click.IntRange(0, 60_000), metavar="MS",
    help="How long a bot waits before it answers.",
)  # fmt: skip
def serve(host: str, port: int, no_open: bool, data: Path | None, pause: int) -> None:
    """Serves rooms in which people and bots play, until it is interrupted.

    Every choice is on disk before it is acknowledged: whatever happens, games go on where they were.
    """
    folder = data or Path(platformdirs.user_data_dir("threedown")) / "rooms"
    try:
        writer = Writer(folder)
    except OSError as error:
        raise bad_input(f"{folder}: {error.strerror or error}") from error
    config = uvicorn.Config(
        server(writer, pause / 1000), host, port, log_level="warning", access_log=False, server_header=False,
        ws="websockets-sansio", ws_max_size=LARGEST_FRAME, ws_max_queue=16, ws_per_message_deflate=False,
        timeout_graceful_shutdown=BEFORE_THE_END,
    )  # fmt: skip
    _Served(config, no_open).run()


class _Served(uvicorn.Server):
    """A server that says where it listens, once it does."""

    def __init__(self, config: uvicorn.Config, no_open: bool) -> None:
        super().__init__(config)
        self._no_open = no_open

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        await super().startup(sockets)  # type: ignore[arg-type]
        if not self.started:
            return
        port = self.servers[0].sockets[0].getsockname()[1]
        url = f"http://{self.config.host}:{port}"
        click.echo(f"Rooms are open at {url} (Ctrl-C ends)", err=True)
        if not self._no_open:
            webbrowser.open(url)
