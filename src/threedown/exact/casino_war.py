"""The house's edges in Casino War, exactly: fractions by enumeration over ranks with their multiplicities.

Burned cards and other players' cards do not matter. A shuffled shoe is *exchangeable*: the cards in any four of its
places are distributed as those in the first four. The places of the player's and the house's cards (after three burned
cards, or after the cards of others) change no probability, as long as no bet depends on cards seen. So the enumeration
draws four cards: player, house, and in a war player and house again.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

RANKS = 13
COPIES = 4
"""The cards of each rank in one deck."""
MOST_DECKS = 8
TIE_PAYS = 10
"""The usual odds of the bet on a tie, to 1."""


class Edges(NamedTuple):
    """The house's average gain from a unit bet: from the original bet if every tie goes to ``war`` or to ``surrender``,
    and from the ``tie`` bet."""

    war: Fraction
    surrender: Fraction
    tie: Fraction


class TieChances(NamedTuple):
    """The probability of a tie, and in a war of a second tie and of each side's card being higher."""

    tie: Fraction
    second_tie: Fraction
    house_higher: Fraction
    player_higher: Fraction


def draws(copies: tuple[int, ...]) -> Iterator[tuple[int, Fraction, tuple[int, ...]]]:
    """Yield each rank that may be drawn, its probability, and the copies left; ``copies`` has those of each rank."""
    whole = sum(copies)
    for rank, count in enumerate(copies):
        if count:
            yield rank, Fraction(count, whole), (*copies[:rank], count - 1, *copies[rank + 1 :])


def chances(copies: tuple[int, ...]) -> TieChances:
    """By enumeration of player's card, house's card, and after a tie player's and house's card again.

    ``copies`` gives the cards of each rank in the shoe, lowest first; the last three are conditional on a first tie.

    >>> chances((4,) * 13).tie
    Fraction(1, 17)
    """
    tie = second = house = player = Fraction(0)
    for first, p1, left1 in draws(copies):
        for other, p2, left2 in draws(left1):
            if first != other:
                continue
            tie += p1 * p2
            for mine, p3, left3 in draws(left2):
                for his, p4, _ in draws(left3):
                    here = p1 * p2 * p3 * p4
                    second += here if mine == his else 0
                    house += here if mine < his else 0
                    player += here if mine > his else 0
    if tie == 0:
        return TieChances(tie, second, house, player)
    return TieChances(tie, second / tie, house / tie, player / tie)


def edges_of(copies: tuple[int, ...], tie_bonus: bool = False, tie_pays: int = TIE_PAYS) -> Edges:
    """The edges for a shoe with so many copies of each rank.

    Without a tie the two sides are even, by symmetry, and nothing is kept. In a tie, surrender costs half the bet; war
    costs two bets if the house's card is higher and wins one otherwise. Equal cards win too, and with ``tie_bonus``
    they win two bets. A tie bet wins ``tie_pays`` times as much.
    """
    found = chances(copies)
    second = 2 if tie_bonus else 1
    war = found.tie * (2 * found.house_higher - found.player_higher - second * found.second_tie)
    return Edges(war, found.tie / 2, 1 - found.tie - tie_pays * found.tie)


def edges(decks: int, tie_bonus: bool = False, tie_pays: int = TIE_PAYS) -> Edges:
    """The edges with 1 to 8 decks (or more), each of 52 cards, every round from a shuffled shoe.

    >>> [f"{float(edge):.2%}" for edge in edges(6)]
    ['2.88%', '3.70%', '18.65%']
    >>> [f"{float(edge):.2%}" for edge in edges(6, tie_bonus=True, tie_pays=11)]
    ['2.33%', '3.70%', '11.25%']
    """
    return edges_of((COPIES * decks,) * RANKS, tie_bonus, tie_pays)


def closed_form(decks: int, tie_bonus: bool = False, tie_pays: int = TIE_PAYS) -> Edges:
    """The same edges in closed form, for any number of decks.

    With m = 4·decks cards of each rank among N = 52·decks: the first cards tie with p = (m - 1)/(N - 1); after a tie
    the next tie with q = ((m - 2)(m - 3) + 12 m (m - 1)) / ((N - 2)(N - 3)), else either side is higher with
    (1 - q)/2. War costs p·(2·(1 - q)/2 - (1 - q)/2 - q) = p(1 - 3q)/2, surrender p/2, the tie bet 1 - 11p. The bonus
    gives a bet back in every second tie, so that war costs p(1 - 5q)/2; at 11 to 1 the tie bet costs 1 - 12p.
    War is better than surrender by 3pq/2, with the bonus by 5pq/2, and q > 0 for every m >= 2: so it beats surrender
    for every number of decks.
    """
    m, whole = COPIES * decks, RANKS * COPIES * decks
    p = Fraction(m - 1, whole - 1)
    q = Fraction((m - 2) * (m - 3) + (RANKS - 1) * m * (m - 1), (whole - 2) * (whole - 3))
    return Edges(p * (1 - (5 if tie_bonus else 3) * q) / 2, p / 2, 1 - (tie_pays + 1) * p)
