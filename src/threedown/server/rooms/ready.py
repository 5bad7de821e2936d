"""Who is ready for the next turn of a game where nobody is asked."""

from threedown.server.rooms.subscriber import Subscriber
from threedown.session.session import Refused

MOST_OF_A_SEAT = 16
"""Times that somebody is ready for one turn: a page that was loaded anew says so again."""

By = tuple[str, str]
"""Whose command it was, and its id."""


class Ready:
    """Commands to go on: each is answered when the turn is played."""

    def __init__(self) -> None:
        self._waiting: dict[By, tuple[int, Subscriber]] = {}

    @property
    def seats(self) -> set[int]:
        """Who is ready."""
        return {seat for seat, _ in self._waiting.values()}

    @property
    def subscribers(self) -> dict[By, Subscriber]:
        """Who is to be answered, by command."""
        return {by: subscriber for by, (_, subscriber) in self._waiting.items()}

    def note(self, by: By, seat: int, subscriber: Subscriber) -> None:
        """A seat is ready; raises Refused where it has said so too often."""
        if by not in self._waiting and [other for other, _ in self._waiting.values()].count(seat) >= MOST_OF_A_SEAT:
            raise Refused("you are ready already")
        self._waiting[by] = (seat, subscriber)

    def forget(self, by: By) -> None:
        """A command does not count."""
        self._waiting.pop(by, None)

    def clear(self) -> None:
        """The turn is played."""
        self._waiting.clear()
