"""The types of the wire: requests and answers. The messages of a room's socket are in ``messages.py``.

Keys may be added, none is renamed. A request with an unknown key is refused.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from threedown.games.facts import Summary
from threedown.games.laying import LaidTable
from threedown.server.model.calling import Calling
from threedown.server.model.daily import DailyDay, DailyDecided, DailyResult, DailySeen, MyDaily, PlayDaily
from threedown.server.model.evening import HandOver, Kick, Switches, Tonight, Want, Wanted
from threedown.server.model.findings import Analysis, DealLuckSeen, EffectsSeen, StudySeen
from threedown.server.model.identity import DeviceSeen, LinkSeen, PasskeyAnswer, PasskeySeen, PasskeysHere
from threedown.server.model.lab_requests import Request, Rules, Study
from threedown.server.model.matching import CrowdSeen, PlaceSeen, SitterSeen, TakePlace
from threedown.server.model.ratings import Leaderboard, Profile, SeatRating, ShowProfile
from threedown.server.model.report import Report, ReportSeen
from threedown.server.model.rule_sets import RuleSetSeen
from threedown.server.model.story import Fairness, PastTurn, RuleExample, Story

LONGEST_NAME = 40
MOST_MILLISECONDS = 86_400_000
SLOW_CHOICE, SLOWEST_CHOICE = 6 * 3_600_000, 14 * 86_400_000
"""Milliseconds for a choice from which on a game counts as one with days a move, and the most that a choice gets."""
COLOURS = (
    "blue", "red", "yellow", "green", "violet", "grey", "orange", "teal",
    "pink", "brown", "olive", "navy", "maroon", "lime", "cyan", "black",
)  # fmt: skip
"""The players' colours, each once in a room."""
EMOTES = ("hello", "well played", "thanks", "oops", "hurry", "good game")

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
Milliseconds = Annotated[int, Meta(ge=0, le=MOST_MILLISECONDS)]
State = Literal["waiting", "playing", "over", "stopped"]
Watchers = Literal["anybody", "nobody"]


class NewGuest(Request, frozen=True):
    name: Name | None = None
    program: bool = False
    """A program gets its token in the answer, a browser as a cookie."""


class NewDevice(Request, frozen=True):
    program: bool = False
    """A program gets its token in the answer, a browser as a cookie."""


class Rename(Request, frozen=True):
    name: Name


class ChoiceClock(Request, frozen=True):
    choice: Annotated[int, Meta(ge=1, le=SLOWEST_CHOICE)]
    """Milliseconds for a choice; after them a bot plays for the player who was asked, until they are back. From 6 hours
    on, without ``turn``, this is a game with days a move: nobody needs to stay, and turns begin by themselves."""
    turn: Annotated[int, Meta(ge=1, le=MOST_MILLISECONDS)] | None = None
    """Milliseconds for all choices in a turn, which end as those for a choice do; null: as long as the choices take."""

    @property
    def is_slow(self) -> bool:
        """True if this is the clock of a game with days a move."""
        return self.choice >= SLOW_CHOICE and self.turn is None


class Point(Request, frozen=True):
    """A point of a game that is over: its room, and an entry of its log."""

    room: str
    seq: Annotated[int, Meta(ge=0)]
    seat: Annotated[int, Meta(ge=0)] | None = None
    """The seat to take; null: one's own, or else the first person's."""


class Join(Request, frozen=True):
    seat: int | None = None
    name: Name | None = None
    colour: str | None = None
    part: str | None = None
    """Refused: a part of the chance for the deal that is sent before the header is frozen proves nothing."""
    part_hash: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None
    """The SHA-256 of my part; the part follows once the header is frozen."""
    program: bool = False
    """True: a program chooses at this seat, not a person. Everybody reads it in ``room.seats[].program``."""


