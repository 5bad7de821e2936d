"""Beggar-My-Neighbour, in the order in which its rulebook tells it. Clause ids are those of rulebook.toml."""

from threedown.cards import ACE, JACK, KING, QUEEN, TWO, height
from threedown.games.beggar_my_neighbour.options import LAST_FIRST, MOST_IN_HAND, RANDOM
from threedown.games.declare import NUMBER, Kind
from threedown.games.unpaid_debt import NEXT_PAYS
from threedown.table import packets, verbs
from threedown.table.cycles import CLASS_BITS, repeats
from threedown.table.hands import take_to_hand
from threedown.table.layout import ALL_CARDS, CYCLE, TURN_CAP, Table
from threedown.table.packets import deck, pot, stock
from threedown.table.verbs import announce, ask, held, is_in, look, options, seats
from threedown.table.wars import is_one_seat, lowest_of

DEMANDED, RAN_OUT, COLLECTED = range(verbs.OWN_EVENTS, verbs.OWN_EVENTS + 3)
EVENTS = {
    DEMANDED: Kind("demand", {"cards": NUMBER}),
    RAN_OUT: Kind("short", {"cards": NUMBER}),
    COLLECTED: Kind("collect", {"cards": NUMBER}),
}

REASONS = {ALL_CARDS: "all_cards", TURN_CAP: "turn_cap", CYCLE: "cycle"}

PLAY = 0
QUESTIONS = {PLAY: "play"}
CODES = {PLAY: MOST_IN_HAND}


def hand(t: Table, seat: int) -> int:
    """The cards from which a seat chooses, in the order received."""
    return seats(t) + seat


def cards_of(t: Table, seat: int) -> int:
    """The number of cards that a seat has: packet and hand together."""
    return held(t, deck(t, seat)) + held(t, hand(t, seat))


def penalty(t: Table, card: int) -> int:
    """BN-04. The number of cards that a card demands; 0 for a plain card."""
    rank = height(card)
    if rank == ACE:
        return int(options(t).ace)
    if rank == KING:
        return int(options(t).king)
    if rank == QUEEN:
        return int(options(t).queen)
    return int(options(t).jack) if rank == JACK else 0


# The deal


def deal(t: Table) -> None:
    """BN-01, BN-02, BNH-05. The whole pack is dealt one card at a time, starting with seat 0, who plays first."""
    verbs.open_pack(t, stock(t), 0, 51)
    verbs.shuffle(t, stock(t))
    packets.deal_out(t, seats(t) - 1, held(t, stock(t)))
    for seat in range(seats(t)):
        fill_hand(t, seat)


def fill_hand(t: Table, seat: int) -> None:
    """BNH-05. If players choose their cards, they hold the top cards of their packets in hand."""
    while held(t, hand(t, seat)) < options(t).hand_size and held(t, deck(t, seat)) > 0:
        take_to_hand(t, seat, deck(t, seat), hand(t, seat))


# A turn


def turn(t: Table) -> None:
    """BN-03, BN-05. The player whose turn it is plays a card, or pays a debt."""
    t.s.taken = 0
    seat = int(t.s.to_play) % seats(t)
    if cards_of(t, seat) == 0:
        seat = next_player(t, seat)
    if int(t.s.owed) > 0:
        pay(t, seat)
    else:
        play(t, seat)
    close_turn(t)


def next_player(t: Table, seat: int) -> int:
    """The next seat in turn that has cards; the seat itself if no other has."""
    for step in range(1, seats(t)):
        other = (seat + step) % seats(t)
        if cards_of(t, other) > 0:
            return other
    return seat


def play(t: Table, seat: int) -> None:
    """BN-03. A card goes face up on the pile."""
    follow(t, seat, lay(t, seat))


def follow(t: Table, seat: int, card: int) -> None:
    """BN-03, BN-04. After a plain card the next player plays; after a pay card they owe."""
    demands = penalty(t, card)
    t.s.to_play = next_player(t, seat)
    if demands > 0:
        demand(t, seat, demands)


def lay(t: Table, seat: int) -> int:
    """BN-03, BNH-05. The top card of the packet goes on the pile, or one chosen from the hand. Returns its number."""
    if held(t, hand(t, seat)) > 0:
        return lay_chosen(t, seat, ask(t, seat, PLAY) if held(t, hand(t, seat)) > 1 else 0)
    t.s.cards_played += 1
    return verbs.turn_up(t, seat, deck(t, seat), pot(t))


def lay_chosen(t: Table, seat: int, place: int) -> int:
    """BNH-05. A card of the hand goes on the pile, and the hand is filled up. Returns its number."""
    card = look(t, hand(t, seat), place)
    t.s.cards_played += 1
    verbs.put_face_up(t, seat, hand(t, seat), place, pot(t), verbs.TURNED_UP)
    fill_hand(t, seat)
    return card


def demand(t: Table, seat: int, cards: int) -> None:
    """BN-04, BN-06. The next player with cards owes a seat this many cards."""
    t.s.demands += 1
    t.s.creditor = seat
    t.s.owed = cards
    t.s.to_play = next_player(t, seat)
    announce(t, DEMANDED, seat, numbers=(cards,))


