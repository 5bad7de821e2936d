"""Rule sets that people keep on a server: what is asked for, seen and stored."""

from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from threedown.games.rule_set import LONGEST_TEXT, Title
from threedown.server.model.lab_requests import Rules


class KeepRules(Rules, frozen=True, kw_only=True):
    """Rules to keep under a name; ``seats`` is left out if any number may play."""

    name: Title
    text: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ""
    """What their author says about them, in one line or several."""
    listed: bool = False
    """True: everybody finds them. False: only who has the link."""
    copy_of: str | None = None
    """The rule set that these were made from."""


class RuleSetSeen(msgspec.Struct, frozen=True):
    """A rule set that is kept here."""

    rule_set: str
    """Its id."""
    url: str
    game: str
    name: str
    text: str
    author: str
    """The name of who keeps it."""
    mine: bool
    listed: bool
    preset: str
    """The preset that it was made from."""
    options: dict[str, Any]
    changes: dict[str, Any]
    """Those of the options that are not the preset's."""
    seats: int | None
    """The number of players; null: any."""
    changed: int
    """Milliseconds since 1970."""
    copy_of: str | None = None
    """The id of the rule set that it was made from; that one may be gone."""
    copied: str | None = None
    """The name and the author of that one; null if it is gone."""


class StoredRuleSet(NamedTuple):
    """A rule set as the database has it."""

    rule_set: str
    owner: str
    game: str
    name: str
    text: str
    preset: str
    options: dict[str, Any]
    seats: int | None
    listed: bool
    copy_of: str | None
    changed: int
    author: str = ""
    """The owner's name, as it is now."""


RULE_SET_REQUESTS = (KeepRules,)
RULE_SET_ANSWERS = (RuleSetSeen,)
