"""Records to test with, and their chain and their draws worked out as docs/contract.md says, without our own code."""

import hashlib
import json
import os
import stat
from pathlib import Path
from typing import Any

import msgspec
import pytest

from support import conformance
from support.tables import war
from threedown.games.setting import Setting
from threedown.session import record
from threedown.session.keeper import Keeper, secret_beside
from threedown.session.record import RecordError, read_record, verify
from threedown.session.session import Session

SHORT = war("race-to-ace", turn_cap=60)


def recorded(folder: Path, setting: Setting = SHORT, seed: int | None = 2, turns: int = 9) -> Path:
    """The record of a whole game, with a few turns and every choice in a line each."""
    path = folder / "game.3d"
    keeper, session = Keeper.start(path, setting, [f"P{seat}" for seat in range(setting.seats)], seed)
    while not session.over:
        conformance.step(session, turns)
        keeper.keep(session)
    keeper.finish(session)
    keeper.close()
    return path


def half(folder: Path, seed: int | None = None, setting: Setting = SHORT) -> tuple[Path, Session]:
    """The record of a game that was left after a few inputs."""
    path = folder / "half.3d"
    keeper, session = Keeper.start(path, setting, ["A", "B"], seed)
    for _ in range(6):
        conformance.step(session, 5)
        keeper.keep(session)
    assert not session.over
    keeper.close()
    return path, session


def canonical(data: Any) -> bytes:
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def settled(header: dict[str, Any]) -> bytes:
    """The hash that the cards and the chain begin with."""
    chance = {key: value for key, value in header["chance"].items() if key != "secret"}
    told = {key: value for key, value in header.items() if key != "chain"} | {"chance": chance}
    return hashlib.sha256(canonical(told)).digest()


def lines_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def written(lines: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def chained(lines: list[dict[str, Any]]) -> bytes:
    """Chain lines into a record, as a forger who knows the format would."""
    told = [{key: value for key, value in line.items() if key != "chain"} for line in lines]
    chain = settled(told[0])
    told[0]["chain"] = chain.hex()
    for line in told[1:]:
        chain = hashlib.sha256(chain + canonical(line)).digest()
        line["chain"] = chain.hex()
    return written(told)


def words(header: dict[str, Any]) -> Any:
    """The words of a sealed game, one after another."""
    key = bytes.fromhex(header["chance"]["secret"]) + settled(header)
    block = 0
    while True:
        stream = hashlib.shake_256(key + block.to_bytes(8, "big")).digest(128)
        yield from (int.from_bytes(stream[place : place + 4], "big") for place in range(0, 128, 4))
        block += 1


class Disk:
    """A disk that a power cut leaves as it was when things were last synced: contents by file, names by folder."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._folder = folder
        self._contents: dict[int, bytes] = {}
        self._names: dict[str, int] = {}
        monkeypatch.setattr(os, "fsync", self._sync)

    def _sync(self, descriptor: int) -> None:
        there = {path: path.stat().st_ino for path in self._folder.iterdir()}
        synced = os.fstat(descriptor)
        if stat.S_ISDIR(synced.st_mode):
            self._names = {path.name: inode for path, inode in there.items()}
        else:
            (path,) = (path for path, inode in there.items() if inode == synced.st_ino)
            self._contents[synced.st_ino] = path.read_bytes()

    def after_a_power_cut(self, path: Path) -> bytes | None:
        """Return a file's content, None if it does not exist."""
        return self._contents.get(self._names.get(path.name, -1))


def check_nothing_is_lost_in_a_power_cut(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a keeper has taken is on the disk when it returns: the beginning, every input, what is held, the end."""
    disk, path = Disk(folder, monkeypatch), folder / "game.3d"
    keeper, session = Keeper.start(path, SHORT, ["A", "B"], None)

    def check(*files: Path) -> None:
        for file in files:
            assert disk.after_a_power_cut(file) == file.read_bytes(), f"a power cut changes {file.suffix}"

    check(path, Keeper.secret_path(path))
    while not session.over:
        conformance.step(session, 9)
        keeper.keep(session)
        check(path)
        keeper.hold(0, "play")
        check(Keeper.held_path(path))
    keeper.finish(session)
    check(path)


def check_a_footer_draws_nothing_out(folder: Path, played_on: bool) -> Path:
    """The chain has no key: who can write into a record can end it, or even play it to its end. Returns such a one."""
    path, session = half(folder)
    lines = lines_of(path)
    while played_on and not session.over:
        conformance.step(session, 9)
    lines[1:] = [msgspec.to_builtins(given) for given in session.log]
    path.write_bytes(chained([*lines, {"result": {}, "hash": "", "draws": None}]))
    verdict = record.examine(read_record(path), secret_beside(path))
    assert verdict.draws is None, "a game that goes on tells what is to come"
    assert verdict.wrong != []
    return path


def check_a_game_can_be_left_anywhere(folder: Path) -> None:
    """After every input, after the last one, and after that one was taken back: it goes on where it was left."""
    path = folder / "game.3d"
    keeper, session = Keeper.start(path, SHORT, ["A", "B"], None)

    def leave_and_come_back() -> None:
        nonlocal keeper, session
        keeper.keep(session)
        keeper.close()
        before = conformance.state(session)
        try:
            keeper, session = Keeper.resume(path)
        except RecordError as error:
            raise AssertionError(f"the game cannot be gone on with: {error}") from error
        assert conformance.state(session) == before, "the resumed game is another one"

    for take_back in (True, False):
        while not session.over:
            conformance.step(session, 9)
            leave_and_come_back()
        if take_back:
            session.undo()
            leave_and_come_back()
    keeper.finish(session)
    keeper.close()
    assert verify(read_record(path)) == []
