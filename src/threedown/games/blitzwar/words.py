"""The words of BlitzWar: choices in notation; sentences for questions, reasons and events (for translation)."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from threedown.games.blitzwar.battle import most_occupying, most_sent
from threedown.games.blitzwar.board import (
    ATTACK,
    CLAIM,
    END,
    FOLLOW,
    KEEP,
    MOVE,
    NUMBERS,
    OCCUPY,
    PLACE,
    SEND,
    STOP,
    TIME,
    TRADE,
    WAYS,
    WITH_BOMB,
    borders_of_map,
    dice_of,
    end_of,
    goal,
    hand,
    number_of,
    origin,
    start_of,
)
from threedown.games.blitzwar.board_text import board, hint, map_of_table, repeat_choice
from threedown.games.blitzwar.briefing import briefing
from threedown.games.blitzwar.digest import DIGEST
from threedown.games.blitzwar.ending import ENOUGH_CONQUESTS, figures
from threedown.games.blitzwar.gains import gain
from threedown.games.blitzwar.maps import TITLES
from threedown.games.blitzwar.menu_lines import sentence
from threedown.games.blitzwar.missions import LETTERS
from threedown.games.blitzwar.missions import TITLES as MISSIONS
from threedown.games.blitzwar.opening import is_choosing
from threedown.games.blitzwar.options import CONNECTED, CONQUEST, GROUP, PRINTED_PERCENT
from threedown.games.blitzwar.tris import TRIPLES, arm, card_of_triple, tris_value
from threedown.games.blitzwar.why_not import why_not
from threedown.games.wording import TURN_CAP_REACHED, Act, ChoiceWords, MilestoneWords, Narration, TableWords, Words
from threedown.language import say
from threedown.table.clock import TIME_ON, TIME_UP, UP
from threedown.table.layout import Table
from threedown.table.verbs import held, is_in, is_over, options

SENTENCES = {
    "assign": "",
    "claim": "{seat} chooses {state}.",
    "neutral": "The other states are neutral, with {number} tanks on each.",
    "fulfil": "{seat} has fulfilled a secret mission.",
    "show": "The mission: {card}.",
    "parcel": "{seat} gets {number} {number:tank|tanks} to place.",
    "reinforce": "{seat} begins the turn and gets {number} {number:tank|tanks} to place.",
    "place": "{seat} places {number} {number:tank|tanks} on {state}.",
    "move": "{seat} trades {card}.",
    "tris": "{seat} gets {number} more {number:tank|tanks} for the set.",
    "attack": "{seat} attacks {state} from {origin}: {attack} against {defend}; lost {lost}, destroyed {destroyed}.",
    "conquer": "{seat} conquers {state}!",
    "occupy": "{seat} moves {number} {number:tank|tanks} in.",
    "bomb": "{seat} drops the nuclear bomb from {origin} on {state}: {seat} wins ties there.",
    "go": "{seat} moves {number} {number:tank|tanks} from {origin} to {state}.",
    "take": "{seat} gets {card} for conquering.",
    "rest": "{seat} has no state that can attack, and no tanks to move, so the turn ends.",
    "drop_out": "{seat} has lost the last state and is out.",
    "time_up": "Time is up: this round and the next are played to their ends.",
    "end_roll": "The roll for the end: {drawn}. On {limit} the game ends.",
}
TAKEN_OVER = "{seat} takes over a card from {owner}: {card}."
NO_TANKS = "{seat} begins the turn without new tanks: three states, or a whole continent, would bring some."
WITH_CONTINENTS = (
    "{seat} begins the turn and gets {number} {number:tank|tanks} to place, {continents} of them for whole continents."
)
WITH_OWN = "{seat} gets {number} more {number:tank|tanks} for the set, {own} of them for own states on the cards."
SPECIAL = (TAKEN_OVER, NO_TANKS, WITH_CONTINENTS, WITH_OWN)
"""The sentences of events that depend on more than their kind."""
CLAUSES = {
    "attack": "BW-027",
    "reinforce": "BW-016",
    "place": "BW-015",
    "occupy": "BW-030",
    "move": "BW-037",
    "tris": "BW-R06",
    "drop_out": "BW-061",
    "neutral": "BWH-15",
}
"""The clauses behind events, where the rule that announces them opens with another one."""


def clause(event: Mapping[str, Any], option_codes: Any, seats: int) -> str:
    """Moves through any own states, and other groups than of three tanks, have clauses of their own."""
    if event["kind"] == "go" and option_codes.moves == CONNECTED:
        return "BWH-06"
    return "BWH-08" if event["kind"] == "parcel" and option_codes.opening_tanks != GROUP else ""


def event_sentence(event: Mapping[str, Any]) -> str | None:
    """Cards of a player who is out, own states on traded cards, whole continents, and a turn that brings no tank."""
    if event["kind"] == "take" and event.get("from", "").startswith("hand "):
        return TAKEN_OVER
    if event["kind"] == "tris" and event.get("own"):
        return WITH_OWN
    if event["kind"] == "reinforce" and event.get("continents"):
        return WITH_CONTINENTS
    return NO_TANKS if event["kind"] == "reinforce" and event["number"] == 0 else None


REASONS = {
    "mission": "{winner} has fulfilled a secret mission.",
    "points": "The dice end the game: {winner} has most points.",
    "last_standing": "{winner} is the only one left.",
    "turn_cap": TURN_CAP_REACHED,
}
QUESTIONS = {
    PLACE: "Where do the tanks go?",
    TRADE: "Trade three cards for tanks?",
    ATTACK: "Attack, or stop?",
    OCCUPY: "How many tanks move in?",
    MOVE: "Move tanks before the turn ends?",
    TIME: "Is time up?",
    SEND: "How many tanks go?",
    CLAIM: "Which state do you choose?",
}
NOTATIONS = {
    PLACE: "`place STATE N` for an own state and 1 to all tanks that there are (of more than 63: up to 63, or all)",
    TRADE: "`trade CARD CARD CARD` for three cards that are a tris, or `keep`, unless a trade is forced",
    ATTACK: "`attack FROM>TO N` with 1 to 3 dice, `bomb FROM>TO` once a game, `stop`; after a conquest also"
    " `move FROM>TO N` into the state just conquered",
    OCCUPY: "`occupy N`: as many tanks as dice were rolled, or more",
    MOVE: "`move FROM>TO N` between own neighbouring states, or `end`; with `moves=connected` `move FROM>TO` between"
    " any two that own states connect",
    TIME: "`on`, `time up` (asked of the world)",
    CLAIM: "`claim STATE` for a state that nobody has (only with `start=chosen`)",
    SEND: "`send N`: all tanks but one of the state that the move leaves, or fewer (only with `moves=connected`)",
}
COUNTERS = {
    "score": "points: for each state as many as it has borders",
    "states": "states owned",
    "army": "tanks on the board",
    "unplaced": "tanks that have still to be placed before the first round",
    "bombed": "1 when the nuclear bomb has been dropped",
    "fell_to": "the seat that took this player's last state, plus 1; 0: none",
    "owner": "the seat that owns the state; -1: nobody (a neutral state, or one that is still to be chosen)",
    "tanks": "tanks that stand there",
    "turn_of": "the seat whose turn it is, or that is next",
    "round_number": "the round, from 1; 0 before the first",
    "expired": "the round in which time was up; 0 before",
    "phase": "the question that comes next, by number; -1 between two turns",
    "opening": "1 in a turn that places a group of tanks",
    "parcel": "tanks that have to be placed now",
    "taken": "states conquered in this turn",
    "dice": "dice that the attacker rolled for the last conquest",
    "conquest": "the number of the border over which a state was just conquered (ruling BW-R10), plus 1; 0: none",
    "bomb": "the number of the border that the bomb is bound to, plus 1; 0: none",
    "trading": "1 while a player has to trade cards that they have taken over",
    "route": "the states of the move that is being made, 42 times the first plus the second plus 1; 0: none",
    "attacks": "attacks: rolls of the dice",
    "conquests": "states conquered",
    "trades": "sets traded",
    "bombs": "nuclear bombs dropped",
    "eliminations": "players who lost their last state",
    "attack_losses": "tanks lost by attackers",
    "defence_losses": "tanks lost by defenders",
}
"""State and tallies, for the contract and for help."""


def act(t: Table, seat: int, question: int, code: int) -> Act:
    """A choice in its parts."""
    if question == PLACE:
        states = (state_name(t, code // NUMBERS),)
        return Act("place", states=states, number=number_of(code, most_named(int(t.s.parcel))))
    if question == TRADE:
        cards = tuple(card_name(t, seat, code, place) for place in range(3)) if code != KEEP else ()
        return Act("trade", cards=cards) if cards else Act("keep", idle=True)
    if question == ATTACK and code >= FOLLOW:
        border = int(t.s.conquest) - 1
        number = number_of(code - FOLLOW, most_named(beyond_one(t, border)))
        return Act("move", states=ends_of(t, border), number=number)
    if question == ATTACK:
        if code == STOP:
            return Act("stop")
        over = ends_of(t, code // WAYS)
        return (
            Act("bomb", states=over) if code % WAYS == WITH_BOMB else Act("attack", states=over, number=dice_of(code))
        )
    if question == OCCUPY:
        return Act("occupy", number=number_of(code, most_named(most_occupying(t))))
    if question == CLAIM:
        return Act("claim", states=(state_name(t, code),))
    if question == SEND:
        return Act("send", number=number_of(code, most_named(most_sent(t))))
    if question == MOVE and code != END:
        if options(t).moves == CONNECTED:
            return Act("move", states=(state_name(t, start_of(code)), state_name(t, end_of(code))))
        border = code // NUMBERS
        return Act("move", states=ends_of(t, border), number=number_of(code, most_named(beyond_one(t, border))))
    return Act("end" if question == MOVE else TIME_UP if code == UP else TIME_ON)


def most_named(tanks: int) -> int:
    """Return the number of tanks meant by the code for all tanks, used if there are more than have their own codes."""
    return max(tanks, NUMBERS)


def beyond_one(t: Table, border: int) -> int:
    """The tanks that may leave the state where a border begins."""
    return int(t.s.tanks[origin(t, border)]) - 1 if 0 <= border < borders_of_map(t) else 0


def state_name(t: Table, state: int) -> str:
    places = map_of_table(t).state_names
    return places[state] if state < len(places) else f"state-{state}"


def ends_of(t: Table, border: int) -> tuple[str, ...]:
    """The states that a border leads from and to."""
    if not 0 <= border < borders_of_map(t):
        return (f"border-{border}",)
    return state_name(t, origin(t, border)), state_name(t, goal(t, border))


def card_name(t: Table, seat: int, code: int, place: int) -> str:
    """Return a card of a trade by the state that it shows."""
    if int(TRIPLES[code, place]) >= held(t, hand(t, seat)):
        return f"card-{int(TRIPLES[code, place])}"
    return (*map_of_table(t).state_names, "JK1", "JK2")[card_of_triple(t, seat, code, place)]


def default_choice(t: Table, seat: int, question: int, menu: Sequence[int]) -> int:
    """The choice that Enter makes: to end the turn where tanks may move, all tanks where they are placed, move into a
    conquest or are sent, else the first."""
    if question == MOVE:
        return END
    if question in (OCCUPY, SEND):
        return menu[-1]
    return menu[int(t.s.parcel) - 1] if question == PLACE else menu[0]


def seat_line(t: Table, seat: int) -> str:
    """A player's possessions on the board and in hand."""
    if not is_in(t, seat):
        return say("{letter}  out", letter=LETTERS[seat])
    has = say(
        "{letter} {score:>3} {score:point |points} {states:>2} {states:state |states} {army:>3} {army:tank |tanks}"
        " {cards}",
        letter=LETTERS[seat],
        score=int(t.s.score[seat]),
        states=int(t.s.states[seat]),
        army=int(t.s.army[seat]),
        cards=say("{n} {n:card|cards}", n=held(t, hand(t, seat))),
    )
    bomb = [] if int(t.s.bombed[seat]) else [say("bomb")]
    unplaced = [say("{n} to place", n=int(t.s.unplaced[seat]))] if int(t.s.unplaced[seat]) else []
    return ", ".join([has, *bomb, *unplaced])


