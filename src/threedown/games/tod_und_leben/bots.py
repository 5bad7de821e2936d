"""The bots of Tod und Leben: there is none, because the cards decide everything."""

from threedown.games.declare import Plans
from threedown.table.layout import Table


def nothing_to_choose(t: Table, seat: int, question: int) -> int:
    """Never asked."""
    return 0


WORLD = nothing_to_choose
LEVELS = {"random": nothing_to_choose}
IMAGINES: dict[str, str] = {}
PLANS: Plans = {}
LADDER = ("random",)
