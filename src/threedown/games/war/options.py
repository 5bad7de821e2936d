"""The house rules of War, and the presets of its sources."""

from typing import Annotated, Literal

from msgspec import Meta

from threedown.games.game_options import GameOptions, Preset
from threedown.games.return_order import ReturnOrder, won_card_order

THREE_DOWN, RANK, RANK_LESS_ONE = 3, 5, 6
ALL, TIED = 0, 1
LOSE, LAST_CARD, FEWEST = 0, 1, 2
LOWEST_DEALS = 1
LOWEST_LEFT_OUT = 1
KEEP_POT = 1
MOST_CARDS_WIN = 1
NO_HAND, MOST_IN_HAND = 0, 5
NO_TRUMPS, TURNED_UP, CLUBS = 0, 1, 2


class Options(GameOptions, frozen=True):
    """The house rules of War."""

    face_down: Annotated[
        Literal[0, 1, 2, 3, 4, "rank", "rank_less_one"],
        Meta(
            title="Cards face down",
            description="cards that each player lays face down in a war: a number of them; or as many as the"
            " rank of the tied cards says (J, Q, K ten, A eleven); or one fewer, so that the N-th"
            " card decides",
            extra={
                "values": {"rank": "as the rank says", "rank_less_one": "one fewer than the rank"},
                "common": True,
                "more": "the more cards go down",
            },
        ),
    ] = 1
    takes_part: Annotated[
        Literal["all", "tied"],
        Meta(
            title="Who fights",
            description="the players who fight a war when three or more play: everybody, or only the tied",
            extra={"values": {"all": "everybody", "tied": "only the tied"}},
        ),
    ] = "all"
    short: Annotated[
        Literal["lose", "last_card", "fewest"],
        Meta(
            title="Too few cards for a war",
            description="a player who has too few cards for a war loses; or their last card stays and serves every"
            " battle of that war; or everybody lays as many as the player with the fewest",
            extra={
                "values": {
                    "lose": "that player loses",
                    "last_card": "the last card serves",
                    "fewest": "as many as the player with the fewest",
                },
                "common": True,
            },
        ),
    ] = "lose"
    return_order: Annotated[ReturnOrder, won_card_order(common=True)] = "random"
    jokers: Annotated[
        Literal[0, 2],
        Meta(title="Jokers", description="jokers in the pack; they rank above the aces", extra={"common": True}),
    ] = 0
    hand_size: Annotated[
        Literal[0, 3, 5],
        Meta(
            title="Cards in hand",
            description="the top cards of the packet that a player holds in hand, to choose which one to turn up; 0:"
            " the top card is turned up",
            extra={"common": True, "more": "the more cards the players hold in hand"},
        ),
    ] = 0
    two_beats_ace: Annotated[
        bool,
        Meta(
            title="The two beats the ace",
            description="a two takes a battle whose highest card is an ace; against all other cards it is the lowest",
            extra={"common": True},
        ),
    ] = False
    trumps: Annotated[
        Literal["none", "turned_up", "clubs", "diamonds", "hearts", "spades"],
        Meta(
            title="Trumps",
            description="a suit that beats the others, whatever the ranks: none; the suit of a card that the dealer"
            " turns up before the deal; or always the same suit",
            extra={"values": {"turned_up": "the suit of a card turned up"}, "common": True},
        ),
    ] = "none"
    split_jokers: Annotated[
        bool,
        Meta(
            title="A joker in each packet", description="one joker is buried in each packet (two players, two jokers)"
        ),
    ] = False
    race: Annotated[
        bool,
        Meta(
            title="A war is a race",
            description="a war is a race: cards are played face up as fast as they come, and the first ace (with"
            " jokers: the first joker) takes them all",
            extra={"common": True},
        ),
    ] = False
    dealer: Annotated[
        Literal["any", "lowest"],
        Meta(
            title="Dealer",
            description="the dealer: anybody (the last seat), or the player who draws the lowest card",
            extra={"values": {"any": "anybody", "lowest": "the lowest card drawn"}},
        ),
    ] = "any"
    left_over: Annotated[
        Literal["aside", "lowest"],
        Meta(
            title="Left-over cards",
            description="cards that cannot be dealt evenly: the last of the pack, or its lowest, are set aside",
            extra={"values": {"aside": "the last of the pack", "lowest": "the lowest"}},
        ),
    ] = "aside"
    spent_tie: Annotated[
        Literal["others_fight", "pot_stays"],
        Meta(
            title="A tie with no cards left",
            description="three or more play, and none of the tied players has a card left for the war: the others"
            " fight it, or the pot stays for the winner of the next turn",
            extra={"values": {"others_fight": "the others fight", "pot_stays": "the pot stays"}},
        ),
    ] = "others_fight"
    at_limit: Annotated[
        Literal["draw", "most_cards"],
        Meta(
            title="When the turn limit is reached",
            description="a game that reaches the turn limit is a draw; or the player with the most cards wins",
            extra={"values": {"draw": "a draw", "most_cards": "most cards win"}, "common": True},
        ),
    ] = "draw"
    clock: Annotated[
        bool,
        Meta(
            title="By the clock",
            description="at the end of a turn the table says when time is up; then the player with the most cards wins",
            extra={"common": True},
        ),
    ] = False
    stop_cycles: Annotated[
        bool,
        Meta(
            title="A repeated table is a draw",
            description="a table that lies as it did before ends the game as a draw (if no chance is left in it)",
        ),
    ] = False

    def conflict(self, seats: int) -> str | None:
        if self.split_jokers and self.jokers == 0:
            return "split_jokers=true needs jokers=2"
        if self.split_jokers and seats != 2:
            return f"split_jokers=true is for two players, and {seats} sit here"
        if self.race and self.hand_size:
            return f"race=true and hand_size={self.hand_size} exclude each other: a race leaves no time to choose"
        return None

    def idle(self) -> str | None:
        if self.race and self.face_down != 1:
            return f"face_down={self.face_down} does nothing with race=true: in a race no card goes face down"
        if self.race and self.short == "fewest":
            return "short=fewest does nothing with race=true: a race asks for no number of cards"
        if self.face_down == 0 and self.short == "fewest":
            return "short=fewest does nothing with face_down=0: every player who has a card has enough"
        if self.spent_tie == "pot_stays" and self.takes_part == "tied":
            return "spent_tie=pot_stays does nothing with takes_part=tied: the pot stays there anyway"
        if self.spent_tie == "pot_stays" and self.short == "last_card":
            return "spent_tie=pot_stays does nothing with short=last_card: the last card of a tied player fights on"
        if self.stop_cycles and (self.race or self.hand_size or self.return_order in ("random", "pile")):
            hand = f"hand_size={self.hand_size}" if self.hand_size else f"return_order={self.return_order}"
            why = "race=true" if self.race else hand
            return f"stop_cycles=true does nothing with {why}: a game with chance or choices is never stopped for it"
        return None

    def asks(self) -> bool:
        """Players choose from a hand; the world says whose card is first in a race, and when time is up."""
        return self.hand_size > 0 or self.race or self.clock

    def unasked(self) -> tuple[str, ...]:
        return () if self.hand_size else ("choose",)


