"""A strategy for Blitz (31) with two players and the whole pack, found by regret minimisation (level ``expert``).

The rules themselves are played, round by round. A round is worth the chance to win the game with the lives that it
leaves, which is counted from the rounds played so far. In each deal one player learns, and tries both choices at each
of their decisions on the way: after each, both play the round to its end by their current strategies (counterfactual
regret minimisation with sampled deals and sampled later choices). Older regrets count less, later strategies more
(Brown and Sandholm 2019); the average strategy is the result.

A best response is trained in the same way against that average, also with finer features than the strategy has.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from threedown.bulk.player import compiled_options, usable_cache
from threedown.games import find_game
from threedown.games.blitz31 import rules
from threedown.games.blitz31.expert import (
    CARDS,
    DRAW_ROWS,
    DRAWS,
    KNOCK_ROWS,
    KNOCKS,
    ROWS,
    TO_DISCARD,
    TO_DRAW,
    TO_KNOCK,
    WHOLE,
    place_of,
    row_of,
    two_discards,
)
from threedown.games.blitz31.hands import holders_of_31
from threedown.games.setting import settle
from threedown.games.three_cards import left_of
from threedown.research.fine31 import FINE_ROWS, fine_row
from threedown.research.small31.twenty_cards import unasked
from threedown.table import verbs
from threedown.table.chance import below, run_key, start_game
from threedown.table.hands import stock
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import begin_turn, is_over, open_pack

MOST_LIVES = 4
PIECE = 2_000
"""Deals that are learned from at a time; then the chances to win are counted again."""
AFTER_ALL = 1 << 40
"""The first deal outside the training."""
OVER = -1
LONGEST = 50
"""The turns after which a round is left as if nobody had lost a life."""
EVEN = 1 << 30
EXPLORED = 0.1
"""The part of the learner's choices on the way that are drawn at random."""
HOPELESS, TRIED_AGAIN = -30.0, 0.1
"""A choice with regrets below so many games is tried one time in ten only (regret-based pruning, Brown and Sandholm
2015)."""
HERE, TRIED = 0, 1
"""The tables: the course of the round, and a choice tried."""
CLEARLY = 0.5
"""A best response departs from the strategy for a lead of so many games times the root of the tries: about two standard
errors, as a try differs by a quarter of a game or so."""
PRIOR = 0.3
"""The regrets of a game in which training begins, for the choice that is usual."""


class RoundTraining(NamedTuple):
    """The tables of training, and what is learned."""

    tables: Any
    words: Any
    """All words of the tables, int64 (tables, words)."""
    fresh: Any
    """The words of a table before the deal."""
    wins: Any
    """float64 (MOST_LIVES + 1, MOST_LIVES + 1): the chance to win of the player who plays first, by both's lives."""
    ends: Any
    """float64 (MOST_LIVES, MOST_LIVES, 5): how often rounds ended, by the lives before them: the player who plays first
    lost one life or two, the other one or two, or nobody. Of whole games: how often each player won, or nobody."""
    regrets: Any
    """float64 (rows, 2): how much more each choice would have brought. Of a best response: how much more the second
    choices brought than the first, and how often both were tried."""
    made: Any
    """float64 (ROWS, 2): how often each choice was made."""
    average: Any
    """float64 (ROWS,): the strategy that a best response plays against, as the chance of each second choice; without
    rows if both learn."""
    fine: bool
    """True if the learner sees the finer features."""
    since: int
    """The first deal of the training."""
    learning: bool
    """True if a player learns; else ``ends`` are counted."""
    whole: bool
    """True if whole games are played."""


# The round, decision by decision


def begin(t: Table, study: RoundTraining, run: int, deal: int) -> int:
    """Deal a round; return its first decision. The lives change from deal to deal, but whole games begin with all."""
    study.words[HERE, :] = study.fresh
    start_game(study.tables[HERE], run, deal)
    here = Table(study.tables[HERE], t.o, t.live)
    open_pack(here, stock(here), 0, CARDS - 1)
    here.s.lives[0] = MOST_LIVES if study.whole else 1 + deal % MOST_LIVES
    here.s.lives[1] = MOST_LIVES if study.whole else 1 + deal // MOST_LIVES % MOST_LIVES
    here.s.dealer = 1
    rules.deal_round(here)
    return begun(here, study)


