"""Blitz (31), in the order in which its rulebook tells it. Clause ids are those of rulebook.toml."""

from threedown.games.blitz31.hands import has_31, holders_of_31, value
from threedown.games.blitz31.options import AT_THE_DRAW, KNOCK_AFTER_ROUND, KNOCK_AFTER_TURN
from threedown.games.blitz31.rounds import (
    EVENTS,
    KNOCKS,
    LAST_LIFE,
    ROUND_BEGINS,
    ends_round,
    settle,
)
from threedown.games.blitz31.stakes import (
    BROKE,
    BUY,
    BUY_BACK,
    LEAVE,
    ROUNDS_PLAYED,
    ante_up,
    buy_or_leave,
    chips_at_start,
    chips_laid,
    leave_or_stay,
    may_buy_back,
    pay_ante,
)
from threedown.games.three_cards import CARDS_EACH, HALVES, left_of
from threedown.table import verbs
from threedown.table.hands import deal_to_hand, discard, gather, hand, refill_but_top, stock, take_to_hand
from threedown.table.layout import EVERYBODY_SEES, NOBODY, TURN_CAP, Table
from threedown.table.verbs import announce, ask, held, in_play, is_in, is_over, look, options, seats

__all__ = ["CODES", "EVENTS", "QUESTIONS", "REASONS", "answer", "deal", "legal", "turn"]

REASONS = {LAST_LIFE: "last_life", ROUNDS_PLAYED: "rounds_played", BROKE: "broke", TURN_CAP: "turn_cap"}

DRAW, DISCARD, FINISH = range(3)
QUESTIONS = {DRAW: "draw", DISCARD: "discard", FINISH: "finish", BUY_BACK: "buy_back"}
PLACES = CARDS_EACH + 1
CODES = {DRAW: 3, DISCARD: PLACES, FINISH: 2, BUY_BACK: 2}
"""DRAW and FINISH: one of those below. DISCARD: the place of the card in the hand. BUY_BACK: see stakes.py."""

FROM_STOCK, FROM_DISCARD, KNOCK, PASS = range(4)
END_TURN, KNOCK_TOO = range(2)


# The deal


def deal(t: Table) -> None:
    """BZ-001, BZ-002, BH-21. One pack; all players get their lives, or their chips.

    Seat 0 is left of the first dealer (ruling BZ-R07).
    """
    verbs.open_pack(t, stock(t), 0, 51)
    for seat in range(seats(t)):
        t.s.lives[seat] = chips_at_start(t)
    t.s.dealer = seats(t) - 1
    deal_round(t)


def deal_round(t: Table) -> None:
    """BZ-004, BZ-005, BZ-014, BH-21. Three cards each, one at a time; the next one begins the discard pile.

    Before that everybody antes, where there is a pot.
    """
    t.s.round_over = 0
    t.s.played = 0
    ante_up(t)
    verbs.shuffle(t, stock(t))
    seat = int(t.s.dealer)
    for _ in range(CARDS_EACH * in_play(t)):
        seat = left_of(t, seat)
        if held(t, stock(t)) > 0:
            deal_to_hand(t, seat, stock(t), hand(t, seat))
    if held(t, stock(t)) > 0:
        verbs.deal_face_up(t, NOBODY, stock(t), discard(t))
        announce(t, ROUND_BEGINS, int(t.s.dealer), look(t, discard(t)) | EVERYBODY_SEES)
    t.s.to_play = left_of(t, int(t.s.dealer))


def next_round(t: Table) -> None:
    """BZ-026, BZ-039. The deal goes to the next player to the left, all cards are shuffled and dealt again."""
    t.s.dealer = left_of(t, int(t.s.dealer) % seats(t))
    for seat in range(seats(t)):
        t.s.knocked[seat] = 0
        gather(t, hand(t, seat), stock(t))
    gather(t, discard(t), stock(t))
    deal_round(t)


