"""The house rules of Beggar-My-Neighbour, and its presets."""

from typing import Annotated, Literal

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset

AS_PLAYED, LAST_FIRST, RANDOM = range(3)
"""Places of the words among the values of ``return_order``."""
CREDITOR_TAKES, NEXT_PAYS = range(2)
"""Places of the words among the values of ``short``."""
MOST_IN_HAND = 5


class Options(GameOptions, frozen=True):
    """The house rules of Beggar-My-Neighbour."""

    ace: Annotated[int, Meta(ge=0, le=10, description="cards that an ace demands; 0: it is a plain card")] = 4
    king: Annotated[int, Meta(ge=0, le=10, description="cards that a king demands; 0: it is a plain card")] = 3
    queen: Annotated[int, Meta(ge=0, le=10, description="cards that a queen demands; 0: it is a plain card")] = 2
    jack: Annotated[int, Meta(ge=0, le=10, description="cards that a jack demands; 0: it is a plain card")] = 1
    passes_on: Annotated[
        bool,
        Meta(
            description="a pay card in a payment ends it, and the next player owes what it demands; without it, it is"
            " a card paid like any other"
        ),
    ] = True
    short: Annotated[
        Literal["creditor_takes", "next_pays"],
        Meta(
            description="three or more play, and a player runs out of cards before the debt is paid: the creditor"
            " takes the pile, or the next player pays the rest"
        ),
    ] = "creditor_takes"
    return_order: Annotated[
        Literal["as_played", "last_first", "random"],
        Meta(
            description="how a pile goes under the packet: turned over, so that the card played first is drawn first;"
            " as it lies, so that the last one is; or shuffled"
        ),
    ] = "as_played"
    hand_size: Annotated[
        Literal[0, 2, 3, 4, 5],
        Meta(
            description="the top cards of the packet that a player holds in hand, to choose which one to play; 0: the"
            " top card is played",
            extra={"more": "the more cards the players hold in hand"},
        ),
    ] = 0
    stop_cycles: Annotated[
        bool,
        Meta(description="a table that lies as it did before ends the game as a draw (if no chance is left in it)"),
    ] = True

    def conflict(self, seats: int) -> str | None:
        if not (self.ace or self.king or self.queen or self.jack):
            return "ace, king, queen and jack are all 0: then no pile is ever won"
        return None

    def asks(self) -> bool:
        """Without a hand the top card is played."""
        return self.hand_size > 0


PRESETS = {
    "usual": Preset(
        Options(), "four cards for an ace, three for a king, two for a queen, one for a jack", default=True
    ),
    "three-players": Preset(Options(), "three players: seat 0 has 18 cards, the others have 17", seats=3),
    "four-players": Preset(Options(), "four players, 13 cards each", seats=4),
    "kings-three": Preset(Options(ace=0), "an old reading: aces are plain, and kings demand most"),
    "no-relief": Preset(Options(passes_on=False), "a payment is made in full, whatever cards it is made of"),
    "chosen": Preset(Options(hand_size=3), "three cards in hand, from which the players choose"),
}
