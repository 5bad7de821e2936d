"""The house rules of Blitz Champz, and its presets."""

from typing import Annotated, Literal

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset

AGAIN = 1
"""Place of the word among the values of ``two_player_reverse``."""
GOAL = 21
MOST_POINTS = {2: 50, 3: 40, 4: 35, 5: 30, 6: 25}
"""The most points to win by the number of players or teams: with more, the cards (132 points) lie so scattered in the
end that some games of simple bots come to the turn limit."""
TEAM_TABLES = (4, 6)
"""The numbers of seats at which everybody has a partner opposite, and somebody else at each side."""


class Options(GameOptions, frozen=True):
    """The house rules of Blitz Champz."""

    goal: Annotated[
        int,
        Meta(
            title="Points to win",
            ge=7,
            le=50,
            description="the points that win, if the next player can't bring them down",
            extra={"common": True},
        ),
    ] = GOAL
    teams: Annotated[
        bool,
        Meta(
            title="Teams of two",
            description="partners sit opposite each other; their points count together, and they win together",
            extra={"common": True},
        ),
    ] = False
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
        if self.teams and seats not in TEAM_TABLES:
            return "teams=true needs four or six seats: partners sit opposite each other"
        sides, told = (seats // 2, "teams") if self.teams else (seats, "players")
        if self.goal > MOST_POINTS[sides]:
            return f"goal={self.goal} is too far for {sides} {told}: {MOST_POINTS[sides]} points are the most"
        if self.free_pass and self.stuck_discards:
            return (
                "free_pass=true and stuck_discards=true contradict each other: a player who may always pass is never"
                " stuck"
            )
        return None

    def idle(self) -> str | None:
        if self.teams and self.two_player_reverse != "literal":
            return f"two_player_reverse={self.two_player_reverse} does nothing with teams=true: it is for two players"
        if self.teams and self.second_answer:
            return "second_answer=true does nothing with teams=true: it is for two players"
        return None


PRESETS = {
    "seed": Preset(Options(), "the publisher’s rules", title="By the book", default=True, first=True),
    "four-players": Preset(Options(), "the publisher’s rules for four players", title="Four players", seats=4),
    "six-players": Preset(Options(), "the publisher’s rules for six players", title="Six players", seats=6),
    "partners": Preset(
        Options(teams=True),
        "four players in teams of two: partners sit opposite each other and win together",
        title="Teams of two",
        seats=4,
    ),
    "short": Preset(Options(goal=13), "a short game, to 13 points", title="To 13 points"),
    "long": Preset(Options(goal=35), "a long game, to 35 points", title="To 35 points"),
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
