"""The choice that a player of Champz is offered first."""

import pytest

from threedown.games import find_game
from threedown.games.laying import LaidTable, lay
from threedown.games.setting import settle
from threedown.session.session import Session
from threedown.session.views import look
from threedown.table.chance import Generator


@pytest.mark.parametrize(
    ("hand", "lane", "usual"),
    [
        ("CONVERSION FIELD-GOAL", "TD-RUN TD-PASS TD-PASS", "play FIELD-GOAL"),
        ("CONVERSION FIELD-GOAL", "TD-RUN TD-PASS", "play CONVERSION"),
        ("CONVERSION EXTRA-POINT", "HAIL-MARY HAIL-MARY FIELD-GOAL EXTRA-POINT", "play CONVERSION"),
    ],
)
def test_enter_plays_a_card_that_brings_the_points_that_win(hand: str, lane: str, usual: str) -> None:
    """With 18 points a Field Goal makes 21 and a Conversion 20; with 12 neither does; with 20 each does, and the first
    one is offered."""
    setting = settle(find_game("champz"), None, {}, 2)
    table_state = setting.new_table_state()
    piles = {"hand 0": hand, "field 0": lane, "hand 1": "TACKLE", "stock": "FUMBLE TACKLE"}
    lay(setting, table_state, LaidTable(piles), openly=True)
    session = Session(setting, Generator(1), table_state)
    session.go()
    _, question = look(session, 0, ("Ann", "Bob"))
    assert question is not None
    assert question.usual == usual


def test_where_nothing_else_can_be_chosen_the_choice_says_that_nothing_is_done_by_it() -> None:
    """A page leaves time to read why; it knows no choice by its name."""
    setting = settle(find_game("champz"), None, {}, 2)
    table_state = setting.new_table_state()
    piles = {"hand 0": "BLOCKED-KICK", "hand 1": "TACKLE", "stock": "BLOCKED-KICK TACKLE"}
    lay(setting, table_state, LaidTable(piles), openly=True)
    session = Session(setting, Generator(1), table_state)
    session.go()
    _, question = look(session, 0, ("Ann", "Bob"))
    assert question is not None
    assert [(one.verb, one.idle) for one in question.parts or ()] == [("pass", True)]
