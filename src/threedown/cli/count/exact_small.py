"""``threedown exact blitz31 --small``: how far the levels of bots are from a solution of a small 31."""

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import fmean
from typing import Any, NamedTuple

import click
import numpy as np
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from threedown.bulk.report import share_interval
from threedown.bulk.run_spec import has_compiler
from threedown.cli.common import columns, console, print_json, talk
from threedown.cli.exits import MISSING_EXTRA, Stop
from threedown.games import find_game
from threedown.games.blitz31.hands import worth_of
from threedown.research.small31 import twenty_cards
from threedown.research.small31.levels import ASKED, FIRST_CARD, played
from threedown.research.small31.solver import CARDS, MOST_TURNS, ROUNDS, TURNS, Tree, response, solved, tree, value
from threedown.research.small31.twenty_cards import Tell

LEVELS = find_game("blitz31").bots.LADDER
GAMES, PLAYED = 4_000, 200_000
"""Games that each level plays against the solution of the twenty cards, and the solution against itself."""


class Turns(NamedTuple):
    """After how many turns a small 31 is a draw."""

    usual: int
    most: int


LOWEST = {twenty_cards.CARDS: "tens", 16: "jacks", 12: "queens"}
SMALL = {
    **dict.fromkeys(LOWEST, Turns(twenty_cards.TURNS, twenty_cards.MOST_TURNS)),
    CARDS: Turns(TURNS, MOST_TURNS),
}
"""By the number of cards."""


def show_small(cards: int, turns: int | None, three_of_a_kind: int, as_json: bool) -> None:
    """Solves it, has every level play it, and prints what each gives away."""
    turns = turns or SMALL[cards].usual
    if turns > SMALL[cards].most:
        raise click.BadParameter(
            f"with {cards} cards the draw comes after 2 to {SMALL[cards].most} turns", param_hint="--turns"
        )
    if cards == CARDS:
        show_eight(turns, three_of_a_kind, as_json)
    elif has_compiler():
        show_twenty(cards, turns, three_of_a_kind, as_json)
    else:
        raise Stop(MISSING_EXTRA, f"{cards} cards need Numba: pip install 'threedown[fast]'; --cards {CARDS} does not")


@contextmanager
def progress() -> Iterator[Callable[[str, int], Tell]]:
    """A progress bar, if people are watching: for a label and a number of steps, the function to call for each step."""
    out = talk()
    shown = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*shown, console=out, transient=True, disable=not out.is_terminal) as bar:
        at = bar.add_task("")

        def of(what: str, steps: int) -> Tell:
            bar.reset(at, description=what, total=steps or None)
            return lambda done: bar.update(at, completed=done)

        yield of


def show_twenty(cards: int, turns: int, three_of_a_kind: int, as_json: bool) -> None:
    """Show the shares of each level against two trained players of twenty cards, or 16 or 12."""
    with progress() as bar:
        bar("the rules are compiled", 0)
        solver = twenty_cards.Solver(turns, three_of_a_kind, cards=cards)
        solver.learns(twenty_cards.DEALS, bar("the solution", twenty_cards.DEALS))
        even = solver.begins(PLAYED)
        beaten = solver.beaten_by(twenty_cards.DEALS, PLAYED, bar("an answer to it", twenty_cards.DEALS))
        rows: list[dict[str, Any]] = []
        for level in LEVELS:
            gains = solver.against(level, GAMES, bar(f"{level} plays", GAMES))
            low, high = share_interval(int(sum(map(sum, gains))), GAMES)
            rows.append({"level": level, **_seats(*map(fmean, gains)), "low": low, "high": high})
    if as_json:
        facts = {"turns": turns, "cards": cards, "deals": twenty_cards.DEALS, "games": GAMES}
        print_json({**facts, "first_seat": even, "beaten": beaten, "levels": rows})
        return
    out = console()
    out.print(
        f"A 31 of {cards} cards: two players, one life, the {LOWEST[cards]} to the aces of four suits, a draw after"
        f" {turns} turns.\nSolved by regret minimisation from {twenty_cards.DEALS:,} deals: the first player has"
        f" {even:.1%} of the game.\nThe best response, learned from as many deals, has {beaten:.1%} against it.\n"
    )
    table = columns("", "against the solution", "95 % interval", "begins", "second")
    for row in rows:
        cells = {key: f"{row[key]:.1%}" for key in row if key != "level"}
        interval = f"{cells['low']} to {cells['high']}"
        table.add_row(row["level"], cells["share"], interval, cells["begins"], cells["second"])
    out.print(table)
    out.print(
        f"\nOf {GAMES:,} games, half of them from each seat; a draw is half a game. The solution remembers its hand,"
        " the open card, how many cards of each suit it knows the other to hold, the turn, and whether there was a"
        " knock; levels may remember more, and do not know that it ends in a draw.\n\n"
        f"With --cards {CARDS}: the kings and aces alone, solved exactly, and how far each level can be beaten there."
    )


def show_eight(turns: int, three_of_a_kind: int, as_json: bool) -> None:
    with progress() as bar:
        bar("what can happen", 0)
        worth = functools.partial(worth_of, three_of_a_kind=three_of_a_kind)
        small = tree(lambda hand: worth(FIRST_CARD + card for card in hand), turns)
        solution = solved(small, ROUNDS, bar("the solution", ROUNDS))
        rows = []
        for level in LEVELS:
            play = played(small, level, turns, three_of_a_kind, bar(f"asking {level}", len(small.seen)))
            rows.append({"level": level, **apart(small, play, solution)})
    even = value(small, solution)
    error = value(small, response(small, solution, 0)) - value(small, response(small, solution, 1))
    if as_json:
        print_json({"turns": turns, "cards": CARDS, "first_seat": even, "error": error, "levels": rows})
        return
    out = console()
    out.print(
        f"The small 31: two players, one life, the kings and aces of four suits, a draw after {turns} turns.\n"
        f"Who begins has {even:.2%} of the game and the other {1 - even:.2%}, if neither can do better"
        f" (to {max(error, 1e-6):.4%}).\n"
    )
    table = columns("", "against a solution", "begins", "second", "against its best answer", "begins", "second")
    for row in rows:
        cells = (row[against][key] for against in ("solution", "answer") for key in ("share", "begins", "second"))
        table.add_row(row["level"], *(f"{cell:.2%}" for cell in cells))
    out.print(table)
    out.print(
        "\nEach level's share of the game, on average of both seats and at each; a draw counts half. A"
        " solution has at least 50 % against any opponent. The best response to a level knows it, and beats it by"
        " as much as possible.\n\nLeft out of Blitz (31) are 44 of its cards (so 31 itself, and hands of"
        f" three in suit), lives, the third player, and turns after number {turns}. The levels were not made for"
        " this: those that imagine see which cards there are and when it ends, the others do not. Levels that"
        f" imagine were asked {ASKED} times at each of {len(small.seen):,} tables."
    )


def apart(small: Tree, play: Any, solution: Any) -> dict[str, Any]:
    """Return a level's share against a solution, and against its best response."""
    begins, second = (np.where(small.player == seat, play, solution) for seat in (0, 1))
    return {
        "solution": _seats(value(small, begins), 1 - value(small, second)),
        "answer": _seats(value(small, response(small, play, 1)), 1 - value(small, response(small, play, 0))),
    }


def _seats(begins: float, second: float) -> dict[str, float]:
    return {"share": (begins + second) / 2, "begins": begins, "second": second}
