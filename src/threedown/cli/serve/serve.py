"""``threedown serve``: rooms for people and bots, over the wire."""

import ipaddress
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import platformdirs

from threedown.cli.exits import MISSING_EXTRA, Stop, bad_input, usage

DEFAULT_PORT = 8765
SEVERAL = "several workers need PostgreSQL, because one process serves SQLite: --database postgresql+psycopg://…"


def rooms_folder(data: Path | None) -> Path:
    """Return the data folder: ``--data``, or the user's data folder."""
    return data or Path(platformdirs.user_data_dir("threedown")) / "rooms"


def database_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--database``."""
    return click.option(
        "--database", envvar="THREEDOWN_DATABASE_URL", metavar="URL",
        help="A PostgreSQL database (postgresql+psycopg://USER:PASSWORD@HOST/NAME) in place of the folder's own; also"
        " from the environment variable THREEDOWN_DATABASE_URL.",
    )(command)  # fmt: skip


def valid_networks(context: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    """Return addresses and networks as they were given; a name would never match an address."""
    for text in given:
        try:
            ipaddress.ip_network(text)
        except ValueError as error:
            raise usage(f"--proxy {text!r}: give an address or a network, as in 10.0.0.7 or 10.0.0.0/24") from error
    return given


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, metavar="H", help="The address to listen at.")
@click.option(
    "--port", default=DEFAULT_PORT, show_default=True, type=click.IntRange(0, 65535), metavar="N",
    help="The port; 0: any that is free.",
)  # fmt: skip
@click.option(
    "--name", "names", multiple=True, metavar="HOST",
    help="A host name by which others reach the server, for example through a proxy; may be given several times.",
)  # fmt: skip
@click.option(
    "--proxy", "proxies", multiple=True, metavar="ADDRESS", callback=valid_networks,
    help="A proxy on another machine, or a network of proxies (10.0.0.0/24), whose X-Forwarded headers count; may be"
    " given several times. Proxies on this machine need no flag.",
)  # fmt: skip
@click.option("--no-open", is_flag=True, help="Open no browser.")
@click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
    help="Where rooms are kept (default: your data folder).",
)  # fmt: skip
@database_option
@click.option(
    "--pause", default=700, show_default=True, type=click.IntRange(0, 60_000), metavar="MS",
    help="How long a bot waits before it answers.",
)  # fmt: skip
@click.option(
    "--workers", type=click.IntRange(0, 64), metavar="N",
    help="Processes in which bots think (default: one less than there are cores; 0: none but the server's own).",
)  # fmt: skip
@click.option(
    "--memory", type=click.IntRange(64), metavar="MIB",
    help="The server's memory, without the processes of bots; above it idle games leave memory for the disk, and no"
    " room opens (default: half of the machine's).",
)  # fmt: skip
@click.option(
    "--web", type=click.IntRange(1, 64), metavar="N",
    help="Serve by N worker processes on one port, with a PostgreSQL database; SIGHUP restarts them by turns.",
)  # fmt: skip
@click.option(
    "--peer", default="127.0.0.1:0", show_default=True, metavar="HOST:PORT",
    help="With a PostgreSQL database: where the workers on other machines reach this one.",
)  # fmt: skip
@click.option("--inherited", hidden=True, help="What a worker has from its supervisor.")
@click.option("--metrics", is_flag=True, help="Let anybody read /metrics (without: this machine alone).")
@click.option("--verbose", is_flag=True, help="Tell on stderr what is as it should be, too.")
def serve(
    host: str,
    port: int,
    names: tuple[str, ...],
    proxies: tuple[str, ...],
    no_open: bool,
    data: Path | None,
    database: str | None,
    pause: int,
    workers: int | None,
    memory: int | None,
    web: int | None,
    peer: str,
    inherited: str | None,
    metrics: bool,
    verbose: bool,
) -> None:
    """Serves rooms in which people and bots play, until it is interrupted.

    Every choice is saved before it is acknowledged, so games survive a crash.
    """
    if web is not None:
        if database is None:
            raise usage(SEVERAL)
        supervise(host, port, web)
        return
    from threedown.server.inheritance import Inheritance
    from threedown.server.operations.address import AddressError
    from threedown.server.operations.tracing import TracingMissing
    from threedown.server.run import run  # a second: for help there is no need to wait for it
    from threedown.server.store.postgres import BadUrl, shown

    folder = rooms_folder(data)
    try:
        limit = None if memory is None else memory << 20
        run(
            folder, host, port, pause / 1000, workers, not no_open, metrics, verbose, names=names, memory=limit,
            database=database, proxies=proxies, peer=peer,
            inherited=None if inherited is None else Inheritance.read(inherited),
        )  # fmt: skip
    except TracingMissing as error:
        raise Stop(MISSING_EXTRA, str(error)) from error
    except AddressError as error:
        raise bad_input(str(error)) from error
    except BadUrl as error:
        raise bad_input(f"--database: {error.strerror}") from error
    except OSError as error:
        raise bad_input(f"{folder if database is None else shown(database)}: {error.strerror or error}") from error


def supervise(host: str, port: int, count: int) -> None:
    """Serve by several workers, each called as this process was; their port is the supervisor's."""
    from threedown.server.operations.address import AddressError, check_address, url_of
    from threedown.server.operations.log import begin
    from threedown.server.supervisor import Supervisor, listener_at
    from threedown.server.workers.bot_pool import default_workers

    begin(False)
    try:
        check_address(host, port)
    except AddressError as error:
        raise bad_input(str(error)) from error
    listener = listener_at(host, port)
    given = sys.argv[1:]
    at = next(place for place, one in enumerate(given) if one == "--web" or one.startswith("--web="))
    given[at : at + (2 if given[at] == "--web" else 1)] = []
    if "--workers" not in given:
        given += ["--workers", str(max(1, default_workers() // count))]
    code = Supervisor([sys.executable, "-m", "threedown", *given], listener, count).run(
        url_of(host, listener.getsockname()[1])
    )
    if code:
        raise Stop(code)


@click.command()
@click.pass_context
def open_home(ctx: click.Context) -> None:
    """The page of the server that runs here already, or of one that begins now."""
    from threedown.server.operations.address import open_browser, url_of

    url = url_of("127.0.0.1", DEFAULT_PORT)
    try:
        with urllib.request.urlopen(f"{url}/healthz", timeout=1) as answer:
            there = answer.read() == b'{"status":"ok"}'
    except (OSError, ValueError):
        there = False
    if not there:
        ctx.invoke(serve)
        return
    click.echo(f"Rooms are open at {url} already", err=True)
    open_browser(url)
