"""Schwimmen a second time, in plain Python on lists of names: a referee that shares no code with the rules.

It is written from the texts of the rulebook, and plays one round after another from the cards as they were dealt.
"""

from fractions import Fraction
from typing import Any

HALF = Fraction(1, 2)
COURT = "TJQK"


class PlainSchwimmen:
    """A game from its first deal on. The first card of a pile is its top, and hands are kept in the order received."""

    def __init__(self, options: dict[str, Any], seats: int) -> None:
        self.options, self.seats = options, seats
        self.lives = [options["lives"]] * seats
        self.swimming: set[int] = set()
        self.playing = list(range(seats))
        self.dealer = seats - 1
        self.over, self.winner = False, -1

    def begin(self, piles: dict[str, list[str]], dealer: int) -> None:
        """Take over the cards of a new deal."""
        assert dealer == self.dealer, "the deal goes round to the left"
        self.hands = {seat: list(piles[f"hand {seat}"]) for seat in self.playing}
        self.middle, self.packet, self.stock = list(piles["table"]), list(piles["packet"]), list(piles["stock"])
        self.aside: list[str] = []
        self.closer: int | None = None
        self.passed, self.played = 0, 0
        self.round_over, self.asked_to_close = False, False
        self.turn_of = self.after(dealer)
        self.chooses = bool(self.options["dealer_chooses"])
        if not self.chooses and self.at_once():
            self.finish()

    def after(self, seat: int) -> int:
        """The next player to the left who is still in the game."""
        return next(other for step in range(1, self.seats + 1) if (other := (seat + step) % self.seats) in self.playing)

    # Worth

    def worth(self, cards: list[str]) -> Fraction:
        """The points of a hand."""
        if len({card[0] for card in cards}) == 1:
            if cards[0][0] == "A" and self.options["three_aces"] != "plain":
                return Fraction(33)
            if self.options["three_of_a_kind"] == "30.5":
                return 30 + HALF
        by_suit: dict[str, int] = {}
        for rank, suit in cards:
            count = 11 if rank == "A" else 10 if rank in COURT else int(rank)
            by_suit[suit] = by_suit.get(suit, 0) + count
        return Fraction(max(by_suit.values()))

    def at_once(self) -> bool:
        """True if somebody's hand ends the round."""
        return any(self.worth(self.hands[seat]) >= 31 for seat in self.playing)

    def burning(self) -> list[int]:
        """The player with three aces, where these are fire."""
        fire = self.options["three_aces"] == "fire"
        return [seat for seat in self.playing if fire and self.worth(self.hands[seat]) == 33]

    # Choices

    def asked(self) -> int:
        return self.dealer if self.chooses else self.turn_of

    def may_close(self) -> bool:
        early = self.options["close_after"] == "round" and self.played < len(self.playing)
        return self.closer is None and not early

    def menu(self) -> set[str]:
        """The choices of the player who is asked."""
        if self.chooses:
            return {"keep", "change"}
        if self.asked_to_close:
            return {"end", "close"}
        found = {f"swap {mine} {card}" for mine in self.hands[self.turn_of] for card in self.middle}
        found |= {"pass"} | ({"close"} if self.may_close() else set())
        return found | ({"swap-all"} if self.options["swap_all"] else set())

    def play(self, choice: str) -> None:
        """Play a choice of the player who is asked."""
        if self.chooses:
            self.choose(choice)
            return
        seat = self.turn_of
        if choice.startswith("swap"):
            self.swap(seat, choice)
            if self.options["close_after_swap"] and not self.at_once() and self.may_close():
                self.asked_to_close = True
                return
        elif choice == "pass":
            self.passed += 1
        if choice == "close":
            self.closer = seat
        self.end_turn(seat)

    def choose(self, choice: str) -> None:
        """The dealer's choice: the packet that is not taken lies open."""
        dealt = self.hands[self.dealer]
        if choice == "change":
            self.hands[self.dealer], self.middle = self.packet, dealt[::-1]
        else:
            self.middle = self.packet[::-1]
        self.packet, self.chooses = [], False
        if self.at_once():
            self.finish()

    def swap(self, seat: int, choice: str) -> None:
        """One card for one, in its place; or the hand for the middle."""
        self.passed = 0
        if choice == "swap-all":
            self.hands[seat], self.middle = self.middle, self.hands[seat]
            return
        _, mine, card = choice.split()
        self.middle[self.middle.index(card)] = mine
        self.hands[seat].remove(mine)
        self.hands[seat].append(card)

    def end_turn(self, seat: int) -> None:
        self.asked_to_close = False
        self.played += 1
        self.turn_of = self.after(seat)
        if self.at_once() or self.turn_of == self.closer:
            self.finish()
        elif self.closer is None and self.passed >= len(self.playing):
            if self.options["all_pass"] == "showdown" or len(self.stock) < 3:
                self.finish()
            else:
                self.aside = self.middle + self.aside
                self.middle, self.stock, self.passed = self.stock[:3], self.stock[3:], 0

    # The end of a round

    def losses(self) -> dict[int, int]:
        """The lives that each player should lose."""
        if burning := self.burning():
            return {seat: 1 for seat in self.playing if seat not in burning}
        worths = {seat: self.worth(self.hands[seat]) for seat in self.playing}
        lowest = [seat for seat in self.playing if worths[seat] == min(worths.values())]
        if lowest == [self.closer]:
            return {lowest[0]: self.options["close_penalty"]}
        return dict.fromkeys(lowest, 1)

    def finish(self) -> None:
        """Take lives, unless nobody would be left; the next dealer is the next player who is still in the game."""
        self.round_over = True
        losses = self.losses()
        spared = self.options["swimming"]
        sink = {
            seat for seat, lost in losses.items() if self.lives[seat] <= lost and (not spared or seat in self.swimming)
        }
        if sink != set(self.playing):
            for seat, lost in losses.items():
                self.lives[seat] = max(self.lives[seat] - lost, 0)
                if self.lives[seat] == 0 and seat not in sink:
                    self.swimming.add(seat)
            self.playing = [seat for seat in self.playing if seat not in sink]
        if len(self.playing) == 1:
            self.over, self.winner = True, self.playing[0]
        self.dealer = self.after(self.dealer)
