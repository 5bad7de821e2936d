"""The messages of a room's socket: those of a player, and those of the room.

Keys may be added but are never renamed.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from threedown.language import ENGLISH
from threedown.limits import LONGEST_TEXT
from threedown.server.model.story import EventTold
from threedown.server.model.wire import Id, RoomSeen
from threedown.session.views import Question, View

LONGEST_MESSAGE = 200
"""The longest message to the others, in characters."""

# From a player


class FromPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A message of a player."""


class Hello(FromPlayer, frozen=True, tag="hello"):
    after: int | None = None
    language: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ENGLISH
    """The language of messages: ``en``, ``it``; unknown ones become English."""
    parts: bool = False
    """True: in a battle my own card waits until I turn it up (see the ``part``)."""
    together: bool = False
    """True: entries that are written together come in one message (see ``steps``)."""
    over: int | None = None
    """For spectators: the seat whose cards to see, if its player allows it (``room.seats[].shown``). If they don't, or
    take it back, I see what every spectator sees; ``view.seat`` says whose eyes I have."""


class Command(FromPlayer, frozen=True):
    id: Id


class Choose(Command, frozen=True, tag="choose"):
    seq: int
    choice: Annotated[str, Meta(max_length=LONGEST_TEXT)]


class Seen(FromPlayer, frozen=True, tag="seen"):
    """The card that entry ``seq`` has laid lies face up on my screen: my time for an answer begins (see ``reaction`` of
    a question). The room doesn't answer."""

    seq: int


class GoOn(Command, frozen=True, tag="go"):
    """Be ready to go on when no player has a question."""

    seq: int
    until: Literal["turn", "milestone", "end"] = "turn"
    """In a room where I am the only person: play up to 32 turns, each an entry of its own. ``milestone`` stops before a
    turn that has one, unless it is the first; ``end`` lets no card of mine wait. The ``ack`` has the ``seq`` of the
    last entry."""


class TurnUp(Command, frozen=True, tag="turn_up"):
    """Turn up my waiting card."""

    seq: int
    told: int
    """The number of events in the last ``part``."""


class TakeBack(Command, frozen=True, tag="undo"):
    seq: int


class RevealPart(Command, frozen=True, tag="reveal"):
    """Send the part whose hash I have sent, once the header is sealed; the last part brings the deal."""

    part: Annotated[str, Meta(max_length=LONGEST_TEXT)]


class AskHint(Command, frozen=True, tag="hint"):
    seq: int


class AskChances(Command, frozen=True, tag="chances"):
    seq: int


class ShowEmote(Command, frozen=True, tag="emote"):
    emote: str
    seq: int | None = None


class CastVote(Command, frozen=True, tag="vote"):
    """Vote on what happens to players who have gone while the game waits for them."""

    bot: bool
    """True: a bot plays for them until they are back. False: wait."""
    seq: int | None = None


class Say(Command, frozen=True, tag="say"):
    """A short message to the others in the room."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_MESSAGE)]
    seq: int | None = None


Said = Hello | Seen | RevealPart | Choose | GoOn | TurnUp | TakeBack | AskHint | AskChances | ShowEmote | CastVote | Say


# From the room


class Countdown(msgspec.Struct, frozen=True):
    """A countdown to something that happens by itself: the whole time and the time left, in milliseconds."""

    of: int
    left: int


class Clock(msgspec.Struct, frozen=True):
    """The clock of the open question: the whole time and the time left, in milliseconds."""

    choice: int
    left: int
    turn: Countdown | None = None
    """The time for all choices of this turn; null where a turn has no clock."""


class FromRoom(msgspec.Struct, frozen=True, tag_field="type"):
    """A message of a room."""


class TurnDigest(msgspec.Struct, frozen=True):
    """A turn in one line, as this client may know it."""

    seat: int
    """The seat that played it."""
    text: str
    kinds: list[str]
    """The kinds of the turn's events that the line summarizes."""


class TurnTold(msgspec.Struct, frozen=True):
    """A played turn, as this client may know it."""

    turn: int
    events: list[EventTold]
    digest: TurnDigest | None = None
    """Null if the events are described one by one."""


class HeaderSealed(FromRoom, frozen=True, tag="sealed"):
    """The host has started and the header is final: players ``reveal`` the parts of the hashes.

    It comes again after a ``hello``. Rooms in which nobody has sent a hash are dealt at once, without it.
    """

    header: dict[str, Any]
    """The header that the cards will be dealt from, with null for ``contributions``."""
    hashes: list[str | None]
    """The SHA-256 of each seat's part, or null."""
    chain: str
    """The SHA-256 of the header as canonical JSON, as ``room.frozen.header`` has it."""
    left: int
    """Milliseconds after which the cards are dealt without the parts that are missing."""


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
    """The events of the current turn, or of the last one: how the cards got where they are."""
    history: list[list[int]] = []
    """The ``shares`` by seat (see the view) after each turn so far, the deal's first."""
    log: list[TurnTold] = []
    """The turns before the one in ``events``, the oldest first: at most 64, fewer if they have many events."""
    next: Countdown | None = None
    """Null where no turn begins by itself; ``go`` begins it now."""
    digest: TurnDigest | None = None
    """Of the turn in ``events``, in one line; null if they are described one by one."""


