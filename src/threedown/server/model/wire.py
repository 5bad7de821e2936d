"""The types of the wire: requests, answers, and the messages of a room's socket.

Keys may be added, none is renamed. A request with an unknown key is refused.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from threedown.games.laying import LaidTable
from threedown.language import ENGLISH
from threedown.limits import LONGEST_TEXT
from threedown.server.model.findings import Analysis, DealLuckSeen, EffectsSeen, StudySeen
from threedown.server.model.lab_requests import Request, Rules, Study
from threedown.server.model.story import EventTold, Fairness, RuleExample, Story
from threedown.session.views import Question, View

LONGEST_NAME = 40
MOST_MILLISECONDS = 86_400_000
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


class ChoiceClock(Request, frozen=True):
    choice: Annotated[int, Meta(ge=1, le=MOST_MILLISECONDS)]
    """Milliseconds for a choice; after them a bot plays for the player who was asked, until they are back."""


class Point(Request, frozen=True):
    """A point of a game that is over: its room, and an entry of its log."""

    room: str
    seq: Annotated[int, Meta(ge=0)]
    seat: Annotated[int, Meta(ge=0)] | None = None
    """The seat to take; null: one's own, or else the first person's."""


class NewRoom(Request, frozen=True, rename={"point": "from"}):
    """``game``, and what it is played by; or ``from``, with ``bots``, ``pace``, ``clock`` and ``watch``."""

    game: str | None = None
    point: Point | None = None
    """To play on from there against bots."""
    preset: str | None = None
    options: dict[str, Any] = {}
    variant: Name | None = None
    """The name that a player has given these rules, shown wherever the room is."""
    seats: int | None = None
    laid: LaidTable | None = None
    """A table laid by hand, with which the game begins instead of the deal."""
    bots: dict[str, str] = {}
    """Levels by seat."""
    clock: ChoiceClock | None = None
    pace: Milliseconds | None = None
    """The milliseconds that the next turn waits for the others after the first is ready."""
    minutes: Annotated[int, Meta(ge=1, le=600)] | None = None
    """The length of a game by the clock (BlitzWar): it sets ``rounds`` to 0."""
    listed: bool = False
    watch: Watchers = "anybody"


class Join(Request, frozen=True):
    seat: int | None = None
    name: Name | None = None
    colour: str | None = None
    part: str | None = None


class Seat(Request, frozen=True):
    bot: str | None
    """A level; null opens the seat."""


class Guest(msgspec.Struct, frozen=True, omit_defaults=True):
    player: str
    name: str
    token: str | None = None


class Opened(msgspec.Struct, frozen=True):
    room: str
    url: str
    seat: int | None


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


class RulesSeen(msgspec.Struct, frozen=True):
    """The rules of a table, all of them spelled out."""

    game: str
    preset: str
    options: dict[str, Any]
    changes: dict[str, Any]
    """Those of the options that are not the preset's."""
    seats: int


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
    """The room of the rematch, for who sits here; null for others."""
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


class MyRoom(RoomSeen, frozen=True):
    """A room in which I sit."""

    you: int
    waits: bool
    """For me: a choice, or that I am ready."""
    progress: str = ""
    """The progress of a running game, in words."""
    course: list[list[int]] = []
    """Of such a game what each seat had after each of the last turns."""


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """A refusal (RFC 9457)."""

    title: str
    status: int
    detail: str
    allowed: list[str] | None = None
    """The allowed values, if they can be listed."""


# From a player


class FromPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A message of a player."""


class Hello(FromPlayer, frozen=True, tag="hello"):
    after: int | None = None
    language: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ENGLISH
    """The language of messages: ``en``, ``it``; unknown ones become English."""
    parts: bool = False
    """True: in a battle my own card waits until I turn it up (see the ``part``)."""


class Command(FromPlayer, frozen=True):
    id: Id


class Choose(Command, frozen=True, tag="choose"):
    seq: int
    choice: Annotated[str, Meta(max_length=LONGEST_TEXT)]


class GoOn(Command, frozen=True, tag="go"):
    seq: int


class TurnUp(Command, frozen=True, tag="turn_up"):
    """Turn up my waiting card."""

    seq: int
    told: int
    """The number of events in the last ``part``."""


class TakeBack(Command, frozen=True, tag="undo"):
    seq: int


class AskHint(Command, frozen=True, tag="hint"):
    seq: int


class AskChances(Command, frozen=True, tag="chances"):
    seq: int


class ShowEmote(Command, frozen=True, tag="emote"):
    emote: str
    seq: int | None = None


Said = Hello | Choose | GoOn | TurnUp | TakeBack | AskHint | AskChances | ShowEmote


# From the room


class Clock(msgspec.Struct, frozen=True):
    """Milliseconds for the choice that is asked, and what is left of them."""

    choice: int
    left: int


class FromRoom(msgspec.Struct, frozen=True, tag_field="type"):
    """A message of a room."""


class TurnTold(msgspec.Struct, frozen=True):
    """A turn that was played, as this one may know it."""

    turn: int
    events: list[EventTold]


class WholeTable(FromRoom, frozen=True, tag="table"):
    room: RoomSeen
    you: int | None
    seq: int | None
    view: View | None
    """Null before the deal."""
    question: Question | None
    clock: Clock | None
    undo: bool
    events: list[EventTold] = []
    """Of the turn that runs, or of the one that was played last: how the table came to lie as it does."""
    history: list[list[int]] = []
    """The ``shares`` by seat (see the view) after each turn so far, the deal's first."""
    log: list[TurnTold] = []
    """The turns before the one in ``events``, the oldest first: at most 64, fewer if they have many events."""


