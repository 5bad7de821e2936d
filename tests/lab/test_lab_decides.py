"""Luck of the deal, skill and choices, compared with games whose answers are known by hand."""

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from support import tricks
from support.commands import Told, one_line
from support.tables import Rows, war

from threedown.bulk import kernel
from threedown.bulk.run import simulate
from threedown.bulk.run_spec import run_spec
from threedown.bulk.worker_pool import ThreadPool
from threedown.games import find_game
from threedown.games.setting import Setting, settle
from threedown.lab.analysis import choices as lab_choices
from threedown.lab.analysis import worlds as lab_worlds
from threedown.lab.analysis.choices import Choices, SampledGame, choices_of, compare_choices, has_no_choices
from threedown.lab.intervals import ONE_LOOK
from threedown.lab.study import study as lab_study
from threedown.lab.study.deals import deal_share, deal_share_difference, outcomes
from threedown.lab.study.study import StudyPlan, StudyResult, study
from threedown.lab.study.watched import counted
from threedown.table.chance import below
from threedown.table.layout import Table
from threedown.table.verbs import ask, look

Wins = Callable[[Table], bool]


@pytest.fixture(autouse=True)
def _stepped(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile nothing except where that is tested: it takes longer than the few games here."""
    if "slow" not in request.keywords:
        monkeypatch.setattr("threedown.bulk.run_spec.STEPPED_UP_TO", 10**9)
        monkeypatch.setattr(lab_worlds, "has_compiler", lambda: False)


def is_red(t: Table) -> bool:
    """True if seat 0's hand holds the first card, which the deal has settled."""
    return look(t, 0) % 2 == 0


def coin(t: Table) -> bool:
    return below(t, 2) == 0


def first_card(t: Table) -> bool:
    return ask(t, 0, tricks.PLAY) == 0


def wins_of(setting: Setting, again: int, n: int = 400, pilots: tuple[str, ...] = ()) -> Any:
    rows = Rows(n, 3 + len(setting.tally_names))
    simulate(run_spec(setting, n, 7, pilots)._replace(again=again), ThreadPool(1), False, sink=rows)
    return rows.rows[:, 2]


def luck_of(seat_0_wins: Wins, level: str = "simple") -> Any:
    setting = tricks.decided_by(seat_0_wins)
    return deal_share(outcomes([wins_of(setting, again, pilots=(level,) * 2) for again in (0, 1)]), 2, ONE_LOOK)


# Luck of the deal


def test_a_winner_settled_by_the_deal_is_all_luck() -> None:
    luck = luck_of(is_red)
    assert luck.value == 1
    assert 0.97 < luck.low < luck.high == 1


def test_fresh_chance_is_none_of_it() -> None:
    luck = luck_of(coin)
    assert luck.low == 0
    assert luck.high < 0.15


def test_half_of_each_is_a_quarter() -> None:
    """A coin says whether the deal's card or another coin decides: the deal counts in both games in one of four."""
    luck = luck_of(lambda t: is_red(t) if coin(t) else coin(t))
    assert luck.low < 0.25 < luck.high
    assert luck.low > 0.1


def test_randomness_of_bots_does_not_count_as_the_deal() -> None:
    assert luck_of(first_card, "simple").value == 1
    assert luck_of(first_card, "random").low == 0


def test_in_war_whose_cards_go_back_in_order_the_deal_settles_everything() -> None:
    setting = war(return_order="winner_first", short="lose")
    assert np.array_equal(wins_of(setting, 0, 8), wins_of(setting, 1, 8))
    shuffled = war(turn_cap=300)
    assert not np.array_equal(wins_of(shuffled, 0, 8), wins_of(shuffled, 1, 8))


def test_a_deal_that_is_played_again_is_the_same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted bug: other chance before the deal is other cards, and the first test of this file would fail."""
    honest = kernel.play_to_end

    def careless(t: Table, again: int = 0) -> None:
        kernel.play_otherwise(t.s, again)
        honest(t)

    monkeypatch.setattr(kernel, "play_to_end", careless)
    assert luck_of(is_red).value < 0.5


def test_shares_of_variance_are_those_worked_out_by_hand() -> None:
    """Three quarters of the pairs are equal: covariance 1/8, variance 1/4, for either seat."""
    found = {(1, 1): 30, (2, 2): 30, (1, 2): 10, (2, 1): 10}
    assert deal_share(found, 2, ONE_LOOK).value == pytest.approx(0.5)
    drawn = {(0, 0): 10, (1, 1): 10, (2, 2): 10}
    assert deal_share(drawn, 2, ONE_LOOK).value == 1
    always = deal_share({(1, 1): 50}, 2, ONE_LOOK)
    assert (always.low, always.high) == (0, 1)


def test_intervals_of_the_share_hold_as_often_as_they_say() -> None:
    pick, held, apart = np.random.default_rng(1), 0, 0
    for _ in range(300):
        chances = pick.beta(1, 1, 400)  # a share of 1/3
        games = [np.where(pick.random(400) < chances, 1, 2) for _ in range(4)]
        luck = deal_share(outcomes(games[:2]), 2, ONE_LOOK)
        held += luck.low <= 1 / 3 <= luck.high
        both = deal_share_difference(outcomes(games), 2, ONE_LOOK)
        apart += both.low <= 0 <= both.high
    assert min(held, apart) >= 0.92 * 300
    assert max(held, apart) < 300


# In a study


def plan(setting: Setting, **more: Any) -> StudyPlan:
    return StudyPlan(setting, (), False, ("simple",) * 2, 5, 60, 0.01, **more)


def test_a_study_of_one_game_measures_it_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    found = study(plan(tricks.decided_by(is_red), luck=True, skill=("simple", "random")), pool=ThreadPool(1))
    assert found.levels[0]["luck of the deal"].value == 1
    assert found.comparisons == ()
    low, high = found.levels[0]["skill"][1:3]
    assert low < 0.5 < high
    monkeypatch.setattr(lab_study, "BLOCK", 7)
    again = study(plan(tricks.decided_by(is_red), luck=True, skill=("simple", "random")), pool=ThreadPool(3))
    assert again.sums.deals == found.sums.deals
    assert again.levels == found.levels


@pytest.mark.slow
def test_skill_is_the_share_of_the_better_level_at_every_seat() -> None:
    found: StudyResult = study(
        plan(tricks.tricks(2), skill=("simple", "random"))._replace(most=300), pool=ThreadPool(1)
    )
    assert found.levels[0]["skill"].low > 0.5
    other = study(plan(tricks.tricks(2), skill=("random", "simple"))._replace(most=300), pool=ThreadPool(1))
    assert other.levels[0]["skill"].high < 0.5


def test_events_are_counted_stepped() -> None:
    """Of a game: 52 cards are dealt … each thing that a table would hear."""
    setting = counted(war(turn_cap=1))
    rows = Rows(3, 3 + len(setting.tally_names))
    simulate(run_spec(setting, 3, 7), ThreadPool(1), False, sink=rows)
    assert (rows.rows[:, -1] >= 52 + 2).all()
    assert (rows.rows[:, -1] < 52 + 20).all()


@pytest.mark.slow
def test_compiled_games_are_dealt_alike_and_counted_as_stepped_ones() -> None:
    pytest.importorskip("numba")
    setting = counted(war(turn_cap=300))
    for again in (0, 1):
        played = []
        for compiled in (False, True):
            rows = Rows(4, 3 + len(setting.tally_names))
            simulate(run_spec(setting, 4, 7)._replace(again=again), ThreadPool(1), compiled, folded=False, sink=rows)
            played.append(rows.rows)
        assert np.array_equal(*played)


# Choices


def test_choices_that_decide_matter_and_others_do_not() -> None:
    """Of three cards the first wins: each choice matters, and who picks blindly misses two of three."""
    found = choices_of(tricks.decided_by(first_card), "random", 3, 12, 1, worlds=40)
    assert found.a_game.value == 1
    assert (found.matter.value, found.matter.high) == (1, 1)
    assert found.missed.low < 2 / 3 < found.missed.high
    idle = choices_of(tricks.decided_by(lambda t: first_card(t) | True), "random", 3, 5, 1, worlds=40)
    assert (idle.matter.value, idle.missed.value) == (0, 0)
    assert idle.matter.high > 0.1
    assert idle.a_game.value == 1


def test_choices_are_the_same_on_any_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_choices, "A_GAME", 2)
    setting = tricks.tricks(2)
    one, three = (choices_of(setting, "random", 3, 4, workers, worlds=8) for workers in (1, 3))
    assert one == three
    assert one.weighed == 8


def weighed(choices: Any, matter: Any) -> Choices:
    """Return games with a number of choices: four of each are weighed, some of those matter, and none is missed."""
    games = [
        SampledGame(count, 4, of_them, 0) for count, of_them in zip(choices.tolist(), matter.tolist(), strict=True)
    ]
    return lab_choices._figures(games, 40, "random")


@pytest.mark.parametrize(("preset", "none"), [("usual", True), ("chosen", False)])
def test_house_rules_that_ask_nothing_leave_no_choices(preset: str, none: bool) -> None:
    """Beggar-My-Neighbour asks which card to play only if players hold a hand."""
    assert has_no_choices(settle(find_game("beggar-my-neighbour"), preset)) == none


def test_choices_of_variants_are_compared_game_by_game() -> None:
    """Whatever two variants share in each game cancels; rare events are never known for sure."""
    pick = np.random.default_rng(4)
    counts, matter = pick.integers(5, 50, 60), pick.integers(0, 3, 60)
    base, more = weighed(counts, matter), weighed(counts + pick.integers(0, 3, 60), matter + 1)
    apart = compare_choices(base, more)
    assert 0 < apart["a_game"].low < 1 < apart["a_game"].high < 2
    assert apart["matter"].low > 0.15, "a quarter more of all choices"
    assert apart["matter"].value == more.matter.value - base.matter.value
    assert apart["missed"].low < 0 == apart["missed"].value < apart["missed"].high
    same = compare_choices(base, base)
    assert (same["a_game"].half, same["a_game"].p) == (0, 1)
    assert same["matter"].p > 0.5
    assert "matter" not in compare_choices(
        base, weighed(0 * counts, 0 * counts)._replace(games=(SampledGame(0, 0, 0, 0),) * 60)
    )


def test_intervals_of_compared_choices_hold_as_often_as_they_say() -> None:
    pick, held = np.random.default_rng(5), 0
    for _ in range(300):
        chances = pick.beta(2, 4, 80)
        counts = pick.integers(5, 40, 80)
        base, other = (weighed(counts, pick.binomial(4, chances)) for _ in range(2))
        apart = compare_choices(base, other)["matter"]
        held += apart.low <= 0 <= apart.high
    assert 0.92 * 300 <= held < 300


# The command


def test_choices_of_variants_stand_beside_each_other(threedown: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only where one may surrender a tie is a question asked that is none without."""
    monkeypatch.setattr("threedown.cli.design.lab.choices_of", functools.partial(choices_of, worlds=8))
    command = "lab casino-war --set rounds=2 --set max_bet=1 --set max_tie=1 --vary surrender --most 12 --seed 5"
    told: Told = threedown(f"{command} --choices 2 --json")
    assert told.code == 0, told.err
    found = [each for each in told.json["comparisons"] if each["measure"].startswith("choices")]
    assert [each["measure"] for each in found] == ["choices", "choices that matter", "choices missed"]
    assert all(each["low"] <= each["difference"] <= each["high"] for each in found)
    a_game = [variant["choices"]["a_game"]["value"] for variant in told.json["variants"]]
    assert found[0]["difference"] == pytest.approx(a_game[1] - a_game[0])
    assert f"{found[0]['difference']:+.3g} ±" in threedown(f"{command} --choices 2").out


def test_no_column_of_a_study_is_cut(threedown: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Casino War counts more than fits beside each other."""
    monkeypatch.setenv("COLUMNS", "80")
    told: Told = threedown("lab casino-war --set rounds=3 --vary max_bet=5,20 --vary burn=0..2 --most 12 --seed 5")
    assert told.code == 0, told.err
    assert "…" not in told.out
    for name in ("bets", "staked", "events", "nobody ahead", "minutes"):
        assert name in told.out


def test_war_as_it_is(threedown: Any) -> None:
    told: Told = threedown("lab war --set turn_cap=6 --most 12 --seed 5 --luck --choices 2 --json")
    assert told.code == 0, told.err
    facts = told.json
    assert facts["comparisons"] == []
    (variant,) = facts["variants"]
    assert variant["measures"]["luck of the deal"]["high"] == 1
    assert variant["choices"]["a_game"] == {"value": 0, "low": 0, "high": 0}
    assert variant["minutes"]["value"] == pytest.approx(variant["measures"]["events"]["value"] / 60)
    assert threedown(facts["command"].removeprefix("threedown ") + " --json").json == facts
    shown = threedown("lab war --set turn_cap=6 --most 12 --seed 5 --luck --choices 2").out
    for text in ("War, 2 seats: 12 games", "luck of the deal", "Nobody has anything to choose."):
        assert text in shown


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ("lab war --skill", "there is nothing to choose"),
        ("lab blitz31 --skill simple", "name two levels, the better one first"),
        ("lab blitz31 --skill simple,simpel", "did you mean 'simple'?"),
        ("lab casino-war --seats 1 --luck", "--luck: a setting for one player needs --seats"),
        ("lab blitz31 --bots keen,keen --choices 9", "one of the game's own that does not imagine"),
    ],
)
def test_an_impossible_measure_is_refused_in_a_line(threedown: Any, arguments: str, text: str) -> None:
    told = threedown(arguments)
    assert told.code == 2
    assert text in one_line(told)
