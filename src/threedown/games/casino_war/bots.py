"""The bots of Casino War. Nothing at the table is secret except the order of the shoe."""

import functools
from typing import Any

import numpy as np

from threedown.exact import casino_plan
from threedown.games.any_choice import any_choice
from threedown.games.casino_war.rules import BET, CODES, SURRENDER, TIE, TIE_BETS, WAR, legal
from threedown.games.declare import Plans
from threedown.table.layout import Table
from threedown.table.verbs import options

PLANNED_ROUNDS = 100
"""The number of rounds that are planned ahead; before that, it bets as if no more were left."""

random = any_choice(legal, CODES)


def sensible(t: Table, seat: int, question: int) -> int:
    """The smallest bet, never the tie bet, always war: the choices that lose least."""
    return options(t).min_bet * TIE_BETS if question == BET else WAR


def bold(t: Table, seat: int, question: int) -> int:
    """Bets to be ahead in the end: little while there is time, and enough to win back losses as it runs out."""
    rounds = plan(t)
    left = min(max(int(options(t).rounds) - int(t.s.turns), 0), rounds.shape[0] - 1)
    level = casino_plan.column(int(options(t).chips), int(t.s.gain[seat]), rounds.shape[1])
    planned = int(rounds[left, level])
    if question == BET:
        code = planned // 2 * TIE_BETS
        return code if legal(t, seat, BET, code) else options(t).min_bet * TIE_BETS
    code = WAR if planned % 2 else SURRENDER
    return code if legal(t, seat, TIE, code) else WAR + SURRENDER - code


def plan(t: Table) -> Any:
    """The plan of ``bold`` under the house rules of a table. Compiled: the array itself."""
    return plan_under(options(t))


@functools.cache
def plan_under(rules: Any) -> Any:
    """By the rounds still to come and half the lead in chips: twice the bet, plus one if a tie means war."""
    table = casino_plan.Shoe(
        rules.decks, rules.chips, rules.min_bet, rules.max_bet, bool(rules.surrender), bool(rules.tie_bonus)
    )
    rounds = casino_plan.planned(table, min(int(rules.rounds), PLANNED_ROUNDS))
    return np.array([2 * each.bet + each.war for each in rounds], dtype=np.int8)


WORLD = random
LEVELS = {"sensible": sensible, "random": random, "bold": bold}
IMAGINES: dict[str, str] = {}
PLANS: Plans = {plan: plan_under}
LADDER = ("random", "sensible", "bold")
