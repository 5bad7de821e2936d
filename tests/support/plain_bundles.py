"""Stealing Bundles a second time, in plain Python on lists of names: a referee that shares no code with the rules.

It is written from the texts of the rulebook, with sets of cards and ``itertools`` where the rules count bits.
"""

from itertools import combinations
from typing import Any

VALUES = {52: "A23456789TJQK", 40: "A234567JQK"}
"""The ranks by their values in sums, from 1 on."""


class PlainBundles:
    """A game from its deal on. A pile's first card is its top, and a row's first card is its first."""

    def __init__(self, options: dict[str, Any], piles: dict[str, list[str]], seats: int) -> None:
        self.options, self.seats = options, seats
        self.hands = [list(piles[f"hand {seat}"]) for seat in range(seats)]
        self.bundles: list[list[str]] = [[] for _ in range(seats)]
        self.table, self.stock = list(piles["table"]), list(piles["stock"])
        self.turn_of, self.deals, self.captor, self.turns = 0, 1, None, 0
        self.over, self.winners = False, set[int]()

    def value(self, card: str) -> int:
        return VALUES[self.options["pack"]].index(card[0]) + 1

    def is_last_deal(self) -> bool:
        return len(self.stock) < self.seats

    def matching(self, card: str) -> list[str]:
        """The cards on the table that a card takes by its rank."""
        found = [other for other in self.table if other[0] == card[0]]
        return found if self.options["equal_cards"] == "all" else found[:1]

    def takes_everything(self, card: str) -> bool:
        rule = self.options["aces"]
        return card[0] == "A" and (rule == "always" or (rule == "until_last_deal" and not self.is_last_deal()))

    def sums(self, card: str) -> set[frozenset[str]]:
        """All sets of cards on the table that a card may take as a sum."""
        if not self.options["sums"] or self.matching(card):
            return set()
        return {
            frozenset(chosen)
            for size in range(2, len(self.table) + 1)
            for chosen in combinations(self.table, size)
            if sum(map(self.value, chosen)) == self.value(card)
        }

    def victims(self, card: str) -> tuple[list[int], list[int]]:
        """The seats whose bundles a card may steal by its rank, and those that an ace may rob."""
        quiet = self.options["quiet_first_deal"] and self.deals == 1
        barred = self.options["table_or_bundle"] == "table_first" and self.matching(card)
        others = [] if quiet or barred else [seat for seat in range(self.seats) if seat != self.turn_of]
        others = [seat for seat in others if self.bundles[seat]]
        after = (self.turn_of + 1) % self.seats
        by_rank = [seat for seat in others if self.bundles[seat][0][0] == card[0]]
        return by_rank, [after] if self.takes_everything(card) and after in others else []

    def menu(self) -> set[str]:
        """The choices of the player whose turn it is."""
        own, found = self.bundles[self.turn_of], set()
        for card in self.hands[self.turn_of]:
            by_rank, by_ace = self.victims(card)
            found |= {f"steal {seat} {card}" for seat in (*by_rank, *by_ace)}
            if self.matching(card):
                found.add(f"take {card}")
            if self.sums(card):
                found.add(f"sum {card}")
            if self.takes_everything(card) and self.table:
                found.add(f"sweep {card}")
            if self.options["own_bundle"] and own and own[0][0] == card[0]:
                found.add(f"bury {card}")
            if self.options["free_trail"] or not (self.matching(card) or by_rank):
                found.add(f"trail {card}")
        return found

    def play(self, choice: str, summed: frozenset[str] = frozenset()) -> None:
        """Play a choice; of a sum, the cards that it takes."""
        verb, *_, card = choice.split()
        seat, own = self.turn_of, self.bundles[self.turn_of]
        self.hands[seat].remove(card)
        if verb == "trail":
            self.table.insert(0, card)
        else:
            self.captor = seat
            taken = {"take": self.matching(card), "sum": summed, "sweep": list(self.table)}.get(verb, [])
            stolen: list[str] = []
            if verb == "steal":
                victim = int(choice.split()[1])
                taken = self.matching(card) if self.options["table_or_bundle"] == "both" else []
                stolen, self.bundles[victim] = self.bundles[victim], []
            own[:0] = [card, *stolen, *taken]
            self.table = [other for other in self.table if other not in taken]
        self.turn_of = (seat + 1) % self.seats
        self.turns += 1
        self.close()

    def close(self) -> None:
        """Deal when the hands are empty, as the next turn would; count when the pack is out."""
        if any(self.hands):
            return
        each = min(self.options["hand"], len(self.stock) // self.seats)
        if each:
            for _ in range(each):
                for hand in self.hands:
                    hand.append(self.stock.pop(0))
            self.deals += 1
            return
        if self.options["last_cards"] == "last_taker" and self.captor is not None:
            self.bundles[self.captor] += self.table
            self.table = []
        most = max(map(len, self.bundles))
        self.winners = {seat for seat in range(self.seats) if len(self.bundles[seat]) == most}
        self.winners = set() if len(self.winners) == self.seats else self.winners
        self.over = True
