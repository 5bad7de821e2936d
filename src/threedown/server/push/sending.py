"""Encrypt push messages, sign them with the server's key and hand them to the push services of browsers.

The extra ``push`` brings pywebpush, which is imported with the first message: that takes a moment.
"""

import base64
import hashlib
import json
from importlib.util import find_spec
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx

from threedown.server.model import clock

INSTALLED = find_spec("pywebpush") is not None
"""True if the extra ``push`` is installed."""
PUSH_SERVICES = (
    "android.googleapis.com", "fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com",
)  # fmt: skip
"""The push services of browsers. The server calls no other host, whatever a subscription says."""
LIFETIME = 12 * 3600
"""Seconds for which the signature of a message is valid."""
PATIENCE = 10.0
"""Seconds within which a push service must answer."""
GONE = (404, 410)
"""Answers for a subscription that does not exist any more."""


class EncryptedPush(NamedTuple):
    """A message, encrypted for one browser, with its headers."""

    endpoint: str
    headers: dict[str, str]
    body: bytes


def is_push_service(endpoint: str) -> bool:
    """True if an address belongs to the push service of a browser.

    >>> is_push_service("https://fcm.googleapis.com/fcm/send/abc"), is_push_service("https://10.0.0.1/x")
    (True, False)
    """
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        return False
    host = parts.hostname or ""
    is_known = any(host == one or host.endswith(f".{one}") for one in PUSH_SERVICES)
    return parts.scheme == "https" and port in (None, 443) and parts.username is None and is_known


def new_key() -> str:
    """Return a new private key for signatures (PEM)."""
    from py_vapid import Vapid02

    vapid = Vapid02()
    vapid.generate_keys()
    return str(vapid.private_pem().decode())


def public_key_of(key: str) -> str:
    """Return the public key of a private one, as browsers want it."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02

    point = Vapid02.from_pem(key.encode()).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def encrypted(told: dict[str, Any], to: dict[str, str], key: str, room: str, site: str, seconds: int) -> EncryptedPush:
    """Encrypt and sign a message about a room; it is worth delivering for some ``seconds``. Raises ValueError if the
    subscription's keys are no keys."""
    from py_vapid import Vapid02
    from pywebpush import WebPusher, WebPushException

    keys = {"p256dh": to["p256dh"], "auth": to["auth"]}
    try:
        body = WebPusher({"endpoint": to["endpoint"], "keys": keys}).encode(json.dumps(told).encode())["body"]
    except WebPushException as error:
        raise ValueError(str(error)) from error
    parts = urlsplit(to["endpoint"])
    claims = {"sub": site, "aud": f"{parts.scheme}://{parts.netloc}", "exp": clock.now() // 1000 + LIFETIME}
    topic = base64.urlsafe_b64encode(hashlib.sha256(room.encode()).digest())[:32].decode()
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, seconds)),
        "Topic": topic,
        "Urgency": "high",
        **Vapid02.from_pem(key.encode()).sign(claims),
    }
    return EncryptedPush(to["endpoint"], headers, bytes(body))


async def deliver(message: EncryptedPush) -> int:
    """Hand a message to its push service and return the status of the answer; 0 if there is none."""
    try:
        async with httpx.AsyncClient(timeout=PATIENCE, follow_redirects=False) as client:
            answer = await client.post(message.endpoint, content=message.body, headers=message.headers)
            return answer.status_code
    except httpx.HTTPError:
        return 0
