"""A damaged database: it stops the rooms it holds, and no other."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from click.testing import CliRunner
from support.hubs import ANN, asked, drained, in_a_house, opened

from threedown.cli import threedown
from threedown.cli.exits import Stop
from threedown.server.hub import Hub
from threedown.server.model.errors import Unknown
from threedown.server.model.messages import Choose
from threedown.server.store import migrations
from threedown.server.store.salvage import Condition, salvage
from threedown.server.store.sqlite import engine_of

pytestmark = pytest.mark.sqlite

PAGE = 4096


def rooms_in_play(folder: Path, number: int = 3) -> list[str]:
    """The names of rooms in which a person has drawn a card."""
    names: list[str] = []

    async def play(hub: Hub) -> None:
        for _ in range(number):
            room = await opened(hub, options={"lives": 9})
            subscriber = await asked(room)
            assert room.game is not None
            await room.handle(subscriber, Choose("a", room.game.seq, "draw stock"))
            names.append(room.name)

    in_a_house(folder, play)
    return names


async def plays_on(hub: Hub, name: str) -> None:
    room = await hub.rooms.find(name)
    assert (name, room.state) == (name, "playing")
    subscriber = await asked(room)
    assert room.game is not None
    await room.handle(subscriber, Choose("b", room.game.seq, room.game.session.menu(0)[0]))
    assert b'"type":"ack"' in drained(subscriber)


def changed(folder: Path, statement: str, name: str) -> None:
    with closing(sqlite3.connect(folder / "threedown.db")) as connection, connection:
        assert connection.execute(statement, (name,)).rowcount == 1


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("UPDATE commands SET command = 'b' WHERE game = ?", "a command is not what was written"),
        ("INSERT INTO held VALUES (?, 0, 0, 'knock', 1)", "a held answer is not what was written"),
    ],
)
def test_a_changed_row_beside_the_log_stops_its_room_alone(folder: Path, statement: str, reason: str) -> None:
    names = rooms_in_play(folder)
    changed(folder, statement, names[1])

    async def look(hub: Hub) -> None:
        room = await hub.rooms.find(names[1])
        assert reason in str(room.plan.stopped)
        await plays_on(hub, names[0])
        await plays_on(hub, names[2])

    in_a_house(folder, look)


def test_a_changed_plan_is_not_believed(folder: Path) -> None:
    """A flipped bit leaves valid JSON with a different host."""
    names = rooms_in_play(folder)
    altered = f"replace(CAST(plan AS TEXT), '{ANN.player}', 'p7')"
    changed(folder, f"UPDATE rooms SET plan = CAST({altered} AS BLOB) WHERE room = ?", names[1])

    async def look(hub: Hub) -> None:
        with pytest.raises(Unknown):
            await hub.rooms.find(names[1])
        await plays_on(hub, names[0])

    in_a_house(folder, look)


def leaves(file: Path, table: str, names: list[str]) -> dict[int, set[str]]:
    """The rooms on each page with rows of a table; the pages are numbered from 1 on, in the order of what they hold."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        found = connection.execute(
            "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path", (table,)
        ).fetchall()
    data = file.read_bytes()
    pages = {page: data[(page - 1) * PAGE : page * PAGE] for (page,) in found}
    return {page: {name for name in names if name.encode() in held} for page, held in pages.items()}


