"""New entries of a game on their way to everybody in its room."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from threedown.server.model.moments import Moment
from threedown.server.operations.tracing import span
from threedown.server.rooms.eyes import Eyes
from threedown.server.rooms.game_host import GameHost
from threedown.session.views import Looks


class Teller(Protocol):
    """A game that encodes its entries; implemented by :class:`~threedown.server.rooms.served_game.ServedGame`."""

    def encoded_step(self, moment: Moment, eyes: Eyes, language: str, looks: Looks | None = None) -> bytes:
        """Return the encoded message about an entry for a client with these eyes."""
        ...


async def publish(game: Teller, host: GameHost, moments: Sequence[Moment]) -> None:
    """Send new entries to everybody; the same eyes in the same language get the same bytes."""
    with span("publish"):
        for _ in range(2):  # let the acks of all games in this transaction leave before the steps
            await asyncio.sleep(0)
        told = [(subscriber, host.eyes_of(subscriber)) for subscriber in host.greeted()]
        if not told:
            return
        seats = {eyes.sees for _, eyes in told}
        looks: list[Looks] = []
        for moment in moments:
            looks.append(Looks(moment.session, seats, looks[-1] if looks else None))
        encoded: dict[tuple[int, Eyes, str], bytes] = {}
        for subscriber, eyes in told:
            for moment, look in zip(moments, looks, strict=True):
                if (key := (moment.seq, eyes, subscriber.language)) not in encoded:
                    encoded[key] = game.encoded_step(moment, eyes, subscriber.language, look)
                subscriber.send_encoded(encoded[key])
