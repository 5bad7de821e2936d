"""The types of the wire about a guest's devices."""

import msgspec


class LinkSeen(msgspec.Struct, frozen=True):
    """A code that signs its guest in on another device, once."""

    code: str
    """As people say it: ``KZ7M-3QAB``."""
    url: str
    """The address of the page that uses it."""
    until: int
    """Milliseconds since 1970."""
    left: int
    """Milliseconds until then."""


class DeviceSeen(msgspec.Struct, frozen=True):
    """A device on which a guest is signed in."""

    id: str
    label: str
    """Its browser and system, in words."""
    came: int | None
    """Milliseconds since 1970; null if that is not known."""
    seen: int | None
    """The last use, to the hour."""
    this: bool
    """True for the caller's own device."""