PRESETS = {
    "bicycle": Preset(Options(), "one card down, as on the box", title="Bicycle", default=True),
    "three-down": Preset(
        Options(face_down=3, short="last_card"),
        "three cards down, and a last card may still win the war",
        title="Three down",
    ),
    "win-pile": Preset(
        Options(face_down=3, return_order="pile", dealer="lowest"),
        "three cards down; won cards lie apart and are shuffled when the packet runs out",
        title="Win pile",
    ),
    "pagat": Preset(Options(), "one card down; a player who can’t finish a war loses", title="pagat.com"),
    "pagat-last-card": Preset(
        Options(short="last_card"),
        "one card down; a player’s last card serves every battle of a war",
        title="pagat.com, last card",
    ),
    "hundred-turns": Preset(
        Options(turn_cap=100, at_limit="most_cards"),
        "after a hundred turns the player with the most cards wins",
        title="A hundred turns",
        first=True,
    ),
    "clock": Preset(Options(clock=True), "when time is up, the player with the most cards wins", title="By the clock"),
    "hand-of-three": Preset(
        Options(hand_size=3), "three cards in hand: choose the one that you turn up", title="A hand of three"
    ),
    "two-beats-ace": Preset(
        Options(two_beats_ace=True), "one card down, and only a two beats an ace", title="The two beats the ace"
    ),
    "trumps": Preset(
        Options(trumps="turned_up"), "one card down; the suit of a card turned up beats the others", title="Trumps"
    ),
    "three-players": Preset(Options(), "17 cards each", title="Three players", seats=3),
    "four-players": Preset(Options(), "13 cards each", title="Four players", seats=4),
    "declare-war": Preset(
        Options(face_down=3, short="fewest"),
        "three cards down, or as many as the player with fewer has",
        title="I declare war",
    ),
    "jokers": Preset(
        Options(jokers=2, split_jokers=True), "two jokers above the aces, one in each packet", title="Jokers"
    ),
    "rigal": Preset(
        Options(face_down="rank", short="fewest"), "the rank of the equal cards says how many go down", title="Rigal"
    ),
    "razboi": Preset(
        Options(face_down="rank", short="fewest", takes_part="tied", left_over="lowest"),
        "as in Rigal, but only the tied players fight, and the lowest cards stay out",
        title="Razboi",
    ),
    "race-to-ace": Preset(
        Options(race=True, return_order="turned_pile"),
        "a war is a race to the first ace, and won cards lie face up",
        title="Race to the ace",
    ),
}
