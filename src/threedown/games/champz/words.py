"""The words of Blitz Champz: choices in notation; sentences for questions, reasons and events (for translation)."""

from collections.abc import Mapping, Sequence
from typing import Any

from threedown.games.champz import deck
from threedown.games.champz.card_words import CARD_CLAUSES, CARDS, card_effects, card_label, effect, meaning, named
from threedown.games.champz.deck import (
    BLITZ,
    BLOCKED_KICK,
    POINTS,
    STOPPED_BY,
    kind_of,
)
from threedown.games.champz.gains import gain
from threedown.games.champz.options import GOAL
from threedown.games.champz.rescue import answers, draws_for_an_answer
from threedown.games.champz.rules import (
    ACT,
    CODES,
    MORE,
    PASS,
    STEALS,
    THROWS,
    are_partners,
    area,
    just_placed,
    kinds_in,
    legal,
    score,
    stealable,
    who_won,
)
from threedown.games.wording import (
    TURN_CAP_REACHED,
    Act,
    Briefing,
    ChoiceWords,
    Narration,
    TableWords,
    WhyNot,
    Words,
    named_later,
)
from threedown.language import say
from threedown.table.hands import hand
from threedown.table.layout import NOBODY, Table
from threedown.table.verbs import held, is_over, look, options
from threedown.table.wars import lowest_of

SENTENCES = {
    "take": "{seat} draws {card}.",
    "shuffle": "The cards are shuffled into the draw pile.",
    "play": "{seat} plays {card} and stands at {points}.",
    "use": "{seat} uses {card}.",
    "remove": "{seat} loses {card} and stands at {points}.",
    "blitz": "{seat} takes {card} from {owner} and stands at {points}.",
    "pass": "{seat} passes.",
    "move": "{seat} can do nothing, and discards {card}.",
    "skip": "{seat} is skipped.",
    "reverse": "{seat} turns the direction of play round.",
    "reach": "{points} {points:point|points}: {other} has one turn to bring {seat} down.",
    "team": "{seat} plays with {other}.",
}
OF_A_TEAM = {
    "play": "{seat} plays {card}, and the team stands at {points}.",
    "remove": "{seat} loses {card}, and the team stands at {points}.",
    "blitz": "{seat} takes {card} from {owner}, and the team stands at {points}.",
    "reach": "{points} {points:point|points}: {other} has one turn to bring down the team of {seat}.",
}
"""The sentences of events whose points are those of a team."""
CLAUSES = {
    "blitz": "BC-037",
    "pass": "BC-039",
    "skip": "BC-035",
    "reverse": "BC-036",
    "shuffle": "BC-049",
    "move": "CH-02",
    "team": "CH-06",
}
"""The clauses behind events, where the rule that announces them opens with another one."""
REASONS = {
    "twenty_one": "{winner} wins: 21 points or more.",
    "goal": "{winner} reached the goal, and nobody answered in time.",
    "turn_cap": TURN_CAP_REACHED,
}
QUESTIONS = {ACT: "What do you do?", MORE: "Play an Offensive (green) or a Defensive (red) Card, or pass?"}
_OFFENCE = "`play TD-RUN` (TD-PASS, HAIL-MARY, CONVERSION, FIELD-GOAL, EXTRA-POINT)"
_DEFENCE = "`defend TACKLE` (BLOCKED-KICK, INTERCEPTION)"
NOTATIONS = {
    ACT: f"{_OFFENCE}, {_DEFENCE}, `use FIRST-DOWN` (FUMBLE, PASS-COMPLETION, 5-YARD-RUN, END-OF-QUARTER),"
    " `blitz N TD-PASS` (N: the seat robbed), `pass`; by the house rule `stuck_discards`, where nothing can be done,"
    " `discard TACKLE` (any card)",
    MORE: f"{_OFFENCE}, {_DEFENCE}, `pass`",
}
COUNTERS = {
    "to_play": "the seat whose turn comes next, or is going on",
    "counterclockwise": "1 while play goes the other way round",
    "points": "the points in the seat's own area",
    "just_played": "1 if the top card of the seat's area was just placed, and may be removed now",
    "td_run": "points made by Rushing Touchdowns",
    "td_pass": "points made by Passing Touchdowns",
    "hail_mary": "points made by Hail Marys",
    "conversion": "points made by Conversions",
    "field_goal": "points made by Field Goals",
    "extra_point": "points made by Extra Points",
    "blitzed_points": "points stolen by Blitz",
    "removed_points": "points removed by Defensive Cards",
    "defences": "Defensive Cards used",
    "blitzes": "Blitzes used",
    "fumbles": "Fumbles used",
    "reverses": "Ends of Quarter used",
    "passes": "turns in which a player passed, or could do nothing and discarded",
    "reshuffles": "times that the discard pile made a new draw pile",
    "reached": "times that a player or a team came to the points that win, and the next player could answer",
    "comebacks": "times that they were brought down again in the last turn",
}
"""State and tallies, for the contract and for help."""


