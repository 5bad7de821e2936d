"""War, in the order in which its rulebook tells it. Clause ids are those of rulebook.toml."""

from threedown.cards import JOKER, height, suit
from threedown.games.war.events import (
    CHOOSE,
    CODES,
    DEALER_FOUND,
    EQUAL_CARDS,
    EVENTS,
    MOST_CARDS,
    NOBODY_LEFT,
    QUESTIONS,
    REASONS,
    SHORT_OF_CARDS,
    TIME,
    TIME_IS_UP,
    TRUMPS_TURNED,
)
from threedown.games.war.fighting import go_to_war
from threedown.games.war.laying import cards_of, chooses, hand, turn_up_chosen, turn_up_next
from threedown.games.war.options import (
    LOWEST_DEALS,
    LOWEST_LEFT_OUT,
    MOST_CARDS_WIN,
    RANK,
    THREE_DOWN,
    TURNED_UP,
)
from threedown.games.war.shown import highest_shown, lowest_shown
from threedown.table import packets, verbs
from threedown.table.clock import UP
from threedown.table.cycles import repeats
from threedown.table.layout import ALL_CARDS, CYCLE, EVERYBODY_SEES, NOBODY, TURN_CAP, Table
from threedown.table.packets import pot, removed, stock
from threedown.table.verbs import announce, ask, held, is_in, is_over, options, seats
from threedown.table.wars import count_war, is_one_seat, lowest_of

__all__ = ["CODES", "EVENTS", "QUESTIONS", "REASONS", "deal", "legal", "turn"]


# The deal


def deal(t: Table) -> None:
    """W1-01, W34-01, W34-02. All cards are dealt one at a time, face down, as many as go round evenly."""
    split = options(t).split_jokers
    if split:
        verbs.open_pack(t, removed(t), 52, 53)
    verbs.open_pack(t, stock(t), 0, 51 + (0 if split else options(t).jokers))  # W3-01, WJ-01
    if options(t).left_over == LOWEST_LEFT_OUT:
        for _ in range(held(t, stock(t)) % seats(t)):
            verbs.move_card(t, stock(t), removed(t))
    verbs.shuffle(t, stock(t))
    t.s.dealer = seats(t) - 1
    if options(t).dealer == LOWEST_DEALS:
        draw_for_the_deal(t)
    if options(t).trumps == TURNED_UP:
        turn_up_trumps(t)
    packets.deal_out(t, int(t.s.dealer), held(t, stock(t)) - held(t, stock(t)) % seats(t))
    while held(t, stock(t)) > 0:  # W34-11
        verbs.move_card(t, stock(t), removed(t))
    if split:  # WJ-03
        for seat in range(seats(t)):
            packets.bury_in_packet(t, seat)


def draw_for_the_deal(t: Table) -> None:
    """W3-02. Everybody draws from the shuffled pack; the lowest card deals, equal lowest draw again.

    If ties have used up the pack, it is shuffled again (ruling W-R04).
    """
    lowest = (1 << seats(t)) - 1
    while not is_one_seat(lowest):
        if held(t, stock(t)) < seats(t):
            verbs.pour(t, pot(t), stock(t))
            verbs.shuffle(t, stock(t))
        for seat in range(seats(t)):
            if (lowest >> seat) & 1:
                verbs.turn_up(t, seat, stock(t), pot(t))
            else:
                verbs.hide_shown(t, seat)
        lowest = lowest_shown(t)
    t.s.dealer = lowest_of(lowest)
    announce(t, DEALER_FOUND, lowest_of(lowest))
    verbs.pour(t, pot(t), stock(t))
    verbs.shuffle(t, stock(t))


def turn_up_trumps(t: Table) -> None:
    """WH-21, ruling W-R22. The dealer turns up cards until one has a suit, which is trumps; they are shuffled in."""
    card = verbs.turn_up(t, int(t.s.dealer), stock(t), pot(t))
    while height(card) == JOKER:
        card = verbs.turn_up(t, int(t.s.dealer), stock(t), pot(t))
    t.s.trumps[0] = suit(card) + 1
    announce(t, TRUMPS_TURNED, int(t.s.dealer), card | EVERYBODY_SEES)
    verbs.pour(t, pot(t), stock(t))
    verbs.shuffle(t, stock(t))


# A turn


def turn(t: Table) -> None:
    """W1-03, W34-03. Everybody turns up a card at the same time."""
    verbs.clear_shown(t)
    if chooses(t):
        turn_up_chosen(t, False)
    else:
        for seat in range(seats(t)):
            if cards_of(t, seat) > 0:
                turn_up_next(t, seat)
    settle(t)
    if not is_over(t):
        close_turn(t)


