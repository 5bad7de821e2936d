"""The parts that the page writers share: Markdown tables, and pages with a generated end."""

from collections.abc import Iterable, Sequence
from pathlib import Path


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table and the empty line after it."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines) + "\n"


def with_chapters(page: Path, marker: str, chapters: Iterable[str]) -> str:
    """Return the text of a page up to the marker, then the generated chapters."""
    written = page.read_text(encoding="utf-8").partition(marker)[0]
    return written + marker + "\n" + "".join(chapters).rstrip("\n") + "\n"
