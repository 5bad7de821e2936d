"""Steal War: questions and legal answers depend only on the seat's own knowledge, and all seats answer unseen."""

import random
from collections import Counter

import numpy as np
import pytest
from support import conformance

import threedown
from threedown.games import find_game
from threedown.games.detached import DetachedTable
from threedown.games.setting import Setting, settle
from threedown.games.steal_war import rules
from threedown.games.steal_war.stealing import FIRST, ON_TOP, STEAL
from threedown.session.scenario import play_scenario, scenario_of
from threedown.session.session import Session
from threedown.session.views import look
from threedown.table.chance import Generator
from threedown.table.layout import Table, TableState
from threedown.table.sight import relabelled, resampled
from threedown.table.verbs import begin_turn


def first_declarations(preset: str, seeds: int, turns: int) -> list[Session]:
    """Games at the first declarations of a turn, before any seat has answered."""
    found = []
    for seed in range(seeds):
        session = conformance.dealt(settle(find_game("steal-war"), preset), seed)
        while not session.over and session.turns < turns:
            if session.pending is None:
                session.go(1)
                if session.pending is not None and session.pending.question == STEAL:
                    found.append(session.fork())
            else:
                conformance.step(session)
    return found


@pytest.mark.parametrize("preset", ["seed", "original", "three-players", "four-players"])
def test_questions_reveal_no_card(preset: str) -> None:
    """In worlds that a seat cannot tell from this one the same seats are asked, and it may answer the same."""
    pick = random.Random(1)
    tables = first_declarations(preset, seeds=4, turns=14)
    assert len(tables) >= 20
    stealing = 0
    for session in tables:
        assert session.pending is not None
        for seat in range(session.setting.seats):
            for _ in range(3):
                exchange = resampled(session.table_state, seat, lambda cards: pick.sample(list(cards), len(cards)))
                twin = session.rerun(
                    lambda table_state, exchange=exchange: relabelled(table_state, exchange), Generator(1, 2)
                )
                assert twin.pending is not None, "nobody is asked in an exchanged world"
                assert list(twin.pending.menus) == list(session.pending.menus), "others are asked in an exchanged world"
                assert twin.menu(seat) == session.menu(seat), "an exchanged world offers another menu"
        stealing += any(len(menu) > 1 for menu in session.pending.menus.values())
    assert 0 < stealing < len(tables), "in some of these worlds a card matches, in others none"


def test_declarations_are_told_together() -> None:
    """Nothing happens, and nothing is logged, until all have answered, in any order."""
    for order in ((0, 1), (1, 0)):
        session = first_declarations("seed", seeds=1, turns=14)[-1]
        assert session.pending is not None
        assert set(session.pending.menus) == {0, 1}
        logged, before = len(session.log), session.table_state.tobytes()
        session.choose("play", order[0])
        assert (len(session.log), session.table_state.tobytes()) == (logged, before)
        session.choose("play", order[1])
        assert [given.seat for given in session.log[logged:]] == [0, 1]  # type: ignore[union-attr]


def test_no_question_if_all_see_that_there_is_nothing_to_steal() -> None:
    """The first turn, when there are no piles yet; and two players of whom one has just stolen."""
    first = {"game": "steal-war", "piles": {"deck 0": "9C 2C", "deck 1": "KD 3D"}}
    assert play_scenario(scenario_of(first))["pending"]["question"] == "top"
    thief = {**first, "piles": {"deck 0": "9C 2C 8H", "deck 1": "KD 3D", "won 1": "9S"}, "choices": ["steal 1"]}
    assert play_scenario(scenario_of(thief))["pending"]["question"] == "top"


class Noted(DetachedTable):
    """Sensible players; of each turn it is kept by question how the table was when that came first, and the answer."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting, ("sensible",) * setting.seats)
        self.noted: dict[int, tuple[TableState, int, int]] = {}

    def answer(self, t: Table, seat: int, question: int) -> int:
        code = super().answer(t, seat, question)
        self.noted.setdefault(question, (t.s.copy(), seat, code))
        return code


@pytest.mark.parametrize("seats", [2, 3])
def test_a_turn_goes_on_from_an_answer_as_it_went(seats: int) -> None:
    """A level that imagines plays on the real turn: every card lies in the same place when it is over."""
    setting, gone_on = settle(find_game("steal-war"), None, None, seats), Counter[int]()
    live, table_state = Noted(setting), setting.new_table_state()
    Generator(5, 0).start(table_state)
    t = Table(table_state, setting.option_codes, live)
    rules.deal(t)
    for _ in range(60):
        live.noted.clear()
        begin_turn(t)
        rules.turn(t)
        if FIRST not in live.noted:  # a race is the world's to decide, and not again as it was
            for question, (before, seat, code) in live.noted.items():
                again = Table(before, setting.option_codes, DetachedTable(setting, ("sensible",) * seats))
                rules.answer(again, seat, question, code)
                gone_on[question] += 1
                for field in ("cards", "top", "end", "reason"):
                    assert np.array_equal(getattr(again.s, field), getattr(t.s, field)), (field, question)
    assert min(gone_on[STEAL], gone_on[ON_TOP]) >= 20


def test_the_choice_of_a_top_says_how_many_cards_could_match_it() -> None:
    """Of a rank there are four cards; those in the pot and on top of a pile are seen."""
    game = threedown.new("steal-war", seats=3, seed=1)
    checked = 0
    while checked < 12:
        if not game.question:
            game.go()
            continue
        if game.question.question == "top" and not any(choice.startswith("top JK") for choice in game.legal_choices):
            piles = look(game.session, game.asked)[0].piles
            seen = [
                card for name, pile in piles.items() if name.startswith(("pot", "won")) for card in pile.cards or ()
            ]
            for choice, part in zip(game.legal_choices, game.question.parts, strict=True):
                card = choice.removeprefix("top ")
                left = 4 - sum(other[:-1] == card[:-1] for other in seen)
                assert part.label == f"{card} on top: {left} {'other' if left == 1 else 'others'} could match it"
                checked += 1
        game.choose(game.ask_bot(), seat=game.asked)
