"""The judge: holds what the server told against what is on its disk, at every message and at the end."""

import io
import json
from collections.abc import Callable, Mapping
from typing import Any

from support.simulation.disk import Disk
from threedown.server.store.records import whole_record
from threedown.session.record import examine, record_in

MARGIN = 0.001
"""Seconds by which times may differ, because the server stores milliseconds."""

SLACK = 9.0
"""Seconds that a bot needs at most after a clock has run out, on a slow disk that fails now and then."""

COMMAND = "SELECT seq FROM commands WHERE game = ? AND player = ? AND command"


class Judge:
    """Everything that was told and written about the room of one seed.

    ``seats`` are the seats of its people, by player.
    """

    def __init__(self, disk: Disk, room: str, seats: Mapping[str, int], pause: float) -> None:
        self.disk, self.room, self.seats = disk, room, dict(seats)
        self.people = {seat: player for player, seat in seats.items()}
        ((plan,),) = disk.rows("SELECT plan FROM rooms WHERE room = ?", room)
        clock, pace = (json.loads(plan).get(name) for name in ("clock", "pace"))
        self.clock = clock and clock["choice"] / 1000
        """Seconds for a choice; None in a room without a clock."""
        self.pause = max(pause, pace / 1000)
        """Seconds after which a turn begins by itself."""
        self.began = 0.0
        """When the server started last."""
        self.now = self.written = 0.0
        """The time of the last transaction, and of the last one that wrote entries."""
        self.dealt = False
        self.entries: list[dict[str, Any]] = []
        """The entries on disk after the deal."""
        self.counting: list[int] = []
        """The numbers of the entries that no undo has taken back."""
        self.held: dict[int, str] = {}
        """The answers that wait for those of others, by seat."""
        self.away: set[int] = set()
        """The seats for which a bot plays."""
        self.away_lately: set[int] = set()
        """The same at any time since the last entry."""
        self.left: set[int] = set()
        """The seats whose players have left at least once."""
        self.kicked: set[int] = set()
        self.unwelcome: set[int] = set()
        """The seats whose players the host has asked to leave. After the end they keep the seat, to read the game."""
        """The seats that the host has taken away from their players."""
        self.here: Callable[[int], bool] = lambda seat: False
        """True if the server has an open connection of a seat's player."""
        self.said: dict[tuple[str, str], dict[str, Any]] = {}
        """The commands by player and id."""
        self.answers: dict[tuple[str, str], Any] = {}
        """By player and id: the entry that a command became, None for a held answer, or "refused"."""
        self.seen: dict[tuple[int, int | None], Any] = {}
        """By entry and seat, the view that was told."""
        self.public: dict[int, Any] = {}
        self.overs: list[Any] = []
        self.next: str | None = None
        """The room of the next game."""
        self.rematches: set[str] = set()
        """The names of the rooms of a rematch that players were given."""

    # The disk

    def committed(self, now: float) -> None:
        """Read what a transaction has written."""
        self.now = now
        ((state, plan),) = self.disk.rows("SELECT state, plan FROM rooms WHERE room = ?", self.room)
        assert state != "stopped", f"the room stops: {json.loads(plan).get('stopped')}"
        known = len(self.entries) + self.dealt
        query = "SELECT seq, line FROM entries WHERE game = ? AND seq >= ? ORDER BY seq"
        lines = self.disk.rows(query, self.room, known)
        for seq, line in lines:
            assert seq == len(self.entries) + self.dealt, "entries follow each other"
            if self.dealt:
                self._entry(seq, json.loads(line), alone=len(lines) == 1)
            self.dealt = True
        if lines:
            self.written, self.away_lately, self.held = now, set(self.away), {}
        self._held()
        self._plan(json.loads(plan))
        self._look_for_next(json.loads(plan).get("next"))

    def _look_for_next(self, room: str | None) -> None:
        """There is one next room at most, and it begins without parts of this game."""
        if room != self.next:
            assert self.next is None, f"there are two rooms of the same rematch: {self.next} and {room}"
            ((plan,),) = self.disk.rows("SELECT plan FROM rooms WHERE room = ?", room)
            chairs = json.loads(plan)["chairs"]
            assert not any(chair.get("part") or chair.get("part_hash") for chair in chairs), "old parts in a rematch"
            self.next = room

    def _held(self) -> None:
        """Look at the answers that wait for those of others."""
        query = "SELECT player, command FROM commands WHERE game = ? AND seq IS NULL"
        for seat, choice in self.disk.rows("SELECT seat, choice FROM held WHERE game = ?", self.room):
            if seat in self.people and seat not in self.held:
                self._answered(len(self.entries) + 1, seat, choice, self.disk.rows(query, self.room))
            self.held[seat] = choice

    def _entry(self, seq: int, entry: dict[str, Any], alone: bool) -> None:
        seat = entry.get("seat")
        assert seat not in self.kicked or seat in self.away, (
            f"entry {seq} is of seat {seat}, whose player was sent away"
        )
        query = "SELECT player, command FROM commands WHERE game = ? AND (seq = ? OR seq IS NULL)"
        by = self.disk.rows(query, self.room, seq)
        if seat in self.people and self.held.get(seat) != entry["choice"]:
            self._answered(seq, seat, entry["choice"], by)
        own = [self.said[one] for one in by if self.said[one]["type"] == "go"]
        if "go" in entry and alone and not own:
            waited = self.now - self.written
            assert waited > self.pause - MARGIN, f"turn {seq} begins by itself after {waited:.3f} s"
        if "undo" in entry:
            self._undo(seq, entry["undo"], {player for player, id in by if self.said[player, id]["type"] == "undo"})
        else:
            self.counting.append(seq)
        self.entries.append(entry)

    def _answered(self, seq: int, seat: int, choice: str, by: list[tuple[str, str]]) -> None:
        """A choice of a person's seat is their own, or that of a bot that may play for them at this time."""
        bot = seat in (self.away if self.clock is None else self.away | self.away_lately)
        own = bot or self.disk.failures or self._is_own(seat, choice, by)
        assert own, f"entry {seq} is a choice of seat {seat} that its player never made"

    def _undo(self, seq: int, count: int, by: set[str]) -> None:
        """An undo takes back nothing that another person has done."""
        taken, self.counting = self.counting[-count:], self.counting[:-count]
        for other in taken:
            players = self.disk.rows("SELECT player FROM commands WHERE game = ? AND seq = ?", self.room, other)
            assert {player for (player,) in players} <= by, f"entry {seq} takes back what another player did"

    def _is_own(self, seat: int, choice: str, by: list[tuple[str, str]]) -> bool:
        said = [self.said[one] for one in by if one in self.said and one[0] == self.people[seat]]
        return any(message.get("choice") == choice for message in said)

    def _plan(self, plan: dict[str, Any]) -> None:
        away = {seat for seat, chair in enumerate(plan["chairs"]) if chair.get("away")}
        self.kicked |= {seat for seat in self.people if not plan["chairs"][seat].get("player")}
        self.unwelcome |= {seat for seat, player in self.people.items() if player in plan.get("kicked", {})}
        assert self.kicked <= away, f"nobody plays for the seats {self.kicked - away}, whose players were sent away"
        for seat in away - self.away - self.left:
            waited = self.now - self.written
            in_time = self.clock is not None and waited > self.clock - MARGIN
            if not (in_time or self.disk.failures):  # what failed is stored with a later change
                self._check_vote(seat)
        self.away, self.away_lately = away, self.away_lately | away

    def _check_vote(self, seat: int) -> None:
        """Before the clock is over a bot plays only for a player who has gone, if most of the others want it."""
        assert not self.here(seat), f"a bot plays for seat {seat}, whose player is here and has not left"
        bot = {player for (player, _), said in self.said.items() if said["type"] == "vote" and said["bot"]}
        voters = [player for player, other in self.seats.items() if player in bot and other != seat]
        others = [other for other in self.seats.values() if other not in self.away | {seat} and self.here(other)]
        decided = voters and 2 * len(voters) > len(others)  # one who voted may have gone since
        assert decided, f"{len(voters)} of {len(others)} want a bot for seat {seat}"

    def sent_away(self, seat: int) -> None:
        """Note that a player is told to go for good."""
        assert seat in self.unwelcome, f"seat {seat} is told to go, and nobody has asked for that"

    def begin(self, now: float) -> None:
        """Note that the server starts."""
        self.began = now

    def watch(self, now: float) -> None:
        """Check that a game with a clock goes on after the time of a choice, even if its players sleep."""
        if self.clock is not None and self.dealt and not self.overs:
            waited = now - max(self.began, self.written)
            assert waited < self.clock + SLACK, f"the clock does not run out: {waited:.3f} s after the last entry"

    # The messages

    def told(self, player: str, message: dict[str, Any]) -> None:
        """Look at a message on its way to a client."""
        kind, seq, seat = message["type"], message.get("seq"), self.seats.get(player)
        if kind == "ack":
            self._answer(player, message["id"], seq)
            if seq is not None:
                assert seq <= len(self.entries), f"command {message['id']} is acknowledged before it is on disk"
            else:
                rows = self.disk.rows(f"{COMMAND} = ?", self.room, player, message["id"])
                vote = self.said[player, message["id"]]["type"] == "vote"
                assert rows or vote, f"the held answer {message['id']} is acknowledged before it is on disk"
        elif kind == "refused":
            assert "save" not in message["reason"] or self.disk.failures, "nothing fails on this disk"
            if "save" not in message["reason"] and "Too many" not in message["reason"]:
                self._answer(player, message["id"], "refused")
        elif kind in ("step", "table") and seq is not None:
            assert seq <= len(self.entries), f"entry {seq} is told before it is on disk"
            self._view(seat, seq, message)
        elif kind == "over":
            self.overs.append(message)
            assert message == self.overs[0], "the end is told to all in the same way"
        if kind == "table" and seat is not None:
            assert not message["room"]["seats"][seat]["stand_in"], f"seat {seat} is back, and a bot plays on"
        if kind in ("room", "table"):
            assert message["room"]["state"] != "stopped", message["room"]["stopped"]

    def _answer(self, player: str, id: str, answer: Any) -> None:
        before = self.answers.setdefault((player, id), answer)
        if self.said[player, id]["type"] in ("turn_up", "vote"):
            return  # neither is stored, as docs/wire.md says: a restart forgets the answer
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
            if said["type"] not in ("choose", "undo", "go") or answer == "refused":
                continue
            rows = self.disk.rows(f"{COMMAND} = ?", self.room, player, id)
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
        self._check_held_answers()
        self._check_rematch()
        if thorough:
            lines = self.disk.rows("SELECT line FROM entries WHERE game = ? AND seq > 0 ORDER BY seq", self.room)
            record = whole_record(header, bytes.fromhex(secret), [line for (line,) in lines], footer)
            wrong = examine(record_in(io.BytesIO(record))).wrong
            assert not wrong, wrong

    def _check_held_answers(self) -> None:
        """A held answer is one entry of its seat."""
        for (player, id), said in self.said.items():
            if said["type"] != "choose" or self.answers.get((player, id), "refused") is not None:
                continue
            seat = self.seats[player]
            own = [entry for entry in self.entries[said["seq"] :] if entry.get("seat") == seat]
            assert own, f"the held answer {id} became no entry"
            assert own[0]["choice"] == said["choice"], f"the held answer {id} became {own[0]}"

    def _check_rematch(self) -> None:
        """Players get the same next room, and this game is in the score of the evening."""
        ((plan,),) = self.disk.rows("SELECT plan FROM rooms WHERE room = ?", self.room)
        score = [game["room"] for game in json.loads(plan).get("evening", [])]
        assert score.count(self.room) == 1, f"the evening has the games {score}, and this one is {self.room}"
        assert self.rematches <= {self.next}, f"{self.rematches} are rematches, and {self.next} is the next room"