@pytest.mark.parametrize("table", ["rooms", "entries"])
def test_a_damaged_page_stops_the_rooms_it_holds(folder: Path, tmp_path: Path, table: str) -> None:
    """The other rooms are there, and can be played unless they lie on the two pages beside it."""
    names = rooms_in_play(folder, 20)
    pages = leaves(folder / "threedown.db", table, names)
    order = list(pages)
    assert len(order) >= 3
    for place in (0, len(order) - 1):
        damaged = shutil.copytree(folder, tmp_path / f"page-{place}")
        with open(damaged / "threedown.db", "r+b") as file:
            file.seek((order[place] - 1) * PAGE)
            file.write(b"\xff" * 512)
        hit = pages[order[place]]
        near = hit.union(*(pages[page] for page in order[max(0, place - 1) : place + 2]))
        assert hit < near < set(names)
        # A page that is full is balanced with up to two neighbours on one side.
        far = set(names).difference(*(pages[page] for page in order[max(0, place - 2) : place + 3]))
        assert far
        condition = salvage(damaged, None)
        assert hit <= set(condition.damaged) <= near, "the page may also hold the end of the log before it"
        assert (condition.rooms, condition.guests) == (len(names) - len(condition.damaged), 0)
        assert condition.problems
        rescued = tmp_path / f"rescued-{place}"
        rescued.mkdir()
        salvage(damaged, rescued / "threedown.db")

        async def look(hub: Hub, hit: set[str] = hit, near: set[str] = near, far: set[str] = far) -> None:
            for name in set(names) - near:
                assert (await hub.rooms.find(name)).state == "playing"
            for name in {min(far), max(far)}:
                await plays_on(hub, name)
            for name in hit:
                if table == "rooms":
                    with pytest.raises(Unknown):
                        await hub.rooms.find(name)
                else:
                    room = await hub.rooms.find(name)
                    assert "the game cannot be read: database disk image is malformed" in str(room.plan.stopped)

        in_a_house(damaged, look)
        assert salvage(rescued, None) == Condition(0, condition.rooms, {}, ())


def test_rooms_of_an_older_database_are_carried_over(folder: Path) -> None:
    """Back to the schema before the checksums, and forward again: logs, commands and plans are believed."""
    names = rooms_in_play(folder)
    with closing(sqlite3.connect(folder / "threedown.db")) as connection:
        before = [connection.execute(f"SELECT * FROM {table}").fetchall() for table in ("entries", "commands", "rooms")]
    engine = engine_of(folder / "threedown.db")
    with engine.begin() as migrated:
        config = Config()
        config.set_main_option("script_location", str(Path(migrations.__path__[0])))
        config.attributes["connection"] = migrated
        command.downgrade(config, "0005")
    engine.dispose()

    async def look(hub: Hub) -> None:
        for name in names:
            assert (await hub.rooms.find(name)).state == "playing"

    in_a_house(folder, look)
    with closing(sqlite3.connect(folder / "threedown.db")) as connection:
        after = [connection.execute(f"SELECT * FROM {table}").fetchall() for table in ("entries", "commands", "rooms")]
    assert [sorted(rows) for rows in after] == [sorted(rows) for rows in before]


def test_the_check_says_what_is_wrong_and_salvage_leaves_that_out(folder: Path, tmp_path: Path) -> None:
    names = rooms_in_play(folder, 4)
    told = CliRunner().invoke(threedown, ["db", "check", "--json", "--data", str(folder)])
    assert json.loads(told.stdout) == {"guests": 0, "rooms": 4, "damaged": {}, "problems": [], "sound": True}
    other = 'CAST(\'{"go":1,"chain":"00"}\' || char(10) AS BLOB)'
    changed(folder, f"UPDATE entries SET line = {other} WHERE game = ? AND seq = 1", names[0])
    changed(folder, "UPDATE commands SET seq = 7 WHERE game = ?", names[1])
    altered = "CAST(replace(CAST(plan AS TEXT), '\"p0\"', '\"p7\"') AS BLOB)"
    changed(folder, f"UPDATE rooms SET plan = {altered} WHERE room = ?", names[2])
    told = CliRunner().invoke(threedown, ["db", "check", "--data", str(folder)])
    assert isinstance(told.exception, Stop)
    assert (told.exception.code, told.stdout.splitlines()[0]) == (1, "1 room, 0 guests")
    assert {line.partition(": ")[0]: line.partition(": ")[2][:20] for line in told.stdout.splitlines()[1:]} == {
        f"room {names[0]}": "line 2: the chain br",
        f"room {names[1]}": "a command is not wha",
        f"room {names[2]}": "its plan is not what",
    }
    rescued = tmp_path / "rescued"
    rescued.mkdir()
    CliRunner().invoke(threedown, ["db", "salvage", str(rescued / "threedown.db"), "--data", str(folder)])

    async def look(hub: Hub) -> None:
        assert set(hub.rooms) == {names[3]}
        await plays_on(hub, names[3])

    in_a_house(rescued, look)
    assert {file.name for file in folder.iterdir()} <= {"threedown.db", "threedown.db-wal", "threedown.db-shm"}
