"""The ways in which a request can fail, each named for what it means; ``http/`` gives them their status numbers."""

import math
from collections.abc import Sequence

from threedown.language import say
from threedown.limits import shortened


class RequestError(Exception):
    """A request that is refused.

    ``detail`` is one sentence, a template filled with ``values``. ``allowed`` lists what would be right, and ``retry``
    is the number of seconds after which to try again.
    """

    def __init__(
        self, detail: str, allowed: Sequence[str] | None = None, retry: float | None = None, **values: object
    ) -> None:
        super().__init__(detail)
        self._template, self._values = detail, values
        self.allowed = None if allowed is None else list(allowed)
        self.retry = None if retry is None else math.ceil(retry)

    @property
    def detail(self) -> str:
        """The sentence in the language that is spoken."""
        return shortened(say(self._template, **self._values))

    def __str__(self) -> str:
        return self.detail


class Invalid(RequestError):
    """The request makes no sense as it is: an unknown option, a seat that does not exist, a malformed value."""


class Unidentified(RequestError):
    """The request is for guests, and the caller has not shown a valid token."""


class NotYours(RequestError):
    """The caller may not do this: it is another player's, the host's, or the machine's own."""


class Unknown(RequestError):
    """The room, game, clause or file that was named does not exist."""


class NotNow(RequestError):
    """The request is fine, but the room's state does not allow it."""


class TooMany(RequestError):
    """The caller, or their address, asks for too much at once."""


class Unavailable(RequestError):
    """The server cannot do this at the moment: it is full, or the disk is."""


def still_sealed(is_daily: bool = True) -> NotYours:
    """Return the refusal to tell anything of a game whose cards others still play."""
    return NotYours("Sealed until 00:00 UTC." if is_daily else "Sealed until the round is over.")
