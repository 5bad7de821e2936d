"""The types of background work: tasks for a task process, its results, and their form on the wire."""

from typing import Any, Literal

import msgspec

from threedown.lab.analysis.deal_luck import DealLuck

Phase = Literal["waiting", "compiling", "playing", "asking"]
"""Waiting for others; the rules become machine code; games are played; the adviser is asked."""
State = Literal[Phase, "done", "failed"]
StudyState = Literal[State, "unasked", "stopped"]
"""Not asked for yet; or abandoned, because no client wanted it any more."""


class GameTask(msgspec.Struct, frozen=True, tag="game"):
    """To analyse a game that is over. ``worlds`` 0: as many as can be played in a minute."""

    header: bytes
    lines: list[bytes]
    secret: bytes
    worlds: int = 0


class TaskProgress(msgspec.Struct, frozen=True, tag="progress"):
    """Progress: the current phase, and the finished part of it."""

    phase: Phase
    done: int = 0
    of: int = 0


# What decided a game


class Account(msgspec.Struct, frozen=True):
    """Of what a seat's result is made: ``expected + luck + choices + others = result``; ``…_around`` is half the 95 %
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
    """A turn (0: the deal): by seat what it was worth to stand where it led to, and what luck and choices brought."""

    turn: int
    values: list[float]
    luck: list[float]
    choices: list[float]


class ChoiceDecided(msgspec.Struct, frozen=True):
    """A choice among several, beside the best one."""

    turn: int
    seat: int
    made: str
    """In words, as all that follow."""
    best: str
    cost: float
    low: float
    high: float
    mistake: str | None
    """A sentence, where it is certain to have cost something."""
    advice: str | None
    """The adviser's choice; null until it has been asked."""
    compared: dict[str, float]
    """The value to the seat of each choice that was tried, the best first."""


class TurningPoint(msgspec.Struct, frozen=True):
    """A turn that is certain to have changed something, for the seat to which it changed most."""

    turn: int
    seat: int
    before: float
    after: float


class Decided(msgspec.Struct, frozen=True):
    """The analysis of a game: shares of it or, if ``share`` is false, the game's own unit."""

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


class Analysis(msgspec.Struct, frozen=True):
    """The analysis of a game, as far as it is computed."""

    state: State
    done: int
    of: int
    """So much of what is done now; of what waits, how many are done before it."""
    found: Decided | None
    """Null until the game has been played on."""


class FoundGame(msgspec.Struct, frozen=True, tag="game"):
    """The analysis of a game, by language."""

    told: dict[str, Decided]


# What house rules do


class RulesTask(msgspec.Struct, frozen=True, tag="rules"):
    """To measure what each option of these rules does."""

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
    """Of each variant."""
    seed: int
    turns: float
    median: float
    p95: float
    effects: dict[str, list[Effect]]
    """By option: its other values."""


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
    """To play the variants of these rules, look by look: ``vary`` by option its values, the rules' own among them; of
    several options all combinations. At most ``games`` of each."""

    game: str
    options: dict[str, Any]
    seats: int
    vary: dict[str, list[Any]]
    games: int
    seed: int


class Known(msgspec.Struct, frozen=True):
    """A value with the interval in which it lies, at every look, with 95 %."""

    value: float
    low: float
    high: float


class Apart(Known, frozen=True):
    """By how much a variant is more than the rules from which the study starts."""

    holds: bool
    """True if there is a difference, among all comparisons."""


class VariantFound(msgspec.Struct, frozen=True):
    """The results of one variant."""

    changes: dict[str, Any]
    """By option that was varied: its value here."""
    lengths: list[int]
    """The number of games by length: the first entry counts those of fewer turns than ``step``, and so on. Longer games
    are not in it."""
    median: Known
    p95: Known
    measures: dict[str, Known]
    apart: dict[str, Apart]
    """By measure; empty of the rules from which the study starts."""


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
    """Of each variant."""
    look: int
    looks: int
    """This one's number, and how many there may be."""
    over: bool
    """True if no more games are played: everything is as precise as wanted, or this was the last look."""
    precise: bool
    until: float
    """The wanted precision: half of an interval, as a share of the length, or of all games."""
    step: int
    """Turns."""
    base: int
    """The variant that has the rules from which the study starts."""
    variants: list[VariantFound]
    measures: list[MeasureFound]
    sentences: dict[str, list[str]]
    """By language, what the intervals carry; the first is the shortest to say."""
    command: str
    """The command that repeats it in a terminal."""


class StudySeen(msgspec.Struct, frozen=True):
    """The known answer to a question, and the progress of its study."""

    study: str
    """Its name here, to be stopped by."""
    state: StudyState
    done: int
    of: int
    """Games of the look that is being played; of what waits, how many are done before it."""
    found: StudyFound | None


class FoundStudy(msgspec.Struct, frozen=True, tag="study"):
    study: StudyFound


# The luck of a deal


class DealTask(msgspec.Struct, frozen=True, tag="deal"):
    """To count how often a seat wins to which these rules deal so many cards of the best rank."""

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
    """A sentence with the share of games that such a deal wins, its 95 % interval and the number of games. Empty while
    they are played, and if too few of them had such a deal or no rank says much about the luck of the game's deals."""


Task = GameTask | RulesTask | StudyTask | DealTask
Answer = TaskProgress | FoundGame | FoundEffects | FoundStudy | FoundDealLuck
