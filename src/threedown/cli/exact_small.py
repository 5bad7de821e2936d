"""``threedown exact blitz31 --small``: how far the levels of bots are from a solution of the small 31."""

import functools
from typing import Any

import numpy as np
from rich.progress import BarColumn, Progress, TextColumn

from threedown.bots.small31 import ASKED, FIRST_CARD, played
from threedown.cli.common import columns, console, print_json, talk
from threedown.exact.small31 import CARDS, ROUNDS, Tree, response, solved, tree, value
from threedown.games import find_game
from threedown.games.blitz31.hands import worth_of


def show_small(turns: int, three_of_a_kind: int, as_json: bool) -> None:
    """Solves it, asks every level, and prints what each gives away."""
    out = talk()
    with Progress(
        TextColumn("{task.description}"), BarColumn(), console=out, transient=True, disable=not out.is_terminal
    ) as bar:
        at = bar.add_task("what can happen", total=None)
        worth = functools.partial(worth_of, three_of_a_kind=three_of_a_kind)
        small = tree(lambda hand: worth(FIRST_CARD + card for card in hand), turns)
        bar.update(at, description="the solution", total=ROUNDS)
        solution = solved(small, ROUNDS, lambda done: bar.update(at, completed=done))
        rows = []
        for level in find_game("blitz31").bots.LADDER:
            bar.update(at, description=f"asking {level}", completed=0, total=len(small.seen))
            play = played(small, level, turns, three_of_a_kind, lambda done: bar.update(at, completed=done))
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
        "\nWhat each level has of the game, on average of both seats and at each; a draw is half of it. A solution has"
        " 50 % at least, whoever sits opposite. The best answer to a level knows it, and beats it as far as it can be"
        " beaten.\n\nLeft out of Blitz (31) are 44 of its cards (so 31 itself, and hands of three in suit), lives, the"
        f" third player, and turns after number {turns}. The levels were not made for this: those that imagine see"
        " which cards there are and when it ends, the others do not. Who imagines was asked"
        f" {ASKED} times at each of {len(small.seen):,} tables."
    )


def apart(small: Tree, play: Any, solution: Any) -> dict[str, Any]:
    """What a level has of the game against a solution, and against who answers it best."""
    begins, second = (np.where(small.player == seat, play, solution) for seat in (0, 1))
    return {
        "solution": _seats(value(small, begins), 1 - value(small, second)),
        "answer": _seats(value(small, response(small, play, 1)), 1 - value(small, response(small, play, 0))),
    }


def _seats(begins: float, second: float) -> dict[str, float]:
    return {"share": (begins + second) / 2, "begins": begins, "second": second}
