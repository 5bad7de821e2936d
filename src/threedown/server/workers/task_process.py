"""A worker process for one background task: it reads the task from standard input, and writes its progress and results
to standard output.

It runs at low priority, with a limit on processor time.
"""

import io
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, BinaryIO

import msgspec

from threedown.bots.reason import adviser_of, player_on
from threedown.bots.seated import SeatedBots
from threedown.bulk.worker_pool import RunProgress, ThreadPool
from threedown.framing import tell
from threedown.games import find_game
from threedown.games.game_options import OptionFacts, option_facts
from threedown.games.setting import Setting, settle
from threedown.lab.analysis.analysis import GameAnalysis, analyse
from threedown.lab.analysis.comparison import plays_of
from threedown.lab.analysis.course import CourseStep, steps_of
from threedown.lab.analysis.deal_luck import deal_luck
from threedown.lab.analysis.worlds import Worlds
from threedown.lab.study.facts import study_facts
from threedown.lab.study.plan import Variation
from threedown.lab.study.study import StudyPlan, study
from threedown.language import LANGUAGES, speaking
from threedown.server.model.findings import (
    Answer,
    DealTask,
    Effects,
    FoundDealLuck,
    FoundEffects,
    FoundGame,
    FoundStudy,
    FoundValues,
    GameTask,
    RulesTask,
    StudyTask,
    Task,
    TaskProgress,
)
from threedown.server.workers.analysis_result import analysis_result, values_so_far
from threedown.server.workers.background import stand_back
from threedown.server.workers.effect_result import effects_of
from threedown.server.workers.study_result import plan_of, study_result
from threedown.session.branch import before_deal
from threedown.session.record import Record, RecordError, chance_of, record_in
from threedown.session.session import Session
from threedown.table.chance import Chance

NICE = 19
CPU_SECONDS = 1800
"""The limit on a task's processor time; compiling a large game for the first time takes some minutes."""
MAX_WORLDS, MIN_WORLDS, MIN_MEASURED = 1000, 62, 15
"""Worlds at most; at least for a story; and at least for the measures of a rated game, which may not cost more time."""
TRIALS, TRIAL_WORLDS = 8, 64
"""Points of the game, and worlds at each, that are played to estimate how long one takes."""


Report = Callable[[Answer], None]


def work(task: Task, report: Report) -> None:
    """Do a task, and report its progress and results."""
    if isinstance(task, RulesTask):
        report(TaskProgress("compiling"))
        report(FoundEffects(_effects(task, report)))
        return
    if isinstance(task, DealTask):
        report(TaskProgress("compiling"))
        setting = settle(find_game(task.game), None, task.options, task.seats, kept=True)

        def playing(far: RunProgress) -> None:
            report(TaskProgress("playing", far.done, far.total))

        report(FoundDealLuck(deal_luck(setting, setting.game.page.best_rank, pool=ThreadPool(1), progress=playing)))
        return
    if isinstance(task, StudyTask):
        report(TaskProgress("compiling"))
        study(
            plan_of(task),
            ThreadPool(1),
            _playing(report),
            on_look=lambda result: report(FoundStudy(study_result(result))),
        )
        return
    record = record_in(io.BytesIO(task.header + b"".join(task.lines)))
    if record.damage is not None:
        raise RecordError(record.damage)
    _Game(record, task, report).analyse(task)


def _effects(task: RulesTask, report: Report) -> Effects:
    """Measure what each option of a setting does, varied by itself."""
    base = settle(find_game(task.game), None, task.options, task.seats, kept=True)
    variations = tuple(
        Variation(fact.name, values)
        for fact in option_facts(base.game.options)
        if fact.name != CAP and len(values := _values(fact, base)) > 1
    )
    plan = StudyPlan(base, variations, False, base.game.first_level * base.seats, 1, MOST_GAMES, UNTIL)
    return effects_of(study_facts(study(plan, ThreadPool(1), _playing(report)), 1.0), base.game.version)


def _playing(report: Report) -> Callable[[int, RunProgress], None]:
    """Report the progress of a look."""
    return lambda look, progress: report(TaskProgress("playing", progress.done, progress.total))


