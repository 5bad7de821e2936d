"""The seat whose cards a client sees: a player's own, or one that its player lets spectators look over."""

from typing import NamedTuple

from msgspec.structs import replace

from threedown.server.model.errors import NotNow, NotYours
from threedown.server.model.plan import ENDED, RoomPlan
from threedown.server.model.wire import State


class Eyes(NamedTuple):
    """A client's seat, and the seat of another player that it looks over; None: no such seat."""

    seat: int | None = None
    over: int | None = None

    @property
    def sees(self) -> int | None:
        """The seat whose cards it sees; None: what is public."""
        return self.over if self.seat is None else self.seat


def eyes_in(plan: RoomPlan, player: str, over: str) -> Eyes:
    """Return the eyes of a player, or of a spectator who wants to look over the seat of the player ``over``.

    Players have their own seat's alone, and spectators that of nobody who does not allow it now.
    """
    if (seat := plan.seat_of(player)) is not None:
        return Eyes(seat)
    other = plan.seat_of(over)
    return Eyes(None, other if other is not None and plan.chairs[other].shown else None)


def player_at(plan: RoomPlan, seat: int | None) -> str:
    """Return the player at a seat if spectators may look over it; else an empty name."""
    is_shown = seat is not None and 0 <= seat < len(plan.chairs) and plan.chairs[seat].shown
    return plan.chairs[seat].player if seat is not None and is_shown else ""


def with_seat_shown(plan: RoomPlan, state: State, player: str, shown: bool) -> RoomPlan:
    """Let spectators look over a player's seat in this game, or no longer.

    A room with a rating must refuse it here, as a table of a tournament does.
    """
    if plan.tournament:
        raise NotNow("Nobody shows their cards in a tournament.")
    if (seat := plan.seat_of(player)) is None:
        raise NotYours("You don't have a seat here.")
    if state in ENDED:
        raise NotNow("The game is over: its story shows every seat.")
    chairs = [replace(chair, shown=shown) if number == seat else chair for number, chair in enumerate(plan.chairs)]
    return replace(plan, chairs=chairs)
