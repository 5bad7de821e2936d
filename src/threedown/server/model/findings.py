"""The types of background work: tasks for a task process, its results, and their form on the wire."""

from typing import Any, Literal

import msgspec

from threedown.lab.analysis.deal_luck import DealLuck

Phase = Literal["waiting", "compiling", "playing", "asking"]
"""The phases: waiting for other jobs; compiling the rules; playing games; asking the adviser."""
State = Literal[Phase, "done", "failed"]
StudyState = Literal[State, "unasked", "stopped"]
"""``unasked``: not requested yet. ``stopped``: abandoned, because no client wanted it any more."""


GAME_SECONDS = 12.0
"""Seconds of one core for the worlds of a game's analysis."""


class GameTask(msgspec.Struct, frozen=True, tag="game"):
    """A task: analyse a finished game. ``worlds`` 0: as many as can be played in so many ``seconds``."""

    header: bytes
    lines: list[bytes]
    secret: bytes
    worlds: int = 0
    seconds: float = GAME_SECONDS
    advised: bool = True
    """False: the adviser is not asked for its choices."""
    true_hands: bool = False
    """True: measure gains and luck with everybody's true hands, so that they are right on average."""
    names: tuple[str, ...] = ()
    """What the players are called in its texts; if empty, by the names of the record."""


class TaskProgress(msgspec.Struct, frozen=True, tag="progress"):
    """Progress: the current phase, and how much of it is done."""

    phase: Phase
    done: int = 0
    of: int = 0


# What decided a game


class Account(msgspec.Struct, frozen=True):
    """The parts of a seat's result: ``expected + luck + choices + others = result``; ``…_around`` is half the 95 %
    interval."""

    expected: float
    luck: float
    choices: float
    others: float
    result: float
    expected_around: float
    choices_around: float
    others_around: float


class TurnDecided(msgspec.Struct, frozen=True):
    """A turn (0: the deal): for each seat the value of the position after it, and the effects of luck and choices."""

    turn: int
    values: list[float]
    luck: list[float]
    choices: list[float]


class PlaceHeld(msgspec.Struct, frozen=True):
    """A place of a map, and the share of the games in which the seat that chose holds it some turns later."""

    place: str
    """In the reader's language."""
    made: float
    """After the choice made."""
    best: float
    """After the best choice."""


class LedTo(msgspec.Struct, frozen=True):
    """The consequences of a mistake: each seat's share of the stakes some turns later, on average over the worlds."""

    turns: int
    """The number of turns later."""
    unit: str
    """The unit of the shares, in the reader's language: "lives"."""
    made: list[float]
    """By seat, after the choice made."""
    best: list[float]
    """By seat, after the best choice."""
    told: list[int]
    """The seats whose certain change explains the mistake, the largest change first; at most two."""
    helped: int | None
    """The seat that won at least half of what was given away, if that is certain; null between two."""
    won_made: list[float] = []
    """By seat, the share of the games that it has won by then, after the choice made."""
    won_best: list[float] = []
    """The same after the best choice."""
    told_won: list[int] = []
    """The seat whose games won by then explain the mistake, if any; they come before all else."""
    places: list[PlaceHeld] = []
    """The places that explain the mistake, the largest change first; at most two, and they come before ``told``."""


class ChoiceDecided(msgspec.Struct, frozen=True):
    """A choice among several, compared with the best one."""

    turn: int
    seat: int
    made: str
    """The choice in words, like those below."""
    best: str
    cost: float
    low: float
    high: float
    mistake: str | None
    """A sentence, if the choice certainly cost something."""
    advice: str | None
    """The adviser's choice; null until it has been asked."""
    compared: dict[str, float]
    """The value of each compared choice to the seat, the best first."""
    question: str = ""
    """The name of the question."""
    compared_around: dict[str, float] = {}
    """Half the 95 % interval of each of these values."""
    led_to: LedTo | None = None
    """Of a mistake, if something is certain."""
    gains: dict[str, str] = {}
    """Of a mistake: what a hint tells its player of the choice made and of the best one, if anything."""


class TurningPoint(msgspec.Struct, frozen=True):
    """A turn that certainly changed something, for the seat that it affected most."""

    turn: int
    seat: int
    before: float
    after: float


class Decided(msgspec.Struct, frozen=True):
    """The analysis of a game, in shares of the game or, if ``share`` is false, in the game's own unit."""

    level: str
    """The level that plays on in all worlds."""
    adviser: str | None
    worlds: int
    seed: int
    share: bool
    accounts: list[Account]
    start: list[float]
    """The value of the game to each seat before the deal."""
    turns: list[TurnDecided]
    points: list[TurningPoint]
    choices: list[ChoiceDecided]
    sentences: list[str]


class TurnValued(msgspec.Struct, frozen=True):
    """A turn (0: the deal) with the value of the position after it, for each seat."""

    turn: int
    values: list[float]


class ValuesSoFar(msgspec.Struct, frozen=True):
    """The values of the first turns of a game, while the rest of it is played on; in the units of ``Decided``."""

    share: bool
    start: list[float]
    turns: list[TurnValued]


