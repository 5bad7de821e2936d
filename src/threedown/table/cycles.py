"""Detection of tables that repeat, so that the game would go on forever."""

from threedown.cards import NUMBER, TWO, height
from threedown.table.layout import Table
from threedown.table.verbs import held

NONE = -1
EXACTLY = 0
CLASS_BITS = 4


def repeats(t: Table, piles: int, position: int = NONE, classes: int = EXACTLY) -> bool:
    """True if the first ``piles`` piles lie as they did at an earlier turn (Brent's method, 1980).

    If the piles do not settle the rest of the game, ``position`` holds everything else, such as whose turn it is, as
    one number; the game then declares one more pile as ``remembered``. If cards of several ranks play the same way,
    ``classes`` has :data:`CLASS_BITS` bits for each rank from the two up: cards of one class count as the same.

    The table is remembered at turns 1, 2, 4, 8, …, so a cycle is noticed at the latest once it has come round after the
    next of these turns.
    """
    s = t.s
    mask = s.cards.shape[1] - 1
    same = position == NONE or int(s.past_held[piles]) == position
    for pile in range(piles):
        same = same and int(s.past_held[pile]) == held(t, pile)
    for pile in range(piles):
        if same:
            for place in range(held(t, pile)):
                card = _class_of(int(s.cards[pile, (int(s.top[pile]) + place) & mask]) & NUMBER, classes)
                if card != int(s.past[pile, place]):
                    same = False
                    break
    if not same and int(s.turns) & (int(s.turns) - 1) == 0:
        if position != NONE:
            s.past_held[piles] = position
        for pile in range(piles):
            s.past_held[pile] = held(t, pile)
            for place in range(held(t, pile)):
                card = _class_of(int(s.cards[pile, (int(s.top[pile]) + place) & mask]) & NUMBER, classes)
                s.past[pile, place] = card
    return same


def _class_of(card: int, classes: int) -> int:
    """The class of a card; without classes the card itself."""
    if classes == EXACTLY:
        return card
    return (classes >> (CLASS_BITS * (height(card) - TWO))) & ((1 << CLASS_BITS) - 1)
