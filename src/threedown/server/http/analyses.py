"""The analysis of a finished game: computed in the background when it is first requested, then stored."""

from functools import partial
from typing import Any

import msgspec

from threedown.language import speaking
from threedown.server.finished.told_analysis import places_for_names, told_to
from threedown.server.hub import Hub
from threedown.server.limits.rates import JOB
from threedown.server.model.findings import GAME_SECONDS, Analysis, Decided, FoundGame, FoundValues, GameTask
from threedown.server.rooms.findings import OF_GAME
from threedown.server.store import queries
from threedown.session.record import Header


async def analysis_of(hub: Hub, room: str, language: str, player: str, host: str) -> Analysis:
    """Return the analysis or its progress, if the player may read the game."""
    stored = await hub.archive.readable(room, player)
    seen = await analysis_in(hub, room, language, player, host)
    if seen.found is None:
        return seen
    assert stored.header is not None
    names = stored.plan.names_shown(msgspec.json.decode(stored.header, type=Header).names)
    with speaking(language):
        return msgspec.structs.replace(seen, found=told_to(seen.found, names, stored.plan.seat_of(player)))


async def analysis_in(
    hub: Hub, room: str, language: str, player: str, host: str, seconds: float = GAME_SECONDS
) -> Analysis:
    """Return the analysis or its progress; the first request, of ``player`` at the address ``host``, starts it, with so
    many ``seconds`` of one core for its worlds.

    The caller has checked what the player may know of it. Its texts have places for the players' names.
    """
    key = f"{OF_GAME}{room}"
    stored = await hub.services.writer.do(partial(queries.analysis_of, room=room, language=language))
    if stored is not None and (analysis := _decoded(stored)) is not None:
        return Analysis("done", 0, 0, analysis)
    if await hub.analyses.has_failed(key):
        return Analysis("failed", 0, 0, None)
    seen = await hub.analyses.look(key, player, host)
    if seen is None:
        game, log = await hub.services.writer.do(partial(queries.whole, room=room))
        assert game.header is not None
        task = GameTask(
            game.header, log.lines, game.secret, seconds=seconds, names=places_for_names(len(game.plan.chairs))
        )
        pay = partial(hub.services.budget.spend, host, player, JOB)
        seen = await hub.analyses.begin(key, task, player, host, pay)
    progress, found = seen
    told = found.told[language] if isinstance(found, FoundGame) else None
    so_far = found.values if isinstance(found, FoundValues) else None
    return Analysis(progress.phase, progress.done, progress.of, told, so_far)


def _decoded(stored: bytes) -> Any:
    """Return a stored analysis; None if an older version of the program stored it in another form."""
    try:
        return msgspec.json.decode(stored, type=Decided)
    except msgspec.ValidationError:
        return None
