"""The effects of house rules: shipped with the package, cached by this server, or measured in the background."""

from functools import partial

import msgspec

from threedown.games.setting import Setting
from threedown.server.limits.rates import JOB
from threedown.server.model.findings import Effects, EffectsSeen, FoundEffects, RulesTask
from threedown.server.rooms.hub import Hub
from threedown.server.store.file_cache import FileCache, key_of
from threedown.server.workers.effect_result import KNOWN, shipped

MAX_CACHED = 2000


async def effects_seen(hub: Hub, setting: Setting, host: str, player: str = "") -> EffectsSeen:
    """Return the effects of a setting's rules or their progress; unknown ones are measured.

    ``player`` at the address ``host`` asks for them.
    """
    game = setting.game
    options = msgspec.structs.asdict(setting.options)
    known = shipped(game.name)
    if known is not None and (known.version, known.seats, known.options) == (game.version, setting.seats, options):
        return EffectsSeen("done", 0, 0, known)
    task = RulesTask(game.name, options, setting.seats)
    key = key_of(game.version, task)
    cache = FileCache(hub.services.folder / KNOWN, Effects, MAX_CACHED)
    analysis_jobs = hub.analysis_jobs
    job = analysis_jobs.job(key)
    if job is None:
        cached = await hub.services.in_thread(partial(cache.read, key))
        if cached is not None:
            return EffectsSeen("done", 0, 0, cached)
        if analysis_jobs.has_failed(key):
            return EffectsSeen("failed", 0, 0, None)

        async def store(result: FoundEffects) -> None:
            await hub.services.in_thread(partial(cache.store, key, result.effects))

        hub.services.budget.spend(host, player, JOB)
        job = analysis_jobs.job(key) or analysis_jobs.begin(key, task, host, store)
    job.watch(player or host)
    progress = analysis_jobs.progress(job)
    return EffectsSeen(progress.phase, progress.done, progress.of, None)
