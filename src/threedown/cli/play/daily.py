"""The deals of the day at a server: ``threedown daily --at URL [GAME]``."""

import asyncio
from functools import partial

import click

from threedown.cli.common import console, is_on_screen, json_flag, language_flag, print_json, screen_flags
from threedown.cli.exits import usage
from threedown.cli.play.links import link_of
from threedown.cli.play.remote import ask_server, play_room
from threedown.client import GuestClient, Message
from threedown.language import say

BET = ("winner", "turns", "longest")
"""The parts of a bet as the server calls them."""
STATES = {"new": "not played yet", "playing": "begun", "over": "played"}


@click.command()
@click.argument("game", required=False)
@click.option("--at", required=True, metavar="URL", help="The address of the server.")
@click.option("--bet", metavar="SEAT,TURNS,WAR", help="In War: who wins (0 is you), in how many turns, the longest war"
              " (1 single to 4).")  # fmt: skip
@language_flag
@screen_flags
@json_flag
def daily(game: str | None, at: str, bet: str | None, plain: bool, in_ascii: bool, as_json: bool) -> None:
    """Today's deals, or the one of GAME: everybody plays the same cards against the same bots, once.

    A game that you leave goes on with the same command until the day is over, at 00:00 UTC. At its end you read your
    place. With --json GAME's result is printed, and nothing is played.
    """
    at = link_of(at).server
    if game is None:
        _list(at, as_json)
        return
    fetch_result = partial(_result, game=game)
    if as_json:
        print_json(asyncio.run(ask_server(at, None, fetch_result)))
        return
    wish = {} if bet is None else {"bet": _bet(bet)}

    async def begin(player: GuestClient) -> Message:
        opened = await player.call("POST", f"/api/daily/{game}", wish)
        room: Message = await player.call("GET", f"/api/rooms/{opened['room']}")
        return room

    play_room(at, asyncio.run(ask_server(at, None, begin)), not plain and is_on_screen(), in_ascii)
    _tell(at, asyncio.run(ask_server(at, None, fetch_result)))


def _list(at: str, as_json: bool) -> None:
    seen = asyncio.run(ask_server(at, None, _today))
    if as_json:
        print_json(seen)
        return
    from rich.table import Table

    heads = (say("game"), say("you"), say("place"), say("finished"))
    table = Table(*heads, box=None, pad_edge=False, header_style="bold")
    for deal in seen["deals"]:
        place = "" if deal["place"] is None else str(deal["place"])
        table.add_row(deal["game"], say(STATES[deal["state"]]), place, str(deal["finished"]))
    console().print(table)
    hours, minutes = divmod(seen["left"] // 60_000, 60)
    click.echo(
        say(
            "{day}, {hours} h {minutes} min left. Play one: threedown daily GAME --at {at}",
            day=seen["day"], hours=hours, minutes=minutes, at=at,
        ),
        err=True,
    )  # fmt: skip


async def _today(player: GuestClient) -> Message:
    seen: Message = await player.call("GET", "/api/daily")
    return seen


async def _result(player: GuestClient, game: str) -> Message:
    day = (await _today(player))["day"]
    result: Message = await player.call("GET", f"/api/daily/{game}/{day}")
    return result


def _tell(at: str, result: Message) -> None:
    """Print the place of the player's try, and where its picture to share is; nothing while it goes on."""
    mine = result["mine"]
    if mine is None:
        return
    place = "Place {place} of {finished} in the deal of {day}."
    click.echo(say(place, place=mine["place"], finished=result["finished"], day=result["day"]))
    picture = f"{at}/preview/daily/{result['game']}/{result['day']}/{mine['share']}.png"
    click.echo(say("To share, with nothing given away: {picture}", picture=picture))


def _bet(text: str) -> Message:
    """Return a bet as the server takes it.

    >>> _bet("0,180,2")
    {'winner': 0, 'turns': 180, 'longest': 2}
    """
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != len(BET) or not all(part.isdecimal() for part in parts):
        raise usage(f"--bet {text}: write three numbers, as in 0,180,2: who wins, the turns, and the longest war")
    return dict(zip(BET, map(int, parts), strict=True))
