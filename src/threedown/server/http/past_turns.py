"""The HTTP call about the last turns of a running game: those that a player missed while they were away."""

from typing import Annotated

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, Parameter

from threedown.server.http.caller import BY_LANGUAGE
from threedown.server.hub import Hub
from threedown.server.model.errors import NotNow, NotYours
from threedown.server.model.story import PastTurn
from threedown.server.model.wire import Guest
from threedown.server.rooms.eyes import Eyes


@get("/api/rooms/{name:str}/turns", response_headers=BY_LANGUAGE)
async def past_turns(
    name: FromPath[str],
    hub: NamedDependency[Hub],
    guest: NamedDependency[Guest],
    language: NamedDependency[str],
    after: Annotated[int, Parameter(ge=-1)] = -1,
) -> list[PastTurn]:
    """Return the turns after turn ``after`` as the caller's seat saw them, each with the table at its end.

    The server keeps the tables of the last 24 turns.
    """
    room = await hub.rooms.find(name)
    seat = room.seat_of(guest.player)
    if seat is None:
        raise NotYours("You don't have a seat here.")
    if room.game is None:
        raise NotNow("The cards haven't been dealt yet.")
    return room.game.event_log.past_turns(Eyes(seat), language, after)
