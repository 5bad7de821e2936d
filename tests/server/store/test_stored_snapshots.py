"""Snapshots spare long replays after a restart; one that does not fit its log is thrown away, and nothing is lost."""

import itertools
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from support import databases
from support.hubs import ANN, in_a_house
from support.server_rooms import drained

from threedown.server.hub import Hub
from threedown.server.model.messages import GoOn, Hello
from threedown.server.model.wire import NewRoom
from threedown.server.rooms import opening
from threedown.server.rooms.eyes import Eyes
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.snapshots import SNAPSHOT_EVERY
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store import records
from threedown.server.store.checksums import checksum
from threedown.session.session import Session

ENTRIES = 2 * SNAPSHOT_EVERY + 10
MOST_GAMES = 30
"""Games that are begun until one lasts so long."""


def all_told(room: ServedRoom) -> list[bytes]:
    """Return the steps of all remembered entries as Ann and a spectator get them."""
    assert room.game is not None
    return [room.game.step(moment, Eyes(seat), "en") for moment in room.game.event_log.moments for seat in (0, None)]


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Counts the entries that are played again: [number]."""
    number, honest = [0], Session.apply

    def counted(session: Session, given: Any) -> Any:
        number[0] += 1
        return honest(session, given)

    monkeypatch.setattr(Session, "apply", counted)
    return number


@pytest.fixture(scope="module")
def long_game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, list[bytes]]:
    """A folder with a room in which so many entries were played, its name, and what could be told there."""
    folder = tmp_path_factory.mktemp("rooms")
    found: list[Any] = []

    async def play(hub: Hub) -> None:
        wish = NewRoom("war", bots={"1": "random"}, pace=0)
        for _ in range(MOST_GAMES):
            room = hub.rooms[(await hub.opener.open(ANN, wish)).room]
            await room.start(ANN.player)
            subscriber = Subscriber(ANN.player)
            await room.handle(subscriber, Hello())
            assert room.game is not None
            while (seq := room.game.seq) < ENTRIES and not room.game.session.over:
                await room.handle(subscriber, GoOn(f"{seq}", seq))
                drained(subscriber)
            if seq == ENTRIES:
                found.extend([room.name, all_told(room)])
                return

    with pytest.MonkeyPatch.context() as patch, databases.on_sqlite():
        secrets = itertools.count(1)
        patch.setattr(opening, "new_secret", lambda: bytes([next(secrets)]) * 32)
        in_a_house(folder, play)
    return folder, found[0], found[1]


def restored(folder: Path, name: str) -> list[bytes]:
    """Return the entries that a room can tell after a restart."""
    found: list[bytes] = []

    async def look(hub: Hub) -> None:
        room = await hub.rooms.find(name)
        assert room.state == "playing", room.plan.stopped
        found.extend(all_told(room))

    in_a_house(folder, look)
    return found


@pytest.mark.sqlite
def test_a_restart_plays_again_only_what_is_after_the_snapshot(
    folder: Path, long_game: tuple[Path, str, list[bytes]], replayed: list[int]
) -> None:
    there, name, told = long_game
    shutil.copytree(there, folder)
    assert restored(folder, name) == told
    assert replayed[0] == ENTRIES - SNAPSHOT_EVERY


@pytest.mark.parametrize("damaged", [True, False])
@pytest.mark.parametrize(
    "broken",
    ["chain = replace(chain, substr(chain, 1, 1), 'g')", "seq = seq - 1", "game_then = x'00'", "game_then = shares"],
)
@pytest.mark.sqlite
def test_a_snapshot_that_does_not_fit_is_thrown_away(
    folder: Path,
    long_game: tuple[Path, str, list[bytes]],
    replayed: list[int],
    monkeypatch: pytest.MonkeyPatch,
    broken: str,
    damaged: bool,
) -> None:
    """It was damaged on disk, or an older program wrote it so."""
    there, name, told = long_game
    shutil.copytree(there, folder)
    with sqlite3.connect(folder / "threedown.db") as connection:
        connection.execute(f"UPDATE snapshots SET {broken}")
        if not damaged:
            connection.create_function("checksum", -1, checksum)
            connection.execute("UPDATE snapshots SET checksum = checksum(game, seq, chain, game_then, shares)")
    said: list[str] = []
    monkeypatch.setattr(records.log, "warning", lambda event, **more: said.append(event))
    assert restored(folder, name) == told
    assert replayed[0] == ENTRIES
    assert len(said) == 1
    assert said[0].startswith("a snapshot is damaged" if damaged else "a snapshot does not fit its log")
