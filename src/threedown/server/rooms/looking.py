"""Spectators who look over a seat, and the whole table as a client may know it now."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from threedown.language import speaking
from threedown.server.model.messages import WholeTable
from threedown.server.model.moments import Moment
from threedown.server.rooms import revealing
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


def send_missed(room: "ServedRoom", subscriber: Subscriber, missed: Sequence[Moment] | None) -> None:
    """Send a client the entries that it has missed (None: the whole table), and what is beside the entries."""
    game = room.game
    if game is None or missed is None:
        send_table(room, subscriber)
        revealing.tell_sealed(room.plan, [subscriber])
    else:
        for moment in missed:
            subscriber.send(game.step(moment, room.eyes_of(subscriber), subscriber.language))
    if game is not None:
        game.waiting_cards.greet(subscriber)
        if game.over is not None:
            subscriber.send(game.over)


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
