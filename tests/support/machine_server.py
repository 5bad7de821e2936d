"""The server under test with its clients, as the state machine of ``machine.py`` drives it."""

import asyncio
import io
import random
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any

import msgspec
from hypothesis.stateful import RuleBasedStateMachine
from sqlalchemy import select

from support.virtual import AtOnce, InlineServices
from threedown.server.hub import Hub
from threedown.server.model.errors import RequestError
from threedown.server.model.messages import Choose, Command, GoOn, ShowEmote, TakeBack
from threedown.server.model.moments import racers
from threedown.server.model.wire import Guest
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store import queries
from threedown.server.store.tables import commands
from threedown.session.record import examine, record_in

PAUSE = 0.25
PEOPLE = 3


class Ear(Subscriber):
    """A listener with room for everything."""

    def __init__(self, player: str) -> None:
        super().__init__(player)
        self.told: list[dict[str, Any]] = []

    def send_encoded(self, message: bytes) -> None:
        self.told.append(msgspec.json.decode(message))


@dataclass
class Client:
    """Somebody at a room, over any number of connections."""

    guest: Guest | None
    room: str
    ear: Ear | None = None
    seen: int | None = None
    """The last entry that this client received."""
    views: dict[int, Any] = field(default_factory=dict)
    said: dict[str, Command] = field(default_factory=dict)
    waiting: list[str] = field(default_factory=list)
    """Commands of this client without an answer so far."""
    acks: dict[str, int | None] = field(default_factory=dict)
    held: dict[str, int] = field(default_factory=dict)
    """Answers that wait for those of others, and after which entry they were given."""
    refused: set[str] = field(default_factory=set)


