"""The HTTP calls of guests, rooms and games, and the application with all its parts."""

from collections import Counter
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import msgspec
from litestar import Litestar, Request, Response, delete, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.handlers import BaseRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.params import FromPath, JSONBody

from threedown.games import UnknownGame, find_game, game_names
from threedown.games.declare import Game
from threedown.games.facts import BookFacts, GameFacts, book_of
from threedown.games.rulebook import Clause, Ruling, UnknownClause, spoken_rulebook
from threedown.language import accepted, speaking
from threedown.server.finished.examples import played
from threedown.server.http import (
    calling,
    daily,
    deal,
    evening,
    finished,
    identity,
    lab,
    passkeys,
    play_now,
    preview,
    ratings,
    rule_sets,
    tournaments,
)
from threedown.server.http.caller import BY_LANGUAGE, LOCALHOST, check_site, host_of, token_of
from threedown.server.http.docs import FOLDER, docs
from threedown.server.http.errors import EXCEPTION_HANDLERS
from threedown.server.http.forwarding import OF_WORKER
from threedown.server.http.games import games_in
from threedown.server.http.my_socket import my_live
from threedown.server.http.openapi import CompletedDescription, description
from threedown.server.http.page import packaged_page, page
from threedown.server.http.past_turns import past_turns
from threedown.server.http.socket import live
from threedown.server.hub import Hub
from threedown.server.limits.addresses import is_local
from threedown.server.model.errors import NotYours, Unidentified, Unknown, still_sealed
from threedown.server.model.wire import CodeSeen, Guest, Join, MyRoom, NewRoom, Opened, RoomSeen, Seat
from threedown.server.operations import metrics
from threedown.server.ratings.measuring import keep_measuring
from threedown.server.rooms.cluster import Shared
from threedown.server.rooms.codes import read_code
from threedown.server.rooms.lobby import check_welcome
from threedown.server.rooms.room_lists import public_rooms, rooms_of
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.services import Services
from threedown.server.store import queries
from threedown.server.store.writer import Writer

LARGEST_BODY = 1 << 14
WHILE_SEALED = "while_sealed"
"""The option of a call about a room that is answered while others play the same cards."""


async def hub_of(state: State) -> Hub:
    """Provide the parts of the server to a call."""
    hub: Hub = state.hub
    return hub


async def check_call(request: Request[Any, Any, Any]) -> None:
    """Check the site of a call before anything else.

    Litestar runs a synchronous function in a thread. Coming back from one, the event loop waits for Python's global
    lock, 5 ms if another thread has it, and every game waits with it.
    """
    check_site(request)


async def known_guest(request: Request[Any, Any, Any], hub: NamedDependency[Hub]) -> Guest:
    """Provide the guest who calls; a call without a valid token is refused."""
    guest = await hub.guests.of(token_of(request))
    if guest is None:
        raise Unidentified("Become a guest first (POST /api/guest), then call with its cookie or token.")
    return guest


async def language_of(request: Request[Any, Any, Any]) -> str:
    """Provide the caller's language."""
    return accepted(request.headers.get("accept-language", ""))


