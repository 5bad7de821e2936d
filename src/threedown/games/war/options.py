"""The house rules of War, and the presets of its sources."""

from typing import Annotated, Literal

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset

THREE_DOWN, RANK, RANK_LESS_ONE = 3, 5, 6
ALL, TIED = 0, 1
LOSE, LAST_CARD, FEWEST = 0, 1, 2
LOWEST_DEALS = 1
LOWEST_LEFT_OUT = 1
KEEP_POT = 1


class Options(GameOptions, frozen=True):
    """The house rules of War."""

    face_down: Annotated[
        Literal[0, 1, 2, 3, 4, "rank", "rank_less_one"],
        Meta(
            description="cards that each player lays face down in a war; rank: as many as the tied card says (J, Q, K"
            " ten, A eleven), rank_less_one: one fewer, so that the N-th card decides",
            extra={"more": "the more cards go down"},
        ),
    ] = 1
    takes_part: Annotated[
        Literal["all", "tied"],
        Meta(description="the players who fight a war when three or more play: everybody, or only the tied"),
    ] = "all"
    short: Annotated[
        Literal["lose", "last_card", "fewest"],
        Meta(
            description="a player who has too few cards for a war loses; or their last card stays and serves every"
            " battle of that war; or everybody lays as many as the poorest can"
        ),
    ] = "lose"
    return_order: Annotated[
        Literal["random", "winner_first", "loser_first", "as_played", "pile", "turned_pile"],
        Meta(
            description="how won cards go under the packet; pile: they lie apart and are shuffled into a new packet"
            " when the old one is empty; turned_pile: they lie apart and are only turned over"
        ),
    ] = "random"
    jokers: Annotated[Literal[0, 2], Meta(description="jokers in the pack; they rank above the aces")] = 0
    split_jokers: Annotated[bool, Meta(description="one joker is buried in each packet (two players, two jokers)")] = (
        False
    )
    race: Annotated[
        bool,
        Meta(
            description="a war is a race: cards are played face up as fast as they come, and the first ace (with"
            " jokers: the first joker) takes them all"
        ),
    ] = False
    dealer: Annotated[
        Literal["any", "lowest"],
        Meta(description="the dealer: anybody (the last seat), or the player who draws the lowest card"),
    ] = "any"
    left_over: Annotated[
        Literal["aside", "lowest"],
        Meta(description="cards that cannot be dealt evenly: the last of the pack, or its lowest, are set aside"),
    ] = "aside"
    spent_tie: Annotated[
        Literal["others_fight", "pot_stays"],
        Meta(
            description="three or more play, and none of the tied has a card left for the war: the others fight it, or"
            " the pot stays for the winner of the next turn"
        ),
    ] = "others_fight"
    stop_cycles: Annotated[
        bool,
        Meta(description="a table that lies as it did before ends the game as a draw (if no chance is left in it)"),
    ] = False

    def conflict(self, seats: int) -> str | None:
        if self.split_jokers and self.jokers == 0:
            return "split_jokers=true needs jokers=2"
        if self.split_jokers and seats != 2:
            return f"split_jokers=true is for two players, and {seats} sit here"
        return None

    def asks(self) -> bool:
        """Only a race is open: which card arrives first is asked of the world."""
        return self.race


PRESETS = {
    "bicycle": Preset(Options(), "the first text: one card face down, one face up", default=True),
    "three-down": Preset(
        Options(face_down=3, short="last_card"),
        "the second text: three face down, a last card may serve as the war card",
    ),
    "win-pile": Preset(
        Options(face_down=3, return_order="pile", dealer="lowest"),
        "the third text: captured cards lie apart and are shuffled when the packet is empty",
    ),
    "pagat": Preset(Options(), "pagat's basic game; a player who cannot complete a war loses"),
    "pagat-last-card": Preset(
        Options(short="last_card"), "pagat's basic game; a last card serves all battles of a war"
    ),
    "three-players": Preset(Options(), "three players, 17 cards each", seats=3),
    "four-players": Preset(Options(), "four players, 13 cards each", seats=4),
    "declare-war": Preset(
        Options(face_down=3, short="fewest"), "I-de-clare-war: three face down, or as many as the poorer player has"
    ),
    "jokers": Preset(Options(jokers=2, split_jokers=True), "two jokers above the aces, one buried in each packet"),
    "rigal": Preset(
        Options(face_down="rank", short="fewest"), "Rigal: the rank of the tied cards says how many go down"
    ),
    "razboi": Preset(
        Options(face_down="rank", short="fewest", takes_part="tied", left_over="lowest"),
        "Razboi: Rigal's numbers, but only the tied fight, and the lowest cards are left out",
    ),
    "race-to-ace": Preset(
        Options(race=True, return_order="turned_pile"), "a war is a race to the first ace; captures lie face up"
    ),
}