ARMS = ("{n} cannon", "{n} infantry", "{n} cavalry", "{n} joker")


def sorted_hand(t: Table, cards: Sequence[int]) -> tuple[list[int], str]:
    """A hand by arms, and the best tris in it."""
    ordered = sorted(cards, key=lambda card: (arm(t, card), card))
    counts = [sum(arm(t, card) == kind for card in cards) for kind in range(len(ARMS))]
    arms = ", ".join(say(ARMS[kind], n=count) for kind, count in enumerate(counts) if count)
    best = max((tris_value(t, *three) for three in combinations(cards, 3)), default=0)
    return ordered, say("{arms}; a set of {tanks} tanks", arms=arms, tanks=best) if best else arms


def turn_sentence(t: Table, kinds: Sequence[str]) -> str:
    """The result of a turn."""
    if "parcel" in kinds:
        return say("A group of tanks is placed.")
    if "claim" in kinds:
        return say("A state is chosen.")
    taken = kinds.count("conquer")
    if not taken:
        return say("No state is conquered.")
    return say("{seat} has conquered {n} {n:state|states}.", n=taken)


def progress(t: Table) -> str:
    """The progress of the game, for the head of a screen."""
    if int(t.s.round_number) == 0:
        return say("choosing states") if is_choosing(t) else say("placing tanks")
    told = figures(t)
    number, end, last = told["round"], told.get("end"), int(options(t).rounds)
    if is_over(t):
        return say("round {round}", round=number)
    if options(t).end_check == CONQUEST:
        return say("round {round}; only conquest ends the game", round=number)
    if int(t.s.expired) == 0 and not last:
        return say("round {round}; by the clock", round=number)
    if int(t.s.expired) == 0:
        return say("round {round}; time is up in round {last}", round=number, last=last)
    if end is None:
        return say("round {round}; time is up", round=number)
    if end["spared"]:
        spared = "round {round}; time is up, but not after this turn, with {n} conquests"
        return say(spared, round=number, n=ENOUGH_CONQUESTS)
    if options(t).end_check == PRINTED_PERCENT:
        percent = say("{threshold} % or less", threshold=end["percent"])
        return say("round {round}; time is up: {limit} ends the game after this turn", round=number, limit=percent)
    dice = "round {round}; time is up: {limit} on two dice ends the game after this turn"
    return say(dice, round=number, limit=say("{threshold} or less", threshold=end["limit"]))


WORDS = Words(
    narration=Narration(
        SENTENCES,
        REASONS,
        clause=clause,
        clauses=CLAUSES,
        turn_sentence=turn_sentence,
        event_sentence=event_sentence,
        digest=DIGEST,
    ),
    choices=ChoiceWords(
        QUESTIONS,
        NOTATIONS,
        act,
        sentence=sentence,
        hint=hint,
        gain=gain,
        briefing=briefing,
        why_not=why_not,
        default=default_choice,
        repeat=repeat_choice,
    ),
    table=TableWords(
        progress, seat_line=seat_line, figures=figures, sorted_hand=sorted_hand, titles=TITLES | MISSIONS, board=board
    ),
    counters=COUNTERS,
    milestone=MilestoneWords("conquer", "conquest", "conquests"),
)
