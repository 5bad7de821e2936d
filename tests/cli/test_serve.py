"""``threedown serve`` as a command: what it says when it cannot, and that it needs no more than a package."""

import re
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from support.serving import PATIENCE, Serving

from threedown.cli import threedown
from threedown.server.operations.address import open_browser, url_of


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def serve(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "threedown", "serve", "--no-open", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


def test_a_folder_that_another_process_serves_is_refused_in_a_line(served: Serving) -> None:
    done = serve("--data", str(served.folder), "--port", "0")
    assert done.returncode == 3
    assert done.stderr == f"threedown: {served.folder}: another process serves these rooms\n"


def test_a_folder_that_cannot_be_is_refused_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    done = serve("--data", str(tmp_path / "file" / "rooms"))
    assert done.returncode == 3
    assert len(done.stderr.splitlines()) == 1


def test_a_file_that_is_no_database_is_refused_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "threedown.db").write_text("not a database " * 100)
    done = serve("--data", str(tmp_path))
    assert done.returncode == 3
    assert "file is not a database" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_port_that_is_taken_is_refused(tmp_path: Path) -> None:
    """One sentence names the port and a free one."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = serve("--data", str(tmp_path), "--port", str(port))
    assert done.returncode == 3
    (line,) = done.stderr.splitlines()
    told = re.fullmatch(rf"threedown: port {port} is in use. Take a free one: --port (\d+)", line)
    assert told is not None, line
    with socket.create_server(("127.0.0.1", int(told[1]))):
        pass


def test_a_host_that_is_not_here_is_refused_in_a_line(tmp_path: Path) -> None:
    """192.0.2.1 is reserved for documents, so no machine has it."""
    done = serve("--data", str(tmp_path), "--host", "192.0.2.1")
    assert done.returncode == 3
    (line,) = done.stderr.splitlines()
    assert "--host 192.0.2.1: not an address of this machine" in line


def test_the_help_waits_for_no_server() -> None:
    code = "import sys; from threedown.cli.serve.serve import serve; sys.exit('litestar' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_threedown_alone_serves_the_page_and_opens_it(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[tuple[Any, ...]] = []
    monkeypatch.setattr("threedown.server.run.run", lambda *given, **_: begun.append(given))
    monkeypatch.setattr("threedown.cli.serve.serve.DEFAULT_PORT", free_port())
    assert CliRunner().invoke(threedown, []).exit_code == 0
    [(folder, host, port, _, _, browse, *_)] = begun
    assert (host, port, browse, folder.name) == ("127.0.0.1", 8765, True, "rooms")


def test_threedown_alone_opens_the_page_of_a_server_that_runs(served: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("threedown.server.operations.address.open_browser", opened.append)
    monkeypatch.setattr("threedown.cli.serve.serve.DEFAULT_PORT", served.port)
    done = CliRunner().invoke(threedown, [])
    assert (done.exit_code, opened) == (0, [served.url])
    assert done.stderr == f"Rooms are open at {served.url} already\n"


def test_a_server_that_listens_everywhere_names_an_address_of_this_machine() -> None:
    url = url_of("0.0.0.0", 8765)
    assert url.startswith("http://")
    assert url.endswith(":8765")
    assert "0.0.0.0" not in url


@pytest.mark.parametrize(
    ("screen", "shown"), [({}, False), ({"DISPLAY": ":0"}, True), ({"WAYLAND_DISPLAY": "w"}, True)]
)
def test_a_browser_opens_only_where_there_is_a_screen(
    screen: dict[str, str], shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = threading.Event()
    monkeypatch.setattr("webbrowser.open", lambda url: opened.set())
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in screen.items():
        monkeypatch.setenv(name, value)
    open_browser("http://127.0.0.1:8765")
    assert opened.wait(PATIENCE if shown else 0) == shown


def test_several_workers_need_postgresql(threedown: Any, tmp_path: Path) -> None:
    told = threedown(["serve", "--web", "2", "--data", str(tmp_path / "rooms")])
    assert (told.code, told.out) == (2, "")
    assert told.err.count("\n") == 1
    assert "several workers need PostgreSQL, because one process serves SQLite: --database" in told.err


def test_a_database_that_is_none_is_refused_in_a_line(threedown: Any, tmp_path: Path) -> None:
    told = threedown(["serve", "--no-open", "--data", str(tmp_path / "rooms"), "--database", "rooms.db"])
    assert (told.code, told.err.count("\n")) == (3, 1)
    assert "a database is given as postgresql+psycopg://USER:PASSWORD@HOST/NAME" in told.err
