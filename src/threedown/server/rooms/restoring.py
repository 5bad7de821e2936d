"""Bring a room's game back from its log on disk; a game that cannot be brought back stops its room alone."""

import asyncio

import msgspec

from threedown.server.model.plan import StoredLog, StoredRoom
from threedown.server.operations.crash import CrashPoint, crash_point
from threedown.server.rooms.event_log import REMEMBERED
from threedown.server.rooms.served_game import ServedGame
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.store.records import restored
from threedown.session.record import Header, RecordError
from threedown.session.session import Refused


async def restore_game(room: ServedRoom, stored: StoredRoom, log: StoredLog) -> None:
    """Give a room its game as the log has it, and let it go on; mark the room broken if that fails."""
    assert stored.header is not None
    crash_point(CrashPoint.RESTORING)
    room.dealt = stored.dealt
    problem = None
    try:
        game = await asyncio.to_thread(restored, stored.header, stored.secret, log.lines, REMEMBERED, log.snapshot)
        problem = game.wrong
        header = msgspec.json.decode(stored.header, type=Header)
        room.game = ServedGame(room, header, stored.secret, game.moments, game.history, log.answered)
        if problem is None and stored.state == "playing":
            room.game.resume(log)
    except RecordError as error:
        problem = str(error).removeprefix("line 1: ")
    except Refused:
        problem = "an answer that was held is not legal"
    except Exception as error:  # anything may lie on disk: this room alone stops
        problem = f"what is kept of it cannot be read ({type(error).__name__})"
    problem = problem or log.problem
    if problem is not None:
        room.mark_broken(f"the game cannot be restored: {problem}")
    elif stored.state == "over" and room.game is not None:
        room.game.reveal()
    elif room.game is not None and stored.state == "playing":
        room.game.go_on()
