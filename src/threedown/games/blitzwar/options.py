"""The house rules of BlitzWar, and its presets."""

from typing import Annotated, Literal

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset

BOXED, TOURNAMENT, GROWING = 0, 1, 2
DICE, PRINTED_PERCENT, CONQUEST = 0, 1, 2
LAST, UNTIL_ATTACK = 0, 1
LATER, AT_ONCE = 0, 1
NEIGHBOUR, CONNECTED = 0, 1
DEALT, CHOSEN = 0, 1
GROUP = 3
"""The number of tanks that the source places at a time."""
TWO, USUAL = 2, 3
"""The number of players for whom there is a neutral side, and the fewest of the source."""


class Options(GameOptions, frozen=True):
    """The house rules of BlitzWar."""

    map: Annotated[
        Literal["world", "duel", "europe"],
        Meta(
            title="Map",
            description="the map that is played on",
            extra={
                "values": {"world": "the world", "duel": "South America", "europe": "Europe"},
                "common": True,
            },
        ),
    ] = "world"
    rounds: Annotated[
        int,
        Meta(
            title="Rounds",
            ge=0,
            le=50,
            description="the round in which time is up, if nobody has conquered all before; 0: by the clock, the table"
            " says at a turn's end when it is",
            extra={"common": True},
        ),
    ] = 10
    start: Annotated[
        Literal["dealt", "chosen"],
        Meta(
            title="First states",
            description="the states with which the players begin: dealt at random; or chosen in turn, one at a time,"
            " with a tank on each",
            extra={"values": {"dealt": "dealt at random", "chosen": "chosen in turn"}, "common": True},
        ),
    ] = "dealt"
    opening_tanks: Annotated[
        int,
        Meta(
            title="Tanks placed at a time",
            ge=1,
            le=10,
            description="the tanks that a player places in their turn before the first round",
        ),
    ] = GROUP
    fair_start: Annotated[
        bool,
        Meta(
            title="Fair start",
            description="later players begin with up to two extra tanks, so that all seats win about as often",
        ),
    ] = False
    missions: Annotated[
        bool,
        Meta(
            title="Secret missions",
            description="each player has a secret mission, and wins by fulfilling it in their own turn",
            extra={"common": True},
        ),
    ] = False
    neutral: Annotated[
        bool,
        Meta(
            title="A neutral side",
            description="for two players: a third of the states belongs to a neutral side that only defends",
        ),
    ] = False
    defence_dice: Annotated[
        Literal[3, 2],
        Meta(title="Defence dice", description="the most dice that a defender rolls", extra={"common": True}),
    ] = 3
    just_conquered: Annotated[
        Literal["last", "until_attack"],
        Meta(
            title="Tanks may follow",
            description="the states into which tanks may follow so that the turn goes on: the last one conquered in"
            " this turn; or that one until the next attack",
            extra={"values": {"last": "into the last conquest", "until_attack": "only until the next attack"}},
        ),
    ] = "last"
    tris: Annotated[
        Literal["boxed", "tournament", "growing"],
        Meta(
            title="Sets of three cards",
            description="tanks for a set of three cards: for three equal ones 4, 6 or 8 by the arm, as in the box; or"
            " always 8, as in tournaments; or each set of a game more than the last, whatever its cards",
            extra={
                "values": {
                    "boxed": "4, 6 or 8 tanks for equal cards",
                    "tournament": "8 tanks for equal cards",
                    "growing": "each set more than the last",
                },
                "common": True,
            },
        ),
    ] = "boxed"
    hand_limit: Annotated[
        Literal[0, 5],
        Meta(
            title="Cards that force a trade",
            description="a player with this many cards must trade before they place their tanks; 0: nobody has to",
        ),
    ] = 0
    taken_cards: Annotated[
        Literal["later", "at_once"],
        Meta(
            title="Cards taken over",
            description="the cards of an eliminated player may be traded from the conqueror's next turn on; or a"
            " conqueror who then has six or more trades at once, down to four or fewer, and places those tanks",
            extra={"values": {"later": "traded in a later turn", "at_once": "six or more: traded at once"}},
        ),
    ] = "later"
    moves: Annotated[
        Literal["neighbour", "connected"],
        Meta(
            title="The last move",
            description="the states between which the move at the end of a turn may go: two neighbours; or any two"
            " that a chain of own states connects",
            extra={
                "values": {"neighbour": "between neighbours", "connected": "through any own states"},
                "common": True,
            },
        ),
    ] = "neighbour"
    min_reinforcement: Annotated[
        Literal[0, 3],
        Meta(
            title="Fewest new tanks a turn",
            description="the fewest tanks that a turn's states bring, continents not counted",
        ),
    ] = 0
    end_check: Annotated[
        Literal["dice", "printed_percent", "conquest"],
        Meta(
            title="Draw for the end",
            description="the draw for the end: two dice against a threshold, or the printed percentages; or none, and"
            " time is never up: the last player left wins",
            extra={
                "values": {
                    "dice": "two dice",
                    "printed_percent": "printed percentages",
                    "conquest": "none: only conquest",
                },
                "common": True,
            },
        ),
    ] = "dice"
    last_threshold: Annotated[
        int,
        Meta(
            title="Highest threshold for the end",
            ge=4,
            le=12,
            description="the threshold of the end rises by one each round up to this",
        ),
    ] = 12

    def conflict(self, seats: int) -> str | None:
        if self.neutral and seats != TWO:
            return f"neutral=true is for two players, not for {seats}"
        if seats == TWO and not self.neutral:
            return "two players need a third side that only defends: neutral=true"
        if self.fair_start and (self.map != "world" or seats == TWO):
            return "fair_start=true is for three to five players on the map of the world, for which it was measured"
        return None

    def idle(self) -> str | None:
        if self.end_check == "conquest" and self.rounds != 10:
            return f"rounds={self.rounds} does nothing with end_check=conquest: time is never up"
        if self.end_check == "conquest" and self.last_threshold != 12:
            return f"last_threshold={self.last_threshold} does nothing with end_check=conquest: the end is never drawn"
        return None

    def unasked(self) -> tuple[str, ...]:
        sends = () if self.moves == "connected" else ("send",)
        return sends if self.start == "chosen" else (*sends, "claim")


