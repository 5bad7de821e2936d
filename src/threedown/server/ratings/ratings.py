"""The ratings and profiles of a server, computed from the stored results of rated tables."""

import itertools
import math
from collections.abc import Iterable, Sequence
from functools import partial

from threedown.bulk.report import share_interval
from threedown.games import game_names
from threedown.server.model.errors import NotYours
from threedown.server.model.plan import RoomPlan
from threedown.server.model.ratings import (
    Estimate,
    GameProfile,
    Leaderboard,
    Opponent,
    Profile,
    RankedPlayer,
    RatingPoint,
    RatingSeen,
    SeatRating,
)
from threedown.server.model.seat_result import SeatResult
from threedown.server.ratings.lost_points import lost_by_choices
from threedown.server.ratings.rating_book import Entrant, RatedTable, Rating, RatingBook, shares_of
from threedown.server.ratings.rating_stream import RatingStream
from threedown.server.rooms.services import Services
from threedown.server.store import results
from threedown.server.store.measures import MeasuredResult, measured_results

MOST_LISTED = 100
"""People on a leaderboard."""
MOST_OPPONENTS = 12


class Ratings:
    """Answers questions about ratings."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._streams: dict[tuple[str, bool], RatingStream] = {}

    async def book(self, game: str, adjusted: bool = False) -> RatingBook:
        """Return the ratings of a game as they are now; with ``adjusted``, those with the luck taken out."""
        if (game, adjusted) not in self._streams:
            writer = self._services.writer

            async def read(since: int) -> list[RatedTable]:
                return tables_of(await writer.do(partial(results.rated_results, game=game, since=since)))

            async def read_measured(since: int) -> list[RatedTable]:
                return measured_tables_of(await writer.do(partial(measured_results, game=game, since=since)))

            reader = read_measured if adjusted else read
            self._streams[game, adjusted] = RatingStream(game, reader, self._services.in_thread, adjusted)
        return await self._streams[game, adjusted].book()

    async def leaderboard(self, game: str, player: str) -> Leaderboard:
        """Return the ratings of a game, with the caller's own even if it is provisional."""
        book, adjusted = await self.book(game), await self.book(game, adjusted=True)
        rated = [(entrant, rating) for entrant in book.entrants() if (rating := book.rating_of(entrant))]
        rated.sort(key=lambda one: (-one[1].value, one[0].player or "", one[0].level or ""))
        people = [entrant.player for entrant, rating in rated if entrant.player and not rating.is_provisional]
        places = {name: place for place, name in enumerate(people[:MOST_LISTED], 1)}
        listed = [
            (entrant, rating)
            for entrant, rating in rated
            if entrant.level or entrant.player in places or entrant.player == player
        ]
        names = await self._names(entrant.player for entrant, _ in listed)
        rows = [
            RankedPlayer(
                names.get(entrant.player or "", entrant.level or ""),
                entrant.level,
                entrant.player,
                places.get(entrant.player or ""),
                seen(rating),
                seen_of(adjusted, entrant),
                entrant.player == player and bool(player),
            )
            for entrant, rating in listed
            if entrant.level or entrant.player in names
        ]
        provisional = sum(bool(entrant.player) and rating.is_provisional for entrant, rating in rated)
        return Leaderboard(game, rows, provisional)

    async def of_seats(self, plan: RoomPlan) -> list[SeatRating]:
        """Return the rating of each seat of a rated table; nothing for other tables."""
        if not plan.rated:
            return []
        book = await self.book(plan.game)
        found: list[SeatRating] = []
        for seat, chair in enumerate(plan.chairs):
            entrant = Entrant(chair.player or None, None if chair.player else chair.level or None)
            found.append(SeatRating(seat, seen_of(book, entrant)))
        return found

    async def profile(self, player: str, caller: str) -> Profile:
        """Return the profile of a person. Raises NotYours if they show it to nobody else."""
        name, shown = await self._services.writer.do(partial(results.owner_of_profile, player=player))
        if player != caller and not shown:
            raise NotYours("This person doesn't show their profile.")
        theirs = await self._services.writer.do(partial(results.rated_results_with, player=player))
        played = {result.game for result in theirs}
        names = await self._names(result.player for result in theirs)
        games = [
            await self._game_profile(game, player, [result for result in theirs if result.game == game], names)
            for game in game_names()
            if game in played
        ]
        return Profile(player, name, player == caller, shown, games)

    async def show_profile(self, player: str, shown: bool) -> None:
        """Store whether everybody may see a person's profile."""
        await self._services.writer.do(partial(results.show_profile, player=player, shown=shown))

    async def _game_profile(
        self, game: str, player: str, theirs: Sequence[SeatResult], names: dict[str, str]
    ) -> GameProfile:
        tables = tables_of(theirs)
        own = Entrant(player, None)
        book, adjusted = await self.book(game), await self.book(game, adjusted=True)
        measured = await self._services.writer.do(partial(measured_results, game=game, player=player))
        won = [shares_of(table.places)[table.entrants.index(own)] for table in tables]
        return GameProfile(
            game,
            len(tables),
            sum(share == 1 for share in won),
            share_of(sum(won), len(won)),
            sum(1 / len(table.places) for table in tables) / max(1, len(tables)),
            seen_of(book, own),
            seen_of(adjusted, own),
            course_of(book, own),
            course_of(adjusted, own),
            lost_by_choices(game, measured),
            opponents_of(own, tables, names),
        )

    async def _names(self, players: Iterable[str | None]) -> dict[str, str]:
        wanted = sorted({player for player in players if player})
        return await self._services.writer.do(partial(results.names_of, players=wanted))


