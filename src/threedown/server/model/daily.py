"""The deal of the day: its calls and their answers."""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from threedown.server.model.findings import State
from threedown.server.model.lab_requests import Request
from threedown.server.model.ratings import Estimate

A_DAY = 86_400_000
"""Milliseconds."""


def day_of(now: int) -> str:
    """Return the day (UTC) of a time in milliseconds since 1970.

    >>> day_of(0)
    '1970-01-01'
    """
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()


def end_of(day: str) -> int:
    """Return when a day is over, in milliseconds since 1970; raises ValueError if it is no date.

    >>> end_of("1970-01-01")
    86400000
    """
    midnight = datetime.combine(date.fromisoformat(day) + timedelta(days=1), datetime.min.time(), UTC)
    return int(midnight.timestamp()) * 1000


def is_day(text: str) -> bool:
    """Return True for a date as days are written.

    >>> is_day("2026-11-26"), is_day("2026-11-31"), is_day("today")
    (True, False, False)
    """
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def day_after(day: str) -> str:
    """Return the next day.

    >>> day_after("2026-12-31")
    '2027-01-01'
    """
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


class Outcome(msgspec.Struct, frozen=True, order=False):
    """A player's result in a deal. Less ``place``, then more ``score``, then fewer ``rounds`` is better."""

    place: int
    """1 for the winner; 0 in games in which the score alone counts."""
    score: int
    """Lives or points, the cards won, the chips, or the points of a bet."""
    rounds: int
    """0 in games in which they don't count."""


class Bet(Request, frozen=True):
    """A bet on a game of War, made before the first card is turned up."""

    winner: Annotated[int, Meta(ge=0, le=1)]
    """The seat that takes all cards; 0 is one's own."""
    turns: Annotated[int, Meta(ge=1, le=100_000)]
    longest: Annotated[int, Meta(ge=1, le=4)]
    """Of the longest war: 1 single, 2 double, 3 triple, 4 four or more."""


class PlayDaily(Request, frozen=True):
    bet: Bet | None = None
    """In War, and nowhere else."""
    day: str | None = None
    """A day that is over (``2026-11-23``): its cards are played without a place. Null: today, the one try."""


class DailyDeal(msgspec.Struct, frozen=True):
    """Today's deal of a game, and the caller's part in it."""

    game: str
    commitment: str
    """SHA-256 of the secret that the cards come from."""
    tomorrow: str
    """The same for tomorrow's deal."""
    state: Literal["new", "playing", "over"]
    """Of the caller's one try."""
    room: str | None
    """The room of the try; null before it, and once the room is deleted."""
    round: int | None
    """The round that the try is in, if the game counts rounds; null if it isn't played."""
    place: int | None
    """Among all who have finished; null until the caller and nine others have."""
    finished: int
    """The number of people who have finished."""
    bets: int
    """The number of people who have begun."""


class DailySeen(msgspec.Struct, frozen=True):
    """The deals of a day."""

    day: str
    left: int
    """Milliseconds until the day is over, at 00:00 UTC."""
    deals: list[DailyDeal]


class DailyGroup(msgspec.Struct, frozen=True):
    """A bar of the histogram; the best is the first."""

    kind: Literal["won", "lost", "score"]
    """Won with a score from ``first`` to ``last``; lost at these places; or a score where no place counts."""
    first: int
    last: int
    count: int


class DailyLevel(msgspec.Struct, frozen=True):
    """The result of a bot's level at the same seat."""

    level: str
    outcome: Outcome
    group: int


class DailyTry(msgspec.Struct, frozen=True):
    """The caller's try."""

    room: str
    outcome: Outcome
    place: int
    group: int
    bet: Bet | None
    share: str
    """The name of the picture to share, at ``/preview/daily/GAME/DAY/SHARE.png``."""


class DailyStory(msgspec.Struct, frozen=True):
    """A finished try of somebody, open to all once the day is over."""

    room: str
    place: int


class BetOdds(msgspec.Struct, frozen=True):
    """The lengths of games of War and of their longest wars, measured over many games."""

    step: int
    within: list[float]
    """The share of games that last at most 0, ``step``, twice ``step`` … turns."""
    longest: list[float]
    """The share of games whose longest war is single, double, triple, and longer."""


class DailyResult(msgspec.Struct, frozen=True):
    """One day's deal of a game. While the day lasts, groups and levels are told to those who have finished."""

    game: str
    day: str
    left: int
    """Milliseconds until the day is over; 0 once it is."""
    preset: str
    seats: int
    commitment: str
    secret: str | None
    """Hexadecimal; null until the day is over."""
    state: Literal["new", "playing", "over"]
    finished: int
    bets: int
    mine: DailyTry | None
    """The caller's try, once it is over."""
    groups: list[DailyGroup]
    levels: list[DailyLevel]
    stories: list[DailyStory]
    """The best fifty, once the day is over."""
    odds: BetOdds | None
    """For War."""


class TurnWon(msgspec.Struct, frozen=True):
    """The turn at which a try was won or lost."""

    turn: int
    at: int
    """Its place in the course."""
    before: float
    after: float
    gain: float | None
    """The gain of the choice made there over the adviser's; null if no choice gained anything, and this is the turn
    that changed most."""


class DailyDecided(msgspec.Struct, frozen=True):
    """The course of the caller's finished try, as far as it is computed. It names no card and no choice."""

    state: State
    done: int
    of: int
    """The progress of the current phase."""
    adviser: str | None = None
    """The level that the choices are compared with; null until it has been asked."""
    share: bool = True
    """True for shares of the game, or else all values are chips."""
    course: list[float] = []
    """The value of the game to the caller before the deal, and after the deal and each turn."""
    won: TurnWon | None = None
    cost: Estimate | None = None
    """The points (hundredths of the game) that the caller's choices lost."""


class DailyDay(msgspec.Struct, frozen=True):
    """A past day of a game."""

    day: str
    finished: int
    place: int | None
    """The caller's; null if they have none."""


class MyDaily(msgspec.Struct, frozen=True):
    """A try of a guest, as the server has it."""

    day: str
    game: str
    room: str
    bet: Bet | None