async def refuse_sealed(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Refuse every call about a room whose cards others still play, but those marked ``while_sealed``.

    A new call is refused too until it is marked, after a check that it tells nothing.
    """
    name = connection.path_params.get("name")
    if handler.opt.get(WHILE_SEALED) or name is None or not connection.scope["path"].startswith("/api/rooms/"):
        return
    hub: Hub = connection.app.state.hub
    plan = await hub.rooms.plan_of(name)
    if plan is not None and plan.is_sealed:
        raise still_sealed(bool(plan.daily))


@get("/healthz", include_in_schema=False)
async def healthz(hub: NamedDependency[Hub]) -> dict[str, str]:
    """Answer 200 if the server can save choices."""
    await hub.services.writer.do(queries.try_disk)
    return {"status": "ok"}


@get("/metrics", include_in_schema=False)
async def metrics_page(hub: NamedDependency[Hub], request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the metrics: to this machine alone, or to everybody if the server was started with ``--metrics``.

    They have one spelling, so that a proxy can close it: Litestar would serve ``/metrics/`` too.
    """
    if request.scope["raw_path"] != b"/metrics":
        raise Unknown("There is no such page. The metrics are at /metrics.")
    if not (request.app.state.metrics or is_local(host_of(request))):
        raise NotYours("Only the server's own machine may read this (threedown serve --metrics opens it to everybody).")
    rooms: Counter[str] = Counter(room.state for room in hub.rooms.values())
    return Response(metrics.exposition(rooms, hub.limiter.sockets), media_type="text/plain; version=0.0.4")


@get("/api/me/rooms", response_headers=BY_LANGUAGE)
async def my_rooms(
    guest: NamedDependency[Guest], hub: NamedDependency[Hub], language: NamedDependency[str]
) -> list[MyRoom]:
    """List the rooms in which I sit, those that wait for me first, and among them those with the least time left."""
    return await rooms_of(guest, hub.rooms, hub.services.writer, language)


@get("/api/games", sync_to_thread=False, response_headers=BY_LANGUAGE)
def all_games(language: NamedDependency[str]) -> list[GameFacts]:
    """List all games with their facts."""
    return games_in(language)


@get("/api/rules/{game:str}", sync_to_thread=False, response_headers=BY_LANGUAGE)
def rules(game: FromPath[str], language: NamedDependency[str]) -> BookFacts:
    """Return a rulebook: the game in four sentences, clauses and rulings, and a game's scenarios."""
    return _book(_game(game).name, language)


@cache
def _book(game: str, language: str) -> BookFacts:
    with speaking(language):
        return book_of(find_game(game))


@get("/api/rules/{game:str}/{clause:str}", sync_to_thread=True, response_headers=BY_LANGUAGE)
def rule(game: FromPath[str], clause: FromPath[str], language: NamedDependency[str]) -> dict[str, Any]:
    """Return a clause or ruling. A clause's examples are played: each has a ``result``, a ``story`` in words, and
    ``steps`` to be laid on a table. ``presets`` are those under which it holds."""
    with speaking(language):
        return _entry_facts(_game(game), clause)


def _entry_facts(declared: Game, clause: str) -> dict[str, Any]:
    try:
        entry: Clause | Ruling = spoken_rulebook(declared.name).find(clause)
    except UnknownClause as error:
        raise Unknown(str(error)) from error
    facts: dict[str, Any] = msgspec.to_builtins(entry)
    if isinstance(entry, Clause):
        facts["presets"] = [
            name
            for name, one in declared.presets.items()
            if entry.holds(one.options, one.seats or declared.seats.fewest)
        ]
        facts["example"] = [{**example, **msgspec.to_builtins(played(declared, example))} for example in entry.example]
    return facts


def _game(name: str) -> Game:
    try:
        return find_game(name)
    except UnknownGame as error:
        raise Unknown(str(error), list(game_names())) from error


@post("/api/rooms")
async def open_room(
    data: JSONBody[NewRoom], guest: NamedDependency[Guest], hub: NamedDependency[Hub], request: Request[Any, Any, Any]
) -> Opened:
    """Open a room and take its first free seat. With ``from`` it continues a finished game."""
    hub.limiter.new_room(host_of(request), guest.player)
    return await hub.opener.open(guest, data, host_of(request))


@delete("/api/rooms/{name:str}", status_code=204)
async def delete_room(name: FromPath[str], guest: NamedDependency[Guest], hub: NamedDependency[Hub]) -> None:
    """Delete the room with its game and its record, as the host; a game that others play must be over."""
    await hub.deleter.delete_room(name, guest.player)


@get("/api/rooms")
async def listed_rooms(hub: NamedDependency[Hub]) -> list[RoomSeen]:
    """List the public rooms that wait for players or may be watched."""
    return public_rooms(hub.rooms)


@get("/api/rooms/{name:str}", response_headers=BY_LANGUAGE, while_sealed=True)
async def room(
    name: FromPath[str], hub: NamedDependency[Hub], request: Request[Any, Any, Any], language: NamedDependency[str]
) -> RoomSeen:
    """Return a room to anyone with its link; its players also get the rooms that follow it."""
    guest, found = await hub.guests.of(token_of(request)), await hub.rooms.find(name)
    check_welcome(found.plan, "" if guest is None else guest.player)
    with speaking(language):
        return view_for(guest, found)


def view_for(guest: Guest | None, room: ServedRoom) -> RoomSeen:
    """Return a room as a guest may see it."""
    return room.view(None if guest is None else room.seat_of(guest.player))


@get("/api/codes/{code:str}")
async def room_of_code(code: FromPath[str], hub: NamedDependency[Hub], request: Request[Any, Any, Any]) -> CodeSeen:
    """Return the room that people find by a code (``KZ7-M3Q``): case and the hyphen do not matter."""
    try:
        return CodeSeen(hub.rooms.by_code(read_code(code)).name)
    except Unknown:
        if OF_WORKER not in request.scope:  # that worker counts it, if nobody knows the code
            hub.limiter.wrong_code(host_of(request))
        raise


@post("/api/rooms/{name:str}/join", status_code=200, while_sealed=True)
async def join(
    name: FromPath[str], guest: NamedDependency[Guest], hub: NamedDependency[Hub], data: JSONBody[Join | None] = None
) -> RoomSeen:
    """Sit down; or change seat, name, colour or contribution to the shuffle before the deal."""
    found = await hub.rooms.find(name)
    await hub.opener.join(found, guest, data or Join())
    return view_for(guest, found)


@post("/api/rooms/{name:str}/leave", status_code=200)
async def leave(name: FromPath[str], guest: NamedDependency[Guest], hub: NamedDependency[Hub]) -> RoomSeen:
    """Leave the seat; during the game a bot plays for you until you are back."""
    found = await hub.rooms.find(name)
    async with found.lock:
        await found.leave(guest.player)
    return view_for(guest, found)


@post("/api/rooms/{name:str}/options", status_code=200)
async def change_rules(
    name: FromPath[str], data: JSONBody[NewRoom], guest: NamedDependency[Guest], hub: NamedDependency[Hub]
) -> RoomSeen:
    """Change the rules or the game before the deal, as the host: the body of a new room, without its bots."""
    found = await hub.rooms.find(name)
    request = await hub.opener.rule_sets.room_request(data)
    async with found.lock:
        await found.change_rules(guest, request)
    return view_for(guest, found)


@post("/api/rooms/{name:str}/seats/{seat:int}", status_code=200)
async def give_seat(
    name: FromPath[str],
    seat: FromPath[int],
    data: JSONBody[Seat],
    guest: NamedDependency[Guest],
    hub: NamedDependency[Hub],
) -> RoomSeen:
    """Put a bot on a seat, or open the seat, as the host."""
    found = await hub.rooms.find(name)
    async with found.lock:
        await found.give_seat(guest.player, seat, data.bot)
    return view_for(guest, found)


@post("/api/rooms/{name:str}/start", status_code=200)
async def start(name: FromPath[str], guest: NamedDependency[Guest], hub: NamedDependency[Hub]) -> RoomSeen:
    """Deal the cards, as the host."""
    found = await hub.rooms.find(name)
    async with found.lock:
        await found.start(guest.player)
    return view_for(guest, found)


@post("/api/rooms/{name:str}/rematch", status_code=200)
async def rematch(
    name: FromPath[str], guest: NamedDependency[Guest], hub: NamedDependency[Hub], request: Request[Any, Any, Any]
) -> RoomSeen:
    """Open the rematch as a new room."""
    hub.limiter.new_room(host_of(request), guest.player)
    return view_for(guest, await hub.opener.rematch(await hub.rooms.find(name), guest, host_of(request)))


@get("/api/rooms/{name:str}/record")
async def record(name: FromPath[str], hub: NamedDependency[Hub], request: Request[Any, Any, Any]) -> Response[bytes]:
    """Return the record of a finished game."""
    player, host = await hub.guests.player_of(token_of(request)), host_of(request)
    hub.services.budget.spend_replay(host, player)
    data = await hub.archive.record(name, player)
    hub.services.budget.charge_replay(host, player, data.count(b"\n"))
    headers = {"Content-Disposition": f'attachment; filename="{name}.3d"'}
    return Response(data, media_type="application/x-ndjson", headers=headers)


HANDLERS = (
    healthz, metrics_page, my_rooms, all_games, rules, rule, open_room, delete_room, listed_rooms, room, room_of_code,
    join, leave, change_rules, give_seat, start, deal.reveal_part, deal.dealt, rematch, record, past_turns,
    finished.story, finished.analysis, finished.luck, finished.fairness, lab.rule_effects, lab.study, lab.stop_study,
    lab.checked_rules, live, docs, *preview.HANDLERS, page, *evening.HANDLERS, *identity.HANDLERS,
    *passkeys.HANDLERS, *ratings.HANDLERS, *daily.HANDLERS, *play_now.HANDLERS, my_live, *tournaments.HANDLERS,
    *calling.HANDLERS, *rule_sets.HANDLERS,
)  # fmt: skip


def server(
    writer: Writer,
    pause: float,
    workers: int = 0,
    open_metrics: bool = False,
    names: Collection[str] = (),
    memory: int | None = None,
    address: str | None = None,
) -> Litestar:
    """Return the application.

    ``pause`` is how long a bot waits before it answers, in seconds; ``workers`` is the number of processes in which
    bots think (0: a thread). ``names`` are the host names by which others reach it, beside addresses and ``localhost``;
    ``memory`` is the limit on the memory of this process, in bytes. Other workers may serve the same rooms, and reach
    this one at ``address`` (None: there are none).
    """

    @asynccontextmanager
    async def open_rooms(app: Litestar) -> AsyncIterator[None]:
        cluster = None if address is None else Shared(writer, address)
        if cluster is not None:
            await cluster.register()
        services = Services(writer, pause, workers, memory, cluster)
        services.spawn(services.bot_pool.warm())
        app.state.hub = Hub(services)
        await app.state.hub.open()
        services.spawn(keep_measuring(services, app.state.hub.analyses))
        services.spawn(app.state.hub.daily.prepare_regularly())
        try:
            yield
        finally:
            await services.close()

    own_names = frozenset({LOCALHOST, *(name.lower() for name in names)})
    return Litestar(
        HANDLERS,
        lifespan=[open_rooms],
        dependencies={"hub": Provide(hub_of), "guest": Provide(known_guest), "language": Provide(language_of)},
        before_request=check_call,
        guards=[refuse_sealed],
        exception_handlers=EXCEPTION_HANDLERS,
        request_max_body_size=LARGEST_BODY,
        openapi_config=OpenAPIConfig(
            "Threedown", "1", render_plugins=[CompletedDescription()], openapi_router=description()
        ),
        logging_config=None,
        state=State({"page": packaged_page(), "docs": FOLDER, "metrics": open_metrics, "names": own_names}),
    )
