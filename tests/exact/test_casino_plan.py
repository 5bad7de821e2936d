"""Bets planned in Casino War: worked out by hand for a round or two, and as good at the table as on paper."""

import json
from typing import Any

import pytest

from threedown.bulk.run import simulate
from threedown.bulk.run_spec import run_spec
from threedown.bulk.worker_pool import ThreadPool
from threedown.cli import main
from threedown.exact.casino_plan import HALVES, Shoe, column, planned
from threedown.exact.casino_war import chances
from threedown.games import find_game
from threedown.games.casino_war import bots
from threedown.games.casino_war.rules import BET, SURRENDER, TIE, TIE_BETS, WAR
from threedown.games.setting import Setting, settle
from threedown.lab.study.plan import variation
from threedown.lab.study.study import StudyPlan, study
from threedown.table.layout import Table

SIX = chances((24,) * 13)
WIN, TIE_FOR_WAR = (1 - SIX.tie) / 2, SIX.tie * (1 + SIX.second_tie) / 2
"""A round is won at once, or at war (equal cards win there too)."""


def share(rounds: int, chips: int = 0) -> float:
    *_, row = planned(Shoe(), rounds)
    return float(row.share[column(100, HALVES * chips, len(row.share))])


def test_one_round_is_won_or_lost() -> None:
    """Even before the last round any bet does: a card that is higher wins, or a tie and then the war."""
    assert share(1) == pytest.approx(float(WIN + TIE_FOR_WAR))
    assert share(1, chips=3) == pytest.approx(1), "who is ahead by 3 loses 2 at most"
    assert share(1, chips=-21) < 1e-9, "the largest bet does not make up for 21"


def test_two_rounds_by_hand() -> None:
    """Two chips first. Won, one is bet and no more than one lost, as a tie is given up: ahead for sure. Lost, three (at
    war five) must be won back in the last round.
    """
    won = WIN + TIE_FOR_WAR
    assert share(2) == pytest.approx(float(won + (1 - won) * won))


@pytest.mark.parametrize(("rounds", "least"), [(5, 0.89), (20, 0.91), (100, 0.88)])
def test_it_starts_small_and_raises_late(rounds: int, least: float) -> None:
    assert least < share(rounds) < least + 0.01
    rows = list(planned(Shoe(), 100))
    at = column(100, 0, len(rows[0].bet))
    assert rows[99].bet[at] == 1
    assert rows[0].bet[at - HALVES * 10] == 11, "ten behind in the last round: eleven"
    assert rows[0].bet[at + HALVES * 10] == 1


def casino(**options: object) -> Setting:
    return settle(find_game("casino-war"), None, options)


def share_at_table(setting: Setting, level: str, games: int) -> float:
    return int(simulate(run_spec(setting, games, 3, (level,)), pool=ThreadPool(1)).totals.counts[0]) / games


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"reshuffle": "round"}, {"rounds": 5}, {"surrender": False}], ids=str)
def test_bold_wins_at_the_table_what_it_plans(options: dict[str, object]) -> None:
    """Within four standard errors of 20,000 games; sensible players win far less."""
    setting = casino(**options)
    rules = setting.option_codes
    *_, row = planned(Shoe(surrender=bool(rules.surrender)), rules.rounds)
    told = float(row.share[column(100, 0, len(row.share))])
    assert abs(share_at_table(setting, "bold", 20_000) - told) < 4 * (told * (1 - told) / 20_000) ** 0.5
    assert share_at_table(setting, "sensible", 20_000) < told - 0.2


@pytest.mark.slow
@pytest.mark.parametrize("options", [{"rounds": 3}, {"rounds": 150, "chips": 10_000, "min_bet": 20}], ids=str)
def test_bold_is_the_same_in_machine_code(options: dict[str, object]) -> None:
    setting = casino(**options)
    totals = [
        simulate(run_spec(setting, 20, 1, ("bold",)), ThreadPool(1), compiled).totals for compiled in (False, True)
    ]
    assert totals[0].counts.tolist() == totals[1].counts.tolist()
    assert totals[0].tallies.tolist() == totals[1].tallies.tolist()


