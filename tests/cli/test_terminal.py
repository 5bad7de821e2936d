"""The whole program in a real pseudo-terminal: its keys, its looks, and the screen it leaves behind."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.terminal import CTRL_C, ENTER, Terminal

import threedown


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    made = Terminal()
    yield made
    made.close()


def test_a_game_by_its_keys(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "x.3d"
    terminal.start("play", "war", "--seed", "1", "--record", str(path))
    first = terminal.wait(r"space next .* q leave")
    assert first.count("26 cards") == 2
    assert "turn 0, 0 wars" in first
    terminal.keys(" ")
    terminal.wait(r"You take the pot\.|Bot 1 takes the pot\.", "27 cards", "25 cards", "╭─────╮")
    terminal.keys("f")
    terminal.wait(r"1 Play again")
    terminal.keys("3")
    terminal.wait(r"A true record")
    terminal.keys("leave" + ENTER)
    code, left = terminal.left()
    assert code == 0
    assert "After " in left
    assert "threedown replay shows it" in terminal.screen.unwrapped()


DEALT_NO_MORE = r"(?s)\b(?!26)\d\d cards.*\b(?!26)\d\d cards"
"""Both have another number of cards than was dealt."""


@pytest.mark.slow
def test_leaving_and_going_on_without_a_name(terminal: Terminal, tmp_path: Path) -> None:
    kept = {"THREEDOWN_GAMES": str(tmp_path)}
    terminal.start("play", "war", **kept)
    terminal.wait(r"space next")
    terminal.keys(" ")
    before = terminal.wait(r"turn 1, ", DEALT_NO_MORE)
    terminal.keys("q")
    assert terminal.left()[0] == 0
    assert "Go on with: threedown play --resume" in terminal.screen.unwrapped()
    terminal.start("play", "--resume", **kept)
    after = terminal.wait(r"turn 1, ", DEALT_NO_MORE)
    assert re.findall(r"\d+ cards\b", after)[:2] == re.findall(r"\d+ cards\b", before)[:2], "another game goes on"


def test_ctrl_c_leaves_the_terminal_as_it_was(terminal: Terminal, tmp_path: Path) -> None:
    terminal.start("play", "war", "--seed", "1", "--record", str(tmp_path / "x.3d"))
    terminal.wait(r"space next")
    terminal.keys(CTRL_C)
    code, left = terminal.left()
    assert code == 130
    assert "threedown: interrupted" in left
    assert "Go on with: threedown play --resume" in terminal.screen.unwrapped()
    assert "Traceback" not in left
    assert "space next" not in left, "the screen is not given back"


@pytest.mark.slow
@pytest.mark.parametrize("table", [[], ["--plain"]])
def test_a_terminal_that_is_closed_ends_the_command(table: list[str], terminal: Terminal, tmp_path: Path) -> None:
    """Without a signal, as after nohup. It went on reading the end of its keys on a whole core."""
    kept = {"THREEDOWN_GAMES": str(tmp_path)}
    terminal.start("play", "war", *table, **kept)
    terminal.wait(r"space next" if not table else r"Enter", drawn=not table)
    terminal.keys(ENTER)
    terminal.wait(r"turn 1, " if not table else r"Turn 1: ", drawn=not table)
    terminal.hang_up()
    terminal.start("play", "--resume", **kept)
    terminal.wait(r"turn 1, ")


@pytest.mark.slow
def test_a_key_that_is_not_known_does_nothing(terminal: Terminal, tmp_path: Path) -> None:
    """Unlike Escape it doesn't leave the game, and its characters count neither as keys nor as typed text."""
    unknown = ["\x1b[1;9P", "\x1b[[A", "\x1b[57358u", "\x1b[15;2~"]
    terminal.start("play", "casino-war", "--seed", "4", "--record", str(tmp_path / "x.3d"))
    terminal.wait(r"Bet 1")
    terminal.keys("bet 1" + "".join(unknown) + "0" + ENTER)
    terminal.wait(r"The house gets A♥\.", "90 chips")


