"""The types of the wire about calling players to their games: push messages, quiet hours and holidays."""

from typing import Annotated

import msgspec
from msgspec import Meta

from threedown.server.model.lab_requests import Request

Minute = Annotated[int, Meta(ge=0, lt=1440)]
Day = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]


class PushHere(msgspec.Struct, frozen=True):
    """The answer to whether this server sends push messages."""

    available: bool
    key: str | None
    """Its public key, for ``pushManager.subscribe`` (VAPID, RFC 8292)."""


class Subscribe(Request, frozen=True):
    """The subscription that a browser has made, so that this device gets push messages."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=200)]
    auth: Annotated[str, Meta(max_length=100)]


class QuietHours(Request, frozen=True):
    """The hours in which I am not called, in minutes of my day; messages wait until they are over."""

    start: Minute
    end: Minute


class CallWishes(Request, frozen=True):
    """When to call me."""

    zone: Annotated[str, Meta(max_length=60)]
    """My time zone, such as ``Europe/Rome``."""
    quiet: QuietHours | None = None


class Holiday(Request, frozen=True):
    """Days on which my clocks stand, the last one included, as dates of my time zone."""

    first: Day
    last: Day


class Calling(msgspec.Struct, frozen=True):
    """How and when I am called to my games with days a move."""

    zone: str
    quiet: QuietHours | None
    here: bool
    """True if this device gets push messages."""
    devices: int
    """The devices that get them."""
    holidays: list[Holiday]
    days_left: int
    """Days of holidays that I may still take this year."""
    days_a_year: int


CALLING_REQUESTS = (Subscribe, CallWishes, Holiday)
CALLING_ANSWERS = (PushHere, Calling)
