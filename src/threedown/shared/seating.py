"""Seating: people by name, bots by level."""

from collections.abc import Sequence
from typing import NamedTuple

from threedown.games.setting import Setting
from threedown.language import say
from threedown.limits import LONGEST_TEXT


class SeatingError(ValueError):
    """Names or bots that cannot be seated; the message says which, and what would be right."""


class Seating(NamedTuple):
    """Names by seat, and each seat's bot level or None for a person."""

    names: tuple[str, ...]
    levels: tuple[str | None, ...]

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, level in enumerate(self.levels) if level is None]


def seat_all(setting: Setting, levels: Sequence[str | None], names: Sequence[str] | None = None) -> Seating:
    """Return a seating of these bots and people; without names they are called Player and Bot.

    Raises :class:`SeatingError` unless there is one level and one name for each seat, and for a name that cannot be
    printed.

    >>> from threedown.games import find_game
    >>> from threedown.games.setting import settle
    >>> war = settle(find_game("war"))
    >>> seat_all(war, [None, "random"]), seat_all(war, [None, None], ["Ann", "Ben"]).people
    (Seating(names=('Player', 'Bot 1'), levels=(None, 'random')), [0, 1])
    >>> seat_all(war, [None])
    Traceback (most recent call last):
    threedown.shared.seating.SeatingError: 1 levels for 2 seats
    """
    if len(levels) != setting.seats:
        raise SeatingError(f"{len(levels)} levels for {setting.seats} seats")
    called = _called(levels) if names is None else tuple(name.strip() for name in names)
    if len(called) != setting.seats or not all(0 < len(name) <= LONGEST_TEXT and name.isprintable() for name in called):
        raise SeatingError(
            f"give {setting.seats} names of at most {LONGEST_TEXT} printable characters, separated by commas"
        )
    return Seating(called, tuple(levels))


def _called(levels: Sequence[str | None]) -> tuple[str, ...]:
    alone = sum(level is None for level in levels) == 1
    person = "Player" if alone else "Player {n}"
    return tuple(say(person if level is None else "Bot {n}", n=seat) for seat, level in enumerate(levels))
