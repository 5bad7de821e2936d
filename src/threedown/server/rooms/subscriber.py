"""Who has a room's socket open, and what waits to be sent to him."""

import asyncio

import msgspec

from threedown.language import ENGLISH, known, say, speaking
from threedown.server.model.wire import Refusal, Told

MOST_WAITING = 256
"""Messages that wait for a slow reader; after one more his socket is closed, and he may resume."""
MOST_BYTES_WAITING = 1 << 20
"""The same in bytes: the whole table of a long game is large."""

NOT_YOURS = 4403
"""Why a socket is closed that may not be open here: of another site's page, or of who may not watch (any more)."""

TOO_SLOW = 1013
"""Why a socket is closed whose other end does not read what it is told."""

encode = msgspec.json.Encoder().encode


class _Waiting(asyncio.Queue[bytes]):
    """Messages that wait; ``size`` is in bytes."""

    size = 0

    def _put(self, item: bytes) -> None:
        super()._put(item)
        self.size += len(item)

    def _get(self) -> bytes:
        item = super()._get()
        self.size -= len(item)
        return item


class Subscriber:
    """One socket: ``player`` is its guest's public id, empty for nobody."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.greeted = False
        """Whether it has said hello: before that it is told nothing."""
        self.language = ENGLISH
        """What it is told in."""
        self.ending = asyncio.Event()
        self.code = 0
        """Why the socket is closed, once it is to be."""
        self.hearing = asyncio.Lock()
        """Held while something that he has said is carried out."""
        self._waiting = _Waiting(MOST_WAITING)

    def greet(self, language: str) -> None:
        """It has said hello, and in which language it is told what happens."""
        self.greeted, self.language = True, known(language)

    def tell(self, message: Told) -> None:
        """Puts a message behind those that wait."""
        self.send(encode(message))

    def refuse(self, refusal: Refusal) -> None:
        """Tells why something is refused, in his language."""
        with speaking(self.language):
            self.tell(msgspec.structs.replace(refusal, reason=say(refusal.reason)))

    def send(self, message: bytes) -> None:
        """The same with a message in bytes."""
        if self._waiting.full() or self._waiting.size > MOST_BYTES_WAITING:
            self.end(TOO_SLOW)
        else:
            self._waiting.put_nowait(message)

    def end(self, code: int) -> None:
        """The socket is to be closed."""
        if not self.ending.is_set():
            self.code = code
            self.ending.set()

    async def next(self) -> bytes:
        """The next message to be sent; :meth:`sent` says that it is."""
        return await self._waiting.get()

    def sent(self) -> None:
        self._waiting.task_done()

    async def all_sent(self) -> None:
        """Waits until nothing waits any more."""
        await self._waiting.join()
