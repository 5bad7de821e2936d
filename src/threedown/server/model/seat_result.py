"""The result of one seat of a finished game, as it is stored for ratings and statistics."""

import msgspec


class SeatResult(msgspec.Struct, frozen=True):
    """The result of one seat. It holds no name, and outlives the room and its record."""

    room: str
    seat: int
    game: str
    preset: str | None
    """The preset; None for house rules that are no preset."""
    seats: int
    """The number of seats at the table."""
    ended: int
    """When the game ended, in milliseconds since 1970."""
    rated: bool
    player: str | None
    """The person who sat there; None for a bot, or once the person has been deleted."""
    level: str | None
    """The level of a bot; None for a person."""
    place: int
    """1 for the best; equal seats share the better place."""
    score: int
    """The game's own standing, by which the places are found: more is better."""
