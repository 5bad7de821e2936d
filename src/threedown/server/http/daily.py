"""The HTTP calls of the deal of the day."""

from typing import Any

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from threedown.language import ENGLISH
from threedown.server.daily.where_won import where_won
from threedown.server.http.analyses import analysis_in
from threedown.server.http.caller import host_of, token_of
from threedown.server.hub import Hub
from threedown.server.model.daily import DailyDay, DailyDecided, DailyResult, DailySeen, PlayDaily
from threedown.server.model.wire import Guest, Opened

SECONDS = 15.0
"""Seconds of one core for the worlds of a try's analysis: everybody who has played a deal wants one on the same day."""


@get("/api/daily")
async def today(hub: NamedDependency[Hub], request: Request[Any, Any, Any]) -> DailySeen:
    """Return today's deals, with the hash of each secret and of tomorrow's, and the caller's part in them."""
    return await hub.daily.today(await hub.guests.player_of(token_of(request)))


@get("/api/daily/{game:str}")
async def past_days(game: FromPath[str], hub: NamedDependency[Hub], request: Request[Any, Any, Any]) -> list[DailyDay]:
    """List the past deals of a game, the last first, with the caller's places."""
    return await hub.daily.days(await hub.guests.player_of(token_of(request)), game)


@post("/api/daily/{game:str}")
async def play_daily(
    game: FromPath[str],
    guest: NamedDependency[Guest],
    hub: NamedDependency[Hub],
    request: Request[Any, Any, Any],
    data: JSONBody[PlayDaily | None] = None,
) -> Opened:
    """Begin today's one try, or return the room of the one that was begun. With ``day``, play the cards of a past day.

    The room is dealt already: open its socket and play.
    """
    hub.limiter.new_room(host_of(request), guest.player)
    return await hub.daily.play(guest, game, data or PlayDaily(), host_of(request))


@get("/api/daily/{game:str}/{day:str}")
async def result(
    game: FromPath[str], day: FromPath[str], hub: NamedDependency[Hub], request: Request[Any, Any, Any]
) -> DailyResult:
    """Return the results of a day's deal (``2026-11-23``); while the day lasts, to those who have finished.

    After the day it has the secret, and the rooms whose stories everybody may read.
    """
    return await hub.daily.result(await hub.guests.player_of(token_of(request)), game, day)


@get("/api/daily/{game:str}/{day:str}/decided")
async def decided(
    game: FromPath[str], day: FromPath[str], hub: NamedDependency[Hub], request: Request[Any, Any, Any]
) -> DailyDecided:
    """Return where the caller's finished try was won: figures alone, so also while its cards are sealed.

    The first call starts the analysis; call again until ``state`` is ``done`` or ``failed``. The result is stored.
    """
    player = await hub.guests.player_of(token_of(request))
    room = await hub.daily.finished_try(player, game, day)
    return where_won(await analysis_in(hub, room, ENGLISH, player, host_of(request), SECONDS))


HANDLERS = (today, past_days, play_daily, result, decided)
