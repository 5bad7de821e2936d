"""The figures of a run, typed."""

from typing import TYPE_CHECKING, Any

import msgspec

from threedown.bulk.report import report
from threedown.bulk.run import Run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import polars


class TurnFigures(msgspec.Struct, frozen=True):
    """The number of turns of the finished games; all None if there are none."""

    mean: float | None
    se: float | None
    """The standard error of the mean."""
    median: int | None
    p95: int | None
    p99: int | None
    min: int | None
    max: int | None


class TallyFigures(msgspec.Struct, frozen=True):
    """Something counted in every game."""

    mean: float
    se: float | None
    """The standard error of the mean."""
    total: int


class SimulationResult(msgspec.Struct, frozen=True):
    """The figures of many games.

    >>> import threedown
    >>> result = threedown.simulate("war", 10, seed=1)
    >>> result.finished, result.turns.max == result.to_dict()["turns"]["max"], result["finished"]
    (10, True, 10)
    """

    game: str
    options: dict[str, Any]
    seats: int
    n: int
    seed: int
    bots: list[str]
    finished: int
    unfinished: int
    """Games stopped by the cap on turns."""
    wins: list[int]
    """Games won, by seat (or by bot, where bots rotate)."""
    draws: int
    reasons: dict[str, int]
    """Games by the reason why they ended."""
    turns: TurnFigures
    tally: dict[str, TallyFigures]
    histogram: list[list[int]]
    """Pairs of a number of turns and the games that took it."""
    seconds: float
    games_per_second: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain data: what ``threedown sim --json`` prints."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain

    def __getitem__(self, key: str) -> Any:
        """Return an entry of :meth:`to_dict`."""
        return self.to_dict()[key]

    def to_polars(self) -> "polars.DataFrame":
        """Return one row: a column for each figure, such as ``turns.mean`` and ``wins.0``. Needs ``threedown[lab]``."""
        return frame_of([_flat(self.to_dict())])

    def __repr__(self) -> str:
        shown = f"{self.n} games for {self.seats}, seed {self.seed}: wins {self.wins}, draws {self.draws}"
        return f"<SimulationResult of {self.game}: {shown}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th>{name}</th><td>{value}</td></tr>"
            for name, value in _flat(self.to_dict()).items()
            if not name.startswith("options.")
        )
        return f"<table>{rows}</table>"


def frame_of(rows: "Sequence[Mapping[str, Any]]") -> "polars.DataFrame":
    """Return rows as a Polars frame; raises ImportError, naming the extra, if Polars is not installed."""
    try:
        import polars
    except ImportError as error:
        raise ImportError("frames need Polars: pip install 'threedown[lab]'", name="polars") from error
    return polars.DataFrame(rows, infer_schema_length=None)


def result_of(run: Run) -> SimulationResult:
    """Return the figures of a run."""
    return msgspec.convert(report(run), SimulationResult)


def _flat(figures: dict[str, Any], before: str = "") -> dict[str, Any]:
    """Return nested figures as one dictionary with dotted names; the histogram stays out."""
    flat: dict[str, Any] = {}
    for name, value in figures.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{before}{name}.")
        elif name == "wins":
            flat |= {f"wins.{seat}": wins for seat, wins in enumerate(value)}
        elif name == "bots":
            flat["bots"] = ",".join(value)
        elif name != "histogram":
            flat[before + name] = value
    return flat
