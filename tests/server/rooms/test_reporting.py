"""Reports about players: who may make one, what the owner of the server reads, and how long it stays."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from support.serving import Serving, people, refused

from threedown.cli import threedown
from threedown.client import GuestClient


async def room_of(ann: GuestClient, ben: GuestClient, **wish: Any) -> str:
    """Open a room of War for two people; return its path."""
    name = (await ann.call("POST", "/api/rooms", {"game": "war", "seats": 2, **wish}))["room"]
    await ben.call("POST", f"/api/rooms/{name}/join", {})
    return f"/api/rooms/{name}"


async def reported_by(player: GuestClient) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = (await player.call("GET", "/api/me/data"))["reports"]
    return told


def test_a_report_names_the_player_at_a_seat_and_a_second_one_takes_its_place(url: str) -> None:
    async def act() -> None:
        async with people(url, "Ann", "Ben", "Cyd") as (ann, ben, cyd):
            room = await room_of(ann, ben)
            seats = (await ann.call("GET", room))["seats"]
            await ann.call("POST", f"{room}/report", {"seat": 1, "reason": "words"})
            await ann.call("POST", f"{room}/report", {"seat": 1, "reason": "stalling", "word": " Waits for ever. "})
            [report] = await reported_by(ann)
            assert (report["room"], report["game"], report["name"]) == (room[11:], "war", seats[1]["name"])
            assert (report["reason"], report["word"]) == ("stalling", "Waits for ever.")
            await cyd.call("POST", f"{room}/report", {"seat": 1, "reason": "cheating"})
            assert len(await reported_by(cyd)) == 1, "spectators may report too"
            assert await reported_by(ben) == [], "nobody learns who reported them"

    asyncio.run(act())


def test_a_report_that_makes_no_sense_is_refused(url: str) -> None:
    async def act() -> None:
        async with people(url, "Ann", "Ben", "Cyd") as (ann, ben, cyd):
            room = await room_of(ann, ben, watch="nobody")
            for player, body, status in [
                (ann, {"seat": 0, "reason": "words"}, 409),
                (ann, {"seat": 2, "reason": "words"}, 404),
                (ann, {"seat": 1, "reason": "spite"}, 400),
                (ann, {"seat": 1, "reason": "words", "word": "\u3164"}, 400),
                (ann, {"seat": 1, "reason": "words", "word": "x" * 501}, 400),
                (cyd, {"seat": 1, "reason": "words"}, 403),
            ]:
                assert (await refused(player.call("POST", f"{room}/report", body)))["status"] == status, body
                assert await reported_by(player) == []

    asyncio.run(act())


def test_a_deleted_guest_takes_the_reports_about_them_and_by_them_along(url: str) -> None:
    async def act() -> None:
        async with people(url, "Ann", "Ben") as (ann, ben):
            room = await room_of(ann, ben)
            await ann.call("POST", f"{room}/report", {"seat": 1, "reason": "words"})
            await ben.call("POST", f"{room}/report", {"seat": 0, "reason": "words"})
            await ben.call("DELETE", "/api/me")
            assert await reported_by(ann) == []

    asyncio.run(act())


def test_a_program_says_so_and_everybody_reads_it(url: str) -> None:
    async def act() -> None:
        async with people(url, "Ann", "Ben") as (ann, ben):
            name = (await ann.call("POST", "/api/rooms", {"game": "war", "seats": 2}))["room"]
            await ben.sit(name, program=True)
            assert [seat["program"] for seat in (await ann.call("GET", f"/api/rooms/{name}"))["seats"]] == [False, True]
            await ben.call("POST", f"/api/rooms/{name}/join", {"name": "Benedict"})
            assert [seat["program"] for seat in (await ann.call("GET", f"/api/rooms/{name}"))["seats"]] == [False, True]
            await ben.call("POST", f"/api/rooms/{name}/leave")
            assert [seat["program"] for seat in (await ann.call("GET", f"/api/rooms/{name}"))["seats"]] == [
                False,
                False,
            ]

    asyncio.run(act())


@pytest.mark.slow
@pytest.mark.sqlite
def test_the_owner_reads_the_reports_beside_a_running_server_and_prunes_old_ones(tmp_path: Path) -> None:
    def db(*arguments: str) -> str:
        done = CliRunner().invoke(threedown, ["db", *arguments, "--data", str(tmp_path / "rooms")])
        assert done.exit_code == 0, done.output
        return done.stdout

    async def act() -> str:
        async with people(serving.url, "Ann", "Ben") as (ann, ben):
            room = await room_of(ann, ben)
            await ann.call("POST", f"{room}/report", {"seat": 1, "reason": "words", "word": "Calls me names."})
            await ben.call("POST", f"{room}/report", {"seat": 0, "reason": "other"})
            return room[11:]

    serving = Serving(tmp_path / "rooms")
    try:
        room = asyncio.run(act())
        latest, first = json.loads(db("reports", "--json"))
        assert (first["name"], first["reason"], first["word"]) == ("Ben", "words", "Calls me names.")
        assert (latest["player"], latest["reporter"]) == (first["reporter"], first["player"])
        told = db("reports").splitlines()
        assert [f" in {room}, by p" in line for line in told] == [True, True]
        assert told[1].endswith(": Calls me names.")
    finally:
        serving.stop()
    db("prune", "--days", "1", "--yes")
    assert len(json.loads(db("reports", "--json"))) == 2
    assert json.loads(db("prune", "--days", "0", "--state", "over", "--yes", "--json"))["reports"] == 2
    assert json.loads(db("reports", "--json")) == []
