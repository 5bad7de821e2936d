"""The judge: holds what the server told against what is on its disk, at every message and at the end."""

import io
import json
from collections.abc import Mapping
from typing import Any

from support.simulation.disk import Disk
from threedown.server.store.records import whole_record
from threedown.session.record import examine, record_in

MARGIN = 0.001
"""Seconds by which times may differ, because the server stores milliseconds."""


class Judge:
    """Everything that was told and written about the room of one seed.

    ``seats`` are the seats of its people, by player.
    """

    def __init__(self, disk: Disk, room: str, seats: Mapping[str, int]) -> None:
        self.disk, self.room, self.seats = disk, room, dict(seats)
        self.people = {seat: player for player, seat in seats.items()}
        self.entries: list[dict[str, Any]] = []
        """The entries on disk, in the order of their numbers; the deal is not among them."""
        self.written: list[float] = []
        self.dealt = False
        self.now = 0.0
        self.seen: dict[tuple[int, int | None], Any] = {}
        """By entry and seat, what its clients were told of it."""
        self.public: dict[int, Any] = {}
        self.answers: dict[tuple[str, str], Any] = {}
        """By player and command, its answer: the entry that it became, None for a held answer, or "refused"."""
        self.said: dict[tuple[str, str], dict[str, Any]] = {}
        self.away: set[int] = set()
        self.away_since_last: set[int] = set()
        """The seats for which a bot played at some time since the last entry."""
        self.left: dict[int, float] = {}
        self.overs: list[Any] = []

    # The disk

    def committed(self, now: float) -> None:
        """Read what a transaction has written."""
        self.now = now
        ((state, plan),) = self.disk.rows("SELECT state, plan FROM rooms WHERE room = ?", self.room)
        assert state != "stopped", f"the room stops: {json.loads(plan).get('stopped')}"
        known = len(self.entries) + self.dealt
        lines = self.disk.rows(
            "SELECT seq, line FROM entries WHERE game = ? AND seq >= ? ORDER BY seq", self.room, known
        )
        for seq, line in lines:
            assert seq == len(self.entries) + self.dealt, "entries follow each other"
            if not self.dealt:
                self.dealt = True
                continue
            self._entry(seq, json.loads(line))
        self._plan(json.loads(plan))

    def _entry(self, seq: int, entry: dict[str, Any]) -> None:
        seat = entry.get("seat")
        by = self.disk.rows(
            "SELECT player, command FROM commands WHERE game = ? AND (seq = ? OR seq IS NULL)", self.room, seq
        )
        if "choice" in entry and seat in self.people and not self._is_own(seat, entry["choice"], by):
            bot = seat in self.away or seat in self.away_since_last
            assert bot or self.disk.failures, f"entry {seq} is a choice of seat {seat} that its player never made"
        self.entries.append(entry)
        self.written.append(self.now)
        if len(self.entries) > 1 and not entry.get("choice"):
            self.away_since_last = set()

    def _is_own(self, seat: int, choice: str, by: list[tuple[str, str]]) -> bool:
        said = [self.said[one] for one in by if one in self.said and one[0] == self.people[seat]]
        return any(message.get("choice") == choice for message in said)

    def _plan(self, plan: dict[str, Any]) -> None:
        away = {seat for seat, chair in enumerate(plan["chairs"]) if chair.get("away")}
        self.away, self.away_since_last = away, self.away_since_last | away

    # The messages

    def told(self, player: str, message: dict[str, Any]) -> None:
        """Look at a message on its way to a client."""
        kind, seq = message["type"], message.get("seq")
        if kind == "ack":
            self._answer(player, message["id"], seq)
            if seq is not None:
                assert seq <= len(self.entries), f"command {message['id']} is acknowledged before it is on disk"
            else:
                rows = self.disk.rows("SELECT 1 FROM commands WHERE player = ? AND command = ?", player, message["id"])
                vote = self.said[player, message["id"]]["type"] == "vote"
                assert rows or vote, f"the held answer {message['id']} is acknowledged before it is on disk"
        elif kind == "refused":
            assert "save" not in message["reason"] or self.disk.failures, "nothing fails on this disk"
            if "save" not in message["reason"] and "Too many" not in message["reason"]:
                self._answer(player, message["id"], "refused")
        elif kind in ("step", "table") and seq is not None:
            assert seq <= len(self.entries), f"entry {seq} is told before it is on disk"
            self._view(self.seats.get(player), seq, message)
        elif kind == "over":
            self.overs.append(message)
            assert message == self.overs[0], "the end is told to all in the same way"
        if kind in ("room", "table"):
            assert message["room"]["state"] != "stopped", message["room"]["stopped"]

    def _answer(self, player: str, id: str, answer: Any) -> None:
        before = self.answers.setdefault((player, id), answer)
        assert before == answer, f"command {id} is answered with {before}, then with {answer}"

    def _view(self, seat: int | None, seq: int, message: dict[str, Any]) -> None:
        view = message["view"]
        assert view["seat"] == seat, f"seat {seat} is shown the table of seat {view['seat']}"
        assert self.seen.setdefault((seq, seat), view) == view, f"entry {seq} is told in two ways to seat {seat}"
        public = {"state": view["state"], "shares": view["shares"], "turns": view["turns"], "over": view["over"]}
        assert self.public.setdefault(seq, public) == public, f"entry {seq} is told to all in the same way"
        question = message.get("question") or {}
        if question.get("choices") and question.get("seat") is not None:
            assert seat in (question.get("seats") or [question["seat"]]), "only the seat asked sees the choices"

    # The end

    def close(self, thorough: bool) -> None:
        """Check the finished game: everything that was told is in its record, once."""
        query = "SELECT state, header, footer, secret FROM rooms WHERE room = ?"
        ((state, header, footer, secret),) = self.disk.rows(query, self.room)
        assert (state, footer is not None) == ("over", True), "the game is over and its record closed"
        used: dict[int, tuple[str, str]] = {}
        for (player, id), answer in self.answers.items():
            said = self.said[player, id]
            if said["type"] not in ("choose", "undo", "go", "turn_up") or answer == "refused":
                continue
            rows = self.disk.rows("SELECT seq FROM commands WHERE player = ? AND command = ?", player, id)
            if said["type"] == "turn_up":
                continue
            assert rows == [(answer,)], f"command {id} was acknowledged as {answer}; the disk has {rows}"
            if answer is None:
                continue
            entry = self.entries[answer - 1]
            if said["type"] == "choose":
                assert (entry.get("seat"), entry.get("choice")) in {
                    (self.seats[player], said["choice"]), (None, said["choice"])
                }, f"command {id} became entry {answer}, which is {entry}"  # fmt: skip
                assert used.setdefault(answer, (player, id)) == (player, id), f"entry {answer} counts for two commands"
            else:
                assert said["type"] in entry, f"command {id} became entry {answer}, which is {entry}"
        self._check_chosen_once()
        if thorough:
            lines = self.disk.rows("SELECT line FROM entries WHERE game = ? AND seq > 0 ORDER BY seq", self.room)
            record = whole_record(header, bytes.fromhex(secret), [line for (line,) in lines], footer)
            wrong = examine(record_in(io.BytesIO(record))).wrong
            assert not wrong, wrong

    def _check_chosen_once(self) -> None:
        """A held answer is one entry of its seat."""
        for (player, id), said in self.said.items():
            if said["type"] != "choose" or self.answers.get((player, id), "refused") is not None:
                continue
            seat = self.seats[player]
            own = [entry for entry in self.entries[said["seq"] :] if entry.get("seat") == seat]
            assert own, f"the held answer {id} became no entry"
            assert own[0]["choice"] == said["choice"], f"the held answer {id} became {own[0]}"
