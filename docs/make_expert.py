"""Trains the level ``expert`` of Blitz (31), measures it, and writes docs/expert-31.md with its picture.

``make_expert.py train`` learns from deals, and keeps the strategy (``expert.npz``) and what it was on the way.
``make_expert.py measure`` trains best responses to it and plays them and the levels; it keeps what it finds in
expert-31.json. ``--draw`` writes the page of what was measured.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

import matplotlib
import matplotlib.ticker
import numpy as np
from matplotlib.figure import Figure

from threedown.bots.ladder import parts, points
from threedown.bulk.report import share_interval
from threedown.bulk.run import RowSink, simulate
from threedown.bulk.run_spec import RunSpec
from threedown.bulk.worker_pool import ThreadPool
from threedown.games import find_game
from threedown.games.blitz31 import expert
from threedown.games.setting import Setting, settle
from threedown.research import whole31
from threedown.research.fine31 import FINE_ROWS

HERE = Path(__file__).parent
BLUE, GREY = "#2a6f97", "#5c6b73"
DATA = HERE / "expert-31.json"
STATE = HERE / "expert-31.state.npz"
"""The state of the training, so that it can go on later; not committed."""
STRATEGY = Path(expert.__file__).with_name("expert.npz")
SEED = 1
CURVE = (100_000, 300_000, 1_000_000, 2_000_000, 4_000_000)
"""Deals after which the strategy plays ``steady``, for the curve; the last of them ends the training."""
RESPONSE_SEED, RESPONSE_DEALS, GAMES = 7, 60_000, 80_000
"""Deals of a best response at each seat, and its games, half of them from each seat."""
LEVEL_GAMES = {"random": 2_000, "simple": 20_000, "steady": 20_000, "keen": 2_000}
"""Games of the level against others: a fixed number, so that no stopping flatters it."""

TEXT = """# How the expert of 31 was made

`expert` is a level of bots for Blitz (31) with two players by the book (any number of lives). Under other house rules
and with more players it plays like `keen`. It doesn't search: it plays from a table of probabilities, found by regret
minimisation in games against itself, and answers in microseconds. This page says how, and how far from unbeatable it
is. Written by `docs/make_expert.py`.

![What the strategy wins against steady by the deals it has learned from, and what other levels win](expert-31.svg)

## What it wins

| the expert against | share of games | 95 % interval | games |
| --- | --- | --- | --- |
{levels}
Each deal is played twice, with the seats exchanged and other chance after the deal; the numbers of games were fixed
beforehand, so nothing ended early because a level was ahead. Seed {seed}.

## What others can win against it

A *best response* knows the strategy and learns to beat it. Nobody can compute the best one for a whole pack, so these
are trained, in the same way as the strategy, on {response_deals:,} deals at each seat, and then play {games:,} games:

| best response | share of games | 95 % interval |
| --- | --- | --- |
{responses}

The first sees a table as the strategy does. The second sees more: {fine_rows:,} situations instead of {rows:,}, with
every turn to the eleventh and every worth of a hand from 5 points on before each decision, finer classes of lives, of
what a draw or the discard would add and of the cards that the other is known to hold, and whether the open card counts
ten. A better response may exist: these shares are lower bounds of what can be won.

## What it does that others don't

It lies in wait. With 30 in its first turns it doesn't knock while the other player has two lives or more: the other may
knock with less, and a knock that fails costs two lives instead of one. If the other has one life left, there is nothing
to wait for, and it knocks.

## How it learned

**The game.** A round ends with one player losing a life or two, so what a round is worth depends on the lives: it
counts as the chance to win the game with the lives that it leaves, with the other player to begin. These chances are
counted again after every {piece:,} deals from rounds of the strategy so far, from one life each upwards. Rounds are
dealt with 1 to {lives} lives on either side, and a round of more than {longest} turns is left as if nobody had lost a
life. All of this runs on the game's own rules, compiled; there is no second set of rules.

**Learning.** In each deal one player learns. At each of their decisions on the way both choices are tried, with the
same cards to come, and both players play on by their strategies of the moment. How much more a choice would have
brought than the strategy is its regret; a player chooses in proportion to positive regrets (Hart and Mas-Colell 2000;
Zinkevich et al. 2007). One choice in ten on the way is made at random, regrets and strategies weigh by their place in
time (linear weights, Brown and Sandholm 2019), and hopeless choices are tried one time in ten (regret-based pruning,
Brown and Sandholm 2015). It begins with the choices of a player much like `steady`, and keeps them in situations that
never came up. The average strategy of all deals is what ships: {bytes:,} bytes.

**What it sees.** There are three decisions between two choices each; situations that look alike share a row.

- *To knock or to go on*: the lives (own one, two, more; the other's one, more), the turn of the round ({turns}
  classes), the points of the hand (one by one from 15 on), what a card of the stock adds on average ({knock_hopes}
  classes), what the open card adds ({knock_gains} classes; 31 is one), and the best suit among the cards that the other
  has taken openly ({known} classes).
