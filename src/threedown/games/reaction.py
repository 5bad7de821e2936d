"""Questions that the quickest answer decides: all are asked at once, and an answer says how long it took."""

import math

import msgspec


class Reaction(msgspec.Struct, frozen=True):
    """The times that a question takes for an answer; all are in milliseconds.

    >>> reaction = Reaction("slap", "pass", step=50, window=1500)
    >>> reaction.choice(412.7), reaction.choice(0), reaction.choice(1501)
    ('slap 450', 'slap 50', 'pass')
    >>> reaction.time_of("slap 450"), reaction.time_of("pass")
    (450, None)
    >>> reaction.is_alike("slap 450", "slap 50"), reaction.is_alike("slap 450", "pass")
    (True, False)
    """

    act: str
    """The verb of the quick answer; the choice is this and the time: ``slap 450``."""
    passes: str
    """The choice of a player who doesn't answer in time."""
    step: int
    """Times are told apart by so much."""
    window: int
    """The longest time."""

    def choice(self, milliseconds: float) -> str:
        """Return the choice of a player who answers after a time; it counts up to the next step."""
        steps = max(1, math.ceil(milliseconds / self.step))
        return f"{self.act} {steps * self.step}" if steps * self.step <= self.window else self.passes

    def time_of(self, choice: str) -> int | None:
        """Return the time that a choice states; None if it states none."""
        act, _, time = choice.strip().partition(" ")
        return int(time) if act == self.act and time.isascii() and time.isdecimal() else None

    def is_alike(self, one: str, other: str) -> bool:
        """Return True if two choices differ in their time at most."""
        return (self.time_of(one) is None) == (self.time_of(other) is None)
