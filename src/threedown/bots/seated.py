"""Bots at a live table: those that imagine think in machine code.

Compiling takes a while, so it is done in a thread of its own, for which the first question waits; if it takes too long,
the level that a bot imagines with plays for it until it is there. A game's record holds the choices alone, so whoever
made them, it stays valid.
"""

import threading
import time
from collections.abc import Sequence
from typing import Any

from threedown.bulk.player import compiled_house, usable_cache
from threedown.bulk.run_spec import has_compiler
from threedown.games import find_game
from threedown.games.search import WeighedCode, what_was_weighed
from threedown.games.setting import Setting, settle
from threedown.games.unwatched import answer_of
from threedown.session.bot_answers import bots_answer
from threedown.session.session import Session
from threedown.table.imagine import imagination
from threedown.table.layout import NOBODY, Table, TableState

PATIENCE = 60.0
"""Seconds that the first question to a bot waits for its machine code."""


class SeatedBots:
    """The bots at a table. ``levels`` are by seat, None for a person.

    The first question waits ``patience`` seconds for machine code.
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
        """What the last answer was found by, where it was by a search in machine code."""
        self.stood_in: dict[str, str] = {}
        """Levels for which a cheaper one has answered, because their machine code was not there."""
        self._thread: threading.Thread | None = None
        if imagining and (has_compiler() if compiled is None else compiled):
            self._thread = threading.Thread(target=self._compile, args=(imagining,), daemon=True)
            self._thread.start()

    @property
    def ready(self) -> bool:
        """Whether a bot thinks in machine code already."""
        return bool(self._policies)

    def wait(self, seconds: float | None = None) -> bool:
        """Until every bot thinks in machine code that can, at most so long; returns whether they do."""
        if self._thread is None:
            return True
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def answer(self, session: Session, seat: int, level: str | None = None) -> int:
        """What the bot of a seat answers that is asked at this table (seat NOBODY: what the world does).

        ``level``, where given, answers instead of the one that sits there. It is shown what its seat may know. Raises
        LevelError for a bot that fails, or answers what is not legal.
        """
        level = level or ("" if seat == NOBODY else self._levels[seat])
        return bots_answer(session, seat, level, self.thought)

    def thought(self, record: TableState, level: str, seat: int, question: int) -> int:
        """What a level answers that is shown this table, which has nothing in it that its seat may not know."""
        self.weighed = []
        cheaper = self.setting.imagines_with(level)
        if cheaper is None or self._thread is None:
            return answer_of(self.setting, record, level, seat, question)
        if level not in self._policies and not self._waited:
            self._waited = True
            self._thread.join(self._patience)
        if level in self._policies:
            table = table_of(self.setting, record)
            code = int(self._policies[level](table, seat, question))
            self.weighed = what_was_weighed(table)
            return code
        if not self._thread.is_alive():
            return answer_of(self.setting, record, level, seat, question)
        self.stood_in[level] = cheaper
        return answer_of(self.setting, record, cheaper, seat, question)

    def _compile(self, levels: list[str]) -> None:
        from threedown.bulk.compiler import compiled_policy

        table = table_of(self.setting, self.setting.new_record())
        for level in levels:
            try:
                self._policies[level] = compiled_policy(self.setting, level, usable_cache(), table, together=True)
            except Exception:  # whatever it is, a game at a table goes on: these bots think step by step
                return


def table_of(setting: Setting, record: TableState) -> Table:
    """A table as machine code takes it."""
    return Table(record.compiled, compiled_house(setting), imagination(record, setting.new_record()))


def compile_ahead(game: str, preset: str, seats: int, level: str) -> float:
    """Puts what a level thinks with into the cache; returns how many seconds that took."""
    from threedown.bulk.compiler import compiled_policy

    began = time.perf_counter()
    setting = settle(find_game(game), preset, {}, seats)
    compiled_policy(setting, level, usable_cache(), table_of(setting, setting.new_record()))
    return time.perf_counter() - began
