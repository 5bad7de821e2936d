"""``threedown bench ready``: a first choice that is made in machine code, and figures that tell of the worst."""

from pathlib import Path

import pytest

from threedown.cli import bench_ready
from threedown.cli.bench_ready import Ready, Start


def test_the_worst_of_all_levels_is_held_against_the_aims() -> None:
    slow = Ready("champz", "seed", 6, "keen", Start(11.0, 9.0, 250.0), Start(0.5, 0.4, 130.0))
    late = Ready("blitz31", "seed", 2, "keen", Start(6.0, 6.0, 610.0), Start(1.5, 1.0, 130.0))
    assert [figure.kept for figure in bench_ready.aims([slow, late])] == [False, False, False]
    good = slow._replace(cold=Start(9.0, 9.0, 250.0))
    assert [figure.kept for figure in bench_ready.aims([good])] == [True, True, True]


@pytest.mark.slow
def test_a_second_start_finds_what_the_first_has_compiled(tmp_path: Path) -> None:
    what = ("steal-war", "seed", 2, "keen")
    cold, warm = (bench_ready._start(str(tmp_path), what) for _ in range(2))
    assert warm.processor < cold.processor / 3
    assert warm.memory < cold.memory
