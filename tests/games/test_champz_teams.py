"""Blitz Champz in teams of two: partners win together, are never attacked, and everybody is told who they are."""

from typing import Any

import pytest
from support import conformance
from support.levels import with_few_worlds

from threedown.bulk.run import simulate
from threedown.bulk.run_spec import run_spec
from threedown.bulk.worker_pool import ThreadPool
from threedown.games import find_game
from threedown.games.champz import bots, rules
from threedown.games.champz.deck import BLOCKED_KICK
from threedown.games.champz.options import MOST_POINTS
from threedown.games.game_options import OptionError
from threedown.games.laying import LaidTable, lay
from threedown.games.setting import Setting, settle
from threedown.rl.lanes import share_of
from threedown.session.narrator import Narrator
from threedown.session.result import ranking_of, winners_of
from threedown.session.session import Session
from threedown.session.views import view_of
from threedown.table.chance import Generator
from threedown.table.layout import NOBODY

GAME = find_game("champz")
at_both_tables = pytest.mark.parametrize("seats", [4, 6])


def table(seats: int = 4, **options: Any) -> Setting:
    return settle(GAME, None, {"teams": True, **options}, seats)


def team_of(seat: int, seats: int) -> list[int]:
    """By hand: the player and the one opposite."""
    return sorted({seat, (seat + seats // 2) % seats})


def laid(piles: dict[str, str]) -> Session:
    """A table of four at the first player's question."""
    setting = table()
    table_state = setting.new_table_state()
    lay(setting, table_state, LaidTable(piles), openly=True)
    session = Session(setting, Generator(1), table_state)
    session.go()
    return session


@at_both_tables
@pytest.mark.parametrize("level", ["random", "simple"])
def test_whole_games_are_won_by_a_team_that_attacked_nobody_of_its_own(seats: int, level: str) -> None:
    for seed in range(6):
        session = conformance.dealt(table(seats), seed)
        while not session.over:
            if session.pending is None:
                session.go()
                continue
            seat = session.pending.seat
            for code in session.pending.menu:
                if rules.STEALS <= code < rules.PASS:
                    assert (code - rules.STEALS) // BLOCKED_KICK not in team_of(seat, seats)
            target = rules.just_placed(session.table)
            assert target not in team_of(seat, seats), "in a game nobody plays right after their partner's card"
            session.choose(conformance.answer(session, level), seat)
        winners = winners_of(session.setting, session.table_state)
        assert winners == team_of(winners[0], seats)
        points = [int(number) for number in session.table_state.points]
        assert sum(points[seat] for seat in winners) >= 21
        assert ranking_of(session.setting, session.table_state)[0] == winners


def test_both_partners_are_counted_as_winners() -> None:
    run = simulate(run_spec(table(), 20, 1), pool=ThreadPool(1))
    first, second, third, fourth = (int(number) for number in run.totals.counts[:4])
    assert (first, second) == (third, fourth)
    assert first + second == 20
    assert 0 < first < 20


def test_a_won_game_is_shared_by_both() -> None:
    """In training environments each partner gains as much as each opponent loses."""
    assert [share_of(0b0101, 4, seat) for seat in range(4)] == pytest.approx([1 / 3, -1 / 3, 1 / 3, -1 / 3])


def test_everybody_is_told_who_plays_with_whom() -> None:
    session = conformance.dealt(table(), 1)
    names = ["Ana", "Ben", "Cem", "Dina"]
    told = [event.shown(session.setting, None) for event in session.events if event.kind == "team"]
    assert [Narrator(GAME, names).tell(event) for event in told] == ["Ana plays with Cem.", "Ben plays with Dina."]
    assert Narrator(GAME, names, 2, you=True).tell(told[0]) == "Ana plays with you."
    view = view_of(session.setting, session.table_state, 1)
    assert view.told["teams"] == [[0, 2], [1, 3]]
    assert view.told["goal"] == 21
    assert "teams" not in view_of(settle(GAME), settle(GAME).new_table_state(), 0).told
    assert view_of(table(6), table(6).new_table_state(), None).told["teams"] == [[0, 3], [1, 4], [2, 5]]


def test_points_are_told_of_the_team_and_of_the_player() -> None:
    session = laid({"hand 0": "TD-RUN", "field 2": "TD-PASS EXTRA-POINT", "stock": "FUMBLE FUMBLE"})
    session.choose("play TD-RUN", 0)
    narrator = Narrator(GAME, ["Ana", "Ben", "Cem", "Dina"], 0, you=True)
    told = [narrator.tell(event.shown(session.setting, 0)) for event in session.events]
    assert "You play TD-RUN, and the team stands at 13." in told
    holding = view_of(session.setting, session.table_state, 0).told["holding"]
    assert holding[0].startswith("13 points together, 6 own")
    assert holding[2].startswith("13 points together, 7 own")
    assert holding[1].startswith("0 points together, 0 own")
    assert narrator.verdict(session, session.events) == "13 points for your team."


@pytest.mark.parametrize("level", ["simple", "keen"])
@pytest.mark.parametrize(
    ("piles", "best"),
    [
        ({"hand 0": "BLITZ", "field 2": "HAIL-MARY", "field 3": "TD-PASS"}, "blitz 3 TD-PASS"),
        (
            {
                "hand 0": "TD-RUN BLITZ",
                "field 1": "HAIL-MARY EXTRA-POINT",
                "field 3": "TD-RUN TD-PASS TD-RUN EXTRA-POINT",
            },
            "blitz 1 HAIL-MARY",
        ),
        ({"hand 0": "FIELD-GOAL CONVERSION", "field 0": "TD-RUN TD-RUN", "field 2": "TD-PASS"}, "play FIELD-GOAL"),
    ],
    ids=["not from the partner", "stop the other team", "reach 21 together"],
)
def test_a_bot_plays_for_its_team(level: str, piles: dict[str, str], best: str) -> None:
    piles = {"hand 1": "TACKLE", "hand 2": "TACKLE", "hand 3": "TACKLE", **piles}
    session = laid({**piles, "stock": "INTERCEPTION BLOCKED-KICK INTERCEPTION EXTRA-POINT BLOCKED-KICK EXTRA-POINT"})
    assert conformance.answer(session, level) == best


def test_nobody_can_rob_their_partner() -> None:
    session = laid({"hand 0": "BLITZ", "field 1": "EXTRA-POINT", "field 2": "HAIL-MARY", "stock": "TACKLE"})
    assert bots.best_steal(session.table, 0) == NOBODY, "an Extra Point is not worth a Blitz, a partner's card is none"
    assert session.menu() == ["blitz 1 EXTRA-POINT"]
    with pytest.raises(ValueError, match="blitz 2 HAIL-MARY"):
        session.choose("blitz 2 HAIL-MARY", 0)


@pytest.mark.slow
@at_both_tables
@pytest.mark.parametrize("level", ["simple", "random", "keen"])
def test_a_policy_sees_no_more_than_its_seat(level: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A partner's hand is as hidden as anybody's."""
    with_few_worlds("champz", level, monkeypatch)
    assert conformance.check_policies_see_only_their_view(table(seats), level, 1, 20) > 15


@pytest.mark.slow
def test_two_keen_partners_beat_two_simple_ones() -> None:
    run = simulate(run_spec(table(), 400, 1, ("keen", "simple", "keen", "simple")), pool=ThreadPool(1))
    simple = simulate(run_spec(table(), 400, 1, ("simple",) * 4), pool=ThreadPool(1))
    assert int(run.totals.counts[0]) > int(simple.totals.counts[0])


@pytest.mark.parametrize(
    ("options", "seats", "said"),
    [
        ({"teams": True}, 2, "teams=true needs four or six seats"),
        ({"teams": True}, 5, "teams=true needs four or six seats"),
        ({"teams": True, "goal": 41}, 6, "goal=41 is too far for 3 teams: 40 points are the most"),
        ({"goal": 26}, 6, "goal=26 is too far for 6 players: 25 points are the most"),
        ({"teams": True, "second_answer": True}, 4, "second_answer=true does nothing with teams=true"),
        ({"teams": True, "two_player_reverse": "again"}, 4, "two_player_reverse=again does nothing with teams=true"),
    ],
    ids=str,
)
def test_tables_without_sense_are_refused(options: dict[str, Any], seats: int, said: str) -> None:
    with pytest.raises(OptionError, match=said):
        settle(GAME, None, options, seats)


@pytest.mark.slow
@pytest.mark.parametrize("seats", list(MOST_POINTS))
def test_the_farthest_goal_is_reached(seats: int) -> None:
    """Simple players come to the turn limit in none of 2,000 games."""
    setting = settle(GAME, None, {"goal": MOST_POINTS[seats]}, seats)
    run = simulate(run_spec(setting, 2_000, 1, ("simple",) * seats), pool=ThreadPool(1))
    assert run.totals.reasons.tolist()[rules.GOAL_REACHED] == 2_000
