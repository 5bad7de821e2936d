"""The 31 of twenty cards: what counts as the same question, and that what is learned is a solution."""

import json
import random
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from threedown.cli import main
from threedown.games.blitz31 import rules
from threedown.games.blitz31.hands import worth_of
from threedown.games.detached import DetachedTable
from threedown.research.small31 import twenty_cards
from threedown.research.small31.knowledge import (
    ACE,
    SUITS,
    TENS,
    column_of,
    key_of,
    known_cards,
    ranks_in_order,
    suits_in_order,
)
from threedown.research.small31.levels import small_setting
from threedown.research.small31.solver import solved, tree, value
from threedown.research.small31.twenty_cards import (
    CARDS,
    CHOICES,
    NONE,
    OVER,
    Solver,
    answered,
    lay,
    new_sheet,
    next_question,
    share,
    weigh,
)
from threedown.table.chance import run_key, start_game
from threedown.table.hands import discard, hand, knows
from threedown.table.layout import Table
from threedown.table.verbs import held, look

SETTING = small_setting(6)


def table(deal: int) -> Table:
    t = Table(SETTING.new_table_state(), SETTING.option_codes, DetachedTable(SETTING, ("random", "random")))
    start_game(t.s, run_key(7), deal)
    lay(t, CARDS)
    return t


def legal(t: Table, question: int) -> list[int]:
    return [code for code in range(rules.CODES[question]) if rules.legal(t, int(t.s.to_play), question, code)]


def least(t: Table, question: int) -> dict[int, Any]:
    """Choices by the player's view and the card chosen, in the least of all names for suits, tens and pictures."""
    seat = int(t.s.to_play)
    own = [look(t, hand(t, seat), place) for place in range(held(t, hand(t, seat)))]
    known = [
        look(t, hand(t, 1 - seat), place) % SUITS for place in range(3) if knows(t, seat, hand(t, 1 - seat), place)
    ]
    shown = own[-1] if t.s.from_discard else look(t, discard(t))
    told = (question, int(t.s.turns), int(t.s.knocked.sum()), int(t.s.from_discard))
    found: dict[int, Any] = {}
    for suits in permutations(range(SUITS)):
        for ranks in permutations(range(ACE)):
            name = {
                card: SUITS * (*ranks, ACE)[(card - TENS) // SUITS] + suits[card % SUITS] for card in range(TENS, 52)
            }
            seen_so = (sorted(name[card] for card in own), name[shown], sorted(suits[suit] for suit in known))
            for code in legal(t, question):
                chosen = (told, *seen_so, name[own[code]] if question == rules.DISCARD else code)
                found[code] = min(found.get(code, chosen), chosen)
    return found


@pytest.mark.slow
def test_equal_keys_are_one_question() -> None:
    """And what stands in one of its columns one choice; of what is the same, most has the same key."""
    pick, told = random.Random(1), dict[tuple[int, int], Any]()
    for deal in range(40):
        t = table(deal)
        question = next_question(t)
        while question != OVER:
            seat = int(t.s.to_play)
            cards = known_cards(t, seat)
            suits = suits_in_order(cards)
            ranks = ranks_in_order(cards, suits)
            key = key_of(t, question, cards, suits, ranks)
            for code, chosen in least(t, question).items():
                column = column_of(t, seat, question, code, suits, ranks)
                assert told.setdefault((key, column), chosen) == chosen
            question = answered(t, question, pick.choice(legal(t, question)))
    same = {repr(chosen) for chosen in told.values()}
    assert len(same) > 300
    assert len(told) < 1.3 * len(same)


def test_odds_are_of_what_is_legal_and_follow_what_was_learned() -> None:
    t, sheet, columns, odds = table(3), new_sheet(), [0] * CHOICES, [0.0] * CHOICES
    question = next_question(t)
    row = weigh(t, question, sheet, False, columns, odds)
    assert (columns, odds) == ([0, 1, 2, NONE], [1 / 3, 1 / 3, 1 / 3, 0.0])
    sheet.regrets[row, :3] = 3, -5, 1
    sheet.made[row, :3] = 0, 2, 2
    assert weigh(t, question, sheet, False, columns, odds) == row
    assert odds == [0.75, 0, 0.25, 0]
    weigh(t, question, sheet, True, columns, odds)
    assert odds == [0, 0.5, 0.5, 0]


def test_it_is_dealt_from_twenty_cards_and_ends_as_the_rules_end_it() -> None:
    pick, ends = random.Random(2), set()
    for deal in range(60):
        t = table(deal)
        assert sorted(card % 64 for card in np.array(least_cards(t))) == list(range(TENS, 52))
        question = next_question(t)
        while question != OVER:
            question = answered(t, question, pick.choice(legal(t, question)))
        assert share(t, 0) + share(t, 1) == 1
        ends.add(share(t, 0))
    assert ends == {0.0, 0.5, 1.0}


def least_cards(t: Table) -> list[int]:
    return [look(t, pile, depth) for pile in range(t.s.cards.shape[0]) for depth in range(held(t, pile))]


@pytest.mark.slow
@pytest.mark.parametrize("turns", [2, 3])
def test_of_eight_cards_it_learns_what_is_solved_exactly(turns: int) -> None:
    """The kings and aces alone: there a forgetful player loses little."""
    exact = tree(lambda cards: worth_of((44 + card for card in cards), 0), turns)
    even = value(exact, solved(exact))
    solver = Solver(turns, cards=8)
    solver.learns(20_000)
    assert solver.begins(200_000) == pytest.approx(even, abs=0.01)
    assert solver.beaten_by(20_000, 200_000) == pytest.approx(0.5, abs=0.015)


@pytest.mark.slow
def test_levels_play_against_it(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A random player loses much; no level has much more than half against the solution."""
    monkeypatch.setattr(twenty_cards, "DEALS", 10_000)
    monkeypatch.setattr("threedown.cli.count.exact_small.GAMES", 400)
    monkeypatch.setattr("threedown.cli.count.exact_small.LEVELS", ("random", "simple", "steady"))
    with pytest.raises(SystemExit) as stop:
        main(["exact", "blitz31", "--small", "--turns", "4", "--json"])
    assert not stop.value.code
    found = json.loads(capsys.readouterr().out)
    shares = {row["level"]: row["share"] for row in found["levels"]}
    assert shares["random"] < 0.3
    assert shares["random"] < shares["simple"] < 0.57
    assert found["beaten"] < 0.53
    assert 0.5 < found["first_seat"] < 0.7
