"""Writes docs/knock.md: from which value on to knock in Blitz (31), by the number of players (``make pages``).

``make_knock.py 2 5`` plays at these tables only, and prints their rows.
"""

import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from threedown.bulk.report import share_interval
from threedown.bulk.run import RowSink, simulate
from threedown.bulk.run_spec import run_spec
from threedown.bulk.worker_pool import ThreadPool
from threedown.games import find_game
from threedown.games.blitz31.bots import HIGHEST_THRESHOLD, KNOCK_FROM, LOWEST_THRESHOLD, drawn_threshold
from threedown.games.setting import settle
from threedown.table.chance import keys

HERE = Path(__file__).parent
GAMES = {2: 600_000, 3: 400_000, 4: 240_000, 5: 150_000, 6: 100_000, 7: 80_000, 8: 60_000, 9: 50_000}
SEED = 1
THRESHOLDS = range(LOWEST_THRESHOLD, HIGHEST_THRESHOLD + 1)

TEXT = """# When to knock in Blitz (31)

One player knocks as soon as their hand is worth a given value. The others play `simple`, which knocks at
{field} when 2, 3, 4 … players are left.
The games are whole games under the seed's rules; for a pot, or where the knocker must beat everybody, other values hold
(`POT_FROM` and `BEATING_FROM` in `games/blitz31/bots.py`). The player is the bot level `varied`, which draws a new
value for each game, so that one run measures all values; it sits one seat further on in every game, because the seat
where the first round begins has an advantage. The shares are games won, with 95 % intervals (Wilson); seed {seed}.
Written by `make pages`.

## The best value

{best}
"As good" are the values whose intervals overlap that of the best; more games might separate them.

- A knock with 21 or less costs games at every table: if it has the lowest hand, the knocker loses two lives.
- 25 is the best value or as good at every table; with two players, 24 and 26 cost one or two games in a hundred.
- With two or three players, 27 to 30 are worse: it is better to knock with such hands.
- A player who never knocks does as well as the best value or nearly so, against opponents who knock at these values:
  they take the risk of the knock. It doesn't work if everybody does it.

The best of fourteen measured shares is slightly too high by selection; its interval is that of a single share.

## All values

{grid}
"""


class Wins(RowSink):
    """A keeper that counts games and wins by the value that the player knocked from."""

    def __init__(self, seed: int) -> None:
        self.games, self.won = (np.zeros(HIGHEST_THRESHOLD + 1, dtype=np.int64) for _ in range(2))
        self._seed = seed

    def save(self, first: int, rows: Any) -> None:
        drawn = np.array([drawn_threshold(int(key)) for key in keys(self._seed, first, len(rows))[:, 2]])
        np.add.at(self.games, drawn, 1)
        np.add.at(self.won, drawn[(rows[:, 2] & 1) == 1], 1)


class Measured(NamedTuple):
    """The result of one table: by value, the games played and those won."""

    seats: int
    games: Any
    won: Any

    def interval(self, value: int) -> tuple[float, float]:
        return share_interval(int(self.won[value]), int(self.games[value]))

    def share(self, value: int) -> float:
        return float(self.won[value] / self.games[value])


def measure(seats: int, games: int) -> Measured:
    """A number of games at a number of seats."""
    wins = Wins(SEED)
    pilots = ("varied", *("simple",) * (seats - 1))
    games = games // seats * seats  # everybody as often at every seat
    all_round = run_spec(settle(find_game("blitz31"), seats=seats), games, SEED, pilots)
    simulate(all_round._replace(rotating=("simple", "varied")), ThreadPool(1), folded=False, sink=wins)
    return Measured(seats, wins.games, wins.won)


def best_row(found: Measured) -> str:
    """A table's best value, and those that may be as good."""
    best = max(THRESHOLDS, key=found.share)
    low, high = found.interval(best)
    level = [str(value) for value in THRESHOLDS if found.interval(value)[1] >= low]
    return (
        f"| {found.seats} | **{best}** | {found.share(best):.2%} ({low:.2%} to {high:.2%}) | {1 / found.seats:.2%} |"
        f" {', '.join(level)} | {found.games.sum():,} |"
        f" `python docs/make_knock.py {found.seats}` |\n"
    )


def page() -> str:
    """The whole page."""
    found = [measure(seats, games) for seats, games in GAMES.items()]
    best = "| players | best value | wins | fair share | as good | games | again |\n" + "| --- " * 7 + "|\n"
    best += "".join(best_row(table) for table in found)
    grid = "| value | " + " | ".join(f"{table.seats} players" for table in found) + " |\n"
    grid += "| --- " * (len(found) + 1) + "|\n"
    for value in THRESHOLDS:
        cells = []
        for table in found:
            low, high = table.interval(value)
            cells.append(f"{table.share(value):.1%} ± {(high - low) / 2:.1%}")
        grid += f"| {value} | " + " | ".join(cells) + " |\n"
    field = ", ".join(str(value) for value in KNOCK_FROM[2:10])
    return TEXT.format(field=field, seed=SEED, best=best, grid=grid)


if __name__ == "__main__":
    for table in sys.argv[1:]:
        print(best_row(measure(int(table), GAMES[int(table)])), end="")
    if not sys.argv[1:]:
        (HERE / "knock.md").write_text(page(), encoding="utf-8")
