"""A game played on from one of its points in many worlds: compiled where Numba is, else step by step.

A rule asks with a plain call, however deep, so the turn of a point is played again from its start with a script: the
answers and the random words of the real game. Where the script ends, the table is exchanged for an imagined one
(see threedown.table.imagine) with its own chance, and a level of bots plays on at every seat.
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
from threedown.session.views import shares_of
from threedown.table import chance, verbs
from threedown.table.imagine import MOST_CARDS, deal_unknown
from threedown.table.layout import MOST_SEATS, NOBODY, Table, TableState
from threedown.table.verbs import begin_turn, is_over, seats

WHOLE_GAME = math.lcm(*range(1, MOST_SEATS + 1))
"""The value of a won game: divisible among any number of winners."""

NOT_LATER = -1
"""In the place of a number of turns: nobody looks at the tables before the end."""

AT_A_TIME = 1024
"""The worlds whose tables are in memory at once: a few megabytes."""
USED, ANSWERED, SPENT, LAST, ANSWERS = range(5)
"""Places on a script's tape: answers used; answers before the exchange of the table; words of chance spent; the last of
the answers as it was given, by the level if need be; and where the answers begin."""
POLICY = NOBODY
"""In a script, an answer that the level chooses."""


class Later(NamedTuple):
    """Games some turns later, or at their ends; int64, with a row for each world."""

    lengths: Any
    """The turns until the end of each game; of shape (n,)."""
    shares: Any
    """Each seat's share of the stakes; of shape (n, seats)."""
    owners: Any
    """The seat that owns each place of a map; of shape (n, places), without columns where there are none."""


class Script(NamedTuple):
    """The live part of the table of a world. One array, because compiled code counts every array at every call."""

    tape: Any
    """int64: four numbers, the answers, the words of chance, all words of the imagined table, which replaces the table
    where the script ends, and all words of the table."""
    chance_words: int
    """The place on the tape where the words of chance begin and the answers end; and so the others."""
    imagined: int
    words: int


def script_of(answers: Sequence[int], answered: int, chance_words: Sequence[int], words: Any) -> Script:
    """Return a script for a table with these words, which lie on its tape from then on."""
    spent = ANSWERS + len(answers)
    imagined = spent + len(chance_words)
    tape = np.array([0, answered, 0, POLICY, *answers, *chance_words, *words, *words], dtype=np.int64)
    return Script(tape, spent, imagined, imagined + len(words))


# Stand-ins for the functions of a game


def policy(t: Table, seat: int, question: int) -> int:
    """Answer as the level or the world would. Compiled: the level, and the world."""
    return 0


def worth(t: Table, seat: int) -> int:
    """Return the value of a finished game to a seat. Compiled: :func:`share_won`, or the game's ``bankroll``."""
    return int(t.live.worth(t, seat))


def share_won(t: Table, seat: int) -> int:
    """Return a seat's share of a won game: the winners share it, or all seats if nobody wins."""
    winners, count = int(t.s.winners), seats(t)
    won = 0
    for other in range(count):
        won += (winners >> other) & 1
    if won == 0:
        return WHOLE_GAME // count
    return WHOLE_GAME // won if (winners >> seat) & 1 else 0


def next_answer(script: Any) -> int:
    """Return the next answer of a script, POLICY where the level gives it."""
    used = int(script.tape[USED])
    script.tape[USED] = used + 1
    if used == int(script.tape[ANSWERED]):
        script.tape[script.words :] = script.tape[script.imagined : script.words]
    return int(script.tape[ANSWERS + used]) if ANSWERS + used < script.chance_words else POLICY


def note_answer(script: Any, code: int) -> None:
    """Note the answer that was given, if it is the last one of a script."""
    if ANSWERS + int(script.tape[USED]) == script.chance_words:
        script.tape[LAST] = code


def next_word(script: Any) -> int:
    """Return the next word of chance of a script; -1 if none is left."""
    place = script.chance_words + int(script.tape[SPENT])
    if place >= script.imagined:
        return -1
    script.tape[SPENT] += 1
    return int(script.tape[place])


def is_scripted(script: Any) -> bool:
    """True while answers or words of chance are left in a script."""
    used, spent = ANSWERS + script.tape[USED], script.chance_words + script.tape[SPENT]
    return bool(used < script.chance_words or spent < script.imagined)


def answer(t: Table, seat: int, question: int) -> int:
    """Stand in for ``ask`` in compiled play."""
    code = next_answer(t.live)
    if code == POLICY:
        code = policy(t, seat, question)
    note_answer(t.live, code)
    t.s.pilot[1] += 1
    return code


def word(t: Table, n: int) -> int:
    """Return the next word of chance in compiled play: the script's, then the generator's."""
    scripted = next_word(t.live)
    return scripted if scripted >= 0 else chance.generator_word(t, n)


