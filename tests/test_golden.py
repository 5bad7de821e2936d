"""Golden playthroughs: one for every preset and for every reason a game ends, compared line by line.

``make golden`` writes them anew; what then shows in the diff is a change of rules, of words or of the record.
"""

import difflib
from pathlib import Path

import conformance
import pytest
from seated import SIZES
from tables import PRESET_IDS, PRESETS, setting_of

from threedown.games import find_game, game_names
from threedown.session.result import piles_of, result_of, table_hash
from threedown.session.scenario import play_scenario, read_scenario
from threedown.session.session import Choice

HERE = Path(__file__).parent / "golden"
SEED = 31
TURNS = 15

REASONS = [(name, reason) for name in game_names() for reason in find_game(name).rules.REASONS.values()]


def compare(path: Path, lines: list[str], rewrite: bool) -> None:
    """Compares with the golden file, or writes it."""
    if rewrite:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return
    assert path.exists(), f"{path} is not there: `make golden` writes it"
    golden = path.read_text(encoding="utf-8").splitlines()
    diff = list(difflib.unified_diff(golden, lines, "golden", "now", n=2, lineterm=""))
    told = "\n".join(diff[:60])
    assert not diff, f"{path.name} is played otherwise (`make golden`, if that is right):\n{told}"


def told_event(event: dict[str, object]) -> str:
    return "  " + " ".join(f"{key}={value}" for key, value in event.items())


def playthrough(pair: tuple[str, str]) -> list[str]:
    """The deal and the first turns with all cards named, then how the game ends."""
    setting = setting_of(pair)
    session = conformance.dealt(setting, SEED)
    lines = [f"{pair[0]} {pair[1]} seed {SEED}, {setting.seats} seats, house {list(setting.house)}"]
    dealt = [event for event in session.events if event.kind != "deal"]
    lines += [told_event(event.open(setting)) for event in dealt]
    lines += [f"{name}: {cards}".rstrip() for name, cards in piles_of(setting, session.record).items()]
    while not session.over and (session.turns < TURNS or session.pending is not None):
        before = len(session.log)
        conformance.step(session)
        for given in session.log[before:]:
            lines.append(f"choice {given.choice}" if isinstance(given, Choice) else f"turn {session.turns}")
        lines += [told_event(event.open(setting)) for event in session.events]
    conformance.play_out(session)
    lines += [f"{key}: {conformance.canonical(value)}" for key, value in result_of(session).items()]
    return [*lines, f"hash: {table_hash(setting, session.record)}"]


@pytest.mark.parametrize("pair", PRESETS, ids=PRESET_IDS)
def test_every_preset_is_played_as_before(pair: tuple[str, str], rewrite_golden: bool) -> None:
    compare(HERE / pair[0] / f"{pair[1]}.txt", playthrough(pair), rewrite_golden)


@pytest.mark.parametrize(("game", "reason"), REASONS, ids=[f"{game}:{reason}" for game, reason in REASONS])
def test_every_reason_to_end_has_its_game(game: str, reason: str, rewrite_golden: bool) -> None:
    """golden/reasons/GAME/REASON.toml is laid by hand and ends for that reason."""
    path = HERE / "reasons" / game / f"{reason}.toml"
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
    wanted = {HERE / game / f"{preset}.txt" for game, preset in PRESETS}
    for game, reason in REASONS:
        wanted |= {HERE / "reasons" / game / f"{reason}{ending}" for ending in (".toml", ".txt")}
    wanted |= {HERE / "screens" / game / f"{wide}x{high}.txt" for game in game_names() for wide, high in SIZES}
    assert {path for path in HERE.rglob("*") if path.is_file()} == wanted


def test_a_changed_line_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    compare(path, ["one", "two"], rewrite=True)
    compare(path, ["one", "two"], rewrite=False)
    for other in (["one", "three"], ["one"], ["one", "two", "three"], []):
        with pytest.raises(AssertionError, match="played otherwise"):
            compare(path, other, rewrite=False)
