"""The scenarios of Blitzkrieg: one table, from which detection, the rulebook's pages, statistics and help are made."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import permutations
from typing import NamedTuple

import numpy as np

from threedown.cards import ACE, FACE, JACK, JOKER, KING, QUEEN, TEN, TWO, height, playing_cards, suit

HEARTS = 2


def value(card: int) -> int:
    """BK-001. The value of a card in a sum: ace 1, court cards 11 to 13, a Diplomat 0."""
    high = height(card)
    return 1 if high == ACE else 0 if high == JOKER else high


def is_numbered(card: int) -> bool:
    """BK-013. Two to ten; never an ace."""
    return TWO <= height(card) <= TEN


def is_red(card: int) -> bool:
    return suit(card) in (1, 2)


def in_sequence(card: int, other: int) -> bool:
    """BK-049, BK-050. True if two ranks follow each other; the ace joins the king and the two."""
    gap = (value(card) - value(other)) % 13
    return gap in (1, 12)


class BattleScenario(NamedTuple):
    """One row. ``role(mine, other)`` is whether two cards make the scenario with ``mine`` in the part of ``part``."""

    id: str
    code: str
    """Two letters, for the matrix."""
    name: str
    clauses: tuple[int, int]
    """The first and the last of its clauses: BK-014 to BK-027."""
    trigger: str
    part: str
    """The owner of the card that ``role`` takes first: this seat acts, if one does, and its wins are counted."""
    story: str
    """The course of the battle; ``{seat}`` is the player with that part."""
    role: Callable[[int, int], bool]
    place: int
    """The position among several scenarios that match one pair: lower positions are fought first."""
    acts: bool = True
    """True if one seat acts; else both do the same."""
    replaces: tuple[str, ...] = ()
    ours: bool = False
    """True if the name is our own, because the title is lost."""


def _suited(mine: int, other: int) -> bool:
    return suit(mine) == suit(other)


def _ranks(mine: int, other: int) -> Callable[[int, int], bool]:
    return lambda a, b: (height(a), height(b)) == (mine, other)


def _suited_numbered(court: int) -> Callable[[int, int], bool]:
    return lambda a, b: is_numbered(a) and height(b) == court and _suited(a, b)


def _foxhole(a: int, b: int) -> bool:
    return (height(a), height(b)) in ((KING, JACK), (ACE, QUEEN))


FIRST, MIDDLE, THEN, LATER, LAST = range(5)

SCENARIOS = (
    BattleScenario(
        "classic_war", "CW", "Classic War", (14, 27), "two cards of one rank", "seat 0",
        "Three battles for the advantage, then the sum of two cards against one.",
        lambda a, b: height(a) == height(b) != JOKER, MIDDLE, acts=False,
    ),
    BattleScenario(
        "halfsies", "Ha", "Halfsies", (28, 33), "two numbered cards, one exactly half of the other", "the lower card",
        "{seat} holds the lower card, wins, and takes the top card of the other deck.",
        lambda a, b: is_numbered(a) and is_numbered(b) and 2 * height(a) == height(b), MIDDLE,
    ),
    BattleScenario(
        "battalion", "Ba", "Battalion", (34, 48), "two numbered cards of one suit", "the smaller card",
        "{seat} holds the smaller card and may call for troops.",
        lambda a, b: is_numbered(a) and is_numbered(b) and _suited(a, b) and height(a) < height(b), LAST,
    ),
    BattleScenario(
        "delaware", "De", "Crossing the Delaware", (49, 66), "two ranks in sequence; the ace joins king and two",
        "the higher card", "{seat} holds the higher card and draws two.",
        lambda a, b: JOKER not in (height(a), height(b)) and in_sequence(a, b) and height(a) > height(b), THEN,
    ),
    BattleScenario(
        "napoleon", "Na", "Napoleon", (67, 74), "a jack and a numbered card of its suit", "the numbered card",
        "{seat} lays as many cards face down as the number says, and turns one over: the jack's suit is a rescue.",
        _suited_numbered(JACK), LATER,
    ),
    BattleScenario(
        "king_assassination", "Re", "Regicide", (75, 80), "a king and a numbered card of its suit", "the numbered card",
        "{seat} has as many chances as the number says to draw an ace.",
        _suited_numbered(KING), MIDDLE, ours=True,
    ),
    BattleScenario(
        "helen", "He", "Helen of Troy", (81, 88), "a queen and a numbered card of its suit", "the numbered card",
        "{seat} lays as many cards face up as the number says; a last card must beat the best of them.",
        _suited_numbered(QUEEN), MIDDLE,
    ),
    BattleScenario(
        "queen_of_hearts", "QR", "The Queen's Raid", (89, 94), "the queen of hearts and any numbered card", "the queen",
        "{seat} may raid the other deck and keep its red cards.",
        lambda a, b: height(a) == QUEEN and suit(a) == HEARTS and is_numbered(b), MIDDLE,
        replaces=("helen",), ours=True,
    ),
    BattleScenario(
        "cold_war", "Co", "Cold War", (95, 103), "a red queen and a black queen", "the red queen",
        "Both draw five cards in secret; {seat} holds the red queen and may challenge or disarm.",
        lambda a, b: height(a) == height(b) == QUEEN and is_red(a) and not is_red(b), MIDDLE,
        replaces=("classic_war",),
    ),
    BattleScenario(
        "king_queen", "RQ", "A Royal Quarrel", (104, 108), "a king and a queen of different colours", "the king",
        "Two more cards from each: the colour of three of them decides.",
        lambda a, b: height(a) == KING and height(b) == QUEEN and is_red(a) != is_red(b), MIDDLE,
        acts=False, replaces=("delaware",), ours=True,
    ),
    BattleScenario(
        "repeat_battle", "HR", "History Repeats", (109, 115), "two regular battles in a row with the same two ranks",
        "seat 0", "The four cards are shared out, and each of them is fought once more.",
        lambda a, b: False, MIDDLE, acts=False, ours=True,
    ),
    BattleScenario(
        "diplomat", "PT", "Peace Treaty", (116, 126), "a Diplomat (joker)", "the Diplomat",
        "The Diplomat is set aside for good; three cards each change hands.",
        lambda a, b: height(a) == JOKER, FIRST, acts=False,
    ),
    BattleScenario(
        "three_nine", "OW", "Over the Wall", (127, 131), "a three and a nine", "the three",
        "{seat} has three chances to draw a three; a nine gives three more.",
        _ranks(3, 9), MIDDLE, ours=True,
    ),
    BattleScenario(
        "foxhole", "Fo", "Foxhole", (132, 137), "jack and king, or queen and ace, of different suits",
        "the higher card",
        "{seat} wins, and draws once to fill the hole for ten more cards.",
        _foxhole, MIDDLE,
    ),
    BattleScenario(
        "royal_foxhole", "RF", "Royal Foxhole", (138, 140), "jack and king, or queen and ace, of one suit",
        "the higher card", "{seat} wins, and draws once to fill the hole for twenty more cards.",
        lambda a, b: _foxhole(a, b) and _suited(a, b), MIDDLE, replaces=("foxhole",),
    ),
    BattleScenario(
        "clock", "Cl", "Against the Clock", (141, 148), "a ten and a two", "the two",
        "{seat} lays the ten other hours face down, draws a last card, and turns over the hour that it must beat.",
        _ranks(2, TEN), MIDDLE, ours=True,
    ),
    BattleScenario(
        "nine_five", "FB", "Forty or Bust", (149, 153), "a nine and a five", "the five",
        "{seat} draws five cards, which must come to forty.",
        _ranks(5, 9), MIDDLE, ours=True,
    ),
    BattleScenario(
        "seven_ten", "LS", "The Last Stand", (154, 158), "a seven and a ten", "the seven",
        "{seat} adds eight cards to the pot, and one more must be a jack or higher.",
        _ranks(7, TEN), MIDDLE, ours=True,
    ),
    BattleScenario(
        "six_nine", "CS", "Changing Sides", (159, 161), "a six and a nine", "the nine",
        "Decks are switched; then the nine takes the two cards.",
        _ranks(9, 6), MIDDLE, acts=False, ours=True,
    ),
    BattleScenario(
        "ten_four", "SO", "Spell It Out", (162, 165), "a ten and a four", "the ten",
        "Each draws as many cards as the suit of their card has letters; the larger sum wins.",
        _ranks(TEN, 4), MIDDLE, acts=False, ours=True,
    ),
    BattleScenario(
        "a_bomb", "AB", "A-Bomb", (166, 170), "an ace and a numbered card of its suit", "the ace",
        "{seat} draws from the other deck: an ace wins the whole game.",
        lambda a, b: height(a) == ACE and is_numbered(b) and _suited(a, b), FIRST,
    ),
)  # fmt: skip

REGULAR = 0
NAMES = ("regular", *(scenario.id for scenario in SCENARIOS))
"""The ids, by the number that the rules use: a scenario's place in the table, from 1."""
(
    CLASSIC_WAR, HALFSIES, BATTALION, DELAWARE, NAPOLEON, KING_ASSASSINATION, HELEN, QUEEN_OF_HEARTS, COLD_WAR,
    KING_QUEEN, REPEAT_BATTLE, DIPLOMAT, THREE_NINE, FOXHOLE, ROYAL_FOXHOLE, CLOCK, NINE_FIVE, SEVEN_TEN, SIX_NINE,
    TEN_FOUR, A_BOMB,
) = range(1, len(NAMES))  # fmt: skip


