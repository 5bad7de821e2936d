"""A PostgreSQL server for a measurement: Debian's, in a folder of its own, with the settings of ``deploy/``."""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from threedown.cli.exits import CHECK_FAILED, Stop

SETTINGS = Path(__file__).parent.parent / "deploy" / "postgresql" / "threedown.conf"
OVERRIDES = "listen_addresses = ''\narchive_mode = off\n"
START_SECONDS = 60


class Running(NamedTuple):
    """A server that runs."""

    url: str
    pid: int


@contextlib.contextmanager
def postgres() -> Iterator[Running]:
    """Start a server with an empty database, and delete it afterwards."""
    binaries = _binaries()
    user = pwd.getpwnam("postgres") if os.getuid() == 0 else None  # PostgreSQL refuses root
    as_user = {} if user is None else {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))  # a socket's path has at most 107 characters
    if user is not None:
        os.chown(folder, user.pw_uid, user.pw_gid)
    log = (folder / "log").open("wb")
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C"}

    def begin(program: str, *arguments: str) -> "subprocess.Popen[bytes]":
        command = [binaries / program, *arguments]
        return subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log, **as_user)  # type: ignore[call-overload,no-any-return]

    try:
        if begin(
            "initdb", "-D", f"{folder}/data", "-U", "threedown", "-A", "trust", "-E", "UTF8", "--no-locale"
        ).wait():
            raise Stop(CHECK_FAILED, f"initdb failed: {(folder / 'log').read_text().strip()}")
        with (folder / "data" / "postgresql.conf").open("a") as file:
            file.write(SETTINGS.read_text() + OVERRIDES)
        server = begin("postgres", "-D", f"{folder}/data", "-k", str(folder))
        try:
            end = time.monotonic() + START_SECONDS
            while begin("createdb", "-h", str(folder), "-U", "threedown", "threedown").wait():
                if time.monotonic() > end or server.poll() is not None:
                    raise Stop(CHECK_FAILED, f"PostgreSQL does not start: {(folder / 'log').read_text()[-500:]}")
                time.sleep(0.2)
            yield Running(f"postgresql+psycopg://threedown@/threedown?host={folder}", server.pid)
        finally:
            server.send_signal(signal.SIGQUIT)
            server.wait()
    finally:
        log.close()
        shutil.rmtree(folder, ignore_errors=True)


def _binaries() -> Path:
    """Return the folder of PostgreSQL's programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[4]))
    if not found:
        raise Stop(CHECK_FAILED, "PostgreSQL is not installed: apt-get install postgresql")
    return found[-1].parent
