"""The server's wire protocol from Python: a guest, their rooms, and a room's socket that reconnects by itself.

>>> async def play(url):                                               # doctest: +SKIP
...     async with await GuestClient.guest(url, "Ann") as ann:
...         opened = await ann.call("POST", "/api/rooms", {"game": "blitz31", "bots": {"1": "simple"}})
...         await ann.sit(opened["room"])
...         await ann.call("POST", f"/api/rooms/{opened['room']}/start")
...         async for message in ann.live(opened["room"]):
...             ...
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from threedown.deal_witness import DealWitness
from threedown.language import spoken

LARGEST_MESSAGE = 1 << 22
PATIENCE = 0.2
"""Seconds before the client reconnects."""
KEPT = 2.0
"""Seconds that an idle connection is reused: fewer than the server keeps it (uvicorn: 5), because a call on a closing
connection goes unanswered."""

CONFLICT = 409
"""The status of a refusal: not possible now."""

Message = dict[str, Any]


def new_id() -> str:
    """Return a new id for a command."""
    return secrets.token_hex(8)


class RequestRefused(Exception):
    """A call that the server refused; ``problem`` is its answer."""

    def __init__(self, problem: Message) -> None:
        super().__init__(problem.get("detail") or problem.get("title"))
        self.problem = problem


class GuestClient:
    """A guest of a server; :meth:`guest` makes a new one, a saved token brings one back."""

    def __init__(self, url: str, token: str | None) -> None:
        self.url, self.token = url.rstrip("/"), token
        self._headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        headers = {**self._headers, "Accept-Language": spoken()}
        limits = httpx.Limits(keepalive_expiry=KEPT)
        self.witnesses: dict[str, DealWitness] = {}
        """The witnesses of the deals, by room."""
        self.http = httpx.AsyncClient(base_url=self.url, headers=headers, timeout=30, trust_env=False, limits=limits)

    @classmethod
    async def guest(cls, url: str, name: str) -> "GuestClient":
        """Return a new guest."""
        async with cls(url, None) as nobody:
            told = await nobody.call("POST", "/api/guest", {"name": name, "program": True})
        return cls(url, told["token"])

    async def call(self, method: str, path: str, body: Message | None = None) -> Any:
        """Make an HTTP call; raises :class:`RequestRefused`, or httpx.HTTPError if the server does not answer.

        A GET that met a closing connection is made again, once: on a busy machine no :data:`KEPT` is short enough.
        """
        try:
            answer = await self.http.request(method, path, json=body)
        except httpx.RemoteProtocolError:
            if method != "GET":
                raise
            answer = await self.http.request(method, path, json=body)
        if answer.is_error:
            is_problem = "problem" in answer.headers.get("content-type", "")
            raise RequestRefused(answer.json() if is_problem else {"title": answer.reason_phrase})
        is_json = answer.headers.get("content-type", "").startswith("application/json")
        return answer.json() if is_json else answer.content

    async def sit(self, room: str, **wish: Any) -> Message:
        """Sit down in a room with a part of the chance for the deal, sent as a hash; return the room.

        The socket of :meth:`live` then reveals the part at the right time and checks the deal and the record. It raises
        :class:`~threedown.deal_witness.UnfairDeal` if something does not fit.
        """
        witness = self.witnesses.setdefault(room, DealWitness())
        seen: Message = await self.call("POST", f"/api/rooms/{room}/join", {**wish, "part_hash": witness.part_hash})
        # A player may know the cards, or other tables have them too: then nobody adds a part.
        if seen["laid"] or seen["from"] or seen["sealed"] is not None:
            del self.witnesses[room]
            return seen
        witness.sees(seen)
        return seen

    async def daily(self) -> Message:
        """Return today's deals, and one's own part in them."""
        seen: Message = await self.call("GET", "/api/daily")
        return seen

    async def play_daily(self, game: str, bet: Message | None = None, day: str | None = None) -> Message:
        """Begin one's try at today's deal of a game, and return its room; or play the cards of a ``day`` that is over.

        War needs a ``bet``: ``{"winner": 0, "turns": 240, "longest": 2}``. The socket of :meth:`live` plays.
        """
        opened: Message = await self.call("POST", f"/api/daily/{game}", {"bet": bet, "day": day})
        return opened

    async def daily_result(self, game: str, day: str) -> Message:
        """Return the results of a day's deal (``2026-11-23``), as far as one may know them."""
        result: Message = await self.call("GET", f"/api/daily/{game}/{day}")
        return result

    def live(self, room: str, together: bool = False) -> "RoomConnection":
        """Return a room's socket.

        With ``together``, entries that the server wrote together come in one message, which costs it less; of these,
        all but the last ``step`` have no ``view`` and no ``question``.
        """
        url = self.url.replace("http", "ws", 1) + f"/api/rooms/{room}/live"
        return RoomConnection(url, self._headers, partial(self._check_deal, room), together)

    async def standings(self, tournament: str) -> AsyncIterator[Message]:
        """Yield the messages of a tournament's socket until it is over: the standings, and my table in ``you``."""
        async for message in self._messages(f"/api/tournaments/{tournament}/live"):
            if message["type"] == "standings":
                yield message
                if message["tournament"]["phase"] == "over":
                    return

    async def find_players(self, game: str, seats: int | None = None, rated: bool = False, bots: bool = False) -> str:
        """Wait for others who want the same game, and return the room in which one then sits down (:meth:`sit`).

        ``seats`` None: a table of any size. ``bots``: they may take free seats after 20 seconds. Raises
        :class:`RequestRefused` if the server has no such table.
        """
        wish = {"game": game, "seats": seats, "rated": rated, "bots": bots}
        async for message in self._messages("/api/me/live"):
            if message["type"] == "place" and message["place"] is None:  # of a new connection
                place = await self.call("POST", "/api/queue", wish)
                if place["room"] is not None:
                    return str(place["room"])
            elif message["type"] == "matched":
                return str(message["room"])
        raise AssertionError("the messages have no end")

    async def _messages(self, path: str) -> AsyncIterator[Message]:
        """Yield the messages of a socket on which one says nothing; it connects again by itself."""
        url = self.url.replace("http", "ws", 1) + path
        while True:
            try:
                async with connect(
                    url, additional_headers=self._headers, max_size=LARGEST_MESSAGE, proxy=None
                ) as socket:
                    async for text in socket:
                        yield msgspec.json.decode(text)
            except (OSError, ConnectionClosed, InvalidHandshake) as error:
                _raise_if_for_good(error)
            await asyncio.sleep(PATIENCE)

    async def _check_deal(self, room: str, message: Message) -> None:
        """Take part in the deal of a room, and check what a message says of it."""
        if (witness := self.witnesses.get(room)) is None:
            return
        path = f"/api/rooms/{room}"
        if message["type"] in ("table", "room") and (part := witness.sees(message["room"])) is not None:
            try:
                await self.call("POST", f"{path}/part", {"part": part})
            except RequestRefused as error:
                if error.problem.get("status") != CONFLICT:  # otherwise the cards were dealt in the meantime
                    raise
        view = message.get("view")
        if view is not None and view["seat"] is not None:
            if message["seq"] == 0:
                witness.sees_deal(view)
            if witness.settled is None:
                witness.dealt(await self.call("GET", f"{path}/deal"), view["seat"])
        if message["type"] == "over" and witness.settled is not None:
            witness.over(await self.call("GET", f"{path}/record"))

    async def __aenter__(self) -> "GuestClient":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()


