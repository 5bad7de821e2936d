"""The bots of War: none but the clock of a race."""

from threedown.games.declare import Plans
from threedown.table.clock import first_of
from threedown.table.layout import Table


def clock(t: Table, seat: int, question: int) -> int:
    """W-R08. The next racer to play, drawn in proportion to speed."""
    return first_of(t, int(t.s.racing))


WORLD = clock
LEVELS = {"random": clock}
IMAGINES: dict[str, str] = {}
PLANS: Plans = {}
LADDER = ("random",)
