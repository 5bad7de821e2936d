"""The table in a terminal, driven through tmux: the keys do what the last line says, and the screen shows it."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

DEADLINE = 40.0


class Terminal:
    """A terminal of 100 by 34 with one command in it, on a tmux server of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.started = folder, 0
        self.shown = ""

    def tmux(self, *arguments: str) -> str:
        command = ["tmux", "-S", str(self.folder / f"tmux{self.started}"), "-f", "/dev/null", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout

    def start(self, *arguments: str, environment: str = "") -> None:
        self.started += 1
        command = shlex.join([sys.executable, "-m", "threedown", *arguments])
        script = f"{environment} {command}; echo left with $?; sleep 1000"
        self.tmux("-u", "new-session", "-d", "-x", "100", "-y", "34", "bash", "-c", script)

    def keys(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    def wait(self, pattern: str, colours: bool = False) -> str:
        """The screen as soon as it shows this."""
        ends = time.monotonic() + DEADLINE
        while time.monotonic() < ends:
            self.shown = self.tmux("capture-pane", "-p", *(["-e"] if colours else []))
            if re.search(pattern, self.shown):
                return self.shown
            time.sleep(0.03)
        raise AssertionError(f"{pattern!r} does not appear:\n{self.shown}")


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    assert shutil.which("tmux"), "tmux is missing: .ci/run installs it"
    os.environ.pop("TMUX", None)
    made = Terminal(tmp_path)
    yield made
    made.tmux("kill-server")


def test_a_game_by_its_keys(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "x.3d"
    terminal.start("play", "war", "--seed", "1", "--record", str(path))
    first = terminal.wait(r"space next .* q leave")
    assert "Player" in first
    assert "Bot 1" in first
    assert first.count("26 cards") == 2
    assert "turn 0, 0 wars" in first
    terminal.keys("Space")
    second = terminal.wait(r"turn 1, ")
    assert "takes 2 cards." in second
    assert "27 cards" in second
    assert "25 cards" in second
    assert "╭─────╮" in second, "cards are drawn"
    terminal.keys("w")
    war = terminal.wait(r"after a war|after 2 wars")
    assert "takes the pot." in war
    assert re.search("[♣♦♥♠]", war)
    turn = int(re.findall(r"turn (\d+),", war)[0])
    assert turn > 1
    terminal.keys("u")
    terminal.wait(r"turn 1, 0 wars")
    terminal.keys("u")
    terminal.wait(r"turn 0, 0 wars")
    terminal.keys("u")
    terminal.wait(r"there is nothing to take back")
    terminal.keys("f")
    over = terminal.wait(r"the game is over: u undo")
    assert re.search(r"has all the cards|nobody else can lay|a draw", over)
    terminal.keys("x")
    left = terminal.wait(r"left with 0")
    assert "After " in left
    assert "threedown replay shows it" in " ".join(left.split())


def test_leaving_and_going_on(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "x.3d"
    terminal.start("play", "war", "--record", str(path))
    terminal.wait(r"space next")
    terminal.keys("Space")
    before = terminal.wait(r"turn 1, ")
    terminal.keys("q")
    terminal.wait(r"left with 0")
    assert path.exists()
    terminal.tmux("kill-server")
    terminal.start("play", "--resume", str(path))
    after = terminal.wait(r"turn 1, ")
    assert re.findall(r"\d+ cards\b", after)[:2] == re.findall(r"\d+ cards\b", before)[:2], "another game goes on"


def test_ctrl_c_leaves_the_terminal_as_it_was(terminal: Terminal, tmp_path: Path) -> None:
    terminal.start("play", "war", "--seed", "1", "--record", str(tmp_path / "x.3d"))
    terminal.wait(r"space next")
    terminal.keys("C-c")
    left = terminal.wait(r"left with 130")
    assert "threedown: interrupted" in left
    assert "Traceback" not in left
    assert "space next" not in left, "the screen is not given back"


def test_a_race_is_played_with_the_space_bar(terminal: Terminal, tmp_path: Path) -> None:
    terminal.start("play", "war", "--preset", "race-to-ace", "--seed", "1", "--record", str(tmp_path / "x.3d"))
    terminal.wait(r"space next")
    terminal.keys("w")
    race = terminal.wait(r"A race to the ace! space plays your card")
    assert "The stake is" in race
    stake = int(re.findall(r"The stake is (\d+) cards", race)[0])
    terminal.keys("Space")
    terminal.wait(rf"The stake is (?!{stake} )\d+ cards|takes \d+ cards after a war")


def test_a_choice_by_arrows_and_text(terminal: Terminal, tmp_path: Path) -> None:
    """Seed 4: the player's jack loses to the house's ace, then four beats three, then the king beats the eight."""
    terminal.start("play", "casino-war", "--seed", "4", "--record", str(tmp_path / "x.3d"))
    terminal.wait(r"space next")
    terminal.keys("Space")
    asked = terminal.wait(r"> bet 1\n")
    assert "How much do you bet?" in asked
    assert "the house keeps 2.88%" in asked
    terminal.keys("b", "e", "t", "Space", "1", "0", "Enter")
    lost = terminal.wait(r"-10, now 90 chips")
    assert "The house gets A♥." in lost
    terminal.keys("Space")
    terminal.wait(r"> bet 1\n")
    terminal.keys("Down", "Down")
    terminal.wait(r"> bet 1 tie 2\n")
    terminal.keys("Enter")
    terminal.wait(r"-1, now 89 chips")
    terminal.keys("Space")
    terminal.wait(r"> bet 1\n")
    terminal.keys("z", "z", "Enter")
    terminal.wait(r"There is no choice with 'zz'")
    terminal.keys("BSpace", "BSpace", "7", "Enter")
    terminal.wait(r"\+7, now 96 chips")
    terminal.keys("Space")
    terminal.wait(r"> bet 1\n")
    terminal.keys("q")
    terminal.wait(r"left with 0")


def test_what_a_bot_looks_at_is_not_shown(terminal: Terminal, tmp_path: Path) -> None:
    terminal.start("play", "steal-war", "--seed", "4", "--record", str(tmp_path / "x.3d"))
    terminal.wait(r"space next")
    terminal.keys("Space")
    shown = terminal.wait(r"Bot 1 looks at a card")
    assert "Player looks at 3♦." in shown


def test_ascii_is_ascii(terminal: Terminal, tmp_path: Path) -> None:
    terminal.start("play", "war", "--ascii", "--seed", "1", "--record", str(tmp_path / "x.3d"))
    shown = terminal.wait(r"space next")
    terminal.keys("w")
    shown += terminal.wait(r"after a war|after 2 wars")
    terminal.keys("f")
    shown += terminal.wait(r"the game is over")
    strange = sorted({letter for letter in shown if not letter.isascii()})
    assert strange == []
    assert "+-----+" in shown


def test_colours_and_none(terminal: Terminal, tmp_path: Path) -> None:
    terminal.start("play", "war", "--seed", "1", "--record", str(tmp_path / "x.3d"))
    terminal.wait(r"space next")
    terminal.keys("w")
    terminal.wait(r"after a war|after 2 wars")
    colours = terminal.tmux("capture-pane", "-p", "-e")
    assert re.search(r"\x1b\[[0-9;]*3[1-7]", colours), "no colours in a terminal"
    terminal.tmux("kill-server")
    terminal.start("play", "--resume", str(tmp_path / "x.3d"), environment="NO_COLOR=1")
    terminal.wait(r"space next")
    plain = terminal.tmux("capture-pane", "-p", "-e")
    assert not re.search(r"\x1b\[[0-9;]*3[1-7]", plain), "colours in spite of NO_COLOR"


def test_a_small_terminal_shows_the_keys(terminal: Terminal, tmp_path: Path) -> None:
    """Six seats on 24 lines: the line with the keys must not be pushed off the screen."""
    terminal.start("play", "war", "--seats", "6", "--seed", "1", "--record", str(tmp_path / "x.3d"))
    terminal.wait(r"space next")
    terminal.tmux("resize-window", "-x", "80", "-y", "24")
    terminal.keys("w")
    shown = terminal.wait(r"after a war|after \d+ wars|cards stay")
    assert "q leave" in shown
    assert "Bot 5" in shown


def test_plain_lines_in_a_terminal(terminal: Terminal, tmp_path: Path) -> None:
    terminal.start("play", "war", "--plain", "--seed", "1", "--record", str(tmp_path / "x.3d"))
    terminal.wait(r"Enter: next turn")
    terminal.keys("Enter")
    shown = terminal.wait(r"Turn 1: \w+")
    assert "turns up" in shown
    assert "╭" not in shown


def test_a_question_mark_says_how_choices_are_written(terminal: Terminal) -> None:
    """And what the chosen card does stands below the choices."""
    terminal.start("play", "champz", "--seats", "2", "--seed", "3")
    terminal.wait(r"space next")
    terminal.keys("Space")
    assert "removes it" in terminal.wait(r"enter chooses .* \? help")
    terminal.keys("?")
    assert "END-OF-QUARTER), blitz N TD-PASS" in " ".join(terminal.wait(r"Choices are written play TD-RUN").split())