def _values(fact: OptionFacts, base: Setting) -> tuple[Any, ...]:
    """Return the values of an option to try: all that are allowed with the rest; of a long range half and double."""
    own = getattr(base.options, fact.name)
    values = list(fact.values) or list(range(fact.low, fact.high + 1))
    if len(values) > MOST_VALUES:
        values = sorted({max(fact.low, own // 2), own, min(fact.high, 2 * own)})
    options = ((value, msgspec.structs.replace(base.options, **{fact.name: value})) for value in values)
    return tuple(value for value, changed in options if value == own or not changed.conflict(base.seats))


class _Game:
    """The analysis of one game."""

    def __init__(self, record: Record, task: GameTask, report: Report) -> None:
        self._record, self._secret, self._report = record, task.secret, report
        self._names = task.names or record.header.names
        self._setting = record.header.setting()
        self._session = Session(self._setting, self._chance())
        for given in record.inputs:
            self._session.apply(given)

    def _chance(self) -> Chance:
        return chance_of(self._record.header, self._secret)

    def analyse(self, task: GameTask) -> None:
        """Report what decided the game, and again once the adviser's choices are known."""
        self._report(TaskProgress("compiling"))
        level = player_on(self._setting)
        worlds = Worlds(self._setting, level, int(self._record.header.settled().hex()[:8], 16))
        worlds.play(before_deal(self._setting), 0, None, 1)
        steps = steps_of(self._setting, self._chance(), self._session.history)
        n = task.worlds or affordable_worlds(worlds, steps, task.seconds, task.true_hands)
        found = analyse(
            steps,
            self._session,
            worlds,
            n,
            None,
            1,
            lambda done, of: self._report(TaskProgress("playing", done, of)),
            task.true_hands,
            lambda start, turns: self._report(FoundValues(values_so_far(worlds, start, turns))),
        )
        self._report_result(found, None)
        if found.choices and task.advised:
            self._report_result(found, self._advice(found, adviser_of(self._setting.game)))

    def _report_result(self, found: GameAnalysis, advice: tuple[str, list[int]] | None) -> None:
        results = {}
        for language in LANGUAGES:
            with speaking(language):
                results[language] = analysis_result(found, self._names, advice)
        self._report(FoundGame(results))

    def _advice(self, found: GameAnalysis, level: str) -> tuple[str, list[int]]:
        """Return the adviser's level, and the place of its choice at every question with more than one."""
        asked = [each.asked for each in found.choices]
        self._report(TaskProgress("asking", 0, len(asked)))
        bots = SeatedBots(self._setting, (level,))
        bots.wait()
        places = []
        for each in asked:
            places.append(each.place_of(bots.thought(each.shown.copy(), level, each.seat, each.question)))
            self._report(TaskProgress("asking", len(places), len(asked)))
        return level, places


CAP = "turn_cap"
MOST_GAMES, UNTIL = 4000, 0.02
MOST_VALUES = 8


def affordable_worlds(worlds: Worlds, steps: Sequence[CourseStep], seconds: float, true_hands: bool) -> int:
    """Return the number of worlds that take about so many seconds, as some points of the game show."""
    points = [step.point for step in steps if step.point is not None] or [before_deal(worlds.setting)]
    tried = points[:: max(1, len(points) // TRIALS)]
    began = time.process_time()
    for point in tried:
        worlds.play(point, 0, None, TRIAL_WORLDS)
    each = (time.process_time() - began) / TRIAL_WORLDS / len(tried)
    plays = 1 + steps[-1].turn + sum(2 + plays_of(len(asked.codes)) for step in steps for asked in step.asked)
    return min(MAX_WORLDS, max(MIN_MEASURED if true_hands else MIN_WORLDS, int(seconds / (plays * each))))


def serve(task: BinaryIO, answers: BinaryIO) -> None:
    """Do the task that arrives, and write the answers."""
    work(msgspec.msgpack.decode(task.read(), type=Task), lambda answer: tell(answers, msgspec.msgpack.encode(answer)))


def limit_resources() -> None:
    """Lower the priority, and limit the processor time."""
    stand_back(NICE)
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))


if __name__ == "__main__":
    limit_resources()
    answers, sys.stdout = sys.stdout, sys.stderr
    serve(sys.stdin.buffer, answers.buffer)
