"""The clock of a game with days a move. It runs on disk: rows say by when each player must have chosen."""

from collections.abc import Sequence
from functools import partial

from threedown.server.model import clock
from threedown.server.rooms.game_host import GameHost
from threedown.server.rooms.room_tasks import RoomTasks
from threedown.server.store import moves_due


class SlowClock:
    """The time for the open choice as it stands on disk.

    The rows follow from the game's log: a room that comes back from disk stores those that are missing, and keeps the
    times of those that are there. :class:`~threedown.server.rooms.due_moves.DueMoves` enforces them.
    """

    def __init__(self, host: GameHost, tasks: RoomTasks) -> None:
        self._host, self._tasks = host, tasks
        self._asked: tuple[int, tuple[int, ...]] | None = None
        """The entry that asked and the seats that are asked, while a clock runs."""
        self._due: int | None = None
        self.is_stored = False
        """True once the rows of the open choice are on disk: the game may leave memory."""

    def left(self) -> int | None:
        """Return the milliseconds for the open choice; None if no such clock runs."""
        return None if self._due is None else max(0, self._due - clock.now())

    def start(self, seq: int, seats: Sequence[int], asked_at: int) -> None:
        """Start the clock of the choice that entry ``seq`` asks of some seats, unless it runs already."""
        plan, asked = self._host.plan, (seq, tuple(sorted(seats)))
        if plan.clock is None or asked == self._asked:
            return
        self.is_stored, self._asked, self._due = False, asked, asked_at + plan.clock.choice
        players = [plan.chairs[seat].player for seat in asked[1]]
        store = partial(
            moves_due.store_moves, room=self._host.name, seq=seq, players=players, asked=asked_at,
            allowed=plan.clock.choice,
        )  # fmt: skip

        async def keep() -> None:
            self._due = await self._host.holding.write(store)
            self.is_stored = True

        self._tasks.spawn(self._tasks.retry_until_saved(lambda: asked == self._asked, keep))

    async def read(self) -> None:
        """Read the time as it is on disk now: a player has changed their holidays."""
        if self.is_stored:
            due = await self._host.services.writer.do(partial(moves_due.due_of_room, room=self._host.name))
            self._due = due if self._due is not None else None

    def stop(self) -> None:
        """Stop the clock: the choice was made, or the game has paused or left memory. Its rows count no more once the
        log has another entry."""
        self._asked, self._due, self.is_stored = None, None, False
