"""The house rules of Blitzkrieg."""

from typing import Annotated, Literal

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset

REGULAR_BATTLE = 1


class Options(GameOptions, frozen=True):
    """The house rules of Blitzkrieg."""

    diplomats: Annotated[Literal[0, 1, 2], Meta(description="Diplomats (jokers) in the pack")] = 2
    abomb_fail: Annotated[
        Literal["opponent", "regular"],
        Meta(description="the winner when an A-Bomb fails: the numbered card, or, as in a regular battle, the ace"),
    ] = "opponent"
    royal_offsuit: Annotated[
        Literal[0, 10],
        Meta(description="bonus cards for a Royal Foxhole that is filled by the right rank in another suit"),
    ] = 10
    return_order: Annotated[
        Literal["random", "winner_first", "loser_first", "as_played", "pile"],
        Meta(
            description="how won cards go under the deck; pile: they lie apart and are shuffled into a new deck when"
            " the old one is empty"
        ),
    ] = "random"


PRESETS = {"seed": Preset(Options(), "the text as it stands, with our rulings where it is silent", default=True)}
