"""Options, fixtures and folders of all tests: slow and soak tests, the compile cache, golden files."""

import contextlib
import io
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from threedown import games
from threedown.cli import main

pytest.register_assert_rewrite("support")  # before anything of it is imported

from support import databases  # noqa: E402
from support.commands import Told  # noqa: E402
from support.serving import Serving  # noqa: E402

collect_ignore = ["example_games"]  # test_high_low.py finds it as a part of threedown.games

KINDS = {"slow": ("--slow", "make test-all"), "soak": ("--soak", "make soak")}
VARIANTS_KEPT = 100

LEFT_OUT = pytest.StashKey[dict[str, int]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the slow tests too")
    parser.addoption("--soak", action="store_true", help="run the very long tests too")
    parser.addoption("--rewrite-golden", action="store_true", help="write the golden playthroughs anew")


def pytest_configure(config: pytest.Config) -> None:
    for kind, (flag, command) in KINDS.items():
        config.addinivalue_line("markers", f"{kind}: left out unless {flag} is given ({command})")
    config.addinivalue_line("markers", "sqlite: about SQLite's files; not run on PostgreSQL")
    config.addinivalue_line("markers", "postgres: about PostgreSQL; not run on SQLite")
    config.stash[LEFT_OUT] = {}
    kept = getattr(config, "cache", None)  # absent under `-p no:cacheprovider`
    cache = Path(tempfile.mkdtemp("threedown")) if kept is None else Path(kept.mkdir("compiled"))
    os.environ["THREEDOWN_CACHE"] = str(cache)
    os.environ.pop("NO_COLOR", None)
    os.environ.pop("COLUMNS", None)
    os.environ["LC_ALL"] = "C.UTF-8"  # tests run in English on every machine
    if not hasattr(config, "workerinput"):
        forget_old_variants(cache / "compiled")


def forget_old_variants(folder: Path) -> None:
    """A variant's folder is named after its code: those of older code would pile up."""
    if folder.exists():
        variants = sorted(folder.iterdir(), key=lambda variant: variant.stat().st_mtime, reverse=True)
        for variant in variants[VARIANTS_KEPT:]:
            shutil.rmtree(variant, ignore_errors=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for kind, (flag, _) in KINDS.items():
        if config.getoption(flag):
            continue
        out = [item for item in items if item.get_closest_marker(kind)]
        if out:
            config.stash[LEFT_OUT][kind] = len(out)
            config.hook.pytest_deselected(items=out)
            items[:] = [item for item in items if not item.get_closest_marker(kind)]


def pytest_sessionfinish(session: pytest.Session) -> None:
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["left_out"] = session.config.stash[LEFT_OUT]


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A worker of xdist is done: every worker has left out the same tests."""
    node.config.stash[LEFT_OUT].update(getattr(node, "workeroutput", {}).get("left_out", {}))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    for kind, count in config.stash[LEFT_OUT].items():
        terminalreporter.write_line(f"{count} {kind} tests were left out: `{KINDS[kind][1]}` runs them")


@pytest.fixture(autouse=True)
def games_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Games that a test plays are kept in its own folder, never in the developer's."""
    folder = tmp_path / "games"
    monkeypatch.setenv("THREEDOWN_GAMES", str(folder))
    return folder


@pytest.fixture(autouse=True)
def added_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that a test adds is forgotten with it: others count those of the house."""
    monkeypatch.setattr(games, "_ADDED", {})


@pytest.fixture
def rewrite_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--rewrite-golden"))


@pytest.fixture
def threedown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run a command in this process: ``threedown("sim war -n 5", stdin="")``."""

    def run(command: str | list[str], stdin: str = "") -> Told:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        capsys.readouterr()
        with pytest.raises(SystemExit) as stop:
            main(command.split() if isinstance(command, str) else command)
        out, err = capsys.readouterr()
        code = stop.value.code
        return Told(code if isinstance(code, int) else 0, out, err)

    return run


@pytest.fixture(autouse=True)
def sqlite_unless_asked(request: pytest.FixtureRequest) -> Iterator[None]:
    """Give SQLite to a test that names no kind of database, whatever kind the session is at."""
    asked = "database_kind" in request.fixturenames
    with contextlib.nullcontext() if asked else databases.on_sqlite():
        yield


@pytest.fixture(scope="session")
def database_kind(request: pytest.FixtureRequest) -> Iterator[str]:
    """The kind of database of all folders: SQLite, but where a test is run on PostgreSQL too."""
    kind = getattr(request, "param", "sqlite")
    databases.set_kind(kind)
    yield kind
    databases.set_kind("sqlite")


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory, database_kind: str) -> Iterator[Serving]:
    """One server for the tests that do not kill it."""
    serving = Serving(tmp_path_factory.mktemp("rooms"))
    yield serving
    serving.stop()


@pytest.fixture(scope="session")
def url(served: Serving) -> str:
    return served.url


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "rooms"
