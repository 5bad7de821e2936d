"""The figures that clients get of BlitzWar: the round, and the threshold and chance of a turn that may end the game."""

from typing import Any

import pytest
from support.conformance import dealt

from threedown.games import find_game
from threedown.games.blitzwar import ending
from threedown.games.blitzwar.battle import LAST_STANDING
from threedown.games.blitzwar.board import DONE
from threedown.games.blitzwar.missions import MISSION
from threedown.games.setting import settle
from threedown.session.narrator import Narrator
from threedown.session.views import look
from threedown.table.layout import Table


def told(number: int, turn_of: int, taken: int = 0, out: int | None = None, **options: Any) -> dict[str, Any]:
    """The figures of a table of three; time was up in round 1, and seat ``out`` has lost its states."""
    setting = settle(find_game("blitzwar"), None, options, 3)
    table_state = setting.new_table_state()
    table_state.states[:3] = 3
    if out is not None:
        table_state.states[out], table_state.left[out] = 0, 1
    table_state.expired, table_state.round_number, table_state.turn_of, table_state.taken = 1, number, turn_of, taken
    return ending.figures(Table(table_state, setting.option_codes))


def test_the_first_turn_that_may_end_the_game_is_the_last_of_the_round_after() -> None:
    """BW-062 to BW-066. Two dice show at most four in 6 of 36 throws, at most five in 10."""
    assert told(1, 2) == {"round": 1}
    assert told(2, 1) == {"round": 2}
    assert told(2, 2) == {"round": 2, "end": {"limit": 4, "percent": 17, "spared": False}}
    assert told(3, 0)["end"]["limit"] == 4
    assert told(3, 2)["end"] == {"limit": 5, "percent": 28, "spared": False}


def test_a_game_that_its_turn_cap_ends_before_the_first_round_is_in_no_round() -> None:
    """Three turns place the first tanks of three players; then the game has had the turns that it may have."""
    session = dealt(settle(find_game("blitzwar"), None, {"turn_cap": 3}, 3), 1)
    while not session.over:
        if session.pending is None:
            session.go()
        else:
            session.choose(session.menu()[0], session.asked)
    view, _ = look(session, None, ("Ann", "Bob", "Cy"))
    assert (view.state["round_number"], view.told["round"]) == (0, 0)


def test_who_is_out_has_no_last_turn() -> None:
    assert told(2, 1, out=2)["end"]["limit"] == 4


def test_three_conquests_spare_the_game() -> None:
    """BW-070."""
    assert [told(3, 2, taken)["end"]["spared"] for taken in (2, 3, 4)] == [False, True, True]


def test_the_chance_of_every_threshold() -> None:
    """6, 10, 15, 21, 26, 30, 33, 35 and 36 of 36 throws; the source prints 11 for four and 17 for five (BW-R21)."""
    ends = [told(number, 0)["end"] for number in range(3, 12)]
    assert [end["limit"] for end in ends] == list(range(4, 13))
    assert [end["percent"] for end in ends] == [17, 28, 42, 58, 72, 83, 92, 97, 100]
    printed = [told(number, 0, end_check="printed_percent")["end"]["percent"] for number in range(3, 7)]
    assert printed == [11, 17, 28, 42]


def test_the_threshold_rises_to_that_of_the_house() -> None:
    assert told(20, 2, last_threshold=7)["end"]["limit"] == 7


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_every_seat_and_spectators_hear_them(seat: int | None) -> None:
    """A view has them beside the other things that are told of a table."""
    session = dealt(settle(find_game("blitzwar"), None, {}, 3), 1)
    view, _ = look(session, seat, ("Ann", "Bob", "Cy"))
    assert view.told["round"] == 0
    assert "end" not in view.told


def test_a_game_that_ends_with_the_last_turn_of_round_8_ends_in_round_8() -> None:
    """The next round is counted already, and nobody plays it."""
    setting = settle(find_game("blitzwar"), None, {}, 3)
    table_state = setting.new_table_state()
    table_state.states[:3] = 14
    table_state.over, table_state.round_number, table_state.phase = 1, 9, DONE
    rounds = []
    for reason, turn_of in ((ending.POINTS, 0), (ending.POINTS, 1), (LAST_STANDING, 0), (MISSION, 0)):
        table_state.reason, table_state.turn_of = reason, turn_of
        rounds.append(ending.figures(Table(table_state, setting.option_codes)))
    assert rounds == [{"round": 8}, {"round": 9}, {"round": 9}, {"round": 9}]


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ({"kind": "take", "seat": 0, "card": "PERU", "from": "stock", "to": "hand 0"}, "Ann gets PERU for conquering."),
        (
            {"kind": "take", "seat": 0, "card": "PERU", "from": "hand 1", "to": "hand 0"},
            "Ann takes over a card from Bob: PERU.",
        ),
        ({"kind": "reinforce", "seat": 0, "number": 1}, "Ann begins the turn and gets 1 tank to place."),
        (
            {"kind": "reinforce", "seat": 0, "number": 0},
            "Ann begins the turn without new tanks: three states, or a whole continent, would bring some.",
        ),
    ],
)
def test_a_card_and_a_turn_without_tanks_say_where_they_come_from(event: dict[str, Any], told: str) -> None:
    assert Narrator(find_game("blitzwar"), ["Ann", "Bob", "Cy"]).tell(event) == told
