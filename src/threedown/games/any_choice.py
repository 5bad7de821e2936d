"""The policy that every game with questions can have: any legal choice."""

import types
from collections.abc import Callable, Mapping

from threedown.table.chance import drawn
from threedown.table.layout import Table

CODES: Mapping[int, int] = {}


def legal(t: Table, seat: int, question: int, code: int) -> bool:
    """A placeholder, like CODES, for the game's own function."""
    return False


def _any_choice(t: Table, seat: int, question: int) -> int:
    """Any legal choice, all equally likely."""
    count = 0
    for code in range(CODES[question]):
        count += legal(t, seat, question, code)
    left = drawn(t, count)
    for code in range(CODES[question]):
        if legal(t, seat, question, code):
            if left == 0:
                return code
            left -= 1
    return 0


def any_choice(
    legal: Callable[[Table, int, int, int], bool], codes: Mapping[int, int]
) -> Callable[[Table, int, int], int]:
    """The policy that chooses at random among the codes that a game's ``legal`` allows; ``codes`` is the number of
    codes of each question.
    """
    names = {"legal": legal, "CODES": dict(codes), "drawn": drawn}
    policy = types.FunctionType(_any_choice.__code__, names, "random")
    policy.__doc__ = _any_choice.__doc__
    return policy
