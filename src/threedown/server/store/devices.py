"""The queries about guests and their devices: functions of a connection, to be run by the writer (``writer.py``)."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from threedown.server.model import clock
from threedown.server.model.errors import NotNow, Unknown
from threedown.server.store.dialects import overwrite_deleted
from threedown.server.store.tables import devices, guests, passkeys, seated

MAX_DEVICES = 20
"""Devices of a guest."""
UNUSED_AT_ONCE = 1000
"""Guests who make room at a time."""


class StoredDevice(NamedTuple):
    """A device without its token."""

    device: str
    browser: str | None
    system: str | None
    came: int | None
    seen: int | None


class SignedIn(NamedTuple):
    """The owner of a token: a device, and the guest who uses it."""

    device: str
    player: str
    name: str
    seen: int
    """When the device was last seen, as the database has it."""


def store_guest(connection: Connection, player: str, device: str, token: bytes, name: str) -> None:
    """Store a guest with their first device."""
    connection.execute(insert(guests).values(player=player, name=name, came=clock.now()))
    add_device(connection, player, device, token)


def add_device(connection: Connection, player: str, device: str, token: bytes) -> str:
    """Store a device of a guest with the hash of its token, and return the guest's name.

    Raises Unknown if the guest has been deleted, and NotNow if they have too many devices.
    """
    name = name_of(connection, player)
    theirs = select(func.count()).select_from(devices).where(devices.c.player == player)
    if connection.execute(theirs).scalar_one() >= MAX_DEVICES:
        raise NotNow("You have {n} devices, which is the limit. Sign one of them out first.", n=MAX_DEVICES)
    now = clock.now()
    connection.execute(insert(devices).values(device=device, player=player, token=token, came=now, seen=now))
    return name


def name_of(connection: Connection, player: str) -> str:
    """Return a guest's name. Raises Unknown if the guest has been deleted."""
    name: str | None = connection.execute(select(guests.c.name).where(guests.c.player == player)).scalar()
    if name is None:
        raise Unknown("This guest has been deleted.")
    return name


def describe_device(connection: Connection, device: str, browser: str | None, system: str | None) -> None:
    """Store the browser and the system of a device."""
    connection.execute(update(devices).where(devices.c.device == device).values(browser=browser, system=system))


def delete_unused_guests(connection: Connection, before: int) -> set[str]:
    """Delete guests without a seat and a passkey whose devices were last seen before a time, and return who they were.

    ``before`` is in milliseconds since 1970. At most ``UNUSED_AT_ONCE`` go, those who came
    first: choices wait meanwhile.
    """
    overwrite_deleted(connection)
    unused = select(guests.c.player).where(
        guests.c.came < before,
        guests.c.player.not_in(select(devices.c.player).where(devices.c.seen >= before)),
        guests.c.player.not_in(select(seated.c.player)),
        guests.c.player.not_in(select(passkeys.c.player)),
    )
    players = set(connection.execute(unused.order_by(guests.c.came).limit(UNUSED_AT_ONCE)).scalars())
    connection.execute(delete(guests).where(guests.c.player.in_(players)))
    return players


def count_guests(connection: Connection) -> int:
    """Return the number of guests."""
    return connection.execute(select(func.count()).select_from(guests)).scalar_one()


def signed_in(connection: Connection, token: bytes) -> SignedIn | None:
    """Return the device whose token has this hash, with its guest."""
    both = select(devices.c.device, devices.c.player, guests.c.name, devices.c.seen).join(guests)
    row = connection.execute(both.where(devices.c.token == token)).first()
    return None if row is None else SignedIn(row.device, row.player, row.name, row.seen or 0)


def known_of(connection: Connection, names: Collection[str]) -> set[str]:
    """Return those of the devices that are still signed in."""
    return set(connection.execute(select(devices.c.device).where(devices.c.device.in_(names))).scalars())


def store_seen(connection: Connection, device: str, seen: int) -> None:
    """Store when a device was last seen."""
    connection.execute(update(devices).where(devices.c.device == device).values(seen=seen))


def devices_of(connection: Connection, player: str) -> list[StoredDevice]:
    """Return a guest's devices, the one that was seen last first."""
    fields = (devices.c.device, devices.c.browser, devices.c.system, devices.c.came, devices.c.seen)
    theirs = select(*fields).where(devices.c.player == player).order_by(devices.c.seen.desc(), devices.c.device)
    return [StoredDevice(*row) for row in connection.execute(theirs)]


def delete_device(connection: Connection, player: str, device: str) -> bool:
    """Delete a device of a guest; return False if they have no such device."""
    overwrite_deleted(connection)
    its = (devices.c.player == player) & (devices.c.device == device)
    return connection.execute(delete(devices).where(its)).rowcount == 1


def rename_guest(connection: Connection, player: str, name: str) -> None:
    """Store a guest's new name."""
    connection.execute(update(guests).where(guests.c.player == player).values(name=name))
