"""The library needs four packages; the command and the server say what they need beside them."""

import subprocess
import sys

NEEDED = ("filelock", "msgspec", "numpy", "platformdirs")

ALONE = f"""
import sys

class Alone:
    def find_spec(self, name, path=None, target=None):
        package = name.partition(".")[0]
        if package not in sys.stdlib_module_names and package not in {("threedown", *NEEDED)}:
            raise ModuleNotFoundError(f"No module named {{package!r}}", name=package)

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


def alone(code: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Run code in a process that finds only the needed packages."""
    return subprocess.run([sys.executable, "-c", ALONE + code, *arguments], capture_output=True, text=True)


def test_the_library_plays_counts_and_keeps_games_with_four_packages() -> None:
    done = alone(LIBRARY)
    assert done.stdout == "done\n", done.stderr


def test_without_its_packages_the_command_says_what_to_install() -> None:
    done = alone("from threedown.__main__ import main; main()", "games")
    assert (done.returncode, done.stdout) == (4, "")
    assert done.stderr == "threedown: this needs click: pip install 'threedown[all]'\n"
