"""The queries about the deals of the day: functions of a connection, to be run by the writer (``writer.py``)."""

from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Connection, case, delete, func, select, update

from threedown.server.model import clock
from threedown.server.model.daily import Bet, MyDaily, Outcome, day_of, end_of
from threedown.server.store.dialects import insert_if_new
from threedown.server.store.tables import daily_deals, daily_levels, daily_tries, entries, rooms

MOST_SETTLED = 100
"""Tries whose outcomes are looked for at once."""


class AlreadyTried(Exception):
    """The guest has begun their one try, in this ``room``."""

    def __init__(self, room: str) -> None:
        super().__init__(room)
        self.room = room


class StoredTry(NamedTuple):
    """A guest's one try at a deal of the day."""

    day: str
    game: str
    room: str
    bet: Bet | None
    outcome: Outcome | None
    """None until the game is over; a game that ends after its day has none."""


class Ended(NamedTuple):
    """A try whose game is over, before its outcome is noted."""

    day: str
    game: str
    player: str
    bet: Bet | None
    footer: bytes
    finished: int
    """When the last entry was written, in milliseconds since 1970."""


class Counts(NamedTuple):
    """The number of people who have begun a deal, and of those who have finished it."""

    bets: int
    finished: int


def secret_of(connection: Connection, day: str, game: str, new: bytes) -> bytes:
    """Return the secret of a deal; it becomes ``new`` if it has none. All workers get the same one."""
    insert_if_new(connection, daily_deals, {"day": day, "game": game, "secret": new.hex()})
    its = (daily_deals.c.day == day) & (daily_deals.c.game == game)
    return bytes.fromhex(connection.execute(select(daily_deals.c.secret).where(its)).scalar_one())


def secrets_of(connection: Connection, new: Mapping[tuple[str, str], bytes]) -> dict[tuple[str, str], bytes]:
    """Return the secrets of several deals, by day and game; one that has none gets that of ``new``."""
    return {(day, game): secret_of(connection, day, game, secret) for (day, game), secret in new.items()}


def known_secret(connection: Connection, day: str, game: str) -> bytes | None:
    """Return the secret of a deal; None if there was none on that day."""
    its = (daily_deals.c.day == day) & (daily_deals.c.game == game)
    found = connection.execute(select(daily_deals.c.secret).where(its)).scalar()
    return None if found is None else bytes.fromhex(found)


def begin_try(connection: Connection, room: str, day: str, game: str, player: str, bet: Bet | None) -> None:
    """Note that a guest has begun their try. Raises AlreadyTried if they had."""
    encoded = None if bet is None else msgspec.json.encode(bet)
    row = {"day": day, "game": game, "player": player, "room": room, "began": clock.now(), "bet": encoded}
    if not insert_if_new(connection, daily_tries, row):
        its = _is_of(day, game) & (daily_tries.c.player == player)
        raise AlreadyTried(connection.execute(select(daily_tries.c.room).where(its)).scalar_one())


def has_tries(connection: Connection) -> bool:
    """Return True if anybody has played a deal of the day here."""
    return connection.execute(select(daily_tries.c.day).limit(1)).first() is not None


def tries_of(connection: Connection, player: str, day: str) -> dict[str, StoredTry]:
    """Return a guest's tries of a day, by game."""
    theirs = (daily_tries.c.player == player) & (daily_tries.c.day == day)
    found = connection.execute(select(daily_tries).where(theirs)).all()
    return {
        row.game: StoredTry(
            row.day,
            row.game,
            row.room,
            None if row.bet is None else msgspec.json.decode(row.bet, type=Bet),
            None if row.place is None else Outcome(row.place, row.score, row.rounds),
        )
        for row in found
    }


def ended_tries(connection: Connection) -> list[Ended]:
    """Return tries whose games are over and whose outcomes are not noted yet."""
    last = select(func.max(entries.c.written)).where(entries.c.game == rooms.c.room).scalar_subquery()
    wanted = (
        select(daily_tries, rooms.c.footer, rooms.c.changed, last.label("last"))
        .join(rooms, rooms.c.room == daily_tries.c.room)
        .where(daily_tries.c.finished.is_(None), rooms.c.state == "over", rooms.c.footer.is_not(None))
        .limit(MOST_SETTLED)
    )
    return [
        Ended(
            row.day,
            row.game,
            row.player,
            None if row.bet is None else msgspec.json.decode(row.bet, type=Bet),
            bytes(row.footer),
            row.last or row.changed,
        )
        for row in connection.execute(wanted)
    ]


def note_outcome(connection: Connection, ended: Ended, outcome: Outcome) -> None:
    """Note the outcome of a try; one that ended after its day has none."""
    values: dict[str, int] = {"finished": ended.finished}
    if ended.finished < end_of(ended.day):
        values |= msgspec.structs.asdict(outcome)
    its = _is_of(ended.day, ended.game) & (daily_tries.c.player == ended.player)
    connection.execute(update(daily_tries).where(its).values(values))