# A turn


def turn(t: Table) -> None:
    """BZ-015, BZ-019, BZ-030. One player's turn; a deal, where one is due, belongs to the turn that follows it."""
    sit_down(t)
    if is_over(t):
        return
    if t.s.round_over:
        next_round(t)
    seat = int(t.s.to_play)
    code = PASS
    if holders_of_31(t) == 0 and can_play(t, seat):
        code = ask(t, seat, DRAW)
    answer(t, seat, DRAW, code)


def can_play(t: Table, seat: int) -> bool:
    """True if there is a choice. (There always is, except on a table laid by hand that lacks cards.)"""
    return legal(t, seat, DRAW, FROM_STOCK) or legal(t, seat, DRAW, FROM_DISCARD) or legal(t, seat, DRAW, KNOCK)


def answer(t: Table, seat: int, question: int, code: int) -> None:
    """BZ-015, BZ-016, BZ-019, BZ-020, BH-20. Plays from a question with this answer to the end of the turn.

    A player knocks, or draws a card and discards one; by a house rule they may knock after that too. (PASS: nobody
    plays, because there is a 31 on the deal.) If a 31 must be shown at the draw (BH-10), it is, and nothing is
    discarded.
    """
    if question == BUY_BACK:
        buy_or_leave(t, seat, code)
        leave_or_stay(t, LAST_LIFE)
        stop_at_cap(t)
        return
    opening = question == DRAW and code == KNOCK and int(t.s.played) == 0
    if question == DRAW and code in (FROM_STOCK, FROM_DISCARD):
        draw_card(t, seat, code)
        if options(t).show_31 != AT_THE_DRAW or not has_31(t, seat):
            question, code = DISCARD, ask(t, seat, DISCARD)
    if question == DISCARD:
        verbs.put_face_up(t, seat, hand(t, seat), code, discard(t))
        question, code = FINISH, END_TURN
        if is_asked_to_finish(t):
            code = ask(t, seat, FINISH)
    if (question == DRAW and code == KNOCK) or (question == FINISH and code == KNOCK_TOO):
        t.s.knocked[seat] = 1
        t.s.knocks += 1
        announce(t, KNOCKS, seat)
    t.s.from_discard = 0
    t.s.played += question != DRAW or code != PASS
    end_turn(t, seat, opening)


def draw_card(t: Table, seat: int, code: int) -> None:
    """BZ-015, BZ-044. The top card of the stock, or of the discard pile: this one everybody knows."""
    if code == FROM_STOCK:
        refill_stock(t)
        take_to_hand(t, seat, stock(t), hand(t, seat))
    else:
        t.s.from_discard = 1
        t.s.discards_taken += 1
        take_to_hand(t, seat, discard(t), hand(t, seat))


def refill_stock(t: Table) -> None:
    """BZ-042, ruling BZ-R05. When the stock is empty, all discards but the top one are shuffled to make a new one."""
    if held(t, stock(t)) == 0:
        refill_but_top(t)
        t.s.reshuffles += 1


def legal(t: Table, seat: int, question: int, code: int) -> bool:
    """BZ-015, BZ-022, BZ-042, BH-20, BH-24, rulings BZ-R03, BZ-R06."""
    if question == FINISH:
        return code == END_TURN or (code == KNOCK_TOO and is_asked_to_finish(t) and may_knock(t, seat))
    if question == BUY_BACK:
        return code == LEAVE or (code == BUY and may_buy_back(t, seat))
    if question == DISCARD:
        last = held(t, hand(t, seat)) - 1
        may_return = options(t).return_discard or not t.s.from_discard or last == 0
        return code < last or (code == last and bool(may_return))
    if code == FROM_STOCK:
        return held(t, stock(t)) > 0 or (bool(options(t).reshuffle) and held(t, discard(t)) > 1)
    if code == FROM_DISCARD:
        return held(t, discard(t)) > 0
    return code == KNOCK and may_knock(t, seat)