def tables_of(found: Sequence[SeatResult]) -> list[RatedTable]:
    """Return the tables of results that are in order, with the seats of a table together."""
    tables = []
    for room, rows in itertools.groupby(found, lambda result: result.room):
        seats = list(rows)
        entrants = tuple(Entrant(result.player, result.level) for result in seats)
        tables.append(RatedTable(room, seats[0].ended, entrants, tuple(result.place for result in seats)))
    return tables


def opponents_of(own: Entrant, tables: Sequence[RatedTable], names: dict[str, str]) -> list[Opponent]:
    """Return the opponents of a person, the most frequent first. People without a name have been deleted."""
    games: dict[Entrant, int] = {}
    ahead: dict[Entrant, float] = {}
    for table in tables:
        place = table.places[table.entrants.index(own)]
        for other in dict.fromkeys(table.entrants):
            if other == own or not (other.level or other.player in names):
                continue
            theirs = [each for each, entrant in zip(table.places, table.entrants, strict=True) if entrant == other]
            beaten = sum(1.0 if place < each else 0.5 if place == each else 0.0 for each in theirs)
            games[other] = games.get(other, 0) + 1
            ahead[other] = ahead.get(other, 0.0) + beaten / len(theirs)
    most = sorted(games, key=lambda other: (-games[other], other.player or "", other.level or ""))[:MOST_OPPONENTS]
    found = []
    for other in most:
        share = share_of(ahead[other], games[other])
        assert share is not None
        name = names.get(other.player or "", other.level or "")
        found.append(Opponent(name, other.level, other.player, games[other], share))
    return found


def share_of(part: float, games: int) -> Estimate | None:
    """Return a share of games with Wilson's 95 % interval, in which parts of a game are rounded away from it.

    None without games.
    """
    if not games:
        return None
    low, high = share_interval(math.floor(part), games)[0], share_interval(math.ceil(part), games)[1]
    return Estimate(part / games, low, high)


def measured_tables_of(found: Sequence[MeasuredResult]) -> list[RatedTable]:
    """Return the tables of measured results, which ended when they were measured."""
    tables = []
    for room, rows in itertools.groupby(found, lambda each: each.result.room):
        seats = list(rows)
        entrants = tuple(Entrant(each.result.player, each.result.level) for each in seats)
        shares = tuple(each.share for each in seats if each.share is not None)
        places = tuple(each.result.place for each in seats)
        tables.append(
            RatedTable(room, seats[0].measured, entrants, places, shares if len(shares) == len(seats) else None)
        )
    return tables


def seen_of(book: RatingBook, entrant: Entrant) -> RatingSeen | None:
    """Return the rating of an entrant as the wire has it; None before their first game."""
    rating = book.rating_of(entrant)
    return None if rating is None else seen(rating)


def course_of(book: RatingBook, entrant: Entrant) -> list[RatingPoint]:
    """Return the ratings of an entrant after each game as the wire has them."""
    return [RatingPoint(one.when, round(one.value), round(one.around)) for one in book.course_of(entrant)]


def seen(rating: Rating) -> RatingSeen:
    """Return a rating as the wire has it."""
    return RatingSeen(round(rating.value), round(rating.around), rating.is_provisional, rating.games)
