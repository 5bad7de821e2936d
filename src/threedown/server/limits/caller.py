"""Who calls, and from whose page."""

from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

COOKIE = "threedown"
BY_LANGUAGE = {"Vary": "Accept-Language"}
"""Of answers that are told in the language of who asks."""
Connection = ASGIConnection[Any, Any, Any, Any]


def token_of(connection: Connection) -> str | None:
    """The token that a program or a browser sends."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)


def is_ours(connection: Connection) -> bool:
    """Whether a page of this server asks, or a program: another's page may not speak for its visitor."""
    origin = connection.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:  # it is no address
        return False
