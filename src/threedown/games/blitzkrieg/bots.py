"""Who decides in Blitzkrieg. A policy knows what lies open, its own hand, and how many cards there are."""

from threedown.games.blitzkrieg.events import CHALLENGE, DEFEND, FLIP
from threedown.games.blitzkrieg.exchanges import hand_sum
from threedown.games.declare import Plans
from threedown.table.chance import drawn
from threedown.table.layout import Table
from threedown.table.packets import pot
from threedown.table.verbs import held

CARDS_SPENT = 2
"""What a call for troops that fails costs on average, in cards, rounded up."""
FIRST, SECOND = 0, 1


def _chances() -> tuple[int, ...]:
    """The chance, in thousandths, that a call for troops gains at least 0, 1, 2 … 9, from a whole pack.

    A draw that changes nothing is drawn again: of 36 cards that count, 26 have the wrong colour, and one each of the
    ace to the ten are troops.
    """
    chance = [1.0]
    for need in range(1, 10):
        chance.append(sum(chance[max(need - troops, 0)] for troops in range(1, 11)) / 36)
    return tuple(round(1000 * gained) for gained in chance)


CHANCES = _chances()


def random(t: Table, seat: int, question: int) -> int:
    """Any legal choice, all equally likely."""
    return drawn(t, int(t.s.row) if question == FLIP else 2)


def sensible(t: Table, seat: int, question: int) -> int:
    """Defends when the pot is worth the cards, challenges when its hand is above the average, takes all it may."""
    if question == DEFEND:
        return FIRST if pays_to_defend(t, seat) else SECOND
    if question == CHALLENGE:
        return FIRST if has_the_better_hand(t, seat) else SECOND
    return drawn(t, int(t.s.row)) if question == FLIP else FIRST


def pays_to_defend(t: Table, seat: int) -> bool:
    """Whether what a call for troops may win is more than what it may cost.

    It wins if it gains enough and the other's first call fails; further rounds hardly matter.
    """
    need = int(t.s.troops[1 - seat]) - int(t.s.troops[seat]) + 1
    chance = CHANCES[min(need, 9)] * (1000 - CHANCES[1]) // 1000
    return chance * held(t, pot(t)) > (1000 - chance) * CARDS_SPENT


def has_the_better_hand(t: Table, seat: int) -> bool:
    """Whether the hand is above the average of five of the cards that it does not hold.

    Those are 45 (queens and hand away), with 340 less the hand to share among them.
    """
    mine = hand_sum(t, seat)
    return 9 * mine > 340 - mine


WORLD = random
LEVELS = {"sensible": sensible, "random": random}
IMAGINES: dict[str, str] = {}
PLANS: Plans = {}
LADDER = ("random", "sensible")