def pay(t: Table, seat: int) -> None:
    """BN-05, BN-06. Card by card, until all is paid, a pay card passes the debt on, or no card is left."""
    while int(t.s.owed) > 0 and cards_of(t, seat) > 0:
        if passes_on(t, seat, lay(t, seat)):
            return
    settle(t, seat)


def passes_on(t: Table, seat: int, card: int) -> bool:
    """BN-06, BNH-08. A card is paid. True if it is a pay card that ends the payment: now the next player owes."""
    t.s.owed -= 1
    demands = penalty(t, card)
    if demands == 0 or not options(t).passes_on:
        return False
    t.s.passed_on += 1
    demand(t, seat, demands)
    return True


def settle(t: Table, seat: int) -> None:
    """BN-05, BNH-02, BNH-03. The creditor takes the pile, unless another player pays what a seat still owes."""
    creditor = int(t.s.creditor) % seats(t)
    if int(t.s.owed) > 0:
        announce(t, RAN_OUT, seat, numbers=(int(t.s.owed),))
        heir = next_debtor(t, seat, creditor)
        if options(t).short == NEXT_PAYS and heir != seat:
            t.s.to_play = heir
            return
    collect(t, creditor)


def next_debtor(t: Table, seat: int, creditor: int) -> int:
    """BNH-03. The next seat in turn that has cards and is not the creditor; the seat itself if there is none."""
    for step in range(1, seats(t)):
        other = (seat + step) % seats(t)
        if other != creditor and cards_of(t, other) > 0:
            return other
    return seat


def collect(t: Table, seat: int) -> None:
    """BN-05, BNH-04. A seat takes the pile under its packet, and plays next."""
    t.s.taken = held(t, pot(t))
    t.s.piles_taken += 1
    t.s.largest_pile = max(int(t.s.largest_pile), int(t.s.taken))
    t.s.owed = 0
    t.s.to_play = seat
    t.s.turn_winner = seat
    if options(t).return_order == RANDOM:
        verbs.pour_shuffled(t, pot(t), deck(t, seat))
    elif options(t).return_order == LAST_FIRST:
        verbs.tuck(t, pot(t), deck(t, seat))
    else:
        verbs.pour(t, pot(t), deck(t, seat))
    announce(t, COLLECTED, seat, numbers=(int(t.s.taken),))
    fill_hand(t, seat)


def answer(t: Table, seat: int, question: int, code: int) -> None:
    """BN-03..06, BNH-05. From a question with this answer to the end of the turn."""
    card = lay_chosen(t, seat, code)
    if int(t.s.owed) == 0:
        follow(t, seat, card)
    elif not passes_on(t, seat, card):
        pay(t, seat)
    close_turn(t)


def legal(t: Table, seat: int, question: int, code: int) -> bool:
    """BNH-05. Any card in hand."""
    return code < held(t, hand(t, seat))


# Ends


def close_turn(t: Table) -> None:
    """BN-07, BN-08, BNH-06, BNH-07. Players without cards drop out; the last one wins all the cards."""
    left = drop_the_spent(t)
    if is_one_seat(left):
        winner = lowest_of(left)
        if held(t, pot(t)) > 0:
            collect(t, winner)
        verbs.end_game(t, left, ALL_CARDS)
    elif int(t.s.turns) >= options(t).turn_cap:
        verbs.end_game(t, 0, TURN_CAP)
    elif options(t).stop_cycles and is_without_chance(t) and comes_round(t):
        verbs.end_game(t, 0, CYCLE)


def drop_the_spent(t: Table) -> int:
    """BN-07. A player without cards is out, unless the pile may still come to them. Returns those who stay, a bit each.

    (It may while another player owes them.)
    """
    left = 0
    for seat in range(seats(t)):
        if cards_of(t, seat) > 0 or (int(t.s.owed) > 0 and int(t.s.creditor) % seats(t) == seat):
            left |= 1 << seat
        elif is_in(t, seat):
            verbs.drop_out(t, seat)
    return left


def is_without_chance(t: Table) -> bool:
    """True if the order of the cards settles everything to come."""
    return options(t).return_order != RANDOM and int(options(t).hand_size) == 0


def comes_round(t: Table) -> bool:
    """BNH-06. True if the table is as it was before: cards that demand as many stand for each other."""
    owed = int(t.s.owed)
    creditor = int(t.s.creditor) % seats(t) if owed > 0 else 0
    position = (owed * seats(t) + creditor) * seats(t) + int(t.s.to_play) % seats(t)
    demands = options(t).ace << CLASS_BITS * (ACE - TWO) | options(t).king << CLASS_BITS * (KING - TWO)
    demands |= options(t).queen << CLASS_BITS * (QUEEN - TWO) | options(t).jack << CLASS_BITS * (JACK - TWO)
    return repeats(t, 2 * seats(t) + 1, position, demands)


def laying_error(t: Table) -> str:
    """A table laid by hand needs two players who can still win."""
    players = 0
    for seat in range(seats(t)):
        players += cards_of(t, seat) > 0 or (int(t.s.owed) > 0 and int(t.s.creditor) == seat)
    return "" if players > 1 else "two players need cards (or a debt that is owed to them)"
