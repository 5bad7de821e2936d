"""Levels of bots under test: choices that are checked, and few worlds."""

import contextlib

import pytest

from threedown.bulk import kernel
from threedown.games import find_game
from threedown.games.detached import DetachedTable
from threedown.games.setting import Setting
from threedown.table.chance import Generator
from threedown.table.layout import Table

CHOICES = 30
"""So many are looked at under the usual house rules, and as many again under mixed ones."""


WORLDS = 2
"""A level that imagines is tried with so few worlds: it is quicker then, and departs more often from what is usual."""


TURNS = 500


class Enough(Exception):
    """Raised when enough choices were made."""


class Watched(DetachedTable):
    """A table where every answer is held against the rules, until so many are ``left`` to be made."""

    def __init__(self, setting: Setting, level: str, left: int) -> None:
        super().__init__(setting, (level,) * setting.seats)
        self.left = left

    def answer(self, t: Table, seat: int, question: int) -> int:
        code = super().answer(t, seat, question)
        legal = 0 <= code < self.rules.CODES[question] and self.rules.legal(t, seat, question, code)
        assert legal, (
            f"{self._pilots[0]} answers {code} to {self.rules.QUESTIONS[question]}, and legal is"
            f" {self._setting.menu(t, seat, question)} ({self._setting.seats} seats, {self._setting.options})"
        )
        self.left -= 1
        if self.left == 0:
            raise Enough
        return code


def choices_made(setting: Setting, level: str, choices: int, seed: int) -> int:
    """Plays games with this level at every seat until so many choices are made, or as many turns as suffice."""
    left, turns, game = choices, 0, 0
    while left > 0 and (turns < TURNS or left < choices):
        table_state, live = setting.new_table_state(), Watched(setting, level, left)
        Generator(seed, game).start(table_state)
        with contextlib.suppress(Enough):
            kernel.play_to_end(Table(table_state, setting.option_codes, live))
        left, turns, game = live.left, turns + int(table_state.turns), game + 1
    return choices - left


def with_few_worlds(game: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a level, and any other that it plays like, try few worlds."""
    for each in find_game(game).bots.IMAGINES if imagines(game, level) else ():
        monkeypatch.setitem(find_game(game).bots.LEVELS[each].__globals__, "WORLDS_TRIED", WORLDS)


def imagines(game: str, level: str) -> bool:
    return level in getattr(find_game(game).bots, "IMAGINES", {})
