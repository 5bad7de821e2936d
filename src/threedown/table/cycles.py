"""How a table notices that it lies as it lay before, so that the game would go on for ever."""

from threedown.cards import NUMBER
from threedown.table.layout import Table
from threedown.table.verbs import held


def repeats(t: Table, piles: int) -> bool:
    """Whether the first ``piles`` piles lie as they lay at an earlier turn (Brent's method, 1980).

    The table is remembered at turns 1, 2, 4, 8, …, so that a cycle is noticed at the latest when it has come round
    once after the next of these turns.
    """
    s = t.s
    mask = s.cards.shape[1] - 1
    same = True
    for pile in range(piles):
        same = same and int(s.past_held[pile]) == held(t, pile)
    for pile in range(piles):
        if same:
            for place in range(held(t, pile)):
                card = int(s.cards[pile, (int(s.top[pile]) + place) & mask]) & NUMBER
                if card != int(s.past[pile, place]):
                    same = False
                    break
    if not same and int(s.turns) & (int(s.turns) - 1) == 0:
        for pile in range(piles):
            s.past_held[pile] = held(t, pile)
            for place in range(held(t, pile)):
                s.past[pile, place] = int(s.cards[pile, (int(s.top[pile]) + place) & mask]) & NUMBER
    return same
