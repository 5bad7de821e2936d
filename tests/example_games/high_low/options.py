"""The house rules of High-Low, and its presets."""

from typing import Annotated, Literal

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset

CALLER, OTHER = 1, 2
"""Places of the words among the values of ``equal``."""


class Options(GameOptions, frozen=True):
    """The house rules of High-Low."""

    equal: Annotated[
        Literal["nobody", "caller", "other"],
        Meta(description="who scores when the next card is as high: nobody, who called, or the other"),
    ] = "nobody"
    stays: Annotated[bool, Meta(description="who is right calls again; else the turns go round")] = False
    rounds: Annotated[int, Meta(ge=1, le=10, description="how often the pack is played through")] = 1


PRESETS = {
    "plain": Preset(Options(), "equal cards score nobody, the players take turns", default=True),
    "streaks": Preset(Options(stays=True, equal="other", rounds=2), "who is right calls again; the pack twice"),
}
