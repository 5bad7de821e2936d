"""The ladder: who beats whom, with honest intervals, and the commands that show it."""

import types
from typing import Any

import numpy as np
import pytest
from support import tricks
from support.commands import Told, one_line

from threedown.bots import ladder
from threedown.bots.ladder import FIRST_LOOK, LOOKS, LadderError, Pairing, climb, ladder_levels, look_after, parts
from threedown.bulk import run
from threedown.bulk.player import GamePlayer, prepare
from threedown.bulk.run_spec import RunSpec
from threedown.bulk.run_spec import run_spec as ordered
from threedown.bulk.worker_pool import ThreadPool
from threedown.games import find_game, game_names
from threedown.games.setting import settle

LEVELS = ("random", "simple", "keen")
ANYWHERE = tuple(sorted(LEVELS))
"""The variant that a ladder of these levels compiles."""
PILOTS = ("keen", "simple", "random")


def rotating(seats: int = 3, n: int = 12, first: int = 0) -> RunSpec:
    return RunSpec(tricks.tricks(seats), n, 4, PILOTS[:seats], ANYWHERE, first)


def worker(order: RunSpec, compiled: bool) -> Any:
    play = prepare(order.setting, order.rotating, False, compiled, rotating=True)
    return GamePlayer(order, play, compiled, False)


# Seats that rotate


@pytest.mark.slow
def test_everybody_sits_a_seat_further_on_in_every_game() -> None:
    """Each game alone, with the pilots seated by hand, and its winner counted by pilot."""
    order = rotating()
    rows = worker(order, compiled=False).play(0, 6)
    for game in range(6):
        seated = tuple(PILOTS[(seat - game) % 3] for seat in range(3))
        alone = ordered(order.setting, 1, 4, seated)
        (row,) = GamePlayer(alone, prepare(order.setting, seated, False, False), False, False).play(game, 1)
        won = {seated[seat] for seat in range(3) if int(row[2]) >> seat & 1}
        assert won == {PILOTS[pilot] for pilot in range(3) if int(rows[game, 2]) >> pilot & 1}
        assert row[[0, 1, 3]].tolist() == rows[game, [0, 1, 3]].tolist()
    assert np.array_equal(worker(rotating(first=2), compiled=False).play(1, 3), rows[3:6])


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3])
def test_rotating_seats_are_the_same_in_machine_code(seats: int) -> None:
    """All rotations are one variant; a batch from the middle equals the middle of the whole run."""
    order = rotating(seats)
    stepped, compiled = (worker(order, way) for way in (False, True))
    rows = stepped.play(0, 12)
    assert np.array_equal(rows, compiled.play(0, 12))
    assert np.array_equal(rows[5:9], compiled.play(5, 4))
    other = order._replace(pilots=("random", "random", "keen")[-seats:])
    again = GamePlayer(other, compiled._play, True, False).play(0, 6)
    assert np.array_equal(again, worker(other, compiled=False).play(0, 6))


def test_a_run_with_rotating_seats_does_not_depend_on_workers() -> None:
    order = rotating(seats=2, n=5)
    totals = [run.simulate(order, ThreadPool(workers), compiled=False).totals.counts.tolist() for workers in (1, 3)]
    assert totals[0] == totals[1]
    assert sum(totals[0]) == 5


@pytest.mark.slow
def test_each_deal_is_played_once_with_every_seating() -> None:
    """Each game alone: the deal of its number over the seats, other chance after it, the pilots seated by hand."""
    order = rotating(n=6)._replace(duplicated=True)
    rows = worker(order, compiled=False).play(0, 6)
    for game in range(6):
        deal, replay = divmod(game, 3)
        seated = tuple(PILOTS[(seat - replay) % 3] for seat in range(3))
        alone = RunSpec(order.setting, 1, 4, seated, again=replay)
        (row,) = GamePlayer(alone, prepare(order.setting, seated, False, False), False, False).play(deal, 1)
        won = {seated[seat] for seat in range(3) if int(row[2]) >> seat & 1}
        assert won == {PILOTS[pilot] for pilot in range(3) if int(rows[game, 2]) >> pilot & 1}
    assert np.array_equal(worker(order._replace(first=2), compiled=False).play(1, 3), rows[3:6])


