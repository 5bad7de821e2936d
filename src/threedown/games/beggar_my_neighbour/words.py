"""The words of Beggar-My-Neighbour: choices in notation; sentences for the question, reasons and events."""

from collections.abc import Sequence

from threedown.cards import show_card
from threedown.games.beggar_my_neighbour.rules import PLAY, hand, penalty
from threedown.games.wording import (
    ALL_CARDS_WON,
    TURN_CAP_REACHED,
    Act,
    ChoiceWords,
    MilestoneWords,
    Narration,
    TableWords,
    Words,
    named_later,
)
from threedown.language import say
from threedown.table.layout import Table
from threedown.table.packets import pot
from threedown.table.verbs import held, look, seats

SENTENCES = {
    "demand": "{seat} demands {cards} {cards:card|cards}.",
    "short": "{seat} owes {cards} more, and has no card left.",
    "collect": "{seat} takes the pile: {cards} {cards:card|cards}.",
    "take": "",
    "drop_out": "{seat} has no card left.",
}
CLAUSES = {"demand": "BN-04", "short": "BNH-02", "collect": "BN-05", "drop_out": "BN-07"}
"""Kind of event -> the clause with which the rulebook begins to tell of it."""
REASONS = {
    "all_cards": ALL_CARDS_WON,
    "turn_cap": TURN_CAP_REACHED,
    "cycle": "The pay cards lie as they did before, so the game would never end: a draw.",
}
QUESTIONS = {PLAY: "Which card do you play?"}
NOTATIONS = {PLAY: "`play CARD` for any card in hand"}
COUNTERS = {
    "to_play": "the seat that plays or pays next",
    "creditor": "the seat that laid the last pay card, if any is owed",
    "owed": "cards still to be paid for it",
    "taken": "cards of the pile that was taken in this turn",
    "cards_played": "cards laid on the pile",
    "demands": "pay cards that demanded a payment",
    "passed_on": "those of them that were laid in a payment",
    "piles_taken": "piles taken",
    "largest_pile": "most cards in a pile that was taken",
}
"""State and tallies, for the contract and for help."""


def turn_sentence(t: Table, kinds: Sequence[str]) -> str:
    """The result of a turn."""
    if "collect" in kinds:
        return say("{seat} takes the pile: {cards} {cards:card|cards}.", cards=int(t.s.taken))
    if int(t.s.owed) > 0:
        debtor = named_later(int(t.s.to_play) % seats(t))
        return say("{name} owes {cards} {cards:card|cards}.", name=debtor, cards=int(t.s.owed))
    return say("{n} {n:card lies|cards lie} on the pile.", n=held(t, pot(t)))


def act(t: Table, seat: int, question: int, code: int) -> Act:
    """A choice in its parts."""
    return Act("play", cards=(show_card(look(t, hand(t, seat), code)),))


def sentence(t: Table, seat: int, act: Act) -> str:
    """A choice as a line of a menu."""
    return say("Play the {card}", card=act.cards[0]) if act.cards else ""


def hint(t: Table, seat: int, question: int, code: int) -> str:
    """The demand of a card in hand."""
    cards = penalty(t, look(t, hand(t, seat), code))
    return say("demands {n} {n:card|cards}", n=cards) if cards else say("a plain card")


def sorted_hand(t: Table, cards: Sequence[int]) -> tuple[list[int], str]:
    """A hand with its pay cards first, and how many they are."""
    paying = sum(penalty(t, card) > 0 for card in cards)
    ordered = sorted(cards, key=lambda card: (-penalty(t, card), card))
    return ordered, say("{n} pay {n:card|cards}", n=paying)


def progress(t: Table) -> str:
    """The progress of the game, for the head of a screen."""
    return say("turn {turn}, {piles} {piles:pile|piles} taken", turn=int(t.s.turns), piles=int(t.s.piles_taken))


WORDS = Words(
    narration=Narration(SENTENCES, REASONS, turn_sentence=turn_sentence, clauses=CLAUSES),
    choices=ChoiceWords(QUESTIONS, NOTATIONS, act, sentence=sentence, hint=hint),
    table=TableWords(progress, sorted_hand=sorted_hand),
    counters=COUNTERS,
    milestone=MilestoneWords("collect", "pile", "piles"),
)
