"""Simulation: the same numbers on any number of workers, figures that are known, and a clean stop."""

import math
import threading
from typing import Any

import numpy as np
import pytest
from support import conformance, machine_code, plain_war
from support.tables import war

import threedown
from threedown.bulk.report import report, share_interval, standard_error, turn_figures
from threedown.bulk.run import Run, simulate
from threedown.bulk.run_spec import run_spec
from threedown.bulk.worker_pool import RunProgress, ThreadPool
from threedown.games.setting import Setting


def ran(setting: Setting, n: int, seed: int, folded: bool = False, **named: Any) -> Run:
    """A compiled run, of a variant that no other test compiles at the same time."""
    machine_code.prepared(setting, folded)
    return simulate(run_spec(setting, n, seed), compiled=True, folded=folded, **named)


def figures(run: Run) -> dict[str, Any]:
    return {key: value for key, value in report(run).items() if key not in ("seconds", "games_per_second")}


def test_the_number_of_workers_does_not_matter() -> None:
    """Nor do the chunks: with n games and five workers they are cut up in another way each time."""
    first, *others = (ran(war(), 3001, 7, pool=ThreadPool(workers)) for workers in (1, 2, 5, 5))
    for other in others:
        assert all(np.array_equal(a, b) for a, b in zip(first.totals, other.totals, strict=True))
        assert conformance.canonical(figures(first)) == conformance.canonical(figures(other))
    assert figures(first) != figures(ran(war(), 3001, 8, pool=ThreadPool(2))), "the seed does not matter either"


def test_more_games_begin_with_the_same_games() -> None:
    few, many = (ran(war(), n, 7, pool=ThreadPool(2)).totals for n in (100, 200))
    assert np.all(few.turns <= many.turns)
    assert np.all(few.counts <= many.counts)


@pytest.mark.parametrize("preset", ["bicycle", "race-to-ace", pytest.param("four-players", marks=pytest.mark.slow)])
def test_stepped_folded_and_compiled_runs_agree(preset: str) -> None:
    setting = war(preset, turn_cap=400)
    compiled = ran(setting, 15, 3, pool=ThreadPool(2))
    stepped = simulate(run_spec(setting, 15, 3), compiled=False, pool=ThreadPool(2))
    assert figures(compiled) == figures(stepped)
    assert compiled.compiled
    assert not stepped.compiled


def test_totals_are_exact() -> None:
    """Each game is counted once, and the totals equal those of the games played one by one."""
    setting = war(turn_cap=300)
    run = ran(setting, 40, 5, pool=ThreadPool(2))
    sessions = [conformance.play_out(conformance.dealt(setting, 5, game)) for game in range(40)]
    finished = [session for session in sessions if int(session.table_state.reason) != 2]
    told = report(run)
    assert told["finished"] == len(finished)
    assert told["unfinished"] == 40 - len(finished) > 0
    assert told["wins"] == [sum(int(s.table_state.winners) == 1 << seat for s in finished) for seat in (0, 1)]
    assert told["draws"] == sum(int(session.table_state.winners) == 0 for session in finished)
    turns = sorted(session.turns for session in finished)
    assert told["turns"]["mean"] == sum(turns) / len(turns)
    assert (told["turns"]["min"], told["turns"]["max"]) == (turns[0], turns[-1])
    assert told["turns"]["median"] == turns[math.ceil(len(turns) / 2) - 1]
    assert told["turns"]["p95"] == turns[math.ceil(0.95 * len(turns)) - 1]
    for name in setting.tally_names:
        assert told["tally"][name]["total"] == sum(int(getattr(session.table_state, name)) for session in sessions)


def test_figures_of_a_histogram() -> None:
    histogram = np.zeros(11, dtype=np.int64)
    assert turn_figures(histogram)["mean"] is None
    histogram[[2, 4, 10]] = [1, 2, 1]
    found = turn_figures(histogram)
    assert (found["mean"], found["median"], found["p95"], found["min"], found["max"]) == (5, 4, 10, 2, 10)
    assert found["se"] == pytest.approx(np.std([2, 4, 4, 10], ddof=1) / 2)
    assert standard_error(1, 5, 25) is None