@pytest.mark.slow
def test_bold_plans_for_each_variant_of_a_study_under_its_own_rules() -> None:
    """Variants share machine code, but no plan: each plays as it plays alone, step by step."""
    base = casino(rounds=5, max_bet=20)
    wanted = StudyPlan(base, (variation(base, "max_bet=1,3,20"),), False, ("bold",), 5, 24, 0.01)
    found = study(wanted, ThreadPool(1))
    place = [measure.name for measure in found.measures].index("staked")
    staked = [int(found.sums.levels[variant, place, 0]) for variant in range(3)]
    alone = [
        simulate(run_spec(each.setting, 24, 5, ("bold",)), ThreadPool(1), compiled=False) for each in found.variants
    ]
    assert staked == [int(run.totals.tallies[0, run.setting.tally_names.index("staked")]) for run in alone]
    assert len(set(staked)) == 3


def test_a_laid_table_is_answered_legally() -> None:
    """Nothing is left to bet much of, and a war cannot be covered."""
    setting = casino()
    table_state = setting.new_table_state()
    t = Table(table_state, setting.option_codes)
    table_state.turns, table_state.gain[0] = 100, -2 * 98
    assert bots.bold(t, 0, BET) == 1 * TIE_BETS
    table_state.bet[0] = 2
    assert bots.bold(t, 0, TIE) == SURRENDER
    table_state.gain[0], table_state.bet[0] = 0, 1
    assert bots.bold(t, 0, TIE) == WAR


def test_the_command_prints_the_plan(threedown) -> None:  # type: ignore[no-untyped-def]
    code, out = threedown("exact casino-war --rounds 100")
    assert code == 0
    assert "ahead in the end in 88.27% of games" in out
    found = json.loads(threedown("exact casino-war --rounds 3 --decks 1 --json")[1])
    assert found["decks"] == 1
    assert [row["left"] for row in found["plan"]] == [3, 2, 1]
    assert found["plan"][-1]["bets"]["-10"] == 11
    assert found["share"] == found["plan"][0]["share"] > 0.8


def test_the_plan_says_what_is_done_at_a_tie(threedown) -> None:  # type: ignore[no-untyped-def]
    """One chip ahead before the last round: half a chip is given up at a tie, and one is ahead still."""
    found = json.loads(threedown("exact casino-war --rounds 1 --json")[1])["plan"][0]
    assert (found["bets"]["1"], found["wars"]["1"], found["wars"]["0"]) == (1, False, True)
    told = threedown("exact casino-war --rounds 1")[1]
    assert "after the last round:" in told
    assert "2     1  1*  1*   1" in told


def test_the_plan_goes_by_the_house_rules(threedown) -> None:  # type: ignore[no-untyped-def]
    """One chip and one round: a bet of one stakes everything, and the higher card wins."""
    one = "exact casino-war --rounds 1 --set chips=1 --set min_bet=1 --set max_bet=1"
    found = json.loads(threedown(f"{one} --preset single-deck --json")[1])
    assert {name: found[name] for name in Shoe._fields} == {
        "decks": 1,
        "chips": 1,
        "min_bet": 1,
        "max_bet": 1,
        "surrender": True,
        "tie_bonus": False,
    }
    assert found["share"] == pytest.approx((1 - float(chances((4,) * 13).tie)) / 2)
    told = threedown("exact casino-war --rounds 3 --preset no-surrender --set chips=40 --set min_bet=15")[1]
    assert "Every tie is war." in told
    assert "*" not in told
    assert "40 chips to begin with, bets of 15 to 20" in " ".join(told.split())
    assert threedown("exact casino-war --preset single-deck") == threedown("exact casino-war --decks 1")
    assert threedown("exact casino-war --set decks=2") == threedown("exact casino-war --decks 2")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            "--rounds 5 --set burn=0",
            "--set burn=0: the plan of --rounds depends only on decks, chips, min_bet, max_bet, surr",
        ),
        ("--set chips=5", "--set chips=5: the edge depends only on decks, tie_bonus, tie_pays"),
        ("--decks 2 --set decks=3", "--set decks=3: --decks 2 says that already"),
        ("--rounds 5 --set deks=3", "casino-war has no option 'deks': choose one of decks"),
        ("--rounds 5 --preset sed", "casino-war has no preset 'sed': choose one of seed"),
        ("--rounds 5 --set chips", "--set chips: write --set key=value"),
        ("--rounds 5 --set min_bet=20 --set max_bet=2", "min_bet=20 is more than max_bet=2"),
    ],
)
def test_options_outside_the_plan_are_refused(capsys: Any, given: str, said: str) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["exact", "casino-war", *given.split()])
    assert stop.value.code == 2
    assert said in capsys.readouterr().err
