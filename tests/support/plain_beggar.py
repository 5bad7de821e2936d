"""Beggar-My-Neighbour written down once more, as plainly as its rulebook: a check on the game's rules.

It shares nothing with them: cards are letters (``AKQJ`` and ``-`` for a plain card), packets are lists.
"""

from collections.abc import Sequence
from typing import NamedTuple

DEMANDS = {"A": 4, "K": 3, "Q": 2, "J": 1}


class Ended(NamedTuple):
    """The end of a game: its winner (None for a cycle), and the cards and piles until then."""

    winner: int | None
    cards: int
    piles: int


def play(
    packets: Sequence[str],
    demands: dict[str, int] = DEMANDS,
    passes_on: bool = True,
    next_pays: bool = False,
    last_first: bool = False,
) -> Ended:
    """Play a game to its end, or until the packets lie as they lay when an earlier pile was taken."""
    hands = [list(packet) for packet in packets]
    count, cards, piles = len(hands), 0, 0
    leader, seen = 0, set()
    while True:
        key = (leader, *("".join(hand) for hand in hands))
        if key in seen:
            return Ended(None, cards, piles)
        seen.add(key)
        pile: list[str] = []
        player, creditor, owed = leader, -1, 0
        while True:
            players = {seat for seat in range(count) if hands[seat] or seat == creditor}
            if len(players) == 1:
                return Ended(players.pop(), cards, piles)
            while not hands[player] or player == creditor:
                player = (player + 1) % count
            if not owed:
                pile.append(hands[player].pop(0))
                cards += 1
                if demands.get(pile[-1]):
                    creditor, owed = player, demands[pile[-1]]
                player = (player + 1) % count
                continue
            relieved = False
            while owed and hands[player] and not relieved:
                pile.append(hands[player].pop(0))
                cards += 1
                owed -= 1
                relieved = passes_on and bool(demands.get(pile[-1]))
            if relieved:
                creditor, owed = player, demands[pile[-1]]
                player = (player + 1) % count
                continue
            others = [seat for seat in range(count) if hands[seat] and seat not in (creditor, player)]
            if owed and next_pays and others:
                continue
            hands[creditor] += reversed(pile) if last_first else pile
            leader, piles = creditor, piles + 1
            break
