"""The house rules of Stealing Bundles, and its presets."""

from typing import Annotated, Literal

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset

WHOLE_PACK = 52
ALL_EQUAL = 0
"""Place of the word among the values of ``equal_cards``."""
BOTH, TABLE_FIRST = 1, 2
"""Places of the words among the values of ``table_or_bundle``."""
ACES_PLAIN, ACES_ALWAYS = 0, 1
"""Places of the words among the values of ``aces``."""
LAST_TAKER = 0
"""Place of the word among the values of ``last_cards``."""


class Options(GameOptions, frozen=True):
    """The house rules of Stealing Bundles."""

    pack: Annotated[
        Literal[52, 40],
        Meta(
            title="Cards in the pack",
            description="52 cards, or 40 without the eights, nines and tens",
            extra={"common": True},
        ),
    ] = 52
    hand: Annotated[
        Literal[4, 3],
        Meta(title="Cards in a hand", description="cards dealt to each player at a time", extra={"common": True}),
    ] = 4
    equal_cards: Annotated[
        Literal["all", "one"],
        Meta(
            title="Equal cards on the table",
            description="a card takes all cards of its rank from the table, or only one of them",
            extra={"values": {"all": "all equal cards", "one": "one equal card"}, "common": True},
        ),
    ] = "all"
    table_or_bundle: Annotated[
        Literal["choose", "both", "table_first"],
        Meta(
            title="A card that matches table and bundle",
            description="a card matches a card on the table and the top of another player's bundle: the player takes"
            " one or the other, or may take both with it, or must take from the table",
            extra={
                "values": {
                    "choose": "one or the other",
                    "both": "both in one play",
                    "table_first": "only from the table",
                },
                "common": True,
            },
        ),
    ] = "choose"
    sums: Annotated[
        bool,
        Meta(
            title="Sums",
            description="a card that matches no card on the table may take several that add up to its value",
            extra={"common": True},
        ),
    ] = False
    aces: Annotated[
        Literal["plain", "always", "until_last_deal"],
        Meta(
            title="Aces take everything",
            description="an ace may take all the cards on the table, or the next player's bundle: never, always, or"
            " until the last deal",
            extra={
                "values": {"plain": "never", "always": "always", "until_last_deal": "until the last deal"},
                "common": True,
            },
        ),
    ] = "plain"
    own_bundle: Annotated[
        bool,
        Meta(
            title="Play on your own bundle",
            description="a card that matches the top of the player's own bundle may be laid on it",
            extra={"common": True},
        ),
    ] = False
    free_trail: Annotated[
        bool,
        Meta(
            title="Nobody has to capture",
            description="a card that could capture or steal may be left on the table all the same",
        ),
    ] = False
    quiet_first_deal: Annotated[
        bool,
        Meta(
            title="No stealing in the first deal",
            description="no bundle may be stolen before the hands are dealt for the second time",
        ),
    ] = False
    last_cards: Annotated[
        Literal["last_taker", "nobody"],
        Meta(
            title="Cards left on the table",
            description="at the end the cards on the table go to the player who captured last, or to nobody",
            extra={"values": {"last_taker": "to the last to capture", "nobody": "to nobody"}},
        ),
    ] = "last_taker"


PRESETS = {
    "usual": Preset(
        Options(),
        "four cards each, and one card takes all its equals",
        title="Stealing Bundles",
        default=True,
        first=True,
    ),
    "rubamazzo": Preset(
        Options(pack=40, hand=3, equal_cards="one"),
        "as in Italy: 40 cards, three each, and a card takes one equal",
        title="Rubamazzo",
    ),
    "rubamazzo-sums": Preset(
        Options(pack=40, hand=3, equal_cards="one", sums=True),
        "Rubamazzo in which a card may take others that add up to it",
        title="Rubamazzo with sums",
    ),
    "rubamazzo-aces": Preset(
        Options(pack=40, hand=3, equal_cards="one", aces="until_last_deal"),
        "Rubamazzo in which an ace takes the table or the next bundle, until the last deal",
        title="Rubamazzo, aces take all",
    ),
    "own-bundle": Preset(
        Options(own_bundle=True), "a card may also go on the player’s own bundle", title="Steal the Pile"
    ),
    "three-players": Preset(Options(), "four deals of four cards", title="Three players", seats=3),
    "four-players": Preset(Options(), "three deals of four cards", title="Four players", seats=4),
}
