"""The words of Blitz (31): choices in notation; sentences for questions, reasons and events (for translation)."""

from collections.abc import Mapping, Sequence
from typing import Any

from threedown.cards import show_card
from threedown.games.blitz31.gains import best_three, gain
from threedown.games.blitz31.hands import worth_of
from threedown.games.blitz31.rules import (
    DISCARD,
    DRAW,
    END_TURN,
    FINISH,
    FROM_DISCARD,
    FROM_STOCK,
    KNOCK,
    KNOCK_TOO,
    legal,
)
from threedown.games.blitz31.stakes import BUY, BUY_BACK, LEAVE
from threedown.games.three_cards import by_suits, points, worth_told
from threedown.games.wording import (
    TURN_CAP_REACHED,
    Act,
    ChoiceWords,
    Digest,
    DigestLine,
    Narration,
    TableWords,
    WhyNot,
    Words,
    named_later,
)
from threedown.language import say
from threedown.table.hands import discard, hand, stock
from threedown.table.layout import Table
from threedown.table.verbs import held, is_in, is_over, look, options, seats

SENTENCES = {
    "round": "{seat} deals; {card} begins the discard pile.",
    "take": "{seat} takes {card} from the {source}.",
    "move": "{seat} discards {card}.",
    "shuffle": "",
    "knock": "{seat} knocks: everybody else has one more turn.",
    "blitz": "31! Blitz by {seat}.",
    "show": "",
    "hand": "{seat} shows {cards}: {value}.",
    "lose_knocking": "{seat} knocked with {value}, and the lowest hand is the knocker's own: {loss}.",
    "lose_lowest": "{seat} has the lowest hand, {value}: {loss}.",
    "lose_tied": "{seat} shares the lowest hand, {value}: {loss}.",
    "lose_to_31": "{seat} has {value} against a 31: {loss}.",
    "lose_beaten": "{seat} knocked with {value}, and not everybody else has less: {loss}.",
    "void": "All hands are equal and nobody would be left: the round is void.",
    "ride": "{seat} has no life left, and plays on until the next loss.",
    "drop_out": "{seat} has no life left and is out.",
    "buy_back": "{seat} buys back in: {gain}.",
    "ante": "Everybody antes {chips} {chips:chip|chips}: {pot} in the pot.",
    "win_pot": "{seat} wins {chips} {chips:chip|chips} with {value}.",
}
CLAUSES = {
    "knock": "BZ-019",
    "move": "BZ-016",
    "round": "BZ-005",
    "blitz": "BZ-027",
    "lose_lowest": "BZ-025",
    "lose_knocking": "BZ-032",
    "lose_tied": "BZ-035",
    "lose_beaten": "BH-19",
    "lose_to_31": "BZ-028",
    "ride": "BH-17",
    "shuffle": "BZ-042",
    "void": "BH-07",
    "ante": "BH-21",
    "win_pot": "BH-21",
    "buy_back": "BH-24",
}
"""The clauses behind events, where the rule that announces them opens with another one."""


def clause(event: Mapping[str, Any], options: Any, seats: int) -> str:
    """Return the house rule that sets a loss; empty if none does."""
    if event["kind"] == "lose_knocking" and options.knock_penalty != 2:
        return "BH-04"
    if event["kind"] == "lose_to_31" and options.loss_to_31 > 1:
        return "BH-16"
    return "BH-05" if event["kind"] == "lose_to_31" and options.blitz_penalty > 1 else ""


