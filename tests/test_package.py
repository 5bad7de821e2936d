"""The package as a whole: what it offers by name, its doctests, and which way its parts may depend on each other."""

import doctest
import importlib
import json
import pkgutil
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support import conformance

import threedown
from threedown.bulk.run_spec import RunSpec
from threedown.lab.analysis import worlds

ROOT = Path(__file__).parent.parent
SOURCES = Path(threedown.__file__).parent
MODULES = [
    info.name for info in pkgutil.walk_packages(threedown.__path__, "threedown.") if not info.name.endswith("__main__")
]


def test_the_front_door_is_small_and_true() -> None:
    assert len(threedown.__all__) <= 18
    assert "game_names" in threedown.__all__


def test_the_front_door_stays_open() -> None:
    """A subpackage takes its name in the package: the public names must still be functions once something is loaded."""
    code = "import threedown as t; t.simulate('war', 2); assert all(map(callable, (t.games, t.lab, t.play, t.rules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["threedown", *MODULES])
def test_doctests(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile nothing: the examples of the front door play few games."""
    monkeypatch.setattr(RunSpec, "worth_compiling", False)
    monkeypatch.setattr(worlds, "has_compiler", lambda: False)
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_doctests_can_fail() -> None:
    """A planted wrong answer."""
    wrong = doctest.DocTestParser().get_doctest(">>> 1 + 1\n3\n", {}, "planted", None, None)
    assert doctest.DocTestRunner(verbose=False).run(wrong, out=lambda text: None).failed == 1


def contracts_kept(sources: Path) -> bool:
    """True if import-linter accepts a copy of the package."""
    lint = str(Path(sys.executable).parent / "lint-imports")
    command = [lint, "--config", str(ROOT / "pyproject.toml"), "--no-cache"]
    done = subprocess.run(command, env={"PYTHONPATH": str(sources.parent)}, cwd=sources.parent, capture_output=True)
    return done.returncode == 0


@pytest.mark.parametrize(
    ("file", "planted"),
    [
        (None, ""),
        ("cards.py", "import threedown.table.layout\n"),
        ("table/layout.py", "from threedown.games import declare\n"),
        ("games/declare.py", "import threedown.session.session\n"),
        ("bulk/run.py", "import threedown.cli.common\n"),
    ],
    ids=lambda value: str(value).split("\n")[0],
)
def test_dependencies_point_one_way(tmp_path: Path, file: str | None, planted: str) -> None:
    """import-linter keeps it so: it must be content as things are, and notice each import that goes up."""
    copy = tmp_path / "threedown"
    shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("__pycache__"))
    if file is not None:
        (copy / file).write_text(planted + (copy / file).read_text())
    assert contracts_kept(copy) == (file is None)


def test_games_import_no_other_game() -> None:
    for game in (SOURCES / "games").iterdir():
        if game.is_dir() and game.name != "__pycache__":
            others = {other.name for other in game.parent.iterdir() if other.is_dir()} - {game.name}
            for source in game.glob("*.py"):
                text = source.read_text()
                assert not [other for other in others if f"threedown.games.{other}" in text], f"{source} looks sideways"


@pytest.mark.parametrize("file", sorted(SOURCES.rglob("*.py")), ids=lambda file: str(file.relative_to(SOURCES)))
def test_files_can_be_read_at_one_sitting(file: Path) -> None:
    assert len(file.read_text().splitlines()) <= 400


def test_test_files_are_not_much_longer() -> None:
    files = [file for folder in ("benchmarks", "docs", "tests") for file in (ROOT / folder).rglob("*.py")]
    assert len(files) > 100
    assert [str(file) for file in files if len(file.read_text().splitlines()) > 450] == []


def test_the_front_door_keeps_its_names() -> None:
    """``play`` is a function, although a folder has the same name and is imported by whatever plays."""
    code = """
import threedown
threedown.new("war")
from threedown.session.session import Session
assert threedown.play("war").over and threedown.replay and Session
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=conformance.HANGS)
    assert done.returncode == 0, done.stderr


def test_the_page_has_the_version_of_the_package() -> None:
    """Without a version, npm lists none of the packages that the page is made of (``make sbom``)."""
    version = re.search('^version = "(.*)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert version is not None
    for name in ("package.json", "package-lock.json"):
        assert json.loads((ROOT / "web" / name).read_text())["version"] == version[1]
