"""Where a server is found: the address that others can use, and the browser that shows it."""

import os
import socket
import sys
import threading
import webbrowser

EVERYWHERE = ("0.0.0.0", "::", "")
SOMEWHERE_ELSE = ("192.0.2.1", 9)
"""An address of nobody's (RFC 5737): what leads there leads to the network. Nothing is sent."""


def url_of(host: str, port: int) -> str:
    """The address of a server that listens at a host; of one that listens everywhere the network's own.

    >>> url_of("127.0.0.1", 8765), url_of("::1", 80)
    ('http://127.0.0.1:8765', 'http://[::1]:80')
    """
    name = _on_the_network() if host in EVERYWHERE else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def _on_the_network() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE_ELSE)
        except OSError:
            return "127.0.0.1"
        name: str = probe.getsockname()[0]
        return name


def open_browser(url: str) -> None:
    """Shows an address, where there is a screen to show it on; whoever has none reads it in the terminal."""
    if sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
