"""The errors of the store: work that was not written, and rows that are not as they were written."""

import sqlite3

REPAIR = "threedown db check says what is whole, threedown db salvage copies it"


class NotSaved(OSError):
    """Nothing was written: the disk is full, or the database is locked, read-only or out of reach."""


class Lost(Exception):
    """Nothing was written about a room, because another worker holds it, or has written first."""


class Damaged(NotSaved):
    """The database, or a row of it, is not as it was written."""


def not_saved(error: Exception) -> NotSaved:
    """Return the error with the database's message alone: SQLAlchemy would add the values of the statement."""
    original = getattr(error, "orig", None) or error
    damaged = getattr(original, "sqlite_errorcode", None) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    if damaged:
        return Damaged(f"{original} ({REPAIR})")
    told = getattr(getattr(original, "diag", None), "message_primary", None)  # PostgreSQL's details quote values
    return NotSaved(told or str(original).strip().partition("\n")[0])
