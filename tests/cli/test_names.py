"""Names on the command line: mistyped, in capital letters, completed by the shell."""

import subprocess
import sys

import pytest

from threedown.games import UnknownGame, find_game
from threedown.games.game_options import OptionError
from threedown.games.levels import UnknownLevel, policy_of
from threedown.games.setting import settle


def test_a_similar_name_is_suggested() -> None:
    with pytest.raises(UnknownGame, match=r"did you mean 'pyanitsa'\?"):
        find_game("pyanista")
    war = find_game("war")
    with pytest.raises(OptionError, match=r"did you mean 'bicycle'\?"):
        settle(war, "bycicle")
    with pytest.raises(OptionError, match=r"did you mean 'face_down'\?"):
        settle(war, None, {"facedown": "3"})
    with pytest.raises(UnknownLevel, match=r"did you mean 'random'\?"):
        policy_of(war, "randm")
    with pytest.raises(UnknownGame, match=r"syrian-war, tod-und-leben, war$"):
        find_game("bridge")


def test_capital_letters_make_no_difference() -> None:
    from threedown.cli.common import game_of

    assert game_of("War") is find_game("war")


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("threedown play w", {"war"}),
        ("threedown rules Sy", {"syrian-war"}),
        ("threedown play war --preset pagat", {"pagat", "pagat-last-card"}),
        ("threedown play blitz31 --bots you,s", {"you,simple", "you,steady"}),
        ("threedown sim war --set short=l", {"short=lose", "short=last_card"}),
        ("threedown exact casino-war --preset si", {"single-deck"}),
    ],
)
def test_a_shell_completes_games_presets_options_and_levels(line: str, found: set[str]) -> None:
    from click.shell_completion import ShellComplete

    from threedown.cli import threedown

    words = line.split()
    completing = ShellComplete(threedown, {}, "threedown", "_THREEDOWN_COMPLETE")
    assert {item.value for item in completing.get_completions(words[1:-1], words[-1])} == found


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_has_its_script(shell: str) -> None:
    command = [sys.executable, "-m", "threedown", "completion", shell]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert f"_THREEDOWN_COMPLETE={shell}_complete" in done.stdout
