"""The bots of Blitzkrieg. A policy knows the open cards, its own hand, and the sizes of the piles."""

from threedown.cards import JACK, TEN, TWO, height, suit
from threedown.games.blitzkrieg.drawing import table
from threedown.games.blitzkrieg.events import CHALLENGE, DEFEND, FLIP
from threedown.games.blitzkrieg.exchanges import hand_sum
from threedown.games.declare import Plans
from threedown.games.search import NO_MORE, WHOLE_GAME, searching
from threedown.table.chance import drawn
from threedown.table.imagine import imagined
from threedown.table.layout import Table
from threedown.table.packets import cards_of, pot
from threedown.table.verbs import held, look

CARDS_SPENT = 2
"""The average cost of a failed call for troops, in cards, rounded up."""
FIRST, SECOND = 0, 1
CARDS = 54
IMAGININGS, AHEAD_BY = 256, 1
"""The parameters of ``keen``: imagined worlds for each card of a row, and the lead in half standard errors that another
card needs.
"""


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
    """True if a call for troops may win more than it may cost.

    It wins if it gains enough and the other's first call fails; further rounds hardly matter.
    """
    need = int(t.s.troops[1 - seat]) - int(t.s.troops[seat]) + 1
    chance = CHANCES[min(need, 9)] * (1000 - CHANCES[1]) // 1000
    return chance * held(t, pot(t)) > (1000 - chance) * CARDS_SPENT


def has_the_better_hand(t: Table, seat: int) -> bool:
    """True if the hand is above the average of five of the cards that it does not hold.

    Those are 45 (queens and hand away), with 340 less the hand to share among them.
    """
    mine = hand_sum(t, seat)
    return 9 * mine > 340 - mine


# Imagining


def other_flip(t: Table, seat: int, question: int, place: int) -> int:
    """Return all cards of the row, in order."""
    return place if question == FLIP and place < t.s.row else NO_MORE


def share_if_flipped(t: Table, seat: int, question: int, code: int, number: int) -> int:
    """A seat's share of all cards after the battle for which it turns over a card, in an imagined world.

    Nobody sees the cards of a row; but decks keep cards that were won together, so that some of them are known.
    """
    m = imagined(t, seat, number)
    mine = cards_of(m, seat) + (
        held(m, pot(m)) + int(m.s.row) if flip_wins(m, look(m, table(m), int(m.s.row) - 1 - code)) else 0
    )
    return WHOLE_GAME * mine // CARDS


def flip_wins(m: Table, card: int) -> bool:
    """True if the battle is won by turning over this card of the row.

    BK-145: upon a ten and a two lies a last card, which must be higher. BK-070: else the last two cards of the pot are
    a number and a jack, of whose suit it must be.
    """
    last, before, third = look(m, pot(m)), look(m, pot(m), 1), look(m, pot(m), 2)
    if held(m, pot(m)) > 2 and min(height(before), height(third)) == TWO and max(height(before), height(third)) == TEN:
        return height(last) > height(card)
    return suit(card) == suit(last if height(last) == JACK else before)


keen = searching(sensible, other_flip, share_if_flipped, IMAGININGS, AHEAD_BY)
keen.__doc__ = "The sensible choice; of a row it turns over the card most likely to win, given the cards of its deck."


WORLD = random
LEVELS = {"sensible": sensible, "random": random, "keen": keen}
IMAGINES = {"keen": "sensible"}
PLANS: Plans = {}
LADDER = ("random", "sensible", "keen")
