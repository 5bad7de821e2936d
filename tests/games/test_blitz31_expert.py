"""The level ``expert`` of Blitz (31): its features, the table that it plays from, and where it doesn't play from it."""

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from support.levels import with_few_worlds

from threedown.cards import parse_card
from threedown.games import find_game
from threedown.games.blitz31 import bots, expert, rules
from threedown.games.blitz31.hands import value
from threedown.games.detached import DetachedTable, answer_of
from threedown.games.setting import Setting, settle
from threedown.games.three_cards import worth_of
from threedown.table.chance import run_key, start_game
from threedown.table.hands import discard, hand, stock
from threedown.table.layout import Table
from threedown.table.verbs import begin_turn, held, look, put_on_top, put_under, take_top

BOOK = settle(find_game("blitz31"), seats=2)


def dealt(setting: Setting, deal: int) -> Table:
    t = Table(setting.new_table_state(), setting.option_codes, DetachedTable(setting, ("random",) * setting.seats))
    start_game(t.s, run_key(31), deal)
    rules.deal(t)
    begin_turn(t)
    return t


def cards_of(t: Table, pile: int) -> list[int]:
    return [look(t, pile, depth) for depth in range(held(t, pile))]


def laid(own: str, other: str, top: str) -> Table:
    """A table with these hands before the first turn of a round."""
    t = dealt(BOOK, 0)
    for pile in (hand(t, 0), hand(t, 1), discard(t)):
        while held(t, pile):
            put_under(t, stock(t), take_top(t, pile))
    cards = {pile: [parse_card(card) for card in text.split()] for pile, text in enumerate((own, other, top))}
    taken = [card for each in cards.values() for card in each]
    rest = [card for card in cards_of(t, stock(t)) if card not in taken]
    while held(t, stock(t)):
        take_top(t, stock(t))
    for card in rest:
        put_under(t, stock(t), card)
    for card in cards[0]:
        put_under(t, hand(t, 0), card)
    for card in cards[1]:
        put_under(t, hand(t, 1), card)
    for card in cards[2]:
        put_on_top(t, discard(t), card)
    return t


