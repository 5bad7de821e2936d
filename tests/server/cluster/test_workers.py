"""Real worker processes: any of them answers for any room, and none is missed."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from support.nginx import nginx
from support.postgres import postgres
from support.serving import PATIENCE, Person, any_choice, check_record, insisted, opened, people, refused, within
from support.workers import Supervised, WorkerServing, holder_of, swap_holders

from threedown.client import GuestClient
from threedown.server.store.writer import Writer
from threedown.session.record import read_record

pytestmark = pytest.mark.postgres


async def moved(player: GuestClient, url: str) -> GuestClient:
    """Return the same guest at another server."""
    return GuestClient(url, player.token)


async def finished(seated: list[Person], folder: Path) -> None:
    """Play to the end, and check the record against what everybody was told."""
    overs = await within(*(person.play() for person in seated))
    file = folder / "game.3d"
    file.write_bytes(await insisted(lambda: seated[0].player.call("GET", overs[0]["record"])))
    check_record(read_record(file), seated)


def test_a_room_is_played_from_both_workers(pair: tuple[WorkerServing, WorkerServing], tmp_path: Path) -> None:
    first, second = pair

    async def run() -> None:
        async with people(first.url, "Ann", "Ben") as (ann, ben):
            room = await opened([ann], "blitz31", seats=3, bots={"2": "simple"}, pace=0, listed=True)
            there = await moved(ben, second.url)
            listed = await there.call("GET", "/api/rooms")
            assert [one["room"] for one in listed if one["room"] == room] == [room]
            await there.call("POST", f"/api/rooms/{room}/join", {})
            assert holder_of(first.database, room).startswith("127.0.0.1:")
            mine = await there.call("GET", "/api/me/rooms")
            assert [one["room"] for one in mine] == [room]
            code = (await ann.call("GET", f"/api/rooms/{room}"))["code"]
            assert (await there.call("GET", f"/api/codes/{code}"))["room"] == room
            seated = [Person(ann, room, any_choice(1)), Person(there, room, any_choice(2))]
            await ann.call("POST", f"/api/rooms/{room}/start")
            await finished(seated, tmp_path)
            assert [one["room"] for one in await there.call("GET", "/api/me/rooms")] == [room]
            await there.__aexit__()

    asyncio.run(run())


def test_refusals_are_those_of_the_worker_that_holds_the_room(pair: tuple[WorkerServing, WorkerServing]) -> None:
    first, second = pair

    async def run() -> None:
        async with people(first.url, "Ann", "Ben") as (ann, ben):
            room = await opened([ann], "war", seats=2)
            there = await moved(ben, second.url)
            problem = await refused(there.call("POST", f"/api/rooms/{room}/start"))
            assert (problem["status"], problem["detail"]) == (403, "Only the host can do that.")
            assert (await refused(there.call("GET", "/api/rooms/nosuchroomname")))["status"] == 404
            await there.__aexit__()

    asyncio.run(run())


def test_a_code_for_a_device_works_at_both_workers(pair: tuple[WorkerServing, WorkerServing]) -> None:
    first, second = pair

    async def run() -> None:
        async with people(first.url, "Ann") as (ann,):
            for url in (first.url, second.url, first.url):
                there = await moved(ann, url)
                code = (await there.call("POST", "/api/me/devices"))["code"]
                async with httpx.AsyncClient(base_url=second.url) as browser:
                    told = (await browser.post(f"/api/devices/{code}")).json()
                assert told["player"] == (await ann.call("GET", "/api/me"))["player"]
                await there.__aexit__()

    asyncio.run(run())


def test_a_caller_cannot_pass_for_a_worker(pair: tuple[WorkerServing, WorkerServing]) -> None:
    answer = httpx.get(
        f"{pair[0].url}/metrics", headers={"x-threedown-worker": "guess", "x-threedown-client": "8.8.8.8"}
    )
    assert answer.status_code == 200, "it is the caller of this machine, whatever it says"


@pytest.mark.parametrize("how", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
def test_another_worker_goes_on_when_one_ends(how: signal.Signals, folder: Path, tmp_path: Path) -> None:
    """Killed or stopped under play: the players come back to the same port, where the other one is."""
    serving = Supervised(folder, postgres().create(f"ends{abs(hash(tmp_path)):x}"))

    async def run() -> None:
        async with people(serving.url, "Ann", "Ben") as players:
            room = await opened(players, "steal-war", seats=3, bots={"2": "random"}, pace=0, options={"turn_cap": 40})
            seated = [Person(player, room, any_choice(seat)) for seat, player in enumerate(players)]
            await players[0].call("POST", f"/api/rooms/{room}/start")
            playing = asyncio.gather(*(person.play() for person in seated))
            for number in serving.workers():
                await asyncio.sleep(0.2)
                os.kill(number, how)
                await asyncio.sleep(0.5)
            overs = await within(playing)
            file = tmp_path / "game.3d"
            file.write_bytes(await insisted(lambda: players[0].call("GET", overs[0][0]["record"])))
            check_record(read_record(file), seated)

    try:
        asyncio.run(run())
    finally:
        serving.stop()


@pytest.mark.slow
def test_workers_are_restarted_by_turns(folder: Path, tmp_path: Path) -> None:
    serving = Supervised(folder, postgres().create(f"turns{abs(hash(tmp_path)):x}"))
    before = set(serving.workers())

    async def run() -> None:
        async with people(serving.url, "Ann") as (ann,):
            room = await opened([ann], "war", seats=2)
            serving.restart()
            while set(serving.workers()) & before:
                told: Any = await insisted(lambda: ann.call("GET", f"/api/rooms/{room}"))
                assert told["room"] == room
                await asyncio.sleep(0.1)

    try:
        asyncio.run(run())
        assert len(serving.workers()) == 2
    finally:
        serving.stop()
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", serving.port)) != 0, "nothing is left that listens"


def test_two_holders_of_one_room_write_one_history(pair: tuple[WorkerServing, WorkerServing], tmp_path: Path) -> None:
    async def run() -> None:
        async with people(pair[0].url, "Ann", "Ben") as (ann, ben):
            room = await opened([ann, ben], "blitz31", seats=3, bots={"2": "simple"}, pace=0)
            there = await moved(ben, pair[1].url)
            seated = [Person(ann, room, any_choice(3)), Person(there, room, any_choice(4))]
            await ann.call("POST", f"/api/rooms/{room}/start")
            playing = asyncio.ensure_future(finished(seated, tmp_path))
            for _ in range(3):
                await asyncio.wait([playing], timeout=1.5)
                swap_holders(pair[0].database)
            await playing
            await there.__aexit__()

    asyncio.run(run())


def test_nginx_leads_each_room_to_a_worker(pair: tuple[WorkerServing, WorkerServing], tmp_path: Path) -> None:
    """The sample of ``deploy/`` passes calls and sockets on; each room goes to one of the workers."""

    async def run(url: str) -> None:
        async with people(url, "Ann", "Ben") as players:
            room = await opened(players, "war", seats=2, pace=0, options={"turn_cap": 10})
            seated = [Person(player, room, any_choice(seat)) for seat, player in enumerate(players)]
            await players[0].call("POST", f"/api/rooms/{room}/start")
            await finished(seated, tmp_path)
            assert (await players[1].call("GET", f"/api/rooms/{room}"))["state"] == "over"
            assert (await refused(players[1].call("GET", "/metrics")))["title"] == "Forbidden"

    with nginx(tmp_path / "nginx", [each.port for each in pair]) as url:
        asyncio.run(run(url))


@pytest.mark.slow
def test_a_worker_with_other_rules_says_so_in_a_line(folder: Path, tmp_path: Path) -> None:
    url = postgres().create(f"rules{abs(hash(tmp_path)):x}")
    Writer(folder, database=url).close()
    with psycopg.connect(url.replace("+psycopg", "")) as connection:
        connection.execute("INSERT INTO workers VALUES ('w0', '127.0.0.1:1', '', 'other', 9999999999999)")
    command = [sys.executable, "-m", "threedown", "serve", "--no-open", "--port", "0", "--data", str(folder)]
    done = subprocess.run([*command, "--database", url], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 3
    assert "worker processes with other rules serve this database: stop them first" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_the_workers_of_a_killed_supervisor_end(folder: Path, tmp_path: Path) -> None:
    serving = Supervised(folder, postgres().create(f"alone{abs(hash(tmp_path)):x}"))
    workers = serving.workers()
    assert len(workers) == 2
    serving.kill()
    for _ in range(PATIENCE * 10):
        if not any(Path(f"/proc/{number}").exists() for number in workers):
            return
        time.sleep(0.1)
    raise AssertionError("they go on")
