"""Commands run in this process."""

import json
from typing import Any


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
