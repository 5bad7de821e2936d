"""The exact edges of Casino War: known values, the proof that war beats surrender, and what simulation says."""

import itertools
import json
import math
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from threedown.bulk.run import simulate
from threedown.bulk.run_spec import run_spec
from threedown.exact.casino_war import COPIES, MOST_DECKS, RANKS, chances, closed_form, edges, edges_of
from threedown.games import find_game
from threedown.games.setting import settle
from threedown.session.session import Session
from threedown.table.chance import Generator

PAGE = Path(__file__).parents[2] / "docs/casino-war.md"
KINDS = ((False, 10), (True, 10), (False, 11), (True, 11))
"""Without or with the bonus for a second tie, and the odds of the tie bet."""


def counted(decks: int, tie_bonus: bool, tie_pays: int) -> tuple[Fraction, Fraction, Fraction]:
    """The edges counted another way: every four cards of a shoe in order, each with its payment.

    Four cards of ranks a, b, c, d can be drawn in as many ways as there are cards of a, then of b in the rest, and so
    on. No probabilities, no symmetry: the counts are whole numbers, and the payments those of the rulebook.
    """
    copies, cards = COPIES * decks, RANKS * COPIES * decks
    war = surrender = tie = 0
    for mine, house, mine_at_war, house_at_war in itertools.product(range(RANKS), repeat=4):
        dealt = (mine, house, mine_at_war, house_at_war)
        ways = math.prod(copies - dealt[:place].count(rank) for place, rank in enumerate(dealt))
        if mine != house:
            won = 1 if mine > house else -1
            war, surrender, tie = war - ways * won, surrender - ways * won, tie + ways
            continue
        second = (2 if tie_bonus else 1) if mine_at_war == house_at_war else 1 if mine_at_war > house_at_war else -2
        war, surrender, tie = war - ways * second, surrender + ways * Fraction(1, 2), tie - ways * tie_pays
    orders = math.perm(cards, 4)
    return Fraction(war, orders), surrender / Fraction(orders), Fraction(tie, orders)


@pytest.mark.parametrize("decks", [1, 6, *(pytest.param(more, marks=pytest.mark.slow) for more in (2, 3, 4, 5, 7, 8))])
@pytest.mark.parametrize(("tie_bonus", "tie_pays"), KINDS)
def test_the_edges_counted_card_by_card(decks: int, tie_bonus: bool, tie_pays: int) -> None:
    assert edges(decks, tie_bonus, tie_pays) == counted(decks, tie_bonus, tie_pays)


def test_the_edges_of_the_bonus_and_of_eleven_to_one() -> None:
    """2.33 % with the bonus, as the Wizard of Odds has it; of a tie bet at 11 to 1 the house keeps 1 - 12 · 23/311."""
    found = edges(6, tie_bonus=True, tie_pays=11)
    assert f"{float(found.war):.2%}" == "2.33%"
    assert found.war == Fraction(23, 311) * (1 - 5 * Fraction(1181, 15965)) / 2 == Fraction(23138, 993023)
    assert found.surrender == edges(6).surrender
    assert found.tie == Fraction(311 - 12 * 23, 311) == Fraction(35, 311)


def test_the_page_shows_the_edges() -> None:
    rows = [line.strip("| ").split(" | ") for line in PAGE.read_text().splitlines() if line.startswith("| ")][2:]
    assert [int(row[0]) for row in rows] == list(range(1, MOST_DECKS + 1))
    for decks, *told in rows:
        plain, best = edges(int(decks)), edges(int(decks), tie_bonus=True, tie_pays=11)
        exact = (plain.war, best.war, plain.surrender, plain.tie, best.tie)
        assert told == [f"{float(edge):.4%} ({edge})" for edge in exact]


def test_the_known_edges_of_six_decks() -> None:
    """2.88 % for players who always go to war, 18.65 % of the tie bet; by hand: 23 of 311 cards tie."""
    found = edges(6)
    assert f"{float(found.war):.2%}" == "2.88%"
    assert f"{float(found.tie):.2%}" == "18.65%"
    assert found.tie == Fraction(58, 311)
    assert found.surrender == Fraction(23, 622)
    assert found.war == Fraction(142853, 4965115)


@pytest.mark.parametrize("decks", range(1, 21))
def test_enumeration_and_closed_form_agree(decks: int) -> None:
    for tie_bonus, tie_pays in KINDS:
        assert edges(decks, tie_bonus, tie_pays) == closed_form(decks, tie_bonus, tie_pays)


def test_war_beats_surrender_with_any_number_of_decks() -> None:
    """In closed form war is better by 3pq/2, with p the chance of a tie and q that of a second one.

    With m = 4·decks >= 4, q = ((m-2)(m-3) + 12m(m-1)) / ((52·decks-2)(52·decks-3)): both terms above are positive or
    zero, the second is at least 144, and the terms below are positive. So the difference is positive for every number
    of decks. Checked by enumeration for 1 to 20 decks, and in closed form for 1,000.
    """
    for decks in range(1, 21):
        found, chance = edges(decks), chances((COPIES * decks,) * RANKS)
        assert found.surrender - found.war == Fraction(3, 2) * chance.tie * chance.second_tie > 0
    for decks in range(1, 1001):
        m = COPIES * decks
        above = (m - 2) * (m - 3) + (RANKS - 1) * m * (m - 1)
        q = Fraction(above, (52 * decks - 2) * (52 * decks - 3))
        p = Fraction(m - 1, 52 * decks - 1)
        assert q > 0
        assert closed_form(decks).surrender - closed_form(decks).war == 3 * p * q / 2 > 0


