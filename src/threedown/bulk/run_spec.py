"""The spec of a run: the number of games, the setting, the seed and the bots."""

from collections.abc import Sequence
from typing import NamedTuple

from threedown.games.levels import is_own
from threedown.games.setting import Setting

STEPPED_UP_TO = 20
"""Up to this number, games are played step by step, because compiling would take longer."""
FOLDED_FROM = 500_000
"""From so many games on, the options are compiled in as constants."""
MOST_GAMES = 10**12


class RunSpec(NamedTuple):
    """``n`` games of run ``seed`` from number ``first`` on, played by ``pilots``: bot levels by seat.

    With ``rotating`` levels, every pilot sits g seats further on in game g, and wins are counted by pilot: pilot 0 sits
    at seat 0 in game 0. The rules are compiled once for all seatings of these levels.
    """

    setting: Setting
    n: int
    seed: int
    pilots: tuple[str, ...]
    rotating: tuple[str, ...] = ()
    first: int = 0
    again: int = 0
    """The number of the replay: each has the deal of replay 0 and its own chance from there on."""
    duplicated: bool = False
    """True if each deal is played as often as there are seats, with other chance from there on, one game after the
    other: if the levels are ``rotating``, every pilot sits at every seat of it once."""

    @property
    def imagines(self) -> bool:
        """True if one of the bots imagines."""
        return any(self.setting.imagines_with(level) is not None for level in self.pilots + self.rotating)

    @property
    def from_outside(self) -> tuple[str, ...]:
        """The levels that are not the game's own."""
        return tuple(
            level for level in dict.fromkeys(self.pilots + self.rotating) if not is_own(self.setting.game, level)
        )

    @property
    def worth_compiling(self) -> bool:
        """True if the games are played in machine code by default."""
        return (self.n > STEPPED_UP_TO or self.imagines) and has_compiler()


def run_spec(setting: Setting, n: int, seed: int, pilots: Sequence[str] = ()) -> RunSpec:
    """Return a spec; without ``pilots`` the game's first level sits everywhere. Raise ValueError for bad numbers."""
    if not 1 <= n <= MOST_GAMES:
        raise ValueError(f"{n} games: allowed is 1 to {MOST_GAMES:,}")
    if not 0 <= seed < 1 << 63:
        raise ValueError(f"seed {seed}: allowed is 0 to 2**63 - 1")
    return RunSpec(setting, n, seed, tuple(pilots) or setting.game.first_level * setting.seats)


def has_compiler() -> bool:
    """True if Numba (the extra ``fast``) is installed."""
    import importlib.util

    return importlib.util.find_spec("numba") is not None
