"""The storage that a shared game needs: a file (threedown.session.keeper) or a database."""

from collections.abc import Sequence
from typing import Protocol

from threedown.session.session import Session
from threedown.session.state import Input


class GameStore(Protocol):
    """Stores the log of one game. When a method returns, its data is on disk; otherwise it raises OSError."""

    def commit(self, entries: Sequence[Input]) -> None:
        """Add inputs to the log, and drop the answers that were held for them."""

    def hold(self, seat: int, choice: str) -> None:
        """Store an answer that must stay hidden: it enters the log only when it is committed."""

    def held(self) -> dict[int, str]:
        """Return the held answers by seat."""

    def finish(self, session: Session) -> None:
        """Close the record of a finished game and reveal its secret; nothing can be added afterwards."""


class NullStore:
    """Stores nothing: for tests and for trial games."""

    def commit(self, entries: Sequence[Input]) -> None:
        pass

    def hold(self, seat: int, choice: str) -> None:
        pass

    def held(self) -> dict[int, str]:
        return {}

    def finish(self, session: Session) -> None:
        pass


class RestoredAnswers(NullStore):
    """The answers that were held when a game is restored; the game itself stores later ones."""

    def __init__(self, answers: Sequence[tuple[int, str]]) -> None:
        self._answers = dict(answers)

    def held(self) -> dict[int, str]:
        return self._answers
