"""A PostgreSQL server for tests: Debian's, started as an unprivileged user, on a socket in a folder of its own."""

import atexit
import glob
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path

import psycopg
import pytest

MISSING = "PostgreSQL is not installed: apt-get install postgresql (Debian's package is enough)"
PATIENCE = 60
SETTINGS = {
    "listen_addresses": "''", "max_connections": 200, "shared_buffers": "32MB", "fsync": "off",
    "full_page_writes": "off", "autovacuum": "off", "logging_collector": "off",
}  # fmt: skip
"""A process that is killed loses nothing without fsync; only the machine would."""


class Postgres:
    """A PostgreSQL server; it may be killed and started again."""

    def __init__(self) -> None:
        self._user = _unprivileged()
        self.folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))  # a socket's path has at most 107 characters
        if self._user is not None:
            os.chown(self.folder, self._user.pw_uid, self._user.pw_gid)
        self._run("initdb", "-D", f"{self.folder}/data", "-U", "threedown", "-A", "trust", "-N", "-E", "UTF8",
                  "--no-locale")  # fmt: skip
        with open(self.folder / "data" / "postgresql.conf", "a") as file:
            file.writelines(f"{name} = {value}\n" for name, value in SETTINGS.items())
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def url(self, name: str) -> str:
        """Return the URL of a database."""
        return f"postgresql+psycopg://threedown@/{name}?host={self.folder}"

    def connect(self, name: str = "postgres") -> "psycopg.Connection[tuple[object, ...]]":
        """Return a connection that commits each statement."""
        return psycopg.connect(host=str(self.folder), user="threedown", dbname=name, autocommit=True)

    def create(self, name: str, template: str = "template1") -> str:
        """Create a database and return its URL."""
        with self.connect() as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')  # type: ignore[call-overload]
        return self.url(name)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.process = self._begin("postgres", "-D", f"{self.folder}/data", "-k", str(self.folder))
        for _ in range(PATIENCE * 20):
            try:
                self.connect().close()
                return
            except psycopg.OperationalError:
                time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text())

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: SIGINT ends all connections, SIGQUIT is a crash."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)
            self.process = None

    def remove(self) -> None:
        """Stop it and delete its files."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _begin(self, program: str, *arguments: str) -> "subprocess.Popen[bytes]":
        user = None if self._user is None else self._user.pw_uid
        group = None if self._user is None else self._user.pw_gid
        with open(self.folder / "log", "ab") as log:
            return subprocess.Popen(
                [_binaries() / program, *arguments], stdout=log, stderr=log, user=user, group=group,
                extra_groups=None if user is None else [], cwd=self.folder,
                env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
            )  # fmt: skip

    def _run(self, program: str, *arguments: str) -> None:
        if self._begin(program, *arguments).wait(PATIENCE):
            raise AssertionError((self.folder / "log").read_text())


def _binaries() -> Path:
    """Return the folder of PostgreSQL's programs; fails, or skips outside CI, if there is none."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/postgres"), key=lambda path: int(path.split("/")[4]))
    path = found[-1] if found else shutil.which("postgres")
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    return Path(path).parent


def _unprivileged() -> pwd.struct_passwd | None:
    """Return the user under whom it runs: PostgreSQL refuses root. None: this user."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    pytest.fail("root can't run PostgreSQL, and there is no user postgres or nobody")


@cache
def postgres() -> Postgres:
    """The PostgreSQL server of this test process, started when it is first needed."""
    _binaries()
    found = Postgres()
    atexit.register(found.remove)
    return found
