"""The table in a terminal: the keys do what the last line says, and the screen shows it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from terminal import BACKSPACE, CTRL_C, DOWN, ENTER, Terminal


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    made = Terminal()
    yield made
    made.close()


def test_a_game_by_its_keys(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "x.3d"
    terminal.start("play", "war", "--seed", "1", "--record", str(path))
    first = terminal.wait(r"space next .* q leave")
    assert "Player" in first
    assert "Bot 1" in first
    assert first.count("26 cards") == 2
    assert "turn 0, 0 wars" in first
    terminal.keys(" ")
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
    code, left = terminal.left()
    assert code == 0
    assert "After " in left
    assert "threedown replay shows it" in terminal.screen.unwrapped()


def test_leaving_and_going_on(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "x.3d"
    terminal.start("play", "war", "--record", str(path))
    terminal.wait(r"space next")
    terminal.keys(" ")
    before = terminal.wait(r"turn 1, ")
    terminal.keys("q")
    assert terminal.left()[0] == 0
    assert path.exists()
    terminal.start("play", "--resume", str(path))
    after = terminal.wait(r"turn 1, ")
    assert re.findall(r"\d+ cards\b", after)[:2] == re.findall(r"\d+ cards\b", before)[:2], "another game goes on"


def test_ctrl_c_leaves_the_terminal_as_it_was(terminal: Terminal, tmp_path: Path) -> None:
    terminal.start("play", "war", "--seed", "1", "--record", str(tmp_path / "x.3d"))
    terminal.wait(r"space next")
    terminal.keys(CTRL_C)
    code, left = terminal.left()
    assert code == 130
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
    terminal.keys(" ")
    terminal.wait(rf"The stake is (?!{stake} )\d+ cards|takes \d+ cards after a war")


def test_a_choice_by_arrows_and_text(terminal: Terminal, tmp_path: Path) -> None:
    """Seed 4: the player's jack loses to the house's ace, then four beats three, then the king beats the eight."""
    terminal.start("play", "casino-war", "--seed", "4", "--record", str(tmp_path / "x.3d"))
    terminal.wait(r"space next")
    terminal.keys(" ")
    asked = terminal.wait(r"> bet 1\n")
    assert "How much do you bet?" in asked
    assert "the house keeps 2.88%" in asked
    terminal.keys("bet 10" + ENTER)
    lost = terminal.wait(r"-10, now 90 chips")
    assert "The house gets A♥." in lost
    terminal.keys(" ")
    terminal.wait(r"> bet 1\n")
    terminal.keys(DOWN + DOWN)
    terminal.wait(r"> bet 1 tie 2\n")
    terminal.keys(ENTER)
    terminal.wait(r"-1, now 89 chips")
    terminal.keys(" ")
    terminal.wait(r"> bet 1\n")
    terminal.keys("zz" + ENTER)
    terminal.wait(r"There is no choice with 'zz'")
    terminal.keys(BACKSPACE + BACKSPACE + "7" + ENTER)
    terminal.wait(r"\+7, now 96 chips")
    terminal.keys(" ")
    terminal.wait(r"> bet 1\n")
    terminal.keys("q")
    assert terminal.left()[0] == 0


def test_what_a_bot_looks_at_is_not_shown(terminal: Terminal, tmp_path: Path) -> None:
    terminal.start("play", "steal-war", "--seed", "4", "--record", str(tmp_path / "x.3d"))
    terminal.wait(r"space next")
    terminal.keys(" ")
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
    assert terminal.screen.colours(), "no colours in a terminal"
    terminal.start("play", "--resume", str(tmp_path / "x.3d"), NO_COLOR="1")
    terminal.wait(r"space next")
    assert not terminal.screen.colours(), "colours in spite of NO_COLOR"


def test_a_small_terminal_shows_the_keys(terminal: Terminal, tmp_path: Path) -> None:
    """Six seats on 24 lines: the line with the keys must not be pushed off the screen."""
    terminal.start("play", "war", "--seats", "6", "--seed", "1", "--record", str(tmp_path / "x.3d"))
    terminal.wait(r"space next")
    terminal.resize(80, 24)
    terminal.keys("w")
    shown = terminal.wait(r"after a war|after \d+ wars|cards stay")
    assert "q leave" in shown
    assert "Bot 5" in shown


def test_plain_lines_in_a_terminal(terminal: Terminal, tmp_path: Path) -> None:
    terminal.start("play", "war", "--plain", "--seed", "1", "--record", str(tmp_path / "x.3d"))
    terminal.wait(r"Enter: next turn", drawn=False)
    terminal.keys(ENTER)
    shown = terminal.wait(r"Turn 1: \w+", drawn=False)
    assert "turns up" in shown
    assert "╭" not in shown


def test_a_question_mark_says_how_choices_are_written(terminal: Terminal) -> None:
    """And what the chosen card does stands below the choices."""
    terminal.start("play", "champz", "--seats", "2", "--seed", "3")
    terminal.wait(r"space next")
    terminal.keys(" ")
    assert "removes it" in terminal.wait(r"enter chooses .* \? help")
    terminal.keys("?")
    assert "END-OF-QUARTER), blitz N TD-PASS" in " ".join(terminal.wait(r"Choices are written play TD-RUN").split())


def test_a_key_that_is_not_known_does_nothing(terminal: Terminal, tmp_path: Path) -> None:
    """It does not leave as escape does, and none of its characters is a key or a part of what is typed."""
    unknown = [
        "\x1b[99~",
        "\x1b[1;9P",
        "\x1bOX",
        "\x1b[[A",
        "\x1b[57358u",
        "\x1bq",
        "\x1b]11;rgb:0/0/0\x07",
        "\x1b\x1b[A",
    ]
    terminal.start("play", "casino-war", "--seed", "4", "--record", str(tmp_path / "x.3d"))
    terminal.wait(r"space next")
    terminal.keys("".join(unknown) + " ")
    terminal.wait(r"> bet 1\n")
    terminal.keys("bet 1" + "".join(unknown) + "0" + ENTER)
    terminal.wait(r"-10, now 90 chips")


def test_what_cannot_be_taken_back_is_said_and_the_game_goes_on(terminal: Terminal, tmp_path: Path) -> None:
    terminal.start("play", "blitz31", "--seed", "3", "--record", str(tmp_path / "x.3d"))
    terminal.wait(r"space next")
    terminal.keys(" ")
    terminal.wait(r"> draw stock")
    terminal.keys(ENTER)
    terminal.wait(r"> discard")
    terminal.keys("u")
    terminal.wait(r"a card was shown or drawn since: it cannot be taken back")
    terminal.keys(ENTER)
    terminal.wait(r"space next")
    terminal.keys("q")
    assert terminal.left()[0] == 0
