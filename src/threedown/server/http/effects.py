"""What house rules do, as it is shown beside them: what ships with the package, what this server has measured, and what
is measured now in the background.
"""

from functools import partial

import msgspec

from threedown.games.setting import Setting
from threedown.server.model.findings import Effects, EffectsSeen, FoundEffects, RulesTask
from threedown.server.rooms.hub import Hub
from threedown.server.store.file_cache import FileCache, key_of
from threedown.server.workers.effect_result import KNOWN, shipped

MOST_KEPT = 2000


async def seen_effects(hub: Hub, setting: Setting, host: str) -> EffectsSeen:
    """What is known of the rules of a setting; what is not is set going, for the address ``host``."""
    game = setting.game
    options = msgspec.structs.asdict(setting.options)
    known = shipped(game.name)
    if known is not None and (known.version, known.seats, known.options) == (game.version, setting.seats, options):
        return EffectsSeen("done", 0, 0, known)
    task = RulesTask(game.name, options, setting.seats)
    key = key_of(game.version, task)
    shelf = FileCache(hub.services.folder / KNOWN, Effects, MOST_KEPT)
    analysis_jobs = hub.analysis_jobs
    job = analysis_jobs.job(key)
    if job is None:
        found = await hub.services.aside(partial(shelf.read, key))
        if found is not None:
            return EffectsSeen("done", 0, 0, found)
        if analysis_jobs.has_failed(key):
            return EffectsSeen("failed", 0, 0, None)

        async def keep(found: FoundEffects) -> None:
            await hub.services.aside(partial(shelf.keep, key, found.effects))

        job = analysis_jobs.job(key) or analysis_jobs.begin(key, task, host, keep)
    far = analysis_jobs.far(job)
    return EffectsSeen(far.phase, far.done, far.of, None)
