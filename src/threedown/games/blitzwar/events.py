"""The values of BlitzWar's events and their words; the files that announce the events number their kinds."""

from collections.abc import Mapping
from typing import Any

from threedown.games.blitzwar.maps import map_named
from threedown.games.declare import FLAG, NUMBER, Field
from threedown.language import say

DIE_BITS = 3


def dice_in(rolled: int) -> list[int]:
    """The dice of a roll, highest first, of their number (see battle.roll).

    >>> dice_in(6 | 2 << DIE_BITS)
    [6, 2]
    """
    dice = []
    while rolled:
        dice.append(rolled & 7)
        rolled >>= DIE_BITS
    return dice


STATE = Field(str, lambda options, number: map_named(options.map).state_names[number])
DICE = Field(str, lambda options, number: " ".join(str(die) for die in dice_in(number)))

SOME = {"number": NUMBER}
ON_STATE = {"state": STATE}
AT = ON_STATE | {"number": NUMBER}
OVER = {"origin": STATE, "state": STATE}
ASSAULT = OVER | {"attack": DICE, "defend": DICE, "lost": NUMBER, "destroyed": NUMBER, "bomb": FLAG}
END_ROLL = {"first": NUMBER, "second": NUMBER, "threshold": NUMBER}
"""Two dice and their limit; or a number up to 100, no second one, and the per cent that end the game."""


def drawn(told: Mapping[str, Any]) -> str:
    """The dice or the number drawn for the end."""
    one, two = told["first"], told["second"]
    return f"{one} + {two} = {one + two}" if two else f"{one} %"


def limit(told: Mapping[str, Any]) -> str:
    """The limit that ends the game."""
    return say("{threshold} or less" if told["second"] else "{threshold} % or less", threshold=told["threshold"])
