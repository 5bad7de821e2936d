"""Records: damage leaves the valid prefix and the reason; edits are caught, even where the chain is mended."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from support import conformance
from support.records import SHORT, chained, half, lines_of, recorded, written
from support.tables import war

from threedown.games import find_game
from threedown.games.setting import settle
from threedown.limits import LONGEST_TEXT, MOST_TURNS
from threedown.session.keeper import Keeper
from threedown.session.record import LONGEST_LINE, RecordError, read_record, replay, verify
from threedown.session.session import Refused, Session
from threedown.session.state import Input, Undo
from threedown.shared.seating import SeatingError, seat_all
from threedown.table.chance import Generator


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
        if end < header_ends:
            with pytest.raises(RecordError, match=r"^line 1: "):
                read_record(path)
            continue
        record = read_record(path)
        lines = whole[:end].count(b"\n")
        assert record.footer is None
        assert record.inputs == inputs[: max(lines - 1, 0)]
        broken = whole[end - 1 : end] != b"\n"
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
        session.apply(given)
        end = len(b"".join(whole.splitlines(keepends=True)[: place + 1]))
        path.write_bytes(whole[: end + 5])
        again, stopped = replay(read_record(path))
        assert again.table_state.tobytes() == session.table_state.tobytes()
        assert stopped is not None
        assert verify(read_record(path)) == [stopped]


def flattened(value: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all plain values in JSON data."""
    if isinstance(value, dict):
        return [found for key in value for found in flattened(value[key], (*place, key))]
    if isinstance(value, list) and value:
        return [found for index, entry in enumerate(value) for found in flattened(entry, (*place, index))]
    return [place]


def edited(line: dict[str, Any], place: tuple[Any, ...]) -> dict[str, Any]:
    """The line with another value at one place."""
    data: dict[str, Any] = json.loads(json.dumps(line))
    *outer, last = place
    inner: Any = data
    for key in outer:
        inner = inner[key]
    old = inner[last]
    inner[last] = (not old) if isinstance(old, bool) else old + 1 if isinstance(old, int) else f"{old}0" if old else 7
    return data


def caught(path: Path) -> bool:
    try:
        return bool(verify(read_record(path)))
    except RecordError:
        return True


def places(lines: list[dict[str, Any]]) -> list[tuple[int, tuple[Any, ...]]]:
    """Line and place of every value of a record; of its many inputs the first and the last."""
    inner = [number for number in range(len(lines)) if not 2 < number < len(lines) - 2]
    return [(number, place) for number in inner for place in flattened(lines[number])]


@pytest.mark.parametrize("seed", [2, pytest.param(None, marks=pytest.mark.slow)], ids=["seeded", "sealed"])
def test_every_edited_value_is_caught(tmp_path: Path, seed: int | None) -> None:
    """One value of any line, changed, and nothing else: the chain tells, or the secret that was not committed to."""
    lines = lines_of(recorded(tmp_path, seed=seed))
    path = tmp_path / "edited.3d"
    for number, place in places(lines):
        path.write_bytes(written([*lines[:number], edited(lines[number], place), *lines[number + 1 :]]))
        assert caught(path), f"line {number + 1}, {place}: passes"


@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_every_edited_value_is_caught_where_the_chain_is_mended(tmp_path: Path, every: int) -> None:
    """Whoever knows how to chain lines cannot change what was played: sealed cards depend on the whole header."""
    lines = lines_of(recorded(tmp_path, seed=None))
    path = tmp_path / "edited.3d"
    for number, place in places(lines)[::every]:
        if place != ("chain",):
            path.write_bytes(chained([*lines[:number], edited(lines[number], place), *lines[number + 1 :]]))
            assert caught(path), f"line {number + 1}, {place}: passes"


@pytest.mark.parametrize("change", [{"names": ["Eve", "P1"]}, {"options": {"turn_cap": 61}}, {"seats": 3}])
def test_an_edited_header_is_told_as_one(tmp_path: Path, change: dict[str, Any]) -> None:
    """A name, an option that changes nothing in this game: an edit all the same."""
    header, *rest = lines_of(recorded(tmp_path))
    for key, value in change.items():
        header[key] = header[key] | value if isinstance(value, dict) else value
    path = tmp_path / "edited.3d"
    path.write_bytes(written([header, *rest]))
    if "seats" not in change:
        assert verify(read_record(path)) == ["line 1: the header was edited: its chain is not the hash of what it says"]
    assert caught(path)


