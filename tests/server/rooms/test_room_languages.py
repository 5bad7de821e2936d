"""A room tells each player in their own language, English by default."""

import asyncio
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
from support.server_rooms import heard, listener_of, room_of, say

from threedown.server.http import call_limit
from threedown.server.model.messages import Choose, Hello, TakeBack
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.subscriber import Subscriber


async def sits(*languages: str) -> tuple[ServedRoom, list[Subscriber]]:
    """Start a room of 31; return it with its subscribers: a person for each language, then a spectator."""
    room = room_of("blitz31", len(languages))
    subscribers = [listener_of(f"p{seat}") for seat in range(len(languages))] + [listener_of("")]
    for subscriber, language in zip(subscribers, (*languages, "it"), strict=True):
        await room.handle(subscriber, Hello(language=language))
    await room.start("p0")
    return room, subscribers


def test_each_is_told_in_his_own_language() -> None:
    async def run() -> None:
        room, (ann, ben, watcher) = await sits("it", "en")
        first, second = heard(ann, "step")[-1], heard(ben, "step")[-1]
        assert first["question"]["text"] == "Peschi dal mazzo, prendi lo scarto o bussi?"
        assert second["question"]["text"] == "Draw from the stock, take the discard, or knock?"
        assert first["view"]["told"]["holding"][0] == "4 vite"
        assert second["view"]["told"]["holding"][0] == "4 lives"
        heard(watcher)
        await say(room, ann, Choose("a", room.game.seq, "draw stock"))
        texts = [heard(one, "step")[0]["events"][0]["text"] for one in (ann, ben, watcher)]
        assert texts[0].startswith("Prendi ")
        assert texts[0].endswith(" dal mazzo.")
        assert texts[1:] == ["Seat 0 takes a card from the stock.", "Seat 0 prende una carta dal mazzo."]

    asyncio.run(run())


def test_the_whole_table_is_told_in_the_language_of_who_asks_for_it() -> None:
    async def run() -> None:
        room, (ann, _, _) = await sits("en", "en")
        await room.handle(ann, Hello(language="it-IT"))
        table = heard(ann, "table")[-1]
        assert table["question"]["text"] == "Peschi dal mazzo, prendi lo scarto o bussi?"
        assert table["view"]["told"]["progress"] == "giro 1, turno 1; mazzo 45, scarti 1"

    asyncio.run(run())


def test_a_language_that_is_not_spoken_here_is_english() -> None:
    async def run() -> None:
        _, (ann, ben, _) = await sits("tlh", "")
        for subscriber in (ann, ben):
            assert heard(subscriber, "step")[-1]["view"]["told"]["holding"][0] == "4 lives"

    asyncio.run(run())


def test_a_refusal_is_in_the_language_of_who_is_refused() -> None:
    async def run() -> None:
        room, subscribers = await sits("it", "en")
        reasons = ("Non c’è nulla da annullare.", "There is nothing to undo.", "Gli spettatori non possono giocare.")
        for subscriber, reason in zip(subscribers, reasons, strict=True):
            heard(subscriber)
            await say(room, subscriber, TakeBack("u", room.game.seq))
            assert heard(subscriber, "refused")[0]["reason"] == reason
        await say(room, subscribers[0], TakeBack("v", 99))
        assert heard(subscribers[0], "refused")[0]["reason"] == "stale"  # that is a word for programs

    asyncio.run(run())


def test_a_call_is_refused_in_the_language_that_is_accepted(url: str) -> None:
    for header, reason in (
        ("it", "Questa stanza non esiste."),
        ("de, en", "Diesen Raum gibt es nicht."),
        ("fr, en", "There is no such room."),
    ):
        answer = httpx.get(f"{url}/api/rooms/nowhere", headers={"accept-language": header}, trust_env=False)
        assert (answer.status_code, answer.json()["detail"]) == (404, reason)


def test_too_many_calls_are_refused_in_the_callers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(call_limit, "MAX_DELAY", 0.0)
    told: list[dict[str, Any]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        raise AssertionError("larger bodies are refused earlier")

    async def send(message: dict[str, Any]) -> None:
        told.append(message)

    app.state = SimpleNamespace(hub=SimpleNamespace(limiter=SimpleNamespace(call=lambda host: 7.0)))  # type: ignore[attr-defined]
    scope: Any = {"type": "http", "path": "/healthz", "headers": [(b"accept-language", b"it")], "client": ("", 1)}
    asyncio.run(call_limit.CallLimit(app)(scope, None, send))  # type: ignore[arg-type]
    assert told[0]["status"] == 429
    detail = msgspec.json.decode(told[1]["body"])["detail"]
    assert detail == "Troppe richieste dal tuo indirizzo: aspetta un momento."


def test_calls_answer_in_the_language_that_is_accepted(url: str) -> None:
    for header, start in (("it-IT,it;q=0.9,en;q=0.8", "Si pesca"), ("en", "Draw"), ("", "Draw")):
        answer = httpx.get(f"{url}/api/games", headers={"accept-language": header})
        (game,) = (game for game in answer.json() if game["game"] == "blitz31")
        assert game["summary"].startswith(start)
        assert game["options"]["properties"]["lives"]["description"].startswith("gettoni") == (start == "Si pesca")
        assert "Accept-Language" in answer.headers["vary"]


def test_why_a_room_has_stopped_is_told_in_the_language_of_who_listens() -> None:
    async def run() -> None:
        room, (ann, ben, _) = await sits("it", "en")
        await room.stop("something is wrong with this game (IndexError)")
        told = [heard(one, "room")[-1]["room"]["stopped"] for one in (ann, ben)]
        assert told == [
            "qualcosa non va in questa partita (IndexError)",
            "something is wrong with this game (IndexError)",
        ]
        await room.handle(ann, Hello(language="it"))
        assert heard(ann, "table")[-1]["room"]["stopped"] == told[0]
        await say(room, ann, Choose("a", room.game.seq, "draw stock"))
        assert heard(ann, "refused")[0]["reason"] == "La partita si è fermata."

    asyncio.run(run())
