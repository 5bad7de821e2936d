"""The calls that a rated room, or one with cards that others still play, refuses, and what it tells at its end."""

from threedown.server.model.messages import Over
from threedown.server.model.plan import RoomPlan
from threedown.session.result import result_of
from threedown.session.session import Refused, Session

MAX_UNDOS = 256
"""Undos per game: choosing and undoing for ever would fill the disk."""


def check_undo(plan: RoomPlan, session: Session, undos: int) -> None:
    """Raise Refused if nothing may be undone in a room after so many undos."""
    if plan.is_sealed:
        raise Refused("Others play the same cards, so you can't undo anything.")
    if plan.rated:
        raise Refused("You can't undo anything in a rated game.")
    if plan.tournament:
        raise Refused("In a tournament every choice stands.")
    if session.over:
        raise Refused("The game is over, so you can't undo anything.")
    if undos >= MAX_UNDOS:
        raise Refused(f"There were {MAX_UNDOS} undos in this game already; that is the limit.")


def check_race(plan: RoomPlan) -> None:
    """Raise Refused if the order of receipt does not decide a race."""
    if plan.is_sealed:
        raise Refused("Others play the same cards, so the table decides who is first.")


def over_of(plan: RoomPlan, session: Session, secret: bytes, room: str) -> Over:
    """Return the closing message of a room's game; in a sealed room it has neither the secret nor the cards."""
    result, told = result_of(session), secret.hex()
    if plan.is_sealed:
        result, told = {**result, "piles": {}}, ""
    return Over(result, told, f"/api/rooms/{room}/record")
