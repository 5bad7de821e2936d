"""Steal War, in the order in which its rulebook tells it. Clause ids are those of rulebook.toml."""

from threedown.games.steal_war import stealing
from threedown.games.steal_war.piles import cards_of, deck, pot, removed, stock, turn_pile_over, won
from threedown.games.steal_war.stealing import CODES, QUESTIONS, legal
from threedown.table import verbs
from threedown.table.layout import ALL_CARDS, EVERYBODY_SEES, TURN_CAP, Table
from threedown.table.verbs import announce, ask, held, in_play, is_in, is_over, look, options, seats
from threedown.table.wars import WAR_BREAKS_OUT, count_war, highest_shown

__all__ = ["CODES", "EVENTS", "QUESTIONS", "REASONS", "answer", "deal", "legal", "turn"]

EVENTS = {
    WAR_BREAKS_OUT: "war",
    stealing.STOLEN: "steal",
    stealing.EXCHANGED: "exchange",
    stealing.PROTECTED: "protect",
}

SHORT_OF_CARDS, NOBODY_LEFT = 16, 17
REASONS = {ALL_CARDS: "all_cards", TURN_CAP: "turn_cap", SHORT_OF_CARDS: "short", NOBODY_LEFT: "nobody_left"}

FACE_DOWN = 3


# The deal


def deal(t: Table) -> None:
    """SW-02, ruling SW-R1. The pack with both jokers, face down, one at a time, as many as go round evenly."""
    verbs.open_pack(t, stock(t), 0, 53)
    verbs.shuffle(t, stock(t))
    for step in range(54 // seats(t) * seats(t)):
        verbs.deal_card(t, step % seats(t), stock(t), deck(t, step % seats(t)))
    while held(t, stock(t)) > 0:
        verbs.move_card(t, stock(t), removed(t))


# A turn


def turn(t: Table) -> None:
    """SW-01, SW-05, SW-12. Everybody plays a card; the highest takes all, and a tie for highest is a war."""
    t.s.protected = 0
    t.s.looking = 0
    play_cards(t, False)
    fight_out(t, 0)


def fight_out(t: Table, in_a_row: int) -> None:
    """SW-01, SW-12. All have played; so many wars have gone before. A tie is one more, else the highest takes all."""
    tied = 0
    while not is_over(t) and tied != 1:
        _, tied, winner = highest_shown(t)  # SW-02: jokers are highest
        if tied > 1:
            in_a_row += 1
            count_war(t, in_a_row)
            lay_war_cards(t)
            play_cards(t, True)
        else:
            take_pot(t, winner)
            close_turn(t)


def play_cards(t: Table, at_war: bool) -> None:
    """SW-05. Everybody looks at a card, and plays it or steals with it."""
    verbs.clear_shown(t)
    t.s.stole = 0
    looks = 0
    for seat in range(seats(t)):
        looks |= (cards_of(t, seat) > 0) << seat
    play_on(t, looks, at_war)


def play_on(t: Table, looks: int, at_war: bool) -> None:
    """SW-08, SW-09. The seats in ``looks`` (a bit each) take a card, until all have played.

    Ruling SW-R5: each round of declarations is simultaneous; a seat that has let go of its card has no part in the
    next.
    """
    while not is_over(t) and (looks or int(t.s.looking)):
        for seat in range(seats(t)):
            if (looks >> seat) & 1:
                stealing.look_at_next(t, seat)
        looks = let_go(t, stealing.declare(t), at_war)


def let_go(t: Table, declared: int, at_war: bool) -> int:
    """SW-16. The declarations happen; returns the seats that look at another card.

    In a war, a seat with none left has lost.
    """
    looks = stealing.let_go(t, declared)
    if at_war and not options(t).last_card_fights:
        drop_who_ran_out(t)
    return looks


def answer(t: Table, seat: int, question: int, code: int) -> None:
    """Plays from a question with this answer to the end of the turn; seats that are asked at the same time are asked
    here.
    """
    if question == stealing.ON_TOP:
        lay_on_pile(t, seat, code)
        close_turn(t)
    else:
        at_war = held(t, pot(t)) >= in_play(t)  # there lie more cards than were played
        play_on(t, let_go(t, stealing.declare_but(t, seat, code), at_war), at_war)
        fight_out(t, int(at_war))


def take_pot(t: Table, winner: int) -> None:
    """SW-03, SW-04. The won cards go on top of the winner's pile, face up; the winner chooses which of them is on top.

    Rulings SW-R2, SW-R3: all are turned up first, and the others lie in the order laid; a winner whose packet is empty
    has nothing to choose.
    """
    verbs.show(t, winner, pot(t))
    top = look(t, pot(t))
    if held(t, deck(t, winner)) > 0 and held(t, pot(t)) > 1:
        top = ask(t, winner, stealing.ON_TOP)
    lay_on_pile(t, winner, top)


def lay_on_pile(t: Table, winner: int, top: int) -> None:
    """SW-03, SW-04. The pot goes on the winner's pile, ``top`` the last."""
    while held(t, pot(t)) > 1:
        bottom = held(t, pot(t)) - 1
        verbs.put_face_up(t, winner, pot(t), bottom - 1 if look(t, pot(t), bottom) == top else bottom, won(t, winner))
    verbs.put_face_up(t, winner, pot(t), 0, won(t, winner))
    t.s.turn_winner = winner
    announce(t, verbs.WON, winner, top | EVERYBODY_SEES)
    turn_pile_over(t, winner)


def close_turn(t: Table) -> None:
    """Seats without cards drop out; the last seat with cards wins."""
    left, count = 0, 0
    for seat in range(seats(t)):
        if cards_of(t, seat) > 0:
            left |= 1 << seat
            count += 1
        elif is_in(t, seat):
            verbs.drop_out(t, seat)
    if count == 1:
        verbs.end_game(t, left, ALL_CARDS)
    elif int(t.s.turns) >= options(t).turn_cap:
        verbs.end_game(t, 0, TURN_CAP)


# War


def lay_war_cards(t: Table) -> None:
    """SW-01, SW-11. Everybody lays three cards face down, unseen, and must have one more to play."""
    for laid in range(FACE_DOWN + 1):
        drop_who_ran_out(t)
        if laid == FACE_DOWN or is_over(t):
            return
        for seat in range(seats(t)):
            if is_in(t, seat):
                verbs.lay_face_down(t, seat, deck(t, seat), pot(t))
                turn_pile_over(t, seat)


def drop_who_ran_out(t: Table) -> None:
    """SW-16, ruling SW-R4. Who has no card left while a war goes on loses immediately."""
    able, count, out = 0, 0, 0
    for seat in range(seats(t)):
        if cards_of(t, seat) > 0 or stealing.is_looking(t, seat):
            able |= 1 << seat
            count += 1
        elif is_in(t, seat):
            verbs.hide_shown(t, seat)
            verbs.drop_out(t, seat)
            out += 1
    if out > 0 and count < 2:
        verbs.end_game(t, able, SHORT_OF_CARDS if able else NOBODY_LEFT)
