"""The small 31: what it is worth, by hand and by the rules of Blitz (31) themselves, and what levels give away."""

import json
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from threedown.cli import main
from threedown.games.blitz31 import rules
from threedown.games.blitz31.hands import worth_of
from threedown.games.detached import DetachedTable
from threedown.research.small31.levels import CODES, FIRST_CARD, laid, played, small_setting
from threedown.research.small31.solver import (
    CARDS,
    HAND,
    MOST,
    SUITS,
    SeenTable,
    Tree,
    Way,
    deals,
    evenly,
    response,
    shares,
    solved,
    tree,
    value,
)
from threedown.table.hands import hand
from threedown.table.layout import Table, TableState
from threedown.table.verbs import begin_turn, is_over, look


def worth(cards: tuple[int, ...]) -> int:
    return worth_of([FIRST_CARD + card for card in cards], 0)


@pytest.fixture(scope="module")
def two() -> Tree:
    return tree(worth, 2)


@pytest.fixture(scope="module")
def three() -> Tree:
    return tree(worth, 3)


def of_a_kind(cards: Any) -> bool:
    return any(sum(card // SUITS == rank for card in cards) >= HAND for rank in range(2))


def test_two_turns_by_hand(two: Tree) -> None:
    """Only a knock by the first player can end it. With three of a kind (1 hand in 7) they knock and win; with anything
    else the opponent has three of a kind after their turn more often than not, so a draw is better: 1/2 + 1/14."""
    for mine in combinations(range(CARDS), HAND):
        left = [card for card in range(CARDS) if card not in mine]
        made = [
            of_a_kind((*other, top)) or of_a_kind((*other, last))
            for other in combinations(left, HAND)
            for top in left
            for last in left
            if len({*other, top, last}) == len(left)
        ]
        assert of_a_kind(mine) or np.mean(made) == 0.7
    solution = solved(two)
    assert value(two, solution) == pytest.approx(1 / 2 + 1 / 14, abs=1e-4)
    for player in (0, 1):
        assert value(two, response(two, solution, player)) == pytest.approx(4 / 7, abs=1e-4)


def test_it_is_played_by_the_rules_of_31(two: Tree) -> None:
    """The value of choosing at random, by the tree and by the rules, from every deal."""
    setting = small_setting(2)

    def share(table_state: TableState) -> float:
        t = Table(table_state, setting.option_codes, DetachedTable(setting, ("random", "random")))
        seat, found = int(table_state.to_play), []
        for code in CODES.values():
            if rules.legal(t, seat, rules.DRAW, code):
                then = Table(table_state.copy(), t.o, t.live)
                if code == rules.KNOCK:
                    rules.answer(then, seat, rules.DRAW, code)
                    found.append(after(then))
                else:
                    rules.draw_card(then, seat, code)
                    ends = [Table(then.s.copy(), t.o, t.live) for _ in range(MOST)]
                    for place, end in enumerate(ends):
                        rules.answer(end, seat, rules.DISCARD, place)
                    found.append(float(np.mean([after(end) for end in ends])))
        return float(np.mean(found))

    def after(t: Table) -> float:
        if is_over(t):
            return {0b01: 1.0, 0b10: 0.0, 0: 0.5}[int(t.s.winners)]
        begin_turn(t)
        return share(t.s)

    found = 0.0
    for chance, lying in deals():
        seen = SeenTable(tuple(sorted(lying.hands[0])), lying.shown, (), False)
        found += chance * share(laid(setting, seen, Way(lying.dealt, ())))
    assert found == pytest.approx(value(two, evenly(two)), abs=1e-9)


def test_tables_show_what_is_seen(three: Tree) -> None:
    """At every fifth of them: the cards of the hand, the top discard, and as many choices as the tree has."""
    setting, counts = small_setting(3), np.bincount(three.first, minlength=len(three.first))
    for (seen, first), way in list(zip(three.seen.items(), three.ways, strict=True))[::5]:
        table_state = laid(setting, seen, way)
        t, seat = Table(table_state, setting.option_codes), len(seen.ways) % 2
        cards = [look(t, hand(t, seat), place) - FIRST_CARD for place in range(len(seen.hand))]
        assert (sorted(cards[:HAND]), cards[HAND:]) == (list(seen.hand[:HAND]), list(seen.hand[HAND:]))
        question = rules.DISCARD if len(seen.hand) == MOST else rules.DRAW
        assert sum(rules.legal(t, seat, question, code) for code in range(rules.CODES[question])) == counts[first]


def test_a_solution_is_one(three: Tree) -> None:
    """Neither can gain anything to speak of, and who answers a weak player gains much."""
    even, solution = evenly(three), solved(three, 60)
    best, worst = (value(three, response(three, solution, player)) for player in (0, 1))
    assert 0 <= best - worst < 1e-3
    assert worst <= value(three, solution) <= best
    assert value(three, response(three, even, 0)) - value(three, response(three, even, 1)) > 0.5
    assert np.allclose(np.bincount(three.first, solution)[np.unique(three.first)], 1)
    assert shares(three, solution).min() >= 0


def test_the_loss_of_each_level(two: Tree) -> None:
    """``simple`` knocks with three of a kind alone, which is right in two turns; who picks anything loses by it."""
    solution = solved(two)
    simple, random = (played(two, level, 2) for level in ("simple", "random"))
    for play, lost in ((simple, 0.0), (random, 0.5 + 1 / 14 - 0.438095)):
        assert value(two, solution) - value(two, response(two, play, 1)) == pytest.approx(lost, abs=1e-4)
    assert np.isin(simple, (0, 1)).all()


@pytest.mark.slow
def test_the_command_prints_how_far_levels_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["exact", "blitz31", "--small", "--cards", "8", "--turns", "2", "--json"])
    assert not stop.value.code
    found = json.loads(capsys.readouterr().out)
    assert found["first_seat"] == pytest.approx(4 / 7, abs=1e-4)
    by_level = {row["level"]: row for row in found["levels"]}
    assert list(by_level) == ["random", "simple", "steady", "keen"]
    assert by_level["simple"]["answer"]["share"] == pytest.approx(0.5, abs=1e-4)
    for row in found["levels"]:
        assert row["answer"]["share"] <= row["solution"]["share"] + 1e-4 <= 0.5 + 2e-4
