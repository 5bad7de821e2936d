"""Quick answers at the keyboard: a key is timed from the moment at which the question was drawn."""

from collections.abc import Sequence

from threedown.cli.table.keys import LETS_LIE, SLAP, Keys
from threedown.games.reaction import Reaction
from threedown.language import say


class Reacting:
    """An open question that the quickest answer decides, with the answers of the people at this keyboard.

    One person has the key ``s``; several who share a keyboard have the numbers of their seats. The answers of all of
    them are given together, so that no answer shows another player that it is there.
    """

    def __init__(self, reaction: Reaction, seats: Sequence[int], began: float) -> None:
        self.reaction, self.began = reaction, began
        self.keys = {SLAP if len(seats) == 1 else str(seat + 1): seat for seat in seats}
        self.choices: dict[int, str] = {}

    def press(self, key: str, now: float) -> bool:
        """Take a key that was pressed at a time, in seconds; return True if it is an answer of a seat here.

        A player's first answer counts.
        """
        seat = self.keys.get(key)
        if seat is None:
            return False
        self.choices.setdefault(seat, self.reaction.choice((now - self.began) * 1000))
        return True

    @property
    def is_complete(self) -> bool:
        """True once everybody here has answered."""
        return len(self.choices) == len(self.keys)

    def answers(self) -> dict[int, str]:
        """Return the choices of all seats here, in their order; the others let the card lie."""
        return {seat: self.choices.get(seat, self.reaction.passes) for seat in sorted(self.keys.values())}

    def keys_told(self, names: Sequence[str]) -> Keys:
        """Return the keys, and the effect of each."""
        slaps = [(key, say("{name} slaps", name=names[seat])) for key, seat in self.keys.items()]
        return [*([(SLAP, "slaps")] if SLAP in self.keys else slaps), *LETS_LIE]
