"""Playing on a server: ``threedown play --at URL [ROOM]`` and ``threedown rooms --at URL``."""

import asyncio
import hashlib
import os
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click
import httpx
import platformdirs

from threedown.cli.common import console, json_flag, print_json, rule_set_in
from threedown.cli.exits import bad_input, usage
from threedown.cli.play.links import is_link, link_of
from threedown.cli.play.seating import YOU, Wish
from threedown.client import GuestClient, Message, RequestRefused
from threedown.durable import write_whole
from threedown.games import game_names
from threedown.games.game_options import OptionError
from threedown.games.rule_set import SUFFIX
from threedown.language import say
from threedown.limits import LONGEST_TEXT

OPEN = "open"
"""A seat that waits for a player."""
OWNER_ONLY = 0o600
NOT_FOUND = 404
CODE_LENGTH = 6
GOES_ON = "It goes on without you. Come back with: {command}"
T = TypeVar("T")


@click.command()
@click.option("--at", required=True, metavar="URL", help="The address of the server.")
@json_flag
def rooms(at: str, as_json: bool) -> None:
    """The rooms of a server that wait for players or may be watched; mine first."""

    async def fetch(player: GuestClient) -> tuple[list[Message], list[Message]]:
        return await player.call("GET", "/api/me/rooms"), await player.call("GET", "/api/rooms")

    at = link_of(at).server
    mine, listed = asyncio.run(ask_server(at, None, fetch))
    names = {room["room"] for room in mine}
    everything = mine + [room for room in listed if room["room"] not in names]
    if as_json:
        print_json({"rooms": everything})
        return
    if not everything:
        click.echo(f"No room is open at {at}; open one: threedown play war --at {at}")
        return
    from rich.table import Table

    table = Table("room", "game", "state", "players", "", box=None, pad_edge=False, header_style="bold")
    for room in everything:
        seated = ", ".join(seat["name"] if seat["kind"] != "open" else "(open)" for seat in room["seats"])
        note = _note(room) if room["room"] in names else ""
        table.add_row(room["room"], f"{room['game']} ({room['preset']})", room["state"], seated, note)
    console().print(table)
    click.echo(f"Join one: threedown play --at {at} ROOM", err=True)


def _note(room: Message) -> str:
    """Return what a player is told about a room of theirs: that it waits for them, and the time left for a move.

    >>> _note({"waits": True, "choice_left": 20_000_000})
    'yours, it waits for you: 5 h left'
    >>> _note({"waits": False, "choice_left": 200_000_000}), _note({"waits": False})
    ('yours, the others have 2 days left', 'yours')
    """
    left = room.get("choice_left")
    waits = "yours, it waits for you" if room.get("waits") else "yours"
    if left is None:
        return waits
    hours = left // 3_600_000
    time = f"{hours // 24} days left" if hours >= 48 else f"{hours} h left" if hours else "less than an hour left"
    return f"{waits}: {time}" if room.get("waits") else f"{waits}, the others have {time}"


def play_at(at: str, name: str | None, wish: Wish, watch: bool, on_screen: bool, in_ascii: bool) -> None:
    """Opens a room of the game of that name, or joins the room of that name, and plays there."""
    if name is None:
        raise usage(f"which game, or which room? threedown play war --at {at}, for example; threedown rooms --at {at}")
    opens = name.lower() in game_names() or name.endswith(SUFFIX)
    called = "" if opens else _room_name(name)

    async def fetch(player: GuestClient) -> Message:
        return await (open_room(player, name, wish) if opens else join_room(player, called, watch))

    room: Message = asyncio.run(ask_server(at, wish.names, fetch))
    while play_room(at, room, on_screen, in_ascii):
        room = asyncio.run(ask_server(at, wish.names, partial(_rematch, room=room["room"])))


def play_room(at: str, room: Message, on_screen: bool, in_ascii: bool) -> bool:
    """Plays in a room, or watches there; True if its players want to play again."""
    from threedown.cli.table.remote_game import RemoteGame

    player = GuestClient(at, _token(at))
    away = RemoteGame(player, room)
    try:
        if on_screen:
            from threedown.cli.table.run import show

            ended = show(away, in_ascii)
        else:
            from threedown.cli.table.plain_remote import play_lines

            ended = asyncio.run(play_lines(away, in_ascii))
    except RequestRefused as error:
        raise bad_input(f"{at}: {error}") from error
    except httpx.HTTPError as error:
        raise bad_input(f"{at}: cannot be reached: {error}") from error
    except KeyboardInterrupt:
        _say_where(at, away)
        raise
    if ended == "again":
        return True
    _say_where(at, away)
    return False


def _say_where(at: str, away: Any) -> None:
    room = away.room
    if not away.over:
        click.echo(say(GOES_ON, command=f"threedown play --at {at} {room['room']}"), err=True)
    elif room.get("sealed") is None:  # else others play these cards: the record is told once they have
        click.echo(f"The record: {at.rstrip('/')}/api/rooms/{room['room']}/record", err=True)