def test_lines_left_out_doubled_or_exchanged_are_told(tmp_path: Path) -> None:
    lines = recorded(tmp_path, turns=4).read_bytes().splitlines(keepends=True)
    path = tmp_path / "edited.3d"
    for number in range(1, len(lines)):
        without = lines[:number] + lines[number + 1 :]
        doubled = lines[: number + 1] + lines[number:]
        exchanged = [*lines[: number - 1], lines[number], lines[number - 1], *lines[number + 1 :]]
        for place, kept in ((number, without), (number + 1, doubled), (number - 1, exchanged)):
            path.write_bytes(b"".join(kept))
            if 0 < place < len(kept):
                damage = read_record(path).damage or ""
                follows = place == len(lines)
                told = "something follows the footer" if follows else "the chain breaks"
                assert damage.startswith(f"line {place + 1}: {told}")
                assert len(read_record(path).inputs) == (len(lines) - 2 if follows else place - 1)


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("version", 77, f"was played under rules version 77, and this program has version {find_game('war').version}"),
        ("threedown", 1, "format 1: this program reads format 2"),
        ("game", "bridge", "there is no game 'bridge'"),
        ("seats", 7, "war is played by 2 to 6, not by 7"),
        ("names", ["A"], "1 names for 2 seats"),
        ("options", {"aces": 1}, "war has no option 'aces'"),
        ("colour", "red", "unknown field `colour`"),
        ("names", ["A", "B" * (LONGEST_TEXT + 1)], "printable characters, 200 at most"),
        ("chance", {"source": "seed", "seed": -1, "game": 0}, "seed -1: allowed is 0 to 2**63 - 1"),
        ("chance", {"source": "dice"}, "Invalid value 'dice'"),
    ],
)
def test_a_header_that_is_not_ours_is_refused(tmp_path: Path, key: str, value: Any, told: str) -> None:
    header, *rest = lines_of(recorded(tmp_path))
    path = tmp_path / "other.3d"
    path.write_bytes(chained([{**header, key: value}, *rest]))
    with pytest.raises(RecordError) as error:
        replay(read_record(path))
    assert str(error.value).startswith("line 1: ")
    assert told in str(error.value)
    with pytest.raises(RecordError):
        Keeper.resume(path)


def test_the_names_that_are_seated_are_those_that_are_recorded(tmp_path: Path) -> None:
    """A table once took 40 characters a name, a record 200."""
    path, names, longer = tmp_path / "game.3d", ("A", "B" * LONGEST_TEXT), ("A", "B" * (LONGEST_TEXT + 1))
    with pytest.raises(SeatingError, match="2 names of at most 200 printable characters"):
        seat_all(SHORT, [None, None], longer)
    with pytest.raises(RecordError, match="printable characters, 200 at most"):
        Keeper.start(path, SHORT, longer, 2)
    assert seat_all(SHORT, [None, None], names).names == names
    Keeper.start(path, SHORT, names, 2)[0].close()
    assert read_record(path).header.names == names


