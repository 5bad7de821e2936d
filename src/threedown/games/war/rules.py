"""War, in the order in which its rulebook tells it. Clause ids are those of rulebook.toml."""

from threedown.cards import ACE, JOKER, TEN, TWO, height, suit
from threedown.games.war.options import (
    FEWEST,
    KEEP_POT,
    LAST_CARD,
    LOWEST_DEALS,
    LOWEST_LEFT_OUT,
    MOST_CARDS_WIN,
    NO_TRUMPS,
    RANK,
    THREE_DOWN,
    TIED,
    TURNED_UP,
)
from threedown.games.war.shown import is_trump, lowest_shown, who_shows
from threedown.table import packets, verbs
from threedown.table.cycles import repeats
from threedown.table.layout import ALL_CARDS, CYCLE, EVERYBODY_SEES, NOBODY, TURN_CAP, Table
from threedown.table.packets import cards_of, pot, removed, stock
from threedown.table.verbs import announce, ask, held, in_play, is_in, is_over, options, seats, shown_height
from threedown.table.wars import WAR_BREAKS_OUT, count_war, is_one_seat, lowest_of

POT_STAYS, DEALER_FOUND, LAST_CARD_FIGHTS, FEWEST_FOR_ALL, TRUMPS_TURNED = range(17, 22)
EVENTS = {
    WAR_BREAKS_OUT: "war",
    POT_STAYS: "pot_stays",
    DEALER_FOUND: "dealer",
    LAST_CARD_FIGHTS: "last_card",
    FEWEST_FOR_ALL: "fewest",
    TRUMPS_TURNED: "trumps",
}

SHORT_OF_CARDS, NOBODY_LEFT, LAST_CARDS, MOST_CARDS, EQUAL_CARDS = 16, 17, 18, 19, 20
REASONS = {
    ALL_CARDS: "all_cards",
    TURN_CAP: "turn_cap",
    CYCLE: "cycle",
    SHORT_OF_CARDS: "short",
    NOBODY_LEFT: "nobody_left",
    LAST_CARDS: "last_cards",
    MOST_CARDS: "most_cards",
    EQUAL_CARDS: "equal_cards",
}

ARRIVES = 0
QUESTIONS = {ARRIVES: "arrives"}
CODES = {ARRIVES: 16}

TRUMP = 16
"""Added to the height of a trump: the lowest trump is above every card that is none."""


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
    t.s.dealer = lowest_draws_the_deal(t) if options(t).dealer == LOWEST_DEALS else seats(t) - 1
    if options(t).trumps == TURNED_UP:
        turn_up_trumps(t)
    packets.deal_out(t, int(t.s.dealer), held(t, stock(t)) - held(t, stock(t)) % seats(t))
    while held(t, stock(t)) > 0:  # W34-11
        verbs.move_card(t, stock(t), removed(t))
    if split:  # WJ-03
        for seat in range(seats(t)):
            packets.bury_in_packet(t, seat)


def lowest_draws_the_deal(t: Table) -> int:
    """W3-02. Everybody draws from the shuffled pack; the lowest card deals, equal lowest draw again.

    If ties have used up the pack, it is shuffled again (ruling W-R04).
    """
    verbs.clear_shown(t)
    for seat in range(seats(t)):
        verbs.turn_up(t, seat, stock(t), pot(t))
    lowest = lowest_shown(t)
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
    announce(t, DEALER_FOUND, lowest_of(lowest))
    verbs.pour(t, pot(t), stock(t))
    verbs.shuffle(t, stock(t))
    return lowest_of(lowest)


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
    for seat in range(seats(t)):
        if cards_of(t, seat) > 0:
            turn_up_next(t, seat)
    settle(t)
    if not is_over(t):
        close_turn(t)


def turn_up_next(t: Table, seat: int) -> None:
    """A seat turns up its next card; a trump counts as higher than all cards that are none."""
    card = packets.turn_up_next(t, seat)
    if options(t).trumps != NO_TRUMPS and is_trump(t, card):
        verbs.count_as(t, seat, TRUMP + height(card))


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


