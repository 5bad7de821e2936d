"""``threedown play`` alone: a menu of games."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from threedown.cli.play.games_menu import GO_ON, choose_game, menu_lines
from threedown.games import find_game, game_names
from threedown.games.setting import settle
from threedown.session.keeper import Keeper


def chosen(left: Path | None, typed: str) -> tuple[str | None, str]:
    """Return the choice and what the menu says."""
    found: list[str | None] = []
    ended = CliRunner().invoke(click.command()(lambda: found.append(choose_game(left))), input=typed)
    assert ended.exception is None
    return found[0], ended.output


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """A game of War that goes on."""
    path = tmp_path / "x.3d"
    Keeper.start(path, settle(find_game("war")), ["Ann", "Ben"], 3)[0].close()
    return path


def test_a_game_is_chosen_by_number_or_name() -> None:
    for typed in ("2\n", f"{game_names()[1]}\n", f"99\nbridge\n{game_names()[1].upper()}\n"):
        name, told = chosen(None, typed)
        assert name == game_names()[1]
        assert all(find_game(each).title in told for each in game_names())
    assert chosen(None, "q\n")[0] is None


def test_a_mistyped_name_gets_a_suggestion() -> None:
    assert "Did you mean pyanitsa?" in chosen(None, "pyanista\nq\n")[1]


def test_the_menu_fits_its_terminal() -> None:
    told = [f"{find_game(name).title}: {find_game(name).summary}" for name in game_names()]
    wide, low = menu_lines("Which?", told, 80, 24), menu_lines("Which?", told, 80, 16)
    assert all(len(line) < 80 for line in wide)
    assert " ".join(" ".join(wide).split()).endswith(told[-1])
    assert len(wide) < 24
    assert len(low) == 1 + len(told)
    assert low[1].endswith(" …")


def test_the_game_that_was_left_comes_first(left: Path) -> None:
    name, told = chosen(left, "\n")
    assert name == GO_ON
    assert "  1  Go on with War" in told
    assert chosen(left, "2\n")[0] == game_names()[0]


def test_a_record_that_is_gone_or_broken_is_not_offered(tmp_path: Path) -> None:
    (tmp_path / "broken.3d").write_text("no record")
    for path in (tmp_path / "none.3d", tmp_path / "broken.3d"):
        name, told = chosen(path, "\n")
        assert name == game_names()[0]
        assert "Go on" not in told
