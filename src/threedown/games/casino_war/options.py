"""The house rules of Casino War, and its presets."""

from typing import Annotated, Literal

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset

EACH_ROUND = 1
USUAL_ODDS = 10
LARGEST_BET = 20


class Options(GameOptions, frozen=True):
    """The house rules of Casino War."""

    decks: Annotated[
        int, Meta(title="Decks", ge=1, le=8, description="packs of 52 cards in the shoe", extra={"common": True})
    ] = 6
    burn: Annotated[
        int,
        Meta(
            title="Cards burned before a war",
            ge=0,
            le=10,
            description="cards dealt face down before the cards of a war",
        ),
    ] = 3
    surrender: Annotated[
        bool,
        Meta(
            title="Surrender",
            description="a tie may be surrendered for half the bet; otherwise it is always war",
            extra={"common": True},
        ),
    ] = True
    chips: Annotated[
        int,
        Meta(
            title="Chips at the start",
            ge=1,
            le=10_000,
            description="play chips that each player begins with",
            extra={"common": True},
        ),
    ] = 100
    rounds: Annotated[
        int, Meta(title="Rounds", ge=1, le=100_000, description="rounds that a game lasts", extra={"common": True})
    ] = 100
    min_bet: Annotated[int, Meta(title="Smallest bet", ge=1, le=LARGEST_BET, description="the smallest bet")] = 1
    max_bet: Annotated[int, Meta(title="Largest bet", ge=1, le=LARGEST_BET, description="the largest bet")] = (
        LARGEST_BET
    )
    max_tie: Annotated[
        int,
        Meta(
            title="Largest tie bet",
            ge=0,
            le=LARGEST_BET,
            description="the largest bet on a tie; 0: no such bet",
        ),
    ] = 5
    tie_pays: Annotated[
        int,
        Meta(
            title="The tie bet pays",
            ge=USUAL_ODDS,
            le=11,
            description="what the bet on a tie pays, to 1",
            extra={"common": True},
        ),
    ] = USUAL_ODDS
    tie_bonus: Annotated[
        bool,
        Meta(
            title="Bonus for a second tie",
            description="a tie in a war, after the tie that led to it, wins as much again as was bet",
            extra={"common": True},
        ),
    ] = False
    reshuffle: Annotated[
        Literal["cut", "round"],
        Meta(
            title="Reshuffle",
            description="when the discarded cards go back into the shoe: before a round, if less than a quarter of the"
            " cards is left in it (the cut card); or before every round",
            extra={"values": {"cut": "at the cut card", "round": "before every round"}},
        ),
    ] = "cut"

    def conflict(self, seats: int) -> str | None:
        if self.min_bet > self.max_bet:
            return f"min_bet={self.min_bet} is more than max_bet={self.max_bet}"
        cover = self.min_bet if self.surrender else 2 * self.min_bet
        if self.chips < cover:
            why = "" if self.surrender else " (without surrender a bet needs as much again for the war)"
            return f"chips={self.chips} is too few for a bet of {self.min_bet}{why}"
        return None

    def idle(self) -> str | None:
        if self.max_tie == 0 and self.tie_pays != USUAL_ODDS:
            return f"tie_pays={self.tie_pays} does nothing with max_tie=0: nobody can bet on a tie"
        return None


PRESETS = {
    "seed": Preset(
        Options(),
        "six decks, war or surrender, and a bet on the tie pays 10 to 1",
        title="By the book",
        default=True,
        first=True,
    ),
    "single-deck": Preset(
        Options(decks=1, reshuffle="round"), "one deck, shuffled before every round", title="Single deck"
    ),
    "shuffled-shoe": Preset(
        Options(reshuffle="round"), "six decks, shuffled before every round, as online", title="Shuffled shoe"
    ),
    "no-surrender": Preset(Options(surrender=False), "every tie is war", title="No surrender"),
    "bonus": Preset(
        Options(tie_bonus=True), "a second tie, in the war, wins twice the bet", title="Bonus for a second tie"
    ),
    "eleven-to-one": Preset(Options(tie_pays=11), "a bet on the tie pays 11 to 1", title="Tie bet at 11 to 1"),
}
