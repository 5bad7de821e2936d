"""The types of the wire about a guest's devices and passkeys."""

from typing import Any, NamedTuple

import msgspec

from threedown.server.model.lab_requests import Request


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


class PasskeySeen(msgspec.Struct, frozen=True):
    """A passkey of a guest."""

    id: str
    came: int
    """Milliseconds since 1970."""


class PasskeysHere(msgspec.Struct, frozen=True):
    """The answer to whether passkeys can be used."""

    available: bool


class PasskeyAnswer(Request, frozen=True):
    """The answer of a browser to the options of a passkey."""

    credential: dict[str, Any]
    """As ``PublicKeyCredential.toJSON`` returns it."""


class Site(NamedTuple):
    """The site whose passkeys a page can use."""

    name: str
    """The host name, which WebAuthn calls the id of the relying party."""
    origin: str