def test_the_interval_of_a_share_is_wilsons() -> None:
    z = 1.959963984540054
    for count, n in ((0, 10), (3, 10), (10, 10), (588, 10_000)):
        share = count / n
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        assert share_interval(count, n) == pytest.approx((middle - half, middle + half))


def test_the_first_turn_is_a_war_once_in_seventeen() -> None:
    """3 of the 51 other cards have the rank of the first. Seed 1, 200,000 games, four standard errors."""
    n = 200_000
    told = report(ran(war(turn_cap=1), n, 1))
    share = told["tally"]["wars"]["total"] / n
    assert abs(share - 1 / 17) < 4 * math.sqrt(1 / 17 * 16 / 17 / n)
    assert told["unfinished"] == n


@pytest.mark.slow
def test_the_known_length_of_the_basic_game() -> None:
    """One card down, random return, short loses: mean 440 to 445 turns, median 330 to 335 (seed 1, 400,000 games)."""
    told = report(ran(war(), 400_000, 1, folded=True))
    assert 440 < told["turns"]["mean"] < 445
    assert 330 <= told["turns"]["median"] <= 335
    assert told["turns"]["se"] < 1
    assert abs(told["wins"][0] - told["wins"][1]) < 4 * math.sqrt(400_000)


@pytest.mark.parametrize("down", [1, pytest.param(3, marks=pytest.mark.slow)])
def test_an_independent_war_plays_the_same_games(down: int) -> None:
    """300 games of a War that shares no line with ours except for the keys: same winners, same turns."""
    setting = war(face_down=down)
    run = ran(setting, 300, 21)
    games = [plain_war.play(21, game, down) for game in range(300)]
    turns = np.zeros_like(run.totals.turns)
    for winner, turn in games:
        if not (winner is None and turn == 10_000):
            turns[turn] += 1
    assert np.array_equal(turns, run.totals.turns)
    assert [sum(winner == seat for winner, _ in games) for seat in (0, 1)] == report(run)["wins"]
    for game in range(30):
        session = conformance.play_out(conformance.dealt(setting, 21, game))
        winner = {0: None, 1: 0, 2: 1}[int(session.table_state.winners)]
        assert (winner, session.turns) == games[game]


def test_an_interrupted_run_stops_its_threads() -> None:
    """Ctrl-C comes out of ``tell``: the error goes on, and no thread plays on behind it."""
    told: list[RunProgress] = []

    def interrupt(progress: RunProgress) -> None:
        told.append(progress)
        raise KeyboardInterrupt

    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        ran(war(), 50_000_000, 1, pool=ThreadPool(2), progress=interrupt)
    assert threading.active_count() == before
    assert told[0].played < 50_000_000


def test_progress_ends_with_all_games() -> None:
    told: list[RunProgress] = []
    ran(war(), 2000, 1, pool=ThreadPool(2), progress=told.append)
    assert (told[-1].played, told[-1].done) == (2000, 2000)
    assert [progress.done for progress in told] == sorted(progress.done for progress in told)


@pytest.mark.soak
def test_a_billion_turns_leave_no_trace() -> None:
    """Two million games of each basic preset: all finish or are counted as unfinished, none is lost."""
    for preset in ("bicycle", "win-pile", "pagat-last-card"):
        told = report(ran(war(preset), 2_000_000, 2))
        assert told["finished"] + told["unfinished"] == 2_000_000
        assert sum(told["wins"]) + told["draws"] == told["finished"]


def test_games_of_play_are_those_of_a_run_where_several_are_asked_at_once() -> None:
    """Each seat's random bot draws its own chance, although all answer at the same moment."""
    for seed in range(3):
        played = threedown.play("steal-war", ["random"] * 3, seed=seed)
        counted = threedown.simulate("steal-war", 1, seats=3, seed=seed, bots=["random"] * 3)
        assert counted["turns"]["max"] == played.turns
