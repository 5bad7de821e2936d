"""How often the printed intervals hold the truth: ``python -m benchmarks.coverage [--studies N]``.

Games are drawn, with replacement, from many that were played, so that the truth is known: it is that of all of them.
Where 95 % is said, 94 to 96 % should come out. A study's intervals count as holding if those of all its looks do.
"""

import argparse
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from threedown.bots.ladder import STOPPING, Pairing, look_after, parts, points
from threedown.bots.stopped import at_least, look
from threedown.bulk.report import share_interval
from threedown.bulk.run import RowSink, simulate
from threedown.bulk.run_spec import RunSpec
from threedown.games import find_game
from threedown.games.setting import settle
from threedown.lab.analysis.choices import SampledGame, share_of
from threedown.lab.intervals import LookErrors, difference, errors_of, level, looks_after, quantile
from threedown.lab.study.deals import deal_share, outcomes

POPULATION, MOST, SEED = 200_000, 8_000, 1
"""Games that were played of each kind, and those that a study draws."""


class Rows(RowSink):
    """Keeps the rows of a run."""

    def __init__(self) -> None:
        self._found: dict[int, Any] = {}

    def save(self, first: int, packed: Any) -> None:
        self._found[first] = packed

    @property
    def rows(self) -> Any:
        return np.concatenate([self._found[first] for first in sorted(self._found)])


def played(game: str, n: int, seats: int = 2, pilots: tuple[str, ...] = (), **run: Any) -> Any:
    """Return the rows of games; ``run`` are other fields of the spec, or house rules under ``rules``."""
    setting = settle(find_game(game), None, run.pop("rules", None), seats)
    sink = Rows()
    simulate(RunSpec(setting, n, SEED, pilots or setting.game.first_level * seats, **run), sink=sink)
    return sink.rows


class Coverage(NamedTuple):
    """The number of studies whose intervals held the truth."""

    what: str
    held: int
    of: int

    def __str__(self) -> str:
        low, high = share_interval(self.held, self.of)
        return f"{self.what:58} {self.held / self.of:7.2%}   ({low:.2%} to {high:.2%}, {self.of:,} studies)"


def at_all_looks(
    what: str, values: Any, truth: float, found: Callable[[Any, LookErrors], Any], studies: int
) -> Coverage:
    """Count the studies of games drawn from ``values`` whose intervals hold ``truth`` at all looks.

    ``found`` returns the interval of the first games.
    """
    pick, looks = np.random.default_rng(SEED), looks_after(MOST)
    held = 0
    for _ in range(studies):
        drawn = values[pick.integers(len(values), size=MOST)]
        intervals = [found(drawn[:n], errors) for n, errors in zip(looks, errors_of(looks), strict=True)]
        held += all(each.low <= truth <= each.high for each in intervals)
    return Coverage(what, held, studies)


def of_differences(studies: int) -> Iterator[Coverage]:
    """War with three cards down instead of one, game by game of the same deals."""
    one, three = (played("war", POPULATION, rules={"face_down": down}) for down in (1, 3))
    longer = three[:, 0] - one[:, 0]

    def mean(drawn: Any, errors: LookErrors) -> Any:
        return difference(len(drawn), int(drawn.sum()), int((drawn * drawn).sum()), 0, errors)

    yield at_all_looks("lab: difference of lengths (War)", longer, float(longer.mean()), mean, studies)
    whole = parts(2)
    apart = points(three[:, 2], 0, 2) - points(one[:, 2], 0, 2)

    def share(drawn: Any, errors: LookErrors) -> Any:
        return difference(len(drawn), int(drawn.sum()), int((drawn * drawn).sum()), whole, errors)

    yield at_all_looks("lab: difference of the first seat's wins (War)", apart, apart.mean() / whole, share, studies)