def may_knock(t: Table, seat: int) -> bool:
    """BZ-020, BZ-022, BZ-043, BH-11..13, ruling BZ-R03. Once in a round; by house rules later, or with enough."""
    return is_time_to_knock(t) and value(t, seat) >= HALVES * int(options(t).knock_least)


def is_time_to_knock(t: Table) -> bool:
    """True if a player with enough may knock, as everybody knows."""
    for other in range(seats(t)):
        if t.s.knocked[other]:
            return False
    if options(t).knock_after == KNOCK_AFTER_TURN and int(t.s.played) == 0:
        return False
    return options(t).knock_after != KNOCK_AFTER_ROUND or int(t.s.played) >= in_play(t)


def is_asked_to_finish(t: Table) -> bool:
    """BH-20, ruling BZ-R03. True if a player who has drawn and discarded is asked about a knock; not after a 31.

    A player with too little is asked too: otherwise the question would tell the others what a hand is worth.
    """
    return bool(options(t).knock_with_discard) and holders_of_31(t) == 0 and is_time_to_knock(t)


# Ends


def end_turn(t: Table, seat: int, opening: bool) -> None:
    """BZ-018, BZ-021, BZ-027. 31 ends the round, and so does the last turn after a knock; else the next plays."""
    holders = holders_of_31(t)
    if holders or ends_round(t, seat, opening):
        settle(t, holders)
    else:
        t.s.to_play = left_of(t, seat)
    stop_at_cap(t)


def stop_at_cap(t: Table) -> None:
    """BH-18, ruling BZ-R05. A game that has taken too many turns is a draw."""
    if not is_over(t) and int(t.s.turns) >= options(t).turn_cap:
        verbs.end_game(t, 0, TURN_CAP)


def give_lives(t: Table) -> None:
    """Ruling BZ-R10. On a table laid by hand, players without lives get those of the house rules, unless they have no
    cards while others do. Where there is a pot, they get chips if none are laid, and have put in their ante for the
    round.
    """
    lacking = 0
    for seat in range(seats(t)):
        has_place = held(t, hand(t, seat)) > 0 or cards_in_hands(t) == 0
        lacking |= (has_place and lacks_lives(t, seat)) << seat
    for seat in range(seats(t)):
        if (lacking >> seat) & 1:
            t.s.lives[seat] = chips_at_start(t)
            if options(t).ante and not t.s.round_over:
                pay_ante(t, seat)


def sit_down(t: Table) -> None:
    """Ruling BZ-R10. On a table laid by hand, a player without lives and cards, while others have cards, is out."""
    for seat in range(seats(t)):
        if has_no_life(t, seat) and held(t, hand(t, seat)) == 0 and cards_in_hands(t) > 0:
            t.s.lives[seat] = 0
            verbs.drop_out(t, seat)
            if in_play(t) == 1:
                verbs.end_game(t, 1 << left_of(t, 0), LAST_LIFE)
    t.s.to_play = int(t.s.to_play) % seats(t)
    if not is_in(t, int(t.s.to_play)):
        t.s.to_play = left_of(t, int(t.s.to_play))
    t.s.from_discard = 0


def cards_in_hands(t: Table) -> int:
    """The number of cards in all hands."""
    cards = 0
    for seat in range(seats(t)):
        cards += held(t, hand(t, seat))
    return cards


def has_no_life(t: Table, seat: int) -> bool:
    """True if a player who is in the game has no life (or chip), and no free ride (BH-17) either."""
    return is_in(t, seat) and int(t.s.lives[seat]) <= 0 and not t.s.riding[seat]


def lacks_lives(t: Table, seat: int) -> bool:
    """True if a player of a laid table is to get lives; with a pot, if nobody has laid any chips."""
    return chips_laid(t) == 0 if options(t).ante else has_no_life(t, seat)
