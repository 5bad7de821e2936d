"""The course of a game: the ``shares`` of all seats after each turn that still counts."""

from array import array

from threedown.session.session import Session
from threedown.session.views import shares_of


class History:
    """One row for each completed turn, starting with the deal. Shares are public, so everybody receives it."""

    def __init__(self, seats: int, shares: bytes = b"") -> None:
        self._seats = seats
        self._shares = array("q", shares)

    def until(self, session: Session) -> bytes:
        """Return all shares up to a session's state that was noted, in the form that :class:`History` takes."""
        return self._shares[: self._seats * (session.turns + (session.pending is None))].tobytes()

    def note(self, session: Session) -> None:
        """Note a game after an entry of its log, and drop turns that were undone."""
        row = self._seats * session.turns
        del self._shares[row:]
        while len(self._shares) < row:  # several turns were played by one entry
            self._shares.extend(self._shares[-self._seats :])
        if session.pending is None:
            self._shares.extend(shares_of(session.setting, session.table_state))

    def rows(self, last: int = 0) -> list[list[int]]:
        """Return the shares by turn and seat, for the ``last`` turns or for all (0)."""
        shares = self._shares[-self._seats * last :].tolist()
        return [shares[place : place + self._seats] for place in range(0, len(shares), self._seats)]
