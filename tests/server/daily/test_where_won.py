"""The turn that won a try: the choice that gained most over the adviser's, the course, and the cost of choices."""

import pytest

from threedown.server.daily.where_won import where_won
from threedown.server.model.daily import TurnWon
from threedown.server.model.findings import Account, Analysis, ChoiceDecided, Decided, TurnDecided, TurningPoint

NOTHING = Account(0, 0, 0, 0, 0, 0, 0, 0)


def choice(turn: int, made: float, advised: float | None, seat: int = 0) -> ChoiceDecided:
    """A choice of value ``made``, where the adviser's has the value ``advised`` (None: it was not compared); half the
    intervals of the two are 0.003 and 0.004, so that of their difference is 0.005."""
    compared = {"made": made} if advised is None else {"made": made, "advised": advised}
    around = dict(zip(compared, (0.003, 0.004), strict=False))
    return ChoiceDecided(turn, seat, "made", "best", 0.02, 0.01, 0.04, None, "advised", compared, "", around)


def decided(*choices: ChoiceDecided, adviser: str | None = "fierce", share: bool = True) -> Analysis:
    """The analysis of a game whose values to the person are 0.25 before the deal, 0.3 after it, then 0.5, 0.4 and 1."""
    turns = [TurnDecided(turn, [value, 1 - value], [0, 0], [0, 0]) for turn, value in enumerate((0.3, 0.5, 0.4, 1.0))]
    points = [TurningPoint(1, 0, 0.3, 0.5), TurningPoint(3, 0, 0.4, 1.0), TurningPoint(2, 1, 0.5, 0.6)]
    found = Decided("first", adviser, 64, 1, share, [NOTHING] * 2, [0.25, 0.75], turns, points, list(choices), [])
    return Analysis("done", 1, 1, found)


def test_the_choice_that_gained_most_over_the_advisers_won_it() -> None:
    told = where_won(decided(choice(1, 0.5, 0.41), choice(2, 0.4, 0.36), choice(3, 1.0, 0.2, seat=1)))
    assert told.course == [0.25, 0.3, 0.5, 0.4, 1.0]
    assert told.won == TurnWon(1, 2, 0.3, 0.5, 0.09), "others' choices don't count"


def test_without_such_a_choice_the_turn_that_changed_most_did() -> None:
    by_chance = choice(1, 0.4045, 0.4)
    for choices in ((), (choice(1, 0.4, 0.5),), (choice(1, 0.4, None),), (by_chance,)):
        assert where_won(decided(*choices)).won == TurnWon(3, 4, 0.4, 1.0, None)


def test_nothing_is_said_before_the_adviser_has_been_asked() -> None:
    told = where_won(decided(choice(1, 0.5, 0.41), adviser=None))
    assert told.won is None
    assert len(told.course) == 5
    assert where_won(Analysis("playing", 3, 9, None)).course == []


def test_the_costs_of_choices_add_up_in_points() -> None:
    cost = where_won(decided(choice(1, 0.5, 0.4), choice(2, 0.5, 0.4), choice(2, 0.5, 0.4, seat=1))).cost
    assert cost is not None
    assert cost.value == pytest.approx(4.0)
    # Each interval is 3 points wide, so half is 1.5; two of them together 1.5 x sqrt(2).
    assert cost.high - cost.value == pytest.approx(2.12, abs=0.01)
    assert where_won(decided(choice(1, 0.5, 0.4), share=False)).cost is None
    assert where_won(decided()).cost is None
