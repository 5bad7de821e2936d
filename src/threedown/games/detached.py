"""Stepped play without an audience: bots answer every question, and events are not announced."""

from collections.abc import Sequence

from threedown.games.levels import LevelError, failure, is_own
from threedown.games.search import WeighedCode, what_was_weighed
from threedown.games.setting import Setting
from threedown.table.chance import generator_word
from threedown.table.imagine import Imagination, imagination
from threedown.table.layout import NOBODY, Table, TableState


class DetachedTable:
    """The live part of such a table: its rules, the generator, and the policies."""

    def __init__(self, setting: Setting, pilots: Sequence[str]) -> None:
        self.rules = setting.game.rules
        self._setting, self._pilots = setting, pilots
        self._minds: dict[str, Imagination] = {}

    @property
    def chance(self) -> "DetachedTable":
        return self

    def word(self, s: TableState, n: int) -> int:
        return generator_word(Table(s, None), n)

    def announce(
        self, t: Table, kind: int, seat: int, card: int, source: int, target: int, numbers: tuple[int, ...]
    ) -> None:
        if self._setting.game.counters.counts_events:
            t.s.events += 1

    def together(self, t: Table, who: int, question: int) -> None:
        pass

    def answer(self, t: Table, seat: int, question: int) -> int:
        policy = self._setting.policy(seat, self._pilots)
        try:
            return int(policy(Table(t.s, t.o, self.mind(t.s, seat)), seat, question))
        except LevelError:
            raise
        except Exception as error:
            if seat == NOBODY or is_own(self._setting.game, self._pilots[seat]):
                raise
            raise failure(self._pilots[seat], error) from error

    def mind(self, table_state: TableState, seat: int) -> Imagination | None:
        """The imagination of a seat's policy, if it imagines: the cheaper level plays at every seat there."""
        level = "" if seat == NOBODY else self._pilots[seat]
        cheaper = self._setting.imagined_level(level)
        if cheaper is None:
            return None
        if level not in self._minds:
            live = DetachedTable(self._setting, (cheaper,) * self._setting.seats)
            self._minds[level] = imagination(table_state, self._setting.new_table_state(), live)
        return self._minds[level]


def weighed_answer_of(
    setting: Setting, table_state: TableState, level: str, seat: int, question: int
) -> tuple[int, list[WeighedCode]]:
    """Return the answer of a level that searches at a redacted table, and the codes that its search compared."""
    live = DetachedTable(setting, (level,) * setting.seats)
    code = live.answer(Table(table_state, setting.option_codes), seat, question)
    mind = live.mind(table_state, seat)
    return code, [] if mind is None else what_was_weighed(Table(table_state, setting.option_codes, mind))


def answer_of(setting: Setting, table_state: TableState, level: str, seat: int, question: int) -> int:
    """The answer of a bot level for a seat at this table (seat NOBODY: the world's answer)."""
    return DetachedTable(setting, (level,) * setting.seats).answer(
        Table(table_state, setting.option_codes), seat, question
    )
