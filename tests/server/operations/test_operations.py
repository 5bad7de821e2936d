"""Operations: metrics and logs, and a stop that loses nothing and reveals no secret."""

import asyncio
import json
import logging
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.serving import PATIENCE, Person, Serving, any_choice, opened, people, within
from websockets.asyncio.client import connect

from threedown.client import GuestClient
from threedown.deal_witness import DealWitness
from threedown.server.operations.log import WithoutRepeats
from threedown.session.record import read_record

ELSEWHERE = {"X-Forwarded-For": "203.0.113.9"}


def counted(url: str) -> dict[str, float]:
    """Return /metrics, by name and labels."""
    lines = httpx.get(f"{url}/metrics", trust_env=False).text.splitlines()
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if not line.startswith("#")}


def test_metrics_count_the_events_of_the_server(folder: Path) -> None:
    async def run(serving: Serving) -> tuple[int, Person]:
        async with people(serving.url, "Ann") as (ann,):
            room = await opened([ann], "champz", bots={"1": "simple"}, pace=0)
            await opened([ann], "war")
            await ann.call("POST", f"/api/rooms/{room}/start")
            person = Person(ann, room, any_choice(3))
            [over] = await within(person.play())
            (folder / "played.3d").write_bytes(await ann.call("GET", over["record"]))
            return len(read_record(folder / "played.3d").inputs), person

    serving = Serving(folder)
    try:
        before = counted(serving.url)
        entries, person = asyncio.run(run(serving))
        after = counted(serving.url)
    finally:
        serving.stop()
    assert before["threedown_choices_total"] == 0
    rooms = {state: after[f'threedown_rooms{{state="{state}"}}'] for state in ("waiting", "playing", "over", "stopped")}
    assert rooms == {"waiting": 1, "playing": 0, "over": 1, "stopped": 0}
    assert 0 < after["threedown_choices_total"] <= entries, "what follows the deal by itself is dealt with it"
    assert after["threedown_answer_seconds_count"] >= len(person.acks)
    assert after["threedown_commit_seconds_count"] > len(person.acks)
    assert after["threedown_thinking_seconds_count"] > 0
    stale = sum(message.get("reason") == "stale" for message in person.told)
    assert after.get('threedown_refused_total{reason="stale"}', 0.0) == stale


def test_metrics_are_for_this_machine_unless_opened(url: str, tmp_path: Path) -> None:
    assert httpx.get(f"{url}/metrics", trust_env=False).status_code == 200
    assert httpx.get(f"{url}/metrics", trust_env=False, headers=ELSEWHERE).status_code == 403
    open_ = Serving(tmp_path / "rooms", "--metrics")
    try:
        assert httpx.get(f"{open_.url}/metrics", trust_env=False, headers=ELSEWHERE).status_code == 200
    finally:
        open_.stop()


def test_no_log_has_a_token_a_secret_a_part_or_a_card(folder: Path) -> None:
    """Play games, refuse calls, let the disk fail and stop the process, and check everything on stderr."""
    parts = ["11" * 20, "22" * 20]

    async def run(serving: Serving) -> list[str]:
        async with people(serving.url, "Ann", "Ben") as players:
            room = await opened(players, "blitz31", pace=0, options={"lives": 1}, seats=3, bots={"2": "simple"})
            for player, part in zip(players, parts, strict=True):
                player.witnesses[room] = DealWitness(part)
                await player.sit(room)
            await players[0].call("POST", f"/api/rooms/{room}/start")
            seated = [Person(player, room, any_choice(seed)) for seed, player in enumerate(players)]
            overs = await within(*(person.play() for person in seated))
            async with GuestClient(serving.url, players[0].token) as ann:
                for path in ("/api/rooms", f"/api/rooms/{room}/join", "/api/elsewhere", f"/api/rules/{ann.token}"):
                    await ann.http.post(path, content=b'{"game": "7H", ' + str(ann.token).encode())
            return [overs[0]["secret"], *(str(player.token) for player in players)]

    serving = Serving(folder, "--verbose")
    try:
        secrets = asyncio.run(run(serving))
    finally:
        assert serving.process is not None
        process = serving.process
        process.send_signal(signal.SIGTERM)
        assert process.stderr is not None
        told = process.stderr.read()
        serving.stop()
    assert "a game is dealt" in told, "something is told at all"
    for secret in (*secrets, *parts):
        assert secret not in told
    assert not re.search(r"\b[2-9TJQKA][CDHS]\b", told)
    assert all(json.loads(line)["event"] for line in told.splitlines())


