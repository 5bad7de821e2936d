"""A turn of BlitzWar in one line: cards traded, the bomb, attacks, states taken and from whom, tanks lost or moved."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from threedown.games.blitzwar.board import owner
from threedown.games.blitzwar.board_text import map_of_table
from threedown.games.blitzwar.maps import TITLES
from threedown.games.wording import Digest, DigestLine
from threedown.language import say
from threedown.table.layout import Table

LINE = "{seat}: {parts}"
NAMED = 2
"""The most states taken that the line names; of more, it names those that were the reader's."""


NO_SEAT = 0xFF
"""The owner, in a byte, of a state that nobody owns."""


class StateOwners(NamedTuple):
    """The states of a map and the owner of each."""

    places: Sequence[str]
    seats: bytes


def owners_before(t: Table) -> StateOwners:
    """Return the owners before a turn: few bytes, because a server keeps them for many turns."""
    places = map_of_table(t).state_names
    return StateOwners(places, bytes(owner(t, state) & NO_SEAT for state in range(len(places))))


def _named(states: Sequence[str]) -> str:
    return f" ({', '.join(say(TITLES[state]) for state in states)})"


def line_of(before: StateOwners | None, events: Sequence[Mapping[str, Any]], me: int | None) -> DigestLine | None:
    """Return the line of a turn, from the owners of the states before it; ``me`` is the reader's seat."""
    owners = {} if before is None else dict(zip(*before, strict=True))
    taken = [event["state"] for event in events if event["kind"] == "conquer"]
    attacks = [event for event in events if event["kind"] == "attack"]
    mine = [state for state in taken if me is not None and owners.get(state) == me]
    lost = sum(event["lost"] for event in attacks)
    claimed = [event["state"] for event in events if event["kind"] == "claim"]
    placed = sum(event["number"] for event in events if event["kind"] == "place")
    inherited = sum(event["kind"] == "take" and event.get("from", "").startswith("hand ") for event in events)
    fought = [
        say("{n} {n:attack|attacks}", n=len(attacks)),
        say("{n} {n:state|states} taken", n=len(taken)) + (_named(taken) if len(mine) < len(taken) <= NAMED else ""),
        say("{n} from you", n=len(mine)) + _named(mine) if mine else "",
        say("{n} {n:tank|tanks} lost", n=lost) if lost else "",
        say("{n} {n:card|cards} taken over", n=inherited) if inherited else "",
    ]
    brought = sum(event["number"] for event in events if event["kind"] == "tris")
    special = [
        say("{n} {n:tank|tanks} for cards", n=brought) if brought else "",
        *(say("the bomb on {state}", state=say(TITLES[event["state"]])) for event in events if event["kind"] == "bomb"),
    ]
    moved = [event for event in events if event["kind"] == "go"][-1:]
    quiet = [
        *(say("{state} chosen", state=say(TITLES[state])) for state in claimed),
        say("{n} placed", n=placed) if placed else "",
        *(say("{n} moved to {state}", n=event["number"], state=say(TITLES[event["state"]])) for event in moved),
    ]
    parts = ", ".join(filter(None, [*special, *(fought if attacks else quiet)]))
    return DigestLine(LINE, {"parts": parts}) if parts else None


DIGEST = Digest(
    frozenset({"parcel", "reinforce"}),
    frozenset({"place", "move", "tris", "attack", "conquer", "occupy", "bomb", "go", "take"}),
    line_of,
    (LINE,),
    owners_before,
)
