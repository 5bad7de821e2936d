"""A knockout over the wire: on a server that is killed again and again, and with many tables at once."""

import asyncio
import hashlib
import hmac
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.serving import PATIENCE, Serving, people

from threedown.client import Message, play_tournament

KILLS = 4
"""Then the server lives, so that the deals end however slow the machine is."""


def quick(message: Message) -> str:
    """A knock as soon as it may be: people who only draw, and a bot that is out, would play for thousands of turns."""
    question = message["question"]
    return "knock" if "knock" in question["choices"] else str(question["usual"])


@pytest.mark.slow  # ten seconds lie between two deals
def test_nothing_of_a_knockout_is_lost_with_its_server(folder: Path) -> None:
    serving, pick = Serving(folder), random.Random(1)

    async def fail(kills: list[int], playing: asyncio.Future[list[Message]]) -> None:
        while not playing.done() and len(kills) < KILLS:
            await asyncio.sleep(pick.uniform(0.5, 9))
            if not playing.done():
                await asyncio.to_thread(serving.kill)
                await asyncio.to_thread(serving.start)
                kills.append(1)

    async def run() -> None:
        async with people(serving.url, "Ann", "Ben", "Cara", "Dan") as players:
            wish = {"game": "blitz31", "kind": "knockout", "seats": 4, "in": 3000}
            id = (await players[0].call("POST", "/api/tournaments", wish))["tournament"]
            seal = (await players[0].call("GET", f"/api/tournaments/{id}"))["rounds"][0]["commitment"]
            playing = asyncio.ensure_future(
                asyncio.wait_for(asyncio.gather(*(play_tournament(one, id, quick) for one in players)), 3 * PATIENCE)
            )
            await asyncio.sleep(2)  # all have entered
            kills: list[int] = []
            await fail(kills, playing)
            told = await playing
            assert len(kills) == KILLS
            seen = told[0]["tournament"]
            assert [one["tournament"]["standings"] for one in told] == [seen["standings"]] * 4
            assert [one["place"] for one in seen["standings"]] == [1, 2, 3, 4]
            assert [one["games"] for one in seen["standings"]] == [3] * 4, "every deal counts once"
            [final] = seen["rounds"]
            secret = bytes.fromhex(final["secret"])
            assert hashlib.sha256(secret).hexdigest() == final["commitment"] == seal
            for deal, room in enumerate(final["tables"][0]["rooms"], 1):
                fair = await players[0].call("GET", f"/api/rooms/{room}/fairness")
                assert fair["secret"] == hmac.digest(secret, f"deal {deal}".encode(), "sha256").hex()

    try:
        asyncio.run(run())
    finally:
        serving.stop()


MANY = 24
"""Players: eight tables, as each round halves them, with three players and a bot each."""


@pytest.fixture
def patient(folder: Path) -> Iterator[str]:
    """The URL of a server on which a table waits for its players, however slow the machine is."""
    code = (
        f"from threedown.server.tournaments import tables; tables.TO_SIT_DOWN = {3 * PATIENCE * 1000};"
        "from threedown.__main__ import main; main()"
    )
    serving = Serving(folder, program=("-c", code))
    yield serving.url
    serving.stop()


@pytest.mark.slow  # ten seconds lie between two deals
def test_many_tables_play_the_same_deals_at_once(patient: str) -> None:
    async def run() -> None:
        names = [f"Player {number}" for number in range(MANY)]
        async with people(patient, *names, "Eve") as [*players, eve]:
            wish = {"game": "blitz31", "kind": "knockout", "seats": 4, "in": 4000}
            id = (await eve.call("POST", "/api/tournaments", wish))["tournament"]
            async with asyncio.TaskGroup() as group:  # a player who fails ends the test
                playing = [group.create_task(play_tournament(one, id, quick)) for one in players]
                async with asyncio.timeout(3 * PATIENCE) as patience:  # as long as there is news
                    async for told in eve.standings(id):
                        patience.reschedule(asyncio.get_running_loop().time() + 3 * PATIENCE)
                        rounds = told["tournament"]["rounds"]
                        if rounds[0]["state"] == "over":
                            break
                for one in playing:
                    one.cancel()
            tables = rounds[0]["tables"]
            assert [len(table["seats"]) for table in tables] == [4] * 8
            people_there = [seat["player"] for table in tables for seat in table["seats"] if seat["player"]]
            assert len(people_there) == len(set(people_there)) == MANY
            assert [sum(seat["goes_on"] for seat in table["seats"]) for table in tables] == [2] * 8
            assert [len(table["rooms"]) for table in tables] == [3] * 8
            for deal in range(3):
                fair = [await eve.call("GET", f"/api/rooms/{table['rooms'][deal]}/fairness") for table in tables]
                assert len({one["key"] for one in fair}) == 1, "the same cards at every table"
            assert rounds[1]["state"] == "coming"

    asyncio.run(run())
