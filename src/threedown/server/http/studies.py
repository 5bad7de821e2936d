"""Studies of the lab's page: found on this server's shelf, or played in the background as long as somebody looks."""

from functools import partial

import msgspec

from threedown.games.houserules import OptionError, OptionFacts, option_facts, valid_value
from threedown.games.setting import Setting
from threedown.server.model.errors import Invalid
from threedown.server.model.findings import FoundStudy, StudyFound, StudySeen, StudyTask
from threedown.server.model.wire import Study
from threedown.server.rooms.hub import Hub
from threedown.server.rooms.room_request import rules_of
from threedown.server.store.file_cache import FileCache, key_of
from threedown.server.workers.study_result import plan_of

MOST_VARIED, MOST_VARIANTS = 2, 30
MOST_KEPT = 1000
STUDIED = "studied"
"""The folder of studies in the data's folder."""


async def seen_study(hub: Hub, wish: Study, player: str, host: str) -> StudySeen:
    """What is known of a question; where the wish says so it is set going, for a player at the address ``host``."""
    setting = rules_of(wish)
    task = task_of(wish, setting)
    key = key_of(setting.game.version, task)
    shelf = FileCache(hub.services.folder / STUDIED, StudyFound, MOST_KEPT)
    job = hub.studies.job(key)
    if job is None:
        found = await hub.services.aside(partial(shelf.read, key))
        if found is not None and found.over:
            return StudySeen(key, "done", 0, 0, found)
        if hub.studies.has_failed(key):
            return StudySeen(key, "failed", 0, 0, found)
        if not wish.begin:
            return StudySeen(key, "unasked" if found is None else "stopped", 0, 0, found)
        job = hub.studies.job(key)
    if job is None:
        hub.limiter.new_study(host, player)

        async def keep(found: FoundStudy) -> None:
            await hub.services.aside(partial(shelf.keep, key, found.study))

        job = hub.studies.begin(key, task, host, keep)
    job.look(player)
    far = hub.studies.far(job)
    return StudySeen(key, far.phase, far.done, far.of, None if job.found is None else job.found.study)


def leave_study(hub: Hub, study: str, player: str) -> None:
    """Somebody wants a study no more: it ends if nobody does; what it has found is kept."""
    job = hub.studies.job(study)
    if job is not None:
        job.leave(player)


def task_of(wish: Study, setting: Setting) -> StudyTask:
    """What is to be played for a wish. Raises :class:`RequestError` for what cannot be compared."""
    facts = {fact.name: fact for fact in option_facts(setting.game.options)}
    if not 1 <= len(wish.vary) <= MOST_VARIED:
        raise Invalid("vary one option or two", list(facts))
    try:
        vary = {option: _values(facts, option, values, setting) for option, values in wish.vary.items()}
        options = msgspec.structs.asdict(setting.options)
        task = StudyTask(setting.game.name, options, setting.seats, vary, wish.games, wish.seed)
        found = plan_of(task).variants
    except OptionError as error:
        raise Invalid(str(error)) from error
    if len(found) > MOST_VARIANTS:
        raise Invalid("these are {n} variants: {most} may be compared", n=len(found), most=MOST_VARIANTS)
    return task


def _values(facts: dict[str, OptionFacts], option: str, values: list[object], setting: Setting) -> list[object]:
    """The values of an option, in its order, each once, and the setting's own among them."""
    if option not in facts:
        raise OptionError(f"{setting.game.name} has no option {option[:40]!r}: choose one of {', '.join(facts)}")
    fact = facts[option]
    if len(values) > MOST_VARIANTS:
        raise Invalid("these are {n} variants: {most} may be compared", n=len(values), most=MOST_VARIANTS)
    wanted = [valid_value(fact, value) for value in (*values, getattr(setting.options, option))]
    if fact.values:
        return [value for value in fact.values if any(type(each) is type(value) and each == value for each in wanted)]
    return sorted(set(wanted))
