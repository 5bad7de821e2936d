"""Commands run in this process, for the tests of exact figures."""

from collections.abc import Callable

import pytest

from threedown.cli import main


@pytest.fixture
def threedown(capsys: pytest.CaptureFixture[str]) -> Callable[[str], tuple[int, str]]:
    """Runs a command in this process: its exit code, and what it prints."""

    def run(command: str) -> tuple[int, str]:
        capsys.readouterr()
        with pytest.raises(SystemExit) as stop:
            main(command.split())
        return int(stop.value.code or 0), capsys.readouterr().out

    return run