# What counts


def pairing(points: int, games: int, seats: int = 2) -> Pairing:
    return Pairing("keen", "simple", True, seats, games, 0, points, (games,), 1.0)


def test_the_estimate_after_one_look_is_that_of_the_games() -> None:
    found = pairing(157 * parts(2), 200)
    assert found.won_share == 0.785
    assert found.estimate().share == pytest.approx(0.785, abs=2e-3)
    assert found.estimate()[1:] == pytest.approx((0.724, 0.838), abs=3e-3)


def test_parts_of_a_game_are_rounded_away_from_the_share() -> None:
    """157 games and a half: the interval reaches from that of 157 to that of 158."""
    found = pairing(157 * parts(2) + 1, 200)
    assert found.estimate().low == pairing(157 * parts(2), 200).estimate().low
    assert found.estimate().high == pairing(158 * parts(2), 200).estimate().high


def test_later_looks_take_back_what_stopping_flatters() -> None:
    """570 of 1,000 at the second look, where the pairing stopped because it was clear."""
    stopped = Pairing("keen", "simple", True, 2, 1000, 0, 570 * parts(2), (200, 1000), 1.0)
    assert stopped.verdict == "beats"
    assert stopped.won_share == 0.57
    assert 0.55 < stopped.estimate().share < 0.57


def test_deals_that_vary_less_count_for_more_games() -> None:
    """Of 200 deals for two, 60 are won at both seats, 120 at one and 20 at none: points 4, 2 and 0 (two parts a game).

    Points: 480 of 800, the share 0.6. Squares: 60 · 16 + 120 · 4 = 1,440. The points of a deal vary by 1,440 / 200 less
    2.4² = 1.44, those of two independent games by 2 · 4 · 0.6 · 0.4 = 1.92: three quarters. With 10 deals as if they
    were independent: (200 · 0.75 + 10) / 210 = 0.76.
    """
    found = pairing(480, 400)._replace(squares=1440)
    assert found.variance_ratio == pytest.approx(16 / 21)
    assert (found.effective_games, found.effective_wins) == (525, 315)
    alone = pairing(315 * 2, 525)
    assert found.estimate() == pytest.approx(alone.estimate())
    assert pairing(480, 400).estimate().low < found.estimate().low < found.estimate().high


