"""Blitzkrieg's questions, events and reasons, by number."""

from collections.abc import Mapping
from typing import Any

from threedown.games.blitzkrieg.scenarios import DIPLOMAT, NAMES, SCENARIOS, STEP_BITS
from threedown.games.declare import CARD, NUMBER, Field, Kind
from threedown.language import say
from threedown.table.layout import ALL_CARDS, TURN_CAP
from threedown.table.verbs import OWN_EVENTS


def steps_of(plan: int) -> list[str]:
    """The scenarios of a plan (see scenarios.plan), by name."""
    names = []
    while plan:
        names.append(NAMES[(plan >> 1) & 31])
        plan >>= STEP_BITS
    return names


ONE = Field(str, lambda options, number: NAMES[number])
STEPS = Field(list[str], lambda options, number: steps_of(number))


def title_of_battle(told: Mapping[str, Any]) -> str:
    """The title of a battle, from all that its cards trigger."""
    return say(", then ").join(map(name_of, told["scenarios"])) or say("a regular battle")


def titles(told: Mapping[str, Any]) -> list[str]:
    """The titles of all scenarios of a battle, in their order."""
    return [name_of(scenario) for scenario in told["scenarios"]]


def title(told: Mapping[str, Any]) -> str:
    """The title of what was decided; for a battle without a scenario, the battle."""
    return say("the battle") if told["scenario"] == NAMES[0] else name_of(told["scenario"])


def name_of(scenario: str) -> str:
    """The name of a scenario as people write it."""
    return say(SCENARIOS[NAMES.index(scenario) - 1].name)


(
    BATTLE, SCENARIO, SETTLED, DIPLOMAT_SHOWS, TREATY_HELD, CLAIMS, EXCHANGES, DEFENDS, SURRENDERS, TROOPS, TOTAL,
    RAIDS, DECLINES, CHALLENGES, DISARMS, SWITCHES, BONUS, BARRED, NO_WINNER, ADVANTAGE, CROSSES, BOMB, RUNS_OUT,
    STAYS_ASHORE, LANDS, BEST, WRONG_COLOUR,
) = range(OWN_EVENTS, OWN_EVENTS + 27)  # fmt: skip
EVENTS: dict[int, Kind | str] = {
    BATTLE: Kind(
        "battle", {"first": CARD, "second": CARD, "scenarios": STEPS}, {"title": title_of_battle, "titles": titles}
    ),
    SCENARIO: Kind("scenario", {"scenario": ONE}, {"title": title}),
    SETTLED: Kind("settled", {"scenario": ONE, "stake": NUMBER}, {"title": title}),
    DIPLOMAT_SHOWS: Kind("diplomat", reveals=True),
    TREATY_HELD: Kind("treaty", {}, {"title": lambda told: name_of(NAMES[DIPLOMAT])}),
    CLAIMS: "claim",
    EXCHANGES: "exchange",
    DEFENDS: "defend",
    SURRENDERS: "surrender",
    TROOPS: Kind("troops", {"number": NUMBER}),
    TOTAL: Kind("total", {"number": NUMBER}),
    RAIDS: "raid",
    DECLINES: "decline",
    CHALLENGES: "challenge",
    DISARMS: "disarm",
    SWITCHES: "switch",
    BONUS: Kind("bonus", {"number": NUMBER}),
    BARRED: "barred",
    NO_WINNER: Kind("no_winner", {"scenario": ONE, "stake": NUMBER}, {"title": title}),
    ADVANTAGE: "advantage",
    CROSSES: "cross",
    BOMB: "bomb",
    RUNS_OUT: "run_out",
    STAYS_ASHORE: "ashore",
    LANDS: Kind("land", {"number": NUMBER}),
    BEST: Kind("best", {"first": CARD}),
    WRONG_COLOUR: "wrong_colour",
}

DEFEND, RAID, CLAIM, CHALLENGE, FLIP = range(5)
QUESTIONS = {DEFEND: "defend", RAID: "raid", CLAIM: "claim", CHALLENGE: "challenge", FLIP: "flip"}
CODES = {DEFEND: 2, RAID: 2, CLAIM: 2, CHALLENGE: 2, FLIP: 10}

CALL_TROOPS, TAKE_CARDS, TAKE_SIX, SHOW_HANDS = 0, 0, 0, 0
"""The first answer to each question; 1 is the other. ``flip K`` is K - 1."""

SHORT_OF_CARDS, NOBODY_LEFT, BOMBED = 16, 17, 18
REASONS = {
    ALL_CARDS: "all_cards",
    TURN_CAP: "turn_cap",
    SHORT_OF_CARDS: "short",
    NOBODY_LEFT: "nobody_left",
    BOMBED: "a_bomb",
}
