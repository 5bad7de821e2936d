"""What house rules do, as it is shown beside them: what ships with the package, what this server has measured, and what
is measured now in the background.
"""

from functools import partial

import msgspec

from threedown.games.setting import Setting
from threedown.server.model.findings import Effects, EffectsSeen, FoundEffects, RulesTask
from threedown.server.rooms.hub import Hub
from threedown.server.store.file_cache import Shelf, key_of
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
    shelf = Shelf(hub.house.folder / KNOWN, Effects, MOST_KEPT)
    laboratory = hub.laboratory
    job = laboratory.job(key)
    if job is None:
        found = await hub.house.aside(partial(shelf.read, key))
        if found is not None:
            return EffectsSeen("done", 0, 0, found)
        if laboratory.has_failed(key):
            return EffectsSeen("failed", 0, 0, None)

        async def keep(found: FoundEffects) -> None:
            await hub.house.aside(partial(shelf.keep, key, found.effects))

        job = laboratory.job(key) or laboratory.begin(key, task, host, keep)
    far = laboratory.far(job)
    return EffectsSeen(far.phase, far.done, far.of, None)