class Step(FromRoom, frozen=True, tag="step"):
    """One entry of the log, as this one may see it."""

    seq: int
    events: list[EventTold]
    view: View
    question: Question | None
    clock: Clock | None
    undo: bool
    turn: list[EventTold] | None = None
    """After an undo: the events of the running or last turn that still count; later turns are gone."""


class TurnPart(FromRoom, frozen=True, tag="part"):
    """The beginning of the next entry, whose ``step`` comes when the cards that wait have been turned up. Only clients
    that asked for parts are told; the ``seq`` of commands stays that of the last ``step``."""

    seq: int
    """The entry that is told."""
    turn: int
    """The number of its turn."""
    events: list[EventTold]
    """Its events so far: those of the part before, and more. The ``step`` has them in the order of the rules."""
    waits: list[EventTold]
    """The cards that wait, each for its seat. Until that seat turns it up, a card is unknown to all."""


class Ack(FromRoom, frozen=True, tag="ack"):
    id: str
    seq: int | None
    """Null for an answer that is held until all have answered."""


class Refusal(FromRoom, frozen=True, tag="refused", omit_defaults=True):
    id: str | None
    reason: str
    seq: int | None
    choices: list[str] | None = None


class RoomChanged(FromRoom, frozen=True, tag="room"):
    room: RoomSeen


class Emote(FromRoom, frozen=True, tag="emote"):
    seat: int
    emote: str


class ComparedSeen(msgspec.Struct, frozen=True):
    """A choice that a bot's search compared: its share of the game in so many imagined games."""

    choice: str
    share: float
    error: float
    """Two standard errors of the lead over the choice that the bot compares the others with; 0 for that choice."""
    games: int


class Hint(FromRoom, frozen=True, tag="hint"):
    id: str
    choice: str
    why: str
    """In a sentence: what a bot would choose, and what speaks for it."""
    compared: list[ComparedSeen] = []
    """The choices that the bot's search compared: its own choice first, then the others by share. Empty if it does not
    search."""


class ChanceSeen(msgspec.Struct, frozen=True):
    """The chance that a choice wins the battle, the 95 % interval, and the number of games played to find it."""

    choice: str
    chance: float
    low: float
    high: float
    games: int


class Chances(FromRoom, frozen=True, tag="chances"):
    """The chances of a player's choices whose result is open; sent again when they are of more games."""

    id: str
    seq: int
    chances: list[ChanceSeen]


class Closing(FromRoom, frozen=True, tag="closing"):
    """The server stops, and will be back: this is the last message, and the socket is closed with 1012."""

    reason: str
    again: int
    """Milliseconds after which to come back."""


class Over(FromRoom, frozen=True, tag="over"):
    result: dict[str, Any]
    secret: str
    record: str


Told = WholeTable | Step | TurnPart | Ack | Refusal | RoomChanged | Emote | Hint | Chances | Closing | Over

read_said = msgspec.json.Decoder(Said).decode
"""A message of a player; raises msgspec.DecodeError, or ValidationError with what is wrong."""

FROM_PLAYER = (Hello, Choose, GoOn, TurnUp, TakeBack, AskHint, AskChances, ShowEmote)
FROM_ROOM = (WholeTable, Step, TurnPart, Ack, Refusal, RoomChanged, Emote, Hint, Chances, Closing, Over)
REQUESTS = (NewGuest, NewRoom, Join, Seat, Rules, Study)
ANSWERS = (
    Guest, Opened, RulesSeen, RoomSeen, MyRoom, Problem, Story, Fairness, RuleExample, Analysis, DealLuckSeen,
    EffectsSeen, StudySeen,
)  # fmt: skip
