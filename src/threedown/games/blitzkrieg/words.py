"""The words of Blitzkrieg: the course and the reason of each battle."""

from collections.abc import Mapping, Sequence
from typing import Any

from threedown.games.blitzkrieg.briefings import briefing
from threedown.games.blitzkrieg.events import CHALLENGE, CLAIM, DEFEND, FLIP, RAID
from threedown.games.blitzkrieg.scenarios import NAMES, REPEAT_BATTLE, SCENARIOS, value
from threedown.games.wording import (
    ALL_CARDS_WON,
    TURN_CAP_REACHED,
    Act,
    ChoiceWords,
    MilestoneWords,
    Narration,
    TableWords,
    Words,
)
from threedown.language import say
from threedown.table.layout import Table
from threedown.table.packets import pot
from threedown.table.verbs import held, is_over

SENTENCES = {
    "battle": "{first} meets {second}: {title}.",
    "settled": "{seat} wins {title}; the stake is {stake}.",
    "no_winner": "Nobody wins {title}.",
    "diplomat": "A Diplomat, set aside for good!",
    "treaty": "Peace treaty: both lay down three cards.",
    "claim": "{seat} has made a match and claims all six.",
    "exchange": "The three cards change hands.",
    "defend": "{seat} defends and calls for troops.",
    "surrender": "{seat} surrenders.",
    "troops": "{seat} has {number} troops.",
    "total": "{seat} comes to {number}.",
    "raid": "{seat} raids the other deck.",
    "decline": "{seat} declines the raid.",
    "challenge": "{seat} challenges: both hands are shown.",
    "disarm": "Disarmament: both take their own cards back.",
    "switch": "The decks change hands!",
    "bonus": "{seat} wins a bonus of {number}.",
    "barred": "No A-Bomb: a player is down to one card.",
    "advantage": "{seat} has the advantage: two cards against one.",
    "cross": "{seat} must cross the Delaware, card by card.",
    "bomb": "{seat} detonates the A-Bomb!",
    "run_out": "{seat} has no card to go on with.",
    "ashore": "Neither card plays: nobody crosses.",
    "best": "The best of them is {first}: the last card must beat it.",
    "wrong_colour": "{seat} has drawn the wrong colour.",
    "show": "{seat} turns over {card}.",
}
CLAUSES = {
    "ashore": "BK-057",
    "battle": "BK-012",
    "bomb BK-167": "BK-168",
    "bonus BK-030": "BK-031",
    "bonus BK-133": "BK-136",
    "bonus BK-149": "BK-151",
    "challenge": "BK-097",
    "claim": "BK-120",
    "decline": "BK-094",
    "disarm": "BK-099",
    "drop_out BK-004": "BK-R07",
    "land": "BK-060",
    "lay_face_down BK-030": "BK-031",
    "lay_face_down BK-069": "BK-R34",
    "lay_face_down BK-133": "BK-136",
    "lay_face_down BK-149": "BK-151",
    "best": "BK-083",
    "move BK-090": "BK-092",
    "raid": "BK-089",
    "show BK-096": "BK-098",
    "total BK-019": "BK-022",
    "total BK-096": "BK-098",
    "total BK-149": "BK-150",
    "total BK-162": "BK-164",
    "troops": "BK-039",
    "turn_up BK-019": "BK-022",
    "turn_up BK-111": "BK-112",
    "turn_up BK-133": "BK-134",
    "turn_up BK-142": "BK-143",
    "turn_up BK-154": "BK-155",
}
"""The clauses behind events, where the rule that announces them opens with another one."""
REASONS = {
    "all_cards": ALL_CARDS_WON,
    "turn_cap": TURN_CAP_REACHED,
    "short": "{winner} wins: the other has run out of cards in the middle of a battle.",
    "nobody_left": "Both have run out of cards: a draw.",
    "a_bomb": "{winner} wins: the A-Bomb takes the whole game.",
}
QUESTIONS = {
    DEFEND: "Call for troops, or surrender the battle?",
    RAID: "Raid the other deck?",
    CLAIM: "Claim all six cards, or exchange the three?",
    CHALLENGE: "Challenge with this hand, or disarm?",
    FLIP: "Which card of the row is turned over?",
}
_ANSWERS = {
    DEFEND: ("defend", "surrender"),
    RAID: ("raid", "decline"),
    CLAIM: ("claim", "exchange"),
    CHALLENGE: ("challenge", "disarm"),
}
NOTATIONS = {question: "`" + "`, `".join(answers) + "`" for question, answers in _ANSWERS.items()} | {
    FLIP: "`flip K`, K from 1 in the order laid"
}
COUNTERS = {
    "facing": "a card that waits for its battle: its number + 1; else 0",
    "latest": "the seat's card in this turn's regular battle: its number + 1; else 0",
    "previous": "the same of the turn before: rank * 4 + suit + 1, a two of clubs being 1",
    "troops": "the total of the seat in a Battalion",
    "depth": "how many battles this one nests in",
    "fought": "the scenarios of the outermost battle, a bit each by their places in the table, bit 0 a regular battle",
    "victor": "the seat that won the battle fought last, -1 for none",
    "row": "how many face-down cards there are to choose from",
    "battles": "battles, nested ones too",
    "deepest": "the deepest nesting",
    "treaties": "peace treaties",
    "largest_pot": "the most cards won at once",
    "met": "outermost battles in which the scenario applied",
    "nested": "nested battles in which it applied",
    "wins": "times that the side of the scenario won it: that which acts, or seat 0",
    "cards_won": "cards won in the outermost battles in which it applied",
}


