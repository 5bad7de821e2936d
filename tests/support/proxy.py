"""A TCP proxy in front of a server's socket that cuts or holds its connections when a test says so."""

import contextlib
import socket
import threading
from typing import Any


class Proxy:
    """A proxy to a Unix socket, or to the port of this machine ``behind`` it.

    A fault begins when a client sends certain bytes: the connections are cut, or nothing passes any more.
    """

    def __init__(self, behind: str | int) -> None:
        self._behind = behind
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._cut_at, self._arrives, self._hold_at = b"", False, b""
        self._cut_at_answer = False
        self._passes = threading.Event()
        self._passes.set()
        self.cuts = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> "Proxy":
        return self

    def __exit__(self, *_: Any) -> None:
        self._passes.set()
        self._listener.close()
        self.cut()

    def url(self, url: str) -> str:
        """Return the URL of a PostgreSQL database, by way of this proxy."""
        return f"{url.partition('@')[0]}@127.0.0.1:{self.port}{url.partition('@')[2].partition('?')[0]}"

    def cut_at(self, data: bytes, arrives: bool) -> None:
        """Cut all connections when a client sends ``data``: the server still gets it (``arrives``), or doesn't."""
        self._cut_at, self._arrives = data, arrives

    def hold_at(self, data: bytes) -> None:
        """Let nothing pass from the moment on at which a client sends ``data``."""
        self._hold_at = data

    def hold(self) -> None:
        """Let nothing pass from now on; connections stay open."""
        self._passes.clear()

    def release(self) -> None:
        """Let everything pass again."""
        self._hold_at = b""
        self._passes.set()

    def cut(self) -> None:
        """Cut all connections; new ones may come."""
        with self._lock:
            for wire in self._open:
                with contextlib.suppress(OSError):
                    wire.shutdown(socket.SHUT_RDWR)
                wire.close()
            self._open.clear()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                try:
                    server = self._connected()
                except OSError:
                    client.close()
                    continue
                with self._lock:
                    self._open |= {client, server}
                threading.Thread(target=self._pass_on, args=(client, server, True), daemon=True).start()
                threading.Thread(target=self._pass_on, args=(server, client, False), daemon=True).start()

    def _connected(self) -> socket.socket:
        if isinstance(self._behind, int):
            return socket.create_connection(("127.0.0.1", self._behind))
        wire = socket.socket(socket.AF_UNIX)
        wire.connect(self._behind)
        return wire

    def _pass_on(self, source: socket.socket, target: socket.socket, is_client: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                if is_client and self._hold_at and self._hold_at in data:
                    self.hold()
                if is_client and self._cut_at and self._cut_at in data:
                    self._cut_at = b""
                    self.cuts += 1
                    if self._arrives:
                        self._cut_at_answer = True
                        target.sendall(data)
                        continue
                    self.cut()
                    return
                if not is_client and self._cut_at_answer:
                    self._cut_at_answer = False
                    self.cut()
                    return
                self._passes.wait()
                target.sendall(data)
        for wire in (source, target):
            with contextlib.suppress(OSError):
                wire.shutdown(socket.SHUT_RDWR)
