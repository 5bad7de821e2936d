"""``threedown serve`` as a command: what it says when it cannot, and that it needs no more than a package."""

import socket
import subprocess
import sys
from pathlib import Path

from serving import PATIENCE, Serving


def serve(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "threedown", "serve", "--no-open", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


def test_a_folder_that_another_process_serves_is_refused_in_a_line(served: Serving) -> None:
    done = serve("--data", str(served.folder))
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
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = serve("--data", str(tmp_path), "--port", str(taken.getsockname()[1]))
    assert done.returncode == 3
    assert "address already in use" in done.stderr


def test_the_help_waits_for_no_server() -> None:
    code = "import sys; from threedown.cli.serve import serve; sys.exit('litestar' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
