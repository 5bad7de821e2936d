"""Egyptian Ratscrew, in the order in which its rulebook tells it. Clause ids are those of rulebook.toml."""

from threedown.cards import ACE, JACK, KING, QUEEN, height
from threedown.games.declare import NUMBER, Kind
from threedown.games.egyptian_ratscrew import slaps
from threedown.games.egyptian_ratscrew.piles import burnt, deck, pot, stock
from threedown.games.egyptian_ratscrew.slaps import NONE, SLAP, SLAP_CODES, SLAP_EVENTS
from threedown.games.unpaid_debt import NEXT_PAYS
from threedown.table import verbs
from threedown.table.layout import ALL_CARDS, NOBODY, TURN_CAP, Table
from threedown.table.verbs import announce, held, is_in, options, seats
from threedown.table.wars import is_one_seat, lowest_of

DEMANDED, RAN_OUT, COLLECTED = range(slaps.EVEN + 1, slaps.EVEN + 4)
EVENTS = {
    **SLAP_EVENTS,
    DEMANDED: Kind("demand", {"cards": NUMBER}),
    RAN_OUT: Kind("short", {"cards": NUMBER}),
    COLLECTED: Kind("collect", {"cards": NUMBER}),
}
REASONS = {ALL_CARDS: "all_cards", TURN_CAP: "turn_cap"}
QUESTIONS = {SLAP: "slap"}
CODES = {SLAP: SLAP_CODES}
legal = slaps.legal


def penalty(card: int) -> int:
    """RS-04. The number of cards that a card demands; 0 for a plain card."""
    rank = height(card)
    if rank == ACE:
        return 4
    if rank == KING:
        return 3
    if rank == QUEEN:
        return 2
    return 1 if rank == JACK else 0


# The deal


def deal(t: Table) -> None:
    """RS-01, RSH-05. The whole pack is dealt one card at a time, starting with seat 0, who plays first."""
    verbs.open_pack(t, stock(t), 0, 53 if options(t).jokers else 51)
    verbs.shuffle(t, stock(t))
    for card in range(held(t, stock(t))):
        seat = card % seats(t)
        verbs.deal_card(t, seat, stock(t), deck(t, seat))


# A turn


def turn(t: Table) -> None:
    """RS-02, RS-06. A player lays a card; anybody may slap; then the card has its effect, unless the pile is taken."""
    t.s.taken = 0
    seat = int(t.s.to_play) % seats(t)
    if held(t, deck(t, seat)) == 0:
        seat = next_player(t, seat)
    t.s.cards_played += 1
    card = verbs.turn_up(t, seat, deck(t, seat), pot(t))
    if not is_slapped(t, seat):
        follow(t, seat, card)
        hand_on(t)
    close_turn(t, seat)


def next_player(t: Table, seat: int) -> int:
    """The next seat in turn that has cards; the seat itself if no other has."""
    for step in range(1, seats(t)):
        other = (seat + step) % seats(t)
        if held(t, deck(t, other)) > 0:
            return other
    return seat


def is_slapped(t: Table, layer: int) -> bool:
    """RS-07..10. Everybody may slap. True if a right slap has taken the pile; false slaps are paid for."""
    answers = slaps.ask_for_slaps(t)
    found = slaps.pattern(t)
    if found == NONE:
        slaps.burn(t, answers)
        return False
    first = slaps.first_to_slap(t, answers, layer)
    if first == NOBODY:
        t.s.missed += 1
        return False
    slaps.tell_slaps(t, answers, first, found)
    collect(t, first)
    return True


def follow(t: Table, seat: int, card: int) -> None:
    """RS-03, RS-04, RS-05. A pay card demands; a plain card pays off a debt, or does nothing."""
    demands = penalty(card)
    if demands > 0 and is_in(t, seat):
        t.s.passed_on += int(t.s.owed) > 0
        demand(t, seat, demands)
    elif int(t.s.owed) > 0:
        t.s.owed -= 1
        t.s.to_play = seat
        if int(t.s.owed) == 0:
            collect(t, int(t.s.creditor) % seats(t))
    else:
        t.s.to_play = next_player(t, seat)