KINDS = len(NAMES)


class PlanStep(NamedTuple):
    """A scenario that a pair of cards calls for: its number, and the seat that has its part."""

    scenario: int
    seat: int


def steps(first: int, second: int) -> list[PlanStep]:
    """The scenarios of seat 0's card and seat 1's, in the order in which they apply (ruling BK-R09)."""
    met = {}
    for number, scenario in enumerate(SCENARIOS, start=1):
        if scenario.role(first, second):
            met[scenario.id] = PlanStep(number, 0)
        elif scenario.role(second, first):
            met[scenario.id] = PlanStep(number, 1)
    if "diplomat" in met:
        return [met["diplomat"]]
    replaced = {name for found in met for name in SCENARIOS[met[found].scenario - 1].replaces}
    left = [step for name, step in met.items() if name not in replaced]
    return sorted(left, key=lambda step: SCENARIOS[step.scenario - 1].place)


class Meeting(NamedTuple):
    """The scenarios of two cards: ids in the order in which they apply, and the seat that acts first, if one does."""

    scenarios: tuple[str, ...]
    acts: int | None


def meeting(first: int, second: int) -> Meeting:
    """The scenarios of seat 0's card and seat 1's as the first pair of a turn.

    >>> meeting(*playing_cards(54).parse("7H 8H"))
    Meeting(scenarios=('delaware', 'battalion'), acts=1)
    """
    found = steps(first, second)
    acts = next((step.seat for step in found if SCENARIOS[step.scenario - 1].acts), None)
    return Meeting(tuple(NAMES[step.scenario] for step in found), acts)


