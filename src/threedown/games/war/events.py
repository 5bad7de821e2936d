"""War's events, endings and questions, by number."""

from threedown.games.war.options import MOST_IN_HAND
from threedown.table.layout import ALL_CARDS, CYCLE, TURN_CAP
from threedown.table.wars import WAR_BREAKS_OUT

POT_STAYS, DEALER_FOUND, LAST_CARD_FIGHTS, FEWEST_FOR_ALL, TRUMPS_TURNED = range(17, 22)
EVENTS = {
    WAR_BREAKS_OUT: "war",
    POT_STAYS: "pot_stays",
    DEALER_FOUND: "dealer",
    LAST_CARD_FIGHTS: "last_card",
    FEWEST_FOR_ALL: "fewest",
    TRUMPS_TURNED: "trumps",
}

SHORT_OF_CARDS, NOBODY_LEFT, LAST_CARDS, MOST_CARDS, EQUAL_CARDS, TIME_IS_UP = 16, 17, 18, 19, 20, 21
REASONS = {
    ALL_CARDS: "all_cards",
    TURN_CAP: "turn_cap",
    CYCLE: "cycle",
    SHORT_OF_CARDS: "short",
    NOBODY_LEFT: "nobody_left",
    LAST_CARDS: "last_cards",
    MOST_CARDS: "most_cards",
    EQUAL_CARDS: "equal_cards",
    TIME_IS_UP: "time_up",
}

ARRIVES, CHOOSE, TIME = 0, 1, 2
QUESTIONS = {ARRIVES: "arrives", CHOOSE: "choose", TIME: "time"}
CODES = {ARRIVES: 16, CHOOSE: MOST_IN_HAND, TIME: 2}
"""ARRIVES: the racer whose card comes next. CHOOSE: the place in the hand of the card to lay. TIME: on, or up."""
