"""War with hands a second time, in plain Python on lists of names: a referee that shares no code with the rules.

It is written from the texts of the rulebook. Chance is not its own: it takes over the order of shuffled cards.
"""

from collections.abc import Callable, Sequence
from typing import Any

RANKS = "23456789TJQKA"
Choose = Callable[[int, list[str], bool], str]
"""Returns the card that a seat chooses from its hand, to turn it up or (True) to lay it face down."""


class PlainHandsWar:
    """A game from its deal on. A pile's first card is its top; ``pot`` holds (seat, card) in the order laid."""

    def __init__(self, options: dict[str, Any], piles: dict[str, list[str]], seats: int, trumps: str) -> None:
        self.options, self.trumps = options, trumps
        self.decks, self.won, self.hands = (
            [list(piles[f"{kind} {seat}"]) for seat in range(seats)] for kind in ("deck", "won", "hand")
        )
        self.pot: list[tuple[int, str]] = []
        self.playing, self.turns = list(range(seats)), 0
        self.over, self.winners, self.reason = False, set[int](), ""

    def cards(self, seat: int) -> int:
        return len(self.decks[seat]) + len(self.won[seat]) + len(self.hands[seat])

    def with_cards(self) -> list[int]:
        return [seat for seat in self.playing if self.cards(seat)]

    def value(self, card: str) -> int:
        """2 to 14, a joker 15; of a trump 20 more."""
        joker = card.startswith("JK")
        rank = 15 if joker else RANKS.index(card[0]) + 2
        return rank + 20 * (bool(self.trumps) and (joker or card[1] == self.trumps))

    def best(self, shown: dict[int, int]) -> list[int]:
        """The seats with the highest card; a two takes an ace that would be highest."""
        high = max(shown.values())
        if self.options["two_beats_ace"] and high % 20 == 14 and high - 12 in shown.values():
            high -= 12
        return [seat for seat, value in shown.items() if value == high]

    def draw(self, seat: int) -> str:
        if not self.decks[seat]:
            self.decks[seat], self.won[seat] = self.won[seat][::-1], []
        return self.decks[seat].pop(0)

    def chosen(self, seats: Sequence[int], choose: Choose, covering: bool) -> dict[int, str]:
        """All choose before a card leaves a hand."""
        found = {
            seat: hand[0] if len(hand) == 1 else choose(seat, list(hand), covering)
            for seat, hand in ((seat, self.hands[seat]) for seat in seats)
        }
        for seat, card in found.items():
            self.hands[seat].remove(card)
        return found

    def turn_up(self, seats: Sequence[int], choose: Choose) -> dict[int, int]:
        for seat in seats:
            while len(self.hands[seat]) < self.options["hand_size"] and self.decks[seat] + self.won[seat]:
                self.hands[seat].append(self.draw(seat))
        up = self.chosen(seats, choose, False)
        self.pot += up.items()
        return {seat: self.value(card) for seat, card in up.items()}

    def play(self, choose: Choose, time_is_up: Callable[[], bool]) -> None:
        """A turn. ``time_is_up`` is asked at its end, in a game by the clock."""
        self.turns += 1
        shown = self.turn_up(self.with_cards(), choose)
        while len(best := self.best(shown)) > 1:
            if not self.fight(shown, best, choose):
                break
        else:
            self.capture(best[0])
        if not self.over:
            self.playing = self.with_cards()
            if len(self.playing) < 2:
                whole = self.playing and not self.pot
                self.end(self.playing, "all_cards" if whole else "short" if self.playing else "nobody_left")
            elif self.turns >= self.options["turn_cap"]:
                if self.options["at_limit"] == "draw":
                    self.end([], "turn_cap")
                else:
                    self.end_with_most("most_cards")
            elif self.options["clock"] and time_is_up():
                self.end_with_most("time_up")

    def fight(self, shown: dict[int, int], tied: Sequence[int], choose: Choose) -> bool:
        """A battle of a war; False if it can't be fought."""
        short, two = self.options["short"], len(self.playing) == 2
        down = self.down(shown[tied[0]] % 20)
        for seat in list(shown):
            outside = self.options["takes_part"] == "tied" and seat not in tied
            if outside or (short != "last_card" and not two and not self.cards(seat)):
                del shown[seat]
        able = [seat for seat in shown if self.cards(seat)]
        kept = self.options["spent_tie"] == "pot_stays" and short != "last_card" and not set(able) & set(tied)
        if not able or kept:
            if not self.with_cards():
                self.end([], "last_cards" if short == "last_card" else "nobody_left")
            return False
        if short == "fewest":
            down = min(down, min(self.cards(seat) for seat in shown) - 1)
        complete = two and short != "last_card"
        for _ in range(down):
            if complete and self.somebody_lacks():
                return False
            self.cover([seat for seat in shown if self.cards(seat) > (not complete)], choose)
        if complete and self.somebody_lacks():
            return False
        shown |= self.turn_up([seat for seat in shown if self.cards(seat)], choose)
        return True

    def down(self, rank: int) -> int:
        rule = self.options["face_down"]
        if isinstance(rule, int):
            return rule
        return (11 if rank >= 14 else min(rank, 10)) - (rule == "rank_less_one")

    def cover(self, seats: Sequence[int], choose: Choose) -> None:
        without = [seat for seat in seats if not self.decks[seat] + self.won[seat]]
        chosen = self.chosen(without, choose, True)
        self.pot += [(seat, chosen[seat] if seat in chosen else self.draw(seat)) for seat in seats]

    def somebody_lacks(self) -> bool:
        able = self.with_cards()
        if len(able) < len(self.playing):
            self.end(able, "short" if able else "nobody_left")
        return self.over

    def capture(self, winner: int) -> None:
        order, count = self.options["return_order"], len(self.decks)
        if order == "turned_pile":
            self.won[winner] = [card for _, card in reversed(self.pot)] + self.won[winner]
        else:
            later = {
                "winner_first": lambda seat: (seat - winner) % count,
                "loser_first": lambda seat: (seat - winner - 1) % count,
            }
            self.decks[winner] += [
                card for _, card in sorted(self.pot, key=lambda laid: later.get(order, lambda seat: 0)(laid[0]))
            ]
        self.pot = []

    def end(self, winners: Sequence[int], reason: str) -> None:
        self.over, self.winners, self.reason = True, set(winners), reason

    def end_with_most(self, reason: str) -> None:
        most = max(map(self.cards, self.playing))
        leaders = [seat for seat in self.playing if self.cards(seat) == most]
        if leaders == self.playing:
            self.end([], "equal_cards")
        else:
            self.end(leaders, reason)
