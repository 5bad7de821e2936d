"""A room's plan, and rooms and games as they are stored."""

from typing import NamedTuple

import msgspec

from threedown.games.laying import LaidTable
from threedown.server.model import clock
from threedown.server.model.evening import Next, PlayedGame
from threedown.server.model.wire import ChoiceClock, Point, State, Watchers

ENDED: tuple[State, ...] = ("over", "stopped")
"""The states of rooms whose game is over or can't go on."""


class Chair(msgspec.Struct, omit_defaults=True):
    """A seat: a player's, a bot's, or open."""

    player: str = ""
    name: str = ""
    level: str = ""
    colour: str = ""
    part: str = ""
    """The player's part of the chance for the deal, in hexadecimal."""
    part_hash: str = ""
    """Its SHA-256, which a player may send before the part."""
    away: bool = False
    """True while a bot plays for this person."""
    shown: bool = False
    """True if this person lets spectators see what they see in this game."""
    program: bool = False
    """True if a program chooses here, as it said when it sat down."""
    arrived: bool = False
    """True once this person has come to this room: a rematch opens with people who are still at the old table."""

    @property
    def is_open(self) -> bool:
        return not self.player and not self.level


class RoomPlan(msgspec.Struct, omit_defaults=True):
    """A room without its game: the options it was opened with, and its seats."""

    game: str
    preset: str
    options: dict[str, object]
    chairs: list[Chair]
    host: str
    commitment: str
    pace: int
    frozen: int | None = None
    """When the header was frozen, in milliseconds since 1970: from then until the deal, the players reveal the parts
    that they committed to, and nothing else changes."""
    clock: ChoiceClock | None = None
    minutes: int | None = None
    listed: bool = False
    rated: bool = False
    """True if the result counts for ratings: then nobody gets help, and nothing is undone."""
    watch: Watchers = "anybody"
    next: str | None = None
    stopped: str | None = None
    point: Point | None = None
    """The origin of a game that continues from a point of another."""
    laid: LaidTable | None = None
    """A table laid by hand, with which the game begins instead of the deal."""
    variant: str | None = None
    """The name that a player has given these rules."""
    rule_set: str | None = None
    """The rule set that they are, if it is kept here."""
    grows: bool = False
    """True if seats come and go with the guests."""
    code: str = ""
    """The code by which others find the room, without its hyphen."""
    locked: bool = False
    """True if nobody else may sit down."""
    kicked: dict[str, str] = {}
    """The players whom the host has asked to leave, with a word to each."""
    hints: bool = True
    talk: bool = True
    paused: bool = False
    evening: list[PlayedGame] = []
    """The games that these people have played in this room and those before it."""
    wants: dict[str, Next] = {}
    """The wishes of players for the time after the game."""
    begins: bool = False
    """True if the game begins as soon as everybody has come: they have agreed on a rematch, or have been matched."""
    begins_by: int | None = None
    """When a game of matched players begins without those who have not come, in milliseconds since 1970; None in a room
    that people have opened themselves."""
    tournament: str = ""
    """The tournament that the room is a table of."""
    ranking: list[list[int]] = []
    """The seats once the game is over, in groups, best first."""
    daily: str = ""
    """The day (UTC) whose deal of the day is played."""
    sealed_until: int | None = None
    """When the cards may be known to others, in milliseconds since 1970; until then, there is no help. The end of a
    knockout's round lifts this seal earlier."""

    @property
    def is_sealed(self) -> bool:
        """True while nobody else may learn the cards of this deal."""
        return self.sealed_until is not None and clock.now() < self.sealed_until

    @property
    def is_duplicate(self) -> bool:
        """True if other tables of a tournament have the same cards: they depend neither on names nor on parts."""
        return bool(self.tournament) and self.sealed_until is not None

    @property
    def levels(self) -> tuple[str | None, ...]:
        """The bots' levels, by seat; None for a person."""
        return tuple(chair.level or None for chair in self.chairs)

    def names_shown(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names of the players as people see them: a record with duplicate cards names the seats."""
        return tuple(chair.name for chair in self.chairs) if self.is_duplicate else names

    @property
    def is_slow(self) -> bool:
        """True in a game with days a move: players come and go, and its clock runs on disk."""
        return self.clock is not None and self.clock.is_slow

    @property
    def keeps_going(self) -> bool:
        """True if turns begin by themselves whoever is here."""
        return bool(self.tournament) or self.is_slow

    @property
    def gives_hints(self) -> bool:
        """True if players may ask for hints."""
        return self.hints and not self.rated

    @property
    def players(self) -> list[str]:
        """The people who sit there."""
        return [chair.player for chair in self.chairs if chair.player]

    def seat_of(self, player: str) -> int | None:
        """Return a player's seat."""
        seats = (seat for seat, chair in enumerate(self.chairs) if player and chair.player == player)
        return next(seats, None)


class StoredRoom(NamedTuple):
    """A room as it is on disk."""

    room: str
    state: State
    plan: RoomPlan
    secret: bytes
    header: bytes | None
    footer: bytes | None
    dealt: int | None
    """When, in milliseconds since 1970; so is all that follows."""
    changed: int


class StoredLog(NamedTuple):
    """The log of a game as it is on disk: the lines of its record after the header."""

    lines: list[bytes]
    answered: dict[tuple[str, str], int | None]
    """The entry that a command became, by player and id."""
    held: list[tuple[int, str]]
    """Seats and answers, in the order of receipt."""
    written: int | None
    """When the last line was written, in milliseconds since 1970."""
    snapshot: "StoredSnapshot | None" = None

    @property
    def problem(self) -> str | None:
        """What is wrong with it: a command was answered with an entry that is not among the lines; None: nothing."""
        last = max((seq or 0 for seq in self.answered.values()), default=0)
        return "entries are missing at the end of its log" if last > len(self.lines) else None


class StoredSnapshot(NamedTuple):
    """A game as it once was: it spares playing again what was before."""

    seq: int
    chain: str
    """The log's chain at that entry."""
    game: bytes
    shares: bytes
