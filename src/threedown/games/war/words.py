"""The words of War: choices in notation, questions, reasons and events as sentences (templates, for translation)."""

from collections.abc import Mapping, Sequence
from typing import Any

from threedown.cards import SUIT_SYMBOLS, show_card
from threedown.games.war.events import ARRIVES, CHOOSE, TIME
from threedown.games.war.laying import hand
from threedown.games.war.options import LOWEST_LEFT_OUT, MOST_CARDS_WIN, RANK, RANK_LESS_ONE, THREE_DOWN
from threedown.games.war.shown import counted_height, trump_suit
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
from threedown.table.clock import TIME_ON, TIME_UP, UP
from threedown.table.layout import Table
from threedown.table.verbs import look, options

SENTENCES = {
    "move": "A card is set aside.",
    "take": "",
    "war": "War!",
    "pot_stays": "None of the tied players can lay a card: the pot stays for the next winner.",
    "last_card": "{seat} has too few cards for the war: the last one fights.",
    "fewest": "{seat} has too few cards for the war: nobody lays more.",
    "trumps": "The suit of {card} is trumps.",
    "dealer": "{seat} drew the lowest card and deals.",
}
REASONS = {
    "all_cards": ALL_CARDS_WON,
    "short": "{winner} wins: nobody else can lay the cards of the war.",
    "nobody_left": "Nobody has a card left to fight on: a draw.",
    "last_cards": "The last cards are equal: a draw.",
    "turn_cap": TURN_CAP_REACHED,
    "most_cards": "The turn limit is reached, and the most cards win: {winner}.",
    "equal_cards": "At the end all who are left have equally many cards: a draw.",
    "time_up": "Time is up, and the most cards win: {winner}.",
    "cycle": "The table lies as it did before, and this would go on forever: a draw.",
}
HEADS = (
    "",
    "turn {turn} of {limit}",
    "turn {turn}, trumps {suit}",
    "turn {turn} of {limit}, trumps {suit}",
)
PROGRESS = (
    "turn {turn}, {wars} {wars:war|wars}",
    "turn {turn} of {limit}, {wars} {wars:war|wars}",
    "turn {turn}, {wars} {wars:war|wars}, trumps {suit}",
    "turn {turn} of {limit}, {wars} {wars:war|wars}, trumps {suit}",
)
"""Headings: with the turn limit or not, and with trumps or not."""
SPEED_NOTICE = "A race to the ace!"
QUESTIONS = {ARRIVES: "Whose card comes next?", CHOOSE: "Which card do you lay?", TIME: "Is time up?"}
NOTATIONS = {
    ARRIVES: "`seat N` for any racer who has a card (asked of the world)",
    CHOOSE: "`play 7H` for any card in hand, to turn it up; `cover 7H` to lay it face down in a war",
    TIME: "`on`, `time up` (asked of the world)",
}
TIMES = {TIME_ON: "The clock goes on", TIME_UP: "Time is up"}
COUNTERS = {
    "dealer": "the seat that dealt",
    "racing": "the seats that may play the next card of a race, a bit each",
    "trumps": "the suit of the card turned up for trumps: 1 clubs, 2 diamonds, 3 hearts, 4 spades; 0 if none was",
    "laying": "1 while cards are chosen that go face down in a war",
    "wars": "turns in which a war broke out",
    "war_battles": "battles of wars: ties that had to be fought out",
    "longest_war": "most ties in a row",
}
"""State and tallies, for the contract and for help."""


def clause(event: Mapping[str, Any], options: Any, seats: int) -> str:
    """Return the clause of a card laid in a war, from the source that these house rules follow."""
    if event["kind"] == "move":
        return "WH-09" if options.left_over == LOWEST_LEFT_OUT else "W34-11"
    if event["kind"] not in ("lay_face_down", "turn_up") or event["clause"] != "WP-04":
        return ""
    if options.face_down == RANK_LESS_ONE:
        return "WH-15"
    if options.face_down == RANK:
        return "WR-01"
    if options.face_down == THREE_DOWN:
        return "W2-04"
    if options.face_down != 1:
        return "WH-13"
    return "W34-05" if seats > 2 else ""


def act(t: Table, seat: int, question: int, code: int) -> Act:
    """A choice: a card of a hand to lay face up or face down, in a race the seat whose card arrives, or the time."""
    if question == TIME:
        return Act(TIME_UP if code == UP else TIME_ON)
    if question == CHOOSE:
        return Act("cover" if t.s.laying[0] else "play", cards=(show_card(look(t, hand(t, seat), code)),))
    return Act("seat", seat=code)


def label(t: Table, seat: int, question: int, code: int) -> str:
    """A choice in words, where its card is not enough."""
    if question == CHOOSE:
        return sentence(t, seat, act(t, seat, question, code)) if t.s.laying[0] else ""
    if question == TIME:
        return ""
    return say("plays next: {name}", name=named_later(code))


def sentence(t: Table, seat: int, act: Act) -> str:
    """A choice as a line of a menu."""
    if not act.cards:
        return say(TIMES[act.verb]) if act.verb in TIMES else ""
    return say("Lay the {card} face down" if act.verb == "cover" else "Turn up the {card}", card=act.cards[0])


def sorted_hand(t: Table, cards: Sequence[int]) -> tuple[list[int], str]:
    """A hand with its highest card first."""
    return sorted(cards, key=lambda card: (-counted_height(t, card), card)), ""


def head(t: Table) -> str:
    """The progress of the game, for the head of the page; empty without a limit and trumps."""
    return say(HEADS[_heading(t)], **_so_far(t)) if _heading(t) else ""


def progress(t: Table) -> str:
    """The progress of the game, for the head of a screen."""
    return say(PROGRESS[_heading(t)], **_so_far(t))


def _heading(t: Table) -> int:
    """Return the heading that names the turn limit if cards are counted there, and the trumps if there are any."""
    return int(options(t).at_limit == MOST_CARDS_WIN) + 2 * (trump_suit(t) >= 0)


def _so_far(t: Table) -> dict[str, Any]:
    """Return the values of a heading."""
    turn, limit, wars = int(t.s.turns), int(options(t).turn_cap), int(t.s.wars)
    return {"turn": turn, "limit": limit, "wars": wars, "suit": SUIT_SYMBOLS[trump_suit(t)]}


WORDS = Words(
    narration=Narration(SENTENCES, REASONS, turn_sentence=captured, clause=clause),
    choices=ChoiceWords(QUESTIONS, NOTATIONS, act, label=label, sentence=sentence),
    table=TableWords(progress, head=head, sorted_hand=sorted_hand, speed_notice=SPEED_NOTICE),
    counters=COUNTERS,
    milestone=MilestoneWords("war", "war", "wars"),
)