class Step(FromRoom, frozen=True, tag="step"):
    """One entry of the log, as this client may see it."""

    seq: int
    events: list[EventTold]
    view: View
    question: Question | None
    clock: Clock | None
    undo: bool
    turn: list[EventTold] | None = None
    """After an undo: the events of the running or last turn that still count; later turns are gone."""
    next: Countdown | None = None
    """Null where no turn begins by itself."""
    digest: TurnDigest | None = None
    """The running or last turn so far, in one line; null if its events are described one by one."""


class EarlierEntry(msgspec.Struct, frozen=True):
    """An entry that others followed at once: what its ``step`` would have told but for the table in between."""

    seq: int
    events: list[EventTold]
    digest: TurnDigest | None = None


class Steps(FromRoom, frozen=True, tag="steps"):
    """Entries that were written together, with the answers to my commands that they come from.

    Only clients that asked for it in ``hello`` receive it, in place of an ``ack`` and of a ``step`` for each entry.
    """

    acks: list["Ack"]
    earlier: list[EarlierEntry]
    """All entries but the last one."""
    last: Step


class TurnPart(FromRoom, frozen=True, tag="part"):
    """The beginning of the next entry, whose ``step`` comes when the waiting cards have been turned up.

    Only clients that asked for parts receive it; the ``seq`` of commands stays that of the last ``step``.
    """

    seq: int
    """The number of the entry."""
    turn: int
    """The number of its turn."""
    events: list[EventTold]
    """Its events so far: those of the previous part, and more. The ``step`` has them in the order of the rules."""
    waits: list[EventTold]
    """The waiting cards, each for its seat. Nobody knows a card until its seat turns it up."""


class Ack(FromRoom, frozen=True, tag="ack"):
    id: str
    seq: int | None
    """Null for an answer that is held back until every seat has answered."""


class Refusal(FromRoom, frozen=True, tag="refused", omit_defaults=True):
    id: str | None
    reason: str
    seq: int | None
    choices: list[str] | None = None


class RoomChanged(FromRoom, frozen=True, tag="room"):
    room: RoomSeen
    you: int | None = None
    """My seat: it changes when seats before it are removed."""


class Emote(FromRoom, frozen=True, tag="emote"):
    seat: int
    emote: str


class Talked(FromRoom, frozen=True, tag="said"):
    """A player's message to the others."""

    seat: int
    name: str
    text: str


class ComparedSeen(msgspec.Struct, frozen=True):
    """A choice that a bot's search compared: its share of the game over a number of imagined games."""

    choice: str
    share: float
    error: float
    """Two standard errors of the lead over the choice that the bot compares the others with; 0 for that choice."""
    games: int


class Hint(FromRoom, frozen=True, tag="hint"):
    id: str
    choice: str
    why: str
    """A sentence: the choice of a bot, and the reason for it."""
    compared: list[ComparedSeen] = []
    """The choices that the bot's search compared: its own choice first, then the others by share. Empty if it does not
    search."""
    short: str = ""
    """A short sentence for a narrow screen: the choice, its share with the error, and the share of the next best."""


class ChanceSeen(msgspec.Struct, frozen=True):
    """The chance that a choice wins the battle, the 95 % interval, and the number of games played to find it."""

    choice: str
    chance: float
    low: float
    high: float
    games: int


class Chances(FromRoom, frozen=True, tag="chances"):
    """The chances of a player's choices with an open result; sent again after more games."""

    id: str
    seq: int
    chances: list[ChanceSeen]


class Closing(FromRoom, frozen=True, tag="closing"):
    """The server stops and will be back. This is the last message; the socket closes with code 1012."""

    reason: str
    again: int
    """The milliseconds to wait before connecting again."""


class Over(FromRoom, frozen=True, tag="over"):
    result: dict[str, Any]
    secret: str
    record: str


Told = (
    WholeTable
    | HeaderSealed
    | Step
    | Steps
    | TurnPart
    | Ack
    | Refusal
    | RoomChanged
    | Emote
    | Talked
    | Hint
    | Chances
    | Closing
    | Over
)

read_said = msgspec.json.Decoder(Said).decode
"""A message of a player; raises msgspec.DecodeError, or ValidationError with what is wrong."""

FROM_PLAYER = (Hello, Seen, RevealPart, Choose, GoOn, TurnUp, TakeBack, AskHint, AskChances, ShowEmote, CastVote, Say)
FROM_ROOM = (
    WholeTable, HeaderSealed, Step, Steps, TurnPart, Ack, Refusal, RoomChanged, Emote, Talked, Hint, Chances, Closing,
    Over,
)  # fmt: skip
