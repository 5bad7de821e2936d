"""Every level of bots answers what is legal, in every game, at every number of seats, under mixed house rules."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from support import conformance
from support.levels import CHOICES, choices_made, imagines, with_few_worlds
from support.tables import random_setting

from threedown.games import find_game, game_names
from threedown.games.blitz31 import bots as blitz31_bots
from threedown.games.game_options import OptionError
from threedown.games.setting import Setting, settle


def settings_of(game: str) -> Iterator[tuple[Setting, bool]]:
    """Yield the usual and mixed house rules at every number of seats, with True if some seat is certainly asked."""
    found, pick = find_game(game), random.Random(31)
    for seats in found.seats.numbers:
        mixed = random_setting(found, pick, seats)
        try:
            usual = settle(found, None, None, seats)
        except OptionError:
            usual = random_setting(found, pick, seats)
        yield usual, usual.asks_seats
        yield mixed, False


def levels() -> list[Any]:
    found = []
    for game in game_names():
        bots = find_game(game).bots
        for level in bots.LEVELS if find_game(game).rules.QUESTIONS else ():
            found.append(
                pytest.param(game, level, id=f"{game}:{level}", marks=pytest.mark.slow if imagines(game, level) else ())
            )
    return found


@pytest.mark.parametrize(("game", "level"), levels())
def test_every_choice_is_legal_at_every_table(game: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with_few_worlds(game, level, monkeypatch)
    for setting, asks in settings_of(game):
        made = choices_made(setting, level, CHOICES, seed=32)
        assert made == CHOICES or not asks, f"{setting.seats} seats: {made} choices"


@pytest.mark.slow
def test_keen_of_31_never_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """It weighed the result of not playing at all, and answered with an invalid code."""
    with_few_worlds("blitz31", "keen", monkeypatch)
    assert choices_made(settle(find_game("blitz31")), "keen", 100, seed=1) == 100


@pytest.mark.parametrize(("game", "option"), [("blitz31", {}), ("champz", {"stuck_discards": True})])
def test_no_code_beyond_those_of_a_question_is_legal(game: str, option: dict[str, bool]) -> None:
    """In 31 pass passed for a knock: a discard has four codes, a draw three. In Champz only a stuck player discards."""
    setting = settle(find_game(game), None, option)
    rules = setting.game.rules
    for seed in range(10):
        session = conformance.dealt(setting, seed)
        while not session.over:
            if session.pending is not None:
                question, seat = session.pending.question, session.pending.seat
                beyond = range(rules.CODES[question], max(rules.CODES.values()) + 20)
                assert not [code for code in beyond if rules.legal(session.table, seat, question, code)]
            conformance.step(session)


def test_a_level_that_passes_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: pass, which is no answer to what is asked."""
    monkeypatch.setitem(blitz31_bots.LEVELS, "idle", lambda t, seat, question: 3)
    with pytest.raises(AssertionError, match=r"idle answers 3 to draw, and legal is \[0, 1, 2\]"):
        choices_made(settle(find_game("blitz31")), "idle", 1, seed=33)