class SteppedWorlds(DetachedTable):
    """The live part of the table of a world that is played step by step."""

    def __init__(self, setting: Setting, level: str, script: Script) -> None:
        super().__init__(setting, (level,) * setting.seats)
        self.script = script
        self.worth = setting.game.scoring.bankroll or share_won

    def word(self, s: TableState, n: int) -> int:
        scripted = next_word(self.script)
        return scripted if scripted >= 0 else super().word(s, n)

    def answer(self, t: Table, seat: int, question: int) -> int:
        code = next_answer(self.script)
        if code == POLICY:
            code = super().answer(t, seat, question)
        note_answer(self.script, code)
        return code


# The loop


def begin_worlds(
    t: Table,
    m: Table,
    script: Any,
    part: int,
    seat: int,
    start: Any,
    known: Any,
    room: Any,
    keys: Any,
    tables: Any,
    answers: Any,
) -> None:
    """Play a world for each row of ``keys`` on the table ``t`` to the end of the turn in which its script ends.

    ``m`` is the imagined table, ``known`` the words of the point as ``seat`` may know them, ``start`` those of the
    start of its turn; ``room`` is scratch space for imagining. ``tables`` is written: int64, the words of each table;
    and ``answers``: int64, the last answer of the script in each world.
    """
    words, imagined = script.tape[script.words :], script.tape[script.imagined : script.words]
    notes = m.s.cards & ~NUMBER
    for world in range(len(keys)):
        imagined[:] = known
        m.s.chance[0] = keys[world, 0]
        m.s.chance[1] = keys[world, 1]
        m.s.chance[2] = 0
        m.s.pilot[0] = keys[world, 2]
        script.tape[USED] = 0
        script.tape[SPENT] = script.imagined - script.chance_words
        if part != BEFORE_DEAL:
            m.s.past_held[:] = -1
            deal_unknown(m, seat, room)
            m.s.cards[:] = (m.s.cards & NUMBER) | notes
        script.tape[SPENT] = 0
        if part in (IN_DEAL, IN_TURN):
            words[:] = start
        else:
            words[:] = imagined
        if part in (BEFORE_DEAL, IN_DEAL):
            deal(t)
        elif part == IN_TURN:
            begin_turn(t)
            turn(t)
        while not is_over(t) and is_scripted(script):
            begin_turn(t)
            turn(t)
        tables[world] = words
        answers[world] = script.tape[LAST]


def finish_worlds(t: Table, words: Any, tables: Any, turns: int, rows: Any, lengths: Any) -> None:
    """Play each of ``tables`` to its end on the table ``t``, whose words are ``words``; write its value to each seat.

    A loop of its own, because without a script a turn costs what it costs in a simulation: a table that carries one has
    arrays in its live part, which compiled code counts at every call. ``rows`` is written: int64, (worlds, seats);
    ``lengths``: int64, the turns until the end of each game; and ``tables``: each as it is ``turns`` turns later, or at
    the end of the game (NOT_LATER: none is written).
    """
    for world in range(len(tables)):
        words[:] = tables[world]
        length = 0
        while not is_over(t):
            if length == turns:
                tables[world] = words
            length += 1
            begin_turn(t)
            turn(t)
        if length <= turns:
            tables[world] = words
        lengths[world] = length
        for other in range(seats(t)):
            rows[world, other] = worth(t, other)


