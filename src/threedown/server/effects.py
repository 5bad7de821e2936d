"""What house rules do, as it is shown beside them: what ships with the package, what this server has measured, and what
is measured now in the background.
"""

import hashlib
from pathlib import Path

import msgspec

from threedown.durable import write_whole
from threedown.games.setting import Setting
from threedown.server.defence import times_for
from threedown.server.findings import Effects, EffectsSeen, FoundEffects, RulesTask
from threedown.server.hub import Hub
from threedown.server.laboratory import Job
from threedown.server.measured import KNOWN, shipped
from threedown.server.rates import who


def seen_effects(hub: Hub, setting: Setting, host: str) -> EffectsSeen:
    """What is known of the rules of a setting; what is not is set going, for the address ``host``."""
    game = setting.game
    options = msgspec.structs.asdict(setting.options)
    known = shipped(game.name)
    if known is not None and (known.version, known.seats, known.options) == (game.version, setting.seats, options):
        return EffectsSeen("done", 0, 0, known)
    task = RulesTask(game.name, options, setting.seats)
    key = hashlib.sha256(msgspec.json.encode((game.version, task), order="deterministic")).hexdigest()[:32]
    file = hub.house.writer.path.parent / KNOWN / f"{key}.json"
    found = _read(file)
    if found is not None:
        return EffectsSeen("done", 0, 0, found)
    laboratory = hub.laboratory
    if laboratory.has_failed(key):
        return EffectsSeen("failed", 0, 0, None)
    job = laboratory.job(key)
    if job is None:

        async def keep(found: FoundEffects) -> None:
            await hub.house.aside(lambda: _write(file, found.effects))

        job = laboratory.begin(Job(key, task, who(host), keep), times_for(host))
    ahead = laboratory.ahead(job) if job.far.phase == "waiting" else job.far.of
    return EffectsSeen(job.far.phase, job.far.done, ahead, None)


def _write(file: Path, effects: Effects) -> None:
    file.parent.mkdir(exist_ok=True)
    write_whole(file, msgspec.json.encode(effects))


def _read(file: Path) -> Effects | None:
    try:
        return msgspec.json.decode(file.read_bytes(), type=Effects)
    except (FileNotFoundError, msgspec.MsgspecError):
        return None
