"""Back to a moment: base backup, archived log and restore, by the scripts and settings of deploy/."""

import asyncio
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.postgres import Postgres
from support.serving import PATIENCE, Person, Serving, any_choice, opened, people, refused, within

from threedown.session.record import read_record

DEPLOY = Path(__file__).parents[2] / "deploy" / "postgresql"
SCRIPTS = ("archive-wal", "base-backup", "restore")


class Archived(Postgres):
    """A PostgreSQL server with the settings of deploy/ that archives its log into a folder beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.backups = self.folder / "backups"
        (self.backups / "wal").mkdir(parents=True)
        for script in SCRIPTS:
            shutil.copy(DEPLOY / script, self.folder)
        self.own(self.backups, self.backups / "wal")
        self.stop()
        settings = (DEPLOY / "threedown.conf").read_text()
        settings = settings.replace("/opt/threedown/deploy/postgresql", str(self.folder))
        settings = settings.replace("/var/backups/threedown", str(self.backups)).replace("512MB", "32MB")
        with open(self.folder / "data" / "postgresql.conf", "a") as file:
            file.write(settings)
        self.start()

    def own(self, *paths: Path) -> None:
        """Give files to the user that PostgreSQL runs as."""
        if self._user is not None:
            for path in paths:
                os.chown(path, self._user.pw_uid, self._user.pw_gid)

    def script(self, name: str, *arguments: str) -> str:
        """Run a script of deploy/ as that user, and return its output."""
        environment = {"PATH": "/usr/bin:/bin", "PGHOST": str(self.folder), "PGUSER": "threedown", "LC_ALL": "C"}
        user = None if self._user is None else self._user.pw_uid
        group = None if self._user is None else self._user.pw_gid
        done = subprocess.run(
            [self.folder / name, *arguments], user=user, group=group, extra_groups=None if user is None else [],
            env=environment, cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def ask(self, statement: str, name: str = "postgres") -> Any:
        """Return the one value of a query."""
        with self.connect(name) as connection:
            row = connection.execute(statement).fetchone()  # type: ignore[call-overload]
            return row[0]

    def archive_now(self) -> None:
        """Finish the current file of the log, and wait until it is in the archive."""
        file = self.ask("SELECT pg_walfile_name(pg_current_wal_lsn())")
        self.ask("SELECT pg_switch_wal()")
        wait_for(lambda: (self.backups / "wal" / file).exists())

    def is_ready(self) -> bool:
        return self.ask("SELECT pg_is_in_recovery()") is False


def wait_for(fact: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not fact():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.fixture
def server() -> Iterator[Archived]:
    found = Archived()
    yield found
    found.remove()


async def play_some(seated: list[Person], acks: int) -> None:
    """Let people play until so many more of their commands are acknowledged, and nothing is on its way."""
    before = sum(len(person.acks) for person in seated)
    tasks = [asyncio.create_task(person.play()) for person in seated]
    while sum(len(person.acks) for person in seated) < before + acks:
        await asyncio.sleep(0.01)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def entries(player: Any, room: str) -> int:
    """The number of a room's entries, once nothing is added any more."""
    last = None
    while last != (now := (await player.call("GET", f"/api/rooms/{room}"))["seq"]):
        last = now
        await asyncio.sleep(0.5)
    assert isinstance(now, int)
    return now


@pytest.mark.slow
def test_a_server_is_restored_to_a_moment_and_its_games_go_on(server: Archived, folder: Path) -> None:
    url = server.create("threedown")
    serving = Serving(folder, "--database", url)

    async def run() -> None:
        async with people(serving.url, "Ann", "Ben") as players:
            room = await opened(players, "blitz31", pace=0)
            await players[0].call("POST", f"/api/rooms/{room}/start")

            def seated() -> list[Person]:
                return [Person(player, room, any_choice(place)) for place, player in enumerate(players)]

            await play_some(seated(), 6)
            before = await entries(players[0], room)
            backup = await asyncio.to_thread(server.script, "base-backup", str(server.backups))
            assert Path(backup).parent == server.backups
            await play_some(seated(), 6)
            kept = await entries(players[0], room)
            moment = str(server.ask("SELECT clock_timestamp()"))
            await asyncio.sleep(1)
            await play_some(seated(), 4)
            later = await opened(players, "war")
            assert before < kept < await entries(players[0], room)
            await asyncio.to_thread(server.archive_now)

            serving.kill()
            server.stop()
            (server.folder / "data").rename(server.folder / "lost")
            await asyncio.to_thread(server.script, "restore", str(server.backups), f"{server.folder}/data", moment)
            server.start()
            await asyncio.to_thread(wait_for, server.is_ready)
            serving.start()

            assert (await refused(players[0].call("GET", f"/api/rooms/{later}")))["status"] == 404
            assert await entries(players[0], room) == kept
            again = seated()
            [over, _] = await within(*(person.play() for person in again))
            (folder / "played.3d").write_bytes(await players[0].call("GET", over["record"]))
            record = read_record(folder / "played.3d")
            assert len(record.inputs) > kept, "the game went on from there to its end"

    try:
        asyncio.run(run())
    finally:
        serving.stop()


@pytest.mark.slow
def test_old_backups_go_and_the_newest_stays(server: Archived) -> None:
    first = Path(server.script("base-backup", str(server.backups)))
    time.sleep(1.1)  # they are named by the second
    second = Path(server.script("base-backup", str(server.backups)))
    server.archive_now()
    months_ago = time.time() - 90 * 86_400
    for backup in (first, second):
        os.utime(backup, (months_ago, months_ago))
    oldest = min((server.backups / "wal").iterdir())
    time.sleep(1.1)
    third = Path(server.script("base-backup", str(server.backups)))
    assert {path for path in server.backups.iterdir() if path.name.startswith("base-")} == {third}
    assert not oldest.exists(), "no backup needs it any more"


@pytest.mark.slow
def test_a_file_of_the_log_is_never_overwritten_by_another(server: Archived, tmp_path: Path) -> None:
    archived, other = server.backups / "wal" / "000000010000000000000001", server.folder / "other"
    other.write_text("other")
    server.archive_now()
    wait_for(archived.exists)
    kept = archived.read_bytes()
    done = subprocess.run([server.folder / "archive-wal", other, archived])
    assert done.returncode != 0
    assert archived.read_bytes() == kept
    (server.folder / "same").write_bytes(kept)
    assert subprocess.run([server.folder / "archive-wal", server.folder / "same", archived]).returncode == 0
