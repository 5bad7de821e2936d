"""Facts for a player before an answer: where new tanks come from, the sets of cards, the effect of a move."""

from threedown.games.blitzwar.battle import can_attack, may_follow
from threedown.games.blitzwar.board import (
    ATTACK,
    CLAIM,
    KEEP,
    MOVE,
    OCCUPY,
    PLACE,
    SEND,
    TRADE,
    bonus,
    goal,
    hand,
    origin,
    owns_continent,
)
from threedown.games.blitzwar.board_text import map_of_table, title
from threedown.games.blitzwar.ending import ENOUGH_CONQUESTS, NO_CHECK, threshold
from threedown.games.blitzwar.options import GROWING, TOURNAMENT
from threedown.games.blitzwar.rules import reinforcement
from threedown.games.blitzwar.tris import growing_value, may_trade, must_trade
from threedown.games.wording import Briefing
from threedown.language import listed, say
from threedown.table.layout import Table
from threedown.table.verbs import held, options

MAY_TRADE = "You may trade a set for tanks: {sets}."
MUST_TRADE = "With {n} cards one set must go: {sets}."
NO_SET = "A set brings tanks: {sets}."
BOXED_SETS = "three cannons 4, infantry 6, cavalry 8; one of each 10; a joker and two equal 12"
TOURNAMENT_SETS = "three equal arms 8; one of each 10; a joker and two equal 12"
GROWING_SETS = "now {n} for three equal arms, one of each, or a joker and two equal"
PER_OWN = "Each of its cards whose state you own brings 2 more."


def briefing(t: Table, seat: int, question: int) -> Briefing:
    """Return what a seat should know before it answers a question."""
    lead, rule = "", ""
    if question == PLACE:
        parcel, unplaced = int(t.s.parcel), int(t.s.unplaced[seat])
        if int(t.s.opening):
            lead = say("You place {n} of your {of} {of:tank|tanks} now.", n=parcel, of=unplaced)
            rule = say("Attacks come later.")
        else:
            lead = say("You have {n} {n:tank|tanks} left to place.", n=parcel)
            rule = "" if int(t.s.taken) else income(t, seat)
    elif question == CLAIM:
        rule = say("A whole continent brings more tanks each turn.")
    elif question == TRADE:
        lead, rule = trading(t, seat), say(PER_OWN)
    elif question == ATTACK:
        lead = attacking(t, seat)
    elif question == OCCUPY:
        lead = say("At least as many as you rolled dice; one stays behind.")
    elif question == MOVE:
        rule = say("One move, and your turn ends; one tank stays behind.")
    elif question == SEND:
        lead = say("One tank stays behind.")
    return Briefing(lead, rule)


def trading(t: Table, seat: int) -> str:
    """BW-039..044, BWH-02, BWH-04, BWH-05. The sets and their tanks, and whether one may or must be traded."""
    rules = options(t).tris
    if rules == GROWING:
        sets = say(GROWING_SETS, n=growing_value(int(t.s.trades)))
    else:
        sets = say(TOURNAMENT_SETS if rules == TOURNAMENT else BOXED_SETS)
    if must_trade(t, seat):
        return say(MUST_TRADE, n=held(t, hand(t, seat)), sets=sets)
    has_set = any(may_trade(t, seat, code) for code in range(KEEP))
    return say(MAY_TRADE if has_set else NO_SET, sets=sets)


def attacking(t: Table, seat: int) -> str:
    """BW-033, BW-059, BW-070. What conquests bring in this turn: a card, a way for more tanks, and with three of them
    that the game goes on."""
    if not can_attack(t, seat):
        return say("None of your states can attack.")
    taken, may_end = int(t.s.taken), threshold(t, seat) != NO_CHECK
    if may_end and taken >= ENOUGH_CONQUESTS:
        return say("Three conquests: the game does not end with this turn.")
    if may_end and taken == ENOUGH_CONQUESTS - 1:
        return say("With a third conquest the game does not end with this turn.")
    if may_follow(t, 0):
        border = int(t.s.conquest) - 1
        states = {"origin": title(t, origin(t, border)), "state": title(t, goal(t, border))}
        return say("Tanks may still go from {origin} to {state}.", **states)
    if taken:
        return say("At the end of this turn you get a card.")
    return say("Conquer a state, and you get a card at the end of the turn.")


def income(t: Table, seat: int) -> str:
    """BW-016..021. The tanks of a turn, by what brings them."""
    states, least = int(t.s.states[seat]), int(options(t).min_reinforcement)
    third = max(states // 3, least)
    told = say("A third of {states} {states:state|states}: {n} {n:tank|tanks}.", states=states, n=third)
    if third > states // 3:
        told = say("{n} tanks are the least that a turn brings.", n=third)
    owned = [
        say("{continent} {n}", continent=say(continent.title), n=bonus(t, number))
        for number, continent in enumerate(map_of_table(t).continents)
        if owns_continent(t, seat, number)
    ]
    told = f"{told} {say('Whole continents: {owned}.', owned=listed(owned))}" if owned else told
    return f"{told} {say('Cards brought the rest.')}" if int(t.s.parcel) > reinforcement(t, seat) else told
