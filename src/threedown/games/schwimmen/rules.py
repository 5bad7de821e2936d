"""Schwimmen, in the order in which its rulebook tells it. Clause ids are those of rulebook.toml."""

from threedown.games.schwimmen.hands import holders_at_once, middle, packet, removed
from threedown.games.schwimmen.options import CLOSE_AFTER_ROUND, NEW_CARDS
from threedown.games.schwimmen.rounds import (
    ALL_PASSED,
    CHANGES,
    CLOSES,
    DEALS,
    EVENTS,
    KEEPS,
    LAST_LIFE,
    LAYS,
    LAYS_OUT,
    PASSES,
    RENEWED,
    SWAPS,
    SWAPS_ALL,
    settle,
    the_closer,
)
from threedown.games.three_cards import CARDS_EACH, left_of
from threedown.table import verbs
from threedown.table.hands import deal_to_hand, exchange, gather, hand, pack_cards, stock, take_to_hand
from threedown.table.layout import NOBODY, TURN_CAP, Table
from threedown.table.verbs import announce, ask, held, in_play, is_in, is_over, options, seats

__all__ = ["CODES", "EVENTS", "QUESTIONS", "REASONS", "answer", "deal", "legal", "turn"]

REASONS = {LAST_LIFE: "last_life", TURN_CAP: "turn_cap"}

PACKET, TURN, FINISH = range(3)
QUESTIONS = {PACKET: "packet", TURN: "turn", FINISH: "finish"}
KEEP, CHANGE = range(2)
SWAP, SWAP_ALL, PASS, CLOSE, NO_TURN = 0, CARDS_EACH**2, CARDS_EACH**2 + 1, CARDS_EACH**2 + 2, CARDS_EACH**2 + 3
END_TURN, CLOSE_TOO = range(2)
CODES = {PACKET: 2, TURN: NO_TURN, FINISH: 2}
"""TURN: from SWAP on CARDS_EACH times the place of the card in the hand, plus that of the card in the middle; then one
of those above. (NO_TURN is no choice: a hand dealt ends the round.)"""

LOWEST, HIGHEST = 20, 51
"""The faces of the pack: from the sevens to the aces."""


# The deal


def deal(t: Table) -> None:
    """SM-01, SM-02. A pack of 32 cards; all players get their lives.

    Seat 0 is left of the first dealer (ruling SM-R02).
    """
    verbs.open_pack(t, stock(t), LOWEST, HIGHEST)
    for seat in range(seats(t)):
        t.s.lives[seat] = options(t).lives
    t.s.dealer = seats(t) - 1
    deal_round(t)


def deal_round(t: Table) -> None:
    """SM-03, SM-04, SMH-07. Three cards each, one at a time, and a second packet of three for the dealer.

    By a house rule these three are laid open in the middle.
    """
    t.s.round_over = 0
    t.s.played = 0
    t.s.passes = 0
    verbs.shuffle(t, stock(t))
    seat = int(t.s.dealer)
    for _ in range(CARDS_EACH * in_play(t)):
        seat = left_of(t, seat)
        if held(t, stock(t)) > 0:
            deal_to_hand(t, seat, stock(t), hand(t, seat))
    if options(t).dealer_chooses:
        for _ in range(min(CARDS_EACH, held(t, stock(t)))):
            verbs.deal_card(t, NOBODY, stock(t), packet(t))
        t.s.choosing = held(t, packet(t)) > 0
        announce(t, DEALS, int(t.s.dealer))
    else:
        lay_out(t)
        announce(t, LAYS_OUT, int(t.s.dealer), numbers=(pack_cards(t, middle(t)),))
    t.s.to_play = left_of(t, int(t.s.dealer))


def lay_out(t: Table) -> None:
    """Lays three cards of the stock open in the middle."""
    for _ in range(min(CARDS_EACH, held(t, stock(t)))):
        verbs.deal_face_up(t, NOBODY, stock(t), middle(t))


def choose_packet(t: Table, seat: int, code: int) -> None:
    """SM-04. The dealer keeps the packet that they have looked at and lays the other open in the middle; or they lay it
    open and take the other unseen.
    """
    opened = packet(t) if code == KEEP else hand(t, seat)
    while held(t, opened) > 0:
        verbs.put_face_up(t, seat, opened, 0, middle(t))
    while held(t, packet(t)) > 0:
        take_to_hand(t, seat, packet(t), hand(t, seat))
    t.s.choosing = 0
    t.s.changed += code == CHANGE
    announce(t, KEEPS if code == KEEP else CHANGES, seat, numbers=(pack_cards(t, middle(t)),))


def next_round(t: Table) -> None:
    """SM-22. The deal goes to the next player to the left, all cards are shuffled and dealt again."""
    t.s.dealer = left_of(t, int(t.s.dealer) % seats(t))
    for seat in range(seats(t)):
        t.s.closed[seat] = 0
        gather(t, hand(t, seat), stock(t))
    gather(t, middle(t), stock(t))
    gather(t, packet(t), stock(t))
    gather(t, removed(t), stock(t))
    deal_round(t)


# A turn


def turn(t: Table) -> None:
    """SM-09, SM-15, ruling SM-R10. The dealer's choice, or one player's turn; before it a deal, where one is due."""
    sit_down(t)
    if is_over(t):
        return
    if t.s.round_over:
        next_round(t)
    if t.s.choosing:
        seat, question = int(t.s.dealer), PACKET
        code = ask(t, seat, question)
    else:
        seat, question = int(t.s.to_play), TURN
        code = ask(t, seat, question) if holders_at_once(t) == 0 else NO_TURN
    answer(t, seat, question, code)


