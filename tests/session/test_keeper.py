"""The keeper: acknowledged inputs are on disk, one process writes at a time, and no secret is written early."""

import io
import json
import os
import re
import types
from pathlib import Path

import pytest
from support import conformance
from support.records import (
    SHORT,
    check_a_game_can_be_left_anywhere,
    check_nothing_is_lost_in_a_power_cut,
    half,
    lines_of,
    recorded,
    written,
)

from threedown.games import find_game
from threedown.games.setting import settle
from threedown.games.war import events, rules
from threedown.session import record
from threedown.session.keeper import Keeper
from threedown.session.record import RecordError, read_record, verify
from threedown.session.result import result_of
from threedown.session.state import Go
from threedown.table.verbs import ask_all

# What is on the disk


def test_nothing_is_lost_in_a_power_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check_nothing_is_lost_in_a_power_cut(tmp_path, monkeypatch)


def test_a_game_can_be_left_anywhere(tmp_path: Path) -> None:
    """Finishing, undoing and leaving once deleted the secret, and the game could never be played again."""
    check_a_game_can_be_left_anywhere(tmp_path)


def test_an_input_is_on_disk_before_it_counts(tmp_path: Path) -> None:
    path = tmp_path / "game.3d"
    keeper, session = Keeper.start(path, SHORT, ["A", "B"], 2)
    while not session.over:
        conformance.step(session, 3)
        keeper.keep(session)
        assert read_record(path).inputs == tuple(session.log)
        assert read_record(path).footer is None
    keeper.finish(session)
    record = read_record(path)
    assert record.footer is not None
    assert record.footer.result == result_of(session)


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


