"""A small 31, solved: two players, one life, the kings and aces of four suits, a draw after a few turns.

Three cards each, one lies open, one is the stock; everything else follows the default rules of Blitz (31): a player
knocks, or draws from the stock (if it is empty, the discards but the top one are shuffled) or takes the top discard,
and discards one of four cards. The lower hand at the showdown loses; if the hands are equal, the knocker wins. 31
cannot be reached.

The tree holds everything that can happen. A player decides by *information*: their hand, and the cards that both have
seen; exchanged suits change nothing, so pieces of information that differ only in them are one. It is solved by
counterfactual regret minimisation, with regrets kept above zero and later rounds weighing more (CFR+, Tammelin 2014),
and its distance from a solution is exact: the gain of each player's best response.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise, permutations
from typing import Any, NamedTuple

import numpy as np

SUITS, RANKS = 4, 2
CARDS = RANKS * SUITS
"""A card is rank * SUITS + suit."""
HAND = 3
STOCK, TAKE, KNOCK = range(3)
"""Answers to the first question of a turn; to the second they are places among the four cards."""
MOST = HAND + 1
NOBODY = -1
TURNS, MOST_TURNS = 3, 4
ROUNDS = 200
DRAW = 0.5

Worth = Callable[[tuple[int, ...]], int]
"""The value of three cards."""


class SeenTable(NamedTuple):
    """The information of a player: one of all that differ only in suits."""

    hand: tuple[int, ...]
    """In order; after a draw the fourth is the card that was drawn."""
    shown: tuple[int, ...]
    """The first open card, and all that were discarded since."""
    ways: tuple[int, ...]
    """The move of each turn so far: STOCK, TAKE or KNOCK."""
    took: bool
    """Of four cards: whether the fourth is the top discard."""


class Way(NamedTuple):
    """A way to what is seen, in the same names of the cards."""

    dealt: tuple[tuple[int, ...], tuple[int, ...]]
    drawn: tuple[int, ...]
    """The card of each draw so far, in order; with it, and what is seen, all is told."""


class Tree(NamedTuple):
    """All that can happen, node by node, parents before their children. An edge is a choice or a card that is drawn."""

    levels: list[slice]
    """Nodes as far from the root as one another."""
    parent: Any
    choice: Any
    """By node: the number of the choice that leads there, NOBODY where it is a card."""
    chance: Any
    """By node: how likely the card is that leads there, 1 for a choice."""
    share: Any
    """By node that ends a game: the first player's share."""
    seen: dict[SeenTable, int]
    """By information: the number of its first choice."""
    ways: list[Way]
    """A way to each of those, in the same order."""
    player: Any
    """By choice: whose it is."""
    first: Any
    """By choice: the number of the first at the same question."""


def relabelled(card: int, suits: Sequence[int]) -> int:
    """A card of another suit."""
    return card - card % SUITS + suits[card % SUITS]


SUITS_EXCHANGED = [[relabelled(card, suits) for card in range(CARDS)] for suits in permutations(range(SUITS))]


