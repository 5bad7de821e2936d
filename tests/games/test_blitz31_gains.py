"""Blitz (31) says in plain words what a choice gains. Every worth is counted by hand."""

from threedown.session.scenario import scenario_of, stops
from threedown.session.session import Session
from threedown.session.views import gained


def asked(*choices: str, discard: str = "KS") -> Session:
    """Seat 0's question after these choices: 17 in spades in hand, with the king of spades 27."""
    piles = {"hand 0": "TS 7S 4H", "hand 1": "2C 3D 4S", "stock": "2H 9C 5C", "discard": discard}
    *_, (session, _) = stops(scenario_of({"game": "blitz31", "piles": piles, "choices": list(choices)}))
    assert session.asked == 0
    return session


def test_a_discard_says_what_it_makes_of_the_hand() -> None:
    assert gained(asked(), 0, "draw discard") == "it makes 27 in spades instead of 17 in spades"
    assert gained(asked(), 0, "draw stock") == ""
    assert gained(asked(), 0, "knock") == ""


def test_the_stock_is_advised_where_the_discard_would_bring_nothing() -> None:
    useless = asked(discard="6D")
    assert gained(useless, 0, "draw stock") == "the discard would bring nothing"
    assert gained(useless, 0, "draw discard") == ""


def test_a_card_to_discard_says_what_it_leaves() -> None:
    four = asked("draw discard")
    assert gained(four, 0, "discard 4H") == "it leaves 27 in spades"
    assert gained(four, 0, "discard TS") == "it leaves 17 in spades"
