"""The house rules of Blitzkrieg."""

from typing import Annotated, Literal

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset
from threedown.games.return_order import won_card_order

REGULAR_BATTLE = 1
LOW = 1


class Options(GameOptions, frozen=True):
    """The house rules of Blitzkrieg."""

    diplomats: Annotated[
        Literal[0, 1, 2], Meta(title="Diplomats", description="Diplomats (jokers) in the pack", extra={"common": True})
    ] = 2
    abomb_fail: Annotated[
        Literal["opponent", "regular"],
        Meta(
            title="A failed A-Bomb goes to",
            description="the winner when an A-Bomb fails: the numbered card, or, as in a regular battle, the ace",
            extra={"values": {"opponent": "the numbered card", "regular": "the ace"}},
        ),
    ] = "opponent"
    royal_offsuit: Annotated[
        Literal[0, 10],
        Meta(
            title="Bonus for an off-suit Royal Foxhole",
            description="bonus cards for a Royal Foxhole that is filled by the right rank in another suit",
        ),
    ] = 10
    delaware_ace: Annotated[
        Literal["high", "low"],
        Meta(
            title="The ace in a Delaware",
            description="the ace in a Delaware: above the king and the two, or it counts one, below both",
            extra={"values": {"high": "above both", "low": "it counts one"}},
        ),
    ] = "high"
    return_order: Annotated[
        Literal["random", "winner_first", "loser_first", "as_played", "pile"],
        won_card_order(
            "how won cards go under the deck; in a win pile they lie apart, and are shuffled into a new deck when the"
            " old one is empty",
            common=True,
        ),
    ] = "random"


PRESETS = {
    "seed": Preset(
        Options(), "the text as it stands, with our rulings where it is silent", title="By the book", default=True
    )
}
