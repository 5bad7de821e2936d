"""The house rules of Blitz Champz, and its presets."""

from typing import Annotated, Literal

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset

AGAIN = 1
"""Place of the word among the values of ``two_player_reverse``."""


class Options(GameOptions, frozen=True):
    """The house rules of Blitz Champz."""

    two_player_reverse: Annotated[
        Literal["literal", "again"],
        Meta(
            title="End of Quarter with two",
            description="End of Quarter with two players: the other plays next, whatever the direction; or, as after a"
            " Fumble, the same player plays again",
            extra={"values": {"literal": "the other plays next", "again": "the same player again"}, "common": True},
        ),
    ] = "literal"
    free_pass: Annotated[
        bool,
        Meta(
            title="Pass at any time",
            description="a player may pass even when they could do something; otherwise only a player who cannot may",
            extra={"common": True},
        ),
    ] = False
    stuck_discards: Annotated[
        bool,
        Meta(
            title="A stuck player discards",
            description="a player who can do nothing discards a card of their choice instead of passing",
            extra={"common": True},
        ),
    ] = False
    second_answer: Annotated[
        bool,
        Meta(
            title="A second answer",
            description="with two players, a player who plays again after their own Fumble or End of Quarter may still"
            " remove the card that the other placed before it",
        ),
    ] = False
    top_stays: Annotated[
        bool,
        Meta(
            title="The top discard stays",
            description="the top discard stays when the others make a new draw pile: no First Down draws itself",
        ),
    ] = False
    draw_ends_turn: Annotated[
        bool,
        Meta(
            title="Drawing ends the turn",
            description="First Down, Pass Completion and 5-Yard Run end the turn when their cards are drawn",
            extra={"common": True},
        ),
    ] = False

    def conflict(self, seats: int) -> str | None:
        if self.free_pass and self.stuck_discards:
            return (
                "free_pass=true and stuck_discards=true contradict each other: a player who may always pass is never"
                " stuck"
            )
        return None


PRESETS = {
    "seed": Preset(Options(), "the publisher’s rules for two players", title="By the book", default=True),
    "four-players": Preset(Options(), "the publisher’s rules for four players", title="Four players", seats=4),
    "six-players": Preset(Options(), "the publisher’s rules for six players", title="Six players", seats=6),
    "again": Preset(
        Options(two_player_reverse="again"),
        "two players: End of Quarter gives another turn, as Fumble does",
        title="Another turn",
        seats=2,
    ),
    "on-line": Preset(
        Options(draw_ends_turn=True),
        "a turn ends when cards are drawn, as in students’ games for the web",
        title="Online style",
        seats=4,
    ),
}
