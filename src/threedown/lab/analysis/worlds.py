"""A game played on from one of its points in many worlds: compiled where Numba is, else step by step.

A rule asks by a plain call, however deep, so the turn in which a point lies is played again from its start, by a
script: the answers that were given, and the words that chance has drawn. Where it ends the table is exchanged for one
that is imagined there (see threedown.table.imagine), with its own chance, and a level of bots plays on at every seat.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from threedown.bulk.kernel import deal, turn
from threedown.bulk.player import compiled_options, usable_cache
from threedown.bulk.run_spec import has_compiler
from threedown.cards import NUMBER
from threedown.games.detached import DetachedTable
from threedown.games.setting import Setting
from threedown.session.branch import BEFORE_DEAL, IN_DEAL, IN_TURN, BranchPoint, known_to
from threedown.table import chance, verbs
from threedown.table.imagine import MOST_CARDS, deal_unknown
from threedown.table.layout import MOST_SEATS, NOBODY, Table, TableState
from threedown.table.verbs import begin_turn, is_over, seats

WHOLE_GAME = math.lcm(*range(1, MOST_SEATS + 1))
"""The value of a won game: divisible among any number of winners."""

USED, GIVEN, SPENT = range(3)
"""Counts of a script: answers used; answers after which the imagined table lies there; words of chance spent."""
POLICY = NOBODY
"""Stands in a script for an answer that the level gives."""


class Script(NamedTuple):
    """The live part of the table of a world: int64 arrays."""

    counts: Any
    answers: Any
    drawn: Any
    words: Any
    """All words of the table."""
    imagined: Any
    """All words of the table that is taken up where the script ends."""


# What stands for the game's own


def policy(t: Table, seat: int, question: int) -> int:
    """Answer as the level or the world would. Compiled: the level, and the world."""
    return 0


def worth(t: Table, seat: int) -> int:
    """Return the value of a finished game to a seat. Compiled: :func:`share_won`, or the game's ``bankroll``."""
    return int(t.live.worth(t, seat))


def share_won(t: Table, seat: int) -> int:
    """A game won, in parts: who win share it, and all do where nobody wins."""
    winners, count = int(t.s.winners), seats(t)
    won = 0
    for other in range(count):
        won += (winners >> other) & 1
    if won == 0:
        return WHOLE_GAME // count
    return WHOLE_GAME // won if (winners >> seat) & 1 else 0


def answered(script: Any) -> int:
    """The next answer of a script, POLICY where the level gives it."""
    used = int(script.counts[USED])
    script.counts[USED] = used + 1
    if used == int(script.counts[GIVEN]):
        script.words[:] = script.imagined
    return int(script.answers[used]) if used < len(script.answers) else POLICY


def answer(t: Table, seat: int, question: int) -> int:
    """``ask``, compiled."""
    code = answered(t.live)
    if code == POLICY:
        code = policy(t, seat, question)
    t.s.pilot[1] += 1
    return code


def word(t: Table, n: int) -> int:
    """The next word of chance, compiled: those that were drawn, then the generator's."""
    script = t.live
    spent = int(script.counts[SPENT])
    if spent < len(script.drawn):
        script.counts[SPENT] = spent + 1
        return int(script.drawn[spent])
    return chance.generator_word(t, n)


class SteppedWorlds(DetachedTable):
    """The live part of the table of a world that is played step by step."""

    def __init__(self, setting: Setting, level: str, script: Script) -> None:
        super().__init__(setting, (level,) * setting.seats)
        self.script = script
        self.worth = setting.game.scoring.bankroll or share_won

    def word(self, s: TableState, n: int) -> int:
        spent = int(self.script.counts[SPENT])
        if spent < len(self.script.drawn):
            self.script.counts[SPENT] = spent + 1
            return int(self.script.drawn[spent])
        return super().word(s, n)

    def answer(self, t: Table, seat: int, question: int) -> int:
        code = answered(self.script)
        return super().answer(t, seat, question) if code == POLICY else code


# The loop


