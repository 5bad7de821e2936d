"""Syrian War, in the order in which its rulebook tells it. Clause ids are those of rulebook.toml."""

from threedown.cards import ACE, TEN, height
from threedown.games.syrian_war.options import TAKE_BACK
from threedown.table import verbs
from threedown.table.layout import TURN_CAP, Table
from threedown.table.packets import deal_out, deck, pot, stock
from threedown.table.verbs import announce, held, is_over, look, options, seats

WAR_BREAKS_OUT, CAPTURED, ROWS_TAKEN, ROWS_RETURNED, FEWEST_FOR_ALL = range(16, 21)
EVENTS = {
    WAR_BREAKS_OUT: "war",
    CAPTURED: "capture",
    ROWS_TAKEN: "rows",
    ROWS_RETURNED: "take_back",
    FEWEST_FOR_ALL: "fewest",
}

LAST_CARD, NO_CARD_FOR_WAR, WAR_LOST = 16, 17, 18
REASONS = {LAST_CARD: "last_card", NO_CARD_FOR_WAR: "no_card_for_war", WAR_LOST: "war_lost", TURN_CAP: "turn_cap"}

QUESTIONS: dict[int, str] = {}
CODES: dict[int, int] = {}


def field(t: Table, seat: int) -> int:
    """The row that a seat plays in a war."""
    return seats(t) + seat


def rank(card: int) -> int:
    """SY-02. 1 for an ace, the lowest, to 13 for a king."""
    return 1 if height(card) == ACE else height(card)


def deal(t: Table) -> None:
    """SY-01. All 52 cards are dealt one at a time, face down; seat 0 plays first."""
    verbs.open_pack(t, stock(t), 0, 51)
    verbs.shuffle(t, stock(t))
    deal_out(t, seats(t) - 1, held(t, stock(t)))


# A turn


def turn(t: Table) -> None:
    """SY-01, SY-03..06. The player whose turn it is turns a card up onto the pile, and it is compared with the last."""
    seat = int(t.s.to_play) % seats(t)
    if held(t, deck(t, seat)) == 0:
        lose(t, seat, LAST_CARD)
        return
    before = rank(look(t, pot(t))) if held(t, pot(t)) > 0 else 0
    played = rank(verbs.turn_up(t, seat, deck(t, seat), pot(t)))
    t.s.to_play = 1 - seat
    t.s.taken = 0
    if 0 < before < played:
        capture_pile(t, seat)
    elif held(t, deck(t, seat)) == 0:
        lose(t, seat, NO_CARD_FOR_WAR if played == before else LAST_CARD)
    elif played == before and held(t, deck(t, 1 - seat)) == 0:
        lose(t, 1 - seat, NO_CARD_FOR_WAR)
    elif played == before:
        fight(t, seat, played)
    if not is_over(t) and int(t.s.turns) >= options(t).turn_cap:
        verbs.end_game(t, 0, TURN_CAP)


def capture_pile(t: Table, seat: int) -> None:
    """SY-05, ruling SY-R04. The whole pile is turned over and goes under the packet: its first card is drawn first."""
    t.s.taken = held(t, pot(t))
    t.s.captures += 1
    t.s.turn_winner = seat
    verbs.pour(t, pot(t), deck(t, seat))
    announce(t, CAPTURED, seat)


def lose(t: Table, seat: int, reason: int) -> None:
    """SY-14, SY-15, ruling SY-R02. Who has no cards left loses at once."""
    verbs.drop_out(t, seat)
    verbs.end_game(t, 1 << (1 - seat), reason)


# War


def fight(t: Table, starter: int, cause: int) -> None:
    """SY-06..13, SY-16. A war that ``starter`` has begun with a card of rank ``cause``."""
    t.s.wars += 1
    first, second = cause, cause
    in_a_row = 0
    while first == second:
        if in_a_row > 0 and (options(t).equal_end == TAKE_BACK or not both_have_cards(t)):
            take_back_rows(t)  # SY-13: and the starter's opponent plays next
            return
        in_a_row += 1
        count_battle(t, in_a_row)
        lay_rows(t, war_size(t, first))
        first, second = rank(look(t, field(t, 0))), rank(look(t, field(t, 1)))
    winner = 0 if first > second else 1
    t.s.turn_winner = winner
    t.s.to_play = 1 - winner  # SY-12
    if options(t).return_own_rows:
        take_back_rows(t)
    else:
        take_rows(t, winner)
    if held(t, deck(t, 1 - winner)) == 0:
        lose(t, 1 - winner, WAR_LOST)


def count_battle(t: Table, in_a_row: int) -> None:
    t.s.war_battles += 1
    t.s.longest_war = max(int(t.s.longest_war), in_a_row)
    announce(t, WAR_BREAKS_OUT)


def both_have_cards(t: Table) -> bool:
    return held(t, deck(t, 0)) > 0 and held(t, deck(t, 1)) > 0


def war_size(t: Table, cause: int) -> int:
    """SY-07, SY-08. One card each for an ace, N for an N, and the option's number for a picture card."""
    return int(options(t).pictures) if cause > TEN else cause


def lay_rows(t: Table, size: int) -> None:
    """SY-07, SY-10. Each lays so many cards, or as many as the poorer has; the last of a row is turned up."""
    size = as_many_as_both_have(t, size)
    for _ in range(size - 1):
        for seat in range(seats(t)):
            verbs.lay_face_down(t, seat, deck(t, seat), field(t, seat))
    for seat in range(seats(t)):
        verbs.turn_up(t, seat, deck(t, seat), field(t, seat))


def as_many_as_both_have(t: Table, size: int) -> int:
    """SY-09. A player with too few cards plays them all, and the opponent plays as many."""
    poorer = 0 if held(t, deck(t, 0)) < held(t, deck(t, 1)) else 1
    has = held(t, deck(t, poorer))
    if has < size:
        announce(t, FEWEST_FOR_ALL, poorer)
    return min(size, has)


def take_rows(t: Table, winner: int) -> None:
    """SY-11, ruling SY-R01. The winner's row and then the other go under the winner's packet; the pile stays."""
    t.s.taken = held(t, field(t, 0)) + held(t, field(t, 1))
    verbs.pour(t, field(t, winner), deck(t, winner))
    verbs.pour(t, field(t, 1 - winner), deck(t, winner))
    announce(t, ROWS_TAKEN, winner)


def take_back_rows(t: Table) -> None:
    """SY-13, SY-16. Each puts the own row under the own packet."""
    for seat in range(seats(t)):
        verbs.pour(t, field(t, seat), deck(t, seat))
    announce(t, ROWS_RETURNED)


def legal(t: Table, seat: int, question: int, code: int) -> bool:
    """Nobody is ever asked."""
    return False
