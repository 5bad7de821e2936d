"""Writes what ships with the package of what house rules do, from the studies in docs/options (``make pages``)."""

import json
from pathlib import Path

import msgspec

from threedown.games import find_game
from threedown.server.measured import KNOWN, effects_of

HERE = Path(__file__).parent
TARGET = HERE.parent / "src/threedown/server" / KNOWN

if __name__ == "__main__":
    for study in sorted((HERE / "options").glob("*.json")):
        effects = effects_of(json.loads(study.read_text()), find_game(study.stem).version)
        (TARGET / study.name).write_bytes(msgspec.json.format(msgspec.json.encode(effects), indent=1) + b"\n")
        print(f"{study.stem}: {sum(map(len, effects.effects.values()))} values, {effects.games} games of each")
