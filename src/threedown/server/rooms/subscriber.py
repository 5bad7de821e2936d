"""A client with an open socket to a room, and the queue of messages that wait to be sent to it."""

import asyncio
import contextlib
from collections.abc import Callable

import msgspec

from threedown.language import ENGLISH, known, say, speaking
from threedown.server.model.messages import Closing, Refusal, Told

MAX_QUEUED = 256
"""Messages that wait for a slow client; with one more its socket is closed, and it may resume."""
MAX_QUEUED_BYTES = 1 << 20
"""The same in bytes: the whole table of a long game is large."""

NOT_YOURS = 4403
"""The close code of a socket that is not allowed: opened by another site's page, or in a room without spectators."""

SIGNED_OUT = 4401
"""The close code of a socket whose device has been signed out."""

RESTART = 1012
"""The close code of sockets that the server closes because it restarts, or because a room goes on at another worker."""
FAREWELL_SECONDS = 3
"""For a client to receive its last messages before its socket is closed."""
TOO_SLOW = 1013
"""The close code of a socket whose client does not read its messages."""

encode = msgspec.json.Encoder().encode


class _MessageQueue(asyncio.Queue[bytes]):
    """Messages that wait; ``size`` is their size in bytes."""

    size = 0

    def _put(self, item: bytes) -> None:
        super()._put(item)
        self.size += len(item)

    def _get(self) -> bytes:
        item = super()._get()
        self.size -= len(item)
        return item


class Subscriber:
    """One socket; ``player`` is the public id of its guest, or empty for a caller without a token.

    ``address`` is the rate key of the address from which it was opened, ``device`` the guest's device.
    """

    def __init__(self, player: str, address: str = "", device: str = "") -> None:
        self.player, self.address, self.device = player, address, device
        self.said_hello = False
        """True once its hello has been read; it may wait to be answered."""
        self.no_hello: asyncio.TimerHandle | None = None
        """Ends the socket unless a hello has come by then; cancelled with the socket."""
        self.greeted = False
        """True once the client has said hello; until then nothing is sent to it."""
        self.language = ENGLISH
        """The language of its messages."""
        self.over = ""
        """The player over whose seat this spectator wants to look; empty: over nobody's."""
        self.parts = False
        """True if it turns up the cards of its seat itself."""
        self.together = False
        """True if it gets entries that were written together in one message."""
        self.ending = asyncio.Event()
        """Set when the socket is to be closed."""
        self.code = 0
        """The close code, once the socket is to be closed."""
        self.busy = asyncio.Lock()
        """Held while one of its commands is carried out."""
        self.wants_chances = ""
        """The id of its latest request for chances; earlier requests end."""
        self.queue = _MessageQueue(MAX_QUEUED)
        """The encoded messages that wait to be sent."""

    def greet(self, language: str, parts: bool, together: bool = False) -> None:
        """Note that the client has said hello, in which language, and if it asked for parts or for entries together."""
        self.greeted, self.language, self.parts, self.together = True, known(language), parts, together

    def send(self, message: Told) -> None:
        """Encode a message and add it to the queue."""
        self.send_encoded(encode(message))

    def refuse(self, refusal: Refusal) -> None:
        """Send a refusal, its reason in the client's language."""
        with speaking(self.language):
            self.send(msgspec.structs.replace(refusal, reason=say(refusal.reason)))

    def send_encoded(self, message: bytes) -> None:
        """Add an encoded message to the queue; a client whose queue is full is disconnected."""
        if self.queue.full() or self.queue.size > MAX_QUEUED_BYTES:
            self.end(TOO_SLOW)
        else:
            self.queue.put_nowait(message)

    def end(self, code: int) -> None:
        """Ask for the socket to be closed."""
        if not self.ending.is_set():
            self.code = code
            self.ending.set()

    async def dismiss(self, reason: Callable[[], str], return_after: int) -> None:
        """Answer what the client has said, tell it why and when to return (milliseconds), and close its socket.

        ``reason`` returns the sentence in the language that is spoken.
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS), self.busy:
                if self.greeted:
                    with speaking(self.language):
                        self.send(Closing(reason(), return_after))
                await self.all_sent()
        self.end(RESTART)

    async def next(self) -> bytes:
        """Return the next message to be sent; :meth:`sent` says that it is."""
        return await self.queue.get()

    def sent(self) -> None:
        """Note that a message has been sent."""
        self.queue.task_done()

    async def all_sent(self) -> None:
        """Return when the queue is empty and everything has been sent."""
        await self.queue.join()