def act(t: Table, seat: int, question: int, code: int) -> Act:
    """A choice in its parts."""
    if code == PASS:
        return Act("pass", idle=True)
    if code > PASS:
        return Act("discard", cards=(deck.CODES[code - THROWS],))
    if code >= STEALS:
        robbed, kind = divmod(code - STEALS, BLOCKED_KICK)
        return Act("blitz", seat=robbed, cards=(deck.CODES[kind],))
    if code >= BLITZ:
        return Act("use", cards=(deck.CODES[code],), effect=effect(t, code, seat))
    return Act("play" if code < BLOCKED_KICK else "defend", cards=(deck.CODES[code],))


def label(t: Table, seat: int, question: int, code: int) -> str:
    """A choice in words: whose card is to be stolen."""
    if not STEALS <= code < PASS:
        return ""
    robbed, kind = divmod(code - STEALS, BLOCKED_KICK)
    return say("Blitz {card} of {name}", card=deck.CODES[kind], name=named_later(robbed))


def sentence(t: Table, seat: int, act: Act) -> str:
    """A choice as a line of a menu: the card by its name, and what it brings."""
    if act.verb == "pass":
        return say("Pass")
    if not act.cards:
        return ""
    face, card = act.cards[0], say(CARDS[act.cards[0]])
    if act.verb == "play":
        worth = say("{n} {n:point|points}", n=POINTS[deck.CODES.index(face)])
        return say("Play {card}: {points}", card=card, points=worth)
    if act.seat is not None:
        return say("Blitz: take {card} from {name}", card=card, name=named_later(act.seat))
    if act.verb == "discard":
        return say("Discard {card}", card=card)
    return say(
        "Play {card}: it {effect}" if act.verb == "defend" else "Play {card}: {effect}",
        card=card,
        effect=effect(t, deck.CODES.index(face), seat),
    )


def hint(t: Table, seat: int, question: int, code: int) -> str:
    """The effect of a card that is played, defended with, used or stolen."""
    if code >= PASS:
        return ""
    if code >= STEALS:
        return meaning(t, (code - STEALS) % BLOCKED_KICK)
    return meaning(t, code, seat)


def briefing(t: Table, seat: int, question: int) -> Briefing:
    """The danger in the one turn that answers 21 points or more, and whether anything can avert it (BC-041, BC-044)."""
    ahead = who_won(t, seat)
    if not ahead:
        return Briefing("", "")
    leader = lowest_of(ahead)
    if answers(t, seat, question):
        told = "{name} has {points}: take points away now, or {name} wins."
    elif draws_for_an_answer(t, seat, question):
        told = "{name} has {points}: only a card that you draw can help."
    else:
        told = "{name} has {points}, and no card of yours can change that: the game ends with this turn."
    return Briefing(say(told, name=named_later(leader), points=points_of(t, leader)), "")


def why_not(t: Table, seat: int, question: int) -> list[WhyNot]:
    """The reasons why cards of a hand can't be played, by their kinds."""
    kinds = [kind for kind in range(len(deck.CODES)) if kinds_in(t, hand(t, seat)) >> kind & 1]
    found = ((deck.CODES[kind], reason_against(t, seat, question, kind)) for kind in kinds)
    return [WhyNot(*reason, cards=[card]) for card, reason in found if reason is not None]


def reason_against(t: Table, seat: int, question: int, kind: int) -> tuple[str, str] | None:
    """The clause and the sentence why a kind of card can't be played: what it needs, or that one Continuation Card a
    turn is enough (BC-017, BC-019, BC-026, BC-034, BC-037, CH-07). None for one that can.
    """
    steals = range(STEALS, PASS) if kind == BLITZ else ()
    if any(code < CODES[question] and legal(t, seat, question, code) for code in (kind, THROWS + kind, *steals)):
        return None
    if kind >= BLITZ:
        if question == MORE:
            told = "You have used a Continuation Card: one a turn. Now play an Offensive or a Defensive Card, or pass."
            return "BC-034", say(told)
        return "BC-037", say("There is nothing to take: no other player has an Offensive Card.")
    target = just_placed(t)
    if target == NOBODY:
        return reason_to_remove_nothing(t, seat, kind)
    if are_partners(t, seat, target):
        return "CH-07", say("The last card is your partner’s: you can’t remove it.")
    placed = kind_of(look(t, area(t, target)))
    card_placed = say(CARDS[deck.CODES[placed]])
    if not STOPPED_BY[placed]:
        return "BC-025", say("No Defensive Card removes {card}.", card=card_placed)
    told = "This card doesn’t remove {card}: {cards} does."
    return "BC-026", say(told, card=card_placed, cards=named(STOPPED_BY[placed]))


