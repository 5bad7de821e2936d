"""What house rules do, as it is shown beside them: what ships with the package, what this server has measured, and what
is measured now in the background.
"""

import hashlib
from functools import partial
from pathlib import Path

import msgspec

from threedown.durable import write_whole
from threedown.games.setting import Setting
from threedown.server.findings import Effects, EffectsSeen, FoundEffects, RulesTask
from threedown.server.hub import Hub
from threedown.server.measured import KNOWN, shipped


async def seen_effects(hub: Hub, setting: Setting, host: str) -> EffectsSeen:
    """What is known of the rules of a setting; what is not is set going, for the address ``host``."""
    game = setting.game
    options = msgspec.structs.asdict(setting.options)
    known = shipped(game.name)
    if known is not None and (known.version, known.seats, known.options) == (game.version, setting.seats, options):
        return EffectsSeen("done", 0, 0, known)
    task = RulesTask(game.name, options, setting.seats)
    key = hashlib.sha256(msgspec.json.encode((game.version, task), order="deterministic")).hexdigest()[:32]
    file = hub.house.writer.path.parent / KNOWN / f"{key}.json"
    laboratory = hub.laboratory
    job = laboratory.job(key)
    if job is None:
        found = await hub.house.aside(partial(_read, file))
        if found is not None:
            return EffectsSeen("done", 0, 0, found)
        if laboratory.has_failed(key):
            return EffectsSeen("failed", 0, 0, None)

        async def keep(found: FoundEffects) -> None:
            await hub.house.aside(partial(_write, file, found.effects))

        job = laboratory.job(key) or laboratory.begin(key, task, host, keep)
    far = laboratory.far(job)
    return EffectsSeen(far.phase, far.done, far.of, None)


def _write(file: Path, effects: Effects) -> None:
    file.parent.mkdir(exist_ok=True)
    write_whole(file, msgspec.json.encode(effects))


def _read(file: Path) -> Effects | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Effects)
    except (FileNotFoundError, msgspec.MsgspecError):
        return None
