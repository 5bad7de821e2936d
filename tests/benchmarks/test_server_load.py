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
    code, out, _ = told(capfd, "--games", "3", "--seconds", "1", "--rate", "20", "--hostile", "--json")
    assert code == 0
    durable, beside, other = json.loads(out)["rows"]
    assert [(row["durable"], row["hostile"]) for row in (durable, beside, other)] == [
        (True, False), (True, True), (False, False),
    ]  # fmt: skip
    for row in (durable, beside, other):
        assert row["choices_per_second"] > 0
        assert row["p50"] <= row["p95"] <= row["p99"] <= row["largest"]
        assert row["refused"] == 0
        assert row["core_ms"] is None or row["core_ms"] > 0


@pytest.mark.slow
def test_databases_are_measured_in_turn(capfd: pytest.CaptureFixture[str]) -> None:
    ways = ("--database", "sqlite,postgresql", "--rounds", "2", "--no-rival")
    code, out, _ = told(capfd, "--games", "3", "--seconds", "1", "--rate", "20", "--json", *ways)
    assert code == 0
    rows = json.loads(out)["rows"]
    assert [(row["database"], row["web"]) for row in rows] == [("sqlite", 1), ("postgresql", 1)] * 2
    assert all(row["choices_per_second"] > 0 for row in rows)
    assert [row["database_cpu"] is None for row in rows] == [True, False] * 2


def test_several_processes_need_postgresql(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, talk = told(capsys, "--web", "2")
    assert code == 2
    assert "--database postgresql" in talk