def highest_shown(t: Table) -> int:
    """The seats that show the highest card, a bit each. At least one card must be face up.

    WH-20, WH-25, ruling W-R21: a two beats the ace that would be highest; of trumps, the two of trumps does.
    """
    high, who = 0, 0
    for seat in range(seats(t)):
        shows = shown_height(t, seat)
        if shows > high:
            high, who = shows, 1 << seat
        elif shows == high:
            who |= 1 << seat
    if options(t).two_beats_ace and high % TRUMP == ACE:
        twos = who_shows(t, high - ACE + TWO)
        if twos:
            return twos
    return who


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
    left = packets.drop_the_spent(t)
    if is_one_seat(left):
        verbs.end_game(t, left, ALL_CARDS if left and held(t, pot(t)) == 0 else SHORT_OF_CARDS if left else NOBODY_LEFT)
    elif int(t.s.turns) >= options(t).turn_cap:
        end_at_the_limit(t, left)
    elif options(t).stop_cycles and is_without_chance(t) and repeats(t, 2 * seats(t)):
        verbs.end_game(t, 0, CYCLE)


def end_at_the_limit(t: Table, left: int) -> None:
    """WH-07, WH-19. A draw; by the house rule those with the most cards win, unless all who are left have as many.

    ``left`` has a bit for each seat with cards.
    """
    if options(t).at_limit != MOST_CARDS_WIN:
        verbs.end_game(t, 0, TURN_CAP)
        return
    most, leaders = 0, 0
    for seat in range(seats(t)):
        if cards_of(t, seat) > most:
            most, leaders = cards_of(t, seat), 0
        if cards_of(t, seat) == most:
            leaders |= 1 << seat
    if leaders == left:
        verbs.end_game(t, 0, EQUAL_CARDS)
    else:
        verbs.end_game(t, leaders, MOST_CARDS)


def is_without_chance(t: Table) -> bool:
    """True if the order of the cards decides the rest of the game."""
    order = options(t).return_order
    return order != packets.RANDOM and order != packets.PILE and not options(t).race and held(t, pot(t)) == 0


# War


def go_to_war(t: Table, tied: int) -> bool:
    """W1-05, W34-05, W34-06. Cards face down, then one face up, by all or by the ``tied`` (a bit each) only.

    If none of the tied players has a card, the others fight all the same (WH-11, ruling W-R05).
    False if the war cannot be fought to its end: then the game is over, or the pot stays for the next winner.
    """
    short = options(t).short
    down = war_size(t, shown_height(t, lowest_of(tied)) % TRUMP)
    for seat in range(seats(t)):
        outsider = options(t).takes_part == TIED and not (tied >> seat) & 1
        if outsider or (short != LAST_CARD and in_play(t) > 2 and cards_of(t, seat) == 0):
            verbs.hide_shown(t, seat)
    able = 0
    for seat in range(seats(t)):
        able |= (shown_height(t, seat) > 0 and cards_of(t, seat) > 0) << seat
    if not able or (not able & tied and options(t).spent_tie == KEEP_POT and short != LAST_CARD):
        return cannot_go_on(t)
    if options(t).race:
        return race(t)
    return lay_war_cards(t, down)


def war_size(t: Table, high: int) -> int:
    """WF-01, WR-01..04. The number of cards that go face down in a war caused by a card of this height."""
    down = int(options(t).face_down)
    if down < RANK:
        return down
    by_rank = 11 if high >= ACE else min(high, TEN)
    return by_rank if down == RANK else by_rank - 1