def test_a_choice_cannot_pass_for_a_torn_line(tmp_path: Path) -> None:
    """A record with an input that was never legal is refused, not cut."""
    path, _ = half(tmp_path)
    path.write_bytes(path.read_bytes() + b'{"seat":0,"choice":"breaks off"}\n{"go":')
    before = path.read_bytes()
    with pytest.raises(RecordError):
        Keeper.resume(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("fails", ["fsync", "write"])
def test_half_a_line_does_not_stay_where_an_input_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    """The disk is full, then there is room again: the next input follows the last that was acknowledged."""
    path, _ = half(tmp_path)
    before = path.read_bytes()
    keeper, session = Keeper.resume(path)
    twin = session.fork()
    conformance.step(twin)
    with monkeypatch.context() as patch:
        if fails == "fsync":
            patch.setattr(os, "fsync", full)
        else:
            patch.setattr("builtins.open", opened_on_a_full_disk)
        with pytest.raises(OSError, match="No space left"):
            keeper.commit(twin.log[len(session.log) :])
    assert path.read_bytes() == before
    conformance.step(session)
    keeper.keep(session)
    assert read_record(path).damage is None
    assert read_record(path).inputs == tuple(session.log)


def full(descriptor: int) -> None:
    raise OSError(28, "No space left on device")


def opened_on_a_full_disk(path: Path, mode: str, buffering: int = -1) -> "Full":
    return Full(path, mode)


class Full:
    """A file on a disk that has room for five bytes more."""

    def __init__(self, path: Path, mode: str) -> None:
        self._file = io.FileIO(path, mode.replace("b", ""))
        self._room = 5

    def __enter__(self) -> "Full":
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def __getattr__(self, name: str) -> object:
        return getattr(self._file, name)

    def write(self, data: memoryview) -> int:
        if not self._room:
            full(self._file.fileno())
        done = self._file.write(data[: self._room])
        self._room -= done
        return done


def test_nothing_half_written_stays_where_a_record_cannot_be_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.3d"
    keeper, session = Keeper.start(path, SHORT, ["A", "B"], None)
    while not session.over:
        conformance.step(session, 99)
        keeper.keep(session)
    before = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            keeper.finish(session)
    assert path.read_bytes() == before
    assert Keeper.secret_path(path).exists()
    assert not list(tmp_path.glob("*.part"))
    keeper.finish(session)
    assert verify(read_record(path)) == []


# Secrets


def test_secrets(tmp_path: Path) -> None:
    """While a sealed game goes on its secret lies apart, for its owner only; without it nobody goes on."""
    path, session = half(tmp_path)
    secret = Keeper.secret_path(path)
    assert secret.stat().st_mode & 0o777 == 0o600
    kept = secret.read_text()
    assert kept.strip() not in path.read_text()
    for text, told in (
        ("00" * 32, "the secret is not the one that was committed to"),
        ("not hex", "not a secret in hexadecimal"),
        ("é", "not a secret in hexadecimal"),
        ("00" * (1 << 18), "not a secret in hexadecimal"),
        (None, r"its \.secret file is missing"),
    ):
        secret.unlink()
        if text is not None:
            secret.write_text(text)
        with pytest.raises(RecordError, match=told):
            Keeper.resume(path)
        secret.touch()
    secret.write_text(kept)
    assert conformance.state(Keeper.resume(path)[1]) == conformance.state(session)


def test_a_closed_record_is_closed(tmp_path: Path) -> None:
    """Its secret is known to everybody: nothing is added, and nothing taken back."""
    path = tmp_path / "game.3d"
    keeper, session = Keeper.start(path, SHORT, ["A", "B"], None)
    while not session.over:
        conformance.step(session, 99)
        keeper.keep(session)
    assert Keeper.secret_path(path).exists(), "the secret is kept until the record is closed"
    keeper.finish(session)
    keeper.close()
    before = path.read_bytes()
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    with pytest.raises(RecordError, match="its record is closed"):
        keeper.commit([Go(1)])
    with pytest.raises(RecordError, match=r"the game is over; `threedown replay .*` shows it"):
        Keeper.resume(path)
    assert path.read_bytes() == before


def test_a_revealed_game_is_not_gone_on_with(tmp_path: Path) -> None:
    """Its end was cut off; all may know its cards."""
    *lines, _ = lines_of(recorded(tmp_path, seed=None))
    path = tmp_path / "cut.3d"
    path.write_bytes(written(lines))
    assert verify(read_record(path)) == []
    with pytest.raises(RecordError, match="the secret is revealed"):
        Keeper.resume(path)


def test_a_record_is_never_closed_with_another_game(tmp_path: Path) -> None:
    path = tmp_path / "game.3d"
    keeper, session = Keeper.start(path, SHORT, ["A", "B"], None)
    conformance.step(session)
    keeper.keep(session)
    with pytest.raises(RecordError, match="the game is not over"):
        keeper.finish(session)
    while not session.over:
        conformance.step(session, 99)
    with pytest.raises(RecordError, match="not that of this game"):
        keeper.finish(session)
    assert Keeper.secret_path(path).exists()
    keeper.keep(session)
    keeper.finish(session)
    assert verify(read_record(path)) == []


# Answers that are held


def test_held_answers_are_on_disk_and_not_in_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = asked_at_once(tmp_path, monkeypatch)
    keeper, session = Keeper.resume(path)
    before = path.read_bytes()
    keeper.hold(2, "seat 1")
    keeper.hold(0, "seat 1")
    keeper.hold(2, "seat 0")
    keeper.close()
    held = Keeper.held_path(path)
    assert held.stat().st_mode & 0o777 == 0o600
    assert path.read_bytes() == before
    keeper, session = Keeper.resume(path)
    assert keeper.held() == {0: "seat 1", 2: "seat 0"}
    assert session.unseen == {}
    for seat in range(3):
        session.choose("seat 0", seat)
    keeper.keep(session)
    assert keeper.held() == {}
    assert not held.exists()


def test_held_answers_to_a_question_that_was_answered_are_let_go(tmp_path: Path) -> None:
    """A crash between the commit and the clearing away."""
    path, _ = half(tmp_path)
    keeper, session = Keeper.resume(path)
    keeper.hold(1, "pass")
    left = Keeper.held_path(path).read_bytes()
    conformance.step(session)
    keeper.keep(session)
    keeper.close()
    Keeper.held_path(path).write_bytes(left)
    keeper, _ = Keeper.resume(path)
    assert keeper.held() == {}
    keeper.hold(0, "play")
    assert keeper.held() == {0: "play"}


def test_held_answers_that_are_none_are_told(tmp_path: Path) -> None:
    path, _ = half(tmp_path)
    Keeper.held_path(path).write_text("[1]")
    with pytest.raises(RecordError, match=r"half\.3d\.held: "):
        Keeper.resume(path)


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ({0: "seat 3"}, "'seat 3' isn't a legal choice here"),
        ({1: "seat 0", 0: "steal"}, "'steal' isn't a legal choice here"),
        ({3: "seat 0"}, "There is no seat 3 here"),
        ({0: "seat 0", 1: "seat 0", 2: "seat 0"}, "every seat asked has answered, so no answer is left to hold"),
    ],
)
def test_held_answers_that_cannot_be_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: dict[int, str], told: str
) -> None:
    """An answer that cannot have been given would end the next command in a traceback."""
    path = asked_at_once(tmp_path, monkeypatch)
    chain = lines_of(path)[-1]["chain"]
    Keeper.held_path(path).write_text(json.dumps({"after": chain, "answers": answers}))
    before = path.read_bytes()
    with pytest.raises(RecordError, match=rf"^game\.3d\.held: {re.escape(told)}"):
        Keeper.resume(path)
    assert path.read_bytes() == before
    Keeper.held_path(path).unlink()
    Keeper.resume(path)[0].close()


