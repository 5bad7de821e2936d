"""The caller of a request: their token, their address, and the site that the request comes from."""

from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

from threedown.server.limits.addresses import address_of
from threedown.server.model.errors import NotYours
from threedown.server.model.identity import Site

COOKIE = "threedown"
SECURE_COOKIE = f"__Host-{COOKIE}"
"""The cookie over HTTPS: browsers take it from this very host alone, not from a neighbour under the same domain."""
SAFE = ("GET", "HEAD", "OPTIONS")
LOCALHOST = "localhost"
LONGEST_HOST = 253
"""Characters of a host name (RFC 1035)."""
BY_LANGUAGE = {"Vary": "Accept-Language"}
"""Headers of answers that depend on the caller's language."""
Connection = ASGIConnection[Any, Any, Any, Any]


def token_of(connection: Connection) -> str | None:
    """Return the token of a request: a program sends it as a header, a browser as a cookie.

    Over HTTPS only the ``__Host-`` cookie counts: a page of a neighbouring host, or anybody on the way of a call
    without HTTPS, can set the other one, and would have the visitor play as a guest of theirs.
    """
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    return connection.cookies.get(cookie_name(connection)[0])


def cookie_name(connection: Connection) -> tuple[str, bool]:
    """Return the name of the cookie that a browser is to get, and whether it may travel over HTTPS alone."""
    return (SECURE_COOKIE, True) if connection.url.scheme in ("https", "wss") else (COOKIE, False)


def host_of(connection: Connection) -> str:
    """Return the caller's address; behind a proxy on this machine, the address that the proxy reports."""
    return connection.client.host if connection.client else ""


def site_of(connection: Connection) -> Site | None:
    """Return the site whose passkeys the caller's page can use; None where browsers have none: at an address, and
    without HTTPS anywhere but on ``localhost``. The name has passed :func:`check_site`."""
    host, scheme = connection.headers.get("host", ""), connection.url.scheme
    name = urlsplit(f"//{host}").hostname or ""
    if not name or address_of(name) is not None or (scheme != "https" and name != LOCALHOST):
        return None
    return Site(name, f"{scheme}://{host}")


def check_site(connection: Connection) -> None:
    """Refuse requests to a name that is not this server's, and actions that another site's page takes for its visitor.

    A page of ``evil.example`` whose name suddenly leads to this machine (DNS rebinding) would be of the same origin as
    the server, so the name itself counts. Addresses and ``localhost`` are always the server's. Raises NotYours.
    """
    host = connection.headers.get("host", "")
    try:
        name = urlsplit(f"//{host}").hostname or ""
        origin = connection.headers.get("origin")
        same_origin = origin is None or urlsplit(origin).netloc == host
    except ValueError:  # one of them is not an address
        name, same_origin = host, False
    if host and address_of(name) is None and name not in connection.app.state.names:
        raise NotYours(
            "This server does not answer to the name {name}. If it should, start it with --name {name}.",
            name=name[:LONGEST_HOST],
        )
    if connection.scope.get("method") not in SAFE and not same_origin:
        raise NotYours("This call comes from another site's page.")