class RoomConnection:
    """A room's socket: iterate over it for its messages. It resumes after the last entry seen, and sends unanswered
    commands again under their ids, so that none is lost and none counts twice."""

    def __init__(
        self,
        url: str,
        headers: dict[str, str],
        check: Callable[[Message], Awaitable[None]] | None = None,
        together: bool = False,
    ) -> None:
        self._url, self._headers, self._check, self._together = url, headers, check, together
        self.seq: int | None = None
        """The last entry seen."""
        self._over: int | None = None
        self.lost: Callable[[], None] = lambda: None
        """Called when the connection breaks, before the client reconnects."""
        self._unanswered: dict[str, Message] = {}
        self._socket: ClientConnection | None = None

    @property
    def unanswered(self) -> bool:
        """True while a command waits for its answer."""
        return bool(self._unanswered)

    async def choose(self, choice: str) -> str:
        """Send a choice; return the id of the command."""
        return await self.command("choose", choice=choice)

    async def go(self) -> str:
        """Say that the player is ready for the next turn."""
        return await self.command("go")

    async def seen(self) -> None:
        """Say that the last card lies face up before the player, in a game of quick answers; nothing answers."""
        await self._send({"type": "seen", "seq": self.seq})

    async def command(self, kind: str, id: str = "", **said: Any) -> str:
        """Send a command, under a new id if none is given; an ``ack`` or ``refused`` with that id answers it."""
        id = id or new_id()
        self._unanswered[id] = {"type": kind, "id": id, "seq": self.seq, **said}
        await self._send(self._unanswered[id])
        return id

    async def look_over(self, seat: int | None) -> None:
        """Look over a seat whose player lets spectators do so, or (None) over none; the whole ``table`` answers."""
        self._over, self.seq = seat, None
        await self._send(self._hello())

    def _hello(self) -> Message:
        over = {} if self._over is None else {"over": self._over}
        return {"type": "hello", "after": self.seq, "language": spoken(), "together": self._together, **over}

    async def drop(self) -> None:
        """Break the connection, as a network might; the iteration reconnects."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def __aiter__(self) -> AsyncIterator[Message]:
        while True:
            try:
                async with connect(
                    self._url, additional_headers=self._headers, max_size=LARGEST_MESSAGE, proxy=None
                ) as self._socket:
                    await self._send(self._hello())
                    for command in list(self._unanswered.values()):
                        await self._send(command)
                    async for text in self._socket:
                        for message in one_by_one(msgspec.json.decode(text)):
                            if self._check is not None:
                                await self._check(message)
                            yield self._noted(message)
            except (OSError, ConnectionClosed, InvalidHandshake, httpx.TransportError) as error:
                _raise_if_for_good(error)
            if self._socket is not None:
                self.lost()
            self._socket = None
            await asyncio.sleep(PATIENCE)

    def _noted(self, message: Message) -> Message:
        if message["type"] in ("table", "step"):
            self.seq = message["seq"]
        elif message["type"] in ("ack", "refused", "hint"):
            self._unanswered.pop(message["id"], None)
        return message

    async def _send(self, message: Message) -> None:
        if self._socket is not None:
            try:
                await self._socket.send(msgspec.json.encode(message).decode())
            except ConnectionClosed:
                return  # it is sent again after the reconnect


def one_by_one(message: Message) -> list[Message]:
    """Return the messages that the entries of a message would be if they came apart."""
    if message["type"] != "steps":
        return [message]
    empty = {
        **message["last"],
        "view": None,
        "question": None,
        "clock": None,
        "undo": False,
        "turn": None,
        "next": None,
    }
    return [*message["acks"], *({**empty, **entry} for entry in message["earlier"]), message["last"]]


def _raise_if_for_good(error: Exception) -> None:
    """Raise RequestRefused if the server has closed a socket for good."""
    if isinstance(error, ConnectionClosed) and error.rcvd is not None and error.rcvd.code >= 4000:
        raise RequestRefused({"title": error.rcvd.reason}) from error


async def play(live: RoomConnection, choose: Callable[[Message], str]) -> Message:
    """Play a room to its end: ``choose`` gets the last table or step and returns a choice for its question.

    Returns the ``over`` message; raises :class:`RequestRefused` for an illegal choice.
    """
    you, answered = None, None
    async for message in live:
        if message["type"] == "over":
            return message
        if message["type"] == "refused" and message["reason"] != "stale":
            raise RequestRefused({"title": message["reason"]})
        if message["type"] not in ("table", "step"):
            continue
        you = message.get("you", you)
        if you is None or message["view"] is None or message["view"]["over"] or message["seq"] == answered:
            continue
        answered, question = message["seq"], message["question"]
        if question is None:
            await live.go()
        elif question["seat"] is None:  # a race: all players play their own card as fast as they can
            if f"seat {you}" in question["choices"]:
                await live.choose(f"seat {you}")
        elif question.get("choices"):
            await live.choose(choose(message))
    raise AssertionError("a room's socket stays open until the room closes it")


async def _answered(call: Callable[[], Awaitable[Message]]) -> Message:
    """Make a call that may be made twice, again and again until the server answers."""
    while True:
        try:
            return await call()
        except httpx.TransportError:
            await asyncio.sleep(PATIENCE)


async def play_tournament(player: GuestClient, tournament: str, choose: Callable[[Message], str]) -> Message:
    """Enter a tournament and play each table to which the player is called; return the last standings.

    ``choose`` is that of :func:`play`. A player who was late for a table, and therefore pauses, joins again. A server
    that restarts meanwhile is waited for.
    """
    played: set[str] = set()
    told: Message = {}
    join = partial(player.call, "POST", f"/api/tournaments/{tournament}/join")
    await _answered(join)
    async for told in player.standings(tournament):
        you = told["you"]
        if you is None or told["tournament"]["phase"] == "over":
            continue
        if you["paused"] and you["table"] is None:
            await _answered(join)
        elif you["table"] is not None and (room := you["table"]["room"]) not in played:
            played.add(room)
            try:
                await _answered(partial(player.sit, room))
            except RequestRefused as error:
                if error.problem.get("status") != CONFLICT:  # otherwise the game has begun without me
                    raise
                player.witnesses.pop(room, None)
            await play(player.live(room), choose)
    return told
