"""A turn of BlitzWar in one line: attacks, states taken and from whom, tanks lost, tanks moved.

The page tells it in the same words (web/src/map/digest.ts).
"""

from collections.abc import Mapping, Sequence
from typing import Any

from threedown.games.blitzwar.board import owner
from threedown.games.blitzwar.board_text import map_of_table
from threedown.games.blitzwar.maps import TITLES
from threedown.games.wording import Digest
from threedown.language import say, say_as_page
from threedown.table.layout import Table

NAMED = 2
"""The most states that the line names; of more, it gives only the number."""


def told(t: Table | None, events: Sequence[Mapping[str, Any]], me: int | None) -> str:
    """Return a turn that began at a table (None: unknown); ``me`` is the reader's seat."""
    owners = {} if t is None else {place: owner(t, state) for state, place in enumerate(map_of_table(t).places)}
    taken = [event["state"] for event in events if event["kind"] == "conquer"]
    attacks = [event for event in events if event["kind"] == "attack"]
    mine = sum(me is not None and owners.get(state) == me for state in taken)
    lost = sum(event["lost"] for event in attacks)
    placed = sum(event["number"] for event in events if event["kind"] == "place")
    named = f" ({', '.join(say(TITLES[state]) for state in taken)})" if 0 < len(taken) <= NAMED else ""
    fought = [
        say_as_page("turn.attacks", n=len(attacks)),
        say_as_page("turn.taken", n=len(taken)) + named,
        say_as_page("turn.yours", n=mine) if mine else "",
        say_as_page("turn.lost", n=lost) if lost else "",
    ]
    moved = [event for event in events if event["kind"] == "go"][-1:]
    quiet = [
        say_as_page("turn.placed", n=placed) if placed else "",
        *(say_as_page("turn.moved", n=event["number"], state=say(TITLES[event["state"]])) for event in moved),
    ]
    return ", ".join(filter(None, fought if attacks else quiet))


DIGEST = Digest(
    frozenset({"parcel", "reinforce"}),
    frozenset({"place", "move", "tris", "attack", "conquer", "occupy", "bomb", "go", "take"}),
    told,
)