def answer(t: Table, seat: int, question: int, code: int) -> None:
    """SM-04, SM-09..13, SMH-09. Plays from a question with this answer to the end of the turn.

    (NO_TURN: nobody plays, because a hand dealt ends the round.)
    """
    if question == PACKET:
        choose_packet(t, seat, code)
        if holders_at_once(t):
            settle(t)
        stop_at_cap(t)
        return
    if question == TURN and code < PASS:
        swap(t, seat, code)
        question, code = FINISH, END_TURN
        if may_close_too(t, seat):
            code = ask(t, seat, FINISH)
    elif question == TURN and code == PASS:
        t.s.passes += 1
        announce(t, PASSES, seat)
    if (question == TURN and code == CLOSE) or (question == FINISH and code == CLOSE_TOO):
        close(t, seat)
    t.s.played += code != NO_TURN
    end_turn(t, seat)


def swap(t: Table, seat: int, code: int) -> None:
    """SM-10, SM-11, ruling SM-R04. One card of the hand for one in the middle, or the whole hand for all three."""
    t.s.passes = 0
    t.s.swaps += 1
    if code == SWAP_ALL:
        t.s.swaps_all += 1
        taken = pack_cards(t, middle(t))
        for place in range(CARDS_EACH):
            exchange(t, seat, hand(t, seat), 0, middle(t), place, LAYS)
        announce(t, SWAPS_ALL, seat, numbers=(taken, pack_cards(t, middle(t))))
    else:
        exchange(t, seat, hand(t, seat), code // CARDS_EACH, middle(t), code % CARDS_EACH, SWAPS)


def close(t: Table, seat: int) -> None:
    """SM-13. A player closes the round."""
    t.s.closed[seat] = 1
    t.s.closes += 1
    announce(t, CLOSES, seat)


def may_close(t: Table) -> bool:
    """SM-13, SMH-08. True before the first close and, by the house rule, after all players have had a turn."""
    if the_closer(t) != NOBODY:
        return False
    return options(t).close_after != CLOSE_AFTER_ROUND or int(t.s.played) >= in_play(t)


def may_close_too(t: Table, seat: int) -> bool:
    """SMH-09. True if a player may close after swapping; a hand that ends the round does it without."""
    return bool(options(t).close_after_swap) and holders_at_once(t) == 0 and may_close(t)


def legal(t: Table, seat: int, question: int, code: int) -> bool:
    """SM-04, SM-09..13, SMH-06, SMH-08, SMH-09."""
    if question == PACKET:
        return True
    if question == FINISH:
        return code == END_TURN or may_close_too(t, seat)
    if code < SWAP_ALL:
        return code // CARDS_EACH < held(t, hand(t, seat)) and code % CARDS_EACH < held(t, middle(t))
    if code == SWAP_ALL:
        return bool(options(t).swap_all) and held(t, hand(t, seat)) == held(t, middle(t)) == CARDS_EACH
    return code == PASS or may_close(t)


# Ends


def end_turn(t: Table, seat: int) -> None:
    """SM-12, SM-14, SM-15. The round ends by a hand, or with the last turn after somebody closed; else the next plays.

    When all have passed in succession, three new cards come into the middle.
    """
    if holders_at_once(t) or t.s.closed[left_of(t, seat)]:
        settle(t)
    elif the_closer(t) == NOBODY and int(t.s.passes) >= in_play(t):
        t.s.to_play = left_of(t, seat)
        renew_middle(t)
    else:
        t.s.to_play = left_of(t, seat)
    stop_at_cap(t)


def renew_middle(t: Table) -> None:
    """SM-12, SMH-11, ruling SM-R05. The middle is put aside and three new cards are laid out; where the stock has too
    few, or by the house rule, the round ends.
    """
    if options(t).all_pass != NEW_CARDS or held(t, stock(t)) < CARDS_EACH:
        announce(t, ALL_PASSED)
        settle(t)
        return
    t.s.passes = 0
    t.s.renewals += 1
    verbs.stack(t, middle(t), removed(t))
    lay_out(t)
    announce(t, RENEWED, numbers=(pack_cards(t, middle(t)),))


def stop_at_cap(t: Table) -> None:
    """SMH-12. A game that has taken too many turns is a draw."""
    if not is_over(t) and int(t.s.turns) >= options(t).turn_cap:
        verbs.end_game(t, 0, TURN_CAP)


def give_lives(t: Table) -> None:
    """Ruling SM-R11. On a table laid by hand, players without lives get those of the house rules, unless they have no
    cards while others do.
    """
    cards = 0
    for seat in range(seats(t)):
        cards += held(t, hand(t, seat))
    for seat in range(seats(t)):
        if has_no_life(t, seat) and (cards == 0 or held(t, hand(t, seat)) > 0):
            t.s.lives[seat] = options(t).lives


def has_no_life(t: Table, seat: int) -> bool:
    """True if a player who is in the game has no life and doesn't swim."""
    return is_in(t, seat) and int(t.s.lives[seat]) <= 0 and not t.s.swims[seat]


def sit_down(t: Table) -> None:
    """Ruling SM-R11. On a table laid by hand, a player without lives and cards, while others have cards, is out."""
    for seat in range(seats(t)):
        if has_no_life(t, seat):
            t.s.lives[seat] = 0
            verbs.drop_out(t, seat)
    if in_play(t) == 1:
        verbs.end_game(t, 1 << left_of(t, 0), LAST_LIFE)
    t.s.to_play = int(t.s.to_play) % seats(t)
    if not is_in(t, int(t.s.to_play)):
        t.s.to_play = left_of(t, int(t.s.to_play))
    t.s.dealer = int(t.s.dealer) % seats(t)
    if not is_in(t, int(t.s.dealer)) or held(t, packet(t)) == 0:
        t.s.choosing = 0
