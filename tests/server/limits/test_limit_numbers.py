"""The limits as numbers, so that one that grows a hundredfold by mistake fails here."""

from types import SimpleNamespace
from typing import Any

import pytest

from threedown.server.limits.limiter import Limiter
from threedown.server.model.errors import TooMany
from threedown.server.operations.memory import MemoryLimit
from threedown.server.rooms.room_limits import RoomLimits

FAR = "203.0.113.7"
"""An address that is not this machine's, whose allowance is a hundredfold."""


def rooms_of(hosts: list[str]) -> Any:
    rooms = [SimpleNamespace(state="waiting", plan=SimpleNamespace(host=host), address=FAR) for host in hosts]
    return dict(enumerate(rooms))


def test_a_guest_has_20_rooms_and_an_address_200() -> None:
    with RoomLimits(rooms_of(["p0"] * 19), MemoryLimit(None)).reserve("p0", FAR):
        pass
    with (
        pytest.raises(TooMany, match="You have 20 rooms"),
        RoomLimits(rooms_of(["p0"] * 20), MemoryLimit(None)).reserve("p0", FAR),
    ):
        pass
    with RoomLimits(rooms_of([f"p{number}" for number in range(199)]), MemoryLimit(None)).reserve("new", FAR):
        pass
    many = rooms_of([f"p{number}" for number in range(200)])
    with pytest.raises(TooMany, match="from your address"), RoomLimits(many, MemoryLimit(None)).reserve("new", FAR):
        pass


def public_rooms(seated: list[set[str]], state: str = "waiting") -> Any:
    def room(players: set[str]) -> Any:
        seat_of = {player: seat for seat, player in enumerate(players)}.get
        return SimpleNamespace(state=state, plan=SimpleNamespace(listed=True, host=""), address=FAR, seat_of=seat_of)

    return dict(enumerate(map(room, seated)))


def test_a_guest_holds_seats_in_5_public_rooms_before_the_deal() -> None:
    limits = RoomLimits(public_rooms([{"p0", "p1"}] * 4), MemoryLimit(None))
    with limits.sit("p0", True), pytest.raises(TooMany, match="5 public rooms"), limits.sit("p0", True):
        pass
    with limits.sit("p0", True):
        pass  # the seat that was not taken is free again
    full = RoomLimits(public_rooms([{"p0"}] * 5), MemoryLimit(None))
    with pytest.raises(TooMany, match="leave one first"), full.sit("p0", True):
        pass
    with full.sit("p1", True), full.sit("p0", False):
        pass
    with RoomLimits(public_rooms([{"p0"}] * 5, "playing"), MemoryLimit(None)).sit("p0", True):
        pass


def test_a_guest_opens_20_rooms_and_starts_12_studies_at_once() -> None:
    limiter = Limiter()
    for act, burst in ((limiter.new_room, 20), (limiter.new_study, 12)):
        for _ in range(burst):
            act(FAR, "p0")
        with pytest.raises(TooMany):
            act(FAR, "p0")
        act(FAR, "p1")
