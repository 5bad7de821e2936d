"""Rooms in this process, without a socket and without a disk."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from support.virtual import InlineServices
from threedown.games import find_game
from threedown.games.setting import Setting, settle
from threedown.server.model.messages import Choose, Command, GoOn, Hello, TakeBack
from threedown.server.model.plan import Chair, RoomPlan
from threedown.server.model.wire import ChoiceClock
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.services import Services
from threedown.server.rooms.subscriber import Subscriber
from threedown.session.fairness import commitment
from threedown.table.layout import NOBODY


class Unkept:
    """A writer that stores nothing: storage is not the subject here."""

    async def do(self, work: Callable[..., Any]) -> None:
        return None


def room_of(
    game: str,
    seats: int | None = None,
    *,
    preset: str | None = None,
    bots: Mapping[int, str] | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    pace: int = 0,
    setting: Setting | None = None,
    clock: ChoiceClock | None = None,
) -> ServedRoom:
    """A room where people sit but for the ``bots``, by seat: p0, p1 …, called Seat 0, Seat 1 …; not started."""
    found = find_game(game)
    setting = setting or settle(found, preset, options, seats)
    secret = random.Random(seed).randbytes(32)
    chairs = [
        Chair(name=f"Seat {seat}", level=bots[seat]) if bots and seat in bots else Chair(f"p{seat}", f"Seat {seat}")
        for seat in range(setting.seats)
    ]
    plan = RoomPlan(
        game, preset or found.default_preset, msgspec.structs.asdict(setting.options), chairs, "p0",
        commitment(secret), pace, clock=clock, laid=setting.laid,
    )  # fmt: skip
    return ServedRoom(Services(Unkept(), 0), "room", plan, secret)  # type: ignore[arg-type]


def listener_of(player: str) -> Subscriber:
    """Return a subscriber."""
    return Subscriber(player)


async def sit_and_start(game: str, seats: int | None = None, **wish: Any) -> tuple[ServedRoom, list[Subscriber]]:
    """Start a room; return it with its subscribers: the people in the order of seats, then a spectator."""
    room = room_of(game, seats, **wish)
    people = [Subscriber(chair.player) for chair in room.plan.chairs if chair.player]
    subscribers = [*people, Subscriber("")]
    for subscriber in subscribers:
        await room.handle(subscriber, Hello())
    await room.start("p0")
    return room, subscribers


async def begun_with_parts(room: ServedRoom, players: Sequence[str]) -> list[Subscriber]:
    """Start a room without threads; return a client of each player that turns up its own cards."""
    room.services = InlineServices(room.services.writer, 0)
    clients = [listener_of(player) for player in players]
    for client in clients:
        await room.handle(client, Hello(parts=True))
    await room.start("p0")
    for client in clients:
        drained(client)
    return clients


async def say(room: ServedRoom, subscriber: Subscriber, command: Command) -> None:
    await room.handle(subscriber, command)


async def act_at_random(room: Any, people: list[Any], pick: random.Random, number: int) -> None:
    """Go on, choose at random, or undo."""
    session, seq = room.game.session, room.game.seq
    if pick.random() < 0.2:
        await say(room, pick.choice(people), TakeBack(f"u{number}", seq))
    elif session.pending is None:
        for seat, person in enumerate(people):
            await say(room, person, GoOn(f"g{number} {seat}", seq))
    elif NOBODY in session.pending.menus:
        choice = pick.choice(session.menu())
        await say(room, people[int(choice.split()[1])], Choose(f"c{number}", seq, choice))
    else:
        seat = pick.choice(list(session.pending.menus))
        await say(room, people[seat], Choose(f"c{number}", seq, pick.choice(session.menu(seat))))


def heard(subscriber: Subscriber, kind: str | None = None) -> list[dict[str, Any]]:
    """Return all messages since the last call; of one kind, or all of them."""
    messages = []
    while not subscriber.queue.empty():
        message = msgspec.json.decode(subscriber.queue.get_nowait())
        if kind in (None, message["type"]):
            messages.append(message)
    return messages


def drained(subscriber: Subscriber) -> bytes:
    """The same as it was sent."""
    messages = []
    while not subscriber.queue.empty():
        messages.append(subscriber.queue.get_nowait())
    return b"\n".join(messages)