- *To draw from the stock or the discard pile*: the phase of the round (two turns, four, later, after a knock), the
  points, what the open card adds ({gains} classes), what the stock adds ({hopes} classes), and the known cards.
- *To discard the card without which the hand is worth most, or the next one*: the phase, the points that remain, what
  the second loses, and of both cards whether they count ten, and whether the other is known to hold their suit. (The
  worth is the points, and before the last turn three tenths of what one more card adds on average.)

Why so: in the 31 of twenty cards, a player who remembers the hand, the open card, how many cards of each suit the other
is known to hold, the turn and the knock is beaten by [0.3 points at most](ladder.md#how-far-from-a-solution) by those
who remember no more. A whole pack has too many such situations. The classes keep what decides a showdown, points and
how fast they grow, and give up exact suits and ranks.

**Time.** {deals:,} deals took {minutes:.1f} minutes of one core of a shared machine (processor time, once the rules
were compiled). On the way it played `steady`:

| deals | share of games against `steady` | 95 % interval | games |
| --- | --- | --- | --- |
{curve}
## Again

- `python docs/make_expert.py train` learns from seed {seed} and writes `expert.npz`: the same seed, the same table.
- `python docs/make_expert.py measure` trains the best responses (seed {response_seed}) and plays this page's games.
- `threedown bots ladder blitz31 --seats 2 --levels steady,keen,expert` plays a [ladder](ladder.md#blitz-31) of them.
- `threedown play blitz31 --bots you,expert` plays against it, and so does a table of the page.
"""


class Games(RowSink):
    """Keeps the winners of games in order."""

    def __init__(self) -> None:
        self.pieces: dict[int, Any] = {}

    def save(self, first: int, rows: Any) -> None:
        self.pieces[first] = rows[:, 2].copy()

    def shares(self) -> Any:
        """Return the share of the first pilot in each deal, of both its games."""
        winners = np.concatenate([self.pieces[first] for first in sorted(self.pieces)])
        return points(winners, 0, 2).reshape(-1, 2).sum(axis=1) / (2 * parts(2))


def against(setting: Setting, level: str, other: str, games: int, seed: int = SEED) -> dict[str, Any]:
    """Return a level's share of so many games against another: each deal is played from both seats."""
    sink, anywhere = Games(), ("expert", *LEVEL_GAMES)
    spec = RunSpec(setting, games, seed, (level, other), anywhere, duplicated=True)  # one variant for all pairs
    simulate(spec, ThreadPool(1), True, folded=False, sink=sink)
    return told(sink.shares()) | {"level": level, "against": other, "games": games, "seed": seed}


def told(shares: Any) -> dict[str, float]:
    """Return the mean of shares with its 95 % interval: that of as many independent games as vary like them."""
    mean = float(shares.mean())
    games = max(round(mean * (1 - mean) * len(shares) / float(shares.var(ddof=1))), 1)
    low, high = share_interval(round(mean * games), games)
    return {"share": mean, "low": low, "high": high}


# Training and measuring


def known() -> dict[str, Any]:
    """Return what was found so far."""
    return json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else {}


def keep(**found: Any) -> None:
    """Add what was found to the data."""
    DATA.write_text(json.dumps(known() | found, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def done(what: str, **wanted: Any) -> bool:
    """Return whether one of these was measured already, of the strategy after so many deals."""
    return any(wanted.items() <= each.items() for each in known().get(what, []))


def train() -> None:
    """Learn, and write the strategy; it plays ``steady`` at each point of the curve."""
    solver, setting, curve, spent = whole31.WholePackSolver(SEED), settle(find_game("blitz31"), seats=2), [], 0.0
    if STATE.exists():
        spent, curve = solver.resume(STATE), known()["curve"]
    for deals in CURVE:
        if deals <= solver.deals:
            continue
        began = time.process_time()
        solver.learns(deals - solver.deals)
        spent += time.process_time() - began
        solver.keep(STATE, spent)
        np.savez_compressed(STRATEGY, strategy=whole31.packed(solver.made))
        expert.strategy_under.cache_clear()
        curve.append(against(setting, "expert", "steady", LEVEL_GAMES["steady"]) | {"deals": deals})
        print(curve[-1], flush=True)
        keep(curve=curve, training={"seed": SEED, "deals": deals, "seconds": spent})


def response_to(strategy: Any, deals: int, games: int, fine: bool) -> dict[str, Any]:
    """Train a best response to a strategy as it is shipped; return its share of games, played from both seats."""
    solver, average = whole31.WholePackSolver(RESPONSE_SEED), strategy / expert.WHOLE
    solver.weighs(average, deals)
    regrets = solver.response(average, deals, fine)
    by_seat = solver.games(regrets, average, games // 2, fine)
    won = sum(wins + drawn / 2 for wins, _, drawn in by_seat)
    low, high = share_interval(round(won), games)
    return {"share": won / games, "low": low, "high": high, "games": games, "learned": deals, "fine": fine}


def measure() -> None:
    """Measure the strategy against best responses, and against other levels."""
    strategy, setting = np.load(STRATEGY)["strategy"], settle(find_game("blitz31"), seats=2)
    deals = known()["training"]["deals"]
    for fine in (False, True):
        if not done("responses", fine=fine, deals=deals):
            found = response_to(strategy, RESPONSE_DEALS, GAMES, fine) | {"deals": deals}
            print(found, flush=True)
            keep(responses=[*known().get("responses", []), found])
    for other, games in LEVEL_GAMES.items():
        if not done("levels", against=other, games=games, deals=deals):
            found = against(setting, "expert", other, games) | {"deals": deals}
            print(found, flush=True)
            keep(levels=[*known().get("levels", []), found])


# The page


def percent(found: dict[str, Any], digits: int = 1) -> str:
    """Return a share and its interval as two cells."""
    return f"{found['share']:.{digits}%} | {found['low']:.{digits}%} to {found['high']:.{digits}%}"


def page(data: dict[str, Any]) -> str:
    """Return the whole page."""
    levels = {each["against"]: each for each in data["levels"]}
    names = ("that sees what the strategy sees", "that sees more")
    return TEXT.format(
        levels="".join(f"| `{name}` | {percent(each)} | {each['games']:,} |\n" for name, each in levels.items()),
        responses="\n".join(
            f"| {name} | {percent(each, 2)} |" for name, each in zip(names, data["responses"], strict=True)
        ),
        curve="".join(f"| {each['deals']:,} | {percent(each)} | {each['games']:,} |\n" for each in data["curve"]),
        seed=data["training"]["seed"],
        deals=data["training"]["deals"],
        minutes=data["training"]["seconds"] / 60,
        response_deals=data["responses"][0]["learned"],
        games=data["responses"][0]["games"],
        response_seed=RESPONSE_SEED,
        rows=expert.ROWS,
        fine_rows=FINE_ROWS,
        piece=whole31.PIECE,
        lives=whole31.MOST_LIVES,
        longest=whole31.LONGEST,
        turns=expert.TURNS,
        knock_hopes=expert.KNOCK_HOPES,
        knock_gains=expert.KNOCK_GAINS,
        hopes=expert.HOPES,
        gains=expert.GAINS,
        known=expert.KNOWN,
        bytes=STRATEGY.stat().st_size,
    )


def draw(data: dict[str, Any]) -> None:
    """Draw the curve, and what other levels win against the expert."""
    matplotlib.rcParams["svg.hashsalt"] = "threedown"
    figure = Figure(figsize=(9, 3.4), layout="constrained")
    curve, shares = figure.subplots(1, 2)
    learned = data["curve"]
    deals, middle = [each["deals"] for each in learned], [each["share"] for each in learned]
    curve.axhline(0.5, color=GREY, linewidth=0.8)
    curve.plot(deals, middle, "o-", color=BLUE, markersize=4)
    curve.fill_between(
        deals, [each["low"] for each in learned], [each["high"] for each in learned], color=BLUE, alpha=0.2
    )
    curve.set(xscale="log", xlabel="deals learned from")
    curve.set_title("games that the strategy wins against steady", fontsize=10)
    rows = [(each["against"], 1 - each["share"], 1 - each["high"], 1 - each["low"]) for each in data["levels"]]
    for place, (_, share, least, most) in enumerate(rows):
        shares.plot([least, most], [place, place], color=BLUE, linewidth=5, alpha=0.4, solid_capstyle="butt")
        shares.plot(share, place, "o", color=BLUE, markersize=5)
        shares.annotate(f"{share:.1%}", (share, place), (0, 6), textcoords="offset points", ha="center", fontsize=8)
    shares.axvline(0.5, color=GREY, linewidth=0.8)
    shares.set_yticks(range(len(rows)), [row[0] for row in rows])
    shares.set(xlim=(-0.02, 0.56), ylim=(-0.6, len(rows) - 0.2))
    shares.set_title("games that a level wins against the expert", fontsize=10)
    for axes, axis in ((curve, curve.yaxis), (shares, shares.xaxis)):
        axis.set_major_formatter(matplotlib.ticker.PercentFormatter(1))
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(linewidth=0.4, alpha=0.6)
    figure.savefig(HERE / "expert-31.svg", metadata={"Date": None})


if __name__ == "__main__":
    for step in sys.argv[1:]:
        {"train": train, "measure": measure, "--draw": lambda: None}[step]()
    found = known()
    if "levels" not in found:
        sys.exit("Nothing is measured yet, so no page is drawn: make_expert.py measure")
    draw(found)
    (HERE / "expert-31.md").write_text(page(found), encoding="utf-8")
