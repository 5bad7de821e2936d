"""The queries about places in the queue for players: functions of a connection, to be run by the writer.

A player has one row at most, so no player is matched twice: a match marks the rows of its players and stores the room
in one transaction, and fails if one of them has left or has been matched by another worker.
"""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, select, update

from threedown.server.model import clock
from threedown.server.model.plan import RoomPlan
from threedown.server.store import queries
from threedown.server.store.tables import guests, places

KEPT_FOR = 30_000
"""Milliseconds for which the place of a player whose connection is lost is kept."""
TOLD_FOR = 15_000
"""Milliseconds for which a player who was matched is sent to that room, and to no other."""


class Place(NamedTuple):
    """A player's place in the queue; times are in milliseconds since 1970."""

    player: str
    game: str
    seats: int | None
    """The table size that they want; None: any that the game allows."""
    rated: bool
    rating: int
    came: int
    until: int
    """The player is here until then."""
    bots: bool
    """True if bots may take the free seats."""
    room: str | None
    """The room to which they were matched; None while they wait."""
    matched: int | None
    name: str


class MatchFailed(Exception):
    """Nothing was stored: one of the players has left the queue, or has been matched elsewhere."""


COLUMNS = [*(places.c[name] for name in Place._fields[:-1]), guests.c.name]


def take_place(connection: Connection, place: Place) -> Place:
    """Store a place and return it as it is now.

    A player who waits for the same kind of game keeps their place in it, and one who has just been matched stays so.
    """
    owner = select(guests.c.player).where(guests.c.player == place.player)
    connection.execute(owner.with_for_update())  # two calls of one player, at two workers, come one after the other
    old = place_of(connection, place.player, lock=True)
    if old is not None and old.room is not None and place.until - TOLD_FOR < (old.matched or 0):
        return old
    if old is not None and old.room is None and (old.game, old.rated) == (place.game, place.rated):
        place = place._replace(came=old.came, rating=old.rating)
    else:  # after all others, even those of the same millisecond
        last = connection.execute(select(func.max(places.c.came))).scalar()
        place = place._replace(came=max(place.came, (last or 0) + 1))
    values = {name: getattr(place, name) for name in Place._fields[:-1]}
    connection.execute(delete(places).where(places.c.player == place.player))
    connection.execute(places.insert().values(values))
    return place


def place_of(connection: Connection, player: str, lock: bool = False) -> Place | None:
    """Return a player's place; None if they have none. With ``lock`` no other transaction changes it meanwhile."""
    wanted = select(*COLUMNS).join(guests, guests.c.player == places.c.player).where(places.c.player == player)
    row = connection.execute(wanted.with_for_update(of=places) if lock else wanted).first()
    return None if row is None else Place(*row)


def leave_place(connection: Connection, player: str) -> None:
    """Delete the place of a player who no longer waits; one who has been matched stays so."""
    connection.execute(delete(places).where(places.c.player == player, places.c.room.is_(None)))


def note_here(connection: Connection, players: Collection[str], until: int) -> None:
    """Note that players are here until a time."""
    connection.execute(update(places).where(places.c.player.in_(players)).values(until=until))


def keep_all(connection: Connection, now: int) -> None:
    """Count the time for which places are kept from now on: the server was away, not the players."""
    connection.execute(update(places).where(places.c.until < now).values(until=now))


def clean_up_places(connection: Connection, now: int) -> None:
    """Delete the places of players who have been gone for too long, and of those who have been told their room."""
    connection.execute(delete(places).where(places.c.room.is_(None), places.c.until < now - KEPT_FOR))
    connection.execute(delete(places).where(places.c.matched < now - TOLD_FOR))


def all_places(connection: Connection) -> list[Place]:
    """Return all places, in the order in which the players came."""
    wanted = select(*COLUMNS).join(guests, guests.c.player == places.c.player)
    return [Place(*row) for row in connection.execute(wanted.order_by(places.c.came, places.c.player))]


def open_matched(connection: Connection, room: str, plan: RoomPlan, secret: bytes) -> None:
    """Store the room of a match and mark the places of its players. Raises MatchFailed if they don't all wait."""
    open_joined(connection, room, plan, secret, None, plan.players)


def open_joined(
    connection: Connection, room: str, plan: RoomPlan, secret: bytes, rematch_of: str | None, joining: Collection[str]
) -> None:
    """Store a room, which may be that of a rematch, and mark the places of the players of the queue who join it. Raises
    MatchFailed if they don't all wait."""
    matched = sorted(joining)
    waiting = select(places.c.player).where(places.c.player.in_(matched), places.c.room.is_(None))
    locked = waiting.order_by(places.c.player).with_for_update(skip_locked=True)
    if list(connection.execute(locked).scalars()) != matched:
        raise MatchFailed
    connection.execute(update(places).where(places.c.player.in_(matched)).values(room=room, matched=clock.now()))
    queries.open_room(connection, room, plan, secret, rematch_of)
