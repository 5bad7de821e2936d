"""Two people and a bot finish a game of each kind over real sockets, and the record is true."""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.paths import EXAMPLES
from support.serving import PATIENCE, Person, check_record, opened, people, usual, within

from threedown.session.record import examine, read_record

GAMES: dict[str, dict[str, Any]] = {
    "war": {"options": {"turn_cap": 40}, "seats": 3, "pace": 0},
    "blitz31": {"options": {"lives": 1}, "seats": 3},
    "steal-war": {"options": {"turn_cap": 15}, "seats": 3, "pace": 0},
    "blitzwar": {"preset": "duel", "options": {"rounds": 1, "last_threshold": 12, "turn_cap": 40}, "seats": 3},
}


async def finished(url: str, game: str, wish: dict[str, Any], file: Path) -> list[Person]:
    async with people(url, "Ann", "Ben", "Cyd") as players:
        room = await opened(players[:2], game, bots={"2": "simple" if game.startswith("blitz") else "random"}, **wish)
        before = await players[0].call("GET", f"/api/rooms/{room}")
        seated = [Person(player, room, usual) for player in players]
        playing = asyncio.ensure_future(within(*(person.play() for person in seated)))
        await players[0].call("POST", f"/api/rooms/{room}/start")
        overs = await playing
        assert overs[0] == overs[1] == overs[2]
        assert overs[0]["result"]["over"]
        data = await players[2].call("GET", overs[0]["record"])
        file.write_bytes(data)
        assert examine(read_record(file), committed=before["commitment"]).wrong == []
        return seated


@pytest.mark.parametrize("game", GAMES)
def test_two_people_and_a_bot_finish_a_game(url: str, game: str, tmp_path: Path) -> None:
    file = tmp_path / "game.3d"
    seated = asyncio.run(finished(url, game, GAMES[game], file))
    check_record(read_record(file), seated)
    assert [person.you for person in seated] == [0, 1, None]
    assert threedown_verify(file) == 0


def threedown_verify(file: Path) -> int:
    """The exit code of ``threedown verify``."""
    return subprocess.run([sys.executable, "-m", "threedown", "verify", str(file)], capture_output=True).returncode


def test_a_bot_of_somebody_else_plays_over_the_wire(url: str) -> None:
    """The example, as it stands."""
    script = EXAMPLES / "remote_bot.py"
    done = subprocess.run([sys.executable, str(script), url], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("winners: [")