class _Grown:
    """A tree in growth."""

    def __init__(self, worth: Worth, turns: int) -> None:
        self.worth, self.turns = worth, turns
        self.seen: dict[SeenTable, int] = {}
        self.ways: list[Way] = []
        self.player: list[int] = []
        self.first: list[int] = []
        self.parent, self.choice, self.chance, self.share, self.depth = [NOBODY], [NOBODY], [1.0], [0.0], [0]

    def node(self, parent: int, choice: int, chance: float) -> int:
        self.parent.append(parent)
        self.choice.append(choice)
        self.chance.append(chance)
        self.share.append(0.0)
        self.depth.append(self.depth[parent] + 1)
        return len(self.parent) - 1

    def choices(self, seen: SeenTable, names: Sequence[int], lying: "_Lying", count: int) -> int:
        """The number of the first of so many choices of who plays, and sees this by these names of the cards."""
        player = lying.played % 2
        if seen not in self.seen:
            mine, other = (tuple(names[card] for card in hand) for hand in lying.dealt)
            self.ways.append(Way((mine, other), tuple(names[card] for card in lying.drawn)))
            self.seen[seen] = len(self.player)
            self.first += [len(self.player)] * count
            self.player += [player] * count
        return self.seen[seen]

    def turn(self, at: int, lying: "_Lying") -> None:
        """One player's turn, and all that follows it."""
        player = lying.played % 2
        own = lying.hands[player]
        if lying.knocker == player:
            self.share[at] = self.settled(lying)
        elif lying.played == self.turns:
            self.share[at] = DRAW
        else:
            stock = lying.stock or lying.discards[:-1]
            seen, names = as_seen(own, lying, False)
            menu = [STOCK] * bool(stock) + [TAKE] + [KNOCK] * (lying.knocker == NOBODY)
            number = self.choices(seen, names, lying, len(menu))
            for place, answer in enumerate(menu):
                there = self.node(at, number + place, 1.0)
                if answer == KNOCK:
                    self.turn(there, lying._replace(knocker=player, played=lying.played + 1, ways=(*lying.ways, KNOCK)))
                elif answer == TAKE:
                    self.discard(there, lying._replace(discards=lying.discards[:-1]), lying.discards[-1], TAKE)
                else:
                    discards = lying.discards if lying.stock else lying.discards[-1:]
                    for card in stock:
                        rest = tuple(other for other in stock if other != card)
                        drawn = self.node(there, NOBODY, 1 / len(stock))
                        self.discard(drawn, lying._replace(stock=rest, discards=discards), card, STOCK)

    def discard(self, at: int, lying: "_Lying", drawn: int, way: int) -> None:
        """The second half of a turn."""
        player = lying.played % 2
        four = (*lying.hands[player], drawn)
        lying = lying._replace(drawn=(*lying.drawn, drawn))
        seen, names = as_seen(four, lying, way == TAKE)
        number = self.choices(seen, names, lying, MOST)
        for card in four:
            there = self.node(at, number + seen.hand.index(names[card]), 1.0)
            kept = tuple(other for other in four if other != card)
            hands = (kept, lying.hands[1]) if player == 0 else (lying.hands[0], kept)
            self.turn(
                there,
                lying._replace(
                    hands=hands,
                    discards=(*lying.discards, card),
                    shown=(*lying.shown, card),
                    ways=(*lying.ways, way),
                    played=lying.played + 1,
                ),
            )

    def settled(self, lying: "_Lying") -> float:
        """Return the first player's share after a showdown."""
        mine, other = (self.worth(hand) for hand in lying.hands)
        return float(mine > other or (mine == other and lying.knocker == 0))


class _Lying(NamedTuple):
    """The places of the cards, and the cards that both have seen."""

    dealt: tuple[tuple[int, ...], tuple[int, ...]]
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    stock: tuple[int, ...]
    discards: tuple[int, ...]
    shown: tuple[int, ...]
    """The first open card, and what was discarded since."""
    ways: tuple[int, ...] = ()
    played: int = 0
    knocker: int = NOBODY
    drawn: tuple[int, ...] = ()


def as_seen(hand: tuple[int, ...], lying: _Lying, took: bool) -> tuple[SeenTable, list[int]]:
    """Return a player's information, in the least of all names for the suits, and the name of each card there."""
    best: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    best_names: list[int] = []
    for names in SUITS_EXCHANGED:
        shown = tuple([names[card] for card in lying.shown])
        if best is None or shown <= best[0]:
            held = (*sorted(names[card] for card in hand[:HAND]), *(names[card] for card in hand[HAND:]))
            if best is None or (shown, held) < best:
                best, best_names = (shown, held), names
    assert best is not None
    return SeenTable(best[1], best[0], lying.ways, took), best_names


def deals() -> Iterator[tuple[float, _Lying]]:
    """Return the probability of each deal, of those that differ in more than suits."""
    found: dict[Any, list[Any]] = {}
    for mine in combinations(range(CARDS), HAND):
        left = [card for card in range(CARDS) if card not in mine]
        for other in combinations(left, HAND):
            for top in left:
                if top not in other:
                    same = min(
                        (sorted(names[card] for card in mine), sorted(names[card] for card in other), names[top])
                        for names in SUITS_EXCHANGED
                    )
                    stock = tuple(card for card in left if card != top and card not in other)
                    found.setdefault(str(same), [0, _Lying((mine, other), (mine, other), stock, (top,), (top,))])[
                        0
                    ] += 1
    whole = sum(count for count, _ in found.values())
    for count, lying in found.values():
        yield count / whole, lying


def tree(worth: Worth, turns: int = TURNS) -> Tree:
    """The tree of the small 31, a draw after so many turns."""
    grown = _Grown(worth, turns)
    for chance, lying in deals():
        grown.turn(grown.node(0, NOBODY, chance), lying)
    order = np.argsort(grown.depth, kind="stable")
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    depth = np.array(grown.depth)[order]
    ends = np.searchsorted(depth, np.arange(depth[-1] + 2))
    parent = np.array(grown.parent)[order]
    return Tree(
        [slice(int(low), int(high)) for low, high in pairwise(ends)],
        np.where(parent < 0, NOBODY, place[parent]),
        np.array(grown.choice)[order],
        np.array(grown.chance)[order],
        np.array(grown.share)[order],
        grown.seen,
        grown.ways,
        np.array(grown.player),
        np.array(grown.first),
    )


