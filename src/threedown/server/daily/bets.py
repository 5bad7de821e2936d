"""The points of a bet on a game of War, from the distribution of such games."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from threedown.server.model.daily import Bet, BetOdds

WINNER, LENGTH, LONGEST = 40, 40, 20
"""The most points for each part of a bet."""
MOST_LONGEST = 4
"""Longest wars of four and more count as one."""


@cache
def _measured() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((files("threedown.server.daily") / "war_odds.json").read_text("utf-8"))
    return found


@cache
def bet_odds() -> BetOdds:
    """Return how long games last, and how long their longest wars are."""
    found = _measured()
    games = found["games"]
    return BetOdds(
        found["step"],
        [round(count / games, 5) for count in found["within"]],
        [round(count / games, 5) for count in found["longest"]],
    )


def share_within(turns: int) -> float:
    """Return the share of games that last at most so many turns.

    >>> 0.49 < share_within(213) < 0.52
    True
    """
    step, within, games = (_measured()[key] for key in ("step", "within", "games"))
    low, rest = divmod(max(0, turns), step)
    if low + 1 >= len(within):
        return 1.0
    return float((within[low] + (within[low + 1] - within[low]) * rest / step) / games)


def points(bet: Bet, result: dict[str, Any]) -> int:
    """Return the points, 0 to 100, of a bet on a game that is over (``result`` of its record)."""
    winner: bool = result["winners"] == [bet.winner]
    apart = abs(share_within(bet.turns) - share_within(int(result["turns"])))
    longest = min(MOST_LONGEST, int(result["state"]["longest_war"])) == bet.longest
    return WINNER * winner + round(LENGTH * max(0.0, 1 - 2 * apart)) + LONGEST * longest
