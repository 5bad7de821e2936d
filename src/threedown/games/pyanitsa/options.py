"""The house rules of P'yanitsa, and its presets."""

from typing import Annotated, Literal

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset

OTHERS_PLAY = 0
OPEN, COVERED = 0, 1
COLLECTOR_LOSES, FIRST_OUT_LOSES = 0, 1
SIXES_UP = 36


class Options(GameOptions, frozen=True):
    """The house rules of P'yanitsa."""

    tie: Annotated[
        Literal["open", "covered"],
        Meta(
            description="the cards that everybody lays when the highest are equal: one face up; or one face down and"
            " then one face up"
        ),
    ] = "open"
    object: Annotated[
        Literal["collector_loses", "first_out_loses"],
        Meta(description="the loser: the player who is left with all the cards, or the first to run out of cards"),
    ] = "collector_loses"
    pack: Annotated[
        Literal[36, 52], Meta(description="36 cards, where the six beats the ace; or 52, where the two does")
    ] = 36
    spent_tie: Annotated[
        Literal["others_play", "pot_stays"],
        Meta(
            description="none of those who tied for highest has a card left: the others play on, or the cards stay for"
            " the winner of the next trick"
        ),
    ] = "others_play"
    return_order: Annotated[
        Literal["random", "winner_first", "loser_first", "as_played", "pile", "turned_pile"],
        Meta(
            description="how won cards go under the packet; pile: they lie apart and are shuffled into a new packet"
            " when the old one is empty; turned_pile: they lie apart and are only turned over"
        ),
    ] = "random"


PRESETS = {
    "seed": Preset(Options(), "36 cards, ties are played on face up, the collector is the drunkard", default=True),
    "covered": Preset(Options(tie="covered"), "in a tie one card is laid face down, then one face up"),
    "spent-everything": Preset(
        Options(object="first_out_loses"), "the first player to run out of cards has spent everything and loses"
    ),
    "full-pack": Preset(Options(pack=52), "52 cards: the two beats the ace"),
    "three-players": Preset(Options(), "three players, 12 cards each", seats=3),
    "four-players": Preset(Options(), "four players, 9 cards each", seats=4),
}