# Playing it


def evenly(small: Tree) -> Any:
    """By choice, how likely it is made by who picks any: the weakest way to play."""
    return 1 / np.bincount(small.first, minlength=len(small.first))[small.first]


def edges(small: Tree, play: Any, players: tuple[int, ...] = (0, 1), chance: bool = True) -> Any:
    """By node, how likely the edge is that leads there; 1 for the choices of any but these players."""
    likely = small.chance.copy() if chance else np.ones(len(small.chance))
    chosen = np.flatnonzero(small.choice >= 0)
    chosen = chosen[np.isin(small.player[small.choice[chosen]], players)]
    likely[chosen] = play[small.choice[chosen]]
    return likely


def reached(small: Tree, edge: Any) -> Any:
    """By node, the product of all edges that lead there."""
    likely = np.ones(len(edge))
    for level in small.levels[1:]:
        likely[level] = likely[small.parent[level]] * edge[level]
    return likely


def shares(small: Tree, play: Any) -> Any:
    """Return by node the first player's share from there on."""
    share, edge = small.share.copy(), edges(small, play)
    for level in reversed(small.levels[1:]):
        start, stop = _span(small, level)
        share[start:stop] += np.bincount(small.parent[level] - start, edge[level] * share[level], stop - start)
    return share


def _span(small: Tree, level: slice) -> tuple[int, int]:
    """Among which nodes the parents of a level are."""
    parents = small.parent[level]
    return int(parents[0]), int(parents[-1]) + 1


def value(small: Tree, play: Any) -> float:
    """Return the first player's share of the game on average."""
    return float(shares(small, play)[0])


def response(small: Tree, play: Any, player: int) -> Any:
    """``play``, but that a player answers it as well as can be."""
    likely, best = reached(small, edges(small, play, (1 - player,))), play.copy()
    share, sign = small.share.copy(), 1 - 2 * player
    for level in reversed(small.levels[1:]):
        start, stop = _span(small, level)
        choice = small.choice[level]
        own = np.flatnonzero((choice >= 0) & (small.player[choice] == player))
        if len(own):
            nodes = own + level.start
            worth = np.full(len(play), -np.inf)
            gained = np.bincount(choice[own], sign * likely[nodes] * share[nodes], len(play))
            worth[choice[own]] = gained[choice[own]]
            most = np.full(len(play), -np.inf)
            np.maximum.at(most, small.first, worth)
            here = np.unique(choice[own])
            is_best = worth[here] == most[small.first[here]]
            best[here] = 0.0
            _, once = np.unique(small.first[here[is_best]], return_index=True)
            best[here[is_best][once]] = 1.0
        edge = np.where(choice >= 0, best[choice], small.chance[level])
        share[start:stop] += np.bincount(small.parent[level] - start, edge * share[level], stop - start)
    return best


def solved(small: Tree, rounds: int = ROUNDS, tell: Callable[[int], None] | None = None) -> Any:
    """Next to a solution: by choice, how likely it is made. ``tell`` hears of each round."""
    regret, total = np.zeros(len(small.player)), np.zeros(len(small.player))
    chosen = np.flatnonzero(small.choice >= 0)
    choice, parent = small.choice[chosen], small.parent[chosen]
    whose = small.player[choice]
    even = evenly(small)
    play = even.copy()
    for number in range(1, rounds + 1):
        for player in (0, 1):
            share = shares(small, play)
            others = reached(small, edges(small, play, (1 - player,)))
            mine = whose == player
            more = (1 - 2 * player) * others[parent[mine]] * (share[chosen[mine]] - share[parent[mine]])
            regret = np.maximum(regret + np.bincount(choice[mine], more, len(regret)), 0.0)
            whole = np.bincount(small.first, regret, len(regret))[small.first]
            now = np.divide(regret, whole, out=even.copy(), where=whole > 0)
            play = np.where(small.player == player, now, play)
        own = np.where(
            whose == 0,
            *(reached(small, edges(small, play, (player,), chance=False))[parent] for player in (0, 1)),
        )
        total += number * play * np.bincount(choice, own, len(total))
        if tell:
            tell(number)
    whole = np.bincount(small.first, total, len(total))[small.first]
    return np.divide(total, whole, out=even.copy(), where=whole > 0)
