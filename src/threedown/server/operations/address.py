"""The address at which others reach a server, and the browser that opens it."""

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