def demand(t: Table, seat: int, cards: int) -> None:
    """RS-04. The next player with cards owes a seat this many cards."""
    t.s.demands += 1
    t.s.creditor = seat
    t.s.owed = cards
    t.s.to_play = next_player(t, seat)
    announce(t, DEMANDED, seat, numbers=(cards,))


def hand_on(t: Table) -> None:
    """RS-03, RSH-10. The seat that is to play has cards; a debtor without cards leaves the debt to others."""
    seat = int(t.s.to_play)
    if held(t, deck(t, seat)) > 0:
        return
    creditor = int(t.s.creditor) % seats(t)
    if int(t.s.owed) > 0 and seat != creditor:
        run_out(t, seat, creditor)
    else:
        t.s.to_play = next_player(t, seat)


def run_out(t: Table, seat: int, creditor: int) -> None:
    """RSH-10, RSH-11. A debtor has no card left: the creditor takes the pile, or the next player pays the rest."""
    announce(t, RAN_OUT, seat, numbers=(int(t.s.owed),))
    heir = next_debtor(t, seat, creditor)
    if options(t).short == NEXT_PAYS and heir != seat:
        t.s.to_play = heir
    else:
        collect(t, creditor)


def next_debtor(t: Table, seat: int, creditor: int) -> int:
    """RSH-11. The next seat in turn that has cards and is not the creditor; the seat itself if there is none."""
    for step in range(1, seats(t)):
        other = (seat + step) % seats(t)
        if other != creditor and held(t, deck(t, other)) > 0:
            return other
    return seat


def collect(t: Table, seat: int) -> None:
    """RS-05, RS-09. A seat takes the pile under its packet, turned over, and plays next. Any debt is forgotten."""
    t.s.taken = held(t, pot(t)) + held(t, burnt(t))
    t.s.piles_taken += 1
    t.s.largest_pile = max(int(t.s.largest_pile), int(t.s.taken))
    t.s.owed = 0
    t.s.to_play = seat
    t.s.turn_winner = seat
    if held(t, burnt(t)) > 0:
        verbs.tuck(t, burnt(t), deck(t, seat))
    verbs.pour(t, pot(t), deck(t, seat))
    announce(t, COLLECTED, seat, numbers=(int(t.s.taken),))


# Ends


def close_turn(t: Table, layer: int) -> None:
    """RS-11, RS-12, RSH-12. Players without hope drop out; the last one with cards takes the rest, and wins."""
    note_spent(t)
    left = who_is_left(t)
    if left == 0:
        left = 1 << next_in_the_game(t, layer)
    drop_the_hopeless(t, left)
    if is_one_seat(left):
        winner = lowest_of(left)
        if held(t, pot(t)) + held(t, burnt(t)) > 0:
            collect(t, winner)
        verbs.end_game(t, left, ALL_CARDS)
    elif int(t.s.turns) >= options(t).turn_cap:
        verbs.end_game(t, 0, TURN_CAP)


def note_spent(t: Table) -> None:
    """Notes for the ranking since which turn a player has had no card; 0 for a player with cards."""
    for seat in range(seats(t)):
        if held(t, deck(t, seat)) > 0:
            t.s.spent[seat] = 0
        elif int(t.s.spent[seat]) == 0:
            t.s.spent[seat] = t.s.turns


def who_is_left(t: Table) -> int:
    """RS-11. The seats that have cards, or to which cards are owed, a bit each."""
    left = 0
    for seat in range(seats(t)):
        if held(t, deck(t, seat)) > 0 or (int(t.s.owed) > 0 and int(t.s.creditor) % seats(t) == seat):
            left |= 1 << seat
    return left


def next_in_the_game(t: Table, layer: int) -> int:
    """RS-12. If false slaps have left nobody with cards: the player who laid the last card, or the next in turn."""
    for step in range(seats(t)):
        seat = (layer + step) % seats(t)
        if is_in(t, seat):
            return seat
    return layer


def drop_the_hopeless(t: Table, left: int) -> None:
    """RS-11, RSH-07. Those who are not left are out, unless they may slap back in."""
    for seat in range(seats(t)):
        if (left >> seat) & 1 == 0 and is_in(t, seat) and not options(t).slap_in:
            verbs.drop_out(t, seat)


def laying_error(t: Table) -> str:
    """A table laid by hand needs two players who can still win."""
    return "two players need cards (or a debt that is owed to them)" if is_one_seat(who_is_left(t)) else ""
