"""New entries of a game on their way to everybody in its room."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from threedown.server.model.moments import Moment
from threedown.server.operations.tracing import span
from threedown.server.rooms.game_host import GameHost
from threedown.session.views import Looks


class Teller(Protocol):
    """A game that encodes its entries; implemented by :class:`~threedown.server.rooms.served_game.ServedGame`."""

    def encoded_step(self, moment: Moment, seat: int | None, language: str, looks: Looks | None = None) -> bytes:
        """Return the encoded message about an entry for a seat (None: for spectators)."""
        ...


async def publish(game: Teller, host: GameHost, moments: Sequence[Moment]) -> None:
    """Send new entries to everybody; the same seat in the same language gets the same bytes."""
    with span("publish"):
        for _ in range(2):  # let the acks of all games in this transaction leave before the steps
            await asyncio.sleep(0)
        told = [(subscriber, host.seat_of(subscriber.player)) for subscriber in host.greeted()]
        if not told:
            return
        seats = {seat for _, seat in told}
        looks = [Looks(moment.session, seats) for moment in moments]
        encoded: dict[tuple[int, int | None, str], bytes] = {}
        for subscriber, seat in told:
            for moment, look in zip(moments, looks, strict=True):
                if (key := (moment.seq, seat, subscriber.language)) not in encoded:
                    encoded[key] = game.encoded_step(moment, seat, subscriber.language, look)
                subscriber.send_encoded(encoded[key])