def counts_of(connection: Connection, day: str) -> dict[str, Counts]:
    """Return how many people have begun and finished each deal of a day, by game."""
    counted = select(daily_tries.c.game, func.count().label("bets"), func.count(daily_tries.c.place).label("finished"))
    found = connection.execute(counted.where(daily_tries.c.day == day).group_by(daily_tries.c.game))
    return {row.game: Counts(row.bets, row.finished) for row in found}


def place_of(connection: Connection, day: str, game: str, outcome: Outcome) -> int:
    """Return the place of an outcome among all of a deal: one more than the number of better ones."""
    place, score, rounds = daily_tries.c.place, daily_tries.c.score, daily_tries.c.rounds
    is_better = (
        (place < outcome.place)
        | ((place == outcome.place) & (score > outcome.score))
        | ((place == outcome.place) & (score == outcome.score) & (rounds < outcome.rounds))
    )
    wanted = select(func.count()).select_from(daily_tries).where(_is_of(day, game), is_better)
    return 1 + connection.execute(wanted).scalar_one()


def outcomes_of(connection: Connection, day: str, game: str) -> list[tuple[Outcome, int]]:
    """Return the different places and scores of a deal, and how many people have each."""
    place, score = daily_tries.c.place, daily_tries.c.score
    wanted = select(place, score, func.count().label("count")).where(_is_of(day, game), place.is_not(None))
    return [
        (Outcome(row.place, row.score, 0), row[2]) for row in connection.execute(wanted.group_by(place, score)).all()
    ]


def finished_tries(connection: Connection, day: str, game: str) -> list[tuple[str, Outcome]]:
    """Return the rooms and outcomes of all who have finished a deal."""
    wanted = select(daily_tries).where(_is_of(day, game), daily_tries.c.place.is_not(None))
    return [(row.room, Outcome(row.place, row.score, row.rounds)) for row in connection.execute(wanted)]


def best_of(connection: Connection, day: str, game: str, most: int) -> list[tuple[str, Outcome]]:
    """Return the rooms of the best outcomes of a deal, the best first."""
    order = (daily_tries.c.place, daily_tries.c.score.desc(), daily_tries.c.rounds, daily_tries.c.finished)
    wanted = (
        select(daily_tries)
        .join(rooms, rooms.c.room == daily_tries.c.room)
        .where(_is_of(day, game), daily_tries.c.place.is_not(None))
        .order_by(*order)
        .limit(most)
    )
    return [(row.room, Outcome(row.place, row.score, row.rounds)) for row in connection.execute(wanted)]


def past_days(
    connection: Connection, game: str, player: str, before: str, most: int
) -> list[tuple[str, int, Outcome | None]]:
    """Return the days before one on which a game had a deal, the last first: the number of people who finished, and
    the guest's outcome."""
    tried = daily_tries.c
    is_mine = tried.player == player
    wanted = (
        select(
            daily_deals.c.day,
            func.count(tried.place).label("finished"),
            func.max(case((is_mine, tried.place))).label("place"),
            func.max(case((is_mine, tried.score))).label("score"),
            func.max(case((is_mine, tried.rounds))).label("rounds"),
        )
        .select_from(daily_deals)
        .outerjoin(daily_tries, (tried.day == daily_deals.c.day) & (tried.game == daily_deals.c.game))
        .where(daily_deals.c.game == game, daily_deals.c.day < before)
        .group_by(daily_deals.c.day)
        .order_by(daily_deals.c.day.desc())
        .limit(most)
    )
    return [
        (row.day, row.finished, None if row.place is None else Outcome(row.place, row.score, row.rounds))
        for row in connection.execute(wanted)
    ]


def levels_of(connection: Connection, day: str, game: str) -> dict[str, Outcome]:
    """Return what the levels have made of a deal."""
    its = (daily_levels.c.day == day) & (daily_levels.c.game == game)
    found = connection.execute(select(daily_levels).where(its).order_by(daily_levels.c.level))
    return {row.level: Outcome(row.place, row.score, row.rounds) for row in found}


def note_level(connection: Connection, day: str, game: str, level: str, outcome: Outcome) -> None:
    """Note what a level has made of a deal, unless that is known."""
    insert_if_new(
        connection, daily_levels, {"day": day, "game": game, "level": level, **msgspec.structs.asdict(outcome)}
    )


def sealed_rooms(connection: Connection) -> set[str]:
    """Return the rooms of today's deals: they have the secrets of cards that others still play."""
    wanted = select(daily_tries.c.room).where(daily_tries.c.day >= day_of(clock.now()))
    return set(connection.execute(wanted).scalars())


def keep_sealed(connection: Connection) -> None:
    """Delete the secrets of today's deals and those to come from a copy."""
    connection.execute(delete(daily_deals).where(daily_deals.c.day >= day_of(clock.now())))


def all_tries_of(connection: Connection, player: str) -> list[MyDaily]:
    """Return all tries of a guest, the last first."""
    theirs = select(daily_tries).where(daily_tries.c.player == player).order_by(daily_tries.c.began.desc())
    return [
        MyDaily(row.day, row.game, row.room, None if row.bet is None else msgspec.json.decode(row.bet, type=Bet))
        for row in connection.execute(theirs)
    ]


def _is_of(day: str, game: str) -> ColumnElement[bool]:
    return (daily_tries.c.day == day) & (daily_tries.c.game == game)