class NewRoom(Request, frozen=True, rename={"point": "from"}):
    """``game``, and what it is played by; or ``from``, with ``bots``, ``pace``, ``clock`` and ``watch``."""

    game: str | None = None
    point: Point | None = None
    """To play on from there against bots."""
    preset: str | None = None
    options: dict[str, Any] = {}
    variant: Name | None = None
    """The name that a player has given these rules, shown wherever the room is."""
    rule_set: str | None = None
    """A rule set that is kept here: its game, rules and name, instead of those of this body."""
    seats: int | None = None
    laid: LaidTable | None = None
    """A table laid by hand, with which the game begins instead of the deal."""
    bots: dict[str, str] = {}
    """Levels by seat."""
    clock: ChoiceClock | None = None
    pace: Milliseconds | None = None
    """The milliseconds that the next turn waits for the others after the first is ready."""
    minutes: Annotated[int, Meta(ge=1, le=600)] | None = None
    """The length of a game by the clock: it sets the option that ``by_clock`` of the game names."""
    grows: bool = False
    """True: seats come with the guests, as many as the game allows, and go with them; ``seats`` is not needed."""
    listed: bool = False
    rated: bool = False
    """True: the results count for ratings. The table is listed, plays a preset, and has no hints, chances or undo."""
    watch: Watchers = "anybody"
    sit: Join | None = None
    """My seat, as in the body of ``join``: it spares that call."""


class Reveal(Request, frozen=True):
    part: str
    """The part whose hash I have sent."""


class Seat(Request, frozen=True):
    bot: str | None
    """A level; null opens the seat."""


class ShowSeat(Request, frozen=True):
    shown: bool
    """True: spectators may look over my seat until I say false, or until this game is over and another begins."""


class Guest(msgspec.Struct, frozen=True, omit_defaults=True):
    player: str
    name: str
    token: str | None = None


class Opened(msgspec.Struct, frozen=True):
    room: str
    url: str
    seat: int | None
    commitment: str
    """The hash of the secret that the cards will be dealt from, chosen before anybody's part is known."""


class SeatSeen(msgspec.Struct, frozen=True):
    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    level: str | None
    colour: str | None
    here: bool
    """True if the player has the room's socket open; always true for a bot."""
    stand_in: bool = False
    """True while a bot plays for this person."""
    part_hash: str | None = None
    """The SHA-256 of this player's part of the chance for the deal; null if they have none."""
    gone: int | None = None
    """Milliseconds since the last sign of life of a person who is not here; null for all others."""
    weaker: str | None = None
    """The level that plays in place of this bot's own, which has not answered in time; null while its own plays."""
    host: bool = False
    """True if this person may change the room and start."""
    shown: bool = False
    """True if this person lets spectators look over their seat: ``hello`` with ``over``."""
    program: bool = False
    """True if a program chooses here, as it said in ``join``."""


class VoteSeen(msgspec.Struct, frozen=True):
    seat: int
    bot: bool
    """True to let a bot play, false to wait."""


class AbsenceSeen(msgspec.Struct, frozen=True):
    """The vote about players who have gone while the game waits for them."""

    seats: list[int]
    """Their seats."""
    votes: list[VoteSeen]
    needed: int
    """The number of equal votes that decide: a majority of the players who are here."""
    left: int | None
    """Milliseconds until a bot plays without a vote; null where the clock of the choice runs."""


class RulesSeen(msgspec.Struct, frozen=True):
    """The rules of a table, all of them spelled out."""

    game: str
    preset: str
    options: dict[str, Any]
    changes: dict[str, Any]
    """Those of the options that are not the preset's."""
    seats: int
    struck: list[str] = []
    """The ids of the rulebook's clauses that do not hold under these rules."""
    summary: Summary | None = None
    """The game in short under these rules."""


class Frozen(msgspec.Struct, frozen=True):
    """The header before the deal. Nothing in it changes any more; players send the parts whose hashes it contains."""

    header: str
    """Canonical JSON: the game, its rules, the names, the commitment and the part hashes; ``contributions`` is null."""
    waits: list[int]
    """The seats whose parts are still missing."""
    left: Milliseconds
    """The cards are dealt without the parts that are missing by then."""


class Dealt(msgspec.Struct, frozen=True):
    """The header of a game that has been dealt."""

    header: str
    """Canonical JSON: the frozen header with the players' parts as ``contributions``."""
    settled: str
    """Its SHA-256, which begins the chain of the record."""


