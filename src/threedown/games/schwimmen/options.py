"""The house rules of Schwimmen, and its presets."""

from typing import Annotated, Literal

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset

FIRE, THIRTY_THREE = 0, 1
"""Places of the words among the values of ``three_aces``."""
CLOSE_AFTER_ROUND = 1
"""Place of the word among the values of ``close_after``."""
NEW_CARDS = 0
"""Place of the word among the values of ``all_pass``."""


class Options(GameOptions, frozen=True):
    """The house rules of Schwimmen."""

    lives: Annotated[
        int, Meta(title="Lives", ge=1, le=20, description="lives that each player begins with", extra={"common": True})
    ] = 3
    swimming: Annotated[
        bool,
        Meta(
            title="Swimming",
            description="a player who has lost all lives swims: they play on until the next loss",
            extra={"common": True},
        ),
    ] = True
    three_of_a_kind: Annotated[
        Literal["30.5", "none"],
        Meta(
            title="Three of a kind",
            description="the worth of three cards of one rank: 30.5, or no more than their suits",
            extra={"values": {"none": "nothing"}, "common": True},
        ),
    ] = "30.5"
    three_aces: Annotated[
        Literal["fire", "33", "plain"],
        Meta(
            title="Three aces",
            description="three aces are fire, which ends the round and costs everybody else a life; or they count 33"
            " and end the round like a 31; or they are three of a kind like any other",
            extra={"values": {"fire": "fire", "plain": "like any three of a kind"}, "common": True},
        ),
    ] = "fire"
    swap_all: Annotated[
        bool,
        Meta(
            title="Swap all three cards",
            description="a player may swap the whole hand for the three cards in the middle",
            extra={"common": True},
        ),
    ] = True
    dealer_chooses: Annotated[
        bool,
        Meta(
            title="The dealer chooses a hand",
            description="the dealer gets two packets, looks at one, and keeps it or takes the other unseen; otherwise"
            " three cards are simply laid in the middle",
        ),
    ] = True
    all_pass: Annotated[
        Literal["new_cards", "showdown"],
        Meta(
            title="When everybody passes",
            description="when all players have passed in succession, three new cards come into the middle, or the round"
            " ends in a showdown",
            extra={"values": {"new_cards": "three new cards", "showdown": "the round ends"}},
        ),
    ] = "new_cards"
    close_after: Annotated[
        Literal["deal", "round"],
        Meta(
            title="When to close",
            description="when a player may close: from the deal on, or after everybody's first turn",
            extra={"values": {"deal": "from the deal on", "round": "after everybody’s first turn"}, "common": True},
        ),
    ] = "deal"
    close_after_swap: Annotated[
        bool,
        Meta(
            title="Close after swapping",
            description="a player may also swap and then close, in one turn",
        ),
    ] = False
    close_penalty: Annotated[
        int,
        Meta(
            title="Lives for a failed close",
            ge=1,
            le=3,
            description="lives that the player who closed loses if only they have the lowest hand",
        ),
    ] = 1

    def idle(self) -> str | None:
        if self.close_penalty > 1 and self.lives == 1:
            return f"close_penalty={self.close_penalty} does nothing with lives=1: nobody has more than one to lose"
        return None

    def unasked(self) -> tuple[str, ...]:
        packet = () if self.dealer_chooses else ("packet",)
        return packet if self.close_after_swap else (*packet, "finish")


PRESETS = {
    "schwimmen": Preset(
        Options(), "three lives and a swim, and three aces are fire", title="Schwimmen", default=True, first=True
    ),
    "knack": Preset(
        Options(three_aces="33"), "three aces count 33 and end the round, but only the lowest hand pays", title="Knack"
    ),
    "schluss": Preset(Options(close_after_swap=True), "a player may swap and then close, in one turn", title="Schluss"),
    "one-card": Preset(
        Options(swimming=False, three_aces="plain", swap_all=False, dealer_chooses=False),
        "three cards are laid in the middle, players swap one at a time, and nobody swims",
        title="One card at a time",
    ),
    "strict": Preset(
        Options(close_after="round", close_penalty=2),
        "nobody closes before their second turn, and a player who closes with the lowest hand loses two lives",
        title="Strict",
    ),
    "four-players": Preset(Options(), "four at the table", title="Four players", seats=4),
}
