"""An evening: the games that the same people play one after another, and the powers of their host."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from threedown.server.model.lab_requests import Request

LONGEST_WORD = 140
"""Characters of a word to a player who has to leave."""

Next = Literal["rematch", "another"]
"""The ways to go on after a game: the same game again, or another one."""


class PlayedGame(msgspec.Struct, frozen=True):
    """A game of the evening."""

    room: str
    game: str
    winners: list[str]
    """Their names."""
    people: dict[str, str]
    """The names of the people who played it, by player."""
    won: list[str]
    """Those of these players who won."""


class Score(msgspec.Struct, frozen=True):
    name: str
    seat: int | None
    """The seat now; null for a person without a seat."""
    wins: int


class LastGame(msgspec.Struct, frozen=True):
    game: str
    winners: list[str]


class Tonight(msgspec.Struct, frozen=True):
    """The games that these people have played in this room."""

    games: int
    scores: list[Score]
    last: LastGame


class Wanted(msgspec.Struct, frozen=True):
    seat: int
    want: Next


class Want(Request, frozen=True):
    want: Next | None
    """Null takes it back."""


class Kick(Request, frozen=True):
    seat: int
    word: Annotated[str, Meta(max_length=LONGEST_WORD)] = ""
    """A word to the player, who cannot return to this room."""


class HandOver(Request, frozen=True):
    seat: int
    """The player there becomes the host."""


class Switches(Request, frozen=True):
    """The host's switches; null leaves one as it is."""

    locked: bool | None = None
    """True: nobody else may sit down."""
    hints: bool | None = None
    """False: nobody gets hints."""
    talk: bool | None = None
    """False: nobody may write to the others."""
    paused: bool | None = None
    """True: nothing is played, and no clock runs."""
    watch: Literal["anybody", "nobody"] | None = None
