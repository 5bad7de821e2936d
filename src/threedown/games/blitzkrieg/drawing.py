"""Drawing: the card that is needed, no card to draw, and Diplomats."""

from threedown.cards import JOKER, height
from threedown.games.blitzkrieg import events
from threedown.table import verbs
from threedown.table.layout import NOBODY, Table
from threedown.table.packets import cards_of, deck, lay_next_down, pot, refill, removed
from threedown.table.trades import lay_under
from threedown.table.verbs import announce, ask, is_over, look


def field(t: Table, seat: int) -> int:
    """The three cards of a peace treaty."""
    return 7 + seat


def hand(t: Table, seat: int) -> int:
    """The five cards of a Cold War."""
    return 9 + seat


def table(t: Table) -> int:
    """Rows of face-down cards, and cards that wait for their battle."""
    return 11


# Running out of cards


def can_lay(t: Table, seat: int, cards: int) -> bool:
    """BK-174, ruling BK-R07. True if a seat has so many cards; if it has not, it has lost the game at once."""
    if cards_of(t, seat) >= cards:
        return True
    run_out(t, 1 << seat)
    return False


def both_can_lay(t: Table, first: int, second: int) -> bool:
    """BK-174, ruling BK-R07. The same for both seats in one step; if both lack cards, the game is a draw."""
    if cards_of(t, 0) >= first and cards_of(t, 1) >= second:
        return True
    run_out(t, (1 if cards_of(t, 0) < first else 0) | (2 if cards_of(t, 1) < second else 0))
    return False


def run_out(t: Table, lacking: int) -> None:
    """The game ends in mid-turn: the seats ``lacking`` (a bit each) have no card to go on with."""
    t.s.turn_winner = NOBODY
    for seat in range(2):
        if (lacking >> seat) & 1:
            announce(t, events.RUNS_OUT, seat)
        if lacking == 1 << seat:
            verbs.drop_out(t, seat)
    verbs.end_game(t, 3 & ~lacking, events.NOBODY_LEFT if lacking == 3 else events.SHORT_OF_CARDS)


# Drawing


def draw(t: Table, seat: int) -> int:
    """A seat turns up its next card onto the pot. Returns its number, NOBODY if the game is over."""
    return draw_to(t, seat, seat, pot(t))


def draw_to(t: Table, seat: int, owner: int, target: int) -> int:
    """A seat turns up the next card of ``owner``. Returns its number, NOBODY if the game is over."""
    card = turn_up_any(t, seat, owner, target)
    return draw_again(t, seat, owner, target) if height(card) == JOKER else card


def turn_up_any(t: Table, seat: int, owner: int, target: int) -> int:
    """The same, where a Diplomat is a card like others."""
    if not can_lay(t, owner, 1):
        return NOBODY
    refill(t, owner)
    return verbs.turn_up(t, seat, deck(t, owner), target)


def draw_again(t: Table, seat: int, owner: int, target: int) -> int:
    """BK-125. A Diplomat that was turned up is set aside with a treaty, and another card turned up."""
    high = JOKER
    card = NOBODY
    while high == JOKER:
        set_aside(t, seat, target)
        peace_treaty(t)
        card = NOBODY if is_over(t) else turn_up_any(t, seat, owner, target)
        high = height(card)
    return card


def draw_in_hand(t: Table, seat: int) -> int:
    """BK-096. A seat takes its next card into its hand. Returns its number, NOBODY if the game is over."""
    while can_lay(t, seat, 1):
        refill(t, seat)
        card = verbs.take_in_hand(t, seat, deck(t, seat), hand(t, seat))
        if height(card) != JOKER:
            return card
        set_aside(t, seat, hand(t, seat))
        peace_treaty(t)
        if is_over(t):
            return NOBODY
    return NOBODY


def lay_row(t: Table, seat: int, cards: int) -> None:
    """A seat lays its next cards face down in a row. It must have them."""
    for _ in range(cards):
        refill(t, seat)
        verbs.lay_face_down(t, seat, deck(t, seat), table(t))


def win_bonus(t: Table, winner: int, cards: int) -> None:
    """Rulings BK-R13, BK-R18. Cards of the other deck go unseen to the pot; a player with too few has lost."""
    loser = 1 - winner
    there = min(cards, cards_of(t, loser))
    for _ in range(there):
        lay_next_down(t, loser)
    if there < cards:
        run_out(t, 1 << loser)
    else:
        announce(t, events.BONUS, winner, numbers=(cards,))


# Diplomats


def set_aside(t: Table, seat: int, pile: int, depth: int = 0) -> None:
    """BK-116. The Diplomat ``depth`` below the top of a pile leaves the game."""
    announce(t, events.DIPLOMAT_SHOWS, seat)
    verbs.put_face_up(t, seat, pile, depth, removed(t))


def peace_treaty(t: Table) -> None:
    """BK-118, BK-119, ruling BK-R22. Three cards each change hands; a Diplomat among them brings a further treaty."""
    due = 1
    while due > 0 and not is_over(t):
        t.s.treaties += 1
        due += lay_treaty_cards(t) - 1
        if not is_over(t):
            exchange(t)


def lay_treaty_cards(t: Table) -> int:
    """BK-118. Both draw three, in lockstep; returns how many Diplomats were among them."""
    found = 0
    if not both_can_lay(t, 3, 3):
        return found
    announce(t, events.TREATY_HELD)
    for _ in range(3):
        for seat in range(2):
            high = JOKER
            while high == JOKER:
                if not can_lay(t, seat, 1):
                    return found
                refill(t, seat)
                high = height(verbs.turn_up(t, seat, deck(t, seat), field(t, seat)))
                if high == JOKER:
                    set_aside(t, seat, field(t, seat))
                    found += 1
    return found


def exchange(t: Table) -> None:
    """BK-119..122. The groups change hands, unless the one whose card makes a match takes all six."""
    claimer = match(t)
    if claimer != NOBODY and ask(t, claimer, events.CLAIM) == events.TAKE_SIX:
        announce(t, events.CLAIMS, claimer)
        lay_under(t, field(t, claimer), deck(t, claimer), 3)
        lay_under(t, field(t, 1 - claimer), deck(t, claimer), 3)
    else:
        announce(t, events.EXCHANGES)
        for seat in range(2):
            lay_under(t, field(t, seat), deck(t, 1 - seat), 3)


def match(t: Table) -> int:
    """BK-120..122, ruling BK-R21. The first whose card equals one that the other drew before it, NOBODY for none.

    A match that both complete with the same draw decides nothing.
    """
    for place in range(1, 3):
        completed = 0
        for seat in range(2):
            mine = height(look(t, field(t, seat), 2 - place))
            for earlier in range(place):
                if height(look(t, field(t, 1 - seat), 2 - earlier)) == mine:
                    completed |= 1 << seat
        if completed == 1 or completed == 2:
            return completed - 1
    return NOBODY
