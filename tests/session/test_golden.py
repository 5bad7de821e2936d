"""Golden playthroughs: one for every preset and for every reason a game ends, compared line by line.

``make golden`` rewrites them; a diff is a change of rules, of words or of the record.
"""

from pathlib import Path

import pytest
from support import conformance
from support.goldens import compare, playthrough, told_event
from support.paths import GOLDEN
from support.seated import SIZES
from support.tables import PRESETS, QUICK_PRESETS

from threedown.games import find_game, game_names
from threedown.session.scenario import play_scenario, read_scenario

REASONS = [(name, reason) for name in game_names() for reason in find_game(name).rules.REASONS.values()]


@pytest.mark.parametrize("pair", QUICK_PRESETS)
def test_every_preset_is_played_as_before(pair: tuple[str, str], rewrite_golden: bool) -> None:
    compare(GOLDEN / pair[0] / f"{pair[1]}.txt", playthrough(pair), rewrite_golden)


@pytest.mark.parametrize(("game", "reason"), REASONS, ids=[f"{game}:{reason}" for game, reason in REASONS])
def test_every_reason_to_end_has_its_game(game: str, reason: str, rewrite_golden: bool) -> None:
    """golden/reasons/GAME/REASON.toml is laid by hand and ends for that reason."""
    path = GOLDEN / "reasons" / game / f"{reason}.toml"
    assert path.exists(), f"no scenario shows how {game} ends by {reason}: write {path}"
    scenario = read_scenario(path)
    assert scenario.piles, "laid by hand, not dealt"
    result = play_scenario(scenario)
    assert (scenario.game, result["reason"], result["over"]) == (game, reason, True)
    lines = [told_event(event) for event in result.pop("events")]
    lines += [f"{key}: {conformance.canonical(value)}" for key, value in result.items()]
    compare(path.with_suffix(".txt"), lines, rewrite_golden)


def test_no_golden_is_left_behind() -> None:
    """A file that no test reads proves nothing."""
    wanted = {GOLDEN / game / f"{preset}.txt" for game, preset in PRESETS}
    for game, reason in REASONS:
        wanted |= {GOLDEN / "reasons" / game / f"{reason}{ending}" for ending in (".toml", ".txt")}
    wanted |= {GOLDEN / "screens" / game / f"{wide}x{high}.txt" for game in game_names() for wide, high in SIZES}
    assert {path for path in GOLDEN.rglob("*") if path.is_file()} == wanted


def test_a_changed_line_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    compare(path, ["one", "two"], rewrite=True)
    compare(path, ["one", "two"], rewrite=False)
    for other in (["one", "three"], ["one"], ["one", "two", "three"], []):
        with pytest.raises(AssertionError, match="played otherwise"):
            compare(path, other, rewrite=False)
