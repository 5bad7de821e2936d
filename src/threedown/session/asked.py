"""The answer to "what may I choose?" at a Python prompt, also while nothing is asked."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NoReturn, overload

from threedown.session.choice_text import parse_choice
from threedown.session.session import Refused


class NothingAsked:
    """Stands for the question while none is open. It is false, and says what to do next.

    >>> nothing = NothingAsked("Nothing is asked now: call go().")
    >>> nothing, bool(nothing)
    (<Nothing is asked now: call go().>, False)
    >>> nothing.choices
    Traceback (most recent call last):
    threedown.session.session.Refused: Nothing is asked now: call go().
    """

    def __init__(self, advice: str) -> None:
        self.advice = advice

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return f"<{self.advice}>"

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("_"):
            raise AttributeError(name)
        raise Refused(self.advice)


class LegalChoices(Sequence[str]):
    """The legal choices in notation. ``in`` also understands what people write.

    >>> choices = LegalChoices(["discard TH", "knock"], ["TH"])
    >>> choices[0], len(choices), "discard 10♥" in choices, "pass" in choices
    ('discard TH', 2, True, False)
    >>> LegalChoices([], [], "Nothing is asked now: call go().")
    <no choices: Nothing is asked now: call go().>
    """

    def __init__(self, choices: Sequence[str], cards: Collection[str], advice: str = "") -> None:
        self._choices, self._cards, self._advice = tuple(choices), cards, advice

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[str, ...]: ...
    def __getitem__(self, place: int | slice) -> str | tuple[str, ...]:
        if not self._choices and isinstance(place, int):
            raise IndexError(self._advice)
        return self._choices[place]

    def __len__(self) -> int:
        return len(self._choices)

    def __iter__(self) -> Iterator[str]:
        return iter(self._choices)

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and parse_choice(text, self._choices, self._cards) is not None

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, Sequence) and self._choices == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"LegalChoices({list(self._choices)})" if self._choices else f"<no choices: {self._advice}>"
