"""The words of Syrian War: events, turns and reasons as sentences (templates, for translation)."""

from collections.abc import Sequence

from threedown.games.wording import TURN_CAP_REACHED, Act, ChoiceWords, MilestoneWords, Narration, TableWords, Words
from threedown.language import say
from threedown.table.layout import Table
from threedown.table.packets import pot
from threedown.table.verbs import held

SENTENCES = {
    "lay_face_down": "{seat} lays a card face down.",
    "war": "War!",
    "fewest": "{seat} has too few cards for the war, and plays them all: nobody lays more.",
    "capture": "{seat} captures the pile.",
    "rows": "{seat} wins the war and takes both rows.",
    "take_back": "Both take back their own rows.",
    "drop_out": "{seat} has no card left.",
}
REASONS = {
    "last_card": "{winner} wins: the other has played the last card and captured nothing.",
    "no_card_for_war": "{winner} wins: the other's last card means war, and there is no card to fight it with.",
    "war_lost": "{winner} wins: the war has taken the other's last card.",
    "turn_cap": TURN_CAP_REACHED,
}
QUESTIONS: dict[int, str] = {}
NOTATIONS: dict[int, str] = {}
COUNTERS = {
    "to_play": "the seat that plays the next card",
    "taken": "cards captured in this turn: the pile, or the rows of a war",
    "captures": "captures of the pile",
    "wars": "turns in which a war broke out",
    "war_battles": "battles of wars: rows that were played",
    "longest_war": "most battles in one war",
}
"""State and tallies, for the contract and for help."""


def turn_sentence(t: Table, kinds: Sequence[str]) -> str:
    """The result of a turn."""
    pile, taken = held(t, pot(t)), int(t.s.taken)
    if "capture" in kinds:
        return say("{seat} captures the pile of {cards} cards.", cards=taken)
    if "rows" in kinds:
        return say("{seat} wins the war and {cards} cards; the pile of {pile} stays.", cards=taken, pile=pile)
    if "take_back" in kinds and int(t.s.turn_winner) >= 0:
        return say("{seat} wins the war, and both take back their own rows; the pile of {pile} stays.", pile=pile)
    if "take_back" in kinds:
        return say(
            "The war ends in equal cards, and both take back their own rows; the pile of {pile} stays.", pile=pile
        )
    return say("The pile has {n} {n:card|cards}.", n=pile)


def act(t: Table, seat: int, question: int, code: int) -> Act:
    """There are no choices."""
    return Act(str(code))


def progress(t: Table) -> str:
    """The progress of the game, for the head of a screen."""
    return say("turn {turn}, {wars} {wars:war|wars}", turn=int(t.s.turns), wars=int(t.s.wars))


WORDS = Words(
    narration=Narration(SENTENCES, REASONS, turn_sentence=turn_sentence),
    choices=ChoiceWords(QUESTIONS, NOTATIONS, act),
    table=TableWords(progress, pile_names={"pot": "To beat"}),
    counters=COUNTERS,
    milestone=MilestoneWords("war", "war", "wars"),
)