def play_worlds(
    t: Table, m: Table, script: Any, part: int, seat: int, start: Any, known: Any, room: Any, keys: Any, rows: Any
) -> None:
    """Plays a world for each row of ``keys`` on the table ``t``, and notes in ``rows`` what it is worth to each seat.

    ``m`` is the table that is imagined, ``known`` what ``seat`` may know of the point (all words of a table), ``start``
    the same of where its turn began; ``room`` is for imagining. ``rows`` is written: int64, (worlds, seats).
    """
    notes = m.s.cards & ~NUMBER
    for world in range(len(keys)):
        script.imagined[:] = known
        m.s.chance[0] = keys[world, 0]
        m.s.chance[1] = keys[world, 1]
        m.s.chance[2] = 0
        m.s.pilot[0] = keys[world, 2]
        script.counts[USED] = 0
        script.counts[SPENT] = len(script.drawn)
        if part != BEFORE_DEAL:
            m.s.past_held[:] = -1
            deal_unknown(m, seat, room)
            m.s.cards[:] = (m.s.cards & NUMBER) | notes
        script.counts[SPENT] = 0
        if part in (IN_DEAL, IN_TURN):
            script.words[:] = start
        else:
            script.words[:] = script.imagined
        if part in (BEFORE_DEAL, IN_DEAL):
            deal(t)
        elif part == IN_TURN:
            begin_turn(t)
            turn(t)
        while not is_over(t):
            begin_turn(t)
            turn(t)
        for other in range(seats(t)):
            rows[world, other] = worth(t, other)


class Worlds:
    """Plays on from points of one game. It may be used by several threads at once."""

    def __init__(self, setting: Setting, level: str, seed: int, compiled: bool | None = None) -> None:
        """``level`` plays on at every seat; it must be one that does not imagine (ValueError)."""
        if setting.imagined_level(level) is not None:
            raise ValueError(
                f"{level} imagines itself, or comes from outside: choose a level of the game that does not"
            )
        self.setting, self.level, self.seed = setting, level, seed
        self.compiled = has_compiler() if compiled is None else compiled
        self._entry: Any = self._compiled_entry() if self.compiled else play_worlds

    @property
    def whole(self) -> int:
        """Return the value of a won game; 0 in games played for points."""
        return 0 if self.setting.game.scoring.bankroll else WHOLE_GAME

    def worth_of(self, record: TableState) -> list[int]:
        """Return the value of a finished game to each seat."""
        count = self.setting.game.scoring.bankroll or share_won
        table = Table(record, self.setting.option_codes)
        return [int(count(table, seat)) for seat in range(self.setting.seats)]

    def play(self, point: BranchPoint, number: int, eyes: int | None, n: int, then: Sequence[int] = ()) -> Any:
        """Return the values of ``n`` worlds, int64 of shape (n, seats), imagined at a point through the ``eyes`` of a
        seat (None: of all together).

        ``then`` are answers that follow (POLICY: the level's). The same ``number`` gives the same worlds, up to 1 << 20
        of them, whatever the answers.
        """
        setting = self.setting
        known, seat = known_to(point.here, setting.seats, eyes)
        table, imagined = setting.new_record(), point.here.copy()
        given = len(point.answers) if point.part in (IN_DEAL, IN_TURN) else NOBODY
        script = Script(
            np.array([0, given, 0], dtype=np.int64),
            np.array([*point.answers, *then], dtype=np.int64),
            np.array(point.words, dtype=np.int64),
            table.words,
            imagined.words,
        )
        if self.compiled:
            options = compiled_options(setting)
            t, m = Table(table.compiled, options, script), Table(imagined.compiled, options, script)
        else:
            live = SteppedWorlds(setting, self.level, script)
            t, m = Table(table, setting.option_codes, live), Table(imagined, setting.option_codes, live)
        room = np.zeros((5, MOST_CARDS), dtype=np.int64)
        rows = np.zeros((n, setting.seats), dtype=np.int64)
        keys = chance.keys(self.seed, number << 20, n)
        self._entry(t, m, script, point.part, seat, point.start.words, known.words, room, keys, rows)
        return rows

    def _compiled_entry(self) -> Any:
        from threedown.bulk.compiler import compiled_entry, policies

        setting = self.setting
        twins: dict[Any, Callable[..., Any]] = {
            verbs.ask: answer,
            chance.word: word,
            policy: policies(setting, (self.level,) * setting.seats, setting.game.bots.WORLD),
            worth: setting.game.scoring.bankroll or share_won,
        }
        return compiled_entry(play_worlds, setting, (self.level,) * setting.seats, twins, usable_cache())
