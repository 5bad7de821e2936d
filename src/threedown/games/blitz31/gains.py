"""The gain of a choice in plain words: what the hand is worth with the last discard, and without a card."""

from collections.abc import Sequence
from itertools import combinations

from threedown.games.blitz31.hands import worth_of
from threedown.games.blitz31.rules import DISCARD, DRAW, FROM_DISCARD, FROM_STOCK
from threedown.games.three_cards import CARDS_EACH, worth_told
from threedown.language import say
from threedown.table.hands import discard, hand
from threedown.table.layout import Table
from threedown.table.verbs import held, look, options


def best_three(cards: Sequence[int], three_of_a_kind: int) -> tuple[int, ...]:
    """The best three of some cards under a value of the option."""
    return max(combinations(cards, min(CARDS_EACH, len(cards))), key=lambda three: worth_of(three, three_of_a_kind))


def gain(t: Table, seat: int, question: int, code: int) -> str:
    """Return what speaks for a choice, of the table as its seat knows it; empty where there is nothing particular."""
    cards = [look(t, hand(t, seat), place) for place in range(held(t, hand(t, seat)))]
    if question == DISCARD:
        return say("it leaves {worth}", worth=_worth(t, cards[:code] + cards[code + 1 :]))
    if question == DRAW and code in (FROM_STOCK, FROM_DISCARD) and held(t, discard(t)):
        now, then = _worth(t, cards), _worth(t, [*cards, look(t, discard(t), 0)])
        if now == then:
            return say("the discard would bring nothing") if code == FROM_STOCK else ""
        return say("it makes {then} instead of {now}", then=then, now=now) if code == FROM_DISCARD else ""
    return ""


def _worth(t: Table, cards: Sequence[int]) -> str:
    """The worth of the best three of some cards, in words."""
    rule = int(options(t).three_of_a_kind)
    best = best_three(cards, rule)
    return worth_told(best, worth_of(best, rule))
