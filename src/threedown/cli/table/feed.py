"""The feed of a table in the terminal, for a game in this process as for one in a room of a server."""

import enum
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from threedown.cli.table.game_clock import GameClock
from threedown.games.setting import Setting
from threedown.session.views import Question, View
from threedown.table.layout import Table

WAITS = "Your answer waits: it is sent as soon as the connection is back."
"""The note on a choice that is made offline."""

Told = Mapping[str, Any]
"""An event as the one at this table may know it."""
How = Literal["turn", "milestone", "end"]
"""The distance to play on while no seat is asked."""


class WaitsFor(enum.Enum):
    """Whom the game waits for."""

    CHOICE = "a choice of mine"
    RACE = "my card, if it is the first"
    REACTION = "a quick answer of mine, or none"
    WORLD = "a question to the table itself"
    KEYBOARD = "the keyboard to change hands"
    NEXT = "a player to go on"
    OTHERS = "others"
    SEATS = "players before the start"
    OVER = "nobody"


class FeedStep(NamedTuple):
    """The table after a step, with what led there."""

    waits: WaitsFor
    events: Sequence[Told]
    """The events since the previous step."""
    turn: Sequence[Told]
    """All that has happened in this turn."""
    said: str
    """The outcome in a sentence."""
    view: View | None = None
    """None before the deal."""
    question: Question | None = None
    table: Table | None = None
    """The same as a table that the game's words can be asked about."""
    again: str = ""
    """The choice that repeats the last one; empty if there is none."""
    notes: Sequence[str] = ()
    """Other news: arrivals, departures, and bots that stand in."""
    winners: Sequence[int] | None = None
    """The seats that have won, none of them in a draw; None while the game goes on."""
    game_clock: GameClock | None = None
    """The clock of a game that ends after some minutes."""


class GameFeed(Protocol):
    """The source of a game. Refused commands raise ``threedown.session.session.Refused`` with the reason."""

    @property
    def setting(self) -> Setting: ...
    @property
    def names(self) -> Sequence[str]: ...
    @property
    def you(self) -> int | None:
        """The seat whose cards may be shown; None: only public cards."""

    def shown_seats(self) -> Sequence[int]:
        """The seats that a spectator here may look over; none for a player."""

    async def look_over(self, seat: int | None) -> None:
        """See what this seat sees, or (None) what every spectator sees."""

    def heard(self) -> AsyncIterator[FeedStep]:
        """The table as it is, and then after every step."""

    async def choose(self, choice: str) -> None:
        """Gives the answer of the seat that is asked here."""

    async def seen(self) -> None:
        """Say that the last card is drawn on this screen, and that the time for a quick answer begins."""

    async def react(self, choices: Mapping[int, str]) -> None:
        """Give the quick answers of these seats."""

    async def go(self, how: How) -> None:
        """Play on while no seat is asked; or let the table answer for itself, or pass the keyboard."""

    async def undo(self) -> None:
        """Takes back to a person's last decision."""

    async def hint(self) -> str:
        """Return a bot's choice and its reason, in a sentence."""

    def about(self, choice: str) -> str:
        """Return a note on a choice before it is made."""

    @property
    def offline(self) -> bool:
        """True while the connection is broken: a choice made now waits until it is back."""

    def racers(self) -> Sequence[int]:
        """The seats whose cards are played from here in a race."""

    async def record(self) -> bytes:
        """The record of a game that is over, closed: nothing is taken back any more."""

    async def history(self) -> Sequence[Sequence[int]]:
        """Return each seat's share, turn by turn."""

    async def close(self) -> None:
        """Ends what is going on."""
