"""``make bench-server`` measures what it says it measures."""

import json

import pytest

from benchmarks.server import bench_server
from threedown.cli import main


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return a benchmark's exit code and output."""
    with pytest.raises(SystemExit) as ended:
        main(list(arguments), bench_server)
    return int(ended.value.code or 0), *capsys.readouterr()


def test_games_are_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, talk = told(capsys, "--games", "many")
    assert code == 2
    assert "100,500,2000" in talk


@pytest.mark.slow
def test_choices_are_acknowledged_and_counted(capfd: pytest.CaptureFixture[str]) -> None:
    code, out, _ = told(capfd, "--games", "3", "--seconds", "1", "--rate", "20", "--hostile", "--json", "--database", "sqlite,postgresql")
    assert code == 0
    durable, beside, other = json.loads(out)["rows"]
    assert [(row["durable"], row["hostile"]) for row in (durable, beside, other)] == [
        (True, False), (True, True), (False, False),
    ]  # fmt: skip
    for row in (durable, beside, other):
        assert row["choices_per_second"] > 0
        assert row["p50"] <= row["p95"] <= row["p99"] <= row["largest"]
        assert row["refused"] == 0
