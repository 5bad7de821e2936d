"""Answers of the HTTP calls: games, rules, refusals in the wire's form, a browser's cookie, headers."""

import asyncio
import socket
import sqlite3
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import concurrency
from litestar.testing import TestClient
from support.serving import opened, people, refused

from threedown.client import GuestClient
from threedown.games import game_names
from threedown.server.http.app import rules, server
from threedown.server.store.writer import Writer


def call(url: str, method: str, path: str, **more: Any) -> httpx.Response:
    """A call of somebody without a token."""
    return httpx.request(method, url + path, timeout=60, trust_env=False, **more)


def test_all_games_are_served_by_their_declarations(url: str) -> None:
    told = call(url, "GET", "/api/games").json()
    assert [game["game"] for game in told] == list(game_names())
    by_name = {game["game"]: game for game in told}
    assert by_name["blitzwar"]["seats"] == [2, 5]
    assert by_name["blitz31"]["levels"][0] == "random", "weakest first"
    assert by_name["blitz31"]["offered"] == ["random", "simple", "steady", "keen", "expert"]
    assert by_name["blitzwar"]["offered"] == ["random", "simple", "keen", "fierce"], "moody only imagines"
    assert set(told[0]) == {
        "game", "title", "summary", "version", "seats", "presets", "preset", "options", "levels", "questions", "piles",
        "events", "by_clock", "page", "offered",
    }  # fmt: skip


def test_a_room_can_be_opened_for_every_game(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            for game in game_names():
                told = await ann.call("GET", f"/api/rooms/{await opened([ann], game)}")
                level = next(
                    game_["levels"][0] for game_ in await ann.call("GET", "/api/games") if game_["game"] == game
                )
                for seat in range(1, len(told["seats"])):
                    await ann.call("POST", f"/api/rooms/{told['room']}/seats/{seat}", {"bot": level})
                assert (await ann.call("POST", f"/api/rooms/{told['room']}/start"))["state"] == "playing"

    asyncio.run(run())


def test_rules_are_read_and_their_examples_played(url: str) -> None:
    assert call(url, "GET", "/api/rules/blitzwar").json()["title"] == "BlitzWar"
    first = call(url, "GET", "/api/rules/blitz31").json()["clause"][0]["id"]
    brief = call(url, "GET", "/api/rules/war", headers={"Accept-Language": "it"}).json()["brief"]
    assert brief[-1] == "Vinci quando hai tutte le carte."
    assert call(url, "GET", "/api/rules/war").json()["brief"][-1] == "You win when you hold all the cards."
    clause = call(url, "GET", f"/api/rules/blitz31/{first}")
    example = clause.json()["example"][0]
    assert example["result"]["events"]
    assert example["story"]
    assert call(url, "GET", "/api/rules/blitz31/XX-1").status_code == 404
    assert call(url, "GET", "/api/rules/poker").json()["allowed"] == list(game_names())


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/api/rooms/nowhere", 404), ("GET", "/api/elsewhere", 404), ("DELETE", "/api/rooms", 405),
     ("GET", "/api/me", 401), ("POST", "/api/rooms/nowhere/join", 401)],
)  # fmt: skip
def test_a_refusal_is_a_problem_in_one_sentence(url: str, method: str, path: str, status: int) -> None:
    answer = call(url, method, path)
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("application/problem+json")
    assert answer.json()["status"] == status
    assert answer.json()["title"]
    assert "\n" not in answer.json()["detail"]


