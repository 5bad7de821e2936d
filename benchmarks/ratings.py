"""The rated games needed to show a true difference: by results, and by results without the measured luck.

``python benchmarks/ratings.py blitz31 --levels steady simple --games 200 --worlds 62 --seed 1``

Two levels of bots play, one on seat 0 and the other on all other seats, and change places every game. Each game is
analysed like a rated game of a server. Printed are the mean share of the first level, by both ways of counting, and the
games after which its 95 % interval leaves out what equal players get: (1.96 sd / difference)². If both ways are
unbiased, their means agree, and the games needed are to each other as the variances; that share has the interval of
1,000 resampled sets of games. The line after it says by how much the means differ.
"""

import argparse
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from threedown.bots.seated import SeatedBots
from threedown.games import find_game
from threedown.games.setting import Setting, settle
from threedown.lab.analysis.analysis import analyse
from threedown.lab.analysis.course import steps_of
from threedown.lab.analysis.worlds import Worlds
from threedown.server.ratings.rating_book import Entrant, RatedTable, RatingBook
from threedown.session.result import ranking_of
from threedown.session.session import Session
from threedown.table.chance import Generator

Z = 1.96
RESAMPLED = 1000


class Played(NamedTuple):
    """A game: places and shares by seat, the first level's seats, and the seconds of the analysis."""

    places: tuple[int, ...]
    plain: tuple[float, ...]
    adjusted: tuple[float, ...]
    seat: int
    seconds: float


def play(setting: Setting, levels: Sequence[str], bots: SeatedBots, seed: int, number: int, n: int) -> Played:
    """Play a game and analyse it in ``n`` worlds."""
    seat = number % setting.seats
    own = [levels[0] if other == seat else levels[1] for other in range(setting.seats)]
    session = Session(setting, Generator(seed, number))
    while not session.over:
        if session.pending is None:
            session.go(1)
            continue
        asked, menu = next(iter(session.pending.menus.items()))
        code = bots.answer(session, asked, own[asked])
        session.choose(session.menu(asked)[list(menu).index(code)], asked)
    steps = steps_of(setting, Generator(seed, number), session.history)
    worlds = Worlds(setting, setting.game.first_level[0], seed + number)
    began = time.process_time()
    found = analyse(steps, session, worlds, n, None, 1, true_hands=True)
    seconds = time.process_time() - began
    places: dict[int, int] = {}
    for group in ranking_of(setting, session.table_state):
        places |= dict.fromkeys(group, len(places) + 1)
    results = found.result - found.luck
    shares = tuple(float(results[other]) / found.n / worlds.whole for other in range(setting.seats))
    plain = tuple(float(found.result[other]) / found.n / worlds.whole for other in range(setting.seats))
    return Played(tuple(places[other] for other in range(setting.seats)), plain, shares, seat, seconds)


def needed(values: Any, even: float) -> float:
    """Return the games after which the interval of a mean leaves out ``even``."""
    return float((Z * values.std(ddof=1) / (values.mean() - even)) ** 2)


def variance_share(plain: Any, adjusted: Any) -> float:
    """Return the games needed without the luck as a share of those needed with it, if both have the same mean."""
    return float(adjusted.var(ddof=1) / plain.var(ddof=1))


def resampled(values: Sequence[Any], function: Any, seed: int) -> tuple[float, float]:
    """Return the 95 % interval of a function of columns of values, from resampled games."""
    random = np.random.default_rng(seed)
    columns = np.stack(values)
    drawn = random.integers(columns.shape[1], size=(RESAMPLED, columns.shape[1]))
    low, high = np.percentile([function(*columns[:, rows]) for rows in drawn], (2.5, 97.5))
    return float(low), float(high)


def rated(games: Sequence[Played], levels: Sequence[str], adjusted: bool) -> str:
    """Return the rating of the first level after these games, the second being the anchor."""
    book, first, second = RatingBook(levels[1], adjusted), Entrant(None, levels[0]), Entrant(None, levels[1])
    for number, game in enumerate(games):
        entrants = tuple(first if seat == game.seat else second for seat in range(len(game.places)))
        book.add(RatedTable(str(number), number, entrants, game.places, game.adjusted))
    rating = book.rating_of(first)
    assert rating is not None
    return f"{rating.value:.0f} ± {rating.around:.0f}"


def main() -> None:
    """Play, analyse, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--levels", nargs=2, required=True)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--worlds", type=int, default=62)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    setting = settle(find_game(asked.game), None, {}, asked.seats)
    bots = SeatedBots(setting, asked.levels)
    games = [play(setting, asked.levels, bots, asked.seed, number, asked.worlds) for number in range(asked.games)]
    plain, adjusted = (np.array([getattr(game, way)[game.seat] for game in games]) for way in ("plain", "adjusted"))
    even = 1 / setting.seats
    print(f"{asked.game}, {setting.seats} seats, {asked.levels[0]} against {asked.levels[1]}:", end=" ")
    print(f"{asked.games} games, {asked.worlds} worlds, seed {asked.seed}; even is {even:.3f}")
    for name, values in (("results", plain), ("luck taken out", adjusted)):
        around = Z * values.std(ddof=1) / len(values) ** 0.5
        rating = rated(games, asked.levels, name != "results")
        print(
            f"{name:>16}: {values.mean():.3f} ± {around:.3f}, needed {needed(values, even):.0f} games, rating {rating}"
        )
    low, high = resampled([plain, adjusted], variance_share, asked.seed)
    print(f"games needed without the luck, as a share: {variance_share(plain, adjusted):.2f} ({low:.2f} to {high:.2f})")
    apart = adjusted - plain
    print(f"difference of the means: {apart.mean():+.4f} ± {Z * apart.std(ddof=1) / len(apart) ** 0.5:.4f}")
    spent = [game.seconds for game in games]
    print(f"seconds of a core a game: {np.mean(spent):.1f}, at most {max(spent):.1f}")


if __name__ == "__main__":
    main()
