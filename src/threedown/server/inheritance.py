"""The things that a worker process inherits from its supervisor: the listening socket, and two pipes."""

import asyncio
import os
import socket
from collections.abc import Callable
from typing import NamedTuple

READY = b"1"


class Inheritance(NamedTuple):
    """Descriptors: the socket that all workers listen on, the pipe on which a worker says that it is ready, and the
    pipe that ends when the supervisor does."""

    listener: int
    ready: int
    life: int

    @classmethod
    def read(cls, text: str) -> "Inheritance":
        """Return the descriptors as a supervisor writes them on a command line.

        >>> Inheritance.read("3,4,5").life
        5
        """
        return cls(*map(int, text.split(",")))

    def __str__(self) -> str:
        return ",".join(map(str, self))

    def socket(self) -> socket.socket:
        """Return the listening socket."""
        return socket.socket(fileno=self.listener)

    def say_ready(self) -> None:
        """Tell the supervisor that this worker answers calls."""
        os.write(self.ready, READY)
        os.close(self.ready)

    def at_end(self, end: Callable[[], None]) -> None:
        """Call ``end`` once the supervisor has ended."""
        asyncio.get_running_loop().add_reader(self.life, end)