def begun(t: Table, study: RoundTraining) -> int:
    """Return the first decision of a turn, or OVER; deal another round if whole games are played."""
    while not is_over(t):
        if t.s.round_over:
            if not study.whole:
                return OVER
            rules.next_round(t)
        if int(t.s.played) >= LONGEST and not study.whole:
            return OVER
        if int(t.s.played) > 0 or holders_of_31(t) == 0:
            begin_turn(t)
            return TO_DRAW if t.s.knocked[left_of(t, int(t.s.to_play))] else TO_KNOCK
        rules.answer(t, int(t.s.to_play), rules.DRAW, rules.PASS)
    return OVER


def decided(t: Table, study: RoundTraining, decision: int, second: int, two: int) -> int:
    """Play on to the next decision."""
    seat = int(t.s.to_play)
    if decision == TO_KNOCK and not second:
        return TO_DRAW
    if decision == TO_DRAW:
        rules.draw_card(t, seat, rules.FROM_DISCARD if second else rules.FROM_STOCK)
        return TO_DISCARD
    knocks = decision == TO_KNOCK
    question = rules.DRAW if knocks else rules.DISCARD
    rules.answer(t, seat, question, rules.KNOCK if knocks else place_of(two, second == 1))
    return begun(t, study)


def chance_to_win(t: Table, study: RoundTraining, player: int) -> float:
    """Return a player's chance to win the game after a round; the next round begins with the other seat."""
    first, other = max(int(t.s.lives[0]), 0), max(int(t.s.lives[1]), 0)
    chance = 1.0 - float(study.wins[other, first])
    return chance if player == 0 else 1.0 - chance


def count_end(t: Table, study: RoundTraining, deal: int) -> None:
    """Count how a round ended, or by whom a game was won."""
    if study.whole:
        winners = int(t.s.winners)
        study.ends[0, 0, 0 if winners == 1 else 1 if winners == 2 else 2] += 1
    else:
        first, other = 1 + deal % MOST_LIVES, 1 + deal // MOST_LIVES % MOST_LIVES
        lost, taken = first - int(t.s.lives[0]), other - int(t.s.lives[1])
        study.ends[first - 1, other - 1, lost - 1 if lost > 0 else taken + 1 if taken > 0 else 4] += 1


# Learning: compiled


def weigh(t: Table, study: RoundTraining, player: int, decision: int) -> tuple[int, int, float]:
    """Return the row of the seat to play, its two discards, and how likely it makes the second choice.

    Players who learn together choose in proportion to positive regrets. A best response makes the choice that has
    clearly won more so far, and otherwise chooses as the strategy that it plays against does.
    """
    seat = int(t.s.to_play)
    two = two_discards(t, seat) if decision == TO_DISCARD else 0
    row = row_of(t, seat, decision, two)
    if len(study.average) == 0:
        first, second = max(study.regrets[row, 0], 0.0), max(study.regrets[row, 1], 0.0)
        return row, two, second / (first + second) if first + second > 0.0 else 0.5
    chance = study.average[row]
    if seat == player:
        if study.fine:
            row = fine_row(t, seat, decision, two)
        lead, tries = study.regrets[row, 0], study.regrets[row, 1]
        if abs(lead) > CLEARLY * np.sqrt(tries + 1.0):
            chance = 1.0 if lead > 0.0 else 0.0
    return row, two, chance


def drawn(t: Table, chance: float) -> int:
    """Return 1 with this chance, else 0."""
    return 1 if below(t, EVEN) < chance * EVEN else 0


