"""The house rules of Egyptian Ratscrew, and its presets."""

from typing import Annotated, Literal

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset
from threedown.games.reaction import Reaction
from threedown.games.unpaid_debt import UnpaidDebt

TIMED = 0
"""Place of the word among the values of ``slaps``."""
STEP = 50
"""The milliseconds by which slaps are told apart: as finely as a screen, a keyboard and an eye allow."""
STEPS_IN_A_TENTH = 100 // STEP
USUAL_WINDOW, LONGEST_WINDOW = 15, 30
"""The usual and the longest time for a slap, in tenths of a second."""
MOST_STEPS = LONGEST_WINDOW * STEPS_IN_A_TENTH


class Options(GameOptions, frozen=True):
    """The house rules of Egyptian Ratscrew."""

    doubles: Annotated[
        bool,
        Meta(
            title="Slap a double",
            description="the pile may be slapped when two cards of a rank lie on each other",
            extra={"common": True},
        ),
    ] = True
    sandwiches: Annotated[
        bool,
        Meta(
            title="Slap a sandwich",
            description="the pile may be slapped when two cards of a rank have one card between them",
            extra={"common": True},
        ),
    ] = True
    top_and_bottom: Annotated[
        bool,
        Meta(
            title="Slap top and bottom",
            description="the pile may be slapped when its top card has the rank of the card that was laid first",
            extra={"common": True},
        ),
    ] = False
    marriages: Annotated[
        bool,
        Meta(
            title="Slap a marriage",
            description="the pile may be slapped when a king and a queen lie on each other",
            extra={"common": True},
        ),
    ] = False
    tens: Annotated[
        bool,
        Meta(
            title="Slap a ten",
            description="the pile may be slapped when the top two cards add up to ten; an ace counts one",
            extra={"common": True},
        ),
    ] = False
    runs: Annotated[
        Literal[0, 3, 4],
        Meta(
            title="Slap a run",
            description="the pile may be slapped when so many cards follow each other up or down; 0: never",
            extra={"common": True, "more": "the longer the run that may be slapped"},
        ),
    ] = 0
    jokers: Annotated[
        bool,
        Meta(
            title="Slap a joker",
            description="two jokers are in the pack, and the pile may be slapped when one lies on top",
            extra={"common": True},
        ),
    ] = False
    false_slap: Annotated[
        Literal[1, 2],
        Meta(
            title="Cards for a false slap",
            description="cards that a player pays under the pile for a slap at the wrong time",
            extra={"common": True, "more": "the more a false slap costs"},
        ),
    ] = 1
    slap_in: Annotated[
        bool,
        Meta(
            title="Slap back in",
            description="a player without cards may slap a pile and is back in the game",
            extra={"common": True},
        ),
    ] = True
    short: UnpaidDebt = "creditor_takes"
    slaps: Annotated[
        Literal["timed", "by_turn"],
        Meta(
            title="Who slaps first",
            description="of several who slap, the quickest takes the pile; or, without a clock, the next in turn after"
            " the player who laid the card",
            extra={"values": {"timed": "the quickest", "by_turn": "the next in turn, without a clock"}},
        ),
    ] = "timed"
    window: Annotated[
        int,
        Meta(
            title="Time for a slap",
            ge=5,
            le=LONGEST_WINDOW,
            description="tenths of a second in which a card may be slapped",
            extra={"more": "the longer a card may be slapped"},
        ),
    ] = USUAL_WINDOW

    def conflict(self, seats: int) -> str | None:
        two = self.doubles or self.sandwiches or self.top_and_bottom or self.marriages or self.tens
        if not (two or self.runs or self.jokers):
            return "no slap is ever right: allow doubles, sandwiches or another one"
        return None

    def idle(self) -> str | None:
        if self.slaps == "by_turn" and self.window != USUAL_WINDOW:
            return f"window={self.window} does nothing with slaps=by_turn: nobody looks at a clock"
        return None


def reaction(options: Options) -> Reaction | None:
    """The times of a slap; None where no time is measured."""
    return Reaction("slap", "pass", STEP, options.window * 100) if options.slaps == "timed" else None


PRESETS = {
    "usual": Preset(Options(), "slap doubles and sandwiches", title="Doubles and sandwiches", default=True, first=True),
    "doubles": Preset(Options(sandwiches=False), "only doubles may be slapped", title="Only doubles"),
    "every-slap": Preset(
        Options(top_and_bottom=True, marriages=True, tens=True, runs=4, jokers=True),
        "also top and bottom, marriages, tens, runs of four, and jokers",
        title="Every slap",
    ),
    "strict": Preset(
        Options(false_slap=2, slap_in=False),
        "a false slap costs two cards, and a player without cards is out",
        title="Strict",
    ),
    "by-turn": Preset(
        Options(slaps="by_turn"),
        "without a clock: of several who slap, the next in turn takes the pile",
        title="Without a clock",
    ),
    "three-players": Preset(Options(), "18, 17 and 17 cards", title="Three players", seats=3),
    "four-players": Preset(Options(), "13 cards each", title="Four players", seats=4),
}