async def open_room(player: GuestClient, game: str, wish: Wish) -> Message:
    """A room of this guest's own: bots sit at the other seats, unless the flags say that they are open."""
    setting = wish.setting(game)
    levels: list[str] = [YOU, *setting.game.first_level * (setting.seats - 1)]
    if wish.all_bots is not None:
        levels = [level.strip() for level in wish.all_bots.split(",")]
        if len(levels) != setting.seats:
            raise usage(f"--bots {wish.all_bots}: {len(levels)} levels for {setting.seats} seats")
    for pair in wish.bots:
        seat, equals, level = pair.partition("=")
        if not equals or not seat.isdecimal() or int(seat) >= setting.seats:
            raise usage(f"--bot {pair}: write SEAT=LEVEL with a seat of 0 to {setting.seats - 1}")
        levels[int(seat)] = level
    if levels.count(YOU) != 1:
        raise usage(f"--bots: on a server you sit at one seat; give {OPEN} for the seats of other people")
    named = rule_set_in(game)
    changed = {change.partition("=")[0].strip() for change in wish.changes}
    if named is not None:
        changed |= named.options.keys()
    asked: Message = {
        "game": setting.game.name,
        "preset": wish.preset if named is None else named.preset,
        "options": {key: getattr(setting.options, key) for key in sorted(changed)},
        **({} if setting.cited is None else {"variant": setting.cited.name}),
        "seats": setting.seats,
        "bots": {str(seat): level for seat, level in enumerate(levels) if level not in (YOU, OPEN)},
        "listed": OPEN in levels,
        **({} if wish.minutes is None else {"minutes": wish.minutes}),
    }
    opened = await player.call("POST", "/api/rooms", asked)
    room = f"/api/rooms/{opened['room']}"
    if OPEN not in levels:
        await player.call("POST", f"{room}/start")
    answer: Message = await player.call("GET", room)
    return answer


async def _rematch(player: GuestClient, room: str) -> Message:
    """The room in which the same people and bots play again."""
    answer: Message = await player.call("POST", f"/api/rooms/{room}/rematch")
    return answer


async def join_room(player: GuestClient, name: str, watch: bool) -> Message:
    """Return the room of that name; this guest sits down if a seat is free and they do not only want to watch."""
    name = await room_of(player, name)
    mine = {room["room"] for room in await player.call("GET", "/api/me/rooms")}
    room: Message = await player.call("GET", f"/api/rooms/{name}")
    free = any(seat["kind"] == "open" for seat in room["seats"])
    if not watch and name not in mine and room["state"] == "waiting" and free:
        await player.call("POST", f"/api/rooms/{name}/join", {})
        room = await player.call("GET", f"/api/rooms/{name}")
    return room


async def room_of(player: GuestClient, name: str) -> str:
    """Return a room's name, from its name or from its code (``KZ7-M3Q``)."""
    if len(name.replace("-", "")) != CODE_LENGTH:
        return name
    try:
        room: str = (await player.call("GET", f"/api/codes/{name}"))["room"]
    except RequestRefused as error:
        if error.problem.get("status") != NOT_FOUND:
            raise
        return name
    return room


def _room_name(text: str) -> str:
    """A room's name or code, as it may stand in an address."""
    name = text.strip()
    if not name or len(name) > LONGEST_TEXT or not name.replace("-", "").replace("_", "").isalnum():
        raise usage(f"{text!r} is neither a game ({', '.join(game_names())}) nor a room's name or code")
    return name


async def ask_server(at: str, name: str | None, ask: Callable[[GuestClient], Awaitable[T]]) -> T:
    """Call a server as this guest, who is created the first time; ends the command if the server cannot be reached."""
    if not is_link(at):
        raise usage(f"--at {at}: give the address of a server, as in http://127.0.0.1:8765")
    try:
        if _token(at) is None:
            new = await GuestClient.guest(at, (name or os.environ.get("USER") or "Guest")[:LONGEST_TEXT])
            _keep_token(at, new.token or "")
            await new.__aexit__()
        async with GuestClient(at, _token(at)) as player:
            return await ask(player)
    except RequestRefused as error:
        if error.problem.get("status") == 401:
            _token_path(at).unlink(missing_ok=True)
            raise bad_input(f"{at} does not know you any more; try again, as a new guest") from error
        raise bad_input(f"{at}: {error}") from error
    except httpx.HTTPError as error:
        raise bad_input(f"{at}: cannot be reached: {error or type(error).__name__}") from error
    except OptionError as error:
        raise usage(str(error)) from error


def _token_path(at: str) -> Path:
    """Return the file of this guest's token on a server."""
    folder = Path(os.environ.get("THREEDOWN_GAMES") or Path(platformdirs.user_data_dir("threedown")) / "games")
    return folder / "guests" / hashlib.sha256(at.rstrip("/").encode()).hexdigest()[:16]


def _token(at: str) -> str | None:
    try:
        return _token_path(at).read_text().strip() or None
    except OSError:
        return None


def _keep_token(at: str, token: str) -> None:
    path = _token_path(at)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, token.encode() + b"\n", OWNER_ONLY)
