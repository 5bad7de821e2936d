"""The loop that plays many games: compiled with Numba, plain Python without."""

from typing import Any

from threedown.table.chance import WORD, play_otherwise
from threedown.table.layout import Table
from threedown.table.verbs import begin_turn, is_over

FIRST_TALLY = 3
"""The column of a row in which the tallies begin; before it turns, reason and winners."""
AGAIN = 32
"""The lowest bit of the replay number in a policies' key; replay 0 is the game with its own chance."""


def deal(t: Table) -> None:
    """The deal of the game's rules. Compiled: that function itself."""
    t.live.rules.deal(t)


def turn(t: Table) -> None:
    """The turn of the game's rules. Compiled: that function itself."""
    t.live.rules.turn(t)


def play_games(t: Table, words: Any, fresh: Any, keys: Any, rows: Any) -> None:
    """Play one game for each row of ``keys`` at one table and write their results.

    ``words`` is the table state of ``t`` as int64s; ``fresh`` is the clean tail of it with which a new game begins.
    ``rows`` is written: int64 of shape (games, 3 + tallies): turns, reason, winners (a bit each), then the tallies,
    which are its last words.
    """
    tail = words[len(words) - len(fresh) :]
    tallies = words[len(words) - (rows.shape[1] - FIRST_TALLY) :]
    for game in range(len(keys)):
        for place in range(len(fresh)):
            tail[place] = fresh[place]
        t.s.chance[0] = keys[game, 0]
        t.s.chance[1] = keys[game, 1]
        t.s.pilot[0] = keys[game, 2] & WORD
        play_to_end(t, int(keys[game, 2]) >> AGAIN)
        rows[game, 0] = t.s.turns
        rows[game, 1] = t.s.reason
        rows[game, 2] = t.s.winners
        for place in range(len(tallies)):
            rows[game, FIRST_TALLY + place] = tallies[place]


def play_to_end(t: Table, again: int = 0) -> None:
    """Play one whole game from the deal; with ``again``, other chance follows the deal."""
    deal(t)
    if again > 0:
        play_otherwise(t.s, again)
    while not is_over(t):
        begin_turn(t)
        turn(t)
