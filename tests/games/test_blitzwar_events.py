"""What BlitzWar announces about a turn that ends by itself, new tanks, and the worth of traded cards.

In each case seat 1 has Peru and seat 2 Madagascar; seat 0 has all other states, with a tank on each.
"""

from typing import Any

import pytest

from threedown.session.scenario import play_scenario, scenario_of

OWNERS = {"turn_of": 1, "owner peru": 1, "owner madagascar": 2}


def kinds(tanks: int, choices: list[str], chance: list[int]) -> list[str]:
    """The kinds of events of seat 1's turn, with so many tanks in Peru."""
    state = {**OWNERS, "tanks peru": tanks}
    data = {"game": "blitzwar", "piles": {"stock": ""}, "state": state, "choices": choices, "chance": chance}
    return [event["kind"] for event in play_scenario(scenario_of(data))["events"]]


@pytest.mark.parametrize(
    ("tanks", "choices", "chance", "expected"),
    [
        (1, [], [], ["reinforce", "rest"]),  # one tank can neither attack nor leave
        (2, ["attack peru>brazil 1"], [0, 5], ["reinforce", "attack", "rest"]),  # 1 against 6: one tank is left
        (2, ["stop"], [], ["reinforce"]),  # the player's own choice, and there is no other state to move to
    ],
)
def test_a_turn_that_ends_by_itself_says_so(
    tanks: int, choices: list[str], chance: list[int], expected: list[str]
) -> None:
    assert kinds(tanks, choices, chance) == expected


def test_new_tanks_say_how_many_are_for_whole_continents() -> None:
    """40 states bring 13 tanks. South America and Africa are not whole: 5, 5, 7 and 2 for the others."""
    data: Any = {"game": "blitzwar", "piles": {"stock": ""}, "state": OWNERS | {"turn_of": 0}}
    found = play_scenario(scenario_of(data))["events"][0]
    assert found == {"kind": "reinforce", "seat": 0, "number": 32, "continents": 19}


@pytest.mark.parametrize(
    ("hand", "more", "number", "own"),
    [
        ("JK1 peru india", {}, 14, 2),  # 12 for a joker and two infantry, and Peru is own
        ("JK1 peru india", {"owner india": 1}, 16, 4),
        ("JK1 peru india", {"owner peru": 0, "owner japan": 1}, 12, 0),
    ],
)
def test_a_trade_says_what_own_states_bring(hand: str, more: dict[str, int], number: int, own: int) -> None:
    data: Any = {"game": "blitzwar", "piles": {"hand 1": hand, "stock": ""}, "state": OWNERS | more}
    found = play_scenario(scenario_of(data | {"choices": [f"trade {hand}"]}))["events"][-1]
    assert found == {"kind": "tris", "seat": 1, "number": number, "own": own}
