"""Duels: scenarios that are settled by drawing. Each returns the seat that wins, NOBODY if the game is over."""

from threedown.cards import ACE, JACK, KING, QUEEN, height, suit
from threedown.games.blitzkrieg.drawing import both_can_lay, can_lay, draw, draw_to, win_bonus
from threedown.games.blitzkrieg.events import BEST, BOMB, BOMBED, TOTAL
from threedown.games.blitzkrieg.options import REGULAR_BATTLE
from threedown.games.blitzkrieg.scenarios import A_BOMB, is_red, value
from threedown.table.layout import NOBODY, Table
from threedown.table.packets import cards_of, pot
from threedown.table.verbs import announce, end_game, is_over, options

LETTERS = (5, 8, 6, 6)
"""BK-162. Clubs, Diamonds, Hearts, Spades."""


def halfsies(t: Table, lower: int) -> int:
    """BK-030..032. The lower card wins, and the top card of the other deck with it."""
    win_bonus(t, lower, 1)
    return NOBODY if is_over(t) else lower


def assassinate_the_king(t: Table, assassin: int, chances: int) -> int:
    """BK-076..080. This many chances to draw an ace."""
    for _ in range(chances):
        card = draw(t, assassin)
        if card == NOBODY:
            return NOBODY
        if height(card) == ACE:
            return assassin
    return 1 - assassin


def helen_of_troy(t: Table, defender: int, number: int) -> int:
    """BK-082..088. As many cards face up as the number says; the best of them meets one final draw."""
    if not can_lay(t, defender, number + 1):
        return NOBODY
    best = draw(t, defender)
    for _ in range(number - 1):
        card = NOBODY if best == NOBODY else draw(t, defender)
        if card == NOBODY:
            return NOBODY
        if height(card) > height(best):
            best = card
    if best == NOBODY:
        return NOBODY
    announce(t, BEST, defender, numbers=(best,))
    final = draw(t, defender)
    if final == NOBODY:
        return NOBODY
    return defender if height(final) > height(best) else 1 - defender


def over_the_wall(t: Table, climber: int) -> int:
    """BK-128..131. Three chances to draw a three; each nine gives three more (ruling BK-R24)."""
    chances = 3
    while chances > 0:
        card = draw(t, climber)
        if card == NOBODY:
            return NOBODY
        if height(card) == 3:
            return climber
        chances += 2 if height(card) == 9 else -1
    return 1 - climber


def forty_or_bust(t: Table, five: int) -> int:
    """BK-149..153. Five cards must add up to forty; the excess is won from the other deck."""
    if not can_lay(t, five, 5):
        return NOBODY
    total = draw_sum(t, five, 5)
    if is_over(t):
        return NOBODY
    announce(t, TOTAL, five, numbers=(total,))
    if total < 40:
        return 1 - five
    if total > 40:
        win_bonus(t, five, total - 40)
    return NOBODY if is_over(t) else five


def draw_sum(t: Table, seat: int, cards: int) -> int:
    """The sum of this many cards, drawn one after the other; of no use once the game is over."""
    total = 0
    for _ in range(cards):
        if not is_over(t):
            card = draw(t, seat)
            if card != NOBODY:
                total += value(card)
    return total


def sums(t: Table, first: int, second: int) -> tuple[int, int]:
    """The sums of this many cards of seat 0 and of seat 1, drawn in lockstep."""
    total, other = 0, 0
    if both_can_lay(t, first, second):
        for place in range(max(first, second)):
            if place < first:
                total += draw_sum(t, 0, 1)
            if place < second:
                other += draw_sum(t, 1, 1)
    if not is_over(t):
        announce(t, TOTAL, 0, numbers=(total,))
        announce(t, TOTAL, 1, numbers=(other,))
    return total, other


def spell_it_out(t: Table, ten: int, first: int, second: int) -> int:
    """BK-162..165. A card for each letter of the suit of the seat's card; a tie is the ten's (ruling BK-R19)."""
    total, other = sums(t, LETTERS[suit(first)], LETTERS[suit(second)])
    if is_over(t):
        return NOBODY
    if total == other:
        return ten
    return 0 if total > other else 1


def royal_quarrel(t: Table, king: int, card: int) -> int:
    """BK-105..107. Two more cards from each, until three or four of four are of one colour; ``card`` is the king."""
    while both_can_lay(t, 2, 2):
        red = 0
        for _ in range(2):
            for seat in range(2):
                drawn = draw(t, seat)
                if drawn == NOBODY:
                    return NOBODY
                red += is_red(drawn)
        if red != 2:
            return king if (red > 2) == is_red(card) else 1 - king
    return NOBODY


def foxhole(t: Table, higher: int, card: int, other: int) -> int:
    """BK-133..140. The higher card wins; the rank between the two, drawn next, brings a bonus."""
    wanted = QUEEN if height(other) == JACK else KING
    drawn = draw(t, higher)
    if drawn == NOBODY:
        return NOBODY
    bonus = 0
    if height(drawn) == wanted:
        royal = suit(card) == suit(other)
        bonus = 10 if not royal else 20 if suit(drawn) == suit(card) else int(options(t).royal_offsuit)
    if bonus > 0:
        win_bonus(t, higher, bonus)
    return NOBODY if is_over(t) else higher


def may_bomb(t: Table) -> bool:
    """BK-170, ruling BK-R15. In a nested battle nobody may be down to one card."""
    return int(t.s.depth) == 0 or min(cards_of(t, 0), cards_of(t, 1)) > 1


def a_bomb(t: Table, bomber: int) -> int:
    """BK-167..169, BK-178. An ace on top of the other deck wins the whole game, from any depth."""
    card = draw_to(t, bomber, 1 - bomber, pot(t))
    if card == NOBODY:
        return NOBODY
    if height(card) == ACE:
        announce(t, BOMB, bomber)
        t.s.wins[A_BOMB] += 1
        t.s.turn_winner = NOBODY
        end_game(t, 1 << bomber, BOMBED)
        return NOBODY
    return bomber if options(t).abomb_fail == REGULAR_BATTLE else 1 - bomber
