"""Egyptian Ratscrew a second time, in plain Python on lists of names: a referee that shares no code with the rules.

It is written from the texts of the rulebook, with slices and sets where the rules look at one card after another.
"""

from collections.abc import Mapping
from typing import Any

DEMANDS = {"A": 4, "K": 3, "Q": 2, "J": 1}
ORDER = "A23456789TJQKA"
"""Ranks as they follow each other in a run."""
PAIRS_OF_TEN = {frozenset(pair) for pair in ("A9", "28", "37", "46", "5")}


class PlainRatscrew:
    """A game from its deal on. The first card of a packet is its top; the last one of the pile was laid last."""

    def __init__(self, options: dict[str, Any], packets: list[list[str]]) -> None:
        self.options, self.packets, self.seats = options, [list(packet) for packet in packets], len(packets)
        self.pile: list[str] = []
        self.burnt: list[str] = []
        """In the order in which they were paid."""
        self.turn_of, self.turns = 0, 0
        self.debt: tuple[int, int] | None = None
        """Creditor and cards, if any are owed."""
        self.out: set[int] = set()
        self.empty_since: dict[int, int] = {}
        self.over, self.winner = False, None

    # What may be done

    def lay(self) -> None:
        """The next player lays a card."""
        self.turns += 1
        self.layer = self.turn_of
        self.pile.append(self.packets[self.layer].pop(0))

    def who_may_slap(self) -> set[int]:
        if len(self.pile) == 1 and not self.options["jokers"]:
            return set()
        return set(range(self.seats)) - self.out

    def may_be_slapped(self) -> bool:
        """True if the cards on the pile are one of the combinations of this house."""
        ranks = "".join("*" if card.startswith("JK") else card[0] for card in self.pile)
        rules, last = self.options, ranks[-1]
        return (
            last == "*"
            or (rules["doubles"] and ranks[-2:] == 2 * last)
            or (rules["sandwiches"] and len(ranks) > 2 and ranks[-3] == last)
            or (rules["top_and_bottom"] and len(ranks) > 1 and ranks[0] == last)
            or (rules["marriages"] and ranks[-2:] in ("KQ", "QK"))
            or (rules["tens"] and len(ranks) > 1 and frozenset(ranks[-2:]) in PAIRS_OF_TEN)
            or bool(rules["runs"] and self._is_run(ranks[-rules["runs"] :]))
        )

    def _is_run(self, ranks: str) -> bool:
        return len(ranks) == self.options["runs"] and (ranks in ORDER or ranks[::-1] in ORDER)

    def first_of(self, slaps: Mapping[int, int]) -> set[int]:
        """The seats of which one takes the pile."""
        if self.options["slaps"] == "by_turn":
            return {min(slaps, key=lambda seat: (seat - self.layer - 1) % self.seats)}
        return {seat for seat, time in slaps.items() if time == min(slaps.values())}

    # What happens

    def answer(self, slaps: Mapping[int, int], first: int) -> None:
        """The players slap after these times; ``first`` is the one whose slap counts, if it is right."""
        if self.may_be_slapped() and slaps:
            self._take(first)
        else:
            for seat in sorted(() if self.may_be_slapped() else slaps):
                self._punish(seat)
            self._go_on(self.pile[-1])
        self._close()

    def _punish(self, seat: int) -> None:
        cards = self.packets[seat][: self.options["false_slap"]]
        del self.packets[seat][: len(cards)]
        self.burnt += cards
        if not cards and len(self.out) < self.seats - 1:
            self.out.add(seat)
            if self.debt and self.debt[0] == seat:
                self.debt = None

    def _go_on(self, card: str) -> None:
        demanded = 0 if card.startswith("JK") or self.layer in self.out else DEMANDS.get(card[0], 0)
        if demanded:
            self.debt = (self.layer, demanded)
            self.turn_of = self._next(self.layer)
        elif self.debt is None:
            self.turn_of = self._next(self.layer)
        elif self.debt[1] == 1:
            self._take(self.debt[0])
        else:
            self.debt = (self.debt[0], self.debt[1] - 1)
        if self.packets[self.turn_of]:
            return
        if self.debt is None or self.debt[0] == self.turn_of:
            self.turn_of = self._next(self.turn_of)
            return
        heirs = [seat for seat in self._after(self.turn_of) if self.packets[seat] and seat != self.debt[0]]
        if self.options["short"] == "next_pays" and heirs:
            self.turn_of = heirs[0]
        else:
            self._take(self.debt[0])

    def _after(self, seat: int) -> list[int]:
        return [(seat + step) % self.seats for step in range(1, self.seats)]

    def _next(self, seat: int) -> int:
        return next((other for other in self._after(seat) if self.packets[other]), seat)

    def _take(self, seat: int) -> None:
        self.packets[seat] += self.burnt[::-1] + self.pile
        self.burnt, self.pile, self.debt, self.turn_of = [], [], None, seat

    def _close(self) -> None:
        for seat, packet in enumerate(self.packets):
            if packet:
                self.empty_since.pop(seat, None)
            else:
                self.empty_since.setdefault(seat, self.turns)
        alive = {seat for seat, packet in enumerate(self.packets) if packet}
        alive |= {self.debt[0]} if self.debt else set()
        if not alive:
            alive = {next(seat for seat in (self.layer, *self._after(self.layer)) if seat not in self.out)}
        if not self.options["slap_in"]:
            self.out |= set(range(self.seats)) - alive
        if len(alive) == 1:
            self.winner = alive.pop()
            self._take(self.winner)
            self.over = True

    def ranking(self) -> list[list[int]]:
        """The winner, then the others: who had cards longest comes first."""
        since: dict[int, list[int]] = {}
        for seat in sorted(set(range(self.seats)) - {self.winner}):
            since.setdefault(-self.empty_since[seat], []).append(seat)
        return [[self.winner], *(since[turn] for turn in sorted(since))]
