"""Looking at a card, and playing it or stealing with it. Clause ids are those of rulebook.toml."""

from threedown.cards import height
from threedown.games.steal_war.piles import deck, hand, lifted, pot, turn_pile_over, won
from threedown.table import verbs
from threedown.table.layout import EVERYBODY_SEES, NOBODY, Table
from threedown.table.verbs import announce, ask, held, in_play, look, options, seats
from threedown.table.wars import is_one_seat, lowest_of

STOLEN, EXCHANGED, PROTECTED = range(17, 20)

STEAL, FIRST, ON_TOP = range(3)
QUESTIONS = {STEAL: "steal", FIRST: "first", ON_TOP: "top"}
CODES = {STEAL: 5, FIRST: 4, ON_TOP: 54}
"""STEAL: 0 to play, 1 + N to steal the pile of seat N. FIRST: the seat. ON_TOP: the card."""

PLAY = 0


def look_at_next(t: Table, seat: int) -> None:
    """SW-05, SW-15. A seat takes the top card of its packet and looks at it."""
    turn_pile_over(t, seat)
    verbs.take_in_hand(t, seat, deck(t, seat), hand(t, seat))
    t.s.looking |= 1 << seat
    turn_pile_over(t, seat)


def is_looking(t: Table, seat: int) -> bool:
    return (int(t.s.looking) >> seat) & 1 == 1


def declare(t: Table) -> int:
    """SW-06, SW-14, ruling SW-R5. Each seat that looks at a card declares a theft or plays, unseen by the others.

    Seats that can only play are asked too, since their cards must stay unknown. Returns the answers, three bits a seat.
    """
    return verbs.ask_all(t, who_declares(t), STEAL, 3)


def declare_but(t: Table, seat: int, code: int) -> int:
    """As :func:`declare`, where one seat has answered already."""
    return code << (3 * seat) | verbs.ask_all(t, who_declares(t) & ~(1 << seat), STEAL, 3)


def who_declares(t: Table) -> int:
    """The seats that are asked, a bit each."""
    asked = 0
    for seat in range(seats(t)):
        asked |= might_steal(t, seat) << seat
    return asked


def target(declared: int, seat: int) -> int:
    """The seat whose pile a seat steals, NOBODY if none."""
    return ((declared >> (3 * seat)) & 7) - 1


def might_steal(t: Table, seat: int) -> bool:
    """True if a seat could steal with the card that it looks at, as far as the others know."""
    if not is_looking(t, seat) or has_stolen_enough(t, seat):
        return False
    for victim in range(seats(t)):
        if victim != seat and lies_open(t, victim):
            return True
    return False


def has_stolen_enough(t: Table, seat: int) -> bool:
    """SW-08, SW-09. With two players, a seat that has stolen must play the next card."""
    return in_play(t) == 2 and not options(t).two_may_steal_again and (int(t.s.stole) >> seat) & 1 == 1


def lies_open(t: Table, victim: int) -> bool:
    """SW-17. True if a seat has a pile that it has not protected."""
    return held(t, won(t, victim)) > 0 and (int(t.s.protected) >> victim) & 1 == 0


def matches(t: Table, seat: int, victim: int) -> bool:
    """SW-06, SW-17. True if the card that a seat looks at has the rank of the top of a pile, even its own."""
    return held(t, won(t, victim)) > 0 and height(look(t, hand(t, seat))) == height(look(t, won(t, victim)))


def let_go(t: Table, declared: int) -> int:
    """SW-06..10, SW-13, SW-17. The declarations happen: first the cards are played, then the thefts.

    Returns the thieves, a bit each: they look at their next cards. A thief who was not first keeps the card.
    """
    waiting = 0
    for seat in range(seats(t)):
        if is_looking(t, seat) and target(declared, seat) < 0:
            if may_steal_back(t, declared, seat):
                waiting |= 1 << seat
            else:
                play(t, seat)
    declared = without_foiled(t, declared)
    for victim in range(seats(t)):
        first = first_to(t, declared, victim, waiting)
        for seat in range(seats(t)):
            if seat != first and target(declared, seat) == victim:
                declared &= ~(7 << (3 * seat))
    lay_on_piles(t, declared)
    take_piles(t, declared)
    thieves = 0
    for seat in range(seats(t)):
        thieves |= (target(declared, seat) >= 0) << seat
    return thieves