def reason_to_remove_nothing(t: Table, seat: int, kind: int) -> tuple[str, str]:
    """Why a Defensive Card of a kind removes nothing after a turn in which nobody placed a card."""
    there = stealable(t, seat)
    lying = [placed for placed in range(BLOCKED_KICK) if there >> placed & 1]
    if any(STOPPED_BY[placed] >> kind & 1 for placed in lying):
        told = "Too late for the cards that lie there: it removes only one that was placed in the turn before yours."
        return "BC-019", say(told)
    if lying and not any(STOPPED_BY[placed] for placed in lying):
        return "BC-025", say("No Defensive Card removes {card}.", card=say(CARDS[deck.CODES[lying[0]]]))
    if lying:
        return "BC-026", say("It removes none of the cards that lie there.")
    return "BC-017", say("There is nothing to remove: nobody placed a card in the turn before yours.")


def event_sentence(event: Mapping[str, Any]) -> str | None:
    """The sentence of an event whose points are those of a team."""
    return OF_A_TEAM.get(event["kind"]) if event.get("team") else None


def sorted_hand(t: Table, cards: Sequence[int]) -> tuple[list[int], str]:
    """A hand by kinds, and the points of its Offensive Cards."""
    worth = sum(POINTS[kind_of(card)] for card in cards if kind_of(card) < BLOCKED_KICK)
    return sorted(cards), say("worth {n}", n=worth)


def default_choice(t: Table, seat: int, question: int, menu: Sequence[int]) -> int:
    """The choice that Enter makes: what takes the points away that would win, or draws for it; a card that brings the
    points that win; else the first."""
    if who_won(t, seat):
        return [*answers(t, seat, question), *draws_for_an_answer(t, seat, question), menu[0]][0]
    lacking = int(options(t).goal) - score(t, seat)
    return next((code for code in menu if code < BLOCKED_KICK and POINTS[code] >= lacking), menu[0])


def seat_line(t: Table, seat: int) -> str:
    """A player's points and cards, and the points of their team."""
    points, cards = points_of(t, seat), held(t, hand(t, seat))
    if is_over(t) and score(t, seat) >= options(t).goal and not int(t.s.winners) >> seat & 1:
        return say("{points}, but too late", points=points)
    if options(t).teams:
        own = int(t.s.points[seat])
        return say("{points} together, {own} own, {n} {n:card|cards} in hand", points=points, own=own, n=cards)
    return say("{points}, {n} {n:card|cards} in hand", points=points, n=cards)


def points_of(t: Table, seat: int) -> str:
    """The points of a player, or of their team."""
    return say("{n} {n:point|points}", n=score(t, seat))


def turn_sentence(t: Table, kinds: Sequence[str]) -> str:
    """The result of a turn."""
    if int(t.s.turn_winner) != NOBODY:
        told = "{points} for the team of {seat}." if options(t).teams else "{seat} has {points}."
        return say(told, points=points_of(t, int(t.s.turn_winner)))
    return say("A card is removed." if "remove" in kinds else "Nobody scores.")


def clause(event: Mapping[str, Any], options: Any, seats: int) -> str:
    """Return the clause about the effect of a card that is played or used, or about points that win by a house rule."""
    if event["kind"] in ("play", "use"):
        return CARD_CLAUSES[event["card"]]
    if event["kind"] not in ("reach", "end"):
        return ""
    return "CH-06" if options.teams else "CH-05" if options.goal != GOAL else ""


def progress(t: Table) -> str:
    """The progress of the game and the direction of play, for the head of a screen."""
    if is_over(t):
        return say("turn {turn}", turn=int(t.s.turns))
    way = say("counterclockwise" if int(t.s.counterclockwise) else "clockwise")
    race = say("the last turn") if who_won(t, NOBODY) else say("first to {goal}", goal=options(t).goal)
    return say("turn {turn}, {way}, {race}", turn=int(t.s.turns), way=way, race=race)


WORDS = Words(
    narration=Narration(
        SENTENCES,
        REASONS,
        clause=clause,
        clauses=CLAUSES,
        turn_sentence=turn_sentence,
        event_sentence=event_sentence,
    ),
    choices=ChoiceWords(
        QUESTIONS,
        NOTATIONS,
        act,
        label=label,
        sentence=sentence,
        hint=hint,
        gain=gain,
        briefing=briefing,
        why_not=why_not,
        default=default_choice,
    ),
    table=TableWords(
        progress,
        seat_line=seat_line,
        sorted_hand=sorted_hand,
        card_label=card_label,
        card_effects=card_effects,
        titles=CARDS,
        pauses=("reach",),
    ),
    counters=COUNTERS,
)