@pytest.mark.parametrize("data", [b"", b"\n", b"{}\n", b"null\n", b"\xff\xfe\n", b"hello\n"])
def test_a_file_that_is_no_record(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "x.3d"
    path.write_bytes(data)
    with pytest.raises(RecordError, match=r"^line 1: not the header of a threedown record"):
        read_record(path)


def test_a_header_without_its_end_is_not_written_on(tmp_path: Path) -> None:
    """It was read as whole, and the first line that was added made it unreadable for good."""
    path = tmp_path / "game.3d"
    Keeper.start(path, SHORT, ["A", "B"], 2)[0].close()
    header = path.read_bytes().removesuffix(b"\n")
    path.write_bytes(header)
    for act in (read_record, Keeper.resume):
        with pytest.raises(RecordError, match=r"^line 1: the file breaks off in the header$"):
            act(path)
    assert path.read_bytes() == header


@pytest.mark.parametrize("line", [b"{}", b"[]", b'{"go": "x"}', b'{"go": 1.5}', b"\xff", b'{"choice": 1}', b"null"])
def test_a_line_that_is_no_input_ends_the_valid_prefix(tmp_path: Path, line: bytes) -> None:
    path, session = half(tmp_path, seed=2)
    path.write_bytes(path.read_bytes() + line + b"\n")
    record = read_record(path)
    assert record.inputs == tuple(session.log)
    assert record.damage is not None
    assert record.damage.startswith(f"line {len(session.log) + 2}: ")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ({"go": 0}, "go 0: play on by at least one turn"),
        ({"go": -1}, "go -1: play on by at least one turn"),
        ({"go": 9999}, "go 9999: the game stops after 25"),
        ({"go": MOST_TURNS + 1}, "go 10001: allowed is 10,000 at a time"),
        ({"go": 10**15}, "allowed is 10,000 at a time"),
        ({"seat": 0, "choice": "x" * 10**6}, "a choice of 1,000,000 characters: 200 are allowed"),
        ({"seat": 0, "choice": "seat 9"}, "No choice is asked for now."),
        ({"seat": -1, "choice": "seat 0"}, "seat -1: allowed are 0 and more, and null for the world"),
    ],
)
def test_an_input_that_cannot_have_been_is_caught(tmp_path: Path, line: dict[str, Any], told: str) -> None:
    """An impossible number of turns is refused, and only the entries before it are replayed."""
    path = tmp_path / "game.3d"
    keeper, session = Keeper.start(path, war(turn_cap=30), ["A", "B"], 2)
    conformance.step(session, 5)
    keeper.keep(session)
    path.write_bytes(chained([*lines_of(path), line]))
    again, stopped = replay(read_record(path))
    assert stopped is not None, f"{line!r} is replayed as if it were an input"
    assert stopped.startswith("line 3: ")
    assert told in stopped
    assert len(stopped) < 500
    assert again.table_state.tobytes() == session.table_state.tobytes(), "the refused input was played"
    assert again.log == session.log


def test_undo_is_a_line_of_the_record(tmp_path: Path) -> None:
    path, session = half(tmp_path, seed=2)
    keeper, resumed = Keeper.resume(path)
    resumed.undo()
    keeper.keep(resumed)
    assert read_record(path).inputs == (*session.log, Undo(1))


def test_a_monstrous_line_is_not_read(tmp_path: Path) -> None:
    """A film is no record, and is not read to its end to say so."""
    path, session = half(tmp_path, seed=2)
    path.write_bytes(path.read_bytes() + b'"' + b"x" * LONGEST_LINE)
    assert read_record(path).damage == f"line {len(session.log) + 2}: is too long"
    path.write_bytes(b"x" * (LONGEST_LINE + 1))
    with pytest.raises(RecordError, match="not the header"):
        read_record(path)


def test_a_record_that_goes_wrong_does_not_tell_a_hand(tmp_path: Path) -> None:
    """The choices of a seat are the cards of its hand: the report of a broken record leaves them out."""
    path = tmp_path / "hand.3d"
    keeper, session = Keeper.start(path, settle(find_game("blitz31")), ["Ann", "Ben"], 3)
    session.go()
    session.choose("draw stock", session.asked)
    session.choose(session.menu()[0], session.asked)
    keeper.keep(session)
    *lines, last = lines_of(path)
    path.write_bytes(chained([*lines, {**last, "choice": last["choice"].replace("discard", "throw")}]))
    _, stopped = replay(read_record(path))
    assert stopped is not None
    assert "isn't a legal choice here" in stopped
    assert "discard" not in stopped


@pytest.mark.parametrize("change", [{"over": 1}, {"turns": 0}, {"state": {}}, {"reason": "all_cards"}])
def test_a_forged_result_is_told(tmp_path: Path, change: dict[str, Any]) -> None:
    *lines, footer = lines_of(recorded(tmp_path))
    path = tmp_path / "forged.3d"
    path.write_bytes(chained([*lines, {**footer, "result": footer["result"] | change}]))
    assert verify(read_record(path)) == ["footer: the result is not the one that the inputs lead to"]


