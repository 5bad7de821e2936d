"""A 31 of twenty cards or fewer, solved approximately: two players, one life, the tens to the aces of four suits.

It is played by the rules of Blitz (31) themselves. Its tree is too large to be written down, so it is solved by
counterfactual regret minimisation over random deals (external sampling, Lanctot et al. 2009; later deals weigh more,
Brown and Sandholm 2019): in each deal one player tries every choice, while the other, like chance, makes one. A player
decides by their hand, the open card, the number of cards of each suit they know in the other hand, the number of turns
and whether there was a knock; they forget everything else. Exchanged suits change nothing.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from threedown.bulk.player import compiled_options, usable_cache
from threedown.games.blitz31 import rules
from threedown.games.blitz31.hands import holders_of_31
from threedown.games.detached import DetachedTable
from threedown.research.small31.knowledge import (
    LAST,
    TENS,
    column_of,
    key_of,
    known_cards,
    ranks_in_order,
    suits_in_order,
)
from threedown.research.small31.levels import small_setting, thinking
from threedown.table import verbs
from threedown.table.chance import below, mixed, run_key, start_game
from threedown.table.hands import stock
from threedown.table.layout import Table
from threedown.table.verbs import begin_turn, is_over, open_pack, seats

CARDS = LAST + 1 - TENS
"""The most cards. (Packs from the jacks or queens on, of 16 or 12 cards, can be learned, too.)"""
TURNS, MOST_TURNS = 6, 8
DEALS = 100_000
"""From which the players learn."""
PIECE = 500
"""Deals that are learned from at a time."""
AFTER_ALL = 1 << 40
"""The first deal outside the training."""

OVER = -1
"""No question: the game is over."""
CHOICES = rules.PLACES
ROOM = 1 << 18
"""Rows of a sheet: four times as many as there are questions in six turns."""
NONE = -1
EVEN = 1 << 30

Tell = Callable[[int], None]


class Sheet(NamedTuple):
    """The answers to questions, a row each."""

    keys: Any
    """int64 (ROOM,): what is seen at the question of a row; 0 where there is none."""
    regrets: Any
    """float64 (ROOM, CHOICES): how much more each choice would have brought."""
    made: Any
    """float64 (ROOM, CHOICES): how often each choice was made."""


class Training(NamedTuple):
    """The tables of training: one for each question of a game on the way to the current one."""

    tables: Any
    words: Any
    """All words of the tables, int64 (tables, words)."""
    fresh: Any
    """The words of a table before the deal."""
    columns: Any
    """int64 (tables, CHOICES): by code, in which column of a row a choice stands; NONE if it is not legal."""
    odds: Any
    """float64 (tables, CHOICES): how likely each choice is."""
    worth: Any
    """float64 (tables, CHOICES): what each choice turned out to bring."""
    mine: Sheet
    """Of the player who tries all choices."""
    other: Sheet
    learned: bool
    """True if the other player has already learned, and plays their average."""
    cards: int
    """The number of cards that are played with."""


def new_sheet() -> Sheet:
    return Sheet(np.zeros(ROOM, dtype=np.int64), np.zeros((ROOM, CHOICES)), np.zeros((ROOM, CHOICES)))


# The game, question by question


def lay(t: Table, cards: int) -> None:
    """The deal, of the highest cards alone."""
    open_pack(t, stock(t), LAST + 1 - cards, LAST)
    for seat in range(seats(t)):
        t.s.lives[seat] = 1
    t.s.dealer = seats(t) - 1
    rules.deal_round(t)


def next_question(t: Table) -> int:
    """Begins a turn; OVER if the game is."""
    while not is_over(t):
        begin_turn(t)
        if t.s.round_over:
            rules.next_round(t)
        if holders_of_31(t) == 0:
            return rules.DRAW
        rules.answer(t, int(t.s.to_play), rules.DRAW, rules.PASS)
    return OVER


def answered(t: Table, question: int, code: int) -> int:
    """Plays on to the next question; OVER if there is none."""
    seat = int(t.s.to_play)
    if question == rules.DRAW and code != rules.KNOCK:
        rules.draw_card(t, seat, code)
        return rules.DISCARD
    rules.answer(t, seat, question, code)
    return next_question(t)


def share(t: Table, seat: int) -> float:
    """Return a player's share of a finished game; half for a draw."""
    winners = int(t.s.winners)
    return float((winners >> seat) & 1) if winners else 0.5