def test_the_worth_of_a_hand_and_what_other_cards_add_are_counted() -> None:
    """By trying each card that the hand does not hold. (Three of a kind count in full.)"""
    for deal in range(60):
        t = dealt(BOOK, deal)
        for drawn in range(2):
            own = cards_of(t, hand(t, 0))
            for left_out in range(held(t, hand(t, 0))) if drawn else (-1,):
                kept = [card for place, card in enumerate(own) if place != left_out]
                now = worth_of(kept, 60) // 2
                added = 0
                for card in set(range(52)) - set(own):
                    better = max(worth_of([*kept[:gone], *kept[gone + 1 :], card], 60) // 2 for gone in range(3))
                    added += max(better - now, 0)
                both = expert.worth_and_hope(t, 0, left_out)
                pairs = 3 - len({card // 4 for card in kept})
                assert both & expert.POINTS == now
                assert 0 <= (both >> expert.HOPE) - added <= (2 * (30 - now) if pairs == 1 else 0)
            if not drawn:
                top = look(t, discard(t))
                taken = max(worth_of([*own[:gone], *own[gone + 1 :], top], 60) // 2 for gone in range(3))
                assert expert.worth_with_discard(t, 0) == taken
                rules.draw_card(t, 0, rules.FROM_STOCK)


def test_situations_have_a_row_each() -> None:
    """Rows of the decisions lie apart, and lives, the turn and a knock lead to others."""
    seen = set()
    for deal in range(200):
        t = dealt(BOOK, deal)
        before = expert.row_of(t, 0, expert.TO_KNOCK, 0)
        seen.add(before)
        assert 0 <= before < expert.KNOCK_ROWS
        changed = set()
        for name, seat in (("lives", 0), ("lives", 1)):
            there = dealt(BOOK, deal)
            getattr(there.s, name)[seat] = 1
            changed.add(expert.row_of(there, 0, expert.TO_KNOCK, 0))
        there.s.played = 3
        changed.add(expert.row_of(there, 0, expert.TO_KNOCK, 0))
        assert len(changed - {before}) == 3
        draws = {expert.row_of(each, 0, expert.TO_DRAW, 0) for each in (t, there)}
        there.s.knocked[1] = 1
        draws.add(expert.row_of(there, 0, expert.TO_DRAW, 0))
        assert len(draws) == 3
        assert min(draws) >= expert.KNOCK_ROWS
        rules.draw_card(t, 0, rules.FROM_STOCK)
        discards = expert.row_of(t, 0, expert.TO_DISCARD, expert.two_discards(t, 0))
        assert max(draws) < expert.KNOCK_ROWS + expert.DRAW_ROWS <= discards < expert.ROWS
    assert len(seen) > 30


@pytest.mark.parametrize(("played", "knocked"), [(0, 0), (2, 0), (6, 0), (1, 1)])
def test_a_hand_of_31_has_a_row_of_its_own_before_a_discard(played: int, knocked: int) -> None:
    """Its class was one too many: the row was one of the next phase, and after a knock none of the table."""
    rows = []
    for own in ("AS KS QS", "KS QS 9S", "2S 3H 5D"):
        t = laid(own, "2C 3D 5H", "6C")
        t.s.played, t.s.knocked[1] = played, knocked
        rules.draw_card(t, 0, rules.FROM_DISCARD)
        rows.append(expert.row_of(t, 0, expert.TO_DISCARD, expert.two_discards(t, 0)))
    assert len(set(rows)) == 3
    phase = expert.VALUES * expert.LOSSES * expert.DANGERS**2
    assert len({(row - expert.KNOCK_ROWS - expert.DRAW_ROWS) // phase for row in rows}) == 1
    assert max(rows) < expert.ROWS


def test_the_table_is_small_and_has_a_probability_for_every_choice() -> None:
    path = Path(expert.__file__).with_name("expert.npz")
    table = expert.strategy_under(BOOK.option_codes)
    assert path.stat().st_size <= 1_000_000
    assert (table.shape, table.dtype) == ((expert.ROWS,), np.uint8)


def test_choices_are_drawn_by_their_probabilities(monkeypatch: pytest.MonkeyPatch) -> None:
    t = laid("KS QS 4H", "2C 3D 5H", "6C")
    parts = np.zeros(expert.ROWS, dtype=np.uint8)
    parts[expert.row_of(t, 0, expert.TO_KNOCK, 0)] = 204  # in four of five cases
    monkeypatch.setattr(expert, "strategy", lambda t: parts)
    made = []
    for key in range(2_000):
        t.s.pilot[0] = key
        made.append(expert.drawn_choice(t, 0, rules.DRAW))
    assert set(made) == {rules.FROM_STOCK, rules.KNOCK}
    assert 0.17 < made.count(rules.FROM_STOCK) / 2_000 < 0.23


@pytest.mark.parametrize(
    ("own", "top", "choices"),
    [
        ("KS QS 4H", "AS", {rules.FROM_DISCARD}),  # 31
        ("AS KS 9S", "2C", {rules.KNOCK}),  # 30, and nothing is gained by waiting for a knock that fails
        ("2S 3H 4D", "2C", {rules.FROM_STOCK, rules.FROM_DISCARD}),  # no knock with 4
    ],
)
def test_it_plays_plain_hands_plainly(own: str, top: str, choices: set[int]) -> None:
    """Both have one life left, so a knock that fails costs no more than any other loss."""
    t = laid(own, "2C 3D 5H".replace(top, "6D"), top)
    t.s.lives[0] = t.s.lives[1] = 1
    made = []
    for key in range(50):
        t.s.pilot[0] = key
        made.append(answer_of(BOOK, t.s, "expert", 0, rules.DRAW))
    assert set(made) <= choices


def other_rules() -> Iterator[Setting]:
    yield settle(find_game("blitz31"), seats=3)
    yield settle(find_game("blitz31"), "modern", seats=2)
    yield settle(find_game("blitz31"), "pot", seats=2)


@pytest.mark.slow
@pytest.mark.parametrize("setting", list(other_rules()), ids=["three", "modern", "pot"])
def test_elsewhere_it_is_keen(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    with_few_worlds("blitz31", "expert", monkeypatch)
    for deal in range(6):
        t = dealt(setting, deal)
        assert answer_of(setting, t.s, "expert", 0, rules.DRAW) == answer_of(setting, t.s, "keen", 0, rules.DRAW)


def test_machine_code_holds_only_what_expert_plays_from() -> None:
    assert BOOK.policy_of("expert") is bots.by_strategy
    for setting in other_rules():
        assert setting.policy_of("expert") is bots.keen
    assert BOOK.policy_of("keen") is bots.keen


def test_lives_and_limits_are_free_and_other_options_are_not() -> None:
    def fits(**options: object) -> bool:
        return expert.is_book_under(settle(find_game("blitz31"), None, options, 2).option_codes)

    assert fits()
    assert fits(lives=9, turn_cap=50)
    for options in ({"return_discard": False}, {"knock_penalty": 1}, {"three_of_a_kind": "none"}, {"free_ride": True}):
        assert not fits(**options)


def test_it_does_not_look_at_hidden_cards() -> None:
    """The other hand and the order of the stock change nothing; a card that was taken openly may."""
    pick = random.Random(5)
    for deal in range(40):
        t = dealt(BOOK, deal)
        unseen = [*cards_of(t, hand(t, 1)), *cards_of(t, stock(t))]
        there = dealt(BOOK, deal)
        pick.shuffle(unseen)
        for pile in (hand(t, 1), stock(t)):
            count = held(there, pile)
            for _ in range(count):
                take_top(there, pile)
            for _ in range(count):
                put_under(there, pile, unseen.pop())
        for question in (rules.DRAW, rules.DISCARD):
            assert bots.expert(t, 0, question) == bots.expert(there, 0, question)
            if question == rules.DRAW:
                rules.draw_card(t, 0, rules.FROM_DISCARD)
                rules.draw_card(there, 0, rules.FROM_DISCARD)
        assert value(t, 0) == value(there, 0)
