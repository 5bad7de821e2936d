"""``threedown bench rl``: figures that mean something, of games in which there is something to learn."""

import pytest

from threedown.cli import bench_rl


@pytest.mark.slow
def test_figures_are_of_games_that_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_rl, "SECONDS", 0.2)
    found = bench_rl.speeds(["war", "blitz31"])
    assert [each.game for each in found] == ["blitz31"]
    assert found[0].many > found[0].one > found[0].session > 0
    assert found[0].ratio == found[0].one / found[0].session
