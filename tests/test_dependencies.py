"""The library imports three packages, the games in the terminal eight; the server says what it needs beside them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

NEEDED = ("msgspec", "numpy", "platformdirs")
TERMINAL = ("click", "polib", "rich", "textual", "tomli_w")
THEIRS = ("linkify_it", "markdown_it", "mdit_py_plugins", "mdurl", "pygments", "typing_extensions", "uc_micro")
ROOT = Path(__file__).parent.parent

ALONE = """
import sys

class Alone:
    def find_spec(self, name, path=None, target=None):
        package = name.partition(".")[0]
        if package not in sys.stdlib_module_names and package not in SEEN:
            raise ModuleNotFoundError(f"No module named {package!r}", name=package)

sys.meta_path.insert(0, Alone())
"""

LIBRARY = """
import pickle, tempfile
from pathlib import Path
import threedown
for name in threedown.game_names():
    setting = threedown.setting(name)
    match = threedown.play(name, seed=1, turn_cap=2)
    assert match.over and pickle.loads(pickle.dumps(match)) == match
    threedown.rules(name)
with tempfile.TemporaryDirectory() as folder:
    match.save(Path(folder) / "game.3d")
    assert threedown.replay(Path(folder) / "game.3d") == match
match._repr_html_()
assert threedown.simulate("war", 5).finished == 5
assert threedown.Keeper and threedown.rl and threedown.games()
print("done")
"""


COMMAND = "from threedown.__main__ import main; main()"


def alone(packages: tuple[str, ...], code: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run code in a process that finds only these packages."""
    seen = f"SEEN = {('threedown', *packages)!r}\n"
    return subprocess.run([sys.executable, "-c", seen + ALONE + code, *arguments], capture_output=True, text=True)


def test_the_library_plays_counts_and_keeps_games_with_three_packages() -> None:
    done = alone(NEEDED, LIBRARY)
    assert done.stdout == "done\n", done.stderr


@pytest.mark.parametrize(
    "arguments", [("play", "casino-war", "--seed", "4", "--plain"), ("rules", "war"), ("lab", "casino-war", "--help")]
)
def test_the_small_installation_plays_and_shows_rules(arguments: tuple[str, ...]) -> None:
    done = alone((*NEEDED, *TERMINAL, *THEIRS), "import threedown.cli.table.run\n" + COMMAND, *arguments)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("arguments", "needed"),
    [
        (("rooms", "--at", "http://server.example"), "httpx: pip install 'threedown[online]'"),
        (("play", "war", "--at", "http://server.example"), "httpx: pip install 'threedown[online]'"),
        (("serve",), "uvicorn: pip install 'threedown[server]'"),
    ],
)
def test_a_command_says_which_extra_it_lacks(arguments: tuple[str, ...], needed: str) -> None:
    done = alone((*NEEDED, *TERMINAL, *THEIRS), COMMAND, *arguments)
    assert (done.returncode, done.stdout, done.stderr) == (4, "", f"threedown: this needs {needed}\n")


def locked(file: str) -> dict[str, str]:
    """Return the packages of a lock with their versions; each has a hash."""
    found = re.findall(r"^([\w.-]+)==([\w.]+)(?: ;.*)? \\\n    --hash=", (ROOT / file).read_text(), re.MULTILINE)
    assert len(found) == len(re.findall(r"^\w", (ROOT / file).read_text(), re.MULTILINE)) > 20
    return dict(found)


@pytest.mark.parametrize("file", ["requirements-play.lock", "docs/requirements.lock"])
def test_the_locks_agree(file: str) -> None:
    every, some = locked("requirements.lock"), locked(file)
    assert {name: version for name, version in some.items() if every.get(name, version) != version} == {}


def test_the_lock_to_play_has_only_what_playing_and_serving_need() -> None:
    play = locked("requirements-play.lock").keys()
    assert play <= locked("requirements.lock").keys()
    assert not play & {"distributed", "faker", "hypothesis", "matplotlib", "mypy", "open-spiel", "polars", "scipy"}
    assert {"litestar", "numba", "textual", "uvicorn", "websockets"} <= play
