"""The caller of a request: their token, their address, and the site that the request comes from."""

from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

COOKIE = "threedown"
BY_LANGUAGE = {"Vary": "Accept-Language"}
"""Headers of answers that depend on the caller's language."""
Connection = ASGIConnection[Any, Any, Any, Any]


def token_of(connection: Connection) -> str | None:
    """Return the token of a request: a program sends it as a header, a browser as a cookie."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)


def host_of(connection: Connection) -> str:
    """Return the caller's address; behind a proxy on this machine, the address that the proxy reports."""
    return connection.client.host if connection.client else ""


def is_same_origin(connection: Connection) -> bool:
    """True if a page of this server or a program sent the request; other sites may not act for their visitors."""
    origin = connection.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:  # the origin is not an address
        return False
