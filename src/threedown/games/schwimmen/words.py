"""The words of Schwimmen: choices in notation; sentences for questions, reasons and events (for translation)."""

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from threedown.cards import show_card
from threedown.games.schwimmen.hands import middle, worth_here
from threedown.games.schwimmen.rules import (
    CHANGE,
    CLOSE,
    CLOSE_TOO,
    END_TURN,
    FINISH,
    KEEP,
    PACKET,
    PASS,
    SWAP_ALL,
    TURN,
)
from threedown.games.three_cards import CARDS_EACH, by_suits, counted, worth_told
from threedown.games.wording import TURN_CAP_REACHED, Act, ChoiceWords, Narration, TableWords, Words, named_later
from threedown.language import say
from threedown.table.hands import hand, stock
from threedown.table.layout import Table
from threedown.table.verbs import held, is_in, is_over, look, options, seats

SENTENCES = {
    "round": "{seat} deals, and looks at the first of two packets.",
    "lay_out": "{seat} deals; {cards} lie in the middle.",
    "keep": "{seat} keeps the first packet and lays the other open: {cards}.",
    "change": "{seat} lays the first packet open, {cards}, and takes the other.",
    "move": "",
    "take": "",
    "lay": "",
    "shuffle": "",
    "swap": "{seat} swaps {card} for {cards}.",
    "swap_all": "{seat} swaps all three cards for {cards}, and leaves {given}.",
    "pass": "{seat} passes.",
    "close": "{seat} closes: everybody else has one more turn.",
    "all_passed": "Everybody has passed: the round ends.",
    "renew": "Everybody has passed: {cards} come into the middle.",
    "knack": "{seat} has 31, and ends the round.",
    "three_aces": "{seat} has three aces, and ends the round.",
    "fire": "{seat} has three aces: fire!",
    "show": "",
    "hand": "{seat} shows {cards}: {value}.",
    "lose_lowest": "{seat} has the lowest hand, {value}: {loss}.",
    "lose_tied": "{seat} shares the lowest hand, {value}: {loss}.",
    "lose_closing": "{seat} closed with the lowest hand, {value}: {loss}.",
    "lose_to_fire": "{seat} has {value} against three aces: {loss}.",
    "void": "Nobody would be left: the round is void.",
    "swim": "{seat} has no life left, and swims until the next loss.",
    "drop_out": "{seat} has no life left and is out.",
}
CLAUSES = {
    "round": "SM-04",
    "lay_out": "SMH-07",
    "swap": "SM-10",
    "swap_all": "SM-11",
    "pass": "SM-12",
    "renew": "SM-12",
    "all_passed": "SM-12",
    "close": "SM-13",
    "knack": "SM-15",
    "fire": "SM-16",
    "three_aces": "SMH-04",
    "lose_lowest": "SM-17",
    "lose_tied": "SM-18",
    "lose_closing": "SMH-10",
    "lose_to_fire": "SM-16",
    "swim": "SM-20",
    "drop_out": "SM-20",
    "void": "SM-23",
}
"""The clauses behind events, where the rule that announces them opens with another one."""
REASONS = {"last_life": "{winner} is the last in the game.", "turn_cap": TURN_CAP_REACHED}
QUESTIONS = {
    PACKET: "Do you keep these three cards, or take the others unseen?",
    TURN: "Swap one card or all three, pass, or close?",
    FINISH: "Do you close too, or end your turn?",
}
NOTATIONS = {
    PACKET: "`keep`, `change`",
    TURN: "`swap 7H KS` (a card of the hand for one in the middle), `swap-all`, `pass`, and before anybody has closed"
    " `close`",
    FINISH: "`end`, `close`",
}
COUNTERS = {
    "lives": "lives that the player has left",
    "closed": "1 if the player has closed this round",
    "swims": "1 if the player has lost all lives and plays on until the next loss",
    "dealer": "the seat that deals this round",
    "choosing": "1 while the dealer chooses between two packets",
    "to_play": "the seat whose turn it is, or comes next",
    "played": "turns played in this round",
    "passes": "players who have passed in succession",
    "round_over": "1 if the round is over, and the next turn begins with a deal",
    "rounds": "rounds that are over",
    "round_turns": "turns played in them (by `rounds`: how long a round lasts)",
    "longest_round": "turns in the longest round",
    "closed_rounds": "rounds that ended in the showdown after somebody closed",
    "knacks": "rounds that ended by 31, or by three aces that count 33",
    "fires": "rounds that ended by fire",
    "dealt_rounds": "rounds that ended by a hand before anybody had a turn",
    "passed_rounds": "rounds that ended because everybody passed",
    "changed": "times that the dealer took the second packet, unseen",
    "swaps": "swaps, of one card or of all three",
    "swaps_all": "swaps of all three cards",
    "closes": "times that a player closed",
    "renewals": "times that three new cards came into the middle",
    "lost_lowest": "lives lost by the one player with the lowest hand",
    "lost_tied": "lives lost by players who shared the lowest hand",
    "lost_closing": "lives lost by players who closed and alone had the lowest hand, where that costs more",
    "lost_to_fire": "lives lost to fire",
    "swimmers": "times that a player began to swim",
}
"""State and tallies, for the contract and for help."""

ACTS = {
    PACKET: {KEEP: Act("keep"), CHANGE: Act("change")},
    TURN: {SWAP_ALL: Act("swap-all"), PASS: Act("pass", idle=True), CLOSE: Act("close")},
    FINISH: {END_TURN: Act("end"), CLOSE_TOO: Act("close")},
}


