"""The wire types of finished games and examples: their tables one after another, and every draw."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from threedown.session.views import Question, View

EventTold = Annotated[
    dict[str, Any],
    Meta(
        description="An event: its kind, what it happened to, what its kind declares (`events`), and it in a sentence.",
        extra_json_schema={
            "properties": {
                "kind": {"type": "string"},
                "seat": {"type": "integer"},
                "card": {"type": "string"},
                "from": {"type": "string"},
                "to": {"type": "string"},
                "depth": {"type": "integer"},
                "text": {"type": "string", "description": "What this one may hear of it; not there if it is not told."},
                "clause": {"type": "string", "description": "The first clause of the rulebook behind it, where known."},
            },
            "required": ["kind"],
        },
    ),
]


class TableShown(msgspec.Struct, frozen=True):
    """A table to be looked at, and the events that led to it from the one before."""

    events: list[EventTold]
    view: View
    question: Question | None


class Laid(TableShown, frozen=True):
    """A table of an example."""

    choice: str | None = None
    """The choice that follows there."""
    did: str = ""
    """The events after the choice that led there, told to its player; the first part, if there are several."""


class StoryStep(TableShown, frozen=True):
    """One entry of the log of a game that is over."""

    seq: int
    entry: dict[str, Any] | None
    """``{"go": n}``, ``{"seat", "choice"}`` or ``{"undo": n}``; null for the deal."""
    turn: int


class PastTurn(msgspec.Struct, frozen=True):
    """A turn of a running game, as the player at a seat may know it."""

    turn: int
    seq: int
    """Its last entry so far."""
    events: list[EventTold]
    view: View
    """The table after that entry."""
    bots: list[int]
    """The seats of people for whom a bot chose in it, as far as the running server knows."""
    ago: int
    """Milliseconds since that entry; since the restart for entries from before a restart of the server."""


class Story(msgspec.Struct, frozen=True):
    """A game that is over, as a seat saw it, as everybody did, or open."""

    room: str
    game: str
    preset: str
    options: dict[str, Any]
    names: list[str]
    seat: int | None
    """The seat whose eyes it is seen through; null for a spectator's, and if it is open."""
    open: bool
    last: int
    """The last entry of the log."""
    next: int | None
    """The entry with which the next part begins; null where this is the last."""
    history: list[list[int]]
    steps: list[StoryStep]
    result: dict[str, Any]
    you: int | None
    """The caller's seat, if they sat there."""
    variant: str | None
    """The name that a player has given these rules."""
    levels: list[str] = []
    """By seat, the level of its bot; empty for a person."""


class Fairness(msgspec.Struct, frozen=True):
    """All that is needed to check a game that is over: the commitment, and every draw."""

    room: str
    sealed: bool
    """False where the secret was known before the game began: one that plays on from a point of another."""
    commitment: str
    """SHA-256 of the secret, shown before anybody added a part; small hexadecimal, as all that follows."""
    secret: str
    names: list[str]
    parts: list[str]
    """Each seat's part, empty for none."""
    options: dict[str, Any]
    header: str
    """All that was settled before the deal, as canonical JSON."""
    settled: str
    """SHA-256 of the header; it begins the chain of the record."""
    key: str
    """The secret followed by ``settled``: 64 bytes."""
    block: int
    """Words in a block: word i is big-endian bytes 4 (i mod block) to 4 (i mod block) + 3 of block ⌊i / block⌋."""
    draws: list[tuple[int, int]] | None
    """(n, result) in order; null if they are too many to be listed."""
    pack: list[str]
    """The cards before the first shuffle, the top card first; empty for a table laid by hand or unknown rules."""
    how: list[str]
    """The computation of each thing from those before it, in sentences."""


class RuleExample(msgspec.Struct, frozen=True):
    """An example of a clause, played."""

    note: str
    scenario: dict[str, Any]
    result: dict[str, Any]
    story: list[str]
    steps: list[Laid]
    """The table as it was laid, and then after each sentence, every card by name."""
