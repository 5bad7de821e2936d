"""Python processes with a cache of compiled code of their own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from support import conformance
from support.paths import TESTS


def begin(cache: Path, code: str, **environment: str) -> "subprocess.Popen[str]":
    """A process of its own that runs ``code`` with this cache."""
    paths = {
        "THREEDOWN_CACHE": str(cache),
        "PYTHONPATH": f"{TESTS}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
        **environment,
    }
    command = [sys.executable, "-W", "error::RuntimeWarning", "-c", code]
    return subprocess.Popen(
        command, env={**os.environ, **paths}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def end(process: "subprocess.Popen[str]", within: float = conformance.HANGS) -> Any:
    """Return the JSON that a process has printed; it must have ended well, within so many seconds."""
    out, err = process.communicate(timeout=within)
    assert process.returncode == 0, err[-2000:]
    return json.loads(out)


BOUNDS = {"NUMBA_BOUNDSCHECK": "1"}