def of_levels(studies: int) -> Iterator[Coverage]:
    """The mean, a share, quantiles of War, and the skill of Blitz (31)."""
    rows = played("war", POPULATION)

    def mean(drawn: Any, errors: LookErrors) -> Any:
        return level(len(drawn), int(drawn.sum()), int((drawn * drawn).sum()), 0, errors.error)

    yield at_all_looks("lab: mean length (War)", rows[:, 0], float(rows[:, 0].mean()), mean, studies)
    for name, share in (("median", 0.5), ("95 % quantile", 0.95)):
        turns = np.sort(rows[:, 0])
        truth = float(turns[int(np.ceil(share * len(turns))) - 1])

        def ranked(drawn: Any, errors: LookErrors, share: float = share) -> Any:
            values, counts = np.unique(drawn, return_counts=True)
            return quantile(list(zip(values.tolist(), counts.tolist(), strict=True)), share, errors.error)

        yield at_all_looks(f"lab: {name} of the length (War)", rows[:, 0], truth, ranked, studies)
    whole = parts(3)
    skilled = points(played("blitz31", POPULATION, 3, ("steady", "simple", "simple"))[:, 2], 0, 3)

    def won(drawn: Any, errors: LookErrors) -> Any:
        return level(len(drawn), int(drawn.sum()), 0, whole, errors.error)

    yield at_all_looks("lab: skill, as any share (31 for three)", skilled, skilled.mean() / whole, won, studies)


def of_luck(studies: int) -> Coverage:
    """The share of War's winner that the deal settles."""
    twice = np.column_stack([played("war", POPULATION, again=again)[:, 2] for again in (0, 1)])
    truth = deal_share(outcomes(list(twice.T)), 2, LookErrors(0.05, 0.05)).value

    def share(drawn: Any, errors: LookErrors) -> Any:
        return deal_share(outcomes(list(drawn.T)), 2, errors)

    return at_all_looks("lab: luck of the deal (War)", twice, truth, share, studies)


def of_choices(studies: int) -> Coverage:
    """The share of choices that matter, of 100 games whose choices are many or few, and matter much or little."""
    pick = np.random.default_rng(SEED)
    matters, counts = pick.beta(2, 3, 20_000), pick.poisson(30, 20_000) + 4
    truth, held = float((matters * counts).sum() / counts.sum()), 0
    for _ in range(studies):
        drawn = pick.integers(len(counts), size=100)
        found = pick.binomial(4, matters[drawn]).tolist()
        games = [SampledGame(n, 4, 0, 0) for n in counts[drawn].tolist()]
        interval = share_of(games, found)
        held += interval.low <= truth <= interval.high
    return Coverage("lab: choices that matter (100 games)", held, studies)


def of_ladder(share: float, likeness: float, studies: int, most: int = 4_000) -> Coverage:
    """Pairings for two whose share is this; ``likeness`` is the correlation between the two games of a deal."""
    pick, both = np.random.default_rng(SEED), likeness * share * (1 - share)
    chances = [(1 - share) ** 2 + both, 2 * (share * (1 - share) - both), share**2 + both]
    looks, held = look_after(2, most), 0
    for _ in range(studies):
        pairing = Pairing("one", "other", True, 2, 0, 0, 0, (), 0.0)
        for games in looks:
            _, single, double = pick.multinomial((games - pairing.games) // 2, chances).tolist()
            pairing = pairing._replace(
                games=games,
                points=pairing.points + 2 * single + 4 * double,
                squares=pairing.squares + 4 * single + 16 * double,
                looked=(*pairing.looked, games),
            )
            if pairing.verdict != "unclear":
                break
        seen = [look(round(games / pairing.variance_ratio), 0.5, STOPPING) for games in pairing.looked]
        held += 0.025 <= at_least(seen, int(pairing.effective_wins), share) <= 0.975
    return Coverage(f"ladder: a share of {share:.0%}, deals alike by {likeness:+.2f}", held, studies)


def main() -> None:
    """Print the coverage of each kind of interval."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--studies", type=int, default=20_000, help="studies of each kind (default: %(default)s)")
    studies = parser.parse_args().studies
    print(f"Where 95 % is said, of {studies:,} studies of up to {MOST:,} games (seed {SEED}):\n")
    for share in (0.52, 0.55, 0.6, 0.75):
        for likeness in (0.0, -0.04, -0.3):
            print(of_ladder(share, likeness, studies), flush=True)
    for each in (*of_differences(studies), *of_levels(studies), of_luck(studies), of_choices(studies)):
        print(each, flush=True)


if __name__ == "__main__":
    main()