def test_ascii_is_ascii(terminal: Terminal, tmp_path: Path) -> None:
    terminal.start("play", "war", "--ascii", "--seed", "1", "--record", str(tmp_path / "x.3d"))
    shown = terminal.wait(r"space next")
    terminal.keys(" ")
    shown += terminal.wait(r"turn 1,")
    terminal.keys("f")
    shown += terminal.wait(r"1 Play again")
    strange = sorted({letter for letter in shown if not letter.isascii()})
    assert strange == []
    assert "+-----+" in shown


def test_colours_and_none(terminal: Terminal, tmp_path: Path) -> None:
    terminal.start("play", "war", "--seed", "1", "--record", str(tmp_path / "x.3d"))
    terminal.wait(r"space next")
    terminal.keys(" ")
    terminal.wait(r"turn 1,")
    assert terminal.screen.colours(), "no colours in a terminal"
    terminal.start("play", "--resume", str(tmp_path / "x.3d"), NO_COLOR="1")
    terminal.wait(r"space next")
    assert not terminal.screen.colours(), "colours in spite of NO_COLOR"


def test_on_a_terminal_without_colours_the_picked_line_is_reversed(terminal: Terminal, tmp_path: Path) -> None:
    terminal.start("play", "blitz31", "--seed", "11", "--record", str(tmp_path / "x.3d"), TERM="vt100")
    lines = terminal.wait(r"▸ 1 Draw").split("\n")
    assert not terminal.screen.colours()
    (picked,) = (row for row, line in enumerate(lines) if line.startswith("▸"))
    assert terminal.screen.buffer[picked][4].reverse
    assert not terminal.screen.buffer[picked + 1][4].reverse


def test_plain_lines_in_a_terminal(terminal: Terminal, tmp_path: Path) -> None:
    terminal.start("play", "war", "--plain", "--seed", "1", "--record", str(tmp_path / "x.3d"))
    terminal.wait(r"Enter: next turn", drawn=False)
    terminal.keys(ENTER)
    shown = terminal.wait(r"Turn 1: \w+", drawn=False)
    assert "turns up" in shown
    assert "╭" not in shown


@pytest.mark.slow
def test_a_record_is_replayed_at_the_table(terminal: Terminal, tmp_path: Path) -> None:
    match = threedown.play("war", seed=1)
    match.save(tmp_path / "x.3d")
    terminal.start("replay", str(tmp_path / "x.3d"))
    assert terminal.wait(r"space next").count("26 cards") == 2
    terminal.keys(" ")
    terminal.wait(r"turn 1,", "27 cards", "25 cards")
    terminal.start("replay", "--plain", str(tmp_path / "x.3d"))
    terminal.wait(rf"Turn {match.turns}\b", drawn=False)


@pytest.mark.slow
def test_a_game_killed_at_its_ending_is_finished_when_it_is_resumed(terminal: Terminal, tmp_path: Path) -> None:
    threedown.play("war", seed=1).save(tmp_path / "whole.3d")
    whole = (tmp_path / "whole.3d").read_bytes()
    (tmp_path / "x.3d").write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    terminal.start("play", "--resume", str(tmp_path / "x.3d"))
    terminal.wait(r"1 Play again")
    terminal.close()
    assert (tmp_path / "x.3d").read_bytes() == whole


def test_plain_lines_tell_the_chance_in_the_rest_of_the_game(terminal: Terminal, tmp_path: Path) -> None:
    terminal.start("play", "casino-war", "--plain", "--seed", "3", "--record", str(tmp_path / "x.3d"))
    terminal.wait(r"Enter: next turn", drawn=False)
    terminal.keys(ENTER)
    terminal.wait(r"Ahead at the end: \d+\s% with the best bets\.", drawn=False)