def lay_war_cards(t: Table, down: int) -> bool:
    """WP-04..12, WF-02, WF-03, WR-05, WR-06. The cards of a war, by the house rule for players with too few."""
    if options(t).short == FEWEST:
        down = as_many_as_all_have(t, down)
    must_complete = options(t).short != LAST_CARD and in_play(t) == 2
    if options(t).short == LAST_CARD:
        last_card_fights(t, down)
    elif not must_complete:
        last_card_of_several_fights(t, down)
    spared = 0 if must_complete else 1
    for _ in range(down):
        if must_complete and somebody_lacks_a_card(t):
            return False
        for seat in range(seats(t)):
            if shown_height(t, seat) > 0 and cards_of(t, seat) > spared:
                packets.lay_next_down(t, seat)
    if must_complete and somebody_lacks_a_card(t):
        return False
    for seat in range(seats(t)):
        if shown_height(t, seat) > 0 and cards_of(t, seat) > 0:
            turn_up_next(t, seat)
    return True


def as_many_as_all_have(t: Table, down: int) -> int:
    """WF-02. The number of cards that go face down if the fighter with the fewest cards turns up their last."""
    fewest, poorest = 1000, NOBODY
    for seat in range(seats(t)):
        if shown_height(t, seat) > 0 and cards_of(t, seat) < fewest:
            fewest, poorest = cards_of(t, seat), seat
    if 0 < fewest <= down:
        announce(t, FEWEST_FOR_ALL, poorest)
    return min(down, fewest - 1)


def last_card_fights(t: Table, down: int) -> None:
    """WP-10, W2-08, rulings W-R14, W-R18. A player who runs out fights with their last card, even one already on the
    table.
    """
    announce_last_cards(t, down)


def last_card_of_several_fights(t: Table, down: int) -> None:
    """W-R05. Among three or more nobody loses for having too few cards."""
    announce_last_cards(t, down)


def announce_last_cards(t: Table, down: int) -> None:
    """Announces the last cards that fight when the war asks for more; the caller is the rule that the log cites."""
    for seat in range(seats(t)):
        if shown_height(t, seat) > 0 and cards_of(t, seat) <= down:
            announce(t, LAST_CARD_FIGHTS, seat)


def somebody_lacks_a_card(t: Table) -> bool:
    """WP-06..08, WR-06. Of two players, one who must lay a card and has none loses; if both must, it is a draw."""
    able, lacking = 0, False
    for seat in range(seats(t)):
        if is_in(t, seat):
            if cards_of(t, seat) > 0:
                able |= 1 << seat
            else:
                lacking = True
    if lacking:
        for seat in range(seats(t)):
            if is_in(t, seat) and able and not (able >> seat) & 1:
                verbs.drop_out(t, seat)
        verbs.end_game(t, able, SHORT_OF_CARDS if able else NOBODY_LEFT)
    return lacking


def cannot_go_on(t: Table) -> bool:
    """WP-11 and ruling W-R05. None of the tied players can lay a card.

    If nobody at all has cards the game is a draw; else the pot stays for the next winner.
    """
    for seat in range(seats(t)):
        if cards_of(t, seat) > 0:
            announce(t, POT_STAYS)
            return False
    verbs.end_game(t, 0, LAST_CARDS if options(t).short == LAST_CARD else NOBODY_LEFT)
    return False


def race(t: Table) -> bool:
    """WA-01..03. Cards face up as fast as they come; the first ace (with jokers the first joker) takes them all."""
    wanted = JOKER if options(t).jokers else ACE
    racing = 0
    for seat in range(seats(t)):
        if shown_height(t, seat) > 0:
            racing |= 1 << seat
    while True:
        able = 0
        for seat in range(seats(t)):
            if (racing >> seat) & 1 and cards_of(t, seat) > 0:
                able |= 1 << seat
        t.s.racing = able
        if able == 0:
            return cannot_go_on(t)
        seat = ask(t, NOBODY, ARRIVES)
        if height(packets.turn_up_next(t, seat)) == wanted:
            t.s.racing = 0
            for other in range(seats(t)):
                if other != seat:
                    verbs.hide_shown(t, other)
            return True


def legal(t: Table, seat: int, question: int, code: int) -> bool:
    """WA-01. Any racer with a card may be the next to play."""
    return (int(t.s.racing) >> code) & 1 == 1
