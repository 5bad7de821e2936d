"""The words of Tod und Leben: events, turns and reasons as sentences (templates, for translation)."""

from collections.abc import Sequence

from threedown.games.wording import TURN_CAP_REACHED, Act, ChoiceWords, MilestoneWords, Narration, TableWords, Words
from threedown.games.words import cards_laid
from threedown.language import say
from threedown.table.layout import Table
from threedown.table.packets import won
from threedown.table.verbs import held

SENTENCES = {
    "war": "Equal cards!",
    "keep": "Those were the last cards: both keep the cards they played in this trick.",
    "win": "{seat} stores the trick.",
    "round": "The pack is played through.",
}
CLAUSES = {"war": "TL-05"}
"""The clauses behind events, where the rule that announces them opens with another one."""
REASONS = {
    "more_rounds": "{winner} has won more rounds.",
    "equal_rounds": "Nobody has won more rounds: a draw.",
    "turn_cap": TURN_CAP_REACHED,
}
QUESTIONS: dict[int, str] = {}
NOTATIONS: dict[int, str] = {}
COUNTERS = {
    "rounds_played": "rounds that are over",
    "rounds_0": "rounds that seat 0 has won",
    "rounds_1": "rounds that seat 1 has won",
    "rounds_drawn": "rounds in which both won 16 cards",
    "wars": "turns in which the cards were equal",
    "war_battles": "pairs of equal cards",
    "longest_war": "most pairs of equal cards in a row",
}
"""State and tallies, for the contract and for help."""


def turn_sentence(t: Table, kinds: Sequence[str]) -> str:
    """The result of a turn, and of the round if it ends."""
    laid, pairs = cards_laid(kinds), kinds.count("war")
    if int(t.s.turn_winner) < 0:
        told = say("Both keep their own cards.")
    elif pairs < 2:
        told = say(
            "{seat} stores {cards} cards after equal cards." if pairs else "{seat} stores {cards} cards.", cards=laid
        )
    else:
        told = say("{seat} stores {cards} cards after {pairs} equal pairs in a row.", cards=laid, pairs=pairs)
    if "round" in kinds:
        first, second = held(t, won(t, 0)), held(t, won(t, 1))
        told += " " + say(
            "Round {round} ends {first} to {second}.", round=int(t.s.rounds_played), first=first, second=second
        )
    return told


def act(t: Table, seat: int, question: int, code: int) -> Act:
    """There are no choices."""
    return Act(str(code))


def progress(t: Table) -> str:
    """The progress of the game, for the head of a screen."""
    first, second = int(t.s.rounds_0), int(t.s.rounds_1)
    return say("turn {turn}, rounds {first} to {second}", turn=int(t.s.turns), first=first, second=second)


WORDS = Words(
    narration=Narration(SENTENCES, REASONS, clauses=CLAUSES, turn_sentence=turn_sentence),
    choices=ChoiceWords(QUESTIONS, NOTATIONS, act),
    table=TableWords(progress, captures_score=True, pauses=("round",)),
    counters=COUNTERS,
    milestone=MilestoneWords("war", "pair of equal cards", "pairs of equal cards"),
)
