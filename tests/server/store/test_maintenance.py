"""``threedown db``: copies are whole, and reveal or leave out the secrets; deletion removes exactly its subject."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner
from support.hubs import ANN, BEN, in_a_house, until
from support.serving import Person, Serving, opened, people, usual, within

from threedown.cli import threedown
from threedown.cli.exits import Stop
from threedown.client import GuestClient
from threedown.server.hub import Hub
from threedown.server.model import clock
from threedown.server.model.messages import Choose, GoOn, Hello
from threedown.server.model.wire import Join, NewGuest, NewRoom
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store.devices import store_guest
from threedown.server.store.maintenance import A_DAY, NoDatabase, back_up, delete_guest, delete_room, follow, prune

pytestmark = pytest.mark.sqlite


class Done(NamedTuple):
    """The output and exit code of a command."""

    stdout: str
    stderr: str


def db(*arguments: str, code: int = 0) -> Done:
    """``threedown db …``, with nobody at the keyboard."""
    done = CliRunner().invoke(threedown, ["db", *arguments])
    if not isinstance(done.exception, Stop):
        assert done.exit_code == code, done.output
        return Done(done.stdout, done.stderr)
    assert done.exception.code == code, done.exception
    return Done(done.stdout, str(done.exception))


def rows(file: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchall()


def database(folder: Path) -> Path:
    return folder / "threedown.db"


@pytest.mark.slow
def test_a_copy_is_made_while_people_play_and_a_server_goes_on_from_it(tmp_path: Path) -> None:
    copy = tmp_path / "copies" / "threedown.db"
    copy.parent.mkdir()

    async def play(serving: Serving) -> tuple[str, str, int]:
        async with people(serving.url, "Ann") as (ann,):
            over = await opened([ann], "blitz31", bots={"1": "simple"}, pace=0, options={"lives": 1})
            await ann.call("POST", f"/api/rooms/{over}/start")
            await within(Person(ann, over, usual).play())
            room = await opened([ann], "blitz31", bots={"1": "simple"}, pace=0)
            await ann.call("POST", f"/api/rooms/{room}/start")
            done = await asyncio.to_thread(db, "backup", str(copy), "--data", str(serving.folder))
            assert "secrets of 1 game not over" in done.stderr
            return room, str(ann.token), (await ann.call("GET", f"/api/rooms/{room}"))["seq"]

    async def look(serving: Serving, token: str, room: str, seq: int) -> None:
        async with GuestClient(serving.url, token) as ann:
            told = await ann.call("GET", f"/api/rooms/{room}")
            assert told["state"] == "playing"
            assert told["seq"] <= seq
            await ann.call("POST", f"/api/rooms/{room}/leave")

    serving = Serving(tmp_path / "rooms")
    try:
        room, token, seq = asyncio.run(play(serving))
    finally:
        serving.kill()
    assert copy.stat().st_mode & 0o077 == 0, "nobody but its owner reads it"
    serving = Serving(copy.parent)
    try:
        asyncio.run(look(serving, token, room, seq))
    finally:
        serving.stop()


def kept_here(folder: Path) -> dict[str, str]:
    """A folder with a guest and three rooms: one that waits, one that is played, one that is over; their names."""
    names: dict[str, str] = {}

    async def fill(hub: Hub) -> None:
        guest = await hub.guests.new(NewGuest("Ann"))
        for state, options in (("waiting", {}), ("playing", {}), ("over", {"lives": 1})):
            room = hub.rooms[
                (await hub.opener.open(guest, NewRoom("blitz31", bots={"1": "simple"}, options=options))).room
            ]
            names[state] = room.name
            if state != "waiting":
                await room.start(guest.player)
            while state == "over" and room.state != "over":
                await asyncio.sleep(0.001)
                game = room.game
                assert game is not None
                if game.waits_for(0):
                    subscriber, asked = Subscriber(guest.player), game.session.pending is not None
                    await room.handle(subscriber, Hello())
                    # A dealt 31 wins at once: no seat is asked, and people look at it first.
                    choice = Choose(f"{game.seq}", game.seq, game.session.menu(0)[0]) if asked else None
                    await room.handle(subscriber, choice or GoOn(f"{game.seq}", game.seq))
        names["guest"] = guest.player

    in_a_house(folder, fill)
    return names


def test_a_copy_without_secrets_has_none(folder: Path, tmp_path: Path) -> None:
    names = kept_here(folder)
    copy, whole = tmp_path / "copy.db", tmp_path / "whole.db"
    told = json.loads(db("backup", str(copy), "--without-secrets", "--json", "--data", str(folder)).stdout)
    assert told == {"file": str(copy), "guests": 1, "rooms": 1, "secrets": 0}
    assert rows(copy, "SELECT room FROM rooms") == [(names["over"],)]
    back_up(folder, whole, True)
    secrets = dict(rows(database(folder), "SELECT state, secret FROM rooms"))
    for state, secret in secrets.items():
        assert secret.encode() in whole.read_bytes()
        assert (secret.encode() in copy.read_bytes()) == (state == "over")
    logs = rows(database(folder), "SELECT DISTINCT game FROM entries")
    assert (names["playing"],) in logs
    assert rows(copy, "SELECT DISTINCT game FROM entries") == [(names["over"],)]


def test_a_copy_is_not_written_over_a_file_nor_made_of_nothing(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "there"
    file.write_text("mine")
    kept_here(folder)
    assert "give another name" in db("backup", str(file), "--data", str(folder), code=3).stderr
    assert file.read_text() == "mine"
    assert "no rooms are kept here" in db("backup", str(tmp_path / "b"), "--data", str(tmp_path / "no"), code=3).stderr
    database(folder).write_bytes(b"not a database" * 100)
    assert "not a database" in db("backup", str(tmp_path / "b"), "--data", str(folder), code=3).stderr
    assert {one.name for one in tmp_path.iterdir()} == {"there", "rooms"}, "nothing is left behind"


def test_a_copy_follows_what_is_played_and_outlives_the_database(folder: Path, tmp_path: Path) -> None:
    names = kept_here(folder)
    copy = tmp_path / "copy.db"
    waits: list[None] = []

    def wait() -> None:
        waits.append(None)
        if len(waits) == 2:  # at the first wait nothing happened
            delete_room(folder, names["over"], True)
        if len(waits) == 3:
            database(folder).unlink()

    copies = follow(folder, copy, wait)
    assert next(copies).rooms == 3
    assert copy.stat().st_mode & 0o077 == 0
    assert next(copies).rooms == 2
    assert len(waits) == 2, "a copy is made when something has changed"
    with pytest.raises(OSError, match="deleted or replaced"):
        next(copies)
    assert sorted(rows(copy, "SELECT state FROM rooms")) == [("playing",), ("waiting",)]


def test_a_damaged_database_does_not_replace_its_copy(folder: Path, tmp_path: Path) -> None:
    kept_here(folder)
    copy = tmp_path / "copy.db"
    next(follow(folder, copy, lambda: None))
    before = copy.read_bytes()
    with open(database(folder), "r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 4096)
    done = db("follow", str(tmp_path), "--data", str(folder), code=3)
    assert "damaged" in done.stderr or "malformed" in done.stderr
    assert copy.read_bytes() == before


def test_old_rooms_are_pruned_and_played_ones_stay(folder: Path) -> None:
    names = kept_here(folder)
    now = clock.now()
    states: Any = ("over", "stopped", "waiting")
    assert prune(folder, now - A_DAY, states, True).rooms == 0, "nothing is old"
    assert prune(folder, now + A_DAY, states, False).rooms == 2
    assert len(rows(database(folder), "SELECT * FROM rooms")) == 3, "that was only a question"
    assert prune(folder, now + A_DAY, states, True).rooms == 2
    assert rows(database(folder), "SELECT room FROM rooms") == [(names["playing"],)]
    assert rows(database(folder), "SELECT DISTINCT game FROM entries") == [(names["playing"],)]
    assert rows(database(folder), "SELECT player FROM guests") == [(names["guest"],)], "he still sits there"
    done = json.loads(db("prune", "--days", "0", "--state", "playing", "--yes", "--json", "--data", str(folder)).stdout)
    assert done == {"guests": 1, "rooms": 1, "places": 0, "reports": 0}
    assert [rows(database(folder), f"SELECT * FROM {table}") for table in ("guests", "rooms", "entries")] == [
        [],
        [],
        [],
    ]


def test_a_room_is_deleted_with_all_that_hangs_on_it(folder: Path) -> None:
    names = kept_here(folder)
    secret = dict(rows(database(folder), "SELECT room, secret FROM rooms"))[names["playing"]]
    assert delete_room(folder, names["playing"], False).rooms == 1
    assert delete_room(folder, names["playing"], True).rooms == 1
    with pytest.raises(NoDatabase, match="there is no room"):
        delete_room(folder, names["playing"], True)
    for table in ("entries", "commands", "held"):
        assert (names["playing"],) not in rows(database(folder), f"SELECT game FROM {table}")
    assert all(secret.encode() not in file.read_bytes() for file in folder.iterdir())


def test_a_guest_is_deleted_and_who_played_with_him_plays_on(folder: Path) -> None:
    names: dict[str, str] = {}

    async def fill(hub: Hub) -> None:
        for guest in (ANN, BEN):
            await hub.services.writer.do(lambda connection, guest=guest: store_guest(
                connection, guest.player, f"d{guest.player}", guest.player.encode(), guest.name))  # fmt: skip
        for name in ("alone", "waiting", "playing"):
            room = hub.rooms[(await hub.opener.open(ANN, NewRoom("blitz31", seats=2, pace=0))).room]
            names[name] = room.name
            if name != "alone":
                await room.join(BEN, Join())
            if name == "playing":
                await room.start(ANN.player)

    async def look(hub: Hub) -> None:
        assert set(hub.rooms) == {names["waiting"], names["playing"]}
        waiting, playing = hub.rooms[names["waiting"]], hub.rooms[names["playing"]]
        assert (waiting.plan.host, waiting.seat_of(BEN.player), waiting.plan.chairs[0].is_open) == (BEN.player, 1, True)
        assert playing.plan.host == BEN.player
        assert playing.view().seats[0].stand_in
        await until(lambda: playing.game is not None and playing.game.shared_game.asked_people() == [1])

    in_a_house(folder, fill)
    assert delete_guest(folder, ANN.player, False, False).places == 2
    done = json.loads(db("delete", "--guest", ANN.player, "--yes", "--json", "--data", str(folder)).stdout)
    assert done == {"guests": 1, "rooms": 1, "places": 2, "reports": 0}
    assert rows(database(folder), "SELECT player FROM guests") == [(BEN.player,)]
    in_a_house(folder, look)
    assert delete_guest(folder, BEN.player, True, True).rooms == 2
    assert rows(database(folder), "SELECT * FROM rooms") == []


def test_deleting_asks_first_and_not_while_a_server_runs(served: Serving, tmp_path: Path) -> None:
    kept_here(tmp_path)
    assert "this would delete 3 rooms, 1 guest: add --yes to do it" in db(
        "prune", "--days", "0", "--state", "waiting", "--state", "playing", "--state", "over", "--data", str(tmp_path),
        code=2,
    ).stderr  # fmt: skip
    assert len(rows(database(tmp_path), "SELECT * FROM rooms")) == 3
    assert "stop it first" in db("prune", "--yes", "--data", str(served.folder), code=3).stderr
    assert "say which" in db("delete", "--data", str(tmp_path), code=2).stderr
    assert "there is no guest p0" in db("delete", "--guest", "p0", "--yes", "--data", str(tmp_path), code=3).stderr