def row_of(sheet: Sheet, key: int) -> int:
    """The row of a question, a new one if there is none."""
    row = (mixed(key) ^ mixed(key >> 32)) & (ROOM - 1)
    while sheet.keys[row] != key and sheet.keys[row] != 0:
        row = (row + 1) & (ROOM - 1)
    sheet.keys[row] = key
    return row


# How a player chooses


def weigh(t: Table, question: int, sheet: Sheet, averaged: bool, columns: Any, odds: Any) -> int:
    """Write by code the column of a choice (NONE if it is not legal) and its probability; return the row.

    Probabilities are proportional to the regrets, or if ``averaged`` to the frequencies so far; without either they are
    equal.
    """
    seat = int(t.s.to_play)
    cards = known_cards(t, seat)
    suits = suits_in_order(cards)
    ranks = ranks_in_order(cards, suits)
    row = row_of(sheet, key_of(t, question, cards, suits, ranks))
    whole, count = 0.0, 0
    for code in range(CHOICES):
        columns[code] = NONE
        odds[code] = 0.0
        if code < rules.CODES[question] and rules.legal(t, seat, question, code):
            column = column_of(t, seat, question, code, suits, ranks)
            columns[code] = column
            odds[code] = max(sheet.made[row, column] if averaged else sheet.regrets[row, column], 0.0)
            whole += odds[code]
            count += 1
    for code in range(CHOICES):
        if columns[code] != NONE:
            odds[code] = odds[code] / whole if whole > 0.0 else 1.0 / count
    return row


def picked(t: Table, columns: Any, odds: Any) -> int:
    """The code of a choice, drawn by the odds."""
    left, last = below(t, EVEN) / EVEN, 0
    for code in range(CHOICES):
        if columns[code] != NONE and left >= 0.0:
            last = code
            left -= odds[code]
    return last


# Learning: compiled


def begin(t: Table, study: Training, run: int, deal: int) -> int:
    """Lay the first table again; return its first question."""
    study.words[0, :] = study.fresh
    start_game(study.tables[0], run, deal)
    here = Table(study.tables[0], t.o, t.live)
    lay(here, study.cards)
    return next_question(here)


def walk(t: Table, study: Training, player: int, depth: int, question: int, weight: float) -> float:
    """Return the share from a question on of a player who learns at their own questions on the way."""
    here = Table(study.tables[depth], t.o, t.live)
    if question == OVER:
        return share(here, player)
    own = int(here.s.to_play) == player
    sheet = study.mine if own else study.other
    columns, odds = study.columns[depth], study.odds[depth]
    row = weigh(here, question, sheet, study.learned and not own, columns, odds)
    there = Table(study.tables[depth + 1], t.o, t.live)
    if not own:
        for code in range(CHOICES):
            if columns[code] != NONE and not study.learned:
                sheet.made[row, columns[code]] += weight * odds[code]
        code = picked(here, columns, odds)
        study.words[depth + 1, :] = study.words[depth]
        return walk(t, study, player, depth + 1, answered(there, question, code), weight)
    value, worth = 0.0, study.worth[depth]
    for code in range(CHOICES):
        if columns[code] != NONE:
            study.words[depth + 1, :] = study.words[depth]
            worth[code] = walk(t, study, player, depth + 1, answered(there, question, code), weight)
            value += odds[code] * worth[code]
    for code in range(CHOICES):
        if columns[code] != NONE:
            sheet.regrets[row, columns[code]] += weight * (worth[code] - value)
    return value


def learn(t: Table, study: Training, run: int, first: int, last: int) -> None:
    """Both players learn from deals ``first`` to ``last - 1``."""
    for deal in range(first, last):
        for player in range(seats(t)):
            walk(t, study, player, 0, begin(t, study, run, deal), float(deal + 1))


def play(t: Table, study: Training, run: int, first: int, games: int, seat: int) -> float:
    """Return the mean share at a seat of ``mine`` against ``other``. If the other has learned before, mine is a
    response to it, and plays by its latest regrets."""
    total = 0.0
    for deal in range(first, first + games):
        question = begin(t, study, run, deal)
        here = Table(study.tables[0], t.o, t.live)
        while question != OVER:
            own = int(here.s.to_play) == seat
            averaged = not (own and study.learned)
            weigh(here, question, study.mine if own else study.other, averaged, study.columns[0], study.odds[0])
            question = answered(here, question, picked(here, study.columns[0], study.odds[0]))
        total += share(here, seat)
    return total / games


