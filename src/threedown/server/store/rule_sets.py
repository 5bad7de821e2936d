"""Queries about the rule sets that people keep: functions of a connection, run by the writer."""

from collections.abc import Collection
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, delete, func, insert, select, update

from threedown.server.model.rule_sets import StoredRuleSet
from threedown.server.store.tables import guests, rule_sets


def add_rule_set(connection: Connection, one: StoredRuleSet, most: int) -> bool:
    """Store a new rule set; False, and nothing is stored, if its owner has ``most`` of them."""
    theirs = select(func.count()).select_from(rule_sets).where(rule_sets.c.owner == one.owner)
    if connection.execute(theirs).scalar_one() >= most:
        return False
    connection.execute(insert(rule_sets).values(_values(one)))
    return True


def change_rule_set(connection: Connection, one: StoredRuleSet) -> None:
    """Store a rule set in place of what it was."""
    connection.execute(update(rule_sets).where(rule_sets.c.rule_set == one.rule_set).values(_values(one)))


def remove_rule_set(connection: Connection, id: str, owner: str) -> bool:
    """Delete a rule set of this owner; False if they have none of that id."""
    its = (rule_sets.c.rule_set == id) & (rule_sets.c.owner == owner)
    return connection.execute(delete(rule_sets).where(its)).rowcount > 0


def rule_sets_of(connection: Connection, ids: Collection[str]) -> dict[str, StoredRuleSet]:
    """Return the rule sets of some ids."""
    return {one.rule_set: one for one in _found(connection, _all().where(rule_sets.c.rule_set.in_(ids)))}


def kept_by(connection: Connection, owner: str) -> list[StoredRuleSet]:
    """Return the rule sets of a player, the newest first."""
    return _found(connection, _all().where(rule_sets.c.owner == owner).order_by(*_NEWEST))


def listed_rule_sets(connection: Connection, game: str | None, most: int) -> list[StoredRuleSet]:
    """Return the newest listed rule sets, of one game or of all."""
    wanted = _all().where(rule_sets.c.listed)
    wanted = wanted if game is None else wanted.where(rule_sets.c.game == game)
    return _found(connection, wanted.order_by(*_NEWEST).limit(most))


_NEWEST = (rule_sets.c.changed.desc(), rule_sets.c.rule_set)


def _all() -> Select[Any]:
    return select(rule_sets, guests.c.name.label("author")).join(guests, guests.c.player == rule_sets.c.owner)


def _found(connection: Connection, wanted: Select[Any]) -> list[StoredRuleSet]:
    rows = connection.execute(wanted).mappings()
    return [StoredRuleSet(**{**row, "options": msgspec.json.decode(row["options"])}) for row in rows]


def _values(one: StoredRuleSet) -> dict[str, Any]:
    values = {**one._asdict(), "options": msgspec.json.encode(one.options)}
    del values["author"]
    return values
