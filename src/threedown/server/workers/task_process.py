"""A process that works something out in the background: sent a task over its standard input, it tells over its standard
output how far it is, and what it has found.

It stands back behind everything else, and may use so much processor time and no more.
"""

import io
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

import msgspec

from threedown.bots.seated import SeatedBots
from threedown.bulk.worker_pool import Progress, ThreadPool
from threedown.framing import tell
from threedown.games import find_game
from threedown.games.houserules import OptionFacts, option_facts
from threedown.games.setting import Setting, settle
from threedown.lab.analysis.analysis import GameAnalysis, analyse
from threedown.lab.analysis.course import CourseStep, steps_of
from threedown.lab.analysis.worlds import Worlds
from threedown.lab.study.facts import study_facts
from threedown.lab.study.plan import Variation
from threedown.lab.study.study import StudyPlan, study
from threedown.language import LANGUAGES, speaking
from threedown.server.model.findings import (
    Answer,
    Effects,
    Far,
    FoundEffects,
    FoundGame,
    FoundStudy,
    RulesTask,
    StudyTask,
    Task,
)
from threedown.server.workers.analysis_result import decided
from threedown.server.workers.effect_result import effects_of
from threedown.server.workers.study_result import plan_of, studied
from threedown.session.bot_answers import bots_answer
from threedown.session.branch import before_deal
from threedown.session.record import Record, RecordError, chance_of, record_in
from threedown.session.session import Session
from threedown.session.state import Choice
from threedown.table.chance import Chance

NICE = 19
SECONDS = 1800
"""Of processor time that a task may take; a large game that is compiled for the first time takes some minutes."""
MOST_WORLDS, FEWEST_WORLDS = 1000, 62
ENOUGH = 60.0
"""Seconds of playing on after which fewer worlds do."""
TRIED = 16
"""Worlds by which is told how long one takes."""


Tell = Callable[[Answer], None]


def work(task: Task, tell: Tell) -> None:
    """Does a task; raises what goes wrong."""
    if isinstance(task, RulesTask):
        tell(Far("compiling"))
        tell(FoundEffects(_measured(task, tell)))
        return
    if isinstance(task, StudyTask):
        tell(Far("compiling"))
        study(plan_of(task), ThreadPool(1), _playing(tell), show=lambda found: tell(FoundStudy(studied(found))))
        return
    record = record_in(io.BytesIO(task.header + b"".join(task.lines)))
    if record.damage is not None:
        raise RecordError(record.damage)
    _Game(record, task.secret, tell).analyse(task.worlds)


def _measured(task: RulesTask, tell: Tell) -> Effects:
    """What the options of a setting do, each varied by itself."""
    base = settle(find_game(task.game), None, task.options, task.seats)
    variations = tuple(
        Variation(fact.name, values)
        for fact in option_facts(base.game.options)
        if fact.name != CAP and len(values := _values(fact, base)) > 1
    )
    plan = StudyPlan(base, variations, False, base.game.first_level * base.seats, 1, MOST_GAMES, UNTIL)
    return effects_of(study_facts(study(plan, ThreadPool(1), _playing(tell)), 1.0), base.game.version)


def _playing(tell: Tell) -> Callable[[int, Progress], None]:
    """Tells how far a look of a study is."""
    return lambda look, far: tell(Far("playing", far.there, far.whole))


