"""A bot in a file of its own, for the tests of the compiler: it plays Tricks (tricks.py) at every seat."""

from pathlib import Path
from typing import Any

from support import tricks
from threedown.bulk.player import GamePlayer, prepare
from threedown.bulk.run_spec import run_spec

SOURCE = """
from threedown.cards import height
from threedown.table.verbs import held, look

FROM = {limit}


def is_high(card):
    return height(card) {compared} FROM


def policy(t, seat, question):
    for code in range(held(t, seat)):
        if is_high(look(t, seat, code)):
            return code
    return 0
"""

BOTS = {
    "from nine": SOURCE.format(limit=9, compared=">="),
    "from five": SOURCE.format(limit=5, compared=">="),
    "below nine": SOURCE.format(limit=9, compared="<"),
}
"""The first and the second differ in a constant, the first and the third in a function that the policy calls."""


def played(file: Path, compiled: bool = True, n: int = 30) -> dict[str, Any]:
    """Return the results of n games, and the number of cache hits."""
    what = run_spec(tricks.tricks(), n, 3, (f"{file}:policy",) * 2)
    play = prepare(what.setting, what.pilots, folded=False, compiled=compiled)
    rows = GamePlayer(what, play, compiled, False).play(0, n).tolist()
    return {"rows": rows, "hits": sum(play.stats.cache_hits.values()) if compiled else None}
