"""Tournaments: the types of the wire, and a tournament as it is stored. Times are milliseconds since 1970 on disk, and
milliseconds from now on the wire."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from threedown.server.model.lab_requests import Request
from threedown.server.model.plan import RoomPlan
from threedown.server.model.rounds import KnockoutRound, RoundSeen
from threedown.server.model.wire import ChoiceClock, Milliseconds

TournamentKind = Literal["arena", "knockout"]
Phase = Literal["waiting", "playing", "over"]
FEWEST_MINUTES, MOST_MINUTES = 5, 180
LONGEST_WAIT = 7 * 86_400_000
"""Milliseconds until a tournament begins, at most."""


class NewTournament(Request, frozen=True, rename={"wait": "in"}):
    """A tournament to open: its game, as in the body of a new room, and the length of an arena.

    A knockout has tables of two, four or six (null: four, or two where the game has no four), of which half go on.
    """

    game: str
    kind: TournamentKind = "arena"
    preset: str | None = None
    options: dict[str, Any] = {}
    seats: int | None = None
    clock: ChoiceClock | None = None
    """The clock of every table; null: 30 seconds for a choice."""
    minutes: Annotated[int, Meta(ge=FEWEST_MINUTES, le=MOST_MINUTES)] = 30
    wait: Annotated[int, Meta(ge=0, le=LONGEST_WAIT)] = 60_000
    """Milliseconds until it begins."""
    listed: bool = True


class TournamentOpened(msgspec.Struct, frozen=True):
    tournament: str
    url: str


class TournamentPlayer(msgspec.Struct, omit_defaults=True):
    """A player in a tournament, as it is stored."""

    player: str
    name: str
    since: int
    """Since when they wait for a table."""
    program: bool = False
    points: int = 0
    games: int = 0
    wins: int = 0
    streak: int = 0
    """Their wins in a row."""
    paused: bool = False
    table: str = ""
    """The room in which they play; empty: they wait."""
    met: list[str] = []
    """The players at their last table."""
    course: list[tuple[int, int]] = []
    """After each of their games in an arena: the milliseconds since the beginning, and their place."""
    out: int = 0
    """The round of a knockout that was their last one; 0: they are still in it."""
    finish: tuple[int, int, float] = (0, 0, 0.0)
    """Their place at the table of that round, from 0, their points there, and their difference."""


class OpenTable(msgspec.Struct):
    """A table that is played, as it is stored."""

    room: str
    number: int
    players: list[str]
    """By seat; empty for a bot."""
    opened: int


class EndedTable(msgspec.Struct):
    """A table that has ended, as it is stored."""

    room: str
    number: int
    at: int
    players: list[str]
    """By seat; empty for a bot."""
    points: list[int]
    """The points that each seat has won there."""
    streaks: list[int]
    """The wins in a row of each seat after this table."""
    before: list[int]
    """The wins in a row of each seat before it."""


class Tournament(msgspec.Struct, omit_defaults=True):
    """A tournament as it is stored."""

    id: str
    kind: TournamentKind
    host: str
    """The player who opened it."""
    plan: RoomPlan
    """The plan of its tables, without players."""
    minutes: int
    opened: int
    begins: int
    listed: bool = True
    phase: Phase = "waiting"
    entrants: list[TournamentPlayer] = []
    tables: list[OpenTable] = []
    ended: list[EndedTable] = []
    """The tables of an arena that have ended."""
    seed: str = ""
    """32 bytes in hexadecimal, from which the deals of a knockout come."""
    rounds: list[KnockoutRound] = []
    """The rounds of a knockout that have begun or are about to."""

    @property
    def ends(self) -> int:
        """When the time of an arena is up."""
        return self.begins + self.minutes * 60_000

    def entrant(self, player: str) -> TournamentPlayer | None:
        """Return a player's entry; None if they are not in it."""
        return next((one for one in self.entrants if player and one.player == player), None)


class PlayerStanding(msgspec.Struct, frozen=True):
    """A player's line in the standings."""

    place: int
    """Players with the same points, wins and games share a place; in a knockout those who went equally far."""
    player: str
    name: str
    program: bool
    """True for a player that a program plays for."""
    points: int
    games: int
    wins: int
    streak: int
    status: Literal["waiting", "playing", "paused", "out"]
    table: int | None
    """The number of the table at which they play."""


class TableInPlay(msgspec.Struct, frozen=True):
    number: int
    room: str


class TableScore(msgspec.Struct, frozen=True):
    """A player's score at a table that has ended."""

    player: str
    points: int
    streak: int
    """Their wins in a row after it."""
    ended: int
    """The wins in a row that ended with it."""


class TableResult(msgspec.Struct, frozen=True):
    number: int
    room: str
    ago: int
    scores: list[TableScore]


class NextSeat(msgspec.Struct, frozen=True):
    name: str
    level: str | None
    """A bot's level; null for a player."""
    place: int | None
    streak: int
    you: bool


class NextTable(msgspec.Struct, frozen=True):
    """My table, to which I am called or at which I play."""

    room: str
    number: int
    left: Milliseconds
    """The time to sit down; after it a bot plays for me until I come."""
    seats: list[NextSeat]


class MyTournament(msgspec.Struct, frozen=True):
    """A tournament for one of its players."""

    player: str
    place: int
    paused: bool
    table: NextTable | None
    course: list[tuple[int, int]]
    """After each of my games in an arena: the milliseconds since the beginning, and my place."""
    out: int | None = None
    """The round of a knockout that was my last one."""


class TournamentSeen(msgspec.Struct, frozen=True):
    tournament: str
    url: str
    kind: TournamentKind
    game: str
    preset: str
    options: dict[str, Any]
    seats: int
    minutes: int
    """The length of an arena; 0 for a knockout, as ``left`` is."""
    clock: ChoiceClock | None
    phase: Phase
    starts: int
    """Milliseconds until it begins."""
    left: int
    """Milliseconds until its time is up."""
    standings: list[PlayerStanding]
    tables: list[TableInPlay]
    results: list[TableResult]
    """The last tables of an arena that have ended, the newest first."""
    rounds: list[RoundSeen] = []
    """The rounds of a knockout up to the final."""


class TournamentListed(msgspec.Struct, frozen=True):
    tournament: str
    url: str
    kind: TournamentKind
    game: str
    preset: str
    seats: int
    minutes: int
    phase: Phase
    starts: int
    left: int
    players: int


class Standings(msgspec.Struct, frozen=True, tag="standings", tag_field="type"):
    """A message on the socket of a tournament: its standings, and mine."""

    tournament: TournamentSeen
    you: MyTournament | None


class FinalResult(msgspec.Struct, frozen=True):
    """A line of the results as a file."""

    place: int
    name: str
    program: bool
    points: int
    games: int
    wins: int
    round: int | None = None
    """The last round that they played in a knockout."""


TOURNAMENT_REQUESTS = (NewTournament,)
TOURNAMENT_ANSWERS = (TournamentOpened, TournamentSeen, TournamentListed, MyTournament, Standings, FinalResult)
