"""Draws docs/structure.svg: the folders by the layers that import-linter enforces (``make docs``)."""

import tomllib
from collections.abc import Iterator
from html import escape
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
WIDTH, MARGIN, GAP = 960, 20, 12
ROW, LABEL = 56, 22
SHOWN = ("cli", "lab", "server")
"""Folders whose own folders are written in their box."""


def layers(package: str) -> list[list[str]]:
    """Return the names on each layer below a package, the top one first."""
    data = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for contract in data["tool"]["importlinter"]["contracts"]:
        if contract["type"] == "layers" and contract["layers"][0].rpartition(".")[0] == package:
            return [[name.strip().rpartition(".")[2] for name in row.split("|")] for row in contract["layers"]]
    raise LookupError(f"pyproject.toml has no layers of {package}")


def folders(name: str) -> str:
    """Return the folders inside ``threedown.NAME``, written for its box."""
    if name not in SHOWN:
        return ""
    inner = sorted(path.parent.name for path in (ROOT / "src" / "threedown" / name).glob("*/__init__.py"))
    return " · ".join(inner)


def drawn(title: str, rows: list[list[str]], top: int) -> Iterator[str]:
    """Draw one group of layers with its heading."""
    yield f'<text x="{MARGIN}" y="{top}" class="title">{escape(title)}</text>'
    y = top + LABEL
    for row in rows:
        width = (WIDTH - 2 * MARGIN - (len(row) - 1) * GAP) / len(row)
        for place, name in enumerate(row):
            x = MARGIN + place * (width + GAP)
            inside = folders(name) if title.startswith("threedown:") else ""
            yield f'<rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{ROW - GAP}" rx="6"/>'
            yield f'<text x="{x + width / 2:.1f}" y="{y + (20 if inside else 28)}" class="name">{escape(name)}</text>'
            if inside:
                yield f'<text x="{x + width / 2:.1f}" y="{y + 37}" class="inside">{escape(inside)}</text>'
        y += ROW


def picture() -> str:
    """Return the SVG."""
    package, server = layers("threedown"), layers("threedown.server")
    below = 2 * MARGIN + LABEL + len(package) * ROW + MARGIN
    height = below + LABEL + len(server) * ROW + MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">',
        "<style>rect{fill:#e3f1ef;stroke:#2b7a70}text{fill:#16302d}.title{font-size:17px;font-weight:bold}"
        ".name{font-size:16px;text-anchor:middle}.inside{font-size:12px;text-anchor:middle}</style>",
        f'<path d="M0 0H{WIDTH}V{height}H0z" fill="#fff"/>',
        *drawn("threedown: a box imports only boxes below it", package, 2 * MARGIN),
        *drawn("threedown.server: the same rule inside", server, below),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    (HERE / "structure.svg").write_text(picture(), encoding="utf-8")
