"""Checks that compiled games are those that stepped play makes. Each raises AssertionError where it fails."""

import fcntl
import hashlib
import os
from pathlib import Path
from typing import Any

from support import conformance
from threedown.bulk.player import GamePlayer, prepare
from threedown.bulk.run_spec import run_spec
from threedown.games.setting import Setting
from threedown.table.layout import BATCH_NUMBER, BATCH_NUMBERS, BATCHES, TableState
from threedown.table.sight import cards_in


def pilots(setting: Setting) -> tuple[str, ...]:
    """Return the levels that play in simulation by default."""
    return run_spec(setting, 1, 0).pilots


def prepared(setting: Setting, folded: bool, seated: tuple[str, ...] = ()) -> Any:
    """The compiled games of a setting, ready to run; another process that wants the same variant waits for us."""
    seated = seated or pilots(setting)
    table_state = setting.new_table_state().dtype.descr
    shape = (setting.game.name, setting.seats, seated, table_state, folded and tuple(setting.option_codes))
    name = repr(shape)
    if name not in _PREPARED:
        lock = Path(os.environ["THREEDOWN_CACHE"]) / f"{hash_of(name)}.lock"
        with open(lock, "w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            play = prepare(setting, seated, folded, compiled=True)
            GamePlayer(run_spec(setting, 1, 0, seated), play, True, folded).play(0, 0)
        _PREPARED[name] = play
    return _PREPARED[name]


_PREPARED: dict[str, Any] = {}


def hash_of(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()[:16]


def compiled_words(
    setting: Setting, seed: int, first: int, count: int, folded: bool, seated: tuple[str, ...] = ()
) -> Any:
    """The table as int64s after ``count`` games in machine code, on one table state that was fresh before the first."""
    worker = GamePlayer(run_spec(setting, 1, seed, seated), prepared(setting, folded, seated), True, folded)
    worker.play(first, count)
    return worker.table_state.words


def check_stepped_equals_compiled(setting: Setting, seed: int, games: int, folded: bool = False) -> None:
    """Machine code and stepped play leave the same table, byte for byte; folded, but for notes on batches."""
    for game in range(games):
        table_state = conformance.play_out(conformance.dealt(setting, seed, game)).table_state
        words = compiled_words(setting, seed, game, 1, folded)
        if folded:
            table_state = without_batches(table_state)
            words = without_batches(type(table_state)(words)).words
        if words.tobytes() != table_state.tobytes():
            raise AssertionError(f"game {game} of seed {seed}: {difference(table_state, words)}")


def without_batches(table_state: TableState) -> TableState:
    """A copy in which nothing is noted on the batches that shuffles make: large simulations note nothing there."""
    copy = table_state.copy()
    copy.cards[:] &= ~(BATCHES | BATCH_NUMBERS << BATCH_NUMBER)
    copy.broken[:], copy.batch = 0, 0
    return copy


def check_levels_are_the_same_compiled(setting: Setting, seated: tuple[str, ...], seed: int, games: int) -> None:
    """Bots choose in machine code what they choose stepped, those that imagine too."""
    for game in range(games):
        session = conformance.dealt(setting, seed, game)
        while not session.over:
            if session.pending is None:
                session.go(conformance.WHOLE_GAME)
            else:
                seat = session.pending.seat
                session.choose(conformance.answer(session, seated[max(seat, 0)]), session.asked)
        words = compiled_words(setting, seed, game, 1, folded=False, seated=seated)
        if words.tobytes() != session.table_state.tobytes():
            raise AssertionError(f"{seated}, game {game} of seed {seed}: {difference(session.table_state, words)}")


def difference(table_state: TableState, words: Any) -> str:
    """Return the differences between a compiled table and a stepped one."""
    other = type(table_state)(words)
    fields = table_state.dtype.fields or {}
    wrong = [name for name in fields if str(getattr(table_state, name)) != str(getattr(other, name))]
    first = wrong[0] if wrong else "nothing that prints"
    values = "" if not wrong else f": stepped {getattr(table_state, first)}, compiled {getattr(other, first)}"
    return f"{', '.join(wrong)} differ; {first}{values}"


def check_cache_tells_levels_apart(setting: Setting, levels: tuple[str, ...], seed: int, games: int) -> None:
    """Each level at all seats, one after the other from the same cache, plays what it plays step by step."""
    for level in levels:
        what = run_spec(setting, games, seed, (level,) * setting.seats)
        compiled, stepped = (
            GamePlayer(what, prepare(setting, what.pilots, False, way), way, False).play(0, games).tolist()
            for way in (True, False)
        )
        assert compiled == stepped, f"the cache gave {level} the games of another level"


def check_used_table(setting: Setting, seed: int, games: int, folded: bool = False) -> None:
    """A game on a table that others have used is the game on a fresh one."""
    table_state = setting.new_table_state()
    used = type(table_state)(compiled_words(setting, seed, 0, games, folded))
    fresh = type(table_state)(compiled_words(setting, seed, games - 1, 1, folded))
    for pile, name in enumerate(setting.piles):
        assert cards_in(used, pile) == cards_in(fresh, pile), f"{name} differs on a used table"
    clean = table_state.clean_from
    assert used.words[clean:].tobytes() == fresh.words[clean:].tobytes(), difference(fresh, used.words)
