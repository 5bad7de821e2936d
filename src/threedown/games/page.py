"""Declarations for the page, which draws games whose names it does not know."""

from typing import Literal, NamedTuple

import msgspec

Ground = Literal["front", "sectors", "lanes", "house", "map"]
"""The ground of a table: a front between two seats (sectors for more), sectors around a disc, a lane for each seat, the
house above the players, or a map."""


class ShareBasis(msgspec.Struct, frozen=True):
    """The share of a seat: a counter that every seat has, or the cards in its piles."""

    counter: str = ""
    piles: tuple[str, ...] = ()
    """Their kinds, where no counter is named."""
    unit: int = 1
    """The amount of the game's own share that players count as one: Casino War keeps half chips."""


class Drama(msgspec.Struct, frozen=True):
    """The kinds of events that the page stages."""

    battle: tuple[str, ...] = ()
    """The kinds of events that open a battle over the pot. An event with an empty list of ``scenarios`` opens none."""
    reason: tuple[str, ...] = ()
    """They say what the open battle is about."""
    settled: tuple[str, ...] = ()
    """They decide the battle within the open one."""
    interlude: tuple[str, ...] = ()
    """They interrupt the open battle with cards of their own, until all of these have gone."""
    bets: tuple[str, ...] = ()
    """They lay the seat's chips on the front: ``bet`` of them, and ``tie`` on a tie."""
    pays: tuple[str, ...] = ()
    """They settle the seat's bet, or a part of it."""
    ring: tuple[str, ...] = ()
    """They draw a ring around the seat."""
    hands: tuple[str, ...] = ()
    """They show a seat's hand and tell its worth; the end of the game shows the last ones."""
    mark: str = ""
    """The counter of each seat that marks the seat while it is not 0."""
    cited: tuple[str, ...] = ()
    """Their lines in the log name their clause: players ask about them."""
    suspense: bool = False
    """True if a player's own card of a battle is turned up last, and waits for the player."""


class Tile(msgspec.Struct, frozen=True):
    """The tile of a game on the home page."""

    place: int
    """Tiles stand in this order."""
    art: str
    """The name of its picture, or two cards that meet in it: ``6S AH``."""


Place = Literal["front", "goal", "stake", "waiting", "hand", "answers", "states", "discard"]
"""Places on a table: the front or another border between grounds, the line that wins, the stake of a battle, my card
that waits, my hand, the answers to a question, the states that I may choose, the discards."""


class Callout(msgspec.Struct, frozen=True):
    """A line that explains a part of the table, shown once, in a player's first game of its kind."""

    at: Place
    text: str
    """The text in English; the page receives it in the player's language, and fills in the ``{goal}`` of the table
    and the ``{letter}`` of the player.
    """
    when: dict[str, tuple[bool | int | str, ...]] = {}
    """By option, the values with which the line is true; empty: it always is."""


class Milestone(msgspec.Struct, frozen=True):
    """The event to which a player may skip, and its name in the speaker's language."""

    kind: str
    label: str
    """The button: "To the next war"."""
    one: str
    many: str


class Ending(msgspec.Struct, frozen=True):
    """The words for the end of a game, in English; the page gets them in the speaker's language."""

    loser: str = ""
    """The name for the last of the ranking."""
    again: str = ""
    """The button that plays the same game once more; empty: a rematch."""


class PageSettings(NamedTuple):
    """A game's declarations for the page; a game that declares nothing is playable."""

    ground: Ground = "front"
    share: ShareBasis | None = None
    """None: the game's share, or the cards in all piles of a seat."""
    drama: Drama = Drama()
    tile: Tile | None = None
    """None: the game comes after those with a tile, and has a picture like any other."""
    rows: bool = False
    """True if the story of a game shows each turn of two seats as the two rows of cards that they laid."""
    best_rank: str = ""
    """The rank that says most about the luck of a deal; the story and the end count it."""
    ending: Ending = Ending()
    callouts: tuple[Callout, ...] = ()
    """They teach a person's first game, in this order."""
    self_starting: bool = False
    """True if turns begin by themselves, because nearly all begin with a decision: no player says that they are ready.
    Where the next turn begins with a card for everybody or clears the table, a countdown runs, and any player may end
    it."""


class PageFacts(msgspec.Struct, frozen=True):
    """The facts that the page needs to draw a game."""

    ground: Ground
    share: ShareBasis
    drama: Drama
    tile: Tile | None
    rows: bool
    best_rank: str
    milestone: Milestone | None
    ending: Ending
    callouts: tuple[Callout, ...] = ()
    self_starting: bool = False
