"""An evening: the games that the same people play one after another, and the powers of their host."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from threedown.server.model.lab_requests import Request

LONGEST_WORD = 140
"""The longest message to a player who has to leave, in characters."""

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
    """The players among them who won."""


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
    """The wish; null withdraws it."""


class Kick(Request, frozen=True):
    seat: int
    word: Annotated[str, Meta(max_length=LONGEST_WORD)] = ""
    """A message to the player, who can't return to this room."""


class HandOver(Request, frozen=True):
    seat: int
    """The seat whose player becomes the host."""


class Switches(Request, frozen=True):
    """The host's switches; null leaves a switch unchanged."""

    locked: bool | None = None
    """True: no one else may take a seat."""
    hints: bool | None = None
    """False: hints are off."""
    talk: bool | None = None
    """False: messages are off."""
    paused: bool | None = None
    """True: the game and its clocks stand still."""
    watch: Literal["anybody", "nobody"] | None = None
