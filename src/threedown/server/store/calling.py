"""The queries about calling players: subscriptions, wishes and holidays, and the push messages that are to be sent."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from threedown.server.store.dialects import insert_if_new, overwrite_deleted
from threedown.server.store.moves_due import COUNTS, last_entry, times_of, wishes_of
from threedown.server.store.tables import (
    call_wishes,
    holidays,
    moves_due,
    push_keys,
    push_messages,
    rooms,
    subscriptions,
)

AT_ONCE = 20
"""Messages that are read at a time."""


class PushMessage(NamedTuple):
    """A message that is to be sent, with its subscription and the choice that it is about."""

    device: str
    room: str
    kind: str
    tries: int
    player: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    site: str
    due: int
    waits: int
    """The games that wait for the player."""


def store_wishes(connection: Connection, player: str, zone: str, quiet: tuple[int, int] | None) -> None:
    """Store a player's time zone and quiet hours, and move the times of their choices."""
    start, end = (None, None) if quiet is None else quiet
    connection.execute(delete(call_wishes).where(call_wishes.c.player == player))
    connection.execute(insert(call_wishes).values(player=player, zone=zone, quiet_start=start, quiet_end=end))
    retime(connection, player)


def store_holidays(connection: Connection, player: str, days: Collection[tuple[str, str]]) -> None:
    """Store all holidays of a player, and move the times of their choices."""
    connection.execute(delete(holidays).where(holidays.c.player == player))
    for first, last in days:
        connection.execute(insert(holidays).values(player=player, first=first, last=last))
    retime(connection, player)


def retime(connection: Connection, player: str) -> None:
    """Work out the times of the open choices of a player again; what has been told is not told twice."""
    wishes = wishes_of(connection, player)
    for row in connection.execute(select(moves_due).where(moves_due.c.player == player)).all():
        its = (moves_due.c.room == row.room) & (moves_due.c.player == player)
        due, tell, remind = times_of(row.asked, row.allowed, wishes)
        times = {
            "due": due,
            "tell": None if row.tell is None else tell,
            "remind": None if row.remind is None else remind,
        }
        connection.execute(update(moves_due).where(its).values(times))


# Subscriptions


def subscribe(connection: Connection, player: str, device: str, values: dict[str, str]) -> None:
    """Store the subscription of a device, in place of an older one of the device or of the same browser."""
    connection.execute(delete(subscriptions).where(subscriptions.c.device == device))
    connection.execute(delete(subscriptions).where(subscriptions.c.endpoint == values["endpoint"]))
    connection.execute(insert(subscriptions).values(player=player, device=device, **values))


def unsubscribe(connection: Connection, device: str) -> None:
    """Delete the subscription of a device, with what was to be sent to it."""
    overwrite_deleted(connection)
    connection.execute(delete(subscriptions).where(subscriptions.c.device == device))


def devices_called(connection: Connection, player: str) -> set[str]:
    """Return the devices of a player that get messages."""
    theirs = select(subscriptions.c.device).where(subscriptions.c.player == player)
    return set(connection.execute(theirs).scalars())


def stored_key(connection: Connection) -> str | None:
    """Return the private key that signs the messages of this server (PEM); None if there is none yet."""
    return connection.execute(select(push_keys.c.key).where(push_keys.c.name == "vapid")).scalar()


def store_key(connection: Connection, key: str) -> str:
    """Store that key, unless another worker has stored one first, and return the one that counts."""
    insert_if_new(connection, push_keys, {"name": "vapid", "key": key})
    return str(connection.execute(select(push_keys.c.key).where(push_keys.c.name == "vapid")).scalar_one())


# Messages


def queue_messages(connection: Connection, now: int) -> int:
    """Queue a message for each device of the players who are to be told or reminded now, and return their number.

    In the same transaction the players are marked as told: each message is queued once, and a restart forgets none.
    """
    is_time = (moves_due.c.tell <= now) | (moves_due.c.remind <= now)
    wanted = select(moves_due).join(rooms, rooms.c.room == moves_due.c.room).where(COUNTS, is_time)
    queued = 0
    for row in connection.execute(wanted).all():
        is_reminder = row.remind is not None and row.remind <= now
        told = {"tell": None, "remind": None} if is_reminder else {"tell": None}
        its = (moves_due.c.room == row.room) & (moves_due.c.player == row.player)
        connection.execute(update(moves_due).where(its).values(told))
        for device in devices_called(connection, row.player):
            of = (push_messages.c.device == device) & (push_messages.c.room == row.room)
            connection.execute(delete(push_messages).where(of))
            kind = "reminder" if is_reminder else "turn"
            values = {"device": device, "room": row.room, "seq": row.seq, "kind": kind, "after": now, "tries": 0}
            connection.execute(insert(push_messages).values(values))
            queued += 1
    return queued


def messages_to_send(connection: Connection, now: int) -> list[PushMessage]:
    """Return messages whose time has come, and delete those about choices that have been made since."""
    counts = (
        select(moves_due.c.room)
        .join(rooms, rooms.c.room == moves_due.c.room)
        .join(subscriptions, subscriptions.c.player == moves_due.c.player)
        .where(
            COUNTS,
            moves_due.c.room == push_messages.c.room,
            moves_due.c.seq == push_messages.c.seq,
            subscriptions.c.device == push_messages.c.device,
        )
    )
    connection.execute(delete(push_messages).where(~counts.exists()))
    other, its = moves_due.alias(), rooms.alias()
    waits = select(func.count()).select_from(other.join(its, its.c.room == other.c.room))
    waits = waits.where(
        other.c.player == subscriptions.c.player, its.c.state == "playing", other.c.seq == last_entry(other)
    )
    columns = (
        push_messages.c.device, push_messages.c.room, push_messages.c.kind, push_messages.c.tries,
        subscriptions.c.player, subscriptions.c.endpoint, subscriptions.c.p256dh, subscriptions.c.auth,
        subscriptions.c.language, subscriptions.c.site, moves_due.c.due, waits.scalar_subquery(),
    )  # fmt: skip
    theirs = (moves_due.c.room == push_messages.c.room) & (moves_due.c.player == subscriptions.c.player)
    wanted = (
        select(*columns)
        .select_from(push_messages)
        .join(subscriptions, subscriptions.c.device == push_messages.c.device)
        .join(moves_due, theirs)
        .where(push_messages.c.after <= now)
        .order_by(push_messages.c.after)
        .limit(AT_ONCE)
    )
    return [PushMessage._make(row) for row in connection.execute(wanted)]


def settle_message(connection: Connection, message: PushMessage, again: int | None) -> None:
    """Delete a message, or have it sent again at a time."""
    its = (push_messages.c.device == message.device) & (push_messages.c.room == message.room)
    if again is None:
        connection.execute(delete(push_messages).where(its))
    else:
        connection.execute(update(push_messages).where(its).values(after=again, tries=message.tries + 1))