def act(t: Table, seat: int, question: int, code: int) -> Act:
    """A choice in its parts."""
    return Act("flip", number=code + 1) if question == FLIP else Act(_ANSWERS[question][code])


_LINES = {
    "defend": "Call for troops",
    "surrender": "Surrender the battle",
    "raid": "Raid the other deck",
    "decline": "Leave the other deck alone",
    "claim": "Claim all six cards",
    "exchange": "Exchange the three cards",
    "challenge": "Challenge with this hand",
    "disarm": "Disarm: both take their own cards back",
    "flip": "Turn over card {n} of the row",
}
"""Choices as lines of a menu, by verb."""


def sentence(t: Table, seat: int, act: Act) -> str:
    """A choice as a line of a menu."""
    if act.verb == "flip" and act.number is None:
        return ""
    return say(_LINES[act.verb], n=act.number)


_MOVES = {
    ("pot", "table"): "{card} is black, and goes back.",
    ("pot", "deck"): "{seat} takes {card} back.",
    ("", "table"): "{card} is laid out before {seat}.",
    ("", "pot"): "",
    ("", "removed"): "",
}
"""By the piles that a card leaves and reaches; an empty word stands for any pile."""
_LANDED = (
    "All thirteen ranks lie there: the crossing is over.",
    "Two in a row do not play: the crossing is over.",
)


def event_sentence(event: Mapping[str, Any]) -> str | None:
    """The sentence of an event whose wording depends on its scenario or on a card's target."""
    if event["kind"] == "move":
        source, target = event.get("from", "").split(" ")[0], event["to"].split()[0]
        return _MOVES.get((source, target), _MOVES.get(("", target)))
    if event["kind"] == "land":
        return _LANDED[bool(event["number"])]
    if event["kind"] != "scenario":
        return None
    scenario = SCENARIOS[NAMES.index(event["scenario"]) - 1]
    return f"{scenario.name}: {scenario.story}" if scenario.id == NAMES[REPEAT_BATTLE] else scenario.story


def clause(event: Mapping[str, Any], options: Any, seats: int) -> str:
    """Return the first clause of the scenario of a battle or of its result."""
    if event["kind"] not in ("battle", "scenario", "settled", "no_winner"):
        return ""
    name = (event.get("scenarios") or [event.get("scenario", NAMES[0])])[0]
    if name == NAMES[0]:
        return ""
    return f"BK-{SCENARIOS[NAMES.index(name) - 1].clauses[0]:03}"


def progress(t: Table) -> str:
    """The progress of the game, for the head of a screen."""
    if is_over(t):
        told = "turn {turn}, {battles} {battles:battle|battles}"
        return say(told, turn=int(t.s.turns), battles=int(t.s.battles))
    told = "turn {turn}, {battles} {battles:battle|battles}, the stake is {stake}"
    if int(t.s.winners):
        told = "turn {turn}, {battles} {battles:battle|battles}"
    return say(told, turn=int(t.s.turns), battles=int(t.s.battles), stake=held(t, pot(t)))


def turn_sentence(t: Table, kinds: Sequence[str]) -> str:
    """The result of a turn."""
    if int(t.s.turn_winner) < 0:
        return say("Nobody wins the turn.")
    battles = kinds.count("battle")
    return say(
        "{seat} takes the pot after {battles} battles." if battles > 1 else "{seat} takes the pot.", battles=battles
    )


def sorted_hand(t: Table, cards: Sequence[int]) -> tuple[list[int], str]:
    """A Cold War hand, the smallest card first, and its sum."""
    total = sum(value(card) for card in cards)
    return sorted(cards, key=value), say("{total} in all", total=total)


WORDS = Words(
    narration=Narration(
        SENTENCES, REASONS, clauses=CLAUSES, turn_sentence=turn_sentence, event_sentence=event_sentence, clause=clause
    ),
    choices=ChoiceWords(QUESTIONS, NOTATIONS, act, sentence=sentence, briefing=briefing),
    table=TableWords(progress, sorted_hand=sorted_hand),
    counters=COUNTERS,
    milestone=MilestoneWords("scenario", "scenario", "scenarios"),
)
