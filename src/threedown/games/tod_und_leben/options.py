"""The house rules of Tod und Leben, and its presets."""

from typing import Annotated

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset


class Options(GameOptions, frozen=True):
    """The house rules of Tod und Leben."""

    rounds: Annotated[int, Meta(ge=1, le=100, description="rounds that are played; most rounds won wins the game")] = 1


PRESETS = {
    "seed": Preset(Options(), "one round of the pack, as the source has it", default=True),
    "five-rounds": Preset(Options(rounds=5), "five rounds: the player who wins more of them wins the game"),
}
