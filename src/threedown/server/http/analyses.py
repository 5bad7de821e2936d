"""The analysis of a finished game: computed in the background when it is first requested, then stored."""

from functools import partial
from typing import Any

import msgspec

from threedown.server.limits.rates import JOB
from threedown.server.model.findings import Analysis, Decided, FoundGame, GameTask
from threedown.server.rooms.hub import Hub
from threedown.server.store import queries


async def analysis_of(hub: Hub, room: str, language: str, player: str, host: str) -> Analysis:
    """Return the analysis or its progress; the first request, of ``player`` at the address ``host``, starts it."""
    await hub.archive.readable(room, player)
    writer, analysis_jobs, key = hub.services.writer, hub.analysis_jobs, f"game {room}"
    stored = await writer.do(partial(queries.analysis_of, room=room, language=language))
    if stored is not None and (analysis := _decoded(stored)) is not None:
        return Analysis("done", 0, 0, analysis)
    if analysis_jobs.has_failed(key):
        return Analysis("failed", 0, 0, None)
    job = analysis_jobs.job(key)
    if job is None:
        hub.services.budget.spend(host, player, JOB)
        game, log = await hub.archive.load(room, player)
        assert game.header is not None

        async def store(result: FoundGame) -> None:
            encoded = {language: msgspec.json.encode(each) for language, each in result.told.items()}
            await writer.do(partial(queries.store_analysis, room=room, told=encoded))

        job = analysis_jobs.begin(key, GameTask(game.header, log.lines, game.secret), host, store)
    job.watch(player or host)
    progress = analysis_jobs.progress(job)
    return Analysis(progress.phase, progress.done, progress.of, None if job.found is None else job.found.told[language])


def _decoded(stored: bytes) -> Any:
    """Return a stored analysis; None if an older version of the program stored it in another form."""
    try:
        return msgspec.json.decode(stored, type=Decided)
    except msgspec.ValidationError:
        return None
