"""The words of Stealing Bundles: choices in notation; sentences for questions, reasons and events (for translation)."""

from collections.abc import Mapping, Sequence
from typing import Any

from threedown.cards import height, show_card, show_cards
from threedown.games.stealing_bundles.options import ALL_EQUAL, BOTH
from threedown.games.stealing_bundles.piles import bundle, hands_are_empty, next_hand_size, stock, table
from threedown.games.stealing_bundles.rules import BURY, FACES, PICK, PLAY, STEAL, SUM, SWEEP, TAKE, TRAIL
from threedown.games.wording import (
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
from threedown.table.hands import hand
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import held, is_over, look, options, seats

SENTENCES = {
    "hands": "Everybody gets {cards} new {cards:card|cards}.",
    "move": "",
    "trail": "{seat} leaves {card} on the table.",
    "play": "{seat} plays {card}.",
    "capture": "{seat} takes {cards} with {card}.",
    "sweep": "{seat} takes the whole table with {card}: {cards} {cards:card|cards}.",
    "steal": "{seat} lays {card} on the bundle of {other} and steals it: {cards} {cards:card|cards}.",
    "bury": "{card} goes on the bundle of {seat}, whose top it matches.",
    "rest": "{seat} captured last, and takes the {cards} {cards:card|cards} left on the table.",
}
CLAUSES = {
    "hands": "SB-10",
    "trail": "SB-08",
    "play": "RU-04",
    "capture": "SB-07",
    "sweep": "RU-05",
    "steal": "SB-09",
    "bury": "SBH-03",
    "rest": "SB-11",
}
"""The clauses behind events, where the rule that announces them opens with another one."""
REASONS = {
    "most_cards": "{winner} has the largest bundle.",
    "equal_cards": "All bundles have the same size: a draw.",
    "turn_cap": TURN_CAP_REACHED,
}
QUESTIONS = {PLAY: "Which card do you play, and what does it take?", PICK: "Which card goes into the sum?"}
NOTATIONS = {
    PLAY: "`take 7H` (cards of that rank from the table), `steal N 7H` (the bundle of seat N), `trail 7H` (it stays on"
    " the table); by house rules `sum 7H` (cards that add up to it), `sweep AH` (the whole table), `bury 7H` (on one's"
    " own bundle)",
    PICK: "`pick 2C` for any card that can be the next of the sum",
}
COUNTERS = {
    "to_play": "the seat whose turn it is, or comes next",
    "last_taker": "the seat that captured last; -1 if nobody has",
    "deals": "times that hands have been dealt",
    "owing": "what is still to be picked of a sum",
    "at_most": "the highest value that the next card of a sum may have: the largest is picked first",
    "picked": "the cards picked so far, packed into a number",
    "captures": "plays that took cards of the same rank, or a sum, from the table",
    "captured": "cards taken from the table by play",
    "sums": "captures of cards that added up",
    "sweeps": "times that an ace took the whole table",
    "steals": "bundles stolen",
    "stolen_cards": "cards in the stolen bundles",
    "largest_steal": "cards in the largest stolen bundle",
    "buried": "cards laid on the player's own bundle",
    "trails": "cards left on the table",
    "rest": "cards that the last to capture took from the table at the end",
}
"""State and tallies, for the contract and for help."""
VERBS = {SWEEP: "sweep", TAKE: "take", SUM: "sum", BURY: "bury", TRAIL: "trail"}
IN_WORDS = {
    SWEEP: "Take the whole table with the {card}: {n} {n:card|cards}",
    TAKE: "Take the {cards} with the {card}",
    SUM: "Take cards that add up to the {card}",
    BURY: "Lay the {card} on your own bundle",
    TRAIL: "Leave the {card} on the table",
}


def act(t: Table, seat: int, question: int, code: int) -> Act:
    """A choice in its parts."""
    if question == PICK:
        return Act("pick", cards=(show_card(code),))
    card, way = (show_card(code % FACES),), code // FACES
    return Act(VERBS[way], cards=card) if way in VERBS else Act("steal", seat=way - STEAL, cards=card)


def label(t: Table, seat: int, question: int, code: int) -> str:
    """A choice in words: what the card takes."""
    if question == PICK:
        return say("Pick the {card}", card=show_card(code))
    face, way = code % FACES, code // FACES
    card, cards = show_card(face), taken(t, face)
    if way in VERBS:
        return say(IN_WORDS[way], card=card, cards=cards, n=held(t, table(t)))
    size, name = held(t, bundle(t, way - STEAL)), named_later(way - STEAL)
    if cards and options(t).table_or_bundle == BOTH:
        told = "Steal the bundle of {name}, {n} {n:card|cards}, and take the {cards}, with the {card}"
        return say(told, name=name, n=size, cards=cards, card=card)
    return say("Steal the bundle of {name}, {n} {n:card|cards}, with the {card}", name=name, n=size, card=card)


def taken(t: Table, card: int) -> str:
    """The cards on the table that a card takes by its rank."""
    cards = [look(t, table(t), depth) for depth in range(held(t, table(t)))]
    equal = [other for other in cards if height(other) == height(card)]
    return show_cards(equal if options(t).equal_cards == ALL_EQUAL else equal[:1])


def sorted_hand(t: Table, cards: Sequence[int]) -> tuple[list[int], str]:
    """A hand by ranks."""
    return sorted(cards, key=lambda card: (height(card), card)), ""


def seat_line(t: Table, seat: int) -> str:
    """The size of a player's bundle, and the cards in their hand."""
    captured, cards = held(t, bundle(t, seat)), held(t, hand(t, seat))
    told = say("a bundle of {n}", n=captured) if captured else say("no bundle")
    return told if is_over(t) else say("{n} in hand, {bundle}", bundle=told, n=cards)


def turn_sentence(t: Table, kinds: Sequence[str]) -> str:
    """The result of a turn."""
    if int(t.s.turn_winner) == NOBODY:
        return say("Nobody captures.")
    cards = held(t, bundle(t, int(t.s.turn_winner)))
    return say("{seat} has a bundle of {cards} {cards:card|cards}.", cards=cards)


def clause(event: Mapping[str, Any], options: Any, seats: int) -> str:
    """Return the clause of a sum: its capture is announced like any other."""
    return "RU-04" if event["kind"] == "capture" and event.get("from") == "played" else ""


def progress(t: Table) -> str:
    """The progress of the game, for the head of a screen: turns, and the cards that are still to be dealt."""
    if is_over(t) or (hands_are_empty(t) and next_hand_size(t) == 0):
        return say("turn {turn}", turn=int(t.s.turns))
    left = next_hand_size(t) * seats(t) and held(t, stock(t))
    return say("turn {turn}, {n} to be dealt" if left else "turn {turn}, the last deal", turn=int(t.s.turns), n=left)


WORDS = Words(
    narration=Narration(SENTENCES, REASONS, clause=clause, clauses=CLAUSES, turn_sentence=turn_sentence),
    choices=ChoiceWords(QUESTIONS, NOTATIONS, act, label=label),
    table=TableWords(progress, seat_line=seat_line, sorted_hand=sorted_hand, pauses=("hands",)),
    counters=COUNTERS,
    milestone=MilestoneWords("steal", "theft", "thefts"),
)
