"""The piles of Stealing Bundles, and the matches between their cards. Clause ids are those of rulebook.toml."""

from threedown.cards import ACE, JACK, height
from threedown.games.stealing_bundles.options import WHOLE_PACK
from threedown.table.hands import hand
from threedown.table.layout import Table
from threedown.table.verbs import held, look, options, seats

OF_A_RANK = 4
"""The cards of each rank in the pack."""
FIGURES_LOWER = JACK - 8
"""In the pack of 40 the jack comes after the seven, and counts 8."""


def bundle(t: Table, seat: int) -> int:
    """The cards that a player has captured, face up."""
    return seats(t) + seat


def table(t: Table) -> int:
    return 2 * seats(t)


def played(t: Table) -> int:
    """The pile for a card that lies open while its player picks the cards of a sum."""
    return 2 * seats(t) + 1


def stock(t: Table) -> int:
    return 2 * seats(t) + 2


def value(t: Table, card: int) -> int:
    """RU-04. A card's value in a sum: an ace counts 1, and the figures go on after the highest plain card."""
    high = height(card)
    if high == ACE:
        return 1
    return high - FIGURES_LOWER if high >= JACK and options(t).pack != WHOLE_PACK else high


def depth_of(t: Table, pile: int, card: int) -> int:
    """Return the depth of a card in a pile, -1 if it is not there."""
    for depth in range(held(t, pile)):
        if look(t, pile, depth) == card:
            return depth
    return -1


def equals_in(t: Table, pile: int, card: int) -> int:
    """The number of cards in a pile that have the rank of ``card``."""
    count = 0
    for depth in range(held(t, pile)):
        count += height(look(t, pile, depth)) == height(card)
    return count


def tops(t: Table, seat: int, card: int) -> bool:
    """True if a card has the rank of the top of a player's bundle."""
    return held(t, bundle(t, seat)) > 0 and height(look(t, bundle(t, seat))) == height(card)


def adds_up(t: Table, total: int, most: int, but: int) -> bool:
    """RU-04. True if some cards on the table, none above ``most`` nor the one at depth ``but``, add up to ``total``.

    No cards at all add up to 0.
    """
    reached = 1
    for depth in range(held(t, table(t))):
        worth = value(t, look(t, table(t), depth))
        if depth != but and worth <= most:
            reached |= (reached << worth) & ((2 << total) - 1)
    return (reached >> total) & 1 == 1


def hands_are_empty(t: Table) -> bool:
    for seat in range(seats(t)):
        if held(t, hand(t, seat)) > 0:
            return False
    return True


def next_hand_size(t: Table) -> int:
    """SB-10, ruling SB-R02. The cards that each player gets in the next deal; 0 if the pack is out."""
    return min(int(options(t).hand), held(t, stock(t)) // seats(t))
