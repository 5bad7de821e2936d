"""The chance to end ahead that Casino War tells its players: the plan's own figure, at every moment of a round."""

import pytest

import threedown
from threedown.exact.casino_plan import HALVES, Shoe, column, shares
from threedown.games.casino_war.words import PLANNED_ROUNDS, percent, war_chance
from threedown.session.session import Session
from threedown.session.views import look
from threedown.table.layout import Table


def session_of(seed: int, **options: object) -> Session:
    return threedown.new("casino-war", seed=seed, **options).session


def told(session: Session) -> str:
    view, _ = look(session, 0, ["You"])
    found: str = view.told["outlook"][0]
    return found


def planned(left: int, gain: int) -> float:
    share = shares(Shoe(), PLANNED_ROUNDS)[left]
    return float(share[column(100, gain, len(share))])


def test_before_and_after_a_round_it_counts_the_rounds_that_are_left() -> None:
    session = session_of(3, rounds=12)
    start = f"Ahead at the end: {percent(planned(12, 0))} with the best bets."
    assert told(session) == start
    session.go(1)
    assert told(session) == start, "asked for the bet, the player knows no more"
    session.choose("bet 20", 0)
    gain = int(session.table_state.gain[0])
    assert gain != 0
    assert told(session) == f"Ahead at the end: {percent(planned(11, gain))} with the best bets."


def test_at_a_tie_it_weighs_war_and_surrender() -> None:
    session = session_of(1, rounds=60)
    while session.pending is None or session.asked is None or session.menu(0) != ["war", "surrender"]:
        session.go(1) if session.pending is None else session.choose("bet 2", 0)
    gain, left = int(session.table_state.gain[0]), 60 - session.turns
    wins = war_chance(Table(session.table_state, session.setting.option_codes))
    war = wins * planned(left, gain + 4) + (1 - wins) * planned(left, gain - 8)
    surrender = planned(left, gain - HALVES)
    assert told(session) == (f"Ahead at the end: {percent(war)} after a war, {percent(surrender)} after a surrender.")


@pytest.mark.parametrize(
    "options", [{"rounds": 200}, {"chips": 50}, {"max_bet": 5}, {"rounds": 100, "turn_cap": 50}], ids=str
)
def test_it_is_empty_where_nothing_is_planned(options: dict[str, int]) -> None:
    assert told(session_of(1, **options)) == ""


def test_the_end_tells_the_chance_at_the_start() -> None:
    session = session_of(1, rounds=1)
    session.go(1)
    session.choose("bet 1", 0)
    if session.pending is not None:
        session.choose("surrender", 0)
    assert session.over
    assert told(session) == f"With the best bets, {percent(planned(1, 0))} of such games end ahead."


def test_no_rounds_left_is_won_or_lost() -> None:
    assert (planned(0, 1), planned(0, 0)) == (1, 0)
