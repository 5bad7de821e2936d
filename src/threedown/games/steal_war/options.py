"""The house rules of Steal War, and its presets."""

from typing import Annotated

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset


class Options(GameOptions, frozen=True):
    """The house rules of Steal War."""

    protect_own_match: Annotated[
        bool,
        Meta(
            description="a player whose card matches their own pile protects the pile for this turn; without it, the"
            " first to let go of a card wins"
        ),
    ] = True
    two_may_steal_again: Annotated[
        bool,
        Meta(
            description="with two players, a thief may steal again with the next card, if there is a pile to steal;"
            " without it the thief must play that card"
        ),
    ] = False
    last_card_fights: Annotated[
        bool,
        Meta(
            description="in a war a player's last card may still win it, and they lose only if they must lay one and"
            " have none; without it, a player with no card left while the war goes on loses"
        ),
    ] = False


PRESETS = {
    "seed": Preset(Options(), "as reported by Philippy and Ruberti, with the suggested protection", default=True),
    "original": Preset(
        Options(protect_own_match=False), "as first described: a stolen pile may be stolen back at once"
    ),
    "three-players": Preset(Options(), "three players, 18 cards each", seats=3),
    "four-players": Preset(Options(), "four players, 13 cards each", seats=4),
}
