"""How the games of war count their wars: those with the tallies ``wars``, ``war_battles`` and ``longest_war``."""

from threedown.table.layout import Table
from threedown.table.verbs import announce

WAR_BREAKS_OUT = 16
"""The event that a game with these tallies calls ``war``; its own other events follow it."""


def count_war(t: Table, in_a_row: int) -> None:
    """A tie that must be fought out, the ``in_a_row``-th of its turn."""
    t.s.wars += in_a_row == 1
    t.s.war_battles += 1
    t.s.longest_war = max(int(t.s.longest_war), in_a_row)
    announce(t, WAR_BREAKS_OUT)
