"""The house rules of Beggar-My-Neighbour, and its presets."""

from typing import Annotated, Literal

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset
from threedown.games.unpaid_debt import UnpaidDebt

AS_PLAYED, LAST_FIRST, RANDOM = range(3)
"""Places of the words among the values of ``return_order``."""
MOST_IN_HAND = 5


class Options(GameOptions, frozen=True):
    """The house rules of Beggar-My-Neighbour."""

    ace: Annotated[
        int,
        Meta(
            title="Cards for an ace",
            ge=0,
            le=10,
            description="cards that an ace demands; 0: it is a plain card",
            extra={"common": True},
        ),
    ] = 4
    king: Annotated[
        int,
        Meta(
            title="Cards for a king",
            ge=0,
            le=10,
            description="cards that a king demands; 0: it is a plain card",
            extra={"common": True},
        ),
    ] = 3
    queen: Annotated[
        int,
        Meta(
            title="Cards for a queen",
            ge=0,
            le=10,
            description="cards that a queen demands; 0: it is a plain card",
            extra={"common": True},
        ),
    ] = 2
    jack: Annotated[
        int,
        Meta(
            title="Cards for a jack",
            ge=0,
            le=10,
            description="cards that a jack demands; 0: it is a plain card",
            extra={"common": True},
        ),
    ] = 1
    passes_on: Annotated[
        bool,
        Meta(
            title="A pay card ends the payment",
            description="a pay card in a payment ends it, and the next player owes what it demands; without it, it is"
            " a card paid like any other",
            extra={"common": True},
        ),
    ] = True
    short: UnpaidDebt = "creditor_takes"
    return_order: Annotated[
        Literal["as_played", "last_first", "random"],
        Meta(
            title="Order of won cards",
            description="how a pile goes under the packet: turned over, so that the card played first is drawn first;"
            " as it lies, so that the last one is; or shuffled",
            extra={
                "values": {"as_played": "as played", "last_first": "the last card first", "random": "in random order"}
            },
        ),
    ] = "as_played"
    hand_size: Annotated[
        Literal[0, 2, 3, 4, 5],
        Meta(
            title="Cards in hand",
            description="the top cards of the packet that a player holds in hand, to choose which one to play; 0: the"
            " top card is played",
            extra={"common": True, "more": "the more cards the players hold in hand"},
        ),
    ] = 0
    stop_cycles: Annotated[
        bool,
        Meta(
            title="A repeated table is a draw",
            description="a table that lies as it did before ends the game as a draw (if no chance is left in it)",
        ),
    ] = True

    def conflict(self, seats: int) -> str | None:
        if not (self.ace or self.king or self.queen or self.jack):
            return "ace, king, queen and jack are all 0: then no pile is ever won"
        return None

    def idle(self) -> str | None:
        if not self.stop_cycles and (self.return_order == "random" or self.hand_size > 0):
            why = f"hand_size={self.hand_size}" if self.hand_size else "return_order=random"
            return f"stop_cycles=false does nothing with {why}: a game with chance or choices is never stopped for it"
        return None

    def asks(self) -> bool:
        """Without a hand the top card is played."""
        return self.hand_size > 0


PRESETS = {
    "usual": Preset(
        Options(),
        "an ace costs four cards, a king three, a queen two and a jack one",
        title="As usual",
        default=True,
        first=True,
    ),
    "three-players": Preset(Options(), "18, 17 and 17 cards", title="Three players", seats=3),
    "four-players": Preset(Options(), "13 cards each", title="Four players", seats=4),
    "kings-three": Preset(Options(ace=0), "an old reading: aces cost nothing, and kings cost most", title="Plain aces"),
    "no-relief": Preset(
        Options(passes_on=False), "a payment is made in full, whatever cards it is made of", title="Paid in full"
    ),
    "chosen": Preset(Options(hand_size=3), "three cards in hand: choose the one to play", title="Free choice"),
}
