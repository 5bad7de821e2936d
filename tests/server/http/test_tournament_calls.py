"""Tournaments over HTTP and their socket."""

import asyncio
import csv
import hashlib
import hmac
import io
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.serving import people
from websockets.asyncio.client import connect

from threedown.client import GuestClient, RequestRefused

EXAMPLES = Path(__file__).parents[3] / "examples"
NEW = {"game": "blitz31", "seats": 2, "in": 0}


async def opened(ann: GuestClient, **wish: Any) -> str:
    return str((await ann.call("POST", "/api/tournaments", {**NEW, **wish}))["tournament"])


def test_a_tournament_is_opened_listed_joined_and_read_as_a_file(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann", "=Ben") as (ann, ben):
            id, hidden = await opened(ann), await opened(ann, listed=False)
            path = f"/api/tournaments/{id}"
            listed = {one["tournament"]: one for one in await ben.call("GET", "/api/tournaments")}
            assert listed[id]["url"] == f"/t/{id}"
            assert hidden not in listed
            assert await ben.call("GET", f"{path}/me") is None
            seen = await ben.call("POST", f"{path}/join")
            assert [(one["name"], one["program"], one["status"]) for one in seen["standings"]] == [
                ("=Ben", True, "waiting")
            ]
            assert (await ben.call("GET", f"{path}/me"))["place"] == 1
            assert (await ben.call("GET", f"{path}/results.json"))[0]["name"] == "=Ben"
            [line] = csv.DictReader(io.StringIO((await ben.call("GET", f"{path}/results.csv")).decode()))
            assert (line["place"], line["name"], line["points"]) == ("1", "'=Ben", "0")
            with pytest.raises(RequestRefused, match="no such tournament"):
                await ben.call("GET", "/api/tournaments/nothing")
            with pytest.raises(RequestRefused):
                await ben.call("POST", "/api/tournaments", {**NEW, "game": "chess"})
            with pytest.raises(RequestRefused):
                await ben.call("POST", "/api/tournaments", {**NEW, "minutes": 0})

    asyncio.run(run())


def test_the_socket_calls_both_players_to_their_table(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann", "Ben") as (ann, ben):
            id = await opened(ann)
            socket = connect(
                f"{url.replace('http', 'ws', 1)}/api/tournaments/{id}/live",
                additional_headers={"Authorization": f"Bearer {ann.token}"},
                proxy=None,
            )
            async with socket as live:
                assert msgspec.json.decode(await live.recv())["you"] is None
                for player in (ann, ben):
                    await player.call("POST", f"/api/tournaments/{id}/join")
                table = None
                while table is None:
                    told = msgspec.json.decode(await live.recv())
                    assert told["type"] == "standings"
                    table = told["you"] and told["you"]["table"]
            assert sorted(seat["name"] for seat in table["seats"]) == ["Ann", "Ben"]
            assert [seat["name"] for seat in table["seats"] if seat["you"]] == ["Ann"]
            for player in (ann, ben):
                room = await player.sit(table["room"])
            assert (room["tournament"], room["host"]) == (id, "")

    asyncio.run(run())


@pytest.mark.slow
def test_two_bots_play_an_arena_over_the_wire(url: str) -> None:
    """The example, as it stands, twice, until a table counts; an arena lasts longer than a test."""

    async def run() -> None:
        script = [sys.executable, str(EXAMPLES / "tournament_bot.py"), url]
        first = await asyncio.create_subprocess_exec(*script, stdout=PIPE)
        bots = [first]
        try:
            assert first.stdout is not None
            id = (await first.stdout.readline()).decode().strip().rpartition("/")[2]
            bots.append(await asyncio.create_subprocess_exec(*script, id))
            async with people(url, "Ann") as [ann]:
                async for told in ann.standings(id):
                    if told["tournament"]["results"]:
                        break
            assert [one["games"] for one in told["tournament"]["standings"]] == [1, 1]
            assert {one["name"] for one in told["tournament"]["standings"]} == {"Opening bot", "Entering bot"}
            assert [bot.returncode for bot in bots] == [None, None]
        finally:
            for bot in bots:
                bot.kill()
                await bot.wait()

    asyncio.run(run())


@pytest.mark.slow  # ten seconds lie between two deals
def test_two_bots_play_a_knockout_over_the_wire_to_its_winner(url: str) -> None:
    async def run() -> None:
        script = [sys.executable, str(EXAMPLES / "tournament_bot.py"), url]
        first = await asyncio.create_subprocess_exec(*script, "knockout", stdout=PIPE)
        bots = [first]
        try:
            assert first.stdout is not None
            id = (await first.stdout.readline()).decode().strip().rpartition("/")[2]
            bots.append(await asyncio.create_subprocess_exec(*script, id, stdout=PIPE))
            async with people(url, "Ann") as [ann]:
                told = [told async for told in ann.standings(id)][-1]
                [final] = told["tournament"]["rounds"]
                fairness = await ann.call("GET", f"/api/rooms/{final['tables'][0]['rooms'][2]}/fairness")
            round_secret = bytes.fromhex(final["secret"])
            assert hashlib.sha256(round_secret).hexdigest() == final["commitment"]
            assert fairness["secret"] == hmac.digest(round_secret, b"deal 3", "sha256").hex()
            assert [one["games"] for one in told["tournament"]["standings"]] == [3, 3]
            assert [await bot.wait() for bot in bots] == [0, 0]
            for bot in bots:
                assert bot.stdout is not None
                assert "1. " in (await bot.stdout.read()).decode()
        finally:
            for bot in bots:
                if bot.returncode is None:
                    bot.kill()
                    await bot.wait()

    asyncio.run(run())
