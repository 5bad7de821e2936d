"""The house rules of BlitzWar, and its presets."""

from typing import Annotated, Literal

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset

BOXED, TOURNAMENT = 0, 1
DICE, PRINTED_PERCENT = 0, 1
LAST, UNTIL_ATTACK = 0, 1


class Options(GameOptions, frozen=True):
    """The house rules of BlitzWar."""

    map: Annotated[Literal["world", "duel"], Meta(description="the map that is played on")] = "world"
    rounds: Annotated[
        int,
        Meta(
            ge=0,
            le=50,
            description="the round in which time is up; 0: by the clock, the table says at a turn's end when it is",
        ),
    ] = 10
    defence_dice: Annotated[Literal[3, 2], Meta(description="the most dice that a defender rolls")] = 3
    just_conquered: Annotated[
        Literal["last", "until_attack"],
        Meta(
            description="the states into which tanks may follow so that the turn goes on: the last one conquered in"
            " this turn; or that one until the next attack"
        ),
    ] = "last"
    tris: Annotated[
        Literal["boxed", "tournament"],
        Meta(description="tanks for three equal cards: boxed 4, 6 or 8 by the arm; tournament 8"),
    ] = "boxed"
    min_reinforcement: Annotated[
        Literal[0, 3], Meta(description="the fewest tanks that a turn's states bring, continents not counted")
    ] = 0
    end_check: Annotated[
        Literal["dice", "printed_percent"],
        Meta(description="the draw for the end: two dice against a threshold, or the printed percentages"),
    ] = "dice"
    last_threshold: Annotated[
        int, Meta(ge=4, le=12, description="the threshold of the end rises by one each round up to this")
    ] = 12


PRESETS = {
    "seed": Preset(Options(), "as its rules tell it, time up in round 10", default=True),
    "clock": Preset(Options(rounds=0), "the same by the clock: the table says when time is up"),
    "tournament": Preset(
        Options(tris="tournament", last_threshold=7), "three equal cards bring 8, and the threshold stops at 7", seats=4
    ),
    "duel": Preset(Options(map="duel", rounds=6), "a short game on a small map of South America"),
}
