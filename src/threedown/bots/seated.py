"""Bots at a live table; levels that imagine are compiled.

Compiling takes a while, so a thread does it, and the first question waits for the thread. After a timeout the cheaper
level that the bot imagines with plays until the code is ready. A record holds only the choices, so it stays valid
whichever level made them.
"""

import threading
import time
from collections.abc import Sequence
from typing import Any

from threedown.bulk.player import compiled_options, usable_cache
from threedown.bulk.run_spec import has_compiler
from threedown.games import find_game
from threedown.games.detached import answer_of, weighed_answer_of
from threedown.games.search import WeighedCode, what_was_weighed
from threedown.games.setting import Setting, settle
from threedown.session.bot_answers import bots_answer
from threedown.session.session import Session
from threedown.table.imagine import imagination
from threedown.table.layout import NOBODY, Table, TableState

PATIENCE = 60.0
"""Seconds that the first question to a bot waits for its compiled code."""


class SeatedBots:
    """The bots at a table. ``levels`` are by seat, None for a person.

    The first question waits ``patience`` seconds for compiled code.
    """

    def __init__(
        self,
        setting: Setting,
        levels: Sequence[str | None],
        compiled: bool | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self.setting, self._patience = setting, patience
        self._levels = [level or "" for level in levels]
        self._policies: dict[str, Any] = {}
        imagining = [level for level in dict.fromkeys(self._levels) if setting.imagines_with(level) is not None]
        self._waited = False
        self.weighed: list[WeighedCode] = []
        """The codes that the last answer's search weighed."""
        self.stood_in: dict[str, str] = {}
        """Levels that a cheaper level has answered for, because their code was not ready."""
        self._thread: threading.Thread | None = None
        self._compiles: Sequence[str] = ()
        """The levels that the thread compiles; other levels think step by step."""
        if imagining and (has_compiler() if compiled is None else compiled):
            self._compiles = imagining
            self._thread = threading.Thread(target=self._compile, daemon=True)
            self._thread.start()

    @property
    def ready(self) -> bool:
        """True once a bot's policy is compiled."""
        return bool(self._policies)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait at most ``seconds`` for the compiler; return True once it has finished."""
        if self._thread is None:
            return True
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def answer(self, session: Session, seat: int, level: str | None = None) -> int:
        """Return the code that the bot of a seat answers at this table (seat NOBODY: the world).

        ``level``, if given, answers instead of the seat's own level. The bot sees only what its seat may know. Raises
        LevelError for a bot that fails or gives an illegal answer.
        """
        level = level or ("" if seat == NOBODY else self._levels[seat])
        return bots_answer(session, seat, level, self.thought)

    def thought(self, table_state: TableState, level: str, seat: int, question: int) -> int:
        """Return the code that a level answers at a redacted table."""
        self.weighed = []
        cheaper = self.setting.imagines_with(level)
        if cheaper is None:
            return answer_of(self.setting, table_state, level, seat, question)
        if level not in self._compiles:
            return self._think_stepwise(table_state, level, seat, question)
        assert self._thread is not None
        if level not in self._policies and not self._waited:
            self._waited = True
            self._thread.join(self._patience)
        if level in self._policies:
            table = table_of(self.setting, table_state)
            code = int(self._policies[level](table, seat, question))
            self.weighed = what_was_weighed(table)
            return code
        if not self._thread.is_alive():
            return self._think_stepwise(table_state, level, seat, question)
        self.stood_in[level] = cheaper
        return answer_of(self.setting, table_state, cheaper, seat, question)

    def _think_stepwise(self, table_state: TableState, level: str, seat: int, question: int) -> int:
        code, self.weighed = weighed_answer_of(self.setting, table_state, level, seat, question)
        return code

    def _compile(self) -> None:
        from threedown.bulk.compiler import compiled_policy

        table = table_of(self.setting, self.setting.new_table_state())
        for level in self._compiles:
            try:
                self._policies[level] = compiled_policy(self.setting, level, usable_cache(), table, together=True)
            except Exception:  # the game goes on all the same: these bots think step by step
                return


def table_of(setting: Setting, table_state: TableState) -> Table:
    """Return a table in the form that compiled code takes."""
    return Table(table_state.compiled, compiled_options(setting), imagination(table_state, setting.new_table_state()))


def compile_ahead(game: str, preset: str, seats: int, level: str) -> float:
    """Compile a level into the cache; return the seconds that this took."""
    from threedown.bulk.compiler import compiled_policy

    began = time.perf_counter()
    setting = settle(find_game(game), preset, {}, seats)
    compiled_policy(setting, level, usable_cache(), table_of(setting, setting.new_table_state()))
    return time.perf_counter() - began
