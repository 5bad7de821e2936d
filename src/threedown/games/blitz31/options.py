"""The house rules of Blitz (31), and its presets."""

from typing import Annotated, Literal

from msgspec import Meta

from threedown.games.houserules import HouseRules, Preset

MOST_SEATS_USUAL = 9


class Options(HouseRules, frozen=True):
    """The house rules of Blitz (31)."""

    lives: Annotated[int, Meta(ge=1, le=20, description="tokens that each player begins with")] = 4
    three_of_a_kind: Annotated[
        Literal["30", "30.5", "none"],
        Meta(description="what three cards of one rank are worth; none: no more than their suits"),
    ] = "30"
    return_discard: Annotated[
        bool, Meta(description="a card just taken from the discard pile may be put back on it at once")
    ] = True
    knock_penalty: Annotated[
        int, Meta(ge=1, le=4, description="lives that who knocked loses if the lowest hand is his alone")
    ] = 2
    blitz_penalty: Annotated[
        int,
        Meta(ge=1, le=4, description="lives that who knocked loses if another gets 31 in the turns after the knock"),
    ] = 1
    reshuffle: Annotated[
        bool,
        Meta(
            description="when the stock is empty it is made anew of the discards, shuffled, all but the top one; else"
            " the round ends in a showdown when its last card has been drawn"
        ),
    ] = True
    large_table: Annotated[bool, Meta(description="10 to 16 players may sit down")] = False

    def conflict(self, seats: int) -> str | None:
        if seats > MOST_SEATS_USUAL and not self.large_table:
            return f"{seats} players need large_table=true ({MOST_SEATS_USUAL} is the most otherwise)"
        return None


PRESETS = {
    "seed": Preset(Options(), "four lives, three of a kind worth 30, two lives for a knock that fails", default=True),
    "modern": Preset(
        Options(lives=3, three_of_a_kind="30.5", return_discard=False),
        "as many newer texts have it: three lives, 30.5 for three of a kind, no putting back what was just taken",
    ),
    "harsh": Preset(
        Options(three_of_a_kind="none", blitz_penalty=2, reshuffle=False),
        "nothing for three of a kind, two lives for a knock that another's 31 follows, one stock a round",
    ),
}
