"""A room of one seed: its people, their calls, and its judge."""

import json
import random
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from support.simulation.judge import Judge
from support.simulation.network import Line
from support.simulation.player import Habits, Player
from support.simulation.scenarios import PART
from threedown.server.http import app, evening
from threedown.server.http.deal import reveal_part
from threedown.server.model.evening import Kick, Want
from threedown.server.model.wire import Guest, Reveal

PAUSE = 0.2
"""Seconds that a bot waits before it answers."""


class Table:
    """A room; ``guests`` sit there, by seat, the host first.

    After the game its players go home (``ending`` is "none"), ask for a rematch, or each say that they want one.
    """

    def __init__(self, house: Any, room: str, guests: dict[int, Guest], ending: str) -> None:
        self.house, self.room, self.guests, self.ending = house, room, guests, ending
        seats = {guest.player: seat for seat, guest in guests.items()}
        self.judge = Judge(house.disk, room, seats, PAUSE)
        self.judge.here = self.is_here
        self.players: list[Player] = []
        self.next: Table | None = None
        self._is_next = False
        """True for the room of another table's next game."""
        self._arriving: set[Player] = set()

    def begin(self) -> None:
        """Follow the start of the server."""
        self.judge.begin(self.house.now)
        self._arriving.clear()

    def seat_players(self, habits: Sequence[Habits]) -> None:
        """Give each guest who sits here a client."""
        for (seat, guest), own in zip(self.guests.items(), habits, strict=True):
            self._add(Player(self, guest, seat, own, random.Random(f"player {seat} {self.house.seed}")))

    def add_spectator(self, guest: Guest, habits: Habits) -> None:
        """Let a guest watch."""
        self._add(Player(self, guest, None, habits, random.Random(f"spectator {self.house.seed}")))

    def _add(self, player: Player) -> None:
        self.players.append(player)

    def is_over(self) -> bool:
        """True if everybody has heard the end, and the end is on disk."""
        return all(player.over for player in self.players)

    def is_here(self, seat: int) -> bool:
        """True if the server has an open connection of a seat's player, and has greeted it."""
        return any(line.greeted and not line.gone for line in self._lines_of(seat))

    def _lines_of(self, seat: int) -> list[Line]:
        return [line for player in self.players if player.seat == seat for line in player.all_lines]

    def connect(self, player: Player, tab: int) -> Line:
        """Open a socket to the room."""
        line: Line = self.house.connect(player, tab, self.judge)
        return line

    def start(self, player: Player) -> None:
        """Deal, if this player is the host; arrive in the room of a rematch."""
        if self.judge.dealt or player.seat is None:
            return
        if self._is_next:
            if player not in self._arriving:
                self._arriving.add(player)
                self._arrive(player)
        elif player is self.players[0]:
            self._call(app.start.fn, player, self.house.hub)

    def _arrive(self, player: Player) -> None:
        """Say that a player has come, until the cards are dealt."""
        if not self.judge.dealt:
            self._call(app.join.fn, player, self.house.hub)
            self.house.later(1.0, self._arrive, player)

    def leave(self, player: Player) -> None:
        """Leave the room."""
        assert player.seat is not None
        self.judge.left.add(player.seat)
        self._call(app.leave.fn, player, self.house.hub)

    def kick(self, player: Player, other: Player) -> None:
        """Ask another player to leave for good, if this player is the host."""
        if player is self.players[0] and other.seat is not None and other.seat != player.seat:
            self.judge.left.add(other.seat)
            self.house.spawn(
                self.house.call(evening.kick.fn, self.room, Kick(other.seat), player.guest, self.house.hub)
            )

    def reveal(self, player: Player) -> None:
        """Send the part to which this player has committed."""
        self.house.spawn(self.house.call(reveal_part.fn, self.room, Reveal(PART), player.guest, self.house.hub))

    def end(self, player: Player) -> None:
        """Follow the end of the game: players who sit there may want another."""
        if player.over:
            return
        if self.ending == "none" or player.seat is None:
            player.over = "home"
        else:
            self.house.spawn(self._next(player))

    async def _next(self, player: Player) -> None:
        request = SimpleNamespace(client=None)
        if self.ending == "rematch":
            answer = await self.house.call(app.rematch.fn, self.room, player.guest, self.house.hub, request)
            if answer is not None:
                self.judge.rematches.add(answer.room)
                player.over = "rematch"
        else:
            want = Want("rematch")
            await self.house.call(evening.want.fn, self.room, want, player.guest, self.house.hub, request)
        if not player.over:
            self.house.later(1.0, self.end, player)

    def follow(self, player: Player, room: str) -> None:
        """Go to the next room, if this player has a seat there, and play once more."""
        if self.ending != "want" or player.over:
            return
        player.over = "next"
        self.judge.rematches.add(room)
        if self.next is None:
            self.next = self._table_of(room)
            self.house.tables.append(self.next)
            for other in self.next.players:
                other.begin()

    def _table_of(self, room: str) -> "Table":
        ((plan,),) = self.house.disk.rows("SELECT plan FROM rooms WHERE room = ?", room)
        players = [chair.get("player") for chair in json.loads(plan)["chairs"]]
        people = {guest.player: guest for guest in self.guests.values()}
        table = Table(self.house, room, {seat: people[one] for seat, one in enumerate(players) if one}, "none")
        table._is_next = True
        table.seat_players([Habits()] * len(table.guests))
        return table

    def _call(self, handler: Any, player: Player, *given: Any) -> None:
        self.house.spawn(self.house.call(handler, self.room, player.guest, *given))
