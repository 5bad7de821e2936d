"""Looking at a card, and playing it or stealing with it. Clause ids are those of rulebook.toml."""

from threedown.cards import height
from threedown.games.steal_war.piles import cards_of, deck, hand, lifted, pot, turn_pile_over, won
from threedown.table.layout import EVERYBODY_SEES, NOBODY, Table
from threedown.table.verbs import (
    announce,
    ask,
    held,
    house,
    look,
    put_face_up,
    seats,
    stack,
    take_in_hand,
    turn_up,
)

STOLEN, EXCHANGED, PROTECTED = range(17, 20)

STEAL, FIRST, ON_TOP = range(3)
QUESTIONS = {STEAL: "steal", FIRST: "first", ON_TOP: "top"}
CODES = {STEAL: 5, FIRST: 4, ON_TOP: 54}
"""STEAL: 0 to play, 1 + N to steal the pile of seat N. FIRST: the seat. ON_TOP: the card."""

PLAY = 0


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
            t.s.steals += 1
            t.s.stolen_cards += held(t, won(t, victim))
            put_face_up(t, seat, hand(t, seat), 0, won(t, victim))
            card = look(t, won(t, victim)) | EVERYBODY_SEES
            announce(t, STOLEN, seat, card, hand(t, seat), won(t, victim))


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