class Worlds:
    """Games played on from points of one game. Several threads may use it at once."""

    def __init__(self, setting: Setting, level: str, seed: int, compiled: bool | None = None) -> None:
        """Let ``level`` play on at every seat. Raises ValueError for a level that imagines."""
        if setting.imagined_level(level) is not None:
            raise ValueError(
                f"{level} imagines itself, or comes from outside: choose a level of the game that does not"
            )
        self.setting, self.level, self.seed = setting, level, seed
        self.compiled = has_compiler() if compiled is None else compiled
        self._begin: Any = begin_worlds
        self._finish: Any = finish_worlds
        if self.compiled:
            self._begin, self._finish = self._compiled_entries()

    @property
    def whole(self) -> int:
        """Return the value of a won game; 0 in games played for points."""
        return 0 if self.setting.game.scoring.bankroll else WHOLE_GAME

    def worth_of(self, table_state: TableState) -> list[int]:
        """Return the value of a finished game to each seat."""
        count = self.setting.game.scoring.bankroll or share_won
        table = Table(table_state, self.setting.option_codes)
        return [int(count(table, seat)) for seat in range(self.setting.seats)]

    def play(self, point: BranchPoint, number: int, eyes: int | None, n: int, then: Sequence[int] = ()) -> Any:
        """Return the values of the first ``n`` worlds: those of :meth:`play_some`."""
        return self.play_some(point, number, eyes, np.arange(n), then)[0]

    def play_beside_level(
        self, point: BranchPoint, number: int, eyes: int | None, n: int, given: Sequence[int], code: int
    ) -> tuple[Any, Any, Any]:
        """Return the values of ``n`` worlds after the answers ``given`` and then ``code``; those of the same worlds
        after whatever the level answers in its place; and these answers. A world in which it is the same is played
        once."""
        of_level, answers = self.play_some(point, number, eyes, np.arange(n), (*given, POLICY))
        of_code, apart = of_level.copy(), np.flatnonzero(answers != code)
        of_code[apart] = self.play_some(point, number, eyes, apart, (*given, code))[0]
        return of_code, of_level, answers

    def play_some(
        self, point: BranchPoint, number: int, eyes: int | None, places: Any, then: Sequence[int] = ()
    ) -> tuple[Any, Any]:
        """Return the values of some worlds, int64 of shape (worlds, seats), imagined at a point with the knowledge of
        the seat ``eyes`` (None: of all seats together); and for each world the last answer that was given in it.

        ``then`` are answers that follow (POLICY: the level's). The same ``number`` gives the same worlds, up to 1 << 20
        of them, whatever the answers; ``places`` are the places of those to play (an array of int64).
        """
        rows, answers, _ = self._play(point, number, eyes, places, then, NOT_LATER)
        return rows, answers

    def play_until(
        self, point: BranchPoint, number: int, eyes: int | None, n: int, then: Sequence[int], turns: int
    ) -> tuple[Any, Later]:
        """Return the values of the first ``n`` worlds, int64 of shape (n, seats), and what they are like ``turns``
        turns after that of the answers ``then``."""
        rows, _, later = self._play(point, number, eyes, np.arange(n), then, turns)
        return rows, later

    def _play(
        self, point: BranchPoint, number: int, eyes: int | None, places: Any, then: Sequence[int], turns: int
    ) -> tuple[Any, Any, Later]:
        """Return the values of some worlds, their last answers, and what they are like ``turns`` turns later."""
        setting = self.setting
        known, seat = known_to(point.here, setting.seats, eyes)
        answers_given = len(point.answers) if point.part in (IN_DEAL, IN_TURN) else NOBODY
        script = script_of([*point.answers, *then], answers_given, point.words, setting.new_table_state().words)
        table, imagined = map(type(known), (script.tape[script.words :], script.tape[script.imagined : script.words]))
        imagined.words[:] = point.here.words
        if self.compiled:
            options = compiled_options(setting)
            t, m = Table(table.compiled, options, script), Table(imagined.compiled, options, script)
            unscripted = Table(table.compiled, options)
        else:
            live = SteppedWorlds(setting, self.level, script)
            t, m = Table(table, setting.option_codes, live), Table(imagined, setting.option_codes, live)
            unscripted = t
        room = np.zeros((5, MOST_CARDS), dtype=np.int64)
        rows = np.zeros((len(places), setting.seats), dtype=np.int64)
        answers, lengths = np.zeros((2, len(places)), dtype=np.int64)
        owning = setting.game.scoring.places
        owners = np.zeros((len(places), 0 if owning is None else len(getattr(known, owning.owners))), dtype=np.int64)
        later = Later(lengths, np.zeros_like(rows), owners)
        keys = chance.keys(self.seed, number << 20, int(places.max(initial=-1)) + 1)[places]
        for first in range(0, len(places), AT_A_TIME):
            some = slice(first, first + AT_A_TIME)
            tables = np.empty((len(keys[some]), len(table.words)), dtype=np.int64)
            start = point.start.words
            self._begin(t, m, script, point.part, seat, start, known.words, room, keys[some], tables, answers[some])
            self._finish(unscripted, table.words, tables, turns, rows[some], lengths[some])
            if turns != NOT_LATER:
                states = [type(known)(words) for words in tables]
                later.shares[some] = [shares_of(setting, state) for state in states]
                if owning is not None:
                    later.owners[some] = [getattr(state, owning.owners) for state in states]
        return rows, answers, later

    def _compiled_entries(self) -> tuple[Any, Any]:
        from threedown.bulk.compiler import compiled_entry, policies

        setting, pilots = self.setting, (self.level,) * self.setting.seats
        scripted: dict[Any, Callable[..., Any]] = {
            verbs.ask: answer,
            chance.word: word,
            policy: policies(setting, pilots, setting.game.bots.WORLD),
        }
        value: dict[Any, Callable[..., Any]] = {worth: setting.game.scoring.bankroll or share_won}
        return (
            compiled_entry(begin_worlds, setting, pilots, scripted, usable_cache()),
            compiled_entry(finish_worlds, setting, pilots, value, usable_cache(), noted=False),
        )
