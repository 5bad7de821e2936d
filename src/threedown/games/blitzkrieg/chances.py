"""The rest of a scenario from its question on, played on an imagined table to tell the chance of an answer."""

from threedown.cards import JOKER, height
from threedown.games.blitzkrieg.bots import flip_wins
from threedown.games.blitzkrieg.briefings import battalion_card, raided
from threedown.games.blitzkrieg.drawing import hand
from threedown.games.blitzkrieg.events import CHALLENGE, DEFEND, FLIP, RAID
from threedown.games.blitzkrieg.exchanges import hand_sum, queens_raid
from threedown.games.blitzkrieg.sieges import call_troops, flip_one
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import ask, held, look


def play_on(m: Table, seat: int, question: int) -> int | None:
    """Play on from a question to a seat; its first answer is that of the table's ``live`` part.

    Returns the winner, NOBODY for none or if the game is over; None if the table cannot be the real one, or if the pot
    does not tell which card came into the Battalion.
    """
    if question == RAID:
        return queens_raid(m, seat, raided(m))
    if question == FLIP:
        return _flip(m, seat)
    ask(m, seat, question)
    if question == DEFEND:
        card = battalion_card(m, seat)
        return None if card == NOBODY else call_troops(m, seat, card)
    return _challenge(m, seat) if question == CHALLENGE else NOBODY


def _flip(m: Table, seat: int) -> int:
    """The winner by the card that is turned over; a Diplomat is followed by another choice (ruling BK-R34)."""
    card = flip_one(m, seat, int(m.s.row))
    if card == NOBODY:
        return NOBODY
    return seat if flip_wins(m, card) else 1 - seat


def _challenge(m: Table, seat: int) -> int | None:
    """The winner by the larger sum. A hand holds no Diplomat: it would have been set aside (BK-125)."""
    other = hand(m, 1 - seat)
    if any(height(look(m, other, place)) == JOKER for place in range(held(m, other))):
        return None
    lead = hand_sum(m, seat) - hand_sum(m, 1 - seat)
    return NOBODY if lead == 0 else seat if lead > 0 else 1 - seat
