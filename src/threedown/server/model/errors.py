"""Why a call is refused."""

import math
from collections.abc import Sequence

from threedown.language import say
from threedown.limits import shortened

PROBLEM = "application/problem+json"

TITLES = {
    400: "This cannot be read", 401: "Nobody knows you", 403: "This is not yours to do", 404: "There is no such thing",
    409: "Not now", 413: "This is too large", 429: "Too many", 503: "Nothing can be kept now",
}  # fmt: skip


class Denied(Exception):
    """A call that is refused: an HTTP status, what is wrong in one sentence (a template with ``values``), what would be
    right, and after how many seconds it may be tried again."""

    def __init__(
        self,
        status: int,
        detail: str,
        allowed: Sequence[str] | None = None,
        retry: float | None = None,
        **values: object,
    ) -> None:
        super().__init__(detail)
        self.status, self._detail, self._values = status, detail, values
        self.allowed = None if allowed is None else list(allowed)
        self.retry = None if retry is None else math.ceil(retry)
        self.title = TITLES.get(status, "Refused")

    @property
    def detail(self) -> str:
        """The sentence, in the language that is spoken."""
        return shortened(say(self._detail, **self._values))

    def __str__(self) -> str:
        return self.detail