def play(t: Table, seat: int) -> None:
    """SW-13, SW-17. A seat lets go of its card, and cannot steal with it any more; one that matches its own pile
    protects that."""
    protects = options(t).protect_own_match and matches(t, seat, seat)
    t.s.looking &= ~(1 << seat)
    verbs.turn_up(t, seat, hand(t, seat), pot(t))
    if protects:
        t.s.protected |= 1 << seat
        announce(t, PROTECTED, seat)


def without_foiled(t: Table, declared: int) -> int:
    """SW-17, SW-18. A thief whose target is now protected plays the card instead."""
    for seat in range(seats(t)):
        victim = target(declared, seat)
        if victim >= 0 and not lies_open(t, victim):
            declared &= ~(7 << (3 * seat))
            t.s.foiled += 1
            play(t, seat)
    return declared


def may_steal_back(t: Table, declared: int, seat: int) -> bool:
    """Ruling SW-R7. Without protection: whether a pile is to be stolen whose owner plays, and might steal it back."""
    return not options(t).protect_own_match and is_stolen(t, declared, seat) and not has_stolen_enough(t, seat)


def first_to(t: Table, declared: int, victim: int, waiting: int) -> int:
    """Rulings SW-R6, SW-R7. The seat that steals a seat's pile, NOBODY if none does.

    Of several thieves, and the owner if they are among the ``waiting``, the world decides who lets go of a card first.
    An owner who is first has played: they cannot steal their pile back.
    """
    racing = 0
    for seat in range(seats(t)):
        racing |= (target(declared, seat) == victim) << seat
    if racing == 0:
        return NOBODY
    racing |= waiting & (1 << victim)
    while not is_one_seat(racing):
        t.s.racing = racing
        first = ask(t, NOBODY, FIRST)
        if first == victim:
            racing &= ~(1 << victim)
            play(t, victim)
        else:
            racing = 1 << first
    t.s.racing = 0
    return lowest_of(racing)


def lay_on_piles(t: Table, declared: int) -> None:
    """SW-07. Each thief lays their card face up on the pile that they steal."""
    for seat in range(seats(t)):
        victim = target(declared, seat)
        if victim >= 0:
            t.s.looking &= ~(1 << seat)
            t.s.stole |= 1 << seat
            t.s.steals += 1
            t.s.stolen_cards += held(t, won(t, victim))
            verbs.put_face_up(t, seat, hand(t, seat), 0, won(t, victim))
            card = look(t, won(t, victim)) | EVERYBODY_SEES
            announce(t, STOLEN, seat, card, hand(t, seat), won(t, victim))


def take_piles(t: Table, declared: int) -> None:
    """SW-07, SW-10, ruling SW-R8. Every thief puts the pile, its order kept, on top of the rest of their own.

    Piles are taken as they lie after all declarations. So a thief whose own pile nobody takes goes first; if there is
    none, piles are exchanged, and one of them is lifted out of the way.
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
            verbs.stack(t, won(t, thief), lifted(t))
        victim = target(declared, thief)
        verbs.stack(t, lifted(t) if victim == away else won(t, victim), won(t, thief))
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
        victim = code - 1
        open_to_it = 0 <= victim < seats(t) and victim != seat and lies_open(t, victim)
        return code == PLAY or (open_to_it and matches(t, seat, victim))
    for depth in range(held(t, pot(t))):
        if look(t, pot(t), depth) == code:
            return True
    return False
