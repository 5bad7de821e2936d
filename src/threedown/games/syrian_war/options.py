"""The house rules of Syrian War, and its presets."""

from typing import Annotated, Literal

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset

AGAIN, TAKE_BACK = 0, 1


class Options(GameOptions, frozen=True):
    """The house rules of Syrian War."""

    pictures: Annotated[
        int,
        Meta(
            title="Cards in a war of pictures",
            ge=1,
            le=13,
            description="cards that each plays in a war of two jacks, queens or kings",
            extra={"common": True},
        ),
    ] = 10
    equal_end: Annotated[
        Literal["again", "take_back"],
        Meta(
            title="A war ends in equal cards",
            description="when the cards turned up at the end of a war are equal: another war of their rank, or both"
            " take back their own rows",
            extra={"values": {"again": "another war", "take_back": "both take back their rows"}, "common": True},
        ),
    ] = "again"
    return_own_rows: Annotated[
        bool,
        Meta(
            title="Both take back their rows",
            description="at the end of a war both take back their own rows, and its loser plays next",
        ),
    ] = False


PRESETS = {
    "seed": Preset(
        Options(),
        "ten cards in a war of pictures, and wars that end in equal cards go on",
        title="By the book",
        default=True,
        first=True,
    ),
    "take-back": Preset(
        Options(equal_end="take_back"), "both take back their own rows if a war ends in equal cards", title="Take back"
    ),
    "own-rows": Preset(
        Options(return_own_rows=True), "both take back their own rows after every war", title="Own rows"
    ),
}
