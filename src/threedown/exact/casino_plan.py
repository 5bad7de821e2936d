"""The best bets for being ahead after the last round of Casino War, by dynamic programming from that round backwards.

A player who ends half a chip ahead has won as surely as one who ends a hundred ahead, so the best bets are not those
that lose least: they are small while there is time, and cover the losses as it runs out. Rounds are computed as if each
began with a shuffled shoe, and the bet on a tie is left out.
"""

import functools
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from threedown.exact.casino_war import COPIES, RANKS, chances

HALVES = 2
MOST_BEHIND, MOST_AHEAD = 1_000, 1_600
"""Half chips: a player further behind is given up, and a player further ahead has won."""
SURELY = 1e-12
"""The smallest difference by which a larger bet counts as better."""


class Shoe(NamedTuple):
    """The parameters of a plan. Chips and bets are whole chips."""

    decks: int = 6
    chips: int = 100
    min_bet: int = 1
    max_bet: int = 20
    surrender: bool = True
    tie_bonus: bool = False


class Round(NamedTuple):
    """With so many rounds ``left``, by half chips ahead (see :func:`column`): the chance to be ahead in the end, the
    best bet (0 where none can be made), and whether a tie then goes to war."""

    left: int
    share: Any
    bet: Any
    war: Any


def planned(shoe: Shoe, rounds: int) -> Iterator[Round]:
    """The last round, the last two, and so on."""
    chance = chances((COPIES * shoe.decks,) * RANKS)
    tie, second_tie = float(chance.tie), float(chance.second_tie)
    behind = min(HALVES * shoe.chips, MOST_BEHIND)
    ahead = min(HALVES * (HALVES * shoe.min_bet * rounds + shoe.max_bet), MOST_AHEAD)
    gain = np.arange(-behind, ahead + 1)
    owned = gain + HALVES * shoe.chips
    share = (gain > 0).astype(float)
    farthest = 2 * HALVES * shoe.max_bet
    for left in range(1, rounds + 1):
        after = _After(share, farthest)
        best, bets, wars = np.zeros(len(gain)), np.zeros(len(gain), np.int8), np.zeros(len(gain), np.bool_)
        for bet in range(shoe.min_bet, shoe.max_bet + 1):
            stake = HALVES * bet
            covered = owned >= 2 * stake
            can = owned >= stake if shoe.surrender else covered
            won, lost = after(stake), after(-stake)
            after_a_tie = after(2 * stake) if shoe.tie_bonus else won
            war = second_tie * after_a_tie + (1 - second_tie) / 2 * (won + after(-2 * stake))
            surrender = after(-bet)
            goes = covered & (war >= surrender) if shoe.surrender else covered
            worth = (1 - tie) / 2 * (won + lost) + tie * np.where(goes, war, surrender)
            better = can & ((worth > best + SURELY) | (bets == 0))
            best, bets, wars = np.where(better, worth, best), np.where(better, bet, bets), np.where(better, goes, wars)
        share = best
        yield Round(left, share, bets, wars)


def column(chips: int, gain: int, columns: int) -> int:
    """Return the index, in a round's arrays, of being ahead by so many half chips after starting with so many chips."""
    return min(max(gain + min(HALVES * chips, MOST_BEHIND), 0), columns - 1)


class _After:
    """The shares after so many half chips have been won (lost, if the number is below 0)."""

    def __init__(self, share: Any, farthest: int) -> None:
        self._padded, self._farthest, self._columns = np.pad(share, farthest, "edge"), farthest, len(share)

    def __call__(self, halves: int) -> Any:
        first = self._farthest + halves
        return self._padded[first : first + self._columns]


@functools.cache
def shares(shoe: Shoe, rounds: int) -> tuple[Any, ...]:
    """Return the shares of :func:`planned` by the number of rounds left, from 0 to ``rounds``. They are kept."""
    found = [each.share.astype(np.float32) for each in planned(shoe, rounds)]
    gain = np.arange(len(found[0])) - column(shoe.chips, 0, len(found[0]))
    return ((gain > 0).astype(np.float32), *found)
