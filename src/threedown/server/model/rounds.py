"""The rounds of a knockout: as they are stored, and as everybody sees them."""

from typing import Literal

import msgspec

from threedown.server.model.wire import Milliseconds


class RoundTable(msgspec.Struct, omit_defaults=True):
    """A table of a round, as it is stored. A line is a place in its lists: who has it sits one seat further at each
    deal, and the same line of other tables gets the same cards."""

    players: list[str]
    """By line; empty for a bot."""
    points: list[int]
    wins: list[int]
    """The deals that each line has won."""
    free: int
    """When its next deal may begin, in milliseconds since 1970."""
    rooms: list[str] = []
    """The rooms of the deals that have begun."""
    played: int = 0
    """The deals that are over."""
    last: list[int] = []
    """Each line's rank in the last deal, 0 for the best."""
    order: list[int] = []
    """The lines once the round is over, the best first; bots last, which never go on."""
    differences: list[float] = []
    """Then also each line's points less the mean of the same line at the other tables."""


class KnockoutRound(msgspec.Struct, omit_defaults=True):
    """A round, as it is stored."""

    begins: int
    tables: list[RoundTable]
    over: bool = False
    revealed: bool = False
    """True once everybody may see its cards."""


class RoundSeat(msgspec.Struct, frozen=True):
    """A player's or a bot's line at a table."""

    place: int
    player: str
    """Empty for a bot."""
    name: str
    level: str | None
    """A bot's level; null for a player."""
    program: bool
    points: int
    difference: float | None
    """Its points less the mean of the same cards at the other tables; null until the round is over, and where there is
    no other table."""
    goes_on: bool
    """True for those who go on as it stands; in the final for the first."""


class RoundTableSeen(msgspec.Struct, frozen=True):
    """A table of a round, the best first."""

    number: int
    deal: int
    """The deal that is played or comes next, from 1; the last one once all are over."""
    rooms: list[str]
    """The rooms of its deals, once the round is over and everybody may read them."""
    seats: list[RoundSeat]


class RoundSeen(msgspec.Struct, frozen=True):
    """A round: every table plays the same deals."""

    number: int
    state: Literal["coming", "playing", "over"]
    starts: Milliseconds
    """The time until it begins, as far as it is known."""
    deals: int
    seats: int
    """The number of all seats of the round."""
    commitment: str
    """SHA-256 of its secret, from which all of its deals come; known before anybody enters."""
    secret: str | None
    """In hexadecimal, once it is over."""
    tables: list[RoundTableSeen]