# Answers given at once


def asked_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch, seats: int = 3) -> Path:
    """The record of a game in which everybody is asked unseen, for seat 0 or 1, and nothing else happens."""
    at_once = types.SimpleNamespace(**vars(rules))
    at_once.turn = lambda t: ask_all(t, (1 << seats) - 1, events.ARRIVES, 4)
    at_once.legal = lambda t, seat, question, code: code < 2
    game = find_game("war")._replace(rules=at_once)
    monkeypatch.setattr(record, "find_game", lambda name: game)
    path = folder / "game.3d"
    keeper, session = Keeper.start(path, settle(game, seats=seats), [f"P{seat}" for seat in range(seats)], None)
    session.go()
    keeper.keep(session)
    keeper.close()
    return path


def test_answers_given_at_once_are_kept_together_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash between the lines of two answers: the first is not left in the record, where the other could read it."""
    path = asked_at_once(tmp_path, monkeypatch, seats=2)
    keeper, session = Keeper.resume(path)
    before = path.read_bytes()
    session.choose("seat 1", 0)
    assert session.log == (Go(1),)
    keeper.hold(0, "seat 1")
    held = Keeper.held_path(path).read_bytes()
    session.choose("seat 0", 1)
    keeper.keep(session)
    keeper.close()
    *whole, last = path.read_bytes().splitlines(keepends=True)
    assert len(whole) == 3
    for left in (b"", last[:9]):
        path.write_bytes(b"".join(whole) + left)
        Keeper.held_path(path).write_bytes(held)
        keeper, resumed = Keeper.resume(path)
        assert path.read_bytes() == before
        assert keeper.held() == {0: "seat 1"}
        assert resumed.log == (Go(1),)
        assert resumed.unseen == {}
        keeper.close()


def test_a_game_that_is_finished_twice_has_one_footer(tmp_path: Path) -> None:
    keeper, session = Keeper.start(tmp_path / "x.3d", SHORT, ("A", "B"), 2)
    while not session.over:
        conformance.step(session, 9)
    keeper.keep(session)
    keeper.finish(session)
    once = (tmp_path / "x.3d").read_bytes()
    keeper.finish(session)
    assert (tmp_path / "x.3d").read_bytes() == once
