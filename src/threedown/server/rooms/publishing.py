"""New entries of a game on their way to everybody in its room."""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from threedown.server.model.messages import Ack, EarlierEntry, Step, Steps
from threedown.server.model.moments import Moment
from threedown.server.operations.tracing import span
from threedown.server.rooms.commit import Commit
from threedown.server.rooms.event_log import EventLog
from threedown.server.rooms.eyes import Eyes
from threedown.server.rooms.game_host import GameHost
from threedown.server.rooms.subscriber import Subscriber, encode
from threedown.session.views import Looks


class Teller(Protocol):
    """A game that tells its entries; implemented by :class:`~threedown.server.rooms.served_game.ServedGame`."""

    event_log: EventLog

    def step(self, moment: Moment, eyes: Eyes, language: str, looks: Looks | None = None) -> Step:
        """Return the message about an entry for a client with these eyes."""
        ...


async def publish(game: Teller, host: GameHost, commit: Commit) -> None:
    """Send new entries to everybody; the same eyes in the same language are told the same."""
    with span("publish"):
        for _ in range(2):  # let the acks of all games in this transaction leave before the steps
            await asyncio.sleep(0)
        told = [(subscriber, host.eyes_of(subscriber)) for subscriber in host.greeted()]
        if told:
            _Publication(game, commit, told).send()


class _Publication:
    """The entries of one commit, told to each of several clients; a message that several of them get is made once."""

    def __init__(self, game: Teller, commit: Commit, told: Sequence[tuple[Subscriber, Eyes]]) -> None:
        self._game, self._commit, self._told = game, commit, told
        self._looks: dict[int, Looks] = {}
        self._steps: dict[tuple[int, Eyes, str], Step] = {}
        self._encoded: dict[tuple[int, Eyes, str], bytes] = {}
        self._earlier: dict[tuple[Eyes, str], list[EarlierEntry]] = {}

    def send(self) -> None:
        *earlier, last = self._commit.moments
        seats = {eyes.sees for _, eyes in self._told}
        apart = [] if all(subscriber.together for subscriber, _ in self._told) else earlier
        before: Looks | None = None
        for moment in [*apart, last]:
            self._looks[moment.seq] = before = Looks(moment.session, seats, before)
        for subscriber, eyes in self._told:
            if subscriber.together:
                subscriber.send(self._together(subscriber, eyes))
            else:
                for moment in self._commit.moments:
                    subscriber.send_encoded(self._apart(moment, eyes, subscriber.language))

    def _apart(self, moment: Moment, eyes: Eyes, language: str) -> bytes:
        key = (moment.seq, eyes, language)
        if key not in self._encoded:
            self._encoded[key] = encode(self._step(moment, eyes, language))
        return self._encoded[key]

    def _together(self, subscriber: Subscriber, eyes: Eyes) -> Steps:
        """Return all entries, with the answers to a client's commands."""
        *moments, last = self._commit.moments
        language, replies = subscriber.language, self._commit.replies
        if (key := (eyes, language)) not in self._earlier:
            self._earlier[key] = [self._game.event_log.earlier(moment, eyes, language) for moment in moments]
        acks = [Ack(command, self._commit.seq) for (_, command), whose in replies.items() if whose is subscriber]
        return Steps(acks, self._earlier[key], self._step(last, eyes, language))

    def _step(self, moment: Moment, eyes: Eyes, language: str) -> Step:
        key = (moment.seq, eyes, language)
        if key not in self._steps:
            self._steps[key] = self._game.step(moment, eyes, language, self._looks[moment.seq])
        return self._steps[key]
