"""The house rules of P'yanitsa, and its presets."""

from typing import Annotated, Literal

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset
from threedown.games.return_order import ReturnOrder, won_card_order

OTHERS_PLAY = 0
OPEN, COVERED = 0, 1
COLLECTOR_LOSES, FIRST_OUT_LOSES = 0, 1
SIXES_UP = 36


class Options(GameOptions, frozen=True):
    """The house rules of P'yanitsa."""

    tie: Annotated[
        Literal["open", "covered"],
        Meta(
            title="Ties",
            description="the cards that everybody lays when the highest are equal: one face up; or one face down and"
            " then one face up",
            extra={"values": {"open": "one card face up", "covered": "one down, one up"}, "common": True},
        ),
    ] = "open"
    object: Annotated[
        Literal["collector_loses", "first_out_loses"],
        Meta(
            title="Who loses",
            description="the loser: the player who is left with all the cards, or the first to run out of cards",
            extra={
                "values": {
                    "collector_loses": "the player with all the cards",
                    "first_out_loses": "the first to run out",
                },
                "common": True,
            },
        ),
    ] = "collector_loses"
    pack: Annotated[
        Literal[36, 52],
        Meta(
            title="Cards in the pack",
            description="36 cards, where the six beats the ace; or 52, where the two does",
            extra={"common": True},
        ),
    ] = 36
    spent_tie: Annotated[
        Literal["others_play", "pot_stays"],
        Meta(
            title="A tie with no cards left",
            description="none of those who tied for highest has a card left: the others play on, or the cards stay for"
            " the winner of the next trick",
            extra={"values": {"others_play": "the others play on", "pot_stays": "the pot stays"}},
        ),
    ] = "others_play"
    return_order: Annotated[ReturnOrder, won_card_order()] = "random"

    def idle(self) -> str | None:
        if self.spent_tie == "pot_stays" and self.object == "first_out_loses":
            return "spent_tie=pot_stays does nothing with object=first_out_loses: the first player out ends the game"
        return None


PRESETS = {
    "seed": Preset(
        Options(),
        "36 cards; ties are played on face up, and the collector is the drunkard",
        title="By the book",
        default=True,
        first=True,
    ),
    "covered": Preset(
        Options(tie="covered"), "in a tie, one card face down and then one face up", title="One face down"
    ),
    "spent-everything": Preset(
        Options(object="first_out_loses"),
        "the first player to run out of cards has spent everything and loses",
        title="Spent everything",
    ),
    "full-pack": Preset(Options(pack=52), "52 cards: the two beats the ace", title="Full pack"),
    "three-players": Preset(Options(), "12 cards each", title="Three players", seats=3),
    "four-players": Preset(Options(), "9 cards each", title="Four players", seats=4),
}