def _values(fact: OptionFacts, base: Setting) -> tuple[Any, ...]:
    """The values of an option that are tried: all that go with the rest; of a long range half and twice what it is."""
    own = getattr(base.options, fact.name)
    values = list(fact.values) or list(range(fact.low, fact.high + 1))
    if len(values) > MOST_VALUES:
        values = sorted({max(fact.low, own // 2), own, min(fact.high, 2 * own)})
    options = ((value, msgspec.structs.replace(base.options, **{fact.name: value})) for value in values)
    return tuple(value for value, changed in options if value == own or not changed.conflict(base.seats))


class _Game:
    """A game that is analysed."""

    def __init__(self, record: Record, secret: bytes, tell: Tell) -> None:
        self._record, self._secret, self._tell = record, secret, tell
        self._setting = record.header.setting()
        self._session = Session(self._setting, self._chance())
        for given in record.inputs:
            self._session.apply(given)

    def _chance(self) -> Chance:
        return chance_of(self._record.header, self._secret)

    def analyse(self, n: int) -> None:
        """Tells what decided it, and once more when it is known what the adviser would have chosen."""
        self._tell(Far("compiling"))
        level = self._setting.game.first_level[0]
        worlds = Worlds(self._setting, level, int(self._record.header.settled().hex()[:8], 16))
        worlds.play(before_deal(self._setting), 0, None, 1)
        steps = self._steps()
        n = n or enough(worlds, steps)
        found = analyse(steps, self._session, worlds, n, None, 1, lambda done, of: self._tell(Far("playing", done, of)))
        self._found(found, None)
        if found.choices:
            self._found(found, self._advice(adviser_of(self._setting.game)))

    def _found(self, found: GameAnalysis, advice: tuple[str, list[int]] | None) -> None:
        told = {}
        for language in LANGUAGES:
            with speaking(language):
                asked = [each for step in self._steps() for each in step.asked]
                told[language] = decided(found, asked, self._record.header.names, advice)
        self._tell(FoundGame(told))

    def _steps(self) -> list[CourseStep]:
        """The game step by step, its choices in the words of the language that is spoken."""
        return steps_of(self._setting, self._chance(), self._session.history, self._record.header.names)

    def _advice(self, level: str) -> tuple[str, list[int]]:
        """The level, and of every question with more than one choice the place of what it would have chosen."""
        questions = sum(1 for _ in self._asked())
        self._tell(Far("asking", 0, questions))
        bots = SeatedBots(self._setting, (level,))
        bots.wait()
        places = []
        for session, seat in self._asked():
            assert session.pending is not None
            places.append(session.pending.menus[seat].index(bots_answer(session, seat, level, bots.thought)))
            self._tell(Far("asking", len(places), questions))
        return level, places

    def _asked(self) -> Iterator[tuple[Session, int]]:
        """The game at each question with more than one choice, before it was answered, and who was asked."""
        session = Session(self._setting, self._chance())
        for given in self._session.history:
            if isinstance(given, Choice):
                if given.seat is not None and len(session.menu(given.seat)) > 1:
                    yield session, given.seat
                session.choose(given.choice, given.seat)
            else:
                session.go(given.go)


def adviser_of(game: Any) -> str:
    """Whose advice is told: the level called keen, else the strongest."""
    return ADVISER if ADVISER in game.bots.LEVELS else str(game.bots.LADDER[-1])


ADVISER = "keen"
CAP = "turn_cap"
MOST_GAMES, UNTIL = 4000, 0.02
MOST_VALUES = 8


def enough(worlds: Worlds, steps: list[CourseStep]) -> int:
    """So many worlds that a game is played on in about a minute; half as many where it would take longer, and so on."""
    began = time.process_time()
    worlds.play(before_deal(worlds.setting), 0, None, TRIED)
    each = (time.process_time() - began) / TRIED / 2  # from the middle of a game there is half of it to play
    menus = [len(asked.codes) for step in steps for asked in step.asked]
    plays = 1 + len(steps) + sum(1 + min(menu, 8) + (8 if menu > 8 else 0) for menu in menus)
    n = MOST_WORLDS
    while n > FEWEST_WORLDS and n * plays * each > ENOUGH:
        n //= 2
    return n


def serve(heard: BinaryIO, told: BinaryIO) -> None:
    """Does the task that is sent."""
    work(msgspec.msgpack.decode(heard.read(), type=Task), lambda answer: tell(told, msgspec.msgpack.encode(answer)))


def stand_back() -> None:
    """Takes no more than a task may take."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever has asked ends it
    if hasattr(os, "nice"):
        os.nice(NICE)
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


if __name__ == "__main__":
    stand_back()
    told, sys.stdout = sys.stdout, sys.stderr
    serve(sys.stdin.buffer, told.buffer)
