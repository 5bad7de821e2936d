"""The results of a study, an analysis and a ladder: typed, as frames, and as tables for notebooks.

All shares are of 1. ``to_dict`` gives what the command prints with ``--json``; an analysis leaves out the events of its
turns and its command.
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import msgspec

from threedown.bulk.simulation_result import frame_of

if TYPE_CHECKING:
    import polars


class TypedResult(msgspec.Struct, frozen=True):
    """The parts that the three kinds of results share."""

    game: str
    options: dict[str, Any]
    """The house rules."""
    seats: int
    seed: int

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

    def __getitem__(self, key: str) -> Any:
        """Return an entry of :meth:`to_dict`."""
        return self.to_dict()[key]


class MeasuredValue(msgspec.Struct, frozen=True):
    """A value with its 95 % interval, from ``low`` to ``high``."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.4g} ({self.low:.4g} to {self.high:.4g})"


class ChanceAndChoices(msgspec.Struct, frozen=True):
    """The parts of a game's result that chance and choices decide: shares of its variance (docs/luck.md)."""

    levels: list[str]
    """The levels one of which makes each choice, drawn by lot."""
    games: int
    measured: int
    """Choices that were measured."""
    worlds: int
    chance: MeasuredValue
    deal: MeasuredValue
    """The part of chance that the deal before the first turn has."""
    choices: MeasuredValue


class VariantFigures(msgspec.Struct, frozen=True, omit_defaults=True):
    """A variant of a study."""

    changes: dict[str, Any]
    """The options that are varied, with this variant's values."""
    measures: dict[str, MeasuredValue]
    """Means a game, and shares of the games (docs/lab.md)."""
    minutes: MeasuredValue
    turns: dict[str, MeasuredValue]
    """The quantiles ``median`` and ``p95`` of the number of turns."""
    histogram: list[list[int]]
    """Pairs of a number of turns and the games that took it."""
    shares: ChanceAndChoices | None = None
    """None unless they were measured."""

    @property
    def name(self) -> str:
        return " ".join(f"{option}={value}" for option, value in self.changes.items())


class MeasuredDifference(msgspec.Struct, frozen=True):
    """A measure of the variant at place ``variant``, less that of the one at place ``base``, with its 95 % interval."""

    measure: str
    base: int
    variant: int
    difference: float
    low: float
    high: float
    p: float
    """Adjusted for looks and for all comparisons (Holm)."""
    holds: bool
    """True if there is a difference, with 95 % for all comparisons together."""


class LabResult(TypedResult, frozen=True):
    """The result of :func:`threedown.lab`. Its intervals hold at all looks together (docs/lab.md)."""

    bots: list[str]
    n: int
    """Games of each variant."""
    looks: dict[str, int]
    until: float
    watched: bool
    luck: bool
    skill: list[str]
    precise: bool
    """True if all differences are known to ``until``."""
    seconds_an_event: float
    variants: list[VariantFigures]
    """The base first."""
    comparisons: list[MeasuredDifference]
    sentences: list[str]
    """The differences that hold, in English."""
    command: str
    """The command that repeats the study."""

    def to_polars(self) -> "polars.DataFrame":
        """Return a row for each variant and measure: its interval, and its difference to the base (null for the base
        and for measures that are not compared). Needs ``threedown[lab]``."""
        compared = {(each.variant, each.measure): each for each in self.comparisons if each.base == 0}
        rows = []
        for place, variant in enumerate(self.variants):
            for measure, estimate in variant.measures.items():
                each = compared.get((place, measure))
                rows.append(
                    {"variant": variant.name, "measure": measure}
                    | msgspec.structs.asdict(estimate)
                    | {
                        "difference": each and each.difference,
                        "difference_low": each and each.low,
                        "difference_high": each and each.high,
                        "p": each and each.p,
                        "holds": each and each.holds,
                    }
                )
        return frame_of(rows)

    def __repr__(self) -> str:
        lines = [f"<LabResult of {self.game}: {len(self.variants)} variants, {self.n} games each, seed {self.seed}"]
        return "\n  ".join([*lines, *self.sentences]) + ">"

    def _repr_html_(self) -> str:
        names = list(self.variants[0].measures)
        rows = ([each.name, *(each.measures[name] for name in names)] for each in self.variants)
        return _table(["variant", *names], rows, self.sentences)


class SeatAccount(msgspec.Struct, frozen=True):
    """The result of a seat and its parts: ``expected + luck + choices + others`` is ``result``.

    The parts ending in ``_around`` are half the widths of 95 % intervals.
    """

    expected: float
    luck: float
    choices: float
    """The gains and losses of the seat's own choices."""
    others: float
    result: float
    expected_around: float
    luck_around: float
    choices_around: float
    others_around: float


class AnalysedTurn(msgspec.Struct, frozen=True):
    """A turn (0: the deal): the expectation after it, and the parts of its change by luck and choices; all by seat.

    Those ending in ``_around`` are half the widths of 95 % intervals.
    """

    turn: int
    values: list[float]
    values_around: list[float]
    luck: list[float]
    luck_around: list[float]
    choices: list[float]
    choices_around: list[float]


