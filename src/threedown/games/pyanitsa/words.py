"""The words of P'yanitsa: events, turns and reasons as sentences (templates, for translation)."""

from collections.abc import Sequence

from threedown.games.wording import TURN_CAP_REACHED, Act, ChoiceWords, MilestoneWords, Narration, TableWords, Words
from threedown.games.words import cards_laid
from threedown.language import say
from threedown.table.layout import Table

SENTENCES = {
    "move": "A card is set aside.",
    "lay_face_down": "{seat} lays a card face down.",
    "war": "A tie! Everybody lays a new card.",
    "last_card": "{seat} has one card left, and turns it up.",
    "pot_stays": "None of the tied players has a card left: the cards stay for the winner of the next trick.",
    "win": "{seat} takes the cards.",
    "drop_out": "{seat} has no card left.",
}
CLAUSES = {"war": "PY-08"}
"""The clauses behind events, where the rule that announces them opens with another one."""
REASONS = {
    "all_cards": "All the cards are with one player, the drunkard. The game goes to {winner}.",
    "ran_out": "A player has run out of cards and spent everything. The game goes to {winner}.",
    "nobody_left": "Nobody has a card left: a draw.",
    "turn_cap": TURN_CAP_REACHED,
}
QUESTIONS: dict[int, str] = {}
NOTATIONS: dict[int, str] = {}
COUNTERS = {
    "wars": "turns in which the highest cards were equal",
    "war_battles": "ties that had to be played on",
    "longest_war": "most ties in a row",
    "aces_beaten": "turns that the lowest card won against an ace",
}
"""Tallies, for the contract and for help."""


def turn_sentence(t: Table, kinds: Sequence[str]) -> str:
    """The result of a turn."""
    laid, ties = cards_laid(kinds), kinds.count("war")
    if int(t.s.turn_winner) < 0:
        return say("{cards} cards stay for the next trick.", cards=laid)
    if ties < 2:
        return say("{seat} takes {cards} cards after a tie." if ties else "{seat} takes {cards} cards.", cards=laid)
    return say("{seat} takes {cards} cards after {ties} ties in a row.", cards=laid, ties=ties)


def act(t: Table, seat: int, question: int, code: int) -> Act:
    """There are no choices."""
    return Act(str(code))


def progress(t: Table) -> str:
    """The progress of the game, for the head of a screen."""
    return say("turn {turn}, {ties} {ties:tie|ties}", turn=int(t.s.turns), ties=int(t.s.wars))


WORDS = Words(
    narration=Narration(SENTENCES, REASONS, clauses=CLAUSES, turn_sentence=turn_sentence),
    choices=ChoiceWords(QUESTIONS, NOTATIONS, act),
    table=TableWords(progress),
    counters=COUNTERS,
    milestone=MilestoneWords("war", "tie", "ties"),
)
