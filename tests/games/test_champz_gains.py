"""Champz says in plain words what a choice gains. Every figure is worked out by hand from the cards."""

import pytest

from threedown.session.scenario import scenario_of, stops
from threedown.session.views import gained

NAMES = ("Ann", "Ben", "Cleo")
TWENTY = "TD-RUN HAIL-MARY TD-PASS"
"""20 points."""


def told(choice: str, hand: str, **areas: str) -> str:
    """What speaks for Ann's choice among three; Ben's top card was just placed."""
    piles = {"hand 0": hand, "stock": "EXTRA-POINT"} | {name.replace("_", " "): cards for name, cards in areas.items()}
    scenario = {"game": "champz", "seats": 3, "piles": piles, "state": {"just_played 1": 1}}
    *_, (session, _) = stops(scenario_of(scenario))
    return gained(session, 0, choice, NAMES)


@pytest.mark.parametrize(
    ("choice", "hand", "areas", "gain"),
    [
        ("play FIELD-GOAL", "FIELD-GOAL", {"field_0": "TD-RUN"}, "it brings the score to 9 of 21"),
        ("play FIELD-GOAL", "FIELD-GOAL", {"field_0": TWENTY}, "it brings the score to 23: only Ben can still answer"),
        ("defend TACKLE", "TACKLE", {"field_1": TWENTY}, "it takes 6 points from Ben (20 down to 14)"),
        (
            "blitz 2 HAIL-MARY",
            "BLITZ",
            {"field_2": "HAIL-MARY", "field_0": "CONVERSION"},
            "it takes 8 points from Cleo (8 down to 0) and it brings the score to 10 of 21",
        ),
        ("use FUMBLE", "FUMBLE", {"field_1": "TD-PASS"}, "Ben (6 of 21) is next"),
        ("use END-OF-QUARTER", "END-OF-QUARTER", {"field_2": "TD-RUN"}, "then Cleo (6 of 21) plays"),
        ("play FIELD-GOAL", "FIELD-GOAL", {"field_1": f"{TWENTY} FIELD-GOAL"}, "Ben wins all the same"),
        ("defend TACKLE", "TACKLE", {"field_1": f"{TWENTY} FIELD-GOAL"}, "it takes 6 points from Ben (23 down to 17)"),
        (
            "use FIRST-DOWN",
            "FIRST-DOWN",
            {"field_1": f"{TWENTY} FIELD-GOAL", "stock": "EXTRA-POINT TACKLE TACKLE"},
            "only a card that is drawn can still stop Ben",
        ),
    ],
)
def test_a_choice_says_what_it_makes_takes_and_cannot_stop(
    choice: str, hand: str, areas: dict[str, str], gain: str
) -> None:
    assert told(choice, hand, **areas) == gain
