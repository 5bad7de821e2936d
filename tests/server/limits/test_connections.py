"""The limit on open connections: who waits idle makes room for who comes, and the busiest address first."""

import asyncio
import contextlib
import socket
from pathlib import Path

import httpx
from support.serving import PATIENCE, Serving

from threedown.server.limits.connections import Connections
from threedown.server.limits.rates import MAX_BUSY_PER_ADDRESS, MAX_IDLE_PER_ADDRESS


class Line(asyncio.Transport):
    """A connection that notes whether it was closed."""

    closed = False

    def abort(self) -> None:
        self.closed = True


def lines(connections: Connections, host: str, number: int) -> list[Line]:
    """Open connections from an address."""
    opened = [Line() for _ in range(number)]
    for line in opened:
        connections.add(host, line)
    return opened


def closed(opened: list[Line]) -> list[int]:
    """Return which of these connections were closed."""
    return [number for number, line in enumerate(opened) if line.closed]


def test_the_address_with_most_idle_connections_makes_room() -> None:
    connections = Connections(6)
    greedy, modest = lines(connections, "203.0.113.1", 4), lines(connections, "203.0.113.2", 2)
    visitor = lines(connections, "203.0.113.3", 2)
    assert (closed(greedy), closed(modest), closed(visitor), len(connections)) == ([0, 1], [], [], 6)


def test_an_address_replaces_its_own_idle_connections() -> None:
    connections = Connections(1000)
    own = lines(connections, "203.0.113.1", MAX_IDLE_PER_ADDRESS + 2)
    other = lines(connections, "203.0.113.2", 1)
    assert (closed(own), closed(other), len(connections)) == ([0, 1], [], MAX_IDLE_PER_ADDRESS + 1)


def test_a_busy_connection_is_never_closed_for_another() -> None:
    connections = Connections(2)
    first, second = lines(connections, "203.0.113.1", 2)
    connections.set_busy("203.0.113.1", first)
    connections.set_busy("203.0.113.1", second)
    late = lines(connections, "203.0.113.2", 1)
    assert (first.closed, second.closed, closed(late), len(connections)) == (False, False, [0], 2)
    connections.set_idle("203.0.113.1", second)  # its response is complete
    newer = lines(connections, "203.0.113.2", 1)
    assert (first.closed, second.closed, closed(newer)) == (False, True, [])


def test_an_address_whose_requests_are_under_way_gets_so_many_connections() -> None:
    """Requests that wait for their refusal, three seconds each, held all connections of the server."""
    connections = Connections(1000)
    opened = lines(connections, "203.0.113.1", MAX_BUSY_PER_ADDRESS)
    for line in opened:
        connections.set_busy("203.0.113.1", line)
    assert closed(lines(connections, "203.0.113.1", 2)) == [0, 1]
    assert closed(lines(connections, "203.0.113.2", 1)) == []
    connections.set_socket("203.0.113.1", opened[0])  # a room's socket has limits of its own
    assert closed(lines(connections, "203.0.113.1", 1)) == []
    connections.remove("203.0.113.1", opened[1])
    assert closed(lines(connections, "203.0.113.1", 1)) == []
    assert closed(opened) == []


def test_a_closed_connection_takes_no_place() -> None:
    connections = Connections(2)
    first, second = lines(connections, "203.0.113.1", 2)
    connections.remove("203.0.113.1", first)
    connections.set_idle("203.0.113.1", first)  # a late event of a connection that has ended
    third = lines(connections, "203.0.113.1", 1)
    assert (second.closed, closed(third), len(connections)) == (False, [], 2)


def test_a_visitor_is_served_beside_more_idle_connections_than_the_server_has_files(tmp_path: Path) -> None:
    """Nobody else was served beside them, and asyncio filled the disk with its complaints."""
    serving = Serving(tmp_path, "--workers", "0", files=128)
    process = serving.process
    assert process is not None
    assert process.stderr is not None
    with contextlib.ExitStack() as idle:
        for _ in range(240):
            idle.enter_context(socket.create_connection(("127.0.0.1", serving.port), PATIENCE))
        status = httpx.get(f"{serving.url}/healthz", timeout=PATIENCE).status_code
        process.terminate()
        log = process.stderr.read()
    serving.stop()
    assert status == 200, log
    assert len(log.splitlines()) < 10, log
