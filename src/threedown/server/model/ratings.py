"""The types of the wire about ratings and profiles."""

import msgspec

from threedown.server.model.lab_requests import Request


class RatingSeen(msgspec.Struct, frozen=True):
    """A rating of a game."""

    rating: int
    around: int
    """Half of its 95 % interval."""
    provisional: bool
    """True while the interval is wide: more than 100 to each side."""
    games: int
    """The rated games that it is computed from."""


class RankedPlayer(msgspec.Struct, frozen=True):
    """A row of a leaderboard."""

    name: str
    """The person's name, or the level of the bots."""
    level: str | None
    """The level of the bots whose rating this is; null for a person."""
    player: str | None
    """The person whose rating this is; null for bots."""
    place: int | None
    """The place among people; null for bots."""
    rating: RatingSeen
    adjusted: RatingSeen | None
    """The rating with the luck taken out; null before a game of theirs is analysed."""
    you: bool


class Leaderboard(msgspec.Struct, frozen=True):
    """The ratings of a game, the best first. Provisional ones are left out, except for the caller's own."""

    game: str
    players: list[RankedPlayer]
    provisional: int
    """The number of people who are left out because their ratings are provisional."""


class RatingPoint(msgspec.Struct, frozen=True):
    """A rating after a game."""

    when: int
    """The end of the game, in milliseconds since 1970."""
    rating: int
    around: int


class Estimate(msgspec.Struct, frozen=True):
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float


class Opponent(msgspec.Struct, frozen=True):
    """An opponent in rated games: a person, or a level of bots."""

    name: str
    level: str | None
    player: str | None
    games: int
    ahead: Estimate
    """The share of these games in which one was ahead of them; a tie counts half."""


class LostByKind(msgspec.Struct, frozen=True):
    """Points lost in the choices of one kind of question, a game."""

    question: str
    title: str
    """The question in words."""
    asked: float
    """Questions of this kind a game."""
    points: Estimate


class LostByChoices(msgspec.Struct, frozen=True):
    """Points lost by choices, a game: a point is a hundredth of the game."""

    games: int
    """The games that were analysed."""
    points: Estimate
    course: list[Estimate]
    """Over time, ``group`` games a value."""
    group: int
    kinds: list[LostByKind]


class GameProfile(msgspec.Struct, frozen=True):
    """The rated games of a person in one game."""

    game: str
    games: int
    won: int
    share: Estimate | None
    """The share of games won; a game won by several counts in parts. Null before the first game."""
    even: float
    """The share that players of equal strength would have won at these tables."""
    rating: RatingSeen | None
    adjusted: RatingSeen | None
    """The rating with the luck taken out; null before a game is analysed."""
    course: list[RatingPoint]
    adjusted_course: list[RatingPoint]
    lost: LostByChoices | None
    """Null before a game with choices is analysed."""
    against: list[Opponent]
    """The most frequent opponents first."""


class Profile(msgspec.Struct, frozen=True):
    """A person as others may see them, if the person allows it."""

    player: str
    name: str
    you: bool
    shown: bool
    """True if everybody may see this profile; false: only the person."""
    games: list[GameProfile]
    """The games of which there are rated results, in the order of the home page."""


class SeatRating(msgspec.Struct, frozen=True):
    """The rating of a seat's person or bot in a room."""

    seat: int
    rating: RatingSeen | None
    """Null before their first rated game; a game's first bot has 1500 from the start."""


class ShowProfile(Request, frozen=True):
    shown: bool
    """True: everybody may see my profile."""