def tried(t: Table, study: RoundTraining, player: int, decision: int, second: int, two: int) -> float:
    """Return a player's chance to win after a choice, when both have played the round on."""
    study.words[TRIED, :] = study.words[HERE]
    there = Table(study.tables[TRIED], t.o, t.live)
    decision = decided(there, study, decision, second, two)
    while decision != OVER:
        _, two, chance = weigh(there, study, player, decision)
        decision = decided(there, study, decision, drawn(there, chance), two)
    return chance_to_win(there, study, player)


def learn(t: Table, study: RoundTraining, run: int, first: int, last: int, player: int) -> None:
    """A player learns from the rounds of deals ``first`` to ``last - 1``."""
    for deal in range(first, last):
        weight = float(deal - study.since + 1)
        decision = begin(t, study, run, deal)
        here = Table(study.tables[HERE], t.o, t.live)
        while decision != OVER:
            row, two, chance = weigh(here, study, player, decision)
            if study.learning and int(here.s.to_play) == player:
                regrets = study.regrets[row]
                if len(study.average) > 0:
                    one = tried(t, study, player, decision, 0, two)
                    regrets[0] += tried(t, study, player, decision, 1, two) - one
                    regrets[1] += 1.0
                elif min(regrets[0], regrets[1]) >= HOPELESS or drawn(here, TRIED_AGAIN):
                    one = tried(t, study, player, decision, 0, two)
                    lead = tried(t, study, player, decision, 1, two) - one
                    regrets[0] -= chance * lead
                    regrets[1] += (1.0 - chance) * lead
                chance = (1.0 - EXPLORED) * chance + EXPLORED / 2
            elif study.learning and len(study.average) == 0:
                study.made[row, 0] += weight * (1.0 - chance)
                study.made[row, 1] += weight * chance
            decision = decided(here, study, decision, drawn(here, chance), two)
        if not study.learning:
            count_end(here, study, deal)


# Strategies


