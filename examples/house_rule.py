"""A house rule of your own: quick War ends after a number of turns, and the player with the most cards wins.

A game is made of another: one option more, one rule changed, and words for what is new. Added to the games, it is
dealt, played, simulated in machine code and recorded like those of the house, and its rulebook's example runs::

    python examples/house_rule.py
"""

import sys
import tomllib
from typing import Annotated

from msgspec import Meta

import threedown
from threedown.bulk.report import share_interval
from threedown.games import add, find_game
from threedown.games.game_options import Preset
from threedown.games.war import options as options_of_war
from threedown.games.war import rules as war
from threedown.games.war.laying import cards_of
from threedown.games.war.rules import CODES, EVENTS, QUESTIONS, deal, legal
from threedown.session.scenario import failures, play_scenario, scenario_of
from threedown.table.verbs import end_game, is_over, options, seats
from threedown.table.wars import is_one_seat

__all__ = ["CODES", "EVENTS", "QUESTIONS", "REASONS", "deal", "legal", "turn"]

# The option


class Options(options_of_war.Options, frozen=True):
    """The house rules of War, and one more."""

    last_turn: Annotated[int, Meta(ge=1, le=1000, description="the turn after which the cards are counted")] = 26


PRESETS = {"quick": Preset(Options(), "as often as each has cards", default=True)}

# The rule: this module stands for rules.py

TIME_UP, AS_MANY = 30, 31
REASONS = {**war.REASONS, TIME_UP: "time_up", AS_MANY: "as_many"}


def turn(t):
    """QW-01. A turn of War; after the last one the cards are counted."""
    war.turn(t)
    if not is_over(t) and int(t.s.turns) >= options(t).last_turn:
        count_cards(t)


def count_cards(t):
    """QW-01. Most cards win; equal numbers have not won."""
    most, who = 0, 0
    for seat in range(seats(t)):
        cards = cards_of(t, seat)
        if cards > most:
            most, who = cards, 1 << seat
        elif cards == most:
            who |= 1 << seat
    if is_one_seat(who):
        end_game(t, who, TIME_UP)
    else:
        end_game(t, 0, AS_MANY)


SENTENCES = {
    "time_up": "Time is up: {winner} has most cards.",
    "as_many": "Time is up, and nobody has more cards than all others: a draw.",
}

# Its example, worked out by hand: the king takes the nine, and three cards are more than one

EXAMPLE = """
game = "quick-war"
options = { last_turn = 1 }
piles = { "deck 0" = "KC 2D", "deck 1" = "9H 3S" }
chance = [1]
expect = { over = true, reason = "time_up", winners = [0], "count.deck 0" = 3, "deck 1" = "3S" }
"""

# The game

WAR = find_game("war")
NARRATION = WAR.words.narration._replace(reasons={**WAR.words.narration.reasons, **SENTENCES})
GAME = WAR._replace(
    name="quick-war",
    title="Quick War",
    summary="War for those who have no time: after some turns who has most cards wins.",
    version=1,
    options=Options,
    presets=PRESETS,
    rules=sys.modules[__name__],
    words=WAR.words._replace(narration=NARRATION),
)


def main(games=10_000, seed=1):
    add(GAME)
    example = scenario_of(tomllib.loads(EXAMPLE))
    wrong = failures(example, play_scenario(example))
    print("QW-01:", "; ".join(wrong) or "its example is as expected")

    game = threedown.new("quick-war", seed=seed, last_turn=10)
    while not game.over:
        game.go()
    print(game)

    print(f"Of {games:,} games, seed {seed}:")
    for last_turn in (10, 26, 100):
        reasons = threedown.simulate("quick-war", games, seed=seed, last_turn=last_turn).reasons
        up, even = reasons.get("time_up", 0), reasons.get("as_many", 0)
        (low, high) = share_interval(even, games)
        print(f"last_turn={last_turn}: {up + even} end when time is up, {even} of them even [{low:.1%}, {high:.1%}]")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
