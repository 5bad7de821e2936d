"""The HTTP calls about finished games: their story, their analysis, and the proof that the deal was fair.

``POST /api/rooms {"from": {"room", "seq"}}`` continues such a game (see ``rooms/fork.py``).
"""

import re
from typing import Annotated, Any

from litestar import MediaType, Request, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, Parameter

from threedown.language import speaking
from threedown.server.http.analyses import analysis_of
from threedown.server.http.caller import BY_LANGUAGE, host_of, token_of
from threedown.server.http.luck import luck_seen
from threedown.server.hub import Hub
from threedown.server.limits.addresses import rate_key
from threedown.server.model.errors import Invalid
from threedown.server.model.findings import Analysis, DealLuckSeen
from threedown.server.model.story import Fairness, Story


@get("/api/rooms/{name:str}/story", response_headers=BY_LANGUAGE)
async def story(
    request: Request[Any, Any, Any],
    name: FromPath[str],
    hub: NamedDependency[Hub],
    language: NamedDependency[str],
    seat: FromQuery[str | None] = None,
    first: Annotated[int, Parameter(ge=0)] = 0,
) -> Response[Story]:
    """Return a finished game, entry by entry from ``first`` on; ``next`` is where the next part begins.

    ``seat`` is a number, ``open`` for all cards face up, or left out for what everybody could see.
    """
    is_open = seat == "open"
    if seat is not None and not is_open and not re.fullmatch("[0-9]{1,3}", seat):
        raise Invalid("Choose a seat, or open.")
    player, host = await hub.guests.player_of(token_of(request)), host_of(request)
    hub.services.budget.spend_replay(host, player)
    with speaking(language):
        told = await hub.archive.story(
            name, None if seat is None or is_open else int(seat), is_open, first, player, rate_key(host)
        )
    hub.services.budget.charge_replay(host, player, told.last)
    encoded: Any = told.body
    return Response(encoded, media_type=MediaType.JSON)


@get("/api/rooms/{name:str}/analysis", response_headers=BY_LANGUAGE)
async def analysis(
    request: Request[Any, Any, Any], name: FromPath[str], hub: NamedDependency[Hub], language: NamedDependency[str]
) -> Analysis:
    """Return the analysis of a finished game: chances by turn, luck, and every choice compared with the best.

    The first call starts the analysis; call again until ``state`` is ``done`` or ``failed``. The result is stored.
    """
    player = await hub.guests.player_of(token_of(request))
    return await analysis_of(hub, name, language, player, host_of(request))


@get("/api/rooms/{name:str}/luck", response_headers=BY_LANGUAGE)
async def luck(
    request: Request[Any, Any, Any], name: FromPath[str], hub: NamedDependency[Hub], language: NamedDependency[str]
) -> DealLuckSeen:
    """Return how lucky the caller's deal was in a finished game, with the share of games that such a deal wins.

    The first call for some rules starts to count; call again until ``state`` is ``done`` or ``failed``.
    """
    player = await hub.guests.player_of(token_of(request))
    with speaking(language):
        return await luck_seen(hub, name, player, host_of(request))


@get("/api/rooms/{name:str}/fairness", response_headers=BY_LANGUAGE)
async def fairness(
    request: Request[Any, Any, Any], name: FromPath[str], hub: NamedDependency[Hub], language: NamedDependency[str]
) -> Fairness:
    """Return all that is needed to check a finished game: commitment, secret, contributions, and every draw."""
    player = await hub.guests.player_of(token_of(request))
    with speaking(language):
        return await hub.archive.fairness(name, player)
