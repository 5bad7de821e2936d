"""The real process, killed under play: no choice that was acknowledged is lost, and none counts twice."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from support.serving import PATIENCE, Person, Serving, any_choice, check_record, opened, people, within

from threedown.session.record import read_record

GAMES = {"blitz31": {"options": {"lives": 2}}, "steal-war": {"options": {"turn_cap": 30}}}


async def under_kills(serving: Serving, kills: int, seed: int, folder: Path) -> int:
    """Play the games one by one until the process was killed so often; return how many were played.

    At most half of the kills come in one game: on a slow machine all could else come in the first.
    """
    pick, played, killed = random.Random(seed), 0, 0
    while killed < kills:
        game = sorted(GAMES)[played % len(GAMES)]
        async with people(serving.url, "Ann", "Ben") as players:
            level = "simple" if game == "blitz31" else "random"
            room = await opened(players, game, seats=3, bots={"2": level}, pace=0, **GAMES[game])
            seated = [Person(player, room, any_choice(pick.getrandbits(30))) for player in players]
            await players[0].call("POST", f"/api/rooms/{room}/start")
            playing = asyncio.gather(*(person.play() for person in seated))
            while not playing.done() and killed < min(kills, (played + 1) * kills // 2):
                await asyncio.wait([playing], timeout=pick.uniform(0.0, 0.5))
                if not playing.done():
                    killed += 1
                    serving.kill()
                    await asyncio.to_thread(serving.start)
            overs = await asyncio.wait_for(playing, PATIENCE)
            file = folder / f"{played}.3d"
            file.write_bytes(await players[0].call("GET", overs[0]["record"]))
            check_record(read_record(file), seated)
        played += 1
    return played


@pytest.mark.parametrize("kills", [pytest.param(30, marks=pytest.mark.slow), pytest.param(200, marks=pytest.mark.soak)])
def test_killed_under_play(kills: int, folder: Path, tmp_path: Path) -> None:
    serving = Serving(folder)
    try:
        assert asyncio.run(under_kills(serving, kills, 7, tmp_path)) >= 2
    finally:
        serving.kill()


def without_times(room: dict[str, Any]) -> dict[str, Any]:
    """A room without the milliseconds for which its people have been gone."""
    return room | {"seats": [{**seat, "gone": None} for seat in room["seats"]]}


def test_a_restarted_server_goes_on(folder: Path) -> None:
    """A graceful stop: rooms that wait keep their seats, and games go on where they were."""

    async def run(serving: Serving) -> None:
        async with people(serving.url, "Ann", "Ben") as players:
            waiting = await opened(players, "war", seats=3)
            before = without_times(await players[0].call("GET", f"/api/rooms/{waiting}"))
            room = await opened(players[:1], "war", bots={"1": "random"}, options={"turn_cap": 20})
            await players[0].call("POST", f"/api/rooms/{room}/start")
            serving.stop()
            await asyncio.to_thread(serving.start)
            assert without_times(await players[0].call("GET", f"/api/rooms/{waiting}")) == before
            over = (await within(Person(players[0], room, any_choice(1)).play()))[0]
            assert over["result"]["turns"] <= 20
            serving.stop()
            await asyncio.to_thread(serving.start)
            again = (await within(Person(players[0], room, any_choice(1)).play()))[0]
            assert again == over, "what is over can be looked at for ever"

    serving = Serving(folder)
    try:
        asyncio.run(run(serving))
    finally:
        serving.kill()