def test_a_verdict_needs_more_than_the_printed_interval() -> None:
    """58 % of 200: the 95 % interval clears one half, the 99.9 % interval does not."""
    found = pairing(116 * 2, 200)
    assert found.estimate().low > 0.5
    assert found.verdict == "unclear"
    assert pairing(130 * 2, 200).verdict == "beats"
    assert pairing(70 * 2, 200).verdict == "loses to"


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_shared_games_and_draws_count_in_equal_parts(seats: int) -> None:
    whole = parts(seats)
    score = ladder._Score(seats)
    each = [[9, 16, winners] for winners in range(1 << seats)]
    score.save(0, score.pack(0, np.array(each * seats)))
    score.wins, score.points = score.wins // seats, score.points // seats
    shares = [
        sum(whole // winners.bit_count() for winners in range(1, 1 << seats) if winners >> seat & 1)
        for seat in range(seats)
    ]
    assert len(set(shares)) == 1, "by symmetry every pilot has the same"
    assert score.points == shares[0] + whole // seats
    assert score.points * seats == whole << seats, "all parts of all games are given out"
    assert score.wins == 1 << (seats - 1)


@pytest.mark.parametrize("most", [1, 7, 200, 20_000, 10_000_000, 99_999_999])
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_a_pairing_is_looked_at_ten_times_at_most(most: int, seats: int) -> None:
    looks = look_after(seats, most)
    assert 1 <= len(looks) <= LOOKS
    assert looks == sorted(set(looks))
    assert all(games % seats == 0 for games in looks), "everybody sits as often at every seat"
    assert most <= looks[-1] < most + seats
    assert looks[0] < min(most, FIRST_LOOK) + seats


def test_equal_bots_are_told_apart_hardly_ever() -> None:
    """The looks are repeated: with 10 looks at 99.9 %, at most 1 % of pairings of equals may end in a verdict.

    700 pairings of fair coins (seed 1): 7 are expected at most, 4 standard errors allowed.
    """
    draw = np.random.default_rng(1)
    looks = look_after(2, 20_000)
    wrong = 0
    for _ in range(700):
        wins, played = 0, 0
        for games in looks:
            wins, played = wins + int(draw.binomial(games - played, 0.5)), games
            if pairing(2 * wins, games).verdict != "unclear":
                wrong += 1
                break
    assert wrong <= 7 + 4 * 7**0.5
    assert wrong > 0, "nothing is ever told apart by chance: the test proves nothing"


# A ladder


@pytest.mark.slow
def test_keen_beats_simple_and_the_ladder_says_what_it_did() -> None:
    climbed = climb(tricks.tricks(), LEVELS, seed=1, most=2000, pool=ThreadPool(2))
    found = {(row.level, row.against): row for row in climbed.pairings}
    assert list(found) == [("simple", "random"), ("keen", "random"), ("keen", "simple")]
    assert found["keen", "simple"].verdict == "beats"
    assert [row.next_to for row in climbed.pairings] == [True, False, True]
    assert max(row.looks for row in climbed.pairings) > 1
    for row in climbed.pairings:
        assert row.games == look_after(2, 2000)[row.looks - 1]
        order = RunSpec(climbed.setting, row.games, 1, (row.level, row.against), ANYWHERE, duplicated=True)
        winners = worker(order, compiled=True).play(0, row.games)[:, 2].tolist()
        assert row.wins == sum(who & 1 for who in winners)
        assert row.points == sum({0: 1, 1: 2, 2: 0}[who] for who in winners), "a draw is half a game, of two parts"
    again = climb(tricks.tricks(), LEVELS, seed=1, most=2000, pool=ThreadPool(1))
    assert [(row.games, row.points) for row in again.pairings] == [(row.games, row.points) for row in climbed.pairings]
    paces = {pace.level: pace.microseconds or 0 for pace in climbed.paces}
    assert paces["keen"] > paces["simple"] > 0


def test_a_ladder_out_of_time_has_looked_at_each_pairing_once() -> None:
    """Equal levels would be looked at ten times: 20,000 games."""
    same = types.SimpleNamespace(**{**vars(tricks), "LEVELS": {"one": tricks.random, "other": tricks.random}})
    climbed = climb(tricks.tricks(bots=same), ("one", "other"), 1, 20_000, ThreadPool(1), compiled=False, minutes=1e-9)
    assert [(row.looks, row.games, row.verdict) for row in climbed.pairings] == [(1, 200, "unclear")]
    assert not climbed.holds


def test_levels_come_from_the_game_weakest_first() -> None:
    game = tricks.tricks().game
    assert ladder_levels(game) == ("random", "simple", "keen")
    assert ladder_levels(find_game("steal-war")) == ("random", "sensible", "keen")
    assert ladder_levels(game, ["keen", "random"]) == ("keen", "random")


@pytest.mark.parametrize("game", game_names())
def test_every_declared_ladder_names_levels(game: str) -> None:
    bots = find_game(game).bots
    assert set(getattr(bots, "LADDER", ())) <= set(bots.LEVELS)
    assert set(getattr(bots, "IMAGINES", {})) <= set(bots.LEVELS)
    for level in bots.LEVELS:
        settle(find_game(game)).imagines_with(level)
        said = (bots.LEVELS[level].__doc__ or "").strip().split("\n")[0]
        assert said.endswith("."), f"{level} does not say what it does in one line: {said}"


def test_one_seat_is_no_ladder() -> None:
    with pytest.raises(LadderError, match="two seats"):
        climb(types.SimpleNamespace(seats=1), LEVELS, 1, 10)  # type: ignore[arg-type]


# The commands

Run = Any


@pytest.mark.slow
def test_the_ladder_of_steal_war(threedown: Run) -> None:
    told: Told = threedown("bots ladder steal-war --seed 2 --most 600 --levels random,sensible --json")
    assert told.code == 0
    assert set(told.json) == {
        "game", "options", "seats", "seed", "most", "levels", "pairings", "choices", "holds",
    }  # fmt: skip
    (row,) = told.json["pairings"]
    assert (row["level"], row["against"], row["verdict"]) == ("sensible", "random", "beats")
    assert row["low"] > row["even"] == 0.5
    assert row["low"] < row["share"] < row["high"]
    assert 0 < row["wins"] <= row["games"] <= 600
    assert [pace["level"] for pace in told.json["choices"]] == ["random", "sensible"]
    assert told.json["holds"] is True
    shown: Told = threedown("bots ladder steal-war --seed 2 --most 600 --levels random,sensible")
    assert f"{row['share']:.1%}" in shown.out
    assert f"{row['low']:.1%} to {row['high']:.1%}" in shown.out
    assert "again: threedown bots ladder steal-war --seats 2 --levels random,sensible --most 600 --seed 2" in shown.out


@pytest.mark.slow
def test_a_level_that_does_not_beat_the_one_below_is_exit_1(threedown: Run) -> None:
    told: Told = threedown("bots ladder steal-war --seed 2 --most 600 --levels sensible,random")
    assert told.code == 1
    assert "loses to" in told.out
    assert "A level does not beat the one below it." in told.out


def test_levels_are_listed(threedown: Run) -> None:
    told: Told = threedown("bots levels steal-war --json")
    assert [level["name"] for level in told.json["levels"]] == ["sensible", "random", "keen"]
    assert [level["default"] for level in told.json["levels"]] == [True, False, False]
    assert told.json["levels"][1]["help"] == "Any legal choice, all equally likely."
    assert "sensible (default)" in threedown("bots levels steal-war").out


def test_a_game_is_enough_to_list_its_levels(threedown: Run) -> None:
    """``bots GAME`` works like ``sim``, ``lab`` and ``play``; it said "No such command"."""
    assert threedown("bots steal-war").out == threedown("bots levels steal-war").out
    assert threedown("bots --json Steal-War").json == threedown("bots levels steal-war --json").json
    for shown in (threedown("bots").err, threedown("bots --help").out):
        assert "bots GAME [OPTIONS] | COMMAND GAME [OPTIONS]" in shown
        assert "ladder" in shown


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("bots ladder war", "so all levels play the same; these presets ask: hand-of-three"),
        ("bots ladder casino-war", "two seats or more, not 1"),
        (
            "bots ladder steal-war --levels sensible,clever",
            "no bot 'clever': choose one of sensible, random, keen, FILE.py:POLICY",
        ),
        (
            "bots ladder champz --levels simple,sees_hands",
            "sees_hands sees the cards: only threedown lab champz --skill",
        ),
        ("bots ladder steal-war --levels random,random", "two different levels"),
        ("bots ladder steal-war --levels random", "two different levels"),
        ("bots ladder steal-war --seats 1", "played by 2 to 4"),
        ("bots ladder chess", "there is no game 'chess'"),
        ("bots ladder beggar-my-neighbour", "so all levels play the same; these presets ask: chosen"),
        ("bots levels chess", "there is no game 'chess'"),
        ("bots chess", "there is no game 'chess'"),
        ("bots ladder steal-war --most 0", "--most"),
    ],
)
def test_an_impossible_ladder_is_refused_in_a_line(threedown: Run, command: str, says: str) -> None:
    told: Told = threedown(command)
    assert told.code == 2
    assert says in one_line(told)