@pytest.mark.parametrize("burned", [0, 1, 3])
@pytest.mark.parametrize("others", [0, 1])
@pytest.mark.parametrize("tie_bonus", [False, True])
def test_burned_cards_and_other_players_do_not_matter(burned: int, others: int, tie_bonus: bool) -> None:
    """Every order of a shoe of two ranks with four cards each, against the enumeration of ranks."""
    copies = (4, 4)
    shoe = [rank for rank, count in enumerate(copies) for _ in range(count)]
    total, kept, orders = Fraction(0), Fraction(0), 0
    for ones in itertools.combinations(range(len(shoe)), copies[1]):
        cards = iter([1 if place in ones else 0 for place in range(len(shoe))])
        for _ in range(others):
            next(cards)
        mine, his = next(cards), next(cards)
        orders += 1
        if mine != his:
            kept += 1 if his > mine else -1
            continue
        for _ in range(burned):
            next(cards)
        mine, his = next(cards), next(cards)
        kept += 2 if his > mine else -2 if tie_bonus and his == mine else -1
        total += 1
    assert kept / orders == edges_of(copies, tie_bonus).war
    assert total / orders == chances(copies).tie


def test_without_ties_nothing_is_kept() -> None:
    """One card of each rank: no tie, an even game, and the tie bet is always lost."""
    assert edges_of((1,) * 13) == (0, 0, 1)


@pytest.mark.parametrize("decks", range(1, MOST_DECKS + 1))
def test_the_command_prints_fractions(decks: int, threedown: Callable[[str], tuple[int, str]]) -> None:
    code, out = threedown(f"exact casino-war --decks {decks} --json")
    found = json.loads(out)
    assert code == 0
    assert found["decks"] == decks
    for name, edge in edges(decks)._asdict().items():
        assert Fraction(found["edge"][name]["fraction"]) == edge
        assert found["edge"][name]["value"] == float(edge)


def test_the_command_shows_all_shoes_to_people(threedown: Callable[[str], tuple[int, str]]) -> None:
    code, out = threedown("exact casino-war")
    assert code == 0
    for value in ("2.8771%", "18.6495%", "2.4154%"):
        assert value in out
    assert threedown("exact casino-war --decks 9")[0] == 2
    other = threedown("exact casino-war --set tie_bonus=true --set tie_pays=11")[1]
    for value in ("2.3301%", "11.2540%", "2.0648%", "with a bonus for a second tie", "11 to 1"):
        assert value in " ".join(other.split())
    assert len(json.loads(threedown("exact casino-war --json")[1])["shoes"]) == MOST_DECKS
    assert (
        json.loads(threedown("exact casino-war --preset bonus --json")[1])["edge"]["war"]["fraction"] == "23138/993023"
    )


def test_the_table_shows_the_edge() -> None:
    """The player sees the house's edge."""
    game = find_game("casino-war")
    session = Session(settle(game), Generator(1))
    told = game.words.table.progress(session.table)
    for share in ("2.88%", "3.70%", "18.65%", "play chips only"):
        assert share in told


@pytest.mark.parametrize(
    ("decks", "reshuffle", "tie_bonus", "games"),
    [
        (6, "cut", False, 2_000),
        (6, "cut", True, 2_000),
        *(
            pytest.param(decks, reshuffle, tie_bonus, 50_000, marks=pytest.mark.slow)
            for decks in (1, 6)
            for reshuffle in ("cut", "round")
            for tie_bonus in (False, True)
        ),
    ],
)
def test_simulation_finds_the_edge(decks: int, reshuffle: str, tie_bonus: bool, games: int) -> None:
    """A hundred rounds per game, always going to war: the loss per chip bet lies within five standard errors.

    A round of one chip is lost or won (one, or two at war), so its variance is below 1 + 3p; with the tie p below 0.08.
    """
    setting = settle(find_game("casino-war"), None, {"decks": decks, "reshuffle": reshuffle, "tie_bonus": tie_bonus})
    run = simulate(run_spec(setting, games, seed=1))
    tally = dict(zip(setting.game.counters.tallies, run.totals.tallies[0].tolist(), strict=True))
    bets, edge = tally["bets"], edges(decks, tie_bonus)
    assert tally["staked"] == 2 * bets
    error = math.sqrt(1.3 / bets)
    assert abs(tally["lost"] / tally["staked"] - float(edge.war)) < 5 * error
    chance = chances((COPIES * decks,) * RANKS)
    tie, second = float(chance.tie), float(chance.tie * chance.second_tie) if tie_bonus else 0
    assert abs(tally["ties"] / bets - tie) < 5 * math.sqrt(tie / bets)
    assert abs(tally["bonuses"] / bets - second) <= 5 * math.sqrt(second / bets)
