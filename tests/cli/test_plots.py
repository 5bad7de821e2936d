"""``--plot`` and the flags of its look: in inches, with a font of this machine, in three kinds of files."""

import re
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from support.commands import one_line

SHORT = ["war", "--set", "turn_cap=20", "--seed", "1"]
SIM = ["sim", *SHORT, "-n", "20"]
LAB = ["lab", *SHORT, "--vary", "face_down=1,2", "--most", "20"]
DOTS = 150
"""Dots in an inch of a PNG."""


def pixels(path: Path) -> tuple[int, int]:
    """Return the width and height of a PNG."""
    return struct.unpack(">II", path.read_bytes()[16:24])


def fonts_in(pdf: Path) -> set[bytes]:
    """Return the names of the fonts that a PDF embeds."""
    return {part.split(b" ")[0].split(b"\n")[0] for part in pdf.read_bytes().split(b"/BaseFont /")[1:]}


@pytest.mark.parametrize("command", [SIM, LAB], ids=["sim", "lab"])
def test_a_plot_has_the_size_that_was_asked_for(threedown: Any, command: list[str], tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    ended = threedown([*command, "--plot", str(path), "--plot-size", "6x4.5"])
    assert ended.code == 0, ended.err
    assert pixels(path) == (6 * DOTS, 4.5 * DOTS)


@pytest.mark.slow
def test_a_pdf_has_the_font_that_was_asked_for(threedown: Any, tmp_path: Path) -> None:
    for font in ("DejaVu Serif", "DejaVu Sans Mono"):
        assert threedown([*SIM, "--plot", str(tmp_path / "a.pdf"), "--plot-font", font]).code == 0
        embedded = b" ".join(fonts_in(tmp_path / "a.pdf"))
        assert font.replace(" ", "").encode() in embedded.replace(b"-", b"")


@pytest.mark.slow
def test_larger_text_is_larger(threedown: Any, tmp_path: Path) -> None:
    """In an SVG, text is drawn in the scale of its size."""
    scales = []
    for points in ("6", "12"):
        assert threedown([*SIM, "--plot", str(tmp_path / "a.svg"), "--plot-points", points]).code == 0
        drawn = (tmp_path / "a.svg").read_text()
        scales.append(max(float(part) for part in re.findall(r"scale\(([\d.]+) ", drawn)))
    assert scales[1] == pytest.approx(2 * scales[0], rel=0.01)


@pytest.mark.slow
def test_a_plot_depends_on_its_contents_alone(threedown: Any, tmp_path: Path) -> None:
    flags = ["--plot-size", "5x5", "--plot-points", "8"]
    for kind in ("png", "svg", "pdf"):
        sums = set()
        for _ in range(2):
            assert threedown([*SIM, "--plot", str(tmp_path / f"a.{kind}"), *flags]).code == 0
            sums.add(zlib.crc32((tmp_path / f"a.{kind}").read_bytes()))
        assert len(sums) == 1, kind


@pytest.mark.parametrize(
    ("flags", "reason"),
    [
        (["--plot", "a.bmp"], "the name must end in .png, .svg or .pdf"),
        (["--plot", "nowhere/a.png"], "there is no folder nowhere"),
        (["--plot", "a.png", "--plot-size", "6"], "give width and height of 2 to 40 inches, as in 6x4"),
        (["--plot", "a.png", "--plot-size", "1x50"], "give width and height of 2 to 40 inches, as in 6x4"),
        (["--plot", "a.png", "--plot-font", "Comic Relief"], "fonts here are"),
        (["--plot", "a.png", "--plot-points", "90"], "4.0<=x<=40.0"),
        (["--plot-size", "6x4"], "--plot-size, --plot-font and --plot-points are for --plot"),
    ],
)
def test_what_can_t_be_drawn_is_refused_before_anything_is_played(
    threedown: Any, monkeypatch: pytest.MonkeyPatch, flags: list[str], reason: str, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = threedown([*SIM, *flags])
    assert ended.code == 2
    assert reason in one_line(ended)
    assert list(tmp_path.iterdir()) == []
