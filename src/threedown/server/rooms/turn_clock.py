"""The time that a game gives: for the open choice, for a whole turn, and until the next turn begins by itself."""

import asyncio
from collections.abc import Sequence

from threedown.server.model import clock
from threedown.server.model.messages import Clock, Countdown
from threedown.server.rooms.game_host import GameHost
from threedown.server.rooms.room_tasks import RoomTasks
from threedown.server.rooms.slow_clock import SlowClock
from threedown.server.rooms.timers import Action, Timers

MIN_TIME_AFTER_RESTART = 15_000
"""Milliseconds that a choice has at least after a restart, so that people can be back by then."""
TIME_AFTER_RETURN = 30_000
"""Milliseconds that a turn has at least once a player has taken their seat back in it; a turn gets them once."""
TIME_OF_A_HAND = 700
"""Milliseconds that the page takes to show a hand; the countdown to the next turn leaves them for each one."""


class TurnClock:
    """The timers of a game that all players see.

    A player who takes their seat back in a turn can finish it: if less time than ``TIME_AFTER_RETURN`` is left, the
    turn gets that much. It gets this once, however often players leave and come back, so nobody can make the others
    wait longer. When that time is over as well, a bot finishes the turn, and the seat stays the player's.
    """

    def __init__(self, host: GameHost, timers: Timers, tasks: RoomTasks) -> None:
        self._host, self._timers = host, timers
        self.slow = SlowClock(host, tasks)
        """The clock of a game with days a move, which has no timers here."""
        self.asked_at: int | None = None
        """When the open choice was asked, if that was before a restart; in milliseconds since 1970."""
        self._turn, self._used = -1, 0.0
        """The turn in which people choose, and the milliseconds that they have used in it; a restart forgets them."""
        self._extended = False
        """True once a player has taken their seat back in this turn."""
        self._counted = 0.0
        """The seconds of the countdown that was started last."""
        self._since: float | None = None
        """When the clock of the open choice was started, by the clock of the event loop."""

    def clock(self) -> Clock | None:
        """Return the clock of the choice that people are asked for."""
        rule, left = self._host.plan.clock, self._timers.left("clock")
        if rule is not None and (slow := self.slow.left()) is not None:
            return Clock(rule.choice, slow)
        if rule is None or left is None:
            return None
        turn = None if rule.turn is None else Countdown(rule.turn, round(self._left_of_turn(rule.turn)))
        return Clock(rule.choice, round(left * 1000), turn)

    def countdown(self) -> Countdown | None:
        """Return the time until the next turn begins by itself; None if it waits for people."""
        left = self._timers.left("next turn")
        return None if left is None else Countdown(round(self._counted * 1000), round(left * 1000))

    def start_choice(self, turn: int, seq: int, seats: Sequence[int], action: Action) -> None:
        """Start the clocks of the open choice and of its turn, in a room that has them.

        Entry ``seq`` asks ``seats``.
        """
        rule = self._host.plan.clock
        if rule is None:
            return
        if rule.is_slow:
            self.slow.start(seq, seats, clock.now() if self.asked_at is None else self.asked_at)
            return
        if turn != self._turn:
            self._turn, self._used, self._since, self._extended = turn, 0.0, None, False
        if self._since is None:
            self._since = asyncio.get_running_loop().time()
        self._timers.start("clock", self.time_left(rule.choice) / 1000, action)
        if rule.turn is not None:
            self._timers.start("turn", self._left_of_turn(rule.turn) / 1000, action)

    def extend(self) -> None:
        """Give the turn enough time for a player who has taken their seat back, unless it got that before."""
        rule = self._host.plan.clock
        if rule is None or rule.turn is None or self._extended:
            return
        self.stop()
        self._extended = True
        self._used = min(self._used, rule.turn - min(rule.turn, TIME_AFTER_RETURN))

    def is_spent(self, turn: int) -> bool:
        """True if all the time of a turn is over, with what a player got who took their seat back."""
        rule = self._host.plan.clock
        if rule is None or rule.turn is None or not self._extended:
            return False
        return turn == self._turn and self._left_of_turn(rule.turn) < 1

    def start_countdown(self, action: Action, shown: int, is_paced: bool = True) -> None:
        """Start the time after which the next turn begins by itself: longer if there are hands ``shown`` to look at.

        In a game of quick answers (not ``is_paced``) it is the pause of the bots, because a turn is a single card.
        """
        pause = self._pause() if is_paced else self._host.services.pause
        self._counted = pause + TIME_OF_A_HAND * shown / 1000
        self._timers.start("next turn", self._counted, action)

    def start_pace(self, action: Action) -> None:
        """Start the time for which the turn waits for the others, once the first player is ready."""
        self._timers.start("pace", self._host.plan.pace / 1000, action)

    def stop(self) -> None:
        """Stop all timers of the game."""
        self._used, self._since = self._used_now(), None
        self._timers.stop()
        self.slow.stop()

    def time_left(self, choice: int) -> int:
        """Return the milliseconds for the open choice: its rest, and after a restart enough to reconnect."""
        used = 0 if self.asked_at is None else max(0, clock.now() - self.asked_at)
        return max(choice - used, min(choice, MIN_TIME_AFTER_RESTART))

    def _used_now(self) -> float:
        running = 0.0 if self._since is None else asyncio.get_running_loop().time() - self._since
        return self._used + running * 1000

    def _left_of_turn(self, turn: int) -> float:
        return max(0.0, turn - self._used_now())

    def _pause(self) -> float:
        return max(self._host.plan.pace / 1000, self._host.services.pause)
