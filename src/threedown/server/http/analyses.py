"""What decided a game that is over: kept once it has been worked out, worked out where somebody asks for it."""

from functools import partial
from typing import Any

import msgspec

from threedown.server.model.findings import Analysis, Decided, FoundGame, GameTask
from threedown.server.rooms.hub import Hub
from threedown.server.store import queries


async def analysis_of(hub: Hub, room: str, language: str, host: str) -> Analysis:
    """What is known of it, and how far it is; who asks first, from the address ``host``, sets it going."""
    await hub.check_over(room)
    writer, analysis_jobs, key = hub.services.writer, hub.analysis_jobs, f"game {room}"
    told = await writer.do(partial(queries.analysis_of, room=room, language=language))
    if told is not None and (found := _read(told)) is not None:
        return Analysis("done", 0, 0, found)
    if analysis_jobs.has_failed(key):
        return Analysis("failed", 0, 0, None)
    job = analysis_jobs.job(key)
    if job is None:
        game, log = await hub.finished(room)
        assert game.header is not None

        async def keep(found: FoundGame) -> None:
            all_told = {spoken: msgspec.json.encode(one) for spoken, one in found.told.items()}
            await writer.do(partial(queries.keep_analysis, room=room, told=all_told))

        job = analysis_jobs.begin(key, GameTask(game.header, log.lines, game.secret), host, keep)
    far = analysis_jobs.far(job)
    return Analysis(far.phase, far.done, far.of, None if job.found is None else job.found.told[language])


def _read(told: bytes) -> Any:
    """What is kept; None where an older program has kept it otherwise: then it is worked out anew."""
    try:
        return msgspec.json.decode(told, type=Decided)
    except msgspec.ValidationError:
        return None
