"""Spectators who look over a seat, and the whole table as a client may know it now."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from threedown.language import speaking
from threedown.server.model.messages import WholeTable
from threedown.server.rooms.subscriber import Subscriber

if TYPE_CHECKING:
    from threedown.server.rooms.served_room import ServedRoom


def send_table(room: "ServedRoom", subscriber: Subscriber) -> None:
    """Send a client the whole table, as it may know it now."""
    eyes, language = room.eyes_of(subscriber), subscriber.language
    with speaking(language):
        seen = room.view(eyes.seat)
    if room.game is None:
        subscriber.send(WholeTable(seen, eyes.seat, None, None, None, None, False))
    else:
        subscriber.send(room.game.whole_table(seen, eyes, language))


def lookers(room: "ServedRoom") -> list[Subscriber]:
    """Return the spectators who look over a seat now."""
    return [subscriber for subscriber in room.greeted() if room.eyes_of(subscriber).over is not None]


def end_without_leave(room: "ServedRoom", before: Iterable[Subscriber]) -> None:
    """Send those who looked over a seat, and may not any longer, the table as all spectators see it."""
    for subscriber in before:
        if room.eyes_of(subscriber).over is None:
            subscriber.over = ""
            send_table(room, subscriber)
            if room.game is not None:
                room.game.waiting_cards.greet(subscriber)
