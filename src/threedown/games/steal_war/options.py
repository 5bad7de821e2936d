"""The house rules of Steal War, and its presets."""

from typing import Annotated

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset


class Options(GameOptions, frozen=True):
    """The house rules of Steal War."""

    protect_own_match: Annotated[
        bool,
        Meta(
            title="Matching your own pile protects it",
            description="a player whose card matches their own pile protects the pile for this turn; without it, the"
            " first to let go of a card wins",
            extra={"common": True},
        ),
    ] = True
    two_may_steal_again: Annotated[
        bool,
        Meta(
            title="With two, steal again",
            description="with two players, a thief may steal again with the next card, if there is a pile to steal;"
            " without it the thief must play that card",
            extra={"common": True},
        ),
    ] = False
    last_card_fights: Annotated[
        bool,
        Meta(
            title="A last card may win a war",
            description="in a war a player's last card may still win it, and they lose only if they must lay one and"
            " have none; without it, a player with no card left while the war goes on loses",
            extra={"common": True},
        ),
    ] = True


PRESETS = {
    "last-card": Preset(
        Options(), "a player’s last card may still win a war", title="The last card fights", default=True, first=True
    ),
    "seed": Preset(
        Options(last_card_fights=False),
        "a player who runs out of cards during a war loses at once, as the text says",
        title="To the letter",
    ),
    "original": Preset(
        Options(protect_own_match=False, last_card_fights=False),
        "a stolen pile may be stolen back at once",
        title="As first told",
    ),
    "three-players": Preset(Options(), "18 cards each", title="Three players", seats=3),
    "four-players": Preset(Options(), "13 cards each", title="Four players", seats=4),
}
