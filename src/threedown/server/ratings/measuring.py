"""Measure the luck and the points lost by choices of each rated game, in the background after it is over."""

import asyncio
import contextlib
from functools import partial

from threedown.server.model import clock
from threedown.server.model.errors import RequestError
from threedown.server.model.findings import GameTask
from threedown.server.operations.log import log
from threedown.server.rooms.findings import MEASURE
from threedown.server.rooms.jobs import Jobs
from threedown.server.rooms.services import Services
from threedown.server.store import queries
from threedown.server.store.errors import NotSaved
from threedown.server.store.measures import store_measures, unmeasured

SECONDS = 10.0
"""Seconds of one core that a game's worlds may take."""
LOOK_EVERY = 15.0
"""Seconds after which the next game is looked for, and the server still wants the one that is being measured."""
NOT_BEFORE = 30 * 86_400_000
"""Milliseconds after which a game is no longer measured."""
WATCHER, ADDRESS = "~ratings", "127.0.0.1"
"""The watcher of these jobs, and the address whose they are, in the queue of analyses."""


async def keep_measuring(services: Services, analyses: Jobs) -> None:
    """Measure rated games one by one, until cancelled."""
    while True:
        await asyncio.sleep(LOOK_EVERY)
        try:
            await measure_next(services, analyses)
        except NotSaved:  # the worker says so where it says that it is alive
            pass
        except Exception as error:  # whatever it is, ratings go on without luck taken out
            log.warning("rated games can't be measured", reason=type(error).__name__)


async def measure_next(services: Services, analyses: Jobs) -> str | None:
    """Start to measure the first rated game that is not measured yet, or keep at it; return its room.

    A game whose analysis has failed has no measures: its plain result counts in place of them.
    """
    room = await services.writer.do(partial(unmeasured, since=clock.now() - NOT_BEFORE))
    if room is None:
        return None
    key = f"{MEASURE}{room}"
    if await analyses.has_failed(key):
        await services.writer.do(partial(store_measures, room=room, of_seats=[]))
    elif await analyses.look(key, WATCHER, ADDRESS) is None:
        stored, played = await services.writer.do(partial(queries.whole, room=room))
        if stored.header is not None:
            task = GameTask(stored.header, played.lines, stored.secret, seconds=SECONDS, advised=False, true_hands=True)
            with contextlib.suppress(RequestError):  # the queue is full: later
                await analyses.begin(key, task, WATCHER, ADDRESS, lambda: None)
    return room
