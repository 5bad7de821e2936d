"""Steal War, in the order in which its rulebook tells it. Clause ids are those of rulebook.toml."""

from threedown.cards import height
from threedown.table.layout import ALL_CARDS, EVERYBODY_SEES, NOBODY, TURN_CAP, Table
from threedown.table.verbs import (
    WON,
    announce,
    ask,
    clear_shown,
    deal_card,
    drop_out,
    end_game,
    held,
    house,
    is_in,
    is_over,
    lay_face_down,
    look,
    move_card,
    open_pack,
    pour_shuffled,
    put_face_up,
    seats,
    show,
    shown_height,
    shuffle,
    stack,
    take_in_hand,
    turn_up,
)

WAR_BREAKS_OUT, STOLEN, EXCHANGED, PROTECTED = range(16, 20)
EVENTS = {WAR_BREAKS_OUT: "war", STOLEN: "steal", EXCHANGED: "exchange", PROTECTED: "protect"}

SHORT_OF_CARDS, NOBODY_LEFT = 16, 17
REASONS = {ALL_CARDS: "all_cards", TURN_CAP: "turn_cap", SHORT_OF_CARDS: "short", NOBODY_LEFT: "nobody_left"}

STEAL, FIRST, ON_TOP = range(3)
QUESTIONS = {STEAL: "steal", FIRST: "first", ON_TOP: "top"}
CODES = {STEAL: 5, FIRST: 4, ON_TOP: 54}
"""STEAL: 0 to play, 1 + N to steal the pile of seat N. FIRST: the seat. ON_TOP: the card."""

PLAY = 0
FACE_DOWN = 3


# The piles


def deck(t: Table, seat: int) -> int:
    return seat


def won(t: Table, seat: int) -> int:
    return seats(t) + seat


def hand(t: Table, seat: int) -> int:
    """The card that a seat has looked at and not let go of."""
    return 2 * seats(t) + seat


def pot(t: Table) -> int:
    return 3 * seats(t)


def lifted(t: Table) -> int:
    """Where a pile lies while piles are exchanged."""
    return 3 * seats(t) + 1


def stock(t: Table) -> int:
    return 3 * seats(t) + 2


def removed(t: Table) -> int:
    return 3 * seats(t) + 3


def cards_of(t: Table, seat: int) -> int:
    """How many cards a seat has in its packet and its pile."""
    return held(t, deck(t, seat)) + held(t, won(t, seat))


# The deal


