"""Games that end after some minutes, in the terminal."""

import sys
from io import StringIO
from pathlib import Path

import pytest

from threedown.cli import main
from threedown.cli.exits import USAGE
from threedown.cli.table import game_clock


class Wall:
    """A clock on the wall that is moved by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


class Typed(StringIO):
    """Lines from the keyboard: with each, so many seconds pass."""

    def __init__(self, wall: Wall, seconds: int, lines: str) -> None:
        super().__init__(lines)
        self._wall, self._seconds = wall, seconds

    def readline(self, *args: int) -> str:
        self._wall.now += self._seconds
        return super().readline(*args)


def play(monkeypatch: pytest.MonkeyPatch, folder: Path, command: str, seconds: int, lines: str) -> int | str | None:
    """Play on with these lines; return the exit code."""
    wall = Wall()
    monkeypatch.setattr(game_clock, "time", wall)
    monkeypatch.setattr(sys, "stdin", Typed(wall, seconds, lines))
    with pytest.raises(SystemExit) as ended:
        main([*command.split(), "--plain", "--record", str(folder / "game.3d")])
    return ended.value.code


def test_the_turn_in_which_the_minutes_pass_is_the_last(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    play(monkeypatch, tmp_path, "play war --minutes 2 --seed 3", 50, "\n" * 6)
    told = capsys.readouterr().out
    assert [line for line in told.splitlines() if line.endswith(" left.")] == ["2 minutes left.", "1 minute left."]
    assert "Turn 3: Time is up, and the most cards win: " in told
    assert "Turn 4" not in told


def test_minutes_are_for_games_that_have_a_clock(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert play(monkeypatch, tmp_path, "play champz --minutes 5", 0, "") == USAGE
    assert "Blitz Champz has no time limit" in capsys.readouterr().err
    assert play(monkeypatch, tmp_path, "play blitzwar --minutes 5 --set rounds=4", 0, "") == USAGE
    assert "--minutes 5: leave it out, or --set rounds" in capsys.readouterr().err
