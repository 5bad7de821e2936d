"""Run the commands of README.md and of the tutorials, and write their output below them (``make docs``).

A block fenced as ``console`` contains commands, lines that begin with ``$ ``; this script replaces the text below each
of them. Figures that depend on the machine (seconds, games per second) stay as printed. Commands run in a temporary
folder with a copy of ``docs/examples``.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
MACHINE = re.compile(r"[\d,]+ games/s (compiled|stepped), [\d.]+ s")


def commands(readme: str) -> list[str]:
    """Return the commands of all console blocks, in order."""
    return [line[2:] for block in BLOCK.findall(readme) for line in block.splitlines() if line.startswith("$ ")]


def output_of(command: str, folder: Path) -> str:
    """Return the standard output of a command. Raises RuntimeError unless its exit code is 0."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {
        **os.environ,
        "PATH": path,
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "LC_ALL": "C.UTF-8",
        "THREEDOWN_GAMES": str(folder / "games"),
    }
    ended = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], cwd=folder, env=environment, capture_output=True, text=True
    )
    if ended.returncode != 0:
        raise RuntimeError(f"{command}: exit {ended.returncode}: {ended.stderr.strip()}")
    return ended.stdout


def with_output(readme: str) -> str:
    """Return a document with the current output of every command."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "here"
        shutil.copytree(ROOT / "docs" / "examples", folder)

        def with_current(block: re.Match[str]) -> str:
            told = [f"$ {command}\n{output_of(command, folder)}" for command in commands(block.group(0))]
            return "```console\n" + "\n".join(text.rstrip("\n") + "\n" for text in told) + "```"

        text = BLOCK.sub(with_current, readme)
    return "\n".join(line.rstrip() for line in text.split("\n"))


def without_machine(text: str) -> str:
    """Return a text with the figures of the machine masked, so that the rest can be compared."""
    return MACHINE.sub("N games/s", text)


if __name__ == "__main__":
    for document in (ROOT / "README.md", *(ROOT / "docs" / "tutorials").glob("*.md")):
        document.write_text(with_output(document.read_text(encoding="utf-8")), encoding="utf-8")
