"""The bots of Egyptian Ratscrew: they see the same cards as everybody, and differ in eyes and hands.

The time of a slap is drawn from the policies' own randomness, so a record and a simulation replay it. A person who
looks closely slaps a double after 400 to 600 ms, so each level can be beaten.
"""

from threedown.games.any_choice import any_choice
from threedown.games.declare import Plans
from threedown.games.egyptian_ratscrew.options import STEPS_IN_A_TENTH, TIMED
from threedown.games.egyptian_ratscrew.piles import deck
from threedown.games.egyptian_ratscrew.rules import CODES, legal
from threedown.games.egyptian_ratscrew.slaps import DOUBLE, JOKERS, NONE, PASS, pattern
from threedown.table.chance import drawn
from threedown.table.layout import Table
from threedown.table.verbs import held, options

HARD_TO_SEE = 2
"""The steps by which anything but a double or a joker is noticed later."""
OF_A_THOUSAND, OF_SPREADS = 1000, 64
DRAWS = OF_A_THOUSAND * OF_SPREADS * OF_SPREADS

random = any_choice(legal, CODES)


def simple(t: Table, seat: int, question: int) -> int:
    """Slaps after 600 to 1500 ms, overlooks every fourth chance, and slaps at nothing once in 120 cards."""
    return reaction(t, seat, 12, 9, 250, 8)


def sensible(t: Table, seat: int, question: int) -> int:
    """Slaps after 450 to 950 ms, overlooks one chance in twelve, and slaps at nothing once in 330 cards."""
    return reaction(t, seat, 9, 5, 80, 3)


def keen(t: Table, seat: int, question: int) -> int:
    """Slaps after 350 to 650 ms, and overlooks one chance in a hundred."""
    return reaction(t, seat, 7, 3, 10, 0)


def reaction(t: Table, seat: int, quickest: int, spread: int, misses: int, flinches: int) -> int:
    """The step at which a player slaps, or PASS.

    The step is ``quickest`` and two draws from 0 to ``spread``; of a thousand chances a player misses so many, and of a
    thousand cards that are none they slap at so many, unless they have no card to pay with.
    """
    draw, found = drawn(t, DRAWS), pattern(t)
    luck, draw = draw % OF_A_THOUSAND, draw // OF_A_THOUSAND
    if found == NONE and (luck >= flinches or held(t, deck(t, seat)) == 0):
        return PASS
    if found != NONE and luck < misses:
        return PASS
    if options(t).slaps != TIMED:
        return 1
    step = quickest + draw % OF_SPREADS % (spread + 1) + draw // OF_SPREADS % (spread + 1)
    step += 0 if found in (NONE, DOUBLE, JOKERS) else HARD_TO_SEE
    return step if step <= options(t).window * STEPS_IN_A_TENTH else PASS


WORLD = random
LEVELS = {"simple": simple, "sensible": sensible, "random": random, "keen": keen}
IMAGINES: dict[str, str] = {}
PLANS: Plans = {}
LADDER = ("random", "simple", "sensible", "keen")
