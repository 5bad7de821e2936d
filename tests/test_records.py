"""Records: damage yields the valid prefix and says why; what is edited is caught; nothing kept is lost."""

import os
from pathlib import Path
from typing import Any

import conformance
import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from tables import war

from threedown.games import find_game
from threedown.games.setting import Setting
from threedown.play.outcome import result_of
from threedown.play.record import Keeper, RecordError, read_record, replay, verify
from threedown.play.session import Input, Refused, Session, Undo
from threedown.table.chance import Generator

SHORT = war("race-to-ace", turn_cap=60)


def recorded(folder: Path, setting: Setting = SHORT, seed: int | None = 2, turns: int = 9) -> Path:
    """The record of a whole game, with a few turns and every choice in a line each."""
    path = folder / "game.3d"
    keeper, session = Keeper.start(path, setting, [f"P{seat}" for seat in range(setting.seats)], seed)
    while not session.over:
        conformance.step(session, turns)
        keeper.keep(session)
    return path


def half(folder: Path, seed: int | None = None) -> tuple[Path, Session]:
    """The record of a game that was left after a few inputs."""
    path = folder / "half.3d"
    keeper, session = Keeper.start(path, SHORT, ["A", "B"], seed)
    for _ in range(6):
        conformance.step(session, 5)
        keeper.keep(session)
    assert not session.over
    return path, session


def test_a_true_record_verifies(tmp_path: Path) -> None:
    path = recorded(tmp_path)
    assert verify(read_record(path)) == []
    kinds = {type(given).__name__ for given in read_record(path).inputs}
    assert kinds == {"Go", "Choice"}, "the record used here must hold both kinds of lines"


def test_a_record_cut_anywhere_is_its_valid_prefix(tmp_path: Path) -> None:
    """At every single byte: an error about line 1, or the inputs up to the cut and the reason."""
    whole = recorded(tmp_path, turns=4).read_bytes()
    inputs = read_record(tmp_path / "game.3d").inputs
    header_ends = whole.index(b"\n") + 1
    path = tmp_path / "cut.3d"
    for end in range(len(whole)):
        path.write_bytes(whole[:end])
        if end < header_ends - 1:
            with pytest.raises(RecordError, match=r"^line 1: "):
                read_record(path)
            continue
        record = read_record(path)
        lines = whole[:end].count(b"\n")
        assert record.footer is None
        assert record.inputs == inputs[: max(lines - 1, 0)]
        broken = whole[end - 1 : end] != b"\n" and end >= header_ends
        assert (record.damage is not None) == broken
        assert (
            record.damage is None or record.damage == f"line {lines + 1}: the file breaks off in the middle of a line"
        )


def test_a_cut_record_replays_to_where_it_was_cut(tmp_path: Path) -> None:
    whole = recorded(tmp_path, turns=4).read_bytes()
    session = Session(SHORT, Generator(2))
    inputs = read_record(tmp_path / "game.3d").inputs
    path = tmp_path / "cut.3d"
    for place, given in enumerate(inputs, start=1):
        session.put_in(given)
        end = len(b"".join(whole.splitlines(keepends=True)[: place + 1]))
        path.write_bytes(whole[: end + 5])
        again, stopped = replay(read_record(path))
        assert again.record.tobytes() == session.record.tobytes()
        assert stopped is not None
        assert verify(read_record(path)) == [stopped]


