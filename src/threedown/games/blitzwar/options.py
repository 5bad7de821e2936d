"""The house rules of BlitzWar, and its presets."""

from typing import Annotated, Literal

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset

BOXED, TOURNAMENT = 0, 1
DICE, PRINTED_PERCENT = 0, 1
LAST, UNTIL_ATTACK = 0, 1


class Options(GameOptions, frozen=True):
    """The house rules of BlitzWar."""

    map: Annotated[
        Literal["world", "duel"],
        Meta(
            title="Map",
            description="the map that is played on",
            extra={"values": {"world": "the world", "duel": "South America"}, "common": True},
        ),
    ] = "world"
    rounds: Annotated[
        int,
        Meta(
            title="Rounds",
            ge=0,
            le=50,
            description="the round in which time is up; 0: by the clock, the table says at a turn's end when it is",
            extra={"common": True},
        ),
    ] = 10
    defence_dice: Annotated[
        Literal[3, 2],
        Meta(title="Defence dice", description="the most dice that a defender rolls", extra={"common": True}),
    ] = 3
    just_conquered: Annotated[
        Literal["last", "until_attack"],
        Meta(
            title="Tanks may follow",
            description="the states into which tanks may follow so that the turn goes on: the last one conquered in"
            " this turn; or that one until the next attack",
            extra={"values": {"last": "into the last conquest", "until_attack": "only until the next attack"}},
        ),
    ] = "last"
    tris: Annotated[
        Literal["boxed", "tournament"],
        Meta(
            title="Three equal cards",
            description="tanks for three equal cards: 4, 6 or 8 by the arm, as in the box; or always 8, as in"
            " tournaments",
            extra={"values": {"boxed": "4, 6 or 8 tanks", "tournament": "8 tanks"}, "common": True},
        ),
    ] = "boxed"
    min_reinforcement: Annotated[
        Literal[0, 3],
        Meta(
            title="Fewest new tanks a turn",
            description="the fewest tanks that a turn's states bring, continents not counted",
        ),
    ] = 0
    end_check: Annotated[
        Literal["dice", "printed_percent"],
        Meta(
            title="Draw for the end",
            description="the draw for the end: two dice against a threshold, or the printed percentages",
            extra={"values": {"dice": "two dice", "printed_percent": "printed percentages"}},
        ),
    ] = "dice"
    last_threshold: Annotated[
        int,
        Meta(
            title="Highest threshold for the end",
            ge=4,
            le=12,
            description="the threshold of the end rises by one each round up to this",
        ),
    ] = 12


PRESETS = {
    "seed": Preset(Options(), "the whole world, and time is up in round 10", title="By the book", default=True),
    "clock": Preset(Options(rounds=0), "the table says when time is up", title="By the clock"),
    "tournament": Preset(
        Options(tris="tournament", last_threshold=7),
        "three equal cards bring 8 tanks, and the threshold for the end stops at 7",
        title="Tournament",
        seats=4,
    ),
    "duel": Preset(Options(map="duel", rounds=6), "a short game on a small map of South America", title="Skirmish"),
}
