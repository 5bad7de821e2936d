"""Tod und Leben, in the order in which its rulebook tells it. Clause ids are those of rulebook.toml."""

from threedown.table import verbs
from threedown.table.layout import TURN_CAP, Table
from threedown.table.packets import deal_out, deck, pot, stock, won
from threedown.table.verbs import announce, held, is_over, options, seats, shown_height
from threedown.table.wars import WAR_BREAKS_OUT, count_war

KEPT, ROUND_ENDS = 17, 18
EVENTS = {WAR_BREAKS_OUT: "war", KEPT: "keep", ROUND_ENDS: "round"}

MORE_ROUNDS, EQUAL_ROUNDS = 16, 17
REASONS = {MORE_ROUNDS: "more_rounds", EQUAL_ROUNDS: "equal_rounds", TURN_CAP: "turn_cap"}

QUESTIONS: dict[int, str] = {}
CODES: dict[int, int] = {}

SEVENS_UP, LAST_FACE = 20, 51


# The deal


def deal(t: Table) -> None:
    """TL-01, TL-03. The pack of 32 is shuffled well, and each of the two gets 16 cards face down."""
    verbs.open_pack(t, stock(t), SEVENS_UP, LAST_FACE)
    shuffle_and_deal(t)


def shuffle_and_deal(t: Table) -> None:
    """TL-03, TL-09. All cards are in the stock."""
    verbs.shuffle(t, stock(t))
    deal_out(t, seats(t) - 1, held(t, stock(t)))


def deal_again(t: Table) -> None:
    """TL-09, TL-10. For another round all the cards are put together again."""
    for seat in range(seats(t)):
        verbs.pour(t, won(t, seat), stock(t))
        verbs.pour(t, deck(t, seat), stock(t))
    shuffle_and_deal(t)


# A turn


def turn(t: Table) -> None:
    """TL-04..06. Both turn up their top card; the higher takes the trick, and equal cards are played on."""
    if packets_are_empty(t):
        deal_again(t)
    in_a_row = 0
    turn_up_both(t)
    while are_equal(t) and not packets_are_empty(t):
        in_a_row += 1
        count_war(t, in_a_row)
        turn_up_both(t)
    if are_equal(t):
        count_war(t, in_a_row + 1)
        keep_own_cards(t)
    else:
        store_trick(t, 0 if shown_height(t, 0) > shown_height(t, 1) else 1)
    if packets_are_empty(t):
        close_round(t)
    if not is_over(t) and int(t.s.turns) >= options(t).turn_cap:
        verbs.end_game(t, 0, TURN_CAP)


def packets_are_empty(t: Table) -> bool:
    """TL-07. True if the pack has been played through."""
    return held(t, deck(t, 0)) == 0 or held(t, deck(t, 1)) == 0


def turn_up_both(t: Table) -> None:
    """TL-04, TL-05. Each turns up the next card."""
    verbs.clear_shown(t)
    for seat in range(seats(t)):
        if held(t, deck(t, seat)) > 0:
            verbs.turn_up(t, seat, deck(t, seat), pot(t))


def are_equal(t: Table) -> bool:
    """TL-02. True if the cards just turned up have the same rank; suits do not count."""
    return shown_height(t, 0) == shown_height(t, 1)


def store_trick(t: Table, winner: int) -> None:
    """TL-04. The winner stores the trick face down; it is not played again."""
    verbs.pour(t, pot(t), won(t, winner))
    t.s.turn_winner = winner
    announce(t, verbs.WON, winner)


def keep_own_cards(t: Table) -> None:
    """TL-06. The last cards are equal: both players keep the cards that they have played in this trick."""
    for seat in range(seats(t)):
        verbs.pour_those_of(t, seat, pot(t), won(t, seat))
    announce(t, KEPT)


# A round


def close_round(t: Table) -> None:
    """TL-08, TL-09, ruling TL-R02. More cards win the round, as many each is a drawn round; most rounds win."""
    first, second = held(t, won(t, 0)), held(t, won(t, 1))
    t.s.rounds_played += 1
    t.s.rounds_0 += first > second
    t.s.rounds_1 += second > first
    t.s.rounds_drawn += first == second
    announce(t, ROUND_ENDS)
    if int(t.s.rounds_played) >= options(t).rounds:
        if int(t.s.rounds_0) == int(t.s.rounds_1):
            verbs.end_game(t, 0, EQUAL_ROUNDS)
        else:
            verbs.end_game(t, 1 if int(t.s.rounds_0) > int(t.s.rounds_1) else 2, MORE_ROUNDS)


def legal(t: Table, seat: int, question: int, code: int) -> bool:
    """Nobody is ever asked."""
    return False
