"""The HTTP calls and the socket of tournaments."""

import csv
import io
from typing import Any

from litestar import Request, Response, WebSocket, get, post, websocket
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, JSONBody

from threedown.server.http.caller import host_of, token_of
from threedown.server.http.socket import NOT_HERE, TOO_MANY, accept_own_site, close_with, send_while
from threedown.server.hub import Hub
from threedown.server.limits.addresses import rate_key
from threedown.server.model import clock
from threedown.server.model.errors import RequestError
from threedown.server.model.tournament import (
    FinalResult,
    MyTournament,
    NewTournament,
    TournamentListed,
    TournamentOpened,
    TournamentSeen,
)
from threedown.server.model.wire import Guest
from threedown.server.rooms.subscriber import RESTART, SIGNED_OUT, Subscriber
from threedown.server.store.errors import NotSaved
from threedown.server.tournaments import showing


@post("/api/tournaments")
async def open_tournament(
    data: JSONBody[NewTournament],
    guest: NamedDependency[Guest],
    hub: NamedDependency[Hub],
    request: Request[Any, Any, Any],
) -> TournamentOpened:
    """Open a tournament; enter it with ``join``."""
    hub.limiter.new_room(host_of(request), guest.player)
    id = await hub.tournaments.open(guest, data)
    return TournamentOpened(id, showing.tournament_url(id))


@get("/api/tournaments")
async def listed_tournaments(hub: NamedDependency[Hub]) -> list[TournamentListed]:
    """List the public tournaments, those that are over last."""
    now = clock.now()
    return [showing.listed(one, now) for one in await hub.tournaments.listed()]


@get("/api/tournaments/{id:str}")
async def tournament(id: FromPath[str], hub: NamedDependency[Hub]) -> TournamentSeen:
    """Return a tournament with its standings."""
    return showing.seen(await hub.tournaments.find(id), clock.now())


@get("/api/tournaments/{id:str}/me")
async def my_tournament(
    id: FromPath[str], guest: NamedDependency[Guest], hub: NamedDependency[Hub]
) -> MyTournament | None:
    """Return my place and my table in a tournament; null if I am not in it."""
    return showing.mine(await hub.tournaments.find(id), guest.player, clock.now())


@post("/api/tournaments/{id:str}/join", status_code=200)
async def join_tournament(
    id: FromPath[str], guest: NamedDependency[Guest], hub: NamedDependency[Hub], request: Request[Any, Any, Any]
) -> TournamentSeen:
    """Enter a tournament, or go on after a pause. A caller with a token in a header is shown as a program."""
    is_program = "authorization" in request.headers
    return showing.seen(await hub.tournaments.join(id, guest, is_program), clock.now())


@post("/api/tournaments/{id:str}/pause", status_code=200)
async def pause_tournament(
    id: FromPath[str], guest: NamedDependency[Guest], hub: NamedDependency[Hub]
) -> TournamentSeen:
    """Get no further table until I join again; before the beginning, leave."""
    return showing.seen(await hub.tournaments.pause(id, guest), clock.now())


@get("/api/tournaments/{id:str}/results.json")
async def results_as_json(id: FromPath[str], hub: NamedDependency[Hub]) -> Response[list[FinalResult]]:
    """Return the results so far as a file."""
    found = showing.results(await hub.tournaments.find(id))
    return Response(found, headers=_as_file(id, "json"))


@get("/api/tournaments/{id:str}/results.csv")
async def results_as_csv(id: FromPath[str], hub: NamedDependency[Hub]) -> Response[bytes]:
    """Return the results so far as comma-separated values, with a line of names."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(FinalResult.__struct_fields__)
    for line in showing.results(await hub.tournaments.find(id)):
        values = [getattr(line, field) for field in FinalResult.__struct_fields__]
        writer.writerow([_harmless(value) for value in values])
    return Response(text.getvalue().encode(), media_type="text/csv; charset=utf-8", headers=_as_file(id, "csv"))


def _as_file(id: str, suffix: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="tournament-{id}.{suffix}"'}


def _harmless(value: object) -> object:
    """Return a value that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


@websocket("/api/tournaments/{id:str}/live")
async def live_standings(socket: WebSocket[Any, Any, State], id: FromPath[str]) -> None:
    """Send the standings, and the caller's own table, whenever they change, at most once a second."""
    hub: Hub = socket.app.state.hub
    if not await accept_own_site(socket):
        return
    with hub.limiter.socket(host_of(socket)) as fits:
        if not fits or hub.stopping:
            await close_with(socket, RESTART if hub.stopping else TOO_MANY)
            return
        subscriber = Subscriber("")
        try:
            signed_in = await hub.guests.signed_in(token_of(socket))
            player, device = ("", "") if signed_in is None else (signed_in.player, signed_in.device)
            subscriber = Subscriber(player, rate_key(host_of(socket)), device)
            hub.subscribers.add(subscriber)
            if device and await hub.guests.signed_in(token_of(socket)) is None:  # signed out in the meantime
                subscriber.end(SIGNED_OUT)
            await hub.tournaments.follow(id, subscriber)
            await send_while(_until_gone(socket), socket, subscriber)
        except RequestError as error:
            await socket.close(NOT_HERE, error.detail)
            return
        except NotSaved:
            subscriber.end(RESTART)
        finally:
            hub.subscribers.discard(subscriber)
            hub.tournaments.unfollow(id, subscriber)
        if subscriber.code:
            await close_with(socket, subscriber.code)


async def _until_gone(socket: WebSocket[Any, Any, State]) -> None:
    """Return when the client closes the socket, or says anything but one hello: there is nothing to say."""
    try:
        await socket.receive_data("text")
        await socket.receive_data("text")
    except WebSocketDisconnect:
        return


HANDLERS = (
    open_tournament, listed_tournaments, tournament, my_tournament, join_tournament, pause_tournament, results_as_json,
    results_as_csv, live_standings,
)  # fmt: skip
