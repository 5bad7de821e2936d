"""Choices that are typed: what a text means, and steps where they are many."""

import pytest

from threedown.cli.table.menu import Menu
from threedown.cli.table.steps import Option, matching, menu_of
from threedown.games.wording import Act

BETS = [Option(act.text, act.text, act) for bet in range(1, 21)
        for act in (Act("bet", number=bet), Act("bet", number=bet, tie=1))]  # fmt: skip
ATTACKS = [
    Option(act.text, act.text, act)
    for act in [
        *(Act("attack", states=("peru", goal), number=dice) for goal in ("brazil", "argentina") for dice in (3, 2, 1)),
        *(Act("attack", states=("congo", "brazil"), number=dice) for dice in (3, 2, 1)),
        Act("stop"),
    ]
]


@pytest.mark.parametrize(
    ("typed", "first"),
    [("bet 10", "bet 10"), ("7", "bet 7"), ("1", "bet 1"), ("10 tie 1", "bet 10 tie 1"), ("BET 3", "bet 3")],
)
def test_typed_text_is_understood(typed: str, first: str) -> None:
    assert matching(BETS, typed)[0].text == first


def test_the_beginning_goes_before_the_middle() -> None:
    assert [option.text for option in matching(ATTACKS, "s")] == ["stop"]
    assert all("brazil" in option.text for option in matching(ATTACKS, "brazil"))
    assert len(matching(ATTACKS, "brazil")) == 6
    assert matching(ATTACKS, "japan") == []


def test_an_attack_goes_in_steps() -> None:
    menu = Menu("Attack, or stop?", ATTACKS)
    assert [entry.label for entry in menu.entries] == ["attack …", "stop"]
    assert menu.pick(0) is None
    assert [entry.label for entry in menu.entries] == [option.text for option in ATTACKS[:-1]]
    assert menu.back()
    assert menu.pick(1) == "stop"
    assert not menu.back()


def test_groups_are_named_by_what_they_begin_with() -> None:
    labels = [entry.label for entry in menu_of(ATTACKS[:-1], most=4)]
    assert labels == ["attack peru …", "attack congo>brazil …"]


def test_a_whole_choice_goes_before_the_step_that_begins_with_it() -> None:
    menu = Menu("How much?", BETS)
    for letter in "bet 2":
        menu.type(letter)
    assert menu.pick() == "bet 2"
    assert menu.digit("1") is None, "a number is typed, not a line"
