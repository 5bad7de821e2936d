"""Tournaments over HTTP and their socket."""

import asyncio
import csv
import io
from typing import Any

import msgspec
import pytest
from support.serving import people
from websockets.asyncio.client import connect

from threedown.client import GuestClient, RequestRefused

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
