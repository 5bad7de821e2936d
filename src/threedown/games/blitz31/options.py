"""The house rules of Blitz (31), and its presets."""

from typing import Annotated, Literal

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset, show_value

MOST_SEATS_USUAL = 9

ThreeOfAKind = Literal["30", "30.5", "none"]

KNOCK_AFTER_TURN, KNOCK_AFTER_ROUND = 1, 2
"""Places of the words among the values of ``knock_after``."""
AT_THE_DRAW = 1
"""Place of the word among the values of ``show_31``."""

OF_LIVES = (
    "lives",
    "knock_penalty",
    "blitz_penalty",
    "tied_knocker_loses",
    "knocker_beats_all",
    "loss_to_31",
    "free_ride",
    "buy_backs",
    "buy_back_lives",
)
OF_A_POT = ("chips", "pot_rounds")
"""The options about lives, and those about a pot (``ante``): a game is played for one of the two."""


class Options(GameOptions, frozen=True):
    """The house rules of Blitz (31)."""

    lives: Annotated[
        int, Meta(title="Lives", ge=1, le=20, description="tokens that each player begins with", extra={"common": True})
    ] = 4
    three_of_a_kind: Annotated[
        ThreeOfAKind,
        Meta(
            title="Three of a kind",
            description="the worth of three cards of one rank: 30, 30.5, or no more than their suits",
            extra={"values": {"none": "nothing"}, "common": True},
        ),
    ] = "30"
    return_discard: Annotated[
        bool,
        Meta(
            title="Put a taken discard back",
            description="a card just taken from the discard pile may be put back on it at once",
        ),
    ] = True
    show_31: Annotated[
        Literal["discard", "draw"],
        Meta(
            title="When a 31 ends the round",
            description="when a 31 ends the round: after the discard, or at the draw, as soon as three of the four"
            " cards make it",
            extra={"values": {"discard": "after the discard", "draw": "at the draw"}},
        ),
    ] = "discard"
    knock_after: Annotated[
        Literal["deal", "turn", "round"],
        Meta(
            title="When to knock",
            description="when knocking becomes allowed: from the deal on, after the first turn, or after everybody's"
            " first turn",
            extra={
                "values": {
                    "deal": "from the deal on",
                    "turn": "after the first turn",
                    "round": "after everybody’s first turn",
                },
                "common": True,
            },
        ),
    ] = "deal"
    knock_least: Annotated[
        int,
        Meta(title="Minimum hand for a knock", ge=0, le=30, description="the minimum value of a hand that may knock"),
    ] = 0
    opening_showdown: Annotated[
        bool,
        Meta(
            title="A first-turn knock ends the round",
            description="a knock in the very first turn of a round ends it at once: nobody else has a turn",
        ),
    ] = False
    knock_penalty: Annotated[
        int,
        Meta(
            title="Lives for a failed knock",
            ge=1,
            le=4,
            description="lives that the knocker loses if only they have the lowest hand; or, where they must beat"
            " everybody, if they don't",
            extra={"common": True},
        ),
    ] = 2
    knocker_beats_all: Annotated[
        bool,
        Meta(
            title="The knocker must beat everybody",
            description="a knocker who does not have more than every other player pays for the knock, and nobody else"
            " loses a life",
        ),
    ] = False
    knock_with_discard: Annotated[
        bool,
        Meta(
            title="Knock after drawing",
            description="a player may also draw, discard and then knock, in one turn",
        ),
    ] = False
    blitz_penalty: Annotated[
        int,
        Meta(
            title="Lives for a knock before a 31",
            ge=1,
            le=4,
            description="lives that the knocker loses if another player gets 31 in the turns after the knock",
        ),
    ] = 1
    tied_knocker_loses: Annotated[
        bool,
        Meta(
            title="A tied knocker loses",
            description="a knocker who shares the lowest hand loses a life like the others who do",
        ),
    ] = False
    loss_to_31: Annotated[
        int,
        Meta(
            title="Lives lost to a 31",
            ge=1,
            le=4,
            description="lives that each other player loses to a 31; the knocker loses no fewer than that",
        ),
    ] = 1
    free_ride: Annotated[
        bool,
        Meta(
            title="Free ride",
            description="a player who has lost all lives plays on without any, until the next loss",
            extra={"common": True},
        ),
    ] = False
    buy_backs: Annotated[
        int,
        Meta(
            title="Buying back in",
            ge=0,
            le=5,
            description="how often each player who has lost all lives may buy back in, before the next deal",
        ),
    ] = 0
    buy_back_lives: Annotated[
        int,
        Meta(
            title="Lives for buying back in",
            ge=1,
            le=4,
            description="lives that a player gets who buys back in",
        ),
    ] = 1
    ante: Annotated[
        int,
        Meta(
            title="Ante",
            ge=0,
            le=10,
            description="chips that each player puts into the pot before every deal: the highest hand wins it, and no"
            " lives are lost; 0: no pot",
        ),
    ] = 0
    chips: Annotated[
        int,
        Meta(title="Chips at the start", ge=1, le=1_000, description="chips that each player begins with, with a pot"),
    ] = 20
    pot_rounds: Annotated[
        int,
        Meta(
            title="Rounds for the pot",
            ge=1,
            le=1_000,
            description="rounds that a game with a pot lasts, if everybody can put in their ante for so long",
        ),
    ] = 10
    reshuffle: Annotated[
        bool,
        Meta(
            title="Reshuffle the discards",
            description="when the stock is empty, all discards except the top one are shuffled to make a new one;"
            " otherwise the round ends in a showdown when its last card has been drawn",
        ),
    ] = True
    large_table: Annotated[bool, Meta(title="Large table", description="10 to 16 players may sit down")] = False

    def conflict(self, seats: int) -> str | None:
        if seats > MOST_SEATS_USUAL and not self.large_table:
            return f"{seats} players need large_table=true ({MOST_SEATS_USUAL} is the most otherwise)"
        if self.opening_showdown and self.knock_after != "deal":
            return (
                f"opening_showdown=true needs knock_after=deal: after the {self.knock_after} no knock is the first turn"
            )
        if self.chips < self.ante:
            return f"chips={self.chips} is too few for an ante of {self.ante}"
        return None

    def idle(self) -> str | None:
        unused, why = (OF_LIVES, "no lives are lost for a pot") if self.ante else (OF_A_POT, "there is no pot")
        for name in unused:
            if getattr(self, name) != getattr(Options(), name):
                return f"{name}={show_value(getattr(self, name))} does nothing with ante={self.ante}: {why}"
        if 1 < self.blitz_penalty < self.loss_to_31:
            return (
                f"blitz_penalty={self.blitz_penalty} does nothing with loss_to_31={self.loss_to_31}: the knocker loses"
                " as many lives as the others anyway"
            )
        if self.tied_knocker_loses and self.knocker_beats_all:
            return (
                "tied_knocker_loses=true does nothing with knocker_beats_all=true: a knocker who ties has not beaten"
                " everybody, and pays for the knock"
            )
        if self.buy_back_lives > 1 and not self.buy_backs:
            return f"buy_back_lives={self.buy_back_lives} does nothing with buy_backs=0: nobody buys back in"
        return None

    def unasked(self) -> tuple[str, ...]:
        finish = () if self.knock_with_discard else ("finish",)
        return finish if self.buy_backs else (*finish, "buy_back")


PRESETS = {
    "seed": Preset(
        Options(),
        "four lives, 30 for three of a kind, two lives for a knock that fails",
        title="By the book",
        default=True,
        first=True,
    ),
    "modern": Preset(
        Options(lives=3, three_of_a_kind="30.5", return_discard=False),
        "three lives, 30.5 for three of a kind, and a card just taken can’t be put back",
        title="Modern",
    ),
    "harsh": Preset(
        Options(three_of_a_kind="none", blitz_penalty=2, reshuffle=False),
        "nothing for three of a kind, two lives for a knock before another player’s 31, one stock a round",
        title="Harsh",
    ),
    "county": Preset(
        Options(lives=3, return_discard=False, free_ride=True),
        "three lives, then a free ride until the next loss",
        title="On the county",
    ),
    "cutthroat": Preset(
        Options(lives=3, three_of_a_kind="30.5", return_discard=False, knocker_beats_all=True),
        "three lives, and a knocker who doesn’t beat everybody pays for the knock",
        title="Cutthroat",
    ),
    "pot": Preset(
        Options(ante=1),
        "everybody antes a chip a round and the highest hand takes the pot: most chips after ten rounds win",
        title="For the pot",
    ),
}