class Server(RuleBasedStateMachine):
    """The server under test, its clients, and everything that was said and told."""

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(work)

    def _begin(self) -> None:
        self.disk = AtOnce(self.engine)
        self.services = InlineServices(self.disk, PAUSE)  # type: ignore[arg-type]
        self.hub = Hub(self.services)
        self.run(self.hub.open())

    def _end(self) -> None:
        """Cut the power: work in progress does not reach the disk any more."""
        self.disk.dies = "before"
        if tasks := list(self.services.tasks):
            for task in tasks:
                task.cancel()
            self.run(asyncio.wait(tasks))

    def _guest(self, who: int) -> Guest:
        found: Guest = self.guests[who % PEOPLE]
        return found

    def _room(self, where: int) -> ServedRoom:
        rooms = list(self.hub.rooms.values())
        found: ServedRoom = self.run(self.hub.rooms.find(rooms[where % len(rooms)].name))
        return found

    def _connected(self, which: int) -> Client:
        connected = [client for client in self.clients if client.ear]
        return connected[which % len(connected)]

    def _done(self, room: ServedRoom, act: Coroutine[Any, Any, None]) -> bool:
        """True if the command may be refused."""

        async def with_lock() -> None:
            async with room.lock:
                await act

        try:
            self.run(with_lock())
        except RequestError:
            return False
        return True

    def _menu(self, room: ServedRoom, seat: int | None) -> list[str]:
        """Return a legal choice of a seat; in a race, its own card."""
        if room.game is None or seat is None or room.game.session.pending is None:
            return []
        own = f"seat {seat}"
        session = room.game.session
        return session.menu(seat) or ([own] if own in session.menu() else [])

    def _say(self, room: ServedRoom, client: Client, said: Command) -> None:
        """Return a command with an unused id."""
        self.count += 1
        id = f"c{self.count}"
        client.said[id] = msgspec.structs.replace(said, id=id)
        self._hear(room, client, id)

    def _hear(self, room: ServedRoom, client: Client, id: str) -> None:
        """A command is heard, to its end or as far as the power lasts."""
        if id not in client.waiting:
            client.waiting.append(id)
        assert client.ear is not None
        said, game = client.said[id], room.game
        stale = game is not None and isinstance(said, Choose | GoOn | TakeBack) and said.seq != game.seq
        stale = stale and id not in self._commands(client) and not (game and racers(game.session))
        task = self.loop.create_task(room.handle(client.ear, said))
        self.services.tasks.add(task)
        self.run(asyncio.wait([task], timeout=None if self.disk.dies is None else 0.01))
        assert not stale or id not in self._commands(client), "what is stale does not count"

    def _lose(self, client: Client) -> None:
        self._listen()
        if client.ear is not None:
            self._disconnect(client, client.ear)

    def _disconnect(self, client: Client, ear: Ear) -> None:
        """Close a socket, as the server does it: on the event loop."""

        async def close() -> None:
            self.hub.rooms[client.room].disconnect(ear)

        self.run(close())
        client.ear = None

    def _commands(self, client: Client) -> dict[str, int | None]:
        """Return the stored entries of a player's commands in a room."""
        if client.guest is None:
            return {}
        query = select(commands).where(commands.c.game == client.room, commands.c.player == client.guest.player)
        return self.disk.now(lambda connection: {row.command: row.seq for row in connection.execute(query)})

    def _listen(self) -> None:
        """Let every client read its messages."""
        for client in self.clients:
            ear = client.ear
            while ear is not None and ear.told:
                self._note(client, ear.told.pop(0))
            if ear is not None and ear.ending.is_set():
                self._disconnect(client, ear)

    def _note(self, client: Client, message: dict[str, Any]) -> None:
        kind, seq = message["type"], message.get("seq")
        if kind in ("table", "step"):
            assert kind == "table" or client.seen is None or seq == client.seen + 1, "every entry, and none twice"
            assert client.seen is None or seq is None or seq >= client.seen
            if message["view"] is not None:
                self._compare(client, message)
            client.seen = seq
        elif kind == "ack":
            if message["id"] in client.waiting:
                client.waiting.remove(message["id"])
            assert client.acks.setdefault(message["id"], seq) == seq, "the same answer"
            if seq is None and message["id"] not in client.held:
                game = self.hub.rooms[client.room].game
                assert game is not None
                client.held[message["id"]] = game.seq
        elif kind == "refused":
            if message["id"] in client.waiting:
                client.waiting.remove(message["id"])
            client.refused.add(message["id"])
        elif kind == "hint":
            client.waiting.remove(message["id"])
        elif kind == "emote":
            for other in self.clients:
                other.waiting = [id for id in other.waiting if not isinstance(other.said[id], ShowEmote)]

    def _compare(self, client: Client, message: dict[str, Any]) -> None:
        """An entry is told in the same way at any time and to anyone, but for cards and questions."""
        known = {"state": message["view"]["state"], "shares": message["view"]["shares"]}
        if message["type"] == "step":
            known["events"] = [(event["kind"], event.get("seat"), event.get("to")) for event in message["events"]]
        told = self.public[client.room].setdefault(message["seq"], {})
        for key, value in known.items():
            assert told.setdefault(key, value) == value, f"{key} of entry {message['seq']}"
        assert client.views.setdefault(message["seq"], message["view"]) == message["view"], "the same to the same"

    def _check_records(self) -> None:
        """Check that every log is a valid game that contains everything the clients were told."""
        for name, room in self.hub.rooms.items():
            if room.game is None:
                continue
            found, log = self.disk.now(lambda connection, name=name: queries.whole(connection, name))  # type: ignore[misc]
            assert found.header is not None
            record = record_in(io.BytesIO(found.header + b"".join(log.lines)))
            assert record.damage is None
            assert record.inputs == room.game.session.log
            assert examine(record, found.secret).wrong == []


class Drawn:
    """Replaces the operating system's randomness."""

    def __init__(self, pick: random.Random) -> None:
        self.choice, self.randbelow = pick.choice, pick.randrange
        self.token_hex = lambda count: pick.randbytes(count).hex()
        self.token_urlsafe = self.token_hex


async def lasting(room: ServedRoom) -> Any:
    """Return the facts of a room that survive a restart; on the event loop, as its clocks need it."""
    seen = msgspec.to_builtins(room.view())
    del seen["watching"], seen["absence"], seen["left"]
    for seat in seen["seats"]:
        del seat["here"], seat["gone"]
        if room.state == "over":
            del seat["stand_in"]  # nobody plays any more
    return seen
