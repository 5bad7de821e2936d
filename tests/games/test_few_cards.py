"""Players with too few cards for a war read why fewer cards are laid, with the clause."""

from typing import Any

import pytest

from threedown.games import find_game
from threedown.session.narrator import Narrator
from threedown.session.scenario import scenario_of, stops

NAMES = ("Ann", "Ben", "Cid")
POOR_OF_THREE = {"deck 0": "7C KC", "deck 1": "7D 4D 5D 6D", "deck 2": "2H 2S 3S 5S"}


def told(game: str, **keys: Any) -> list[tuple[str, str]]:
    """Return the sentences of a scenario that are not part of every turn, each with its clause."""
    narrator = Narrator(find_game(game), NAMES)
    found = []
    for session, events in stops(scenario_of({"game": game, **keys})):
        found += [
            (narrator.tell(event.shown(session.setting, None)), event.clause)
            for event in events
            if event.kind in ("last_card", "fewest")
        ]
    return found


@pytest.mark.parametrize(
    ("game", "keys", "lines"),
    [
        ("war", {"preset": "three-down", "piles": {"deck 0": "7C 2C KC", "deck 1": "7D 4D 5D 6D QD 9D"}},
         [("Ann has too few cards for the war: the last one fights.", "WP-10")]),
        ("war", {"preset": "pagat-last-card", "piles": {"deck 0": "7C 2C 9C 5H", "deck 1": "7D"}},
         [("Ben has too few cards for the war: the last one fights.", "WP-10")]),
        ("war", {"preset": "three-players", "piles": POOR_OF_THREE},
         [("Ann has too few cards for the war: the last one fights.", "W-R05")]),
        ("war", {"preset": "declare-war", "piles": {"deck 0": "7C 2C 3C", "deck 1": "7D 4D 5D 6D 8D 9D"}},
         [("Ann has too few cards for the war: nobody lays more.", "WF-02")]),
        ("pyanitsa", {"preset": "covered", "piles": {"deck 0": "9C AC 7C 8C", "deck 1": "9D JD"}},
         [("Ben has one card left, and turns it up.", "PY-09")]),
        ("syrian-war", {"piles": {"deck 0": "8D 9D 5D 7D", "deck 1": "TH", "pot": "8C"}},
         [("Ben has too few cards for the war, and plays them all: nobody lays more.", "SY-09")]),
    ],
)  # fmt: skip
def test_it_is_told_why_fewer_cards_lie(game: str, keys: dict[str, Any], lines: list[tuple[str, str]]) -> None:
    assert told(game, seed=0, **keys) == lines


@pytest.mark.parametrize(
    ("game", "keys"),
    [
        ("war", {"preset": "three-down", "piles": {"deck 0": "7C 2C 3C 4C KC", "deck 1": "7D 4D 5D 6D QD"}}),
        ("war", {"preset": "bicycle", "piles": {"deck 0": "7C 2C", "deck 1": "7D 4D 5D"}}),
        ("war", {"preset": "declare-war", "piles": {"deck 0": "7C 2C 3C 4C KC", "deck 1": "7D 4D 5D 6D 8D 9D"}}),
        ("pyanitsa", {"preset": "covered", "piles": {"deck 0": "9C AC 7C 8C", "deck 1": "9D 6D JD TD"}}),
        ("syrian-war", {"piles": {"deck 0": "3D 9D 5D 7D", "deck 1": "TH 4H 6H", "pot": "3C"}}),
    ],
)
def test_settings_with_enough_cards_are_accepted(game: str, keys: dict[str, Any]) -> None:
    assert told(game, seed=0, **keys) == []