def first_pairs(cards: Iterable[int] = ()) -> Counter[str]:
    """The number of ordered first pairs of a pack for each plan: ids joined by ``+``, ``regular`` for none."""
    pack = tuple(cards) or tuple(playing_cards(54).names)
    return Counter("+".join(meeting(a, b).scenarios) or NAMES[REGULAR] for a, b in permutations(pack, 2))


def cells(rank: int, other: int, suited: bool) -> list[str]:
    """The scenarios of two ranks (0 for a two … 12 for an ace), as codes: all that their suits allow, ``·`` for none.

    >>> cells(5, 6, True), cells(10, 11, False)
    (['De+Ba'], ['De', 'RQ'])
    """
    found = set()
    for a in range(4):
        for b in range(4):
            if (a == b) == suited and (rank, a) != (other, b):
                met = steps(4 * rank + a, 4 * other + b)
                found.add("+".join(SCENARIOS[step.scenario - 1].code for step in met) or "·")
    return sorted(found)


STEP_BITS, MOST_STEPS = 6, 3
PACE = FACE + 1


def _plans() -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """For each pair of faces its steps, the first in the lowest bits: scenario * 2 + seat, six bits each; 0 is none."""
    plans = np.zeros(PACE * PACE, dtype=np.int64)
    for first, second in permutations(playing_cards(54).names, 2):
        for place, step in enumerate(steps(first, second)):
            plans[first * PACE + second] |= (2 * step.scenario + step.seat) << (STEP_BITS * place)
    return plans


DIFFERENT_PLANS, _places = np.unique(_plans(), return_inverse=True)
PLANS = _places.astype(np.uint8)
"""The few plans there are, and for each pair of faces which of them is its own: in a byte, to be near at hand."""


def with_a_low_ace(steps: int, first: int, second: int) -> int:
    """BKH-02. The plan of two cards if the ace counts one in a Delaware: then the other card is the higher."""
    if height(first) == ACE or height(second) == ACE:
        for place in range(MOST_STEPS):
            if (steps >> (STEP_BITS * place + 1)) & 31 == DELAWARE:
                steps ^= 1 << (STEP_BITS * place)
    return steps


def plan(first: int, second: int) -> int:
    """The steps of two cards, packed (see ``_plans``)."""
    return int(DIFFERENT_PLANS[PLANS[first * PACE + second]])