class Analysis(msgspec.Struct, frozen=True):
    """The analysis of a game and its progress."""

    state: State
    done: int
    of: int
    """The progress of the current phase; for a waiting analysis, the number of jobs ahead of it."""
    found: Decided | None
    """Null until the game has been played on."""
    so_far: ValuesSoFar | None = None
    """The values that are known before ``found`` is; else null."""


class FoundValues(msgspec.Struct, frozen=True, tag="values"):
    """The values of a game so far; they are shown and not stored."""

    values: ValuesSoFar


class FoundGame(msgspec.Struct, frozen=True, tag="game"):
    """The analysis of a game, by language."""

    told: dict[str, Decided]


# What house rules do


class RulesTask(msgspec.Struct, frozen=True, tag="rules"):
    """A task: measure the effect of each option of these rules."""

    game: str
    options: dict[str, Any]
    seats: int


class Effect(msgspec.Struct, frozen=True):
    """The effect of another value of an option on the length of a game: a share of it, with the 95 % interval."""

    value: Any
    turns: float
    low: float
    high: float
    holds: bool
    """True if there is a difference, among all comparisons."""


class Effects(msgspec.Struct, frozen=True):
    """The known facts about a table's rules: the length of a game, and the effect of each option."""

    game: str
    version: int
    options: dict[str, Any]
    seats: int
    games: int
    """The number of games of each variant."""
    seed: int
    turns: float
    median: float
    p95: float
    effects: dict[str, list[Effect]]
    """The other values of each option."""


class EffectsSeen(msgspec.Struct, frozen=True):
    """The effects, or the progress of measuring them."""

    state: State
    done: int
    of: int
    found: Effects | None


class FoundEffects(msgspec.Struct, frozen=True, tag="rules"):
    effects: Effects


# What one rule does, or two


class StudyTask(msgspec.Struct, frozen=True, tag="study"):
    """A task: play the variants of these rules, look by look.

    ``vary`` maps options to their values, including the rules' own; several options are combined in every way. At most
    ``games`` are played of each variant.
    """

    game: str
    options: dict[str, Any]
    seats: int
    vary: dict[str, list[Any]]
    games: int
    seed: int


class Known(msgspec.Struct, frozen=True):
    """A value with its 95 % interval, which holds for all looks together."""

    value: float
    low: float
    high: float


class Apart(Known, frozen=True):
    """The difference between a variant and the study's base rules."""

    holds: bool
    """True if there is a difference, among all comparisons."""


class VariantFound(msgspec.Struct, frozen=True):
    """The results of one variant."""

    changes: dict[str, Any]
    """The value of each varied option."""
    lengths: list[int]
    """The number of games by length: the first entry counts those of fewer turns than ``step``, and so on. Longer games
    are not in it."""
    median: Known
    p95: Known
    measures: dict[str, Known]
    apart: dict[str, Apart]
    """The differences by measure; empty for the study's base rules."""


class MeasureFound(msgspec.Struct, frozen=True):
    """A measure."""

    name: str
    title: str
    share: bool
    """True if it is a share (0 to 1), else a mean."""
    tally: bool
    """True if the game itself counts it."""


class StudyFound(msgspec.Struct, frozen=True):
    """The result of a study after its last look."""

    game: str
    version: int
    options: dict[str, Any]
    seats: int
    seed: int
    games: int
    """The number of games of each variant."""
    look: int
    looks: int
    """The number of this look, and the most that there may be."""
    over: bool
    """True if no more games are played: everything is as precise as wanted, or this was the last look."""
    precise: bool
    until: float
    """The wanted precision: half of an interval, as a share of the length, or of all games."""
    step: int
    """Turns."""
    base: int
    """The variant with the study's base rules."""
    variants: list[VariantFound]
    measures: list[MeasureFound]
    sentences: dict[str, list[str]]
    """The conclusions that the intervals support, by language; the first is the shortest."""
    command: str
    """The command that repeats the study in a terminal."""


class StudySeen(msgspec.Struct, frozen=True):
    """The known answer to a question, and the progress of its study."""

    study: str
    """The study's name on this server, by which it can be stopped."""
    state: StudyState
    done: int
    of: int
    """The games of the current look; for a waiting study, the number of jobs ahead of it."""
    found: StudyFound | None


class FoundStudy(msgspec.Struct, frozen=True, tag="study"):
    study: StudyFound


# The luck of a deal


class DealTask(msgspec.Struct, frozen=True, tag="deal"):
    """A task: count how often a seat wins that was dealt a given number of cards of the best rank."""

    game: str
    options: dict[str, Any]
    seats: int


class FoundDealLuck(msgspec.Struct, frozen=True, tag="deal"):
    luck: DealLuck


class DealLuckSeen(msgspec.Struct, frozen=True):
    """The luck of a finished game's deal: the caller's, or the first seat's for a spectator."""

    state: State
    seat: int
    text: str
    """A sentence with the share of games won with such a deal, its 95 % interval and the number of games. Empty while
    the games are played, if too few of them had such a deal, or if the game has no rank that counts as luck."""
    rank: str = ""
    """The rank that counts as luck; empty if the game has none or none of its cards was dealt."""
    dealt: list[int] = []
    """The number of cards of this rank that each seat was dealt; empty without a rank."""


Task = GameTask | RulesTask | StudyTask | DealTask
Answer = TaskProgress | FoundValues | FoundGame | FoundEffects | FoundStudy | FoundDealLuck