REASONS = {
    "last_life": "{winner} is the last with a life.",
    "rounds_played": "The rounds are played. Most chips: {winner}.",
    "broke": "A player can’t put in the next ante. Most chips: {winner}.",
    "turn_cap": TURN_CAP_REACHED,
}
QUESTIONS = {
    DRAW: "Draw from the stock, take the discard, or knock?",
    DISCARD: "Which card do you discard?",
    FINISH: "Do you knock too, or end your turn?",
    BUY_BACK: "You have no life left. Do you buy back in?",
}
NOTATIONS = {
    DRAW: "`draw stock`, `draw discard`, and before the first knock of a round `knock`",
    DISCARD: "`discard 7H` for any card of the hand",
    FINISH: "`end`, `knock`",
    BUY_BACK: "`buy`, `leave`",
}
COUNTERS = {
    "lives": "lives that the player has left; chips, where there is a pot",
    "knocked": "1 if the player has knocked in this round",
    "riding": "1 if the player has lost all lives and plays on until the next loss",
    "bought": "times that the player has bought back in",
    "dealer": "the seat that deals this round",
    "to_play": "the seat whose turn it is, or comes next",
    "played": "turns played in this round",
    "from_discard": "1 if the card just drawn came from the discard pile",
    "round_over": "1 if the round is over, and the next turn begins with a deal",
    "pot": "chips in the pot",
    "rounds": "rounds that are over",
    "round_turns": "turns played in them (by `rounds`: how long a round lasts)",
    "longest_round": "turns in the longest round",
    "knock_rounds": "rounds that ended in the showdown after a knock",
    "blitzes": "rounds that ended by a 31 in play",
    "dealt_blitzes": "rounds that ended by a 31 on the deal",
    "emptied": "rounds that ended in a showdown because the stock was empty",
    "knocks": "knocks",
    "discards_taken": "cards drawn from the discard pile",
    "reshuffles": "times that the discards were shuffled to make a new stock",
    "lost_knocking": "lives lost by a knocker whose knock failed",
    "lost_lowest": "lives lost by the one player with the lowest hand",
    "lost_tied": "lives lost by players who shared the lowest hand",
    "lost_to_31": "lives lost to a 31",
    "bought_back": "times that players bought back in",
    "shared_pots": "pots that several players shared",
}
"""State and tallies, for the contract and for help."""

DREW, TOOK = "{seat} draws and discards {card}.", "{seat} takes {first} and discards {card}."
"""A turn in one line: with a card from the stock, which nobody else sees, or with the last discard."""

ACTS = {
    DRAW: {FROM_STOCK: Act("draw", pile="stock"), FROM_DISCARD: Act("draw", pile="discard"), KNOCK: Act("knock")},
    FINISH: {END_TURN: Act("end"), KNOCK_TOO: Act("knock")},
    BUY_BACK: {BUY: Act("buy"), LEAVE: Act("leave")},
}


def act(t: Table, seat: int, question: int, code: int) -> Act:
    """A choice in its parts."""
    if question == DISCARD:
        return Act("discard", cards=(show_card(look(t, hand(t, seat), code)),))
    return ACTS[question][code]


def sentence(t: Table, seat: int, act: Act) -> str:
    """A choice as a line of a menu, with the card that it takes or the hand that it shows."""
    if act.verb == "discard":
        return say("Discard the {card}", card=act.cards[0])
    if act.verb == "end":
        return say("End your turn")
    if act.verb == "buy":
        lives = int(options(t).buy_back_lives)
        return say("Buy back in with {lives} {lives:life|lives}", lives=lives)
    if act.verb == "leave":
        return say("Leave the game")
    if act.pile == "stock":
        return say("Draw from the stock")
    if act.pile == "discard":
        return say("Take the {card} from the discard pile", card=show_card(look(t, discard(t), 0)))
    cards = [look(t, hand(t, seat), place) for place in range(held(t, hand(t, seat)))]
    return say("Knock with {worth}", worth=worth_told(cards, worth_of(cards, options(t).three_of_a_kind)))


def default_choice(t: Table, seat: int, question: int, menu: Sequence[int]) -> int:
    """The choice that Enter makes: the stock, and of four cards the one without which the others are worth most."""
    if question != DISCARD:
        return menu[0]
    cards = [look(t, hand(t, seat), code) for code in range(4)]

    def without(code: int) -> tuple[int, int]:
        return worth_of(cards[:code] + cards[code + 1 :], options(t).three_of_a_kind), -points(cards[code])

    return max(menu, key=without)


def why_not(t: Table, seat: int, question: int) -> tuple[WhyNot, ...]:
    """The reason why the card just taken from the discard pile may not be discarded (BH-03)."""
    last = held(t, hand(t, seat)) - 1
    if question != DISCARD or legal(t, seat, question, last):
        return ()
    told = say("You have just taken this card from the discard pile: discard another one.")
    return (WhyNot("BH-03", told, cards=[show_card(look(t, hand(t, seat), last))]),)