def flattened(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all plain values in JSON data."""
    if isinstance(value, dict):
        return [found for key in value for found in flattened(value[key], (*place, key))]
    if isinstance(value, list) and value:
        return [found for index, entry in enumerate(value) for found in flattened(entry, (*place, index))]
    return [place]


def edited(line: bytes, place: tuple[Any, ...]) -> bytes:
    """The line with another value at one place."""
    data = msgspec.json.decode(line)
    *outer, last = place
    inner = data
    for key in outer:
        inner = inner[key]
    old = inner[last]
    inner[last] = (not old) if isinstance(old, bool) else old + 1 if isinstance(old, int) else f"{old}0" if old else 7
    return msgspec.json.encode(data)


def caught(path: Path) -> bool:
    try:
        return bool(verify(read_record(path)))
    except RecordError:
        return True


def test_every_edited_value_is_caught(tmp_path: Path) -> None:
    """One value of any line, changed; only names and a turn cap that was never reached may be changed unseen."""
    lines = recorded(tmp_path).read_bytes().splitlines()
    harmless = {("names", 0), ("names", 1), ("options", "turn_cap")}
    path, tried = tmp_path / "edited.3d", 0
    for number, line in enumerate(lines):
        if 4 < number < len(lines) - 1:
            continue
        for place in flattened(msgspec.json.decode(line)):
            if number == 0 and (place in harmless or place[0] == "options"):
                continue
            changed = edited(line, place)
            path.write_bytes(b"\n".join([*lines[:number], changed, *lines[number + 1 :]]) + b"\n")
            assert caught(path), f"line {number + 1}, {place}: {changed!r} passes"
            tried += 1
    assert tried > 25


@pytest.mark.parametrize("change", ["return_order", "race", "jokers", "takes_part"])
def test_edited_house_rules_are_caught(tmp_path: Path, change: str) -> None:
    lines = recorded(tmp_path).read_bytes().splitlines()
    header = msgspec.json.decode(lines[0])
    others = {"return_order": "random", "race": False, "jokers": 2, "takes_part": "none"}
    header["options"][change] = others[change]
    path = tmp_path / "edited.3d"
    path.write_bytes(b"\n".join([msgspec.json.encode(header), *lines[1:]]) + b"\n")
    assert caught(path)


def test_lines_left_out_doubled_or_exchanged_are_caught(tmp_path: Path) -> None:
    lines = recorded(tmp_path, turns=4).read_bytes().splitlines()
    path = tmp_path / "edited.3d"
    for number in range(1, len(lines)):
        for kept in (lines[:number] + lines[number + 1 :], lines[: number + 1] + lines[number:]):
            if kept[number - 1 : number + 1] == lines[number - 1 : number + 1] and len(kept) == len(lines):
                continue
            path.write_bytes(b"\n".join(kept) + b"\n")
            assert caught(path), f"line {number + 1} left out or doubled, and nobody notices"


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("version", 3, "was played under rules version 3, and this program has version 2"),
        ("threedown", 2, "format 2: this program reads format 1"),
        ("game", "bridge", "there is no game 'bridge'"),
        ("seats", 7, "war is played by 2 to 6, not by 7"),
        ("names", ["A"], "1 names for 2 seats"),
        ("options", {"aces": 1}, "war has no option 'aces'"),
        ("colour", "red", "unknown field `colour`"),
        ("chance", {"source": "seed", "seed": -1}, "seed -1: allowed is 0 to 2**63 - 1"),
        ("chance", {"source": "dice"}, "Invalid value 'dice'"),
    ],
)
def test_a_header_that_is_not_ours_is_refused(tmp_path: Path, key: str, value: Any, told: str) -> None:
    lines = recorded(tmp_path).read_bytes().splitlines()
    header = {**msgspec.json.decode(lines[0]), key: value}
    path = tmp_path / "other.3d"
    path.write_bytes(b"\n".join([msgspec.json.encode(header), *lines[1:]]) + b"\n")
    with pytest.raises(RecordError) as error:
        replay(read_record(path))
    assert str(error.value).startswith("line 1: ")
    assert told in str(error.value)
    with pytest.raises(RecordError):
        Keeper.resume(path)


@pytest.mark.parametrize("data", [b"", b"\n", b"{}\n", b"null\n", b"\xff\xfe\n", b"hello\n"])
def test_a_file_that_is_no_record(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.3d"
    path.write_bytes(data)
    with pytest.raises(RecordError, match=r"^line 1: not the header of a threedown record"):
        read_record(path)


@pytest.mark.parametrize("line", [b"{}", b"[]", b'{"go": "x"}', b'{"go": 1.5}', b"\xff", b'{"choice": 1}', b"null"])
def test_a_line_that_is_no_input_ends_the_valid_prefix(tmp_path: Path, line: bytes) -> None:
    path, session = half(tmp_path, seed=2)
    path.write_bytes(path.read_bytes() + line + b"\n")
    record = read_record(path)
    assert record.inputs == tuple(session.log)
    assert record.damage is not None
    assert record.damage.startswith(f"line {len(session.log) + 2}: ")


@pytest.mark.parametrize("line", [b'{"go":0}', b'{"go":-1}', b'{"go":1000000}'])
def test_an_input_that_cannot_have_been_is_caught(tmp_path: Path, line: bytes) -> None:
    """A number of turns that nobody can have played is refused, and what comes before it is all that is replayed."""
    path = tmp_path / "game.3d"
    keeper, session = Keeper.start(path, war(turn_cap=30), ["A", "B"], 2)
    conformance.step(session, 5)
    keeper.keep(session)
    path.write_bytes(path.read_bytes() + line + b"\n")
    again, stopped = replay(read_record(path))
    assert stopped is not None, f"{line!r} is replayed as if it were an input"
    assert stopped.startswith("line 3: ")
    assert again.record.tobytes() == session.record.tobytes(), "the refused input was played"
    assert again.log == session.log


def test_secrets(tmp_path: Path) -> None:
    """While a sealed game goes on its secret lies apart, for its owner only; without it nobody goes on."""
    path, session = half(tmp_path)
    secret = Keeper.secret_path(path)
    assert secret.stat().st_mode & 0o777 == 0o600
    assert secret.read_text().strip() not in path.read_text()
    with pytest.raises(RecordError, match="the secret is not revealed: the game is not over"):
        replay(read_record(path))
    kept = secret.read_text()
    secret.write_text("00" * 32)
    with pytest.raises(RecordError, match="the secret is not the one that was committed to"):
        Keeper.resume(path)
    secret.write_text("not hex")
    with pytest.raises(RecordError, match="not a secret in hexadecimal"):
        Keeper.resume(path)
    secret.unlink()
    with pytest.raises(RecordError, match=r"its \.secret file is missing"):
        Keeper.resume(path)
    secret.write_text(kept)
    assert conformance.state(Keeper.resume(path)[1]) == conformance.state(session)


@pytest.mark.parametrize("field", ["secret", "commitment", "contributions"])
def test_a_revealed_secret_must_fit(tmp_path: Path, field: str) -> None:
    lines = recorded(tmp_path, seed=None).read_bytes().splitlines()
    header = msgspec.json.decode(lines[0])
    header["chance"][field] = ["P0", "P1", "P2"] if field == "contributions" else "ab" * 32
    path = tmp_path / "edited.3d"
    path.write_bytes(b"\n".join([msgspec.json.encode(header), *lines[1:]]) + b"\n")
    assert caught(path)


def test_a_broken_last_line_is_cut_away_on_resume(tmp_path: Path) -> None:
    """A crash in the middle of a write: that input was never acknowledged."""
    path, session = half(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"go":')
    keeper, resumed = Keeper.resume(path)
    assert conformance.state(resumed) == conformance.state(session)
    assert path.read_bytes() == whole
    conformance.step(resumed)
    keeper.keep(resumed)
    assert read_record(path).inputs == tuple(resumed.log)


def test_a_game_that_is_over_is_not_resumed(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"the game is over; `threedown replay .*` shows it"):
        Keeper.resume(recorded(tmp_path))


def test_an_input_is_on_disk_before_it_counts(tmp_path: Path) -> None:
    path = tmp_path / "game.3d"
    keeper, session = Keeper.start(path, SHORT, ["A", "B"], 2)
    while not session.over:
        conformance.step(session, 3)
        keeper.keep(session)
        assert read_record(path).inputs == tuple(session.log)
    record = read_record(path)
    assert record.footer is not None
    assert record.footer.result == result_of(session)


def test_undo_is_a_line_of_the_record(tmp_path: Path) -> None:
    path, session = half(tmp_path, seed=2)
    keeper, resumed = Keeper.resume(path)
    resumed.undo()
    keeper.keep(resumed, whole=True)
    assert read_record(path).inputs == (*session.log, Undo(1))


def test_nothing_half_written_stays_where_a_record_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    path, _ = half(tmp_path, seed=2)
    before = path.read_bytes()
    keeper, resumed = Keeper.resume(path)
    resumed.undo()
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        keeper.keep(resumed, whole=True)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir() if file.suffix == ".part"] == []


def test_other_rules_never_replay(tmp_path: Path) -> None:
    """A record of today, read by a program with the next rules version."""
    from threedown.play import record as module

    path = recorded(tmp_path)
    game = find_game("war")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "find_game", lambda name: game._replace(version=game.version + 1))
        with pytest.raises(RecordError, match="a game is never replayed or continued under other rules"):
            verify(read_record(path))


class Sessions(RuleBasedStateMachine):
    """A session put through anything, against a model that knows only the log and plays it anew."""

    @initialize(seed=st.integers(0, 1000), seats=st.integers(2, 4))
    def start(self, seed: int, seats: int) -> None:
        self.setting = war("race-to-ace", seats=seats, turn_cap=40)
        self.seed = seed
        self.session = Session(self.setting, Generator(seed))
        self.log: list[Input] = []
        self.course: list[Input] = []
        self.forks: list[tuple[Session, list[Input], list[Input]]] = []

    @precondition(lambda self: self.session.pending is None and not self.session.over)
    @rule(turns=st.integers(1, 12))
    def go(self, turns: int) -> None:
        self.session.go(turns)
        self.log.append(self.session.log[-1])
        self.course.append(self.log[-1])

    @precondition(lambda self: self.session.pending is not None)
    @rule(pick=st.integers(0, 15))
    def choose(self, pick: int) -> None:
        menu = self.session.menu()
        self.session.choose(menu[pick % len(menu)], self.session.asked)
        self.log.append(self.session.log[-1])
        self.course.append(self.log[-1])

    @rule(text=st.sampled_from(["seat 9", "", "knock"]))
    def nonsense(self, text: str) -> None:
        with pytest.raises(Refused):
            self.session.choose(text, self.session.asked)

    @precondition(lambda self: self.course)
    @rule()
    def undo(self) -> None:
        self.session.undo()
        self.log.append(Undo(1))
        self.course.pop()

    @rule()
    def fork(self) -> None:
        self.forks.append((self.session.fork(), list(self.log), list(self.course)))

    @precondition(lambda self: self.forks)
    @rule(place=st.integers(0, 9))
    def change_to_a_fork(self, place: int) -> None:
        mine = (self.session, self.log, self.course)
        self.session, self.log, self.course = self.forks.pop(place % len(self.forks))
        self.forks.append(mine)

    @rule()
    def is_what_its_log_says(self) -> None:
        assert list(self.session.log) == self.log
        assert list(self.session.course) == self.course
        for inputs in (self.log, self.course):
            again = Session(self.setting, Generator(self.seed))
            for given in inputs:
                again.put_in(given)
            assert conformance.state(again) == conformance.state(self.session)
        conformance.assert_whole(self.setting, self.session.record, "after all this")

    def teardown(self) -> None:
        if hasattr(self, "session"):
            self.is_what_its_log_says()


Sessions.TestCase.settings = settings(max_examples=30, stateful_step_count=25, deadline=None, derandomize=True)
TestSessions = Sessions.TestCase
