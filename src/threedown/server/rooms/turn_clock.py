"""The time that a game gives: for the open choice, and until the next turn begins by itself."""

from threedown.server.model import clock
from threedown.server.model.messages import Clock, Countdown
from threedown.server.rooms.game_host import GameHost
from threedown.server.rooms.timers import Action, Timers

MIN_TIME_AFTER_RESTART = 15_000
"""Milliseconds that a choice has at least after a restart, so that people can be back by then."""


class TurnClock:
    """The timers of a game that all players see."""

    def __init__(self, host: GameHost, timers: Timers) -> None:
        self._host, self._timers = host, timers
        self.asked_at: int | None = None
        """When the open choice was asked, if that was before a restart; in milliseconds since 1970."""

    def clock(self) -> Clock | None:
        """Return the clock of the choice that people are asked for."""
        rule, left = self._host.plan.clock, self._timers.left("clock")
        return None if rule is None or left is None else Clock(rule.choice, round(left * 1000))

    def countdown(self) -> Countdown | None:
        """Return the time until the next turn begins by itself; None if it waits for people."""
        left = self._timers.left("next turn")
        return None if left is None else Countdown(round(self._pause() * 1000), round(left * 1000))

    def start_choice(self, action: Action) -> None:
        """Start the clock of the open choice, in a room that has clocks."""
        if self._host.plan.clock is not None:
            self._timers.start("clock", self.time_left(self._host.plan.clock.choice) / 1000, action)

    def start_countdown(self, action: Action) -> None:
        """Start the time after which the next turn begins by itself."""
        self._timers.start("next turn", self._pause(), action)

    def start_pace(self, action: Action) -> None:
        """Start the time for which the turn waits for the others, once the first player is ready."""
        self._timers.start("pace", self._host.plan.pace / 1000, action)

    def stop(self) -> None:
        """Stop all timers of the game."""
        self._timers.stop()

    def time_left(self, choice: int) -> int:
        """Return the milliseconds for the open choice: its rest, and after a restart enough to reconnect."""
        used = 0 if self.asked_at is None else max(0, clock.now() - self.asked_at)
        return max(choice - used, min(choice, MIN_TIME_AFTER_RESTART))

    def _pause(self) -> float:
        return max(self._host.plan.pace / 1000, self._host.services.pause)
