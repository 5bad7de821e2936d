"""The effects of house rules: shipped with the package, cached by this server, or measured in the background."""

from functools import partial

import msgspec

from threedown.games.setting import Setting
from threedown.server.hub import Hub
from threedown.server.limits.rates import JOB
from threedown.server.model.findings import EffectsSeen, RulesTask
from threedown.server.rooms.findings import EFFECTS
from threedown.server.store.file_cache import key_of
from threedown.server.workers.effect_result import shipped


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
    seen = await hub.analyses.look(key, player, host)
    if seen is None:
        cached = await hub.findings.read(EFFECTS, key)
        if cached is not None:
            return EffectsSeen("done", 0, 0, cached)
        if await hub.analyses.has_failed(key):
            return EffectsSeen("failed", 0, 0, None)
        pay = partial(hub.services.budget.spend, host, player, JOB)
        seen = await hub.analyses.begin(key, task, player, host, pay)
    progress = seen.progress
    return EffectsSeen(progress.phase, progress.done, progress.of, None)