def deal(t: Table) -> None:
    """SW-02, ruling SW-R1. The pack with both jokers, face down, one at a time, as many as go round evenly."""
    open_pack(t, stock(t), 0, 53)
    shuffle(t, stock(t))
    for step in range(54 // seats(t) * seats(t)):
        deal_card(t, step % seats(t), stock(t), deck(t, step % seats(t)))
    while held(t, stock(t)) > 0:
        move_card(t, stock(t), removed(t))


# A turn


def turn(t: Table) -> None:
    """SW-01, SW-05, SW-12. Everybody plays a card; the highest takes all, and a tie for highest is a war."""
    t.s.protected = 0
    in_a_row, tied, winner = 0, 0, NOBODY
    while tied != 1:
        if tied > 0:
            in_a_row += 1
            count_war(t, in_a_row)
            lay_war_cards(t)
            if is_over(t):
                return
        clear_shown(t)
        play_cards(t)
        tied, winner = highest_shown(t)
    take_pot(t, winner)
    close_turn(t)


def highest_shown(t: Table) -> tuple[int, int]:
    """SW-02. How many show the greatest height that lies face up, and the first of them. Jokers are highest."""
    high, tied, first = 1, 0, 0
    for seat in range(seats(t)):
        shows = shown_height(t, seat)
        if shows > high:
            high, tied, first = shows, 1, seat
        elif shows == high:
            tied += 1
    return tied, first


def count_war(t: Table, in_a_row: int) -> None:
    t.s.wars += in_a_row == 1
    t.s.war_battles += 1
    t.s.longest_war = max(int(t.s.longest_war), in_a_row)
    announce(t, WAR_BREAKS_OUT)


def take_pot(t: Table, winner: int) -> None:
    """SW-03, SW-04. The won cards go on top of the winner's pile, face up; he chooses which of them is on top.

    Rulings SW-R2, SW-R3: all are turned up first, and the others lie in the order laid; a winner whose packet is empty
    has nothing to choose.
    """
    show(t, winner, pot(t))
    top = look(t, pot(t))
    if held(t, deck(t, winner)) > 0 and held(t, pot(t)) > 1:
        top = ask(t, winner, ON_TOP)
    while held(t, pot(t)) > 1:
        bottom = held(t, pot(t)) - 1
        put_face_up(t, winner, pot(t), bottom - 1 if look(t, pot(t), bottom) == top else bottom, won(t, winner))
    put_face_up(t, winner, pot(t), 0, won(t, winner))
    t.s.turn_winner = winner
    announce(t, WON, winner, top | EVERYBODY_SEES)
    turn_pile_over(t, winner)


def turn_pile_over(t: Table, seat: int) -> None:
    """SW-15. As soon as a packet is empty, the seat's pile is turned over and shuffled to make a new one."""
    if held(t, deck(t, seat)) == 0 and held(t, won(t, seat)) > 0:
        pour_shuffled(t, won(t, seat), deck(t, seat))


def close_turn(t: Table) -> None:
    """Who has no cards drops out; the last who has cards wins."""
    left, count = 0, 0
    for seat in range(seats(t)):
        if cards_of(t, seat) > 0:
            left |= 1 << seat
            count += 1
        elif is_in(t, seat):
            drop_out(t, seat)
    if count == 1:
        end_game(t, left, ALL_CARDS)
    elif int(t.s.turns) >= house(t).turn_cap:
        end_game(t, 0, TURN_CAP)


# War


def lay_war_cards(t: Table) -> None:
    """SW-01, SW-11. Everybody lays three cards face down, not looked at, and must have one more to play."""
    for laid in range(FACE_DOWN + 1):
        drop_who_ran_out(t)
        if laid == FACE_DOWN or is_over(t):
            return
        for seat in range(seats(t)):
            if is_in(t, seat):
                lay_face_down(t, seat, deck(t, seat), pot(t))
                turn_pile_over(t, seat)


def drop_who_ran_out(t: Table) -> None:
    """SW-16, ruling SW-R4. Who must lay a card in a war and has none loses immediately."""
    able, count, out = 0, 0, 0
    for seat in range(seats(t)):
        if cards_of(t, seat) > 0:
            able |= 1 << seat
            count += 1
        elif is_in(t, seat):
            drop_out(t, seat)
            out += 1
    if out > 0 and count < 2:
        end_game(t, able, SHORT_OF_CARDS if able else NOBODY_LEFT)


# Playing a card, or stealing with it


def play_cards(t: Table) -> None:
    """SW-05, SW-08, SW-09. Everybody looks at a card, and plays it or steals with it and looks at the next.

    Ruling SW-R5: each round of declarations is simultaneous; who has let go of his card has no part in the next.
    """
    looks = 0
    for seat in range(seats(t)):
        looks |= (cards_of(t, seat) > 0) << seat
    while looks or int(t.s.looking):
        for seat in range(seats(t)):
            if (looks >> seat) & 1:
                look_at_next(t, seat)
        looks = let_go(t, declare(t))


def look_at_next(t: Table, seat: int) -> None:
    """SW-05, SW-15. A seat takes the top card of its packet and looks at it."""
    turn_pile_over(t, seat)
    take_in_hand(t, seat, deck(t, seat), hand(t, seat))
    t.s.looking |= 1 << seat
    turn_pile_over(t, seat)


def is_looking(t: Table, seat: int) -> bool:
    return (int(t.s.looking) >> seat) & 1 == 1


def declare(t: Table) -> int:
    """SW-06, SW-14. Who can steal says whose pile he steals or that he plays; nobody knows the others' answers yet.

    Returns the answers, three bits a seat.
    """
    declared = 0
    for seat in range(seats(t)):
        if is_looking(t, seat):
            can = False
            for victim in range(seats(t)):
                can = can or may_steal(t, seat, victim)
            if can:
                declared |= ask(t, seat, STEAL) << (3 * seat)
    return declared


def target(declared: int, seat: int) -> int:
    """Whose pile a seat steals, NOBODY if none."""
    return ((declared >> (3 * seat)) & 7) - 1


def matches(t: Table, seat: int, victim: int) -> bool:
    """SW-06. Whether the card that a seat looks at has the rank of the top of another's pile, not yet protected."""
    if victim == seat or held(t, won(t, victim)) == 0 or (int(t.s.protected) >> victim) & 1:
        return False
    return height(look(t, hand(t, seat))) == height(look(t, won(t, victim)))


def matches_own(t: Table, seat: int) -> bool:
    """SW-17. Whether the card that a seat looks at has the rank of the top of its own pile."""
    if not is_looking(t, seat) or held(t, won(t, seat)) == 0:
        return False
    return height(look(t, hand(t, seat))) == height(look(t, won(t, seat)))


def may_steal(t: Table, seat: int, victim: int) -> bool:
    """SW-06, SW-18. A match, unless the other can only play a card that protects his pile."""
    if not matches(t, seat, victim):
        return False
    if not house(t).protect_own_match or not matches_own(t, victim):
        return True
    for other in range(seats(t)):
        if matches(t, victim, other):
            return True
    return False


def let_go(t: Table, declared: int) -> int:
    """SW-06..10, SW-13, SW-17. What was declared happens: cards that protect, then thefts, then the cards played.

    Returns the thieves, a bit each: they look at their next cards.
    """
    if house(t).protect_own_match:
        declared = without_protected(t, declared)
    keep = 0
    for victim in range(seats(t)):
        first = first_to(t, declared, victim)
        for seat in range(seats(t)):
            if seat != first and target(declared, seat) == victim:
                declared &= ~(7 << (3 * seat))
                keep |= 1 << seat
        if first != NOBODY and is_looking(t, victim) and matches_own(t, victim) and target(declared, victim) < 0:
            keep |= 1 << victim
    lay_on_piles(t, declared)
    take_piles(t, declared)
    thieves = 0
    for seat in range(seats(t)):
        if target(declared, seat) >= 0:
            thieves |= 1 << seat
        elif not (keep >> seat) & 1:
            play(t, seat)
    return thieves


def play(t: Table, seat: int) -> None:
    """SW-13. A seat lets go of the card that it looks at, if it has one: from now on it cannot steal with it."""
    if is_looking(t, seat):
        t.s.looking &= ~(1 << seat)
        turn_up(t, seat, hand(t, seat), pot(t))


def without_protected(t: Table, declared: int) -> int:
    """SW-17, SW-18. Who plays a card equal to his own pile's top protects it; a thief of it plays his card instead."""
    for seat in range(seats(t)):
        if target(declared, seat) < 0 and matches_own(t, seat):
            play(t, seat)
            t.s.protected |= 1 << seat
            announce(t, PROTECTED, seat)
    for seat in range(seats(t)):
        victim = target(declared, seat)
        if victim >= 0 and (int(t.s.protected) >> victim) & 1:
            declared &= ~(7 << (3 * seat))
            t.s.foiled += 1
    return declared


def first_to(t: Table, declared: int, victim: int) -> int:
    """Rulings SW-R6, SW-R7. Who steals a seat's pile, NOBODY if nobody does.

    Of several thieves, and (without protection) the owner if he looks at a card of that rank, the world says who lets
    go of his card first. The owner, if he is first, has played: he cannot steal his pile back.
    """
    racing, thief = 0, NOBODY
    for seat in range(seats(t)):
        if target(declared, seat) == victim:
            racing |= 1 << seat
            thief = seat
    if thief == NOBODY:
        return NOBODY
    if target(declared, victim) < 0 and matches_own(t, victim):
        racing |= 1 << victim
    while racing & (racing - 1):
        t.s.racing = racing
        thief = ask(t, NOBODY, FIRST)
        if thief == victim:
            racing &= ~(1 << victim)
            play(t, victim)
            thief = lowest_of(racing)
        else:
            racing = 0
    t.s.racing = 0
    return thief


def lowest_of(who: int) -> int:
    """The lowest seat among bits."""
    seat = 0
    while (who >> seat) & 1 == 0:
        seat += 1
    return seat


def lay_on_piles(t: Table, declared: int) -> None:
    """SW-07. Each thief lays his card face up on the pile that he steals."""
    for seat in range(seats(t)):
        victim = target(declared, seat)
        if victim >= 0:
            t.s.looking &= ~(1 << seat)
            announce(t, STOLEN, seat, look(t, hand(t, seat)) | EVERYBODY_SEES, won(t, victim), won(t, seat))
            t.s.steals += 1
            t.s.stolen_cards += held(t, won(t, victim))
            put_face_up(t, seat, hand(t, seat), 0, won(t, victim))


def take_piles(t: Table, declared: int) -> None:
    """SW-07, SW-10, ruling SW-R8. Every thief puts the pile, its order kept, on top of what is left of his own.

    Piles are taken as they lie when all have declared. So the thief goes first whose own pile nobody takes; where
    there is none, piles are exchanged, and one of them is lifted out of the way.
    """
    away = NOBODY
    while declared:
        thief = NOBODY
        for seat in range(seats(t) - 1, -1, -1):
            if target(declared, seat) >= 0 and not is_stolen(t, declared, seat):
                thief = seat
        if thief == NOBODY:
            thief = first_thief(t, declared)
            away = thief
            t.s.exchanges += 1
            announce(t, EXCHANGED, thief)
            stack(t, won(t, thief), lifted(t))
        victim = target(declared, thief)
        stack(t, lifted(t) if victim == away else won(t, victim), won(t, thief))
        declared &= ~(7 << (3 * thief))


def is_stolen(t: Table, declared: int, victim: int) -> bool:
    for seat in range(seats(t)):
        if target(declared, seat) == victim:
            return True
    return False


def first_thief(t: Table, declared: int) -> int:
    for seat in range(seats(t)):
        if target(declared, seat) >= 0:
            return seat
    return NOBODY


def legal(t: Table, seat: int, question: int, code: int) -> bool:
    """SW-04, SW-06, SW-14, ruling SW-R6."""
    if question == FIRST:
        return (int(t.s.racing) >> code) & 1 == 1
    if question == STEAL:
        return code == PLAY or (code <= seats(t) and may_steal(t, seat, code - 1))
    for depth in range(held(t, pot(t))):
        if look(t, pot(t), depth) == code:
            return True
    return False
