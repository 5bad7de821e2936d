"""The HTTP calls about ratings and profiles."""

from typing import Any

from litestar import Request, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from threedown.games import UnknownGame, find_game, game_names
from threedown.language import speaking
from threedown.server.http.caller import BY_LANGUAGE, token_of
from threedown.server.hub import Hub
from threedown.server.model.errors import Unknown
from threedown.server.model.ratings import Leaderboard, Profile, SeatRating, ShowProfile
from threedown.server.model.wire import Guest


@get("/api/ratings/{game:str}")
async def leaderboard(request: Request[Any, Any, Any], game: FromPath[str], hub: NamedDependency[Hub]) -> Leaderboard:
    """Return the ratings of a game, the best first."""
    try:
        name = find_game(game).name
    except UnknownGame as error:
        raise Unknown(str(error), list(game_names())) from error
    return await hub.ratings.leaderboard(name, await hub.guests.player_of(token_of(request)))


@get("/api/people/{player:str}", response_headers=BY_LANGUAGE)
async def profile(
    request: Request[Any, Any, Any], player: FromPath[str], hub: NamedDependency[Hub], language: NamedDependency[str]
) -> Profile:
    """Return a person's rated games, if the person lets everybody see them or is the caller."""
    with speaking(language):
        return await hub.ratings.profile(player, await hub.guests.player_of(token_of(request)))


@post("/api/me/profile", status_code=200)
async def show_profile(
    data: JSONBody[ShowProfile], guest: NamedDependency[Guest], hub: NamedDependency[Hub]
) -> Profile:
    """Let everybody see your profile, or no longer."""
    await hub.ratings.show_profile(guest.player, data.shown)
    return await hub.ratings.profile(guest.player, guest.player)


@get("/api/rooms/{name:str}/ratings")
async def seat_ratings(name: FromPath[str], hub: NamedDependency[Hub]) -> list[SeatRating]:
    """Return the ratings of the people and bots at a rated table, by seat; an empty list for any other table."""
    return await hub.ratings.of_seats((await hub.rooms.find(name)).plan)


HANDLERS = (leaderboard, profile, show_profile, seat_ratings)
