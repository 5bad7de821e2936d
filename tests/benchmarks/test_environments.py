"""``threedown bench rl``: figures that mean something, of games in which there is something to learn."""

import pytest

from benchmarks import environments


@pytest.mark.slow
def test_figures_are_of_games_that_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environments, "SECONDS", 0.2)
    others, found = environments.rivals(), environments.speeds(["war", "blitz31"])
    assert others["crazy_eights"] > others["gin_rummy"] > 0
    assert [each.game for each in found] == ["blitz31"]
    assert found[0].many > found[0].one > found[0].session > 0
    assert found[0].ratio == found[0].one / found[0].session


def test_aims_are_kept_or_missed() -> None:
    """Made-up figures: one game is fast enough against OpenSpiel's, the other is slow and compiles too long."""
    found = [
        environments.Speed("blitz31", "seed", 300.0, 40.0, 2.0),
        environments.Speed("casino-war", "seed", 49.0, 38.0, 2.0),
    ]
    figures = environments.aims(
        found, {"gin_rummy": 10.0, "crazy_eights": 30.0}, environments.BatchStart(10.0, 16.0, 0.4)
    )
    assert [(figure.name, figure.value, figure.kept) for figure in figures if figure.kept is not None] == [
        ("blitz31 / gin_rummy", 30.0, True),
        ("blitz31 / crazy_eights", 10.0, True),
        ("casino-war / gin_rummy", 4.9, False),
        ("blitz31, one table / a session", 20.0, True),
        ("casino-war, one table / a session", 19.0, False),
        ("blitz31, a batch / that", 1.6, False),
        ("blitz31, a batch compiled before", 0.4, True),
    ]
    without = environments.aims(found, {}, environments.BatchStart(10.0, 15.0, 0.5))
    assert [figure.kept for figure in without if figure.kept is not None] == [True, False, True, False]
