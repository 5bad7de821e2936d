"""A player with a client that resumes: what it knows outlives its connections and every power cut of the server."""

import random
from typing import Any, NamedTuple

from support.simulation.network import Line
from threedown.server.model.wire import Guest
from threedown.server.rooms.subscriber import NOT_YOURS

PATIENCE = 4.0
"""Seconds after which a client that got no answer says its command again over a new connection."""


class Habits(NamedTuple):
    """The habits of a player: probabilities for one move, until the faults are over."""

    drop: float = 0.0
    """The connection breaks."""
    double: float = 0.0
    """A command is sent twice."""
    sleep: float = 0.0
    """The player does not choose."""
    undo: float = 0.0
    stale: float = 0.0
    """The command refers to an entry that is not the last."""
    tabs: int = 1
    """The number of connections at the same time."""
    parts: bool = False
    forgets: float = 0.0
    """The client asks for the whole table when it comes back."""
    leave: float = 0.0
    """The player leaves, and comes back."""
    stray: float = 0.0
    """The player stays away for long after a break."""
    kick: float = 0.0
    """The host asks another player to leave for good."""


class Player:
    """A player, or a spectator without a seat. ``table`` is the server's side of the network."""

    def __init__(self, table: Any, guest: Guest, seat: int | None, habits: Habits, random: random.Random) -> None:
        self.table, self.guest, self.seat, self.habits, self.random = table, guest, seat, habits, random
        self.seen: int | None = None
        self.open: dict[str, dict[str, Any]] = {}
        """The commands without an answer, by id."""
        self.count = 0
        self.over: str | None = None
        """The way in which the player has heard the end."""
        self.all_lines: list[Line] = []
        """Every connection so far."""
        self.lines: dict[int, Line | None] = {}
        self.steady = False
        """True once the faults are over: the player chooses and stays."""

    def begin(self) -> None:
        """Connect to a server that has just started."""
        self._later = self.table.house.later
        self.lines = dict.fromkeys(range(self.habits.tabs))
        self.steps: dict[int, int | None] = dict.fromkeys(self.lines)
        for tab in self.lines:
            self._later(self.random.random(), self._connect, tab)
        self._later(PATIENCE, self._look)

    def _connect(self, tab: int) -> None:
        if self.lines[tab] is not None or self.over == "kicked":
            return
        after = None if self.random.random() < self.habits.forgets else self.seen
        self.steps[tab] = after
        line = self.table.connect(self, tab)
        self.lines[tab] = line
        self.all_lines.append(line)
        line.say({"type": "hello", "after": after, "parts": self.habits.parts})
        for message in self.open.values():
            line.say(message)

    def settle(self) -> None:
        """Come back for good: from now on this player looks at the table and chooses."""
        self.steady = True
        self.habits = Habits(tabs=self.habits.tabs, parts=self.habits.parts, forgets=1.0)
        for line in list(self.lines.values()):
            if line is not None:
                self._drop(line)

    def broken(self, line: Line, code: int = 0) -> None:
        """Notice that a connection has ended, and come back, unless the host has taken the seat away."""
        if code == NOT_YOURS and self.seat is not None:
            self.table.judge.sent_away(self.seat)
            self.over = "kicked"
        stays = not self.steady and self.random.random() < self.habits.stray
        for tab, own in self.lines.items():
            if own is line:
                self.lines[tab] = None
                self._later(self.random.choice((3.0, 8.0) if stays else (0.0, 0.3, 2.0)), self._connect, tab)

    def _drop(self, line: Line) -> None:
        line.drop()
        self.broken(line)

    def _look(self) -> None:
        """Reconnect if a command has waited for long without an answer."""
        if self.open and (line := self.lines[0]) is not None:
            self._drop(line)
        if not self.over:
            self._later(PATIENCE, self._look)

    def heard(self, message: dict[str, Any], line: Line) -> None:
        """Follow a message of the room, and move if it is this player's turn."""
        kind = message["type"]
        tab = next(tab for tab, own in self.lines.items() if own is line)
        if kind in ("table", "step") and message["seq"] is not None:
            before = self.steps[tab]
            assert kind == "table" or before is None or message["seq"] == before + 1, "every entry once"
            self.steps[tab] = message["seq"]
            self.seen = max(self.seen or 0, message["seq"])
            if message["seq"] == self.seen:
                self._plan(message, line)
        elif kind == "table" or (kind == "room" and message["room"]["state"] == "waiting"):
            self._later(self._think(), self.table.start, self)
        elif kind == "part":
            self._later(self._think(), self._turn_up, message, line)
        elif kind == "ack":
            self.open.pop(message["id"], None)
        elif kind == "refused" and message["id"] in self.open:
            said = self.open.pop(message["id"])
            if "save" in message["reason"] or "Too many" in message["reason"]:
                self._later(0.5, self._say, line, said)
        elif kind == "over" and not self.over:
            self.open.clear()
            self._later(self._think(), self.table.end, self)
        if kind in ("table", "room"):
            self._follow(message["room"], line)
        if kind in ("table", "room") and (frozen := message["room"]["frozen"]) and self.seat in frozen["waits"]:
            self._later(self._think(), self.table.reveal, self)
        if not self.steady and self.random.random() < self.habits.drop / 3:
            self._later(self.random.choice((0.0, 0.05)), self._drop_if_mine, line)

    def _follow(self, room: dict[str, Any], line: Line) -> None:
        """Vote about those who have gone, and go to the next room."""
        if self.seat is None:
            return
        if room["absence"] and self.random.random() < 0.6:
            self._later(self._think(), self._vote, line)
        if room["next"] and self.over != "kicked":
            self.table.follow(self, room["next"])

    def _vote(self, line: Line) -> None:
        self.count += 1
        bot = self.random.random() < 0.5
        if line.alive:
            self._say(line, {"type": "vote", "id": f"c{self.count}", "bot": bot, "seq": self.seen})

    def _plan(self, message: dict[str, Any], line: Line) -> None:
        question, seq = message["question"], message["seq"]
        if self.seat is None or message["view"]["over"]:
            return
        if question is None:
            if not message.get("next") or self.random.random() < 0.3:
                self._later(self._think(), self._move, line, {"type": "go", "seq": seq})
        else:
            choices = question.get("choices") or []
            if question["seat"] is None:
                choices = [choice for choice in choices if choice == f"seat {self.seat}"]
            if choices:
                choice = self.random.choice(choices)
                self._later(self._think(), self._move, line, {"type": "choose", "seq": seq, "choice": choice})
        if message["undo"] and not self.steady and self.random.random() < self.habits.undo:
            self._later(self._think(), self._move, line, {"type": "undo", "seq": seq})

    def _move(self, line: Line, message: dict[str, Any]) -> None:
        """Make a move, with this player's habits."""
        if not line.alive or (message["seq"] != self.seen and message["type"] != "choose"):
            return
        habits, random = self.habits, self.random
        if not self.steady:
            if random.random() < habits.sleep:
                return
            if random.random() < habits.leave:
                self.table.leave(self)
            if random.random() < habits.kick:
                self.table.kick(self, random.choice(self.table.players))
            if random.random() < habits.stale:
                message = message | {"seq": max(0, message["seq"] - 1)}
        self.count += 1
        self._say(line, message | {"id": f"c{self.count}"})

    def _turn_up(self, part: dict[str, Any], line: Line) -> None:
        if any(card["seat"] == self.seat for card in part["waits"]) and line.alive:
            self.count += 1
            told = len(part["events"])
            self._say(line, {"type": "turn_up", "id": f"c{self.count}", "seq": self.seen, "told": told})

    def _say(self, line: Line, message: dict[str, Any]) -> None:
        self.open[message["id"]] = message
        self.table.judge.said[self.guest.player, message["id"]] = message
        line.say(message)
        if self.steady:
            return
        if self.random.random() < self.habits.double:
            other = self.random.choice([own for own in self.lines.values() if own is not None] or [line])
            other.say(message)

    def _drop_if_mine(self, line: Line) -> None:
        if line in self.lines.values():
            self._drop(line)

    def _think(self) -> float:
        return self.random.choice((0.0, 0.01, 0.2 * self.random.random()))
