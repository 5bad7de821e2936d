"""The types of the queue for players: places in it, the tables that form, and the messages to one guest."""

from typing import Annotated

import msgspec
from msgspec import Meta

from threedown.server.model.lab_requests import Request


class TakePlace(Request, frozen=True):
    """The game I want to play with others. Sent again for the same game it keeps my place, and changes the rest."""

    game: str
    seats: Annotated[int, Meta(ge=2)] | None = None
    """The table size; null: any that the game allows."""
    rated: bool = False
    bots: bool = False
    """True: bots may take the free seats. They do once the table has waited 20 seconds and more than half agree."""


class SitterSeen(msgspec.Struct, frozen=True):
    """A player at a table that forms."""

    name: str
    rating: int
    you: bool
    bots: bool
    """True if they agree to bots."""


class PlaceSeen(msgspec.Struct, frozen=True):
    """My place in the queue."""

    game: str
    seats: int | None
    """The table size that I want; null: any."""
    sizes: list[int]
    """The table sizes of this game that I can wait for."""
    rated: bool
    rating: int
    """My rating when I came."""
    waited: int
    """The milliseconds since I came."""
    window: int | None
    """By how many points others may differ from me now; null: by any."""
    windows: list[tuple[int, int | None]]
    """The steps by which the window widens: milliseconds waited, and points."""
    table: int
    """The seats of the table that forms around me."""
    players: list[SitterSeen]
    """The players at it, in the order in which they came."""
    others: list[int]
    """The ratings of the others who wait for this game, at most 40."""
    waiting: int
    """The number of players who wait for this game, me included."""
    bots: bool
    """True if I agree to bots."""
    offered: bool
    """True if a table with bots is offered."""
    votes: int
    """The number of players at the table who must agree to bots."""
    level: str
    """The level of these bots."""
    clock: int
    """The milliseconds that a choice may take at this table."""
    room: str | None = None
    """The room to which I have just been matched; null while I wait."""


class CrowdSeen(msgspec.Struct, frozen=True):
    """The people who are here now."""

    people: int
    """The number of people who play."""
    playing: dict[str, int]
    """The number of people who play, by game."""
    waiting: dict[str, int]
    """The number of players who wait for others, by game."""


class ToGuest(msgspec.Struct, frozen=True, tag_field="type"):
    """A message of the socket that is about me, in whatever room I sit."""


class PlaceChanged(ToGuest, frozen=True, tag="place"):
    """My place in the queue as it is now; null: I have none."""

    place: PlaceSeen | None


class MatchFound(ToGuest, frozen=True, tag="matched"):
    """A table is ready: join its room. The game begins when everybody has come, or without the others soon after."""

    room: str


TO_GUEST = (PlaceChanged, MatchFound)
