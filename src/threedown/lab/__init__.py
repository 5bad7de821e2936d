"""The laboratory: studies of rules over many games, and analyses of single games.

The package can be called: ``threedown.lab("war", "face_down=1,3")`` plays a study.
"""

import sys
import types
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from threedown.lab.results import LabResult


class LabPackage(types.ModuleType):
    """The class of this package, so that ``threedown.lab(...)`` can play a study."""

    def __call__(
        self,
        game: str,
        vary: str | Sequence[str] = (),
        preset: str | None = None,
        seats: int | None = None,
        seed: int = 0,
        *,
        grid: bool = False,
        bots: Sequence[str] = (),
        most: int = 512_000,
        until: float = 0.01,
        watch: bool = False,
        luck: bool = False,
        skill: Sequence[str] = (),
        chance: int = 0,
        pace: float = 1.0,
        workers: int | None = None,
        **options: Any,
    ) -> "LabResult":
        """Compare house rules of a game, or measure it as it is: what ``threedown lab`` does.

        ``vary`` holds options with their values (``"face_down=0..4"``, ``"short"`` for all values), compared one at a
        time or, with ``grid``, in all combinations. At most ``most`` games of each variant are played, until
        differences are known to ``until`` (a share of the length, and of the games). ``bots`` are levels by seat.
        ``watch``: follow the leader turn by turn. ``luck``: play each deal twice. ``skill``: two levels, the better
        first, of which one plays among the other. ``chance``: the games whose result is split into the parts of chance
        and of choices (docs/luck.md). ``pace``: seconds an event. ``workers``: threads (None: all cores).
        The same seed gives the same figures.

        Raises ValueError (UnknownGame, OptionError, LevelError, LadderError) for arguments that are not allowed.

        >>> import threedown
        >>> found = threedown.lab("war", "face_down=1,3", seed=1, most=50)
        >>> found.variants[1].changes, found.variants[1].turns["median"].value
        ({'face_down': 3}, 259.0)
        >>> [each.holds for each in found.comparisons if each.measure == "turns"]
        [True]
        """
        from threedown.games import find_game
        from threedown.games.setting import settle
        from threedown.lab.calls import study_of

        varied = [vary] if isinstance(vary, str) else vary
        base = settle(find_game(game), preset, options, seats or len(bots) or None)
        return study_of(base, varied, grid, bots, seed, most, until, watch, luck, skill, chance, pace, workers)


sys.modules[__name__].__class__ = LabPackage
