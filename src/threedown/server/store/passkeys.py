"""The queries about guests' passkeys: functions of a connection, to be run by the writer (``writer.py``)."""

from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from threedown.server.model.errors import NotNow
from threedown.server.store.dialects import overwrite_deleted
from threedown.server.store.tables import passkeys

MAX_PASSKEYS = 10
"""Passkeys of a guest."""


class StoredPasskey(NamedTuple):
    """A passkey: its public key, and how often its authenticator says that it was used."""

    passkey: str
    player: str
    credential: bytes
    key: bytes
    uses: int
    came: int


def add_passkey(connection: Connection, new: StoredPasskey) -> None:
    """Store a passkey. Raises NotNow if it is stored already, or if the guest has too many."""
    if find_passkey(connection, new.credential) is not None:
        raise NotNow("This passkey has been added before.")
    theirs = select(func.count()).select_from(passkeys).where(passkeys.c.player == new.player)
    if connection.execute(theirs).scalar_one() >= MAX_PASSKEYS:
        raise NotNow("You have {n} passkeys, which is the limit. Remove one of them first.", n=MAX_PASSKEYS)
    connection.execute(insert(passkeys).values(new._asdict()))


def find_passkey(connection: Connection, credential: bytes) -> StoredPasskey | None:
    """Return the passkey whose authenticator calls it by this id."""
    row = connection.execute(select(passkeys).where(passkeys.c.credential == credential)).first()
    return None if row is None else StoredPasskey(**row._mapping)


def store_use(connection: Connection, passkey: str, uses: int) -> None:
    """Store how often a passkey has been used."""
    connection.execute(update(passkeys).where(passkeys.c.passkey == passkey).values(uses=uses))


def passkeys_of(connection: Connection, player: str) -> list[StoredPasskey]:
    """Return a guest's passkeys, the first one first."""
    theirs = select(passkeys).where(passkeys.c.player == player).order_by(passkeys.c.came, passkeys.c.passkey)
    return [StoredPasskey(**row._mapping) for row in connection.execute(theirs)]


def delete_passkey(connection: Connection, player: str, passkey: str) -> bool:
    """Delete a passkey of a guest; return False if they have no such passkey."""
    overwrite_deleted(connection)
    its = (passkeys.c.player == player) & (passkeys.c.passkey == passkey)
    return connection.execute(delete(passkeys).where(its)).rowcount == 1