PRESETS = {
    "seed": Preset(
        Options(), "the whole world, and time is up in round 10", title="By the book", seats=USUAL, default=True
    ),
    "fair": Preset(
        Options(fair_start=True),
        "later players begin with up to two extra tanks, so that all seats win about as often",
        title="Fair start",
        seats=USUAL,
    ),
    "clock": Preset(Options(rounds=0), "the table says when time is up", title="By the clock", seats=USUAL),
    "tournament": Preset(
        Options(tris="tournament", last_threshold=7),
        "three equal cards bring 8 tanks, and the threshold for the end stops at 7",
        title="Tournament",
        seats=4,
    ),
    "conquest": Preset(
        Options(defence_dice=2, tris="growing", min_reinforcement=3, end_check="conquest"),
        "no clock: the last player left wins; each set of cards brings more than the last, and a defender"
        " rolls two dice",
        title="World conquest",
        seats=USUAL,
    ),
    "classic": Preset(
        Options(
            start="chosen",
            opening_tanks=1,
            defence_dice=2,
            tris="growing",
            hand_limit=5,
            taken_cards="at_once",
            moves="connected",
            min_reinforcement=3,
            end_check="conquest",
        ),
        "as the family game is played at most tables: the players choose their states, the last one left wins, five"
        " cards force a trade, cards taken over are traded at once, and the last move goes through any own states",
        title="Classic",
        seats=USUAL,
    ),
    "missions": Preset(
        Options(missions=True, min_reinforcement=3, end_check="conquest"),
        "no clock: each player has a secret mission, and the first to fulfil theirs wins",
        title="Secret missions",
        seats=USUAL,
    ),
    "two-players": Preset(
        Options(neutral=True),
        "for two players, with a neutral side that only defends; time is up in round 10",
        title="Two players",
        seats=TWO,
    ),
    "duel": Preset(
        Options(map="duel", rounds=6),
        "a short game on a small map of South America",
        title="Skirmish",
        seats=USUAL,
        first=True,
    ),
    "europe": Preset(
        Options(map="europe", rounds=8), "the game on a map of Europe with 30 states", title="Europe", seats=USUAL
    ),
}
