"""The laboratory's calls for Python: a study, an analysis and a ladder, with typed results."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from threedown.bots.ladder import climb, ladder_levels
from threedown.bots.ladder_facts import ladder_facts
from threedown.bots.reason import player_on
from threedown.bulk.run_spec import run_spec
from threedown.bulk.worker_pool import ThreadPool
from threedown.games.levels import LevelError, policy_of
from threedown.games.setting import Setting
from threedown.lab.analysis.analysis import analyse
from threedown.lab.analysis.course import steps_of
from threedown.lab.analysis.decomposition import shares_of, usual_levels
from threedown.lab.analysis.verdict import analysis_facts
from threedown.lab.analysis.worlds import Worlds
from threedown.lab.results import AnalysisResult, LabResult, LadderResult
from threedown.lab.study.command import command_of
from threedown.lab.study.facts import study_facts
from threedown.lab.study.plan import variation
from threedown.lab.study.study import StudyPlan, study
from threedown.session.keeper import secret_beside
from threedown.session.match import Match
from threedown.session.record import RecordError, chance_of, read_record, replay

LEAST_WORLDS = 16


def study_of(
    base: Setting,
    vary: Sequence[str],
    grid: bool,
    bots: Sequence[str],
    seed: int,
    most: int,
    until: float,
    watch: bool,
    luck: bool,
    skill: Sequence[str],
    chance: int,
    pace: float,
    workers: int | None,
) -> LabResult:
    """Play a study and return its result (see ``threedown.lab``)."""
    if most < 2:
        raise ValueError(f"most={most}: a study needs 2 games of each variant or more")
    if not 0 < until < 1:
        raise ValueError(f"until={until}: allowed is a share between 0 and 1, such as 0.01")
    if pace <= 0:
        raise ValueError(f"pace={pace}: an event takes more than 0 seconds")
    if chance == 1 or chance < 0:
        raise ValueError(f"chance={chance}: shares of chance and choices need 2 games or more")
    if luck and base.seats == 1:
        raise ValueError("luck=True: a setting for one player needs seats")
    if skill and (base.seats == 1 or len(skill) != 2):
        raise ValueError("skill: name two levels, the better one first, and two seats or more")
    paired = ladder_levels(base.game, skill) if skill else ()
    pilots = run_spec(base, most, seed, bots).pilots
    if len(pilots) != base.seats:
        raise LevelError(f"{len(pilots)} bots for {base.seats} seats: name a level for each")
    for level in pilots:
        policy_of(base.game, level)
    variations = tuple(variation(base, text) for text in vary)
    plan = StudyPlan(base, variations, grid, pilots, seed, most, until, watch, luck, paired)
    result = study(plan, ThreadPool(workers))
    levels = paired or usual_levels(base)
    shares = [shares_of(each.setting, levels, seed, chance, workers) for each in result.variants if chance]
    facts = study_facts(result, pace, shares=shares) | {"command": command_of(plan, shares=shares)}
    return msgspec.convert(facts, LabResult)


def analysis_of(
    game: Match | Path, seat: int | None, worlds: int, level: str | None, seed: int, workers: int | None
) -> AnalysisResult:
    """Analyse a match, or the game of a record file (see ``threedown.analyse``)."""
    secret = None
    if isinstance(game, Match):
        session, header = game.session, game.header()
    else:
        record, secret = read_record(game), secret_beside(game)
        session, stopped = replay(record, secret)
        if stopped is not None:
            raise RecordError(stopped)
        header = record.header
    setting = session.setting
    if worlds < LEAST_WORLDS:
        raise ValueError(f"worlds={worlds}: an analysis needs {LEAST_WORLDS} worlds or more")
    if seat is not None and not 0 <= seat < setting.seats:
        raise ValueError(f"seat={seat}: the seats are 0 to {setting.seats - 1}")
    if seat is None and not session.over:
        raise ValueError("the game is not over: give a seat, and only what that seat may know is used")
    level = level or player_on(setting)
    policy_of(setting.game, level)
    if setting.imagined_level(level) is not None:
        raise LevelError(f"{level} imagines itself, or comes from outside: choose one of the game's other levels")
    steps = steps_of(setting, chance_of(header, secret), session.history)
    analysis = analyse(steps, session, Worlds(setting, level, seed), worlds, seat, workers)
    return msgspec.convert(analysis_facts(analysis, header.names), AnalysisResult)


def ladder_of(
    setting: Setting, levels: Sequence[str] | None, seed: int, most: int, minutes: float, workers: int | None
) -> LadderResult:
    """Play a ladder and return its result (see ``threedown.ladder``)."""
    if most < 1 or minutes <= 0:
        raise ValueError(f"most={most}, minutes={minutes}: a ladder needs a game of each pairing and some time")
    climbed = climb(setting, ladder_levels(setting.game, levels), seed, most, ThreadPool(workers), minutes=minutes)
    return msgspec.convert(ladder_facts(climbed), LadderResult)