class RoomSeen(msgspec.Struct, frozen=True, rename={"point": "from"}):
    room: str
    url: str
    state: State
    game: str
    preset: str
    options: dict[str, Any]
    seats: list[SeatSeen]
    clock: ChoiceClock | None
    pace: int
    minutes: int | None
    host: str
    """The public id of who may start."""
    commitment: str
    """SHA-256 of the secret: it is there before anybody adds a part."""
    seq: int | None
    """The last entry of the log; null before the deal."""
    watch: Watchers
    listed: bool
    next: str | None
    """The next room of these players; null if there is none, and for spectators unless anybody may watch."""
    stopped: str | None
    """The reason why it has stopped, if it has."""
    point: Point | None
    """Of which game it plays on, and from where: then the cards are no secret, and nothing is sealed. That game's room
    is named to who sits here; it is empty for others."""
    laid: bool
    """True if the game begins with a table laid by hand instead of the deal: the player who opened the room knows the
    cards."""
    variant: str | None
    """The name that a player has given these rules."""
    frozen: Frozen | None
    """The header between the host's start and the deal, if a player's part is still to come."""
    settled: str | None
    """SHA-256 of the header, once dealt; null if a player may know the cards."""
    grows: bool
    """True if seats come and go with the guests."""
    locked: bool
    """True if nobody else may sit down."""
    hints: bool
    talk: bool
    """True if players may write to each other; nobody may in a listed room."""
    paused: bool
    tonight: Tonight | None
    """The games that these people have played one after another; null before the first is over."""
    wants: list[Wanted]
    """The wishes of players for the time after the game."""
    code: str | None
    """The code by which others find the room, as people say it: ``KZ7-M3Q``. Null once the game is over."""
    watching: int = 0
    """The number of spectators."""
    absence: AbsenceSeen | None = None
    left: int | None = None
    """Milliseconds until the time of a timed game is up; null before the deal, and where no time is set."""
    rated: bool = False
    """True if the result counts for ratings."""
    daily: str | None = None
    """The day (UTC) whose deal of the day is played here."""
    sealed: int | None = None
    """Milliseconds for which others play the same cards: until then nothing of the game is told. Null: not sealed."""
    tournament: str | None = None
    """The tournament that the room is a table of."""
    starts: int | None = None
    """Milliseconds until the game begins without the players who have not come; null where it waits for its host."""
    rule_set: str | None = None
    """The rule set whose rules these are, if it is kept here."""
    asks: bool | None = None
    """True if these rules ask players to choose, as days a move need; null once the cards are dealt."""


class CodeSeen(msgspec.Struct, frozen=True):
    """The room that a code belongs to."""

    room: str


class MyRoom(RoomSeen, frozen=True, kw_only=True):
    """A room in which I sit."""

    you: int
    waits: bool
    """For me: a choice, or that I am ready."""
    progress: str = ""
    """The progress of a running game, in words."""
    course: list[list[int]] = []
    """Of such a game what each seat had after each of the last turns."""
    result: Literal["won", "lost", "draw"] | None = None
    """Mine, once the game is over."""
    asked: list[int] = []
    """In a game with days a move, the seats that are asked for a choice now."""
    choice_left: int | None = None
    """Milliseconds until the time for that choice is up; null where no such clock runs."""


class MyData(msgspec.Struct, frozen=True):
    """Everything that the server has of a guest."""

    guest: Guest
    devices: list[DeviceSeen]
    passkeys: list[PasskeySeen]
    rooms: list[MyRoom]
    records: list[str]
    """The addresses of the records of finished games."""
    daily: list[MyDaily] = []
    """The tries at deals of the day."""
    reports: list[ReportSeen] = []
    """The reports that I have made."""
    calling: Calling | None = None
    """When I am called to my games."""
    rule_sets: list[RuleSetSeen] = []
    """Those that I keep."""


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """A refusal (RFC 9457)."""

    title: str
    status: int
    detail: str
    allowed: list[str] | None = None
    """The allowed values, if they can be listed."""


REQUESTS = (
    NewGuest,
    NewDevice,
    Rename,
    NewRoom,
    Join,
    Reveal,
    Seat,
    ShowSeat,
    Switches,
    Kick,
    HandOver,
    Want,
    Report,
    Rules,
    Study,
    PasskeyAnswer,
    ShowProfile,
    PlayDaily,
    TakePlace,
)
ANSWERS = (
    Guest, Opened, CodeSeen, RulesSeen, RoomSeen, MyRoom, MyData, Dealt, Problem, Story, PastTurn, Fairness,
    RuleExample, Analysis, DealLuckSeen, EffectsSeen, StudySeen, LinkSeen, DeviceSeen,
    PasskeySeen, PasskeysHere, Leaderboard, Profile, SeatRating, DailySeen, DailyResult, DailyDecided, DailyDay,
    PlaceSeen, SitterSeen, CrowdSeen,
)  # fmt: skip
