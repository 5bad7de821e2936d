"""The words of Steal War: choices in notation; sentences for questions, reasons and events (for translation)."""

from threedown.cards import height, show_card
from threedown.games.steal_war.bots import out_of_sight
from threedown.games.steal_war.piles import won
from threedown.games.steal_war.stealing import FIRST, ON_TOP, PLAY, STEAL
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
from threedown.games.words import captured
from threedown.language import say
from threedown.table.layout import Table
from threedown.table.verbs import held

SENTENCES = {
    "war": "War!",
    "take": "{seat} looks at {card}.",
    "move": "",
    "show": "{card} lay face down.",
    "shuffle": "The cards are shuffled.",
    "steal": "{seat} lays {card} on the pile of {other} and steals it.",
    "exchange": "Piles are exchanged.",
    "protect": "The card matches the pile of {seat}: nobody can steal it this turn.",
    "win": "{seat} takes the pot; {card} lies on top.",
    "drop_out": "{seat} has no cards left and is out.",
}
CLAUSES = {"protect": "SW-17", "exchange": "SW-10", "show": "SW-R2", "turn_up SW-13": "SW-01", "shuffle SW-02": "SW-R1"}
"""The clauses behind events, where the rule that announces them opens with another one."""
REASONS = {
    "all_cards": ALL_CARDS_WON,
    "turn_cap": TURN_CAP_REACHED,
    "short": "{winner} wins: nobody else has a card left for the war.",
    "nobody_left": "Nobody has a card left for the war: a draw.",
}
QUESTIONS = {
    STEAL: "Play the card, or steal a pile with it?",
    FIRST: "Which card comes first?",
    ON_TOP: "Which card goes on top? An equal one steals your pile.",
}
NOTATIONS = {
    STEAL: "`play`, or `steal N` for each seat whose pile the card matches",
    FIRST: "`seat N` for any thief of the pile, and its owner if they might steal it back (asked of the world)",
    ON_TOP: "`top 7H` for any card of the pot",
}
COUNTERS = {
    "looking": "the seats that look at a card and have not let go of it, a bit each",
    "protected": "the seats whose pile is protected in this turn, a bit each",
    "stole": "the seats that have stolen with the card before the one that they play, a bit each",
    "racing": "the seats that may be first to let go of a card, a bit each",
    "wars": "turns in which a war broke out",
    "war_battles": "battles of wars: ties that had to be fought out",
    "longest_war": "most ties in a row",
    "steals": "piles stolen, exchanges included",
    "stolen_cards": "cards in the stolen piles",
    "exchanges": "times that piles were exchanged",
    "foiled": "thefts that failed because the owner protected the pile",
}
"""State and tallies, for the contract and for help."""


def act(t: Table, seat: int, question: int, code: int) -> Act:
    """A choice in its parts."""
    if question == STEAL:
        return Act("play") if code == PLAY else Act("steal", seat=code - 1)
    return Act("seat", seat=code) if question == FIRST else Act("top", cards=(show_card(code),))


def label(t: Table, seat: int, question: int, code: int) -> str:
    """A choice in words: the owner of the pile to steal and its size, or the cards that can match a new top."""
    if question == FIRST:
        return say("{name} is first", name=named_later(code))
    if question == ON_TOP:
        card, hidden = show_card(code), out_of_sight(t, height(code))
        return say("{card} on top: {n} {n:other|others} could match it", card=card, n=hidden)
    if code == PLAY:
        return say("Play the card")
    cards, name = held(t, won(t, code - 1)), named_later(code - 1)
    return say("Steal the pile of {name}, {n} {n:card|cards}", name=name, n=cards)


def progress(t: Table) -> str:
    """The progress of the game, for the head of a screen."""
    told = "turn {turn}, {wars} {wars:war|wars}, {thefts} {thefts:theft|thefts}"
    return say(told, turn=int(t.s.turns), wars=int(t.s.wars), thefts=int(t.s.steals))


WORDS = Words(
    narration=Narration(SENTENCES, REASONS, clauses=CLAUSES, turn_sentence=captured),
    choices=ChoiceWords(QUESTIONS, NOTATIONS, act, label=label),
    table=TableWords(progress),
    counters=COUNTERS,
    milestone=MilestoneWords("war", "war", "wars"),
)
