"""Studies of the lab page: cached by this server, shipped, or played in the background while a page asks for them."""

import msgspec

from threedown.games.game_options import OptionError, OptionFacts, option_facts, valid_value
from threedown.games.setting import Setting
from threedown.server.hub import Hub
from threedown.server.limits.rates import JOB
from threedown.server.model.errors import Invalid
from threedown.server.model.findings import StudySeen, StudyTask
from threedown.server.model.lab_requests import Study
from threedown.server.rooms.findings import STUDIES
from threedown.server.rooms.room_request import setting_of_rules
from threedown.server.store.file_cache import key_of
from threedown.server.workers.study_result import answers, plan_of, shipped_study

MAX_VARIED, MAX_VARIANTS = 2, 30


async def study_seen(hub: Hub, request: Study, player: str, host: str) -> StudySeen:
    """Return the result of a study so far, and its progress.

    Unless the request says otherwise an unknown study is started, for a player at the address ``host``.
    """
    setting = setting_of_rules(request)
    task = task_of(request, setting)
    key = key_of(setting.game.version, task)
    seen = await hub.studies.look(key, player, host)
    if seen is None:
        cached = await hub.findings.read(STUDIES, key)
        if cached is not None and cached.over:
            return StudySeen(key, "done", 0, 0, cached)
        if await hub.studies.has_failed(key):
            return StudySeen(key, "failed", 0, 0, cached)
        known = shipped_study(task.game)
        if not request.begin and cached is None and known is not None and answers(known, setting.game.version, task):
            return StudySeen(key, "done", 0, 0, known)
        if not request.begin:
            return StudySeen(key, "unasked" if cached is None else "stopped", 0, 0, cached)

        def pay() -> None:
            hub.limiter.new_study(host, player)
            hub.services.budget.spend(host, player, JOB)

        seen = await hub.studies.begin(key, task, player, host, pay)
    progress, found = seen
    return StudySeen(key, progress.phase, progress.done, progress.of, None if found is None else found.study)


def task_of(request: Study, setting: Setting) -> StudyTask:
    """Return the task of a requested study. Raises Invalid for variants that cannot be compared."""
    facts = {fact.name: fact for fact in option_facts(setting.game.options)}
    if not 1 <= len(request.vary) <= MAX_VARIED:
        raise Invalid("Vary one or two options.", list(facts))
    try:
        vary = {option: _values(facts, option, values, setting) for option, values in request.vary.items()}
        options = msgspec.structs.asdict(setting.options)
        task = StudyTask(setting.game.name, options, setting.seats, vary, request.games, request.seed)
        variants = plan_of(task).variants
    except OptionError as error:
        raise Invalid(str(error)) from error
    _check_number(len(variants))
    return task


def _values(facts: dict[str, OptionFacts], option: str, values: list[object], setting: Setting) -> list[object]:
    """Return the values of an option in order, each once, with the setting's own among them."""
    if option not in facts:
        raise OptionError(f"{setting.game.name} has no option {option[:40]!r}: choose one of {', '.join(facts)}")
    fact = facts[option]
    _check_number(len(values))
    wanted = [valid_value(fact, value) for value in (*values, getattr(setting.options, option))]
    if fact.values:
        return [value for value in fact.values if any(type(each) is type(value) and each == value for each in wanted)]
    return sorted(set(wanted))


def _check_number(variants: int) -> None:
    if variants > MAX_VARIANTS:
        raise Invalid("{n} variants are too many: compare up to {most}.", n=variants, most=MAX_VARIANTS)
