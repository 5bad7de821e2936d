"""The house rules of Tod und Leben, and its presets."""

from typing import Annotated

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset


class Options(GameOptions, frozen=True):
    """The house rules of Tod und Leben."""

    rounds: Annotated[
        int,
        Meta(
            title="Rounds",
            ge=1,
            le=100,
            description="rounds that are played; most rounds won wins the game",
            extra={"common": True},
        ),
    ] = 1


PRESETS = {
    "seed": Preset(Options(), "once through the pack", title="One round", default=True, first=True),
    "five-rounds": Preset(
        Options(rounds=5), "the player who wins more of the five rounds wins the game", title="Five rounds"
    ),
}
