"""The loop that plays many games: compiled where Numba is, plain Python where it is not."""

from collections.abc import Sequence
from typing import Any

from threedown.games.declare import Setting
from threedown.table.chance import generator_word
from threedown.table.layout import TURN_CAP, Record, Table
from threedown.table.verbs import begin_turn, is_over


class Unwatched:
    """What is live at a stepped table that nobody looks at: its rules, the generator, and who answers."""

    def __init__(self, setting: Setting, pilots: Sequence[str]) -> None:
        self.rules = setting.game.rules
        self._setting, self._pilots = setting, pilots

    @property
    def chance(self) -> "Unwatched":
        return self

    def word(self, s: Record, n: int) -> int:
        return generator_word(Table(s, None), n)

    def announce(self, t: Table, kind: int, seat: int, card: int, source: int, target: int) -> None:
        pass

    def answer(self, t: Table, seat: int, question: int) -> int:
        return int(self._setting.policy(seat, self._pilots)(t, seat, question))


def deal(t: Table) -> None:
    """The deal of the game's rules. Compiled: that function itself."""
    t.live.rules.deal(t)


def turn(t: Table) -> None:
    """The turn of the game's rules. Compiled: that function itself."""
    t.live.rules.turn(t)


def play_games(t: Table, words: Any, fresh: Any, keys: Any, counts: Any, turns: Any, tallies: Any) -> None:
    """Plays one game for each row of ``keys`` on one table and adds up how they ended.

    ``words`` is the record of ``t`` as int64s; ``fresh``, as long as its tail that a new game must find clean.
    Added to, all int64: ``counts`` (wins by seat, then draws, then unfinished), ``turns`` (finished games by
    their number of turns), ``tallies`` (2, n) sums and sums of squares of the record's last n words.
    """
    clean = len(words) - len(fresh)
    size = tallies.shape[1]
    seats = len(counts) - 2
    for game in range(len(keys)):
        for place in range(len(fresh)):
            words[clean + place] = fresh[place]
        t.s.chance[0] = keys[game, 0]
        t.s.chance[1] = keys[game, 1]
        t.s.pilot[0] = keys[game, 2]
        play_to_end(t)
        if capped(t):
            counts[seats + 1] += 1
        else:
            turns[int(t.s.turns)] += 1
            for seat in range(seats):
                counts[seat] += (int(t.s.winners) >> seat) & 1
            counts[seats] += int(t.s.winners) == 0
        for place in range(size):
            value = int(words[len(words) - size + place])
            tallies[0, place] += value
            tallies[1, place] += value * value


def play_to_end(t: Table) -> None:
    """One whole game, from the deal."""
    deal(t)
    while not is_over(t):
        begin_turn(t)
        turn(t)


def capped(t: Table) -> bool:
    """Whether the turn cap, and not the rules, has ended the game."""
    return int(t.s.reason) == TURN_CAP