def test_log_messages_of_libraries_have_no_arguments() -> None:
    code = """
import logging, sys
from threedown.server.operations.log import begin, log
begin(verbose=True)
logging.getLogger("asyncio").error("Task exception was never retrieved\\nfuture: 7H")
logging.getLogger("uvicorn.error").error("a call of %s", "7H")
try:
    raise ValueError("7H")
except ValueError as error:
    log.error("a call failed", call="/api/games", exc_info=error)
    logging.getLogger("uvicorn.error").exception("Exception in ASGI application\\n")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE)
    lines = [json.loads(line) for line in done.stderr.splitlines()]
    assert "7H" not in done.stderr
    assert [line["event"] for line in lines] == [
        "Task exception was never retrieved", "a call of %s", "a call failed", "Exception in ASGI application",
    ]  # fmt: skip
    assert lines[2]["error"] == lines[3]["error"] == "ValueError at <string>:8"


def test_a_library_repeats_itself_once_a_minute() -> None:
    now = 0.0
    repeats = WithoutRepeats(lambda: now)

    def passes(name: str, message: str) -> bool:
        return repeats.filter(logging.LogRecord(name, logging.ERROR, "", 1, message, None, None))

    full = "socket.accept() out of system resource\nsocket: <socket {}>"
    assert [passes("asyncio", full.format(number)) for number in range(3)] == [True, False, False]
    assert passes("asyncio", "Task exception was never retrieved")
    assert [passes("threedown", "a call failed") for _ in range(2)] == [True, True]
    now = 60.0
    assert passes("asyncio", full.format(3))


def test_players_hear_of_a_restart_and_go_on_afterwards(folder: Path) -> None:
    async def run(serving: Serving) -> None:
        async with people(serving.url, "Ann") as (ann,):
            room = await opened([ann], "blitz31", bots={"1": "simple"}, pace=0)
            await ann.call("POST", f"/api/rooms/{room}/start")
            live, stopping, id = ann.live(room), None, ""
            async for message in live:
                if (message.get("question") or {}).get("choices") and stopping is None:
                    stopping = asyncio.ensure_future(asyncio.to_thread(serving.stop))
                elif message["type"] == "closing":
                    assert "back in a moment" in message["reason"]
                    assert message["again"] > 0
                    assert stopping is not None
                    await stopping
                    await asyncio.to_thread(serving.start)
                    id = await live.choose("draw stock")
                elif message["type"] == "ack":
                    assert message["id"] == id
                    return

    serving = Serving(folder)
    try:
        asyncio.run(asyncio.wait_for(run(serving), PATIENCE))
    finally:
        serving.kill()


@pytest.mark.slow
def test_a_socket_is_closed_as_a_restart_does(folder: Path) -> None:
    async def run(serving: Serving) -> int | None:
        async with people(serving.url, "Ann") as (ann,):
            room = await opened([ann], "war")
            async with connect(f"{serving.url.replace('http', 'ws')}/api/rooms/{room}/live", proxy=None) as line:
                await line.send('{"type":"hello"}')
                await line.recv()
                await asyncio.to_thread(serving.stop)
                await line.wait_closed()
                return line.close_code

    serving = Serving(folder)
    try:
        assert asyncio.run(run(serving)) == 1012
    finally:
        serving.kill()


@pytest.mark.slow
def test_the_second_interruption_ends_at_once(folder: Path) -> None:
    """The first waits for a call that is not answered yet."""

    serving = Serving(folder, "--verbose")
    process = serving.process
    assert process is not None
    assert process.stderr is not None
    with socket.create_connection(("127.0.0.1", serving.port)) as caller:
        caller.sendall(b"POST /api/guest HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\n{")
        process.send_signal(signal.SIGINT)
        while "the server stops" not in process.stderr.readline():
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        told = process.stderr.read()
    assert process.wait(PATIENCE) == 130
    assert "interrupted" not in told, "it has waited for the call, and then says so"
    process.stderr.close()


@pytest.mark.slow
def test_headers_of_a_proxy_count_if_it_is_named(folder: Path) -> None:
    def called_from(address: str) -> int:
        """The status of /metrics, which is for this machine alone, for a call passed on for a stranger."""
        transport = httpx.HTTPTransport(local_address=address)
        with httpx.Client(transport=transport, headers=ELSEWHERE) as caller:
            return caller.get(f"{serving.url}/metrics").status_code

    serving = Serving(folder, "--proxy", "127.0.0.2", "--proxy", "127.0.9.0/24")
    try:
        assert (called_from("127.0.0.2"), called_from("127.0.9.7")) == (403, 403)
        assert called_from("127.0.0.3") == 200, "it isn't one of the proxies: what it says of others is ignored"
    finally:
        serving.stop()


def test_a_proxy_is_named_by_its_address(threedown: Any) -> None:
    told = threedown("serve --proxy nginx.example")
    assert told.code == 2
    assert "give an address or a network" in told.err