def test_a_wish_that_cannot_be_read_is_refused_with_what_is_wrong(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            for wish, wrong in (
                ({}, "game"),
                ({"game": "poker"}, "poker"),
                ({"game": "war", "more": 1}, "more"),
                ({"game": "war", "seats": "two"}, "seats"),
                ({"game": "war", "preset": "nice"}, "nice"),
                ({"game": "war", "options": {"colour": 1}}, "colour"),
                ({"game": "war", "bots": {"7": "random"}}, "seat"),
                ({"game": "war", "bots": {"1": "bot.py:policy"}}, "no such bot"),
                ({"game": "war", "clock": {"choice": -1}}, "clock"),
            ):
                problem = await refused(ann.call("POST", "/api/rooms", wish))
                assert problem["status"] == 400
                assert wrong in problem["detail"], problem

    asyncio.run(run())


def test_a_call_without_its_body_says_so(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            answer = await ann.http.post("/api/rooms")
            assert (answer.status_code, answer.json()["detail"]) == (400, "This call needs a JSON body.")

    asyncio.run(run())


def test_unknown_calls_are_refused_like_all_others(url: str) -> None:
    assert call(url, "GET", "/api/openapi").json()["paths"]
    answer = call(url, "GET", "/api/openapi/x")
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


@pytest.mark.parametrize(
    ("accepts", "packed"), [("gzip", True), ("br, gzip;q=0.1", True), ("gzip;q=0", False), ("", False)]
)
def test_a_large_answer_comes_packed_to_who_takes_that(url: str, accepts: str, packed: bool) -> None:
    answer = call(url, "GET", "/api/games", headers={"Accept-Encoding": accepts})
    assert [game["game"] for game in answer.json()] == list(game_names())
    assert (answer.headers.get("content-encoding") == "gzip") == packed
    assert (int(answer.headers["content-length"]) < len(answer.content) / 3) == packed
    assert "content-encoding" not in call(url, "GET", "/healthz", headers={"Accept-Encoding": accepts}).headers


def test_a_browser_gets_a_cookie_that_no_script_reads(url: str) -> None:
    with httpx.Client(base_url=url, trust_env=False) as browser:
        answer = browser.post("/api/guest", json={"name": "Ann"})
        assert answer.status_code == 201
        assert "token" not in answer.json()
        cookie = answer.headers["set-cookie"]
        assert all(word in cookie for word in ("threedown=", "HttpOnly", "SameSite=lax"))
        assert browser.get("/api/me").json() == answer.json()
        foreign = browser.post("/api/rooms", json={"game": "war"}, headers={"Origin": "https://elsewhere.example"})
        assert foreign.status_code == 403
        assert browser.post("/api/rooms", json={"game": "war"}, headers={"Origin": url}).status_code == 201


@pytest.mark.parametrize("path", ["/api/games", "/", "/healthz", "/metrics"])
def test_a_name_that_is_not_the_servers_is_refused(url: str, path: str) -> None:
    """Else a page of evil.example, whose name leads to this machine after a while, would be of the same origin."""
    port = url.rpartition(":")[2]
    evil = {"Host": f"evil.example:{port}", "Origin": f"http://evil.example:{port}"}
    assert call(url, "GET", path, headers=evil).status_code == 403
    for name in ("localhost", "127.0.0.1", "[::1]", socket.gethostname()):
        assert call(url, "GET", path, headers={"Host": f"{name}:{port}"}).status_code in (200, 404), name


def test_another_name_is_the_servers_if_it_is_told(tmp_path: Path) -> None:
    app = server(Writer(tmp_path), 0, names=["cards.example"])
    with TestClient(app, base_url="http://cards.example") as browser:
        assert browser.get("/healthz").status_code == 200
        refused = browser.get("/healthz", headers={"Host": "others.example"})
        assert (refused.status_code, "--name others.example" in refused.json()["detail"]) == (403, True)


def test_a_name_of_the_server_counts_in_any_case(tmp_path: Path) -> None:
    """Browsers send a host in lower case, whatever the owner typed after --name."""
    app = server(Writer(tmp_path), 0, names=["Cards.Example"])
    with TestClient(app, base_url="http://cards.example") as browser:
        assert browser.get("/healthz").status_code == 200
        assert browser.get("/healthz", headers={"Host": "CARDS.EXAMPLE"}).status_code == 200


class NoThread(ThreadPoolExecutor):
    """Threads for synchronous handlers, of which nobody may ask any."""

    def submit(self, *work: Any, **more: Any) -> Future[Any]:
        raise AssertionError(f"{work} runs in a thread")


def test_a_call_takes_no_thread_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each return from a thread can cost the event loop, and all games, 5 ms: the check of every call took one."""
    monkeypatch.setattr(concurrency._State, "EXECUTOR", NoThread())
    with TestClient(server(Writer(tmp_path), 0), base_url="http://127.0.0.1") as browser:
        assert browser.get("/healthz").status_code == 200
        assert browser.get("/api/games").status_code == 200
        assert browser.get("/api/me").status_code == 401
        assert browser.post("/api/rooms", content=b"[").status_code in (400, 401)
        assert browser.post("/api/guest", json={"name": "Ann"}).status_code == 201


def test_a_page_whose_address_cannot_be_read_is_anothers(url: str) -> None:
    assert call(url, "POST", "/api/guest", headers={"Origin": "http://["}).status_code == 403


def test_a_body_that_is_nested_too_deeply_is_refused(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            answer = await ann.http.post("/api/rooms", content=b"[" * 10_000)
            assert (answer.status_code, answer.json()["detail"]) == (400, "This JSON is nested too deeply.")

    asyncio.run(run())


def test_a_rulebook_is_made_once(url: str) -> None:
    """The matrix of ranks takes long to compute, and all rooms wait meanwhile."""
    assert rules.fn("blitzkrieg", "en") is rules.fn("blitzkrieg", "en")


@pytest.mark.parametrize(
    ("path", "status"), [("/", 200), ("/docs/nothing", 404), ("/healthz", 200), ("/api/games", 200),
                         ("/api/rooms/nowhere", 404), ("/api/me", 401), ("//api/me", 401)],
)  # fmt: skip
def test_every_answer_protects_the_browser_that_gets_it(url: str, path: str, status: int) -> None:
    answer = call(url, "GET", path)
    assert answer.status_code == status
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert (answer.headers.get("cache-control") == "no-store") == ("api" in path)


@pytest.mark.parametrize("path", ["/metrics/", "//metrics", "/%6detrics", "/metrics?x=1"])
def test_the_metrics_have_one_spelling(url: str, path: str) -> None:
    """A proxy closes ``/metrics``; every other spelling would pass it."""
    expected = 200 if path == "/metrics?x=1" else 404
    assert call(url, "GET", path).status_code == expected


def test_a_body_that_is_too_large_is_not_read(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            problem = await refused(ann.call("POST", "/api/rooms", {"game": "x" * 100_000}))
            assert problem["status"] == 413

    asyncio.run(run())


def test_the_calls_are_described(url: str) -> None:
    told = call(url, "GET", "/api/openapi/openapi.json").json()
    assert "/api/rooms/{name}/join" in told["paths"]
    assert "RoomSeen" in str(told["components"]["schemas"])


def test_tokens_are_in_no_file_of_the_server(url: str, served: Any) -> None:
    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            assert isinstance(ann, GuestClient)
            await opened([ann], "war")
            assert ann.token is not None
            for file in filter(Path.is_file, served.folder.rglob("*")):
                assert ann.token.encode() not in file.read_bytes(), file

    asyncio.run(run())


@pytest.mark.sqlite
def test_while_the_database_is_locked_nothing_counts_and_health_says_so(url: str, served: Any) -> None:
    assert call(url, "GET", "/healthz").status_code == 200
    with closing(sqlite3.connect(served.folder / "threedown.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = call(url, "POST", "/api/guest", json={"name": "Late"})
        assert (answer.status_code, answer.json()["title"]) == (503, "Unavailable")
        assert call(url, "GET", "/healthz").status_code == 503
        other.rollback()
        names = [row[0] for row in other.execute("SELECT name FROM guests")]
        assert "Late" not in names
    assert call(url, "GET", "/healthz").status_code == 200


def test_an_example_is_stepped_through_on_an_open_table(url: str) -> None:
    """WP-09: 3D goes face down, B has no card to turn up, and A wins (the source's example)."""
    (example, *_) = call(url, "GET", "/api/rules/war/WP-09").json()["example"]
    first, *steps = example["steps"]
    assert (first["events"], first["view"]["piles"]["deck 0"]["cards"]) == ([], ["7C", "2C", "QC", "9C"])
    assert [[event["text"] for event in step["events"] if "text" in event] for step in steps] == [
        ["Seat 0 turns up 7♣."],
        ["Seat 1 turns up 7♦."],
        ["War!"],
        ["Seat 0 lays 2♣ face down."],
        ["Seat 1 lays 3♦ face down."],
        ["Seat 1 is out."],
    ]
    assert [step["view"]["piles"]["pot"]["count"] for step in steps] == [1, 2, 2, 3, 4, 4]
    assert steps[3]["view"]["piles"]["pot"]["cards"] == ["2C", "7D", "7C"], "what lies face down is named too"
    assert example["scenario"]["piles"] == example["piles"]