def sorted_hand(t: Table, cards: Sequence[int]) -> tuple[list[int], str]:
    """The cards of a hand as a player would hold them, and their worth; of four cards, that of the best three."""
    rule = int(options(t).three_of_a_kind)
    best = best_three(cards, rule)
    told = worth_told(best, worth_of(best, rule))
    return by_suits(cards), told if len(cards) <= 3 else say("the best three: {worth}", worth=told)


def seat_line(t: Table, seat: int) -> str:
    """A player's lives, or chips, and status."""
    if not is_in(t, seat):
        return say("out")
    has = int(t.s.lives[seat])
    parts = [say("{n} {n:chip|chips}", n=has) if options(t).ante else say("{n} {n:life|lives}", n=has)]
    if int(t.s.dealer) % seats(t) == seat:
        parts.append(say("dealer"))
    if t.s.riding[seat]:
        parts.append(say("plays on until the next loss"))
    if t.s.knocked[seat]:
        parts.append(say("has knocked"))
    if t.s.bought[seat]:
        bought = int(t.s.bought[seat])
        parts.append(say("bought back in {n} {n:time|times}", n=bought))
    return ", ".join(parts)


def turn_sentence(t: Table, kinds: Sequence[str]) -> str:
    """The result of a turn."""
    if "blitz" in kinds:
        return say("31 ends the round.")
    if "hand" in kinds:
        return say("The round ends in a showdown.")
    return say("{name} is next.", name=named_later(int(t.s.to_play) % seats(t)))


def round_number(t: Table) -> int:
    """The number of the round that is played, or of the last one until the next is dealt."""
    return int(t.s.rounds) + (0 if t.s.round_over or is_over(t) else 1)


def head(t: Table) -> str:
    """The progress of the game, for the head of the page."""
    if options(t).ante:
        last = int(options(t).pot_rounds)
        return say("round {round} of {last}, pot {pot}", round=round_number(t), last=last, pot=int(t.s.pot))
    return say("round {round}", round=round_number(t))


def progress(t: Table) -> str:
    """The progress of the game, for the head of a screen; its turns are numbered as in the log."""
    if is_over(t):
        return say("round {round}, turn {turn}", round=round_number(t), turn=int(t.s.turns))
    if options(t).ante:
        return say(
            "round {round} of {last}, turn {turn}; pot {pot}, stock {stock}, discards {discards}",
            round=round_number(t),
            last=int(options(t).pot_rounds),
            turn=int(t.s.turns),
            pot=int(t.s.pot),
            stock=held(t, stock(t)),
            discards=held(t, discard(t)),
        )
    return say(
        "round {round}, turn {turn}; stock {stock}, discards {discards}",
        round=round_number(t),
        turn=int(t.s.turns),
        stock=held(t, stock(t)),
        discards=held(t, discard(t)),
    )


def digest_line(before: None, events: Sequence[Mapping[str, Any]], me: int | None) -> DigestLine | None:
    """Return the line of a turn in which a card was taken and one discarded; None before the discard."""
    taken, discarded = (next((event for event in events if event["kind"] == kind), None) for kind in ("take", "move"))
    if taken is None or discarded is None:
        return None
    if str(taken["from"]).startswith("discard"):
        return DigestLine(TOOK, cards={"first": taken["card"], "card": discarded["card"]})
    return DigestLine(DREW, cards={"card": discarded["card"]})


WORDS = Words(
    narration=Narration(
        SENTENCES,
        REASONS,
        clauses=CLAUSES,
        turn_sentence=turn_sentence,
        clause=clause,
        digest=Digest(frozenset({"take"}), frozenset({"move"}), digest_line, (DREW, TOOK)),
    ),
    choices=ChoiceWords(
        QUESTIONS, NOTATIONS, act, sentence=sentence, gain=gain, default=default_choice, why_not=why_not
    ),
    table=TableWords(progress, head=head, seat_line=seat_line, sorted_hand=sorted_hand, pauses=("hand", "blitz")),
    counters=COUNTERS,
)
