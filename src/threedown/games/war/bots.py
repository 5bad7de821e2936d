"""Who decides in War: nobody but the clock of a race."""

from threedown.games.declare import Plans
from threedown.table.clock import first_of
from threedown.table.layout import Table


def clock(t: Table, seat: int, question: int) -> int:
    """W-R08. Which racer plays next: each as likely as its speed is great."""
    return first_of(t, int(t.s.racing))


WORLD = clock
LEVELS = {"random": clock}
IMAGINES: dict[str, str] = {}
PLANS: Plans = {}
LADDER = ("random",)