def settle(t: Table) -> None:
    """W1-04, W34-04. The highest card takes all; a tie for highest is a war, and a tie below it is nothing (W34-08).

    W2-02, WP-02, WP-03: aces are high, and suits do not count.
    """
    in_a_row = 0
    highest = highest_shown(t)
    while not is_one_seat(highest):
        in_a_row += 1
        begin_war(t, in_a_row)
        if not go_to_war(t, highest):
            return
        highest = highest_shown(t)
    packets.capture(t, lowest_of(highest))


def begin_war(t: Table, in_a_row: int) -> None:
    """Equal cards mean war. Every source describes its own; the announcement cites the one that these rules follow."""
    if options(t).race:
        begin_race(t, in_a_row)
    elif options(t).face_down >= RANK:
        begin_war_of_the_rank(t, in_a_row)
    elif options(t).face_down == THREE_DOWN:
        begin_war_of_three(t, in_a_row)
    elif seats(t) > 2:
        begin_war_of_several(t, in_a_row)
    else:
        begin_war_of_one(t, in_a_row)


def begin_war_of_one(t: Table, in_a_row: int) -> None:
    """W1-05. Equal cards mean war: one card face down, one face up."""
    count_war(t, in_a_row)


def begin_war_of_three(t: Table, in_a_row: int) -> None:
    """W2-04. Equal cards mean war: three cards face down, one face up."""
    count_war(t, in_a_row)


def begin_war_of_several(t: Table, in_a_row: int) -> None:
    """W34-05. A tie for highest means war among all players."""
    count_war(t, in_a_row)


def begin_war_of_the_rank(t: Table, in_a_row: int) -> None:
    """WR-01. Equal cards mean war: their rank is the number of cards face down."""
    count_war(t, in_a_row)


def begin_race(t: Table, in_a_row: int) -> None:
    """WA-01. Equal cards mean a race: cards are played face up."""
    count_war(t, in_a_row)


def close_turn(t: Table) -> None:
    """W34-09, W34-10, WP-13. Players without cards drop out; the last player with cards wins."""
    left = drop_the_spent(t)
    if is_one_seat(left):
        verbs.end_game(t, left, ALL_CARDS if left and held(t, pot(t)) == 0 else SHORT_OF_CARDS if left else NOBODY_LEFT)
    elif int(t.s.turns) >= options(t).turn_cap:
        end_at_the_limit(t, left)
    elif options(t).clock and ask(t, NOBODY, TIME) == UP:  # WH-29
        end_with_most_cards(t, left, TIME_IS_UP)
    elif options(t).stop_cycles and is_without_chance(t) and repeats(t, 2 * seats(t)):
        verbs.end_game(t, 0, CYCLE)


def drop_the_spent(t: Table) -> int:
    """W34-09. Players without cards drop out. Returns the seats that still have some, a bit each."""
    left = 0
    for seat in range(seats(t)):
        if cards_of(t, seat) > 0:
            left |= 1 << seat
        elif is_in(t, seat):
            verbs.drop_out(t, seat)
    return left


def end_at_the_limit(t: Table, left: int) -> None:
    """WH-07, WH-19. A draw, or by the house rule most cards win. ``left`` has a bit for each seat with cards."""
    if options(t).at_limit == MOST_CARDS_WIN:
        end_with_most_cards(t, left, MOST_CARDS)
    else:
        verbs.end_game(t, 0, TURN_CAP)


def end_with_most_cards(t: Table, left: int, reason: int) -> None:
    """WH-19, WH-29. Those with the most cards win, unless all who are left have as many: then it is a draw."""
    most, leaders = 0, 0
    for seat in range(seats(t)):
        if cards_of(t, seat) > most:
            most, leaders = cards_of(t, seat), 0
        if cards_of(t, seat) == most:
            leaders |= 1 << seat
    if leaders == left:
        verbs.end_game(t, 0, EQUAL_CARDS)
    else:
        verbs.end_game(t, leaders, reason)


def is_without_chance(t: Table) -> bool:
    """True if the order of the cards decides the rest of the game, without chance or choices."""
    order = options(t).return_order
    fixed = order != packets.RANDOM and order != packets.PILE
    return fixed and not options(t).race and not chooses(t) and held(t, pot(t)) == 0


def legal(t: Table, seat: int, question: int, code: int) -> bool:
    """WA-01, WH-26, WH-29. Any racer with a card may play next; any card of a hand may be chosen; any turn may be the
    last by the clock.
    """
    if question == CHOOSE:
        return code < held(t, hand(t, seat))
    if question == TIME:
        return True
    return (int(t.s.racing) >> code) & 1 == 1
