"""Reasons for a bot's choice: the numbers of its search, in both languages."""

import numpy as np
import pytest
from support import conformance

from threedown.bots.reason import brief, compared, reason
from threedown.games import find_game
from threedown.games.search import WeighedCode, what_was_weighed
from threedown.games.setting import settle
from threedown.language import speaking
from threedown.session.session import Session
from threedown.table.imagine import MOST_WEIGHED, imagination
from threedown.table.layout import Table

DRAWN, KNOCKED = WeighedCode(0, 0.524, 0.0, 128), WeighedCode(2, 0.611, 0.031, 128)


def at_a_draw() -> Session:
    session = conformance.dealt(settle(find_game("blitz31"), None, {}, 2), 4)
    while session.pending is None or session.pending.question or 2 not in session.pending.menu:
        conformance.step(session)
    return session


def test_the_choice_is_told_with_what_else_there_is() -> None:
    session = at_a_draw()
    seat = session.pending.seat if session.pending else 0
    told = reason("keen", compared(session, seat, "knock", [DRAWN, KNOCKED]))
    assert told == "it wins 61 % of 128 imagined games, ± 3; 52 % for Draw from the stock"
    with speaking("it"):
        told = reason("keen", compared(session, seat, "knock", [DRAWN, KNOCKED]))
        assert told == "vince il 61 % di 128 partite immaginate, ± 3; 52 % per Pesca dal mazzo"
        assert reason("random", []) == "scelto a caso"


def test_the_error_is_that_of_the_nearest_not_of_what_was_given_up_early() -> None:
    session, given_up = at_a_draw(), WeighedCode(1, 0.28, 0.1, 8)
    seat = session.pending.seat if session.pending else 0
    for chosen, close in (("knock", ""), ("draw stock", ", about as many as the next best")):
        told = reason("keen", compared(session, seat, chosen, [DRAWN, KNOCKED, given_up]))
        assert f" of 128 imagined games, ± 3{close}; " in told
        assert "28 % for Take the " in told


def test_a_short_advice_keeps_the_choice_its_share_the_error_and_the_next_best() -> None:
    session = at_a_draw()
    seat = session.pending.seat if session.pending else 0
    near, far = (compared(session, seat, chosen, [DRAWN, KNOCKED]) for chosen in ("draw stock", "knock"))
    assert brief("Knock", far) == "Knock: wins 61 % of 128 imagined games, Draw from the stock 52 %, ± 3."
    close = "Draw: wins 52 % of 128 imagined games, Knock with 9 in clubs 61 %: about as good (± 3)."
    assert brief("Draw", near) == close
    assert brief("Knock", []) == "Knock."
    with speaking("it"):
        assert (
            brief("Bussa", far) == "Bussa: vince il 61 % di 128 partite immaginate, Draw from the stock il 52 %, ± 3."
        )


def test_other_choices_are_named_as_in_the_menu() -> None:
    session = conformance.dealt(settle(find_game("steal-war"), None, {}, 2), 4)
    while session.pending is None or len(session.menu(0)) < 2 or session.menu(0)[0] != "play":
        conformance.step(session)
    weighed = [WeighedCode(0, 0.5, 0.0, 64), WeighedCode(2, 0.4, 0.02, 64)]
    told = reason("keen", compared(session, 0, "play", weighed, ("Ada", "Bea")))
    assert "; 40 % for Steal the pile of Bea, " in told


@pytest.mark.parametrize("weighed", [[], [KNOCKED], [DRAWN]])
def test_without_a_comparison_there_is_no_reason(weighed: list[WeighedCode]) -> None:
    session = at_a_draw()
    assert session.pending is not None
    assert compared(session, session.pending.seat, "knock", weighed) == []
    assert reason("keen", []) == ""


def test_weighed_choices_are_read_from_the_notes_of_the_search() -> None:
    """Two worlds: the base's choice is worth 4,000 and 6,000, the other 1,000 more and 3,000 more."""
    setting = settle(find_game("blitz31"), None, {}, 2)
    table_state = setting.new_table_state()
    t = Table(table_state, setting.option_codes, imagination(table_state, setting.new_table_state()))
    assert what_was_weighed(t) == []
    t.live.weighed[:] = np.zeros((MOST_WEIGHED, 5), dtype=np.int64)
    t.live.weighed[:2] = [[0, 2, 10_000, 52_000_000, 0], [2, 2, 4_000, 10_000_000, 0]]
    usual, other = what_was_weighed(t)
    assert usual == WeighedCode(0, 0.5, 0.0, 2)
    assert (other.code, other.share, other.worlds) == (2, 0.7, 2)
    assert other.error == pytest.approx(2 * (1000**2 / 2) ** 0.5 / 10_000)