def test_other_rules_never_replay(tmp_path: Path) -> None:
    """A record of today, read by a program with the next rules version."""
    from threedown.session import record as module

    path = recorded(tmp_path)
    game = find_game("war")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "find_game", lambda name: game._replace(version=game.version + 1))
        with pytest.raises(RecordError, match="a game is never replayed or continued under other rules"):
            verify(read_record(path))


class Sessions(RuleBasedStateMachine):
    """A session under random inputs, against a model that knows only the log and replays it."""

    @initialize(seed=st.integers(0, 1000), seats=st.integers(2, 4))
    def start(self, seed: int, seats: int) -> None:
        self.setting = war("race-to-ace", seats=seats, turn_cap=40)
        self.seed = seed
        self.session = Session(self.setting, Generator(seed))
        self.log: list[Input] = []
        self.history: list[Input] = []
        self.forks: list[tuple[Session, list[Input], list[Input]]] = []

    @precondition(lambda self: self.session.pending is None and not self.session.over)
    @rule(turns=st.integers(1, 12))
    def go(self, turns: int) -> None:
        self.session.go(turns)
        self.log.append(self.session.log[-1])
        self.history.append(self.log[-1])

    @precondition(lambda self: self.session.pending is not None)
    @rule(pick=st.integers(0, 15))
    def choose(self, pick: int) -> None:
        menu = self.session.menu()
        self.session.choose(menu[pick % len(menu)], self.session.asked)
        self.log.append(self.session.log[-1])
        self.history.append(self.log[-1])

    @rule(text=st.sampled_from(["seat 9", "", "knock"]))
    def nonsense(self, text: str) -> None:
        with pytest.raises(Refused):
            self.session.choose(text, self.session.asked)

    @precondition(lambda self: self.history)
    @rule()
    def undo(self) -> None:
        self.session.undo()
        self.log.append(Undo(1))
        self.history.pop()

    @rule()
    def fork(self) -> None:
        self.forks.append((self.session.fork(), list(self.log), list(self.history)))

    @precondition(lambda self: self.forks)
    @rule(place=st.integers(0, 9))
    def change_to_a_fork(self, place: int) -> None:
        mine = (self.session, self.log, self.history)
        self.session, self.log, self.history = self.forks.pop(place % len(self.forks))
        self.forks.append(mine)

    @rule()
    def is_what_its_log_says(self) -> None:
        assert list(self.session.log) == self.log
        assert list(self.session.history) == self.history
        for inputs in (self.log, self.history):
            again = Session(self.setting, Generator(self.seed))
            for given in inputs:
                again.apply(given)
            assert conformance.state(again) == conformance.state(self.session)
        conformance.assert_whole(self.setting, self.session.table_state, "after all this")

    def teardown(self) -> None:
        if hasattr(self, "session"):
            self.is_what_its_log_says()


Sessions.TestCase.settings = settings(max_examples=30, stateful_step_count=25, deadline=None, derandomize=True)
TestSessions = Sessions.TestCase


def test_a_long_game_is_taken_back_however_far_and_goes_on_as_if_it_had_not_been() -> None:
    setting = war("three-down", turn_cap=300)
    session = Session(setting, Generator(3))
    tables = [session.table_state.tobytes()]

    def go_on(turns: int) -> None:
        for _ in range(turns):
            session.go()
            tables.append(session.table_state.tobytes())

    go_on(100)
    for back in (1, 40, 33, 3):
        session.undo(back)
        del tables[-back:]
        assert session.table_state.tobytes() == tables[-1]
        go_on(20)
        again = Session(setting, Generator(3))
        for given in session.log:
            again.apply(given)
        assert again.table_state.tobytes() == tables[-1]
    session.undo(len(session.history))
    assert session.table_state.tobytes() == tables[0]


def test_undone_turns_are_not_told_again(tmp_path: Path) -> None:
    path = tmp_path / "x.3d"
    keeper, session = Keeper.start(path, war(), ["A", "B"], 2)
    session.go()
    session.go()
    session.undo()
    session.go()
    keeper.commit(session.log)
    keeper.close()
    told: list[tuple[int, str]] = []
    replay(read_record(path), watch=lambda t, event: told.append((int(t.s.turns), event.kind)))
    assert [turn for turn, kind in told if kind == "win"] == [1, 2]
    assert told.count((0, "shuffle")) == 1, "the deal is told once"
