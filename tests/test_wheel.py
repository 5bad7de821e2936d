"""The built wheel: the page is in it, and installing it needs no Node."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = "threedown/page/index.html"
BUILT_OF = ("pyproject.toml", "hatch_build.py", "README.md", "CHANGELOG.md", "LICENSE", ".gitignore")

MOST_BYTES = 6_700_000
"""Unpacked, without the page. (A third of it are two translations.)"""
"""The most that the wheel may unpack to without its page, which has a bound of its own (``web/pack.mjs``).

Bytecode makes 2.07 bytes of one of ours, and the page takes another million. With Python 3.14 other packages take
88.0 MB, so all together at most 98 of 100. With Python 3.11 they take 93.2, as NumPy's last version for it is larger:
at most 103.
"""

pytestmark = pytest.mark.slow


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The sources without a page, as a clone has them."""
    clone = tmp_path / "clone"
    shutil.copytree(ROOT / "src", clone / "src", ignore=shutil.ignore_patterns("__pycache__", "page", "site"))
    for name in BUILT_OF:
        shutil.copy(ROOT / name, clone / name)
    return clone


def built(clone: Path, kind: str) -> tuple[Path, str]:
    """Return the wheel built from a clone without Node, and the build's messages."""
    env = {**os.environ, "PATH": "/nowhere"}
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(clone.parent / kind)]
    done = subprocess.run(command, cwd=clone, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    [found] = (clone.parent / kind).iterdir()
    return found, done.stdout + done.stderr


def test_the_page_is_in_the_wheel_and_in_the_source_distribution(clone: Path) -> None:
    page = clone / "src" / PAGE
    page.parent.mkdir()
    page.write_text("<title>the page</title>")
    wheel, _ = built(clone, "wheel")
    assert PAGE in zipfile.ZipFile(wheel).namelist()
    source, _ = built(clone, "sdist")
    with tarfile.open(source) as archive:
        archive.extractall(clone.parent / "unpacked", filter="data")
    shutil.rmtree(clone.parent / "wheel")
    [unpacked] = (clone.parent / "unpacked").iterdir()
    shutil.move(unpacked, clone.parent / "again")
    wheel, said = built(clone.parent / "again", "wheel")
    assert PAGE in zipfile.ZipFile(wheel).namelist()
    assert "no Node" not in said


def test_without_node_a_clone_is_installed_without_the_page_and_says_so(clone: Path) -> None:
    wheel, said = built(clone, "wheel")
    assert PAGE not in zipfile.ZipFile(wheel).namelist()
    assert "There is no Node here" in said
    assert sum(file.file_size for file in zipfile.ZipFile(wheel).infolist()) < MOST_BYTES


def test_two_builds_give_the_same_bytes(clone: Path, tmp_path: Path) -> None:
    """Anyone can build the wheel again from the sources and compare; neither the time nor the folder shows in it."""
    second = tmp_path / "elsewhere" / "copy"
    shutil.copytree(clone, second)
    for path in second.rglob("*.py"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    for kind in ("wheel", "sdist"):
        assert built(clone, kind)[0].read_bytes() == built(second, kind)[0].read_bytes(), kind
