"""``threedown db`` on PostgreSQL: a server is carried over and back, each room checked, and deletions stay deleted."""

import asyncio
import json
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sqlalchemy import select
from support.hubs import ANN, BEN, in_a_house, over
from support.postgres import postgres

from threedown.cli import threedown
from threedown.cli.exits import Stop
from threedown.server.hub import Hub
from threedown.server.model.rule_sets import KeepRules
from threedown.server.model.wire import Guest, Join, NewGuest, NewRoom
from threedown.server.rooms.services import Services
from threedown.server.store import queries
from threedown.server.store.postgres import engine_of
from threedown.server.store.results import results_of_game
from threedown.server.store.tables import guests, rooms
from threedown.server.store.writer import Writer

pytestmark = pytest.mark.postgres


def db(*arguments: str, code: int = 0) -> str:
    """Run ``threedown db`` with nobody at the keyboard, and return what it said."""
    done = CliRunner().invoke(threedown, ["db", *arguments])
    if isinstance(done.exception, Stop):
        assert done.exception.code == code, done.exception
        return str(done.exception)
    assert done.exit_code == code, done.output
    return done.stdout


@pytest.fixture
def url(tmp_path: Path) -> str:
    return postgres().create(f"t{abs(hash(tmp_path)):x}")


@pytest.fixture
def house(folder: Path) -> dict[str, Any]:
    """A folder with a game that is over, one that is played, a room that waits, and two guests."""
    found: dict[str, Any] = {}

    async def act(hub: Hub) -> None:
        found["players"] = [(await hub.guests.new(NewGuest(name))).player for name in ("Ann", "Ben")]
        found["over"] = (await over(hub)).name
        found["record"] = await hub.archive.record(found["over"], "")
        room = hub.rooms[(await hub.opener.open(ANN, NewRoom("blitz31", seats=2))).room]
        await room.join(BEN, Join())
        await room.start(ANN.player)
        found["playing"] = room.name
        found["waiting"] = (await hub.opener.open(BEN, NewRoom("war"))).room
        ann = Guest(found["players"][0], "Ann")
        found["rule set"] = await hub.opener.rule_sets.keep(
            ann, KeepRules("war", name="Ours", options={"face_down": 3})
        )

    in_a_house(folder, act)
    return found


def test_a_server_is_carried_over_and_goes_on(folder: Path, house: dict[str, Any], url: str, tmp_path: Path) -> None:
    carried = json.loads(db("move", str(folder), url, "--json"))
    assert (carried["guests"], carried["rooms"], carried["secrets"]) == (2, 3, 2)
    assert carried["entries"] > 0

    async def look() -> None:
        services = Services(Writer(tmp_path / "caches", database=url), 0)
        try:
            hub = Hub(services)
            await hub.open()
            assert set(hub.rooms) == {house["playing"], house["waiting"]}
            kept = house["rule set"]
            assert await hub.opener.rule_sets.seen(kept.rule_set, house["players"][0]) == kept
            assert await hub.archive.record(house["over"], "") == house["record"]
            results = await services.writer.do(partial(results_of_game, game="war"))
            assert {result.room for result in results} == {house["over"]}
            game = hub.rooms[house["playing"]].game
            assert game is not None
            assert game.shared_game.asked_people() == [0] or game.session.pending is None
        finally:
            await services.close()

    asyncio.run(look())


def test_a_copy_of_postgresql_is_a_file_of_sqlite(
    folder: Path, house: dict[str, Any], url: str, tmp_path: Path
) -> None:
    db("move", str(folder), url)
    copy, finished = tmp_path / "copy.db", tmp_path / "finished.db"
    db("backup", str(copy), "--database", url)
    db("backup", str(finished), "--database", url, "--without-secrets")
    for file, names in ((copy, {"over", "playing", "waiting"}), (finished, {"over"})):
        with closing(sqlite3.connect(file)) as connection:
            found = {name for (name,) in connection.execute("SELECT room FROM rooms")}
        assert found == {house[name] for name in names}
        assert [one.name for one in tmp_path.iterdir() if one.name.startswith(file.name)] == [file.name]
    again = postgres().create(f"again{abs(hash(tmp_path)):x}")
    assert json.loads(db("move", str(copy), again, "--json"))["rooms"] == 3


def test_a_room_that_is_not_whole_carries_nothing_over(folder: Path, house: dict[str, Any], url: str) -> None:
    with closing(sqlite3.connect(folder / "threedown.db")) as connection, connection:
        connection.execute("UPDATE rooms SET state = 'over' WHERE room = ?", (house["playing"],))
    assert f"room {house['playing']}: its plan is not what was written" in db("move", str(folder), url, code=3)
    engine = engine_of(url)
    with engine.connect() as connection:
        assert connection.execute(select(guests)).all() == []
        assert connection.execute(select(rooms)).all() == []
    engine.dispose()


def test_a_move_into_a_database_in_use_is_refused(folder: Path, house: dict[str, Any], url: str) -> None:
    db("move", str(folder), url)
    assert "the target has guests or rooms already" in db("move", str(folder), url, code=3)


def test_nothing_is_moved_or_deleted_while_a_server_runs(
    folder: Path, house: dict[str, Any], url: str, tmp_path: Path
) -> None:
    db("move", str(folder), url)
    writer = Writer(tmp_path / "caches", database=url)
    try:
        asyncio.run(writer.do(queries.room_names))
        for command in (["prune", "--days", "0"], ["delete", "--room", house["over"]]):
            assert "stop them first" in db(*command, "--yes", "--database", url, code=3)
        assert "3 rooms" in db("check", "--database", url)
    finally:
        writer.close()


def test_rooms_and_guests_are_deleted(folder: Path, house: dict[str, Any], url: str) -> None:
    db("move", str(folder), url)
    db("delete", "--room", house["over"], "--yes", "--database", url)
    db("delete", "--guest", house["players"][0], "--yes", "--database", url)
    db("prune", "--days", "0", "--yes", "--database", url)
    engine = engine_of(url)
    with engine.connect() as connection:
        assert list(connection.execute(select(rooms.c.room)).scalars()) == [house["playing"]]
        assert connection.execute(select(guests)).all() == []
    engine.dispose()


def test_a_damaged_room_is_found(folder: Path, house: dict[str, Any], url: str) -> None:
    db("move", str(folder), url)
    engine = engine_of(url)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE entries SET line = 'x' WHERE game = %s AND seq = 1", (house["over"],))
    engine.dispose()
    assert "1 damaged room" in db("check", "--database", url, code=1)


@pytest.mark.parametrize(
    ("command", "said"), [("follow", "set up a replica"), ("salvage", "restore PostgreSQL from its own backup")]
)
def test_commands_for_files_say_what_does_it_instead(command: str, said: str, tmp_path: Path) -> None:
    url = "postgresql+psycopg://ann:secret@host/rooms"
    told = db(command, str(tmp_path / "copy"), "--database", url, code=3)
    assert said in told
    assert "secret" not in told
