"""Golden playthroughs: how they are played, written and compared."""

import difflib
from pathlib import Path

from support import conformance
from support.tables import setting_of
from threedown.session.result import piles_of, result_of, table_hash
from threedown.session.state import Choice

SEED = 31


TURNS = 15


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
    lines = [f"{pair[0]} {pair[1]} seed {SEED}, {setting.seats} seats, options {list(setting.option_codes)}"]
    dealt = [event for event in session.events if event.kind != "deal"]
    lines += [told_event(event.open(setting)) for event in dealt]
    lines += [f"{name}: {cards}".rstrip() for name, cards in piles_of(setting, session.table_state).items()]
    while not session.over and (session.turns < TURNS or session.pending is not None):
        before = len(session.log)
        conformance.step(session)
        for given in session.log[before:]:
            lines.append(f"choice {given.choice}" if isinstance(given, Choice) else f"turn {session.turns}")
        lines += [told_event(event.open(setting)) for event in session.events]
    conformance.play_out(session)
    lines += [f"{key}: {conformance.canonical(value)}" for key, value in result_of(session).items()]
    return [*lines, f"hash: {table_hash(setting, session.table_state)}"]
