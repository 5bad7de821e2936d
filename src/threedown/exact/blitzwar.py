"""BlitzWar's dice and battles exactly: one roll by enumeration, a whole battle by adding up its rolls."""

import functools
import itertools
from collections import Counter
from typing import Any, NamedTuple

import numpy as np

SIDES = 6
MOST_DICE = 3
MOST_TANKS = 1000
"""The most tanks of a side in :func:`battle`."""


@functools.cache
def sorted_rolls(dice: int) -> dict[tuple[int, ...], int]:
    """Return every roll of some dice, highest first, with the number of ways to get it.

    >>> sorted_rolls(2)[6, 5], sorted_rolls(2)[6, 6]
    (2, 1)
    """
    return Counter(tuple(sorted(roll, reverse=True)) for roll in itertools.product(range(1, SIDES + 1), repeat=dice))


@functools.cache
def outcomes(attack: int, defend: int, bomb: bool = False) -> tuple[int, ...]:
    """BW-027, BW-028, BW-052. In how many of the 6^(attack + defend) rolls the attacker loses 0, 1, … tanks.

    Dice are 1 to 3 each. A tie costs the attacker a tank, under the bomb the defender. The numbers for 3 against 2 are
    those known for Risk (J. A. Osborne, Mathematics Magazine 76, 2003).

    >>> outcomes(3, 2), outcomes(3, 2, bomb=True)[0]
    ((2890, 2611, 2275), 4816)
    """
    pairs = min(attack, defend)
    found = [0] * (pairs + 1)
    for mine, ways in sorted_rolls(attack).items():
        for his, his_ways in sorted_rolls(defend).items():
            lost = sum(a < d or (a == d and not bomb) for a, d in zip(mine, his, strict=False))
            found[lost] += ways * his_ways
    return tuple(found)


class Battle(NamedTuple):
    """A battle to the end: probabilities by what is left on each side, and the mean losses."""

    attackers_left: Any
    defenders_left: Any
    expected_attacker_losses: float
    expected_defender_losses: float

    @property
    def capture(self) -> float:
        """The probability that no defender is left."""
        return float(self.defenders_left[0])


def battle(attack: int, defend: int, defence_dice: int = 3, bomb: bool = False) -> Battle:
    """``attack`` tanks (those beyond the one that stays) against ``defend``, with all dice each time, to the end.

    Raises ValueError beyond :data:`MOST_TANKS`.
    """
    if not (0 <= attack <= MOST_TANKS and 1 <= defend <= MOST_TANKS):
        raise ValueError(
            f"{attack} against {defend} tanks: allowed is up to {MOST_TANKS}, and a defender has at least one"
        )
    reached = np.zeros((attack + 1, defend + 1))
    reached[attack, defend] = 1.0
    for mine in range(attack, 0, -1):
        for his in range(defend, 0, -1):
            here = reached[mine, his]
            if here == 0.0:
                continue
            dice, answer = min(mine, MOST_DICE), min(his, defence_dice)
            ways = outcomes(dice, answer, bomb)
            share = here / SIDES ** (dice + answer)
            for lost, count in enumerate(ways):
                reached[mine - lost, his - (len(ways) - 1 - lost)] += share * count
    attackers, defenders = np.zeros(attack + 1), np.zeros(defend + 1)
    attackers[:] = reached[:, 0]
    attackers[0] += reached[0, 1:].sum()
    defenders[1:] = reached[0, 1:]
    defenders[0] = reached[:, 0].sum()
    return Battle(
        attackers,
        defenders,
        attack - float(np.arange(attack + 1) @ attackers),
        defend - float(np.arange(defend + 1) @ defenders),
    )


@functools.cache
def captures(most: int, defence_dice: int, bomb: bool) -> Any:
    """The probability of a capture by ``a`` tanks (beyond the one that stays) of ``d``, up to ``most`` each: [a, d]."""
    found = [[float(his == 0) for his in range(most + 1)] for _ in range(most + 1)]
    for mine in range(1, most + 1):
        for his in range(1, most + 1):
            dice, answer = min(mine, MOST_DICE), min(his, defence_dice)
            ways = outcomes(dice, answer, bomb)
            whole = SIDES ** (dice + answer)
            pairs = len(ways) - 1
            found[mine][his] = sum(
                count * found[mine - lost][his - (pairs - lost)] for lost, count in enumerate(ways)
            ) / whole  # fmt: skip
    return np.array(found)


@functools.cache
def losses(most: int, defence_dice: int, bomb: bool) -> Any:
    """Return the mean number of tanks that ``a`` attackers (beyond the one that stays) lose against ``d``, to the end:
    [a, d]."""
    found = [[0.0] * (most + 1) for _ in range(most + 1)]
    for mine in range(1, most + 1):
        for his in range(1, most + 1):
            dice, answer = min(mine, MOST_DICE), min(his, defence_dice)
            ways = outcomes(dice, answer, bomb)
            pairs = len(ways) - 1
            found[mine][his] = sum(
                count * (lost + found[mine - lost][his - (pairs - lost)]) for lost, count in enumerate(ways)
            ) / SIDES ** (dice + answer)  # fmt: skip
    return np.array(found)