def usual() -> Any:
    """Return float64 (ROWS, 2): the choices of a player who knocks and takes discards much like ``steady``, from which
    training begins, and which remain in situations that it never comes to.
    """
    _, turn, worth, _, _, _ = np.unravel_index(np.arange(KNOCK_ROWS), KNOCKS)
    _, _, gain, _, _ = np.unravel_index(np.arange(DRAW_ROWS), DRAWS)
    second = np.zeros(ROWS, dtype=bool)
    second[:KNOCK_ROWS] = worth >= 8 + np.minimum(turn // 2, 4)
    second[KNOCK_ROWS : KNOCK_ROWS + DRAW_ROWS] = gain >= 2
    return np.stack([~second, second], axis=1).astype(float)


def packed(made: Any) -> Any:
    """Return the average strategy as it is shipped: uint8 (ROWS,), parts of WHOLE."""
    return np.rint(WHOLE * made[:, 1] / made.sum(axis=1)).astype(np.uint8)


def solve_lives(ends: Any) -> Any:
    """Return the chances to win by both's lives of the player who plays first in a round, from how rounds ended."""
    wins = np.full((MOST_LIVES + 1, MOST_LIVES + 1), 0.5)
    wins[1:, 0], wins[0, 1:] = 1.0, 0.0
    shares = ends / ends.sum(axis=2, keepdims=True)
    for total in range(2, 2 * MOST_LIVES + 1):
        pairs = [(a, total - a) for a in range(1, MOST_LIVES + 1) if 1 <= total - a <= MOST_LIVES]
        for _ in range(60):  # a round without a loss leads to the same lives, with the other player to begin
            for a, b in pairs:
                lost, lost_two, won, won_two, none = shares[a - 1, b - 1]
                wins[a, b] = (
                    lost * (1 - wins[b, a - 1])
                    + lost_two * (1 - wins[b, max(a - 2, 0)])
                    + won * (1 - wins[b - 1, a])
                    + won_two * (1 - wins[max(b - 2, 0), a])
                    + none * (1 - wins[b, a])
                )
    return wins


class WholePackSolver:
    """Two players who learn from each other, and best responses to them. It needs the compiler."""

    def __init__(self, seed: int = 1) -> None:
        self.setting, self.run = settle(find_game("blitz31"), None, {}, 2), run_key(seed)
        self.deals = 0
        self.ends = np.ones((MOST_LIVES, MOST_LIVES, 5))
        self.wins = solve_lives(self.ends)
        self.regrets, self.made = PRIOR * usual(), usual()
        self._learn = self._compiled(learn)

    def learns(self, deals: int) -> None:
        """Both players learn from so many more deals."""
        nobody = np.zeros(0)
        for first in range(self.deals, self.deals + deals, PIECE):
            for player in range(2):
                self._run(self._study(self.regrets, nobody), first, PIECE, player)
            self._run(self._study(self.regrets, nobody, learning=False), first + AFTER_ALL, PIECE, NOBODY)
            self.wins = solve_lives(self.ends)
            learned = (first + PIECE) / (first + 2 * PIECE)  # a piece weighs by its place, as in linear averaging
            self.regrets *= learned
            self.ends *= learned
        self.deals += deals

    def keep(self, path: Path, seconds: float) -> None:
        """Write what has been learned, and the processor time that it took."""
        np.savez(
            path,
            deals=self.deals,
            seconds=seconds,
            ends=self.ends,
            wins=self.wins,
            regrets=self.regrets,
            made=self.made,
        )

    def resume(self, path: Path) -> float:
        """Go on from what ``keep`` has written; return the processor time so far."""
        kept = np.load(path)
        self.deals, self.ends, self.wins = int(kept["deals"]), kept["ends"], kept["wins"]
        self.regrets, self.made = kept["regrets"], kept["made"]
        return float(kept["seconds"])

    def weighs(self, average: Any, rounds: int) -> None:
        """Count how so many rounds of a strategy against itself end, for the worth of lives to a best response."""
        self.ends[:] = 1
        self._run(self._study(self.regrets, average, learning=False), 3 * AFTER_ALL, rounds, NOBODY)
        self.wins = solve_lives(self.ends)

    def response(self, average: Any, deals: int, fine: bool) -> Any:
        """Return the regrets of a best response to a strategy, trained on so many deals at each seat. It sees what the
        strategy sees, or ``fine`` features.
        """
        regrets = np.zeros((FINE_ROWS if fine else ROWS, 2))
        study = self._study(regrets, average, fine, since=2 * AFTER_ALL)
        for first in range(study.since, study.since + deals, PIECE):
            for player in range(2):
                self._run(study, first, PIECE, player)
        return regrets

    def games(self, regrets: Any, average: Any, games: int, fine: bool) -> list[list[int]]:
        """Return the wins, losses and draws of a best response in whole games, as first and as second player."""
        found = []
        for seat in range(2):
            ends = np.zeros((MOST_LIVES, MOST_LIVES, 5))
            study = self._study(regrets, average, fine, learning=False, whole=True)._replace(ends=ends)
            self._run(study, 4 * AFTER_ALL, games, seat)
            won, lost, nobody = map(int, ends[0, 0, :3])
            found.append([lost, won, nobody] if seat else [won, lost, nobody])
        return found

    def _study(
        self,
        regrets: Any,
        average: Any,
        fine: bool = False,
        since: int = 0,
        learning: bool = True,
        whole: bool = False,
    ) -> RoundTraining:
        table_state = self.setting.new_table_state()
        words = np.tile(table_state.words, (2, 1))
        tables = words.view(table_state.dtype).reshape(2).view(np.recarray)
        fresh, made = table_state.words.copy(), self.made
        return RoundTraining(
            tables, words, fresh, self.wins, self.ends, regrets, made, average, fine, since, learning, whole
        )

    def _run(self, study: RoundTraining, first: int, deals: int, player: int) -> None:
        table = Table(self.setting.new_table_state().compiled, compiled_options(self.setting))
        self._learn(table, study, self.run, first, first + deals, player)

    def _compiled(self, function: Any) -> Any:
        from threedown.bulk.compiler import compiled_entry

        twins: dict[Any, Callable[..., Any]] = {verbs.ask: unasked}
        return compiled_entry(function, self.setting, ("random",) * 2, twins, usable_cache(), noted=False)
