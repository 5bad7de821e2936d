"""The address at which others reach a server, and the browser that opens it."""

import errno
import os
import socket
import sys
import threading
import webbrowser

ALL_INTERFACES = ("0.0.0.0", "::", "")
UNREACHABLE = ("192.0.2.1", 9)
"""A reserved address (RFC 5737). The route to it shows which interface leads to the network; nothing is sent."""


def url_of(host: str, port: int) -> str:
    """Return the URL of a server that listens on a host; one on all interfaces gets its address in the network.

    >>> url_of("127.0.0.1", 8765), url_of("::1", 80)
    ('http://127.0.0.1:8765', 'http://[::1]:80')
    """
    name = _network_address() if host in ALL_INTERFACES else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def split_address(address: str) -> tuple[str, int]:
    """Return the host and the port of an address. Raises AddressError if it is none.

    >>> split_address("10.0.0.2:9400"), split_address("[::1]:0")
    (('10.0.0.2', 9400), ('::1', 0))
    """
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        raise AddressError(f"{address}: an address is given as HOST:PORT")
    return host.strip("[]"), int(port)


class AddressError(Exception):
    """Raised for an address at which a server can't listen; says what to do."""


def check_address(host: str, port: int) -> None:
    """Raise :class:`AddressError` if a server can't listen there; name a free port if the port is taken."""
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as trial:
            if os.name == "posix":  # as the server does it
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(where)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise AddressError(f"port {port} is in use. Take a free one: --port {_free_port(host)}") from error
        if error.errno == errno.EACCES:
            raise AddressError(f"port {port} is reserved for the system. Take another: --port 8765") from error
        raise AddressError(
            f"--host {host}: not an address of this machine. 127.0.0.1 is this machine alone, 0.0.0.0 all its networks"
        ) from error


def _free_port(host: str) -> int:
    with socket.create_server((host, 0), family=socket.AF_INET6 if ":" in host else socket.AF_INET) as found:
        port: int = found.getsockname()[1]
        return port


def own_names() -> tuple[str, ...]:
    """Return the names under which this machine is known in its network."""
    name = socket.gethostname().lower()
    return name, f"{name}.local"


def _network_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(UNREACHABLE)
        except OSError:
            return "127.0.0.1"
        name: str = probe.getsockname()[0]
        return name


def open_browser(url: str) -> None:
    """Open a URL in a browser, if there is a screen; without one, it stands in the terminal."""
    if sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