def unasked(t: Table, seat: int, question: int) -> int:
    """``ask``, where everything is asked already."""
    return 0


class Solver:
    """The small pack, learned by two players, and played by them against others. It needs the compiler."""

    def __init__(self, turns: int, three_of_a_kind: int = 0, seed: int = 1, cards: int = CARDS) -> None:
        """``three_of_a_kind`` is the option's value; a draw after so many turns."""
        self.cards = cards
        self.setting, self.run = small_setting(turns, three_of_a_kind), run_key(seed)
        self.solution = new_sheet()
        self._learn, self._play = self._compiled(learn), self._compiled(play)
        study = self._study(self.solution, learned=False)
        self._learn(self._table(), study, self.run, 0, 0)  # of no deals: it is compiled here
        self._play(self._table(), study, self.run, 0, 1, 0)

    def learns(self, deals: int, tell: Tell = lambda deal: None) -> None:
        """Both players learn from so many deals; ``tell`` hears how many are done."""
        self._learns(self._study(self.solution, learned=False), deals, tell)

    def begins(self, games: int) -> float:
        """Return the first player's share in games of the solution against itself."""
        return self._plays(self._study(self.solution, learned=False), games, 0)

    def beaten_by(self, deals: int, games: int, tell: Tell = lambda deal: None) -> float:
        """Return the best response's share against the solution, trained on ``deals`` deals and averaged over both
        seats: the most that a player with the same information can gain."""
        answer = self._study(new_sheet(), learned=True)
        self._learns(answer, deals, tell)
        return (self._plays(answer, games, 0) + self._plays(answer, games, 1)) / 2

    def against(self, level: str, games: int, tell: Tell = lambda game: None) -> list[list[float]]:
        """Return a level's shares against the solution, as first and as second player, from the same deals."""
        think, live = thinking(self.setting, level), DetachedTable(self.setting, ("random",) * self.setting.seats)
        columns, odds = [NONE] * CHOICES, [0.0] * CHOICES
        found: list[list[float]] = [[], []]
        for game in range(games):
            t = Table(self.setting.new_table_state(), self.setting.option_codes, live)
            start_game(t.s, self.run, AFTER_ALL + game // 2)
            lay(t, self.cards)
            question = next_question(t)
            while question != OVER:
                if int(t.s.to_play) == game % 2:
                    code = think(t.s, game % 2, question)
                    t.s.pilot[1] += 1
                else:
                    weigh(t, question, self.solution, True, columns, odds)
                    code = picked(t, columns, odds)
                question = answered(t, question, code)
            found[game % 2].append(share(t, game % 2))
            tell(game + 1)
        return found

    def _learns(self, study: Training, deals: int, tell: Tell) -> None:
        for first in range(0, deals, PIECE):
            last = min(first + PIECE, deals)
            self._learn(self._table(), study, self.run, first, last)
            tell(last)

    def _plays(self, study: Training, games: int, seat: int) -> float:
        return float(self._play(self._table(), study, self.run, AFTER_ALL, games, seat))

    def _table(self) -> Table:
        return Table(self.setting.new_table_state().compiled, compiled_options(self.setting))

    def _study(self, mine: Sheet, learned: bool) -> Training:
        table_state, depth = self.setting.new_table_state(), 2 * int(self.setting.option_codes.turn_cap) + 2
        words = np.tile(table_state.words, (depth, 1))
        tables = words.view(table_state.dtype).reshape(depth).view(np.recarray)
        columns, odds, worth = np.zeros((depth, CHOICES), dtype=np.int64), *np.zeros((2, depth, CHOICES))
        sheets = mine, self.solution
        return Training(tables, words, table_state.words, columns, odds, worth, *sheets, learned, self.cards)

    def _compiled(self, function: Any) -> Any:
        from threedown.bulk.compiler import compiled_entry

        twins: dict[Any, Callable[..., Any]] = {verbs.ask: unasked}
        return compiled_entry(function, self.setting, ("random",) * self.setting.seats, twins, usable_cache())
