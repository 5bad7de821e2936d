"""Commands run in this process, and in one of their own."""

import json
import os
import subprocess
import sys
from typing import Any

from support.conformance import HANGS


class Told:
    """The output of a command, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def one_line(told: Told) -> str:
    """The error: exactly one line, on stderr alone."""
    assert told.err.count("\n") == 1, told.err
    assert "Traceback" not in told.err
    return told.err


def apart(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    process = [sys.executable, "-m", "threedown", *arguments]
    return subprocess.run(
        process, capture_output=True, text=True, input=typed, env={**os.environ, **environment}, timeout=HANGS
    )
