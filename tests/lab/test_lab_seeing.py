"""Levels that see the cards: in the laboratory alone, and good at it."""

import json

import numpy as np
import pytest

from threedown.cli import main
from threedown.games import find_game
from threedown.games.detached import DetachedTable
from threedown.games.setting import settle
from threedown.lab.seeing import ALL, HANDS, copy_cards, has_seeing_level, with_seeing_levels
from threedown.table.chance import keys
from threedown.table.hands import stock
from threedown.table.imagine import imagination, imagined
from threedown.table.layout import Table
from threedown.table.verbs import begin_turn

CHAMPZ = settle(find_game("champz"), None, None, 2)


def test_players_cannot_choose_seeing_levels() -> None:
    assert not {HANDS, ALL} & {*find_game("champz").bots.LEVELS}
    assert {HANDS, ALL} < {*with_seeing_levels(CHAMPZ).game.bots.LEVELS}
    assert has_seeing_level(CHAMPZ, f"{ALL},simple")
    assert not has_seeing_level(CHAMPZ, "keen,simple")
    assert not has_seeing_level(settle(find_game("war"), None, None, 2), f"{ALL},simple")
    with pytest.raises(SystemExit) as stop:
        main(["sim", "champz", "--n", "10", "--bots", f"{ALL},simple"])
    assert stop.value.code == 2


def test_their_worlds_are_the_table_itself() -> None:
    """In any number of worlds: first the cards are other ones, then those that lie there."""
    live = DetachedTable(CHAMPZ, ("simple", "simple"))
    table_state = CHAMPZ.new_table_state()
    table_state.chance[:2] = keys(5, 0, 1)[0, :2]
    t = Table(table_state, CHAMPZ.option_codes, live)
    CHAMPZ.game.rules.deal(t)
    for _ in range(3):
        begin_turn(t)
        CHAMPZ.game.rules.turn(t)
    at = Table(table_state, CHAMPZ.option_codes, imagination(table_state, CHAMPZ.new_table_state(), live))
    pile, differ = stock(t), 0
    for number in range(3):
        m = imagined(at, 0, number)
        differ += not np.array_equal(m.s.cards[pile], table_state.cards[pile])
        copy_cards(at, m)
        assert np.array_equal(m.s.cards, table_state.cards)
        assert m.s.chance[0] != table_state.chance[0], "what is shuffled later is not foreseen"
    assert differ == 3


@pytest.mark.slow
def test_seeing_the_stock_wins_most(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(f"lab champz --skill {ALL},simple --seats 2 --most 100 --seed 1 --json".split())
    assert not stop.value.code
    assert json.loads(capsys.readouterr().out)["variants"][0]["measures"]["skill"]["low"] > 0.75