def act(t: Table, seat: int, question: int, code: int) -> Act:
    """A choice in its parts; of a swap, the card that goes and the card that comes."""
    if question == TURN and code < SWAP_ALL:
        mine, open_card = look(t, hand(t, seat), code // CARDS_EACH), look(t, middle(t), code % CARDS_EACH)
        return Act("swap", cards=(show_card(mine), show_card(open_card)))
    return ACTS[question][code]


def sentence(t: Table, seat: int, act: Act) -> str:
    """A choice as a line of a menu, with the hand that it keeps or takes."""
    cards = hand_of(t, seat)
    if act.verb == "swap":
        if len(act.cards) < 2:
            return ""
        return say("Swap the {mine} for the {card}", mine=act.cards[0], card=act.cards[1])
    if act.verb == "swap-all":
        return say("Swap all three for {worth}", worth=told(t, hand_of_middle(t)))
    if act.verb == "keep":
        return say("Keep {worth}", worth=told(t, cards))
    if act.verb == "change":
        return say("Take the other packet, unseen")
    if act.verb == "end":
        return say("End your turn")
    return say("Pass") if act.verb == "pass" else say("Close with {worth}", worth=told(t, cards))


def hand_of(t: Table, seat: int) -> list[int]:
    return [look(t, hand(t, seat), place) for place in range(held(t, hand(t, seat)))]


def halves(t: Table, cards: Sequence[int]) -> int:
    """The worth of cards under the house rules, in half points."""
    rules = options(t)
    return worth_here(functools.reduce(counted, cards, 0), int(rules.three_of_a_kind), int(rules.three_aces))


def told(t: Table, cards: Sequence[int]) -> str:
    """The worth of cards in words."""
    return worth_told(cards, halves(t, cards))


def default_choice(t: Table, seat: int, question: int, menu: Sequence[int]) -> int:
    """The choice that Enter makes: the swap after which the hand is worth most if it gains, else a pass."""
    if question != TURN:
        return menu[0]
    mine, open_cards = hand_of(t, seat), hand_of_middle(t)

    def after(code: int) -> int:
        if code == SWAP_ALL:
            return halves(t, open_cards)
        if code > SWAP_ALL:
            return halves(t, mine)
        kept = mine[: code // CARDS_EACH] + mine[code // CARDS_EACH + 1 :]
        return halves(t, [*kept, open_cards[code % CARDS_EACH]])

    best = max(menu, key=after)
    return best if after(best) > halves(t, mine) else PASS


def hand_of_middle(t: Table) -> list[int]:
    """The open cards in the middle."""
    return [look(t, middle(t), depth) for depth in range(held(t, middle(t)))]


def sorted_hand(t: Table, cards: Sequence[int]) -> tuple[list[int], str]:
    """The cards of a hand as a player would hold them, and their worth."""
    return by_suits(cards), told(t, cards)


def seat_line(t: Table, seat: int) -> str:
    """A player's lives and status."""
    if not is_in(t, seat):
        return say("out")
    lives = int(t.s.lives[seat])
    parts = [say("swims") if t.s.swims[seat] else say("{n} {n:life|lives}", n=lives)]
    if int(t.s.dealer) % seats(t) == seat:
        parts.append(say("dealer"))
    if t.s.closed[seat]:
        parts.append(say("has closed"))
    return ", ".join(parts)


def turn_sentence(t: Table, kinds: Sequence[str]) -> str:
    """The result of a turn."""
    if "fire" in kinds or "three_aces" in kinds:
        return say("Three aces end the round.")
    if "knack" in kinds:
        return say("31 ends the round.")
    if "hand" in kinds:
        return say("The round ends in a showdown.")
    return say("{name} is next.", name=named_later(int(t.s.to_play) % seats(t)))


def clause(event: Mapping[str, Any], options: Any, seats: int) -> str:
    """Return the house rule for three new cards that don't come, or for a player who doesn't swim."""
    if event["kind"] == "drop_out" and not options.swimming:
        return "SMH-02"
    return "SMH-11" if event["kind"] == "all_passed" and options.all_pass else ""


def round_number(t: Table) -> int:
    """The number of the round that is played, or of the last one until the next is dealt."""
    return int(t.s.rounds) + (0 if t.s.round_over or is_over(t) else 1)


def head(t: Table) -> str:
    """The progress of the game, for the head of the page."""
    return say("round {round}", round=round_number(t))


def progress(t: Table) -> str:
    """The progress of the game, for the head of a screen; its turns are numbered as in the log."""
    if is_over(t):
        return say("round {round}, turn {turn}", round=round_number(t), turn=int(t.s.turns))
    told = "round {round}, turn {turn}; stock {stock}"
    return say(told, round=round_number(t), turn=int(t.s.turns), stock=held(t, stock(t)))


WORDS = Words(
    narration=Narration(SENTENCES, REASONS, clauses=CLAUSES, turn_sentence=turn_sentence, clause=clause),
    choices=ChoiceWords(QUESTIONS, NOTATIONS, act, sentence=sentence, default=default_choice),
    table=TableWords(
        progress,
        head=head,
        seat_line=seat_line,
        sorted_hand=sorted_hand,
        pauses=("hand", "knack", "three_aces", "fire"),
    ),
    counters=COUNTERS,
)
