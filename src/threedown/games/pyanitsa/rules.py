"""P'yanitsa, in the order in which its rulebook tells it. Clause ids are those of rulebook.toml."""

from threedown.cards import ACE, SIX, TWO
from threedown.games.pyanitsa.options import COVERED, FIRST_OUT_LOSES, OTHERS_PLAY, SIXES_UP
from threedown.table import packets, verbs
from threedown.table.layout import ALL_CARDS, TURN_CAP, Table
from threedown.table.packets import cards_of, pot, removed, stock
from threedown.table.verbs import announce, held, is_in, options, seats, shown_height
from threedown.table.wars import WAR_BREAKS_OUT, count_war, is_one_seat, lowest_of

POT_STAYS, LAST_CARD_FIGHTS = 17, 18
EVENTS = {WAR_BREAKS_OUT: "war", POT_STAYS: "pot_stays", LAST_CARD_FIGHTS: "last_card"}

RAN_OUT, NOBODY_LEFT = 16, 17
REASONS = {ALL_CARDS: "all_cards", TURN_CAP: "turn_cap", RAN_OUT: "ran_out", NOBODY_LEFT: "nobody_left"}

QUESTIONS: dict[int, str] = {}
CODES: dict[int, int] = {}


# The deal


def deal(t: Table) -> None:
    """PY-01, PY-02, PY-12. All cards are dealt one at a time, face down, as many as go round evenly."""
    verbs.open_pack(t, stock(t), (lowest_height(t) - TWO) * 4, 51)
    verbs.shuffle(t, stock(t))
    packets.deal_out(t, seats(t) - 1, held(t, stock(t)) - held(t, stock(t)) % seats(t))
    while held(t, stock(t)) > 0:  # PY-R05
        verbs.move_card(t, stock(t), removed(t))


def lowest_height(t: Table) -> int:
    """PY-01, PY-12. The rank that beats an ace: the lowest of the pack."""
    return SIX if options(t).pack == SIXES_UP else TWO


# A turn


def turn(t: Table) -> None:
    """PY-03. Everybody turns up a card at the same time."""
    packets.turn_up_all(t)
    settle(t)
    close_turn(t)


def settle(t: Table) -> None:
    """PY-04, PY-10. The highest card takes all; a tie for highest is played on until it is broken."""
    in_a_row = 0
    high, tied, winner = highest_shown(t)
    while tied != 1:
        in_a_row += 1
        count_war(t, in_a_row)
        if not lay_new_cards(t, high):
            return
        high, tied, winner = highest_shown(t)
    t.s.aces_beaten += high > ACE
    packets.capture(t, winner)


def highest_shown(t: Table) -> tuple[int, int, int]:
    """PY-03, PY-05..07. The greatest height of the cards just turned up, how many show it, the first of them."""
    crowned = six_beats_ace(t)
    high, tied, first = 0, 0, 0
    for seat in range(seats(t)):
        shows = trick_height(t, seat, crowned)
        if shows > high:
            high, tied, first = shows, 1, seat
        elif shows == high:
            tied += 1
    return high, tied, first


def six_beats_ace(t: Table) -> bool:
    """PY-05, ruling PY-R02. True if a six and an ace are both among the cards just turned up."""
    sixes, aces = 0, 0
    for seat in range(seats(t)):
        sixes += shown_height(t, seat) == lowest_height(t)
        aces += shown_height(t, seat) == ACE
    return sixes > 0 and aces > 0


def trick_height(t: Table, seat: int, crowned: bool) -> int:
    """PY-05. The height that a seat's card has in this trick: above the ace for a six that beats it."""
    shows = shown_height(t, seat)
    return ACE + 1 if crowned and shows == lowest_height(t) else shows


def lay_new_cards(t: Table, high: int) -> bool:
    """PY-08, PY-09, ruling PY-R01. All players lay a new card face up, or one face down and one face up.

    False if no player has one, or (``spent_tie``) no player who tied: the pot stays for the winner of the next trick.
    """
    crowned = six_beats_ace(t)
    can = False
    for seat in range(seats(t)):
        counts = options(t).spent_tie == OTHERS_PLAY or trick_height(t, seat, crowned) == high
        can = can or (counts and cards_of(t, seat) > 0)
    if not can:
        announce(t, POT_STAYS)
        return False
    for seat in range(seats(t)):
        if cards_of(t, seat) == 0:
            verbs.hide_shown(t, seat)
        elif options(t).tie == COVERED and shown_height(t, seat) > 0:
            cover(t, seat)
    for seat in range(seats(t)):
        if shown_height(t, seat) > 0:
            packets.turn_up_next(t, seat)
    return True


def cover(t: Table, seat: int) -> None:
    """PY-09, ruling PY-R01. A card face down, but the last one stays to be turned up."""
    if cards_of(t, seat) > 1:
        packets.lay_next_down(t, seat)
    else:
        announce(t, LAST_CARD_FIGHTS, seat)


def close_turn(t: Table) -> None:
    """PY-11. Players without cards are out; by the option ``object`` they lose, or the last one does."""
    left = packets.drop_the_spent(t)
    everybody = (1 << seats(t)) - 1
    if left == 0:
        verbs.end_game(t, 0, NOBODY_LEFT)
    elif options(t).object == FIRST_OUT_LOSES and left != everybody:
        verbs.end_game(t, left, RAN_OUT)
    elif is_one_seat(left):
        if held(t, pot(t)) > 0:  # PY-R01
            packets.capture(t, lowest_of(left))
        verbs.end_game(t, everybody - left, ALL_CARDS)
    elif int(t.s.turns) >= options(t).turn_cap:
        verbs.end_game(t, 0, TURN_CAP)


def standing(t: Table, seat: int) -> int:
    """PY-11, ruling PY-R03. Under the first object the earlier out the better, under the second the more cards."""
    if options(t).object == FIRST_OUT_LOSES:
        return cards_of(t, seat)
    return 0 if is_in(t, seat) else int(options(t).turn_cap) + 1 - int(t.s.left[seat])


def legal(t: Table, seat: int, question: int, code: int) -> bool:
    """Nobody is ever asked."""
    return False
