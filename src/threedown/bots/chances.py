"""The chance of each answer whose result is open, from worlds that its seat imagines.

In each world one answer is given and the battle played on by the game's own rules, with the game's first level at every
seat. Only the redacted table is needed, so a chance reveals nothing that its seat may not know.
"""

from typing import NamedTuple

from threedown.games.detached import DetachedTable
from threedown.games.setting import Setting
from threedown.games.wording import Answer
from threedown.table.imagine import imagination, imagined
from threedown.table.layout import NOBODY, Table, TableState
from threedown.table.verbs import is_over

OPEN = "chance"
"""The outcome, in a briefing, of an answer whose result is open."""


class Tally(NamedTuple):
    """The battles that the choosing seat won, and the games that begin with its choice."""

    won: int
    games: int


class _TriedTable(DetachedTable):
    """A table on which the next answer is a given one; bots give the others."""

    next_answer: int | None = None

    def answer(self, t: Table, seat: int, question: int) -> int:
        if self.next_answer is None:
            return super().answer(t, seat, question)
        code, self.next_answer = self.next_answer, None
        return code


def open_answers(setting: Setting, table_state: TableState, seat: int, question: int) -> list[tuple[int, ...]]:
    """Return the answers whose result is open, each as its codes; several codes may have the same effect, such as
    cards face down."""
    briefing, table = setting.game.words.choices.briefing, Table(table_state, setting.option_codes)
    if briefing is None or setting.game.hooks.play_on is None:
        return []
    answers = briefing(table, seat, question).answers
    codes: dict[Answer, list[int]] = {}
    for code in setting.menu(table, seat, question):
        answer = answers[min(code, len(answers) - 1)]
        if answer.outcome == OPEN:
            codes.setdefault(answer, []).append(code)
    return [tuple(alike) for alike in codes.values()]


def tallies(
    setting: Setting, table_state: TableState, seat: int, question: int, first: int, worlds: int
) -> dict[int, Tally]:
    """Return by code how often an open choice wins its battle in ``worlds`` worlds from number ``first`` on.

    Choices with the same effect take turns, and share their tally.
    """
    play_on = setting.game.hooks.play_on
    live = _TriedTable(setting, setting.game.first_level * setting.seats)
    table = Table(table_state, setting.option_codes, imagination(table_state, setting.new_table_state(), live))
    found: dict[int, Tally] = {}
    for codes in open_answers(setting, table_state, seat, question):
        won = games = 0
        for number in range(first, first + worlds):
            m = imagined(table, seat, number)
            live.next_answer = codes[number % len(codes)]
            assert play_on is not None
            winner = play_on(m, seat, question)
            if winner is not None:
                won, games = won + _has_won(m, seat, winner), games + 1
        found |= dict.fromkeys(codes, Tally(won, games))
    return found


def _has_won(m: Table, seat: int, winner: int) -> bool:
    """True if a seat has won: the battle or, if the game has ended in it, the game alone."""
    return int(m.s.winners) == 1 << seat if is_over(m) else winner == seat and winner != NOBODY
