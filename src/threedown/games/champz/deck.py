"""The hundred cards of Blitz Champz (BC-005): their kinds, with the number, the worth and the effect of each.

A card's number is its kind times 16, plus which copy of that kind it is.
"""

from threedown.cards import Deck

COPY_BITS = 4

TD_RUN, TD_PASS, HAIL_MARY, CONVERSION, FIELD_GOAL, EXTRA_POINT = range(6)
BLOCKED_KICK, TACKLE, INTERCEPTION = range(6, 9)
BLITZ, FUMBLE, FIRST_DOWN, PASS_COMPLETION, FIVE_YARD_RUN, END_OF_QUARTER = range(9, 15)
KINDS = 15

CODES = (
    "TD-RUN", "TD-PASS", "HAIL-MARY", "CONVERSION", "FIELD-GOAL", "EXTRA-POINT",
    "BLOCKED-KICK", "TACKLE", "INTERCEPTION",
    "BLITZ", "FUMBLE", "FIRST-DOWN", "PASS-COMPLETION", "5-YARD-RUN", "END-OF-QUARTER",
)  # fmt: skip
COPIES = (6, 6, 2, 6, 7, 11, 11, 4, 3, 8, 4, 8, 8, 8, 8)

OFFENSIVE = (1 << BLOCKED_KICK) - 1
DEFENSIVE = (1 << BLITZ) - (1 << BLOCKED_KICK)
"""Sets of kinds, a bit each."""

POINTS = (6, 6, 8, 2, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)
"""BC-010..015. The worth of each kind in an area."""

STOPPED_BY = (
    1 << TACKLE,
    1 << INTERCEPTION,
    0,
    1 << TACKLE | 1 << INTERCEPTION,
    1 << BLOCKED_KICK,
    1 << BLOCKED_KICK,
    0, 0, 0, 0, 0, 0, 0, 0, 0,
)  # fmt: skip
"""BC-021..025. For each kind the kinds of Defensive Cards that remove it, a bit each."""

DRAWS = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 1, 0)
"""BC-028..030. The number of cards that each kind lets its player draw."""

DECK = Deck({kind << COPY_BITS | copy: CODES[kind] for kind in range(KINDS) for copy in range(COPIES[kind])})


def kind_of(number: int) -> int:
    """The kind of a card."""
    return number >> COPY_BITS
