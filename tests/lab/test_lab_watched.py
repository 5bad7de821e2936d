"""Watched games: the same games, with what was noted turn by turn, held against notes taken by hand."""

import itertools
from typing import Any

import numpy as np
import pytest
from support.commands import Told
from support.tables import Rows, war

from threedown.bulk.kernel import FIRST_TALLY
from threedown.bulk.run import simulate
from threedown.bulk.run_spec import run_spec
from threedown.bulk.worker_pool import ThreadPool
from threedown.games import find_game
from threedown.games.detached import DetachedTable
from threedown.games.setting import Setting, settle
from threedown.lab.study.watched import NOTED, watched
from threedown.session.views import shares_of
from threedown.table.chance import Generator
from threedown.table.layout import Table
from threedown.table.verbs import begin_turn

SETTINGS = [
    war("race-to-ace", turn_cap=90),
    war(seats=3, turn_cap=200),
    settle(find_game("blitz31"), None, {"lives": 2}, 3),
    settle(find_game("casino-war"), None, {"rounds": 9}, 2),
]
IDS = ["war", "war-3", "blitz31", "casino-war"]
GAMES = 3


def rows_of(setting: Setting, compiled: bool = False) -> Any:
    rows = Rows(GAMES, FIRST_TALLY + len(setting.tally_names))
    simulate(run_spec(setting, GAMES, 4), ThreadPool(1), compiled, sink=rows)
    return rows.rows


def noted_by_hand(setting: Setting, game: int) -> dict[str, int]:
    """A game of simulation, turn by turn, and what its notes should be."""
    table_state = setting.new_table_state()
    Generator(4, game).start(table_state)
    t = Table(table_state, setting.option_codes, DetachedTable(setting, setting.game.first_level * setting.seats))
    setting.game.rules.deal(t)
    shares = [shares_of(setting, table_state)]
    while not table_state.over:
        begin_turn(t)
        setting.game.rules.turn(t)
        shares.append(shares_of(setting, table_state))
    leads = [0]
    for has in shares[1:]:
        most = [seat + 1 for seat, own in enumerate(has) if own == max(has)]
        leads.append(most[0] if len(most) == 1 else leads[-1])
    changes = [turn for turn in range(2, len(leads)) if leads[turn - 1] > 0 and leads[turn] != leads[turn - 1]]
    winners = [seat for seat in range(setting.seats) if int(table_state.winners) >> seat & 1]
    behind = [max(max(has) - has[seat] for has in shares[1:]) for seat in winners]
    every = 1
    while len(leads) > 64 * every:
        every *= 2
    half = leads[(len(leads) - 1) // 2 // every * every]
    return {
        "answers": int(table_state.pilot[1]),
        "dead_turns": sum(one == other for one, other in itertools.pairwise(shares)),
        "lead_changes": len(changes),
        "last_lead": changes[-1] if changes else 0,
        "comeback": max(behind, default=0),
        "half_way_lost": int(half > 0 and bool(winners) and half - 1 not in winners),
        "first_out": min([int(left) for left in table_state.left if left] or [len(shares) - 1]),
    }


@pytest.mark.parametrize("setting", SETTINGS, ids=IDS)
def test_notes_are_those_taken_by_hand(setting: Setting) -> None:
    rows = rows_of(watched(setting))
    for game in range(GAMES):
        noted = dict(zip(NOTED, rows[game, -len(NOTED) :].tolist(), strict=True))
        assert noted == noted_by_hand(setting, game)


@pytest.mark.parametrize("setting", SETTINGS, ids=IDS)
def test_a_watched_game_is_the_same_game(setting: Setting) -> None:
    assert np.array_equal(rows_of(setting), rows_of(watched(setting))[:, : -len(NOTED)])


def test_leads_change_and_are_lost_somewhere() -> None:
    """The notes are not all nothing in the games of these tests."""
    rows = np.concatenate([rows_of(watched(setting))[:, -len(NOTED) :] for setting in SETTINGS])
    assert (rows.max(axis=0) > 0).all()


@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS[2:], ids=IDS[2:])
def test_compiled_notes_are_the_stepped_ones(setting: Setting) -> None:
    pytest.importorskip("numba")
    assert np.array_equal(rows_of(watched(setting), compiled=True), rows_of(watched(setting)))


def test_a_study_watches_where_it_is_asked_to(threedown: Any) -> None:
    command = "lab war --vary turn_cap=8 --set turn_cap=6 --most 12 --seed 5"
    told: Told = threedown(f"{command} --watch --json")
    assert told.code == 0, told.err
    facts = told.json
    assert facts["watched"]
    assert set(NOTED) <= set(facts["variants"][0]["measures"])
    assert threedown(facts["command"].removeprefix("threedown ") + " --json").json == facts
    shown = threedown(f"{command} --watch").out
    assert "lead changes" in shown
    assert "In no game any: answers, dead turns" in shown
    plain = threedown(f"{command} --json").json
    assert not set(NOTED) & set(plain["variants"][0]["measures"])
    assert plain["variants"][0]["histogram"] == facts["variants"][0]["histogram"]