class AnalysedConsequences(msgspec.Struct, frozen=True):
    """The consequences of a mistake: each seat's share of the stakes (cards, lives, points) some turns later,
    on average."""

    turns: int
    """The number of turns later."""
    made: list[float]
    """By seat, after the choice made."""
    best: list[float]
    """By seat, after the best choice."""
    certain: list[bool]
    """By seat, whether the two certainly differ."""
    gained: list[float]
    """By seat, the share of games won more after the choice made."""
    helped: int | None
    """The seat that won at least half of what was given away, if that is certain; null between two."""


class AnalysedChoice(msgspec.Struct, frozen=True):
    """A choice, and its cost compared with the ``best`` one, with a 95 % interval from ``low`` to ``high``."""

    turn: int
    seat: int
    question: str
    made: str
    best: str
    cost: float
    low: float
    high: float
    p: float
    """Adjusted for all choices of the game (Holm)."""
    mistake: bool
    """True if the choice certainly gave something away."""
    compared: dict[str, float]
    """The expectation after each choice that was tried."""
    compared_around: dict[str, float]
    """Half the width of its 95 % interval."""
    led_to: AnalysedConsequences | None = None
    """Of mistakes, except in games for points."""


class AnalysisResult(TypedResult, frozen=True):
    """The result of :func:`threedown.analyse` (docs/analyse.md)."""

    names: list[str]
    eyes: int | None
    """The seat whose knowledge alone was used; None for all cards."""
    over: bool
    level: str
    worlds: int
    unit: str
    """The unit of all values: a share of the game, or the game's smallest unit."""
    accounts: list[SeatAccount]
    """By seat."""
    turns: list[AnalysedTurn]
    choices: list[AnalysedChoice]
    sentences: list[str]
    """The mistakes, in English."""

    def to_polars(self) -> "polars.DataFrame":
        """Return a row for each turn and seat: the value after the turn, and its luck and choices, each with half the
        width of its 95 % interval. Needs ``threedown[lab]``."""
        return frame_of(
            [
                {
                    "turn": turn.turn,
                    "seat": seat,
                    "value": turn.values[seat],
                    "luck": turn.luck[seat],
                    "choices": turn.choices[seat],
                    "value_around": turn.values_around[seat],
                    "luck_around": turn.luck_around[seat],
                    "choices_around": turn.choices_around[seat],
                }
                for turn in self.turns
                for seat in range(self.seats)
            ]
        )

    def __repr__(self) -> str:
        lines = [f"<AnalysisResult of {self.game}: {len(self.turns)} turns, {self.worlds} worlds, seed {self.seed}"]
        return "\n  ".join([*lines, *self.sentences]) + ">"

    def _repr_html_(self) -> str:
        parts = ("expected", "luck", "choices", "others", "result")
        rows = (
            [name, *(f"{getattr(account, part):+.4f}" for part in parts)]
            for name, account in zip(self.names, self.accounts, strict=True)
        )
        return _table(["", *parts], rows, self.sentences)


class LadderPairing(msgspec.Struct, frozen=True):
    """One bot of ``level`` among bots of ``against``: the share of games that it would win with its 95 % interval, and
    the share if both were equal."""

    level: str
    against: str
    games: int
    wins: int
    share: float
    low: float
    high: float
    won_share: float
    """The share of the games that were played; it flatters a level that was ahead when they ended."""
    even: float
    verdict: str
    """``beats``, ``loses`` or ``unclear``."""
    looks: int
    seconds: float
    games_per_second: float | None


class ChoiceTime(msgspec.Struct, frozen=True):
    """The time that a level takes for a choice, the rules included; None if it made none."""

    level: str
    choices: int
    microseconds: float | None


class LadderResult(TypedResult, frozen=True):
    """The result of :func:`threedown.ladder` (docs/ladder.md)."""

    most: int
    levels: list[str]
    """Weakest first."""
    pairings: list[LadderPairing]
    choices: list[ChoiceTime]
    holds: bool
    """True if every level beats the one below it."""

    def to_polars(self) -> "polars.DataFrame":
        """Return a row for each pairing. Needs ``threedown[lab]``."""
        return frame_of([msgspec.structs.asdict(each) for each in self.pairings])

    def __repr__(self) -> str:
        lines = [f"<LadderResult of {self.game}: {self.seats} seats, seed {self.seed}"]
        lines += [
            f"{each.level} among {each.against}: {each.share:.1%} of {each.games} games"
            f" ({each.low:.1%} to {each.high:.1%}; even is {each.even:.1%}), {each.verdict}"
            for each in self.pairings
        ]
        return "\n  ".join(lines) + ">"

    def _repr_html_(self) -> str:
        rows = (
            [f"{each.level} among {each.against}", each.games, f"{each.share:.1%}",
             f"{each.low:.1%} to {each.high:.1%}", each.verdict]
            for each in self.pairings
        )  # fmt: skip
        return _table(["", "games", "share", "95 % interval", ""], rows)


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]], sentences: Sequence[str] = ()) -> str:
    """Return an HTML table with a row's name first, and sentences below it."""
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join(
        f"<tr><th>{escape(str(name))}</th>{''.join(f'<td>{escape(str(cell))}</td>' for cell in cells)}</tr>"
        for name, *cells in rows
    )
    below = "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences)
    return f"<table><tr>{head}</tr>{body}</table>{below}"
