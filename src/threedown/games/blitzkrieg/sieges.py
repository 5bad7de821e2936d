"""Sieges: scenarios with rows of cards and calls for troops. Each returns the winner, NOBODY if the game is over."""

from threedown.cards import JOKER, TEN, height, suit
from threedown.games.blitzkrieg import events
from threedown.games.blitzkrieg.drawing import can_lay, draw, lay_row, peace_treaty, set_aside, table
from threedown.games.blitzkrieg.scenarios import in_sequence, is_red, value
from threedown.table.layout import NOBODY, Table
from threedown.table.packets import lay_next_down, pot
from threedown.table.trades import lay_on, turn_over
from threedown.table.verbs import announce, ask, is_over

ALL_RANKS = (1 << 13) - 1


# Battalion


def battalion(t: Table, caller: int, first: int, second: int) -> int:
    """BK-035..046. The smaller card may call for troops; then both must, until one draws the opposite colour.

    ``first`` and ``second`` are the cards of seat 0 and seat 1. Totals add up (ruling BK-R26).
    """
    t.s.troops[0] = value(first)
    t.s.troops[1] = value(second)
    winner = 1 - caller
    if ask(t, caller, events.DEFEND) == events.CALL_TROOPS:
        announce(t, events.DEFENDS, caller)
        winner = call_troops(t, caller, first)
    else:
        announce(t, events.SURRENDERS, caller)
    t.s.troops[0] = 0
    t.s.troops[1] = 0
    return winner


def call_troops(t: Table, caller: int, original: int) -> int:
    """BK-036..044. The seat behind draws until its total is greater, or the colour wrong. Returns the winner."""
    while True:
        card = draw(t, caller)
        if card == NOBODY:
            return NOBODY
        if is_red(card) != is_red(original):
            announce(t, events.WRONG_COLOUR, caller)
            return 1 - caller
        if suit(card) == suit(original) and value(card) <= 10:
            t.s.troops[caller] += value(card)
            announce(t, events.TROOPS, caller, numbers=(int(t.s.troops[caller]),))
            if t.s.troops[caller] > t.s.troops[1 - caller]:
                caller = 1 - caller


# Crossing the Delaware


def crossing_the_delaware(t: Table, advantaged: int, low: int, high: int) -> int:
    """BK-052..065, rulings BK-R10, BK-R11. Two cards must play; then the other crosses, at the cost of cards."""
    if not can_lay(t, advantaged, 2):
        return NOBODY
    first = draw(t, advantaged)
    second = NOBODY if first == NOBODY else draw(t, advantaged)
    if second == NOBODY:
        return NOBODY
    run = rank_bit(low) | rank_bit(high)
    plays_at_all = plays(run, first) or plays(run, second) or in_sequence(first, second)
    if not plays_at_all:
        announce(t, events.STAYS_ASHORE, advantaged)
        return 1 - advantaged
    if in_sequence(first, second):
        run |= rank_bit(first) | rank_bit(second)
    run = joined(joined(run, first), second)
    announce(t, events.CROSSES, 1 - advantaged)
    return cross(t, 1 - advantaged, run)


def cross(t: Table, loser: int, run: int) -> int:
    """BK-058..064. The loser draws until two cards in a row do not play, or all ranks lie there. Returns the winner."""
    missed = 0
    while missed < 2 and run != ALL_RANKS:
        card = draw(t, loser)
        if card == NOBODY:
            return NOBODY
        missed = 0 if plays(run, card) else missed + 1
        run = joined(run, card)
    announce(t, events.LANDS, loser, numbers=(missed,))
    return 1 - loser


def rank_bit(card: int) -> int:
    return 1 << (value(card) - 1)


def reach(run: int) -> int:
    """BK-053..055, BK-064, BK-065. The ranks played and those next to one of them; king and ace are neighbours."""
    return run | (run << 1) | (run >> 1) | (run >> 12) | ((run & 1) << 12)


def plays(run: int, card: int) -> bool:
    """True if a rank is within reach."""
    return reach(run) & rank_bit(card) != 0


def joined(run: int, card: int) -> int:
    """The ranks played, with that of a card if it plays."""
    return run | (reach(run) & rank_bit(card))


# Rows of face-down cards


def napoleon(t: Table, defender: int, number: int, jack: int) -> int:
    """BK-068..073. As many cards face down as the number says; the one turned over must be of the suit of the jack."""
    if not can_lay(t, defender, number):
        return NOBODY
    lay_row(t, defender, number)
    card = flip_one(t, defender, number)
    if card == NOBODY:
        return NOBODY
    lay_on(t, defender, table(t), pot(t), number)
    return defender if suit(card) == suit(jack) else 1 - defender


def against_the_clock(t: Table, two: int) -> int:
    """BK-142..148. Ten hours face down, a last card, and the hour turned over that it must beat."""
    if not can_lay(t, two, 11):
        return NOBODY
    lay_row(t, two, 10)
    final = draw(t, two)
    if final == NOBODY:
        return NOBODY
    hour = flip_one(t, two, 10)
    if hour == NOBODY:
        return NOBODY
    lay_on(t, two, table(t), pot(t), 10)
    return two if height(final) > height(hour) else 1 - two


def flip_one(t: Table, seat: int, cards: int) -> int:
    """BK-069, BK-144, ruling BK-R34. A seat turns over one of its row; returns its number, NOBODY if the game is over.

    For a Diplomat there is a treaty; another card is laid at the end of the row, and the seat chooses again.
    """
    t.s.row = cards
    card = NOBODY
    while card == NOBODY:
        depth = cards - 1 - ask(t, seat, events.FLIP)
        card = turn_over(t, seat, table(t), depth)
        if height(card) == JOKER:
            card = NOBODY
            set_aside(t, seat, table(t), depth)
            peace_treaty(t)
            if is_over(t) or not can_lay(t, seat, 1):
                break
            lay_row(t, seat, 1)
    t.s.row = 0
    return card


def last_stand(t: Table, seven: int) -> int:
    """BK-154..158. Eight cards go to the pot unseen; the next must be a jack or higher."""
    if not can_lay(t, seven, 9):
        return NOBODY
    for _ in range(8):
        lay_next_down(t, seven)
    card = draw(t, seven)
    if card == NOBODY:
        return NOBODY
    return seven if height(card) > TEN else 1 - seven
