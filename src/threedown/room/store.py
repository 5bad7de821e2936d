"""What a room needs of the place where its game is kept: a file (threedown.session.keeper), or a database."""

from collections.abc import Sequence
from typing import Protocol

from threedown.session.session import Session
from threedown.session.state import Input


class GameStore(Protocol):
    """Keeps the log of one game. What a method has returned from is on disk; it raises OSError if it cannot be."""

    def commit(self, entries: Sequence[Input]) -> None:
        """Adds inputs to the log; answers that were held for them are let go."""

    def hold(self, seat: int, choice: str) -> None:
        """Keeps an answer that nobody may know yet: it is in no log before it is committed."""

    def held(self) -> dict[int, str]:
        """The answers that are held, by seat."""

    def finish(self, session: Session) -> None:
        """Closes the record of a game that is over, and reveals its secret; nothing can be added any more."""


class NullStore:
    """Keeps nothing: for tests, and for games that are tried out."""

    def commit(self, entries: Sequence[Input]) -> None:
        pass

    def hold(self, seat: int, choice: str) -> None:
        pass

    def held(self) -> dict[int, str]:
        return {}

    def finish(self, session: Session) -> None:
        pass


class RestoredAnswers(NullStore):
    """The answers that were held when a game is restored; what comes later the game itself puts on disk."""

    def __init__(self, answers: Sequence[tuple[int, str]]) -> None:
        self._answers = dict(answers)

    def held(self) -> dict[int, str]:
        return self._answers
