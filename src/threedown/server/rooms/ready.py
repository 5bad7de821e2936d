"""The players who are ready for the next turn, in a game that asks no player for a choice."""

from collections.abc import Collection

from threedown.server.rooms.subscriber import Subscriber
from threedown.session.session import Refused

MAX_PER_SEAT = 16
"""Times that a seat may be ready for one turn: a reloaded page says so again."""

CommandKey = tuple[str, str]
"""A player and the id of their command."""


class Ready:
    """Commands to go on, each of which is answered when the turn is played."""

    def __init__(self) -> None:
        self._waiting: dict[CommandKey, tuple[int, Subscriber]] = {}

    @property
    def seats(self) -> set[int]:
        """The seats that are ready."""
        return {seat for seat, _ in self._waiting.values()}

    @property
    def subscribers(self) -> dict[CommandKey, Subscriber]:
        """The sockets that wait for an answer, by command."""
        return {key: subscriber for key, (_, subscriber) in self._waiting.items()}

    def add(self, key: CommandKey, seat: int, subscriber: Subscriber) -> None:
        """Note that a seat is ready; raises Refused if it has said so too often."""
        if key not in self._waiting and [other for other, _ in self._waiting.values()].count(seat) >= MAX_PER_SEAT:
            raise Refused("You are ready already.")
        self._waiting[key] = (seat, subscriber)

    def discard(self, key: CommandKey) -> None:
        """Drop a command that does not count."""
        self._waiting.pop(key, None)

    def outdated_by(self, answered: Collection[CommandKey]) -> list[tuple[CommandKey, Subscriber]]:
        """Drop all commands; return those that another act came before, because they are not among the answered."""
        outdated = [(key, subscriber) for key, subscriber in self.subscribers.items() if key not in answered]
        self.clear()
        return outdated

    def clear(self) -> None:
        """Drop all commands: the turn is played."""
        self._waiting.clear()
