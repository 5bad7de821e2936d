"""Write the effects of house rules that ship with the package, from the studies in docs/options (``make pages``).

Forms show the effects among bots of a game's first level. If a study used another level, the game is measured again.
"""

import json
from pathlib import Path

import msgspec
from make_options import measured

from threedown.games import find_game
from threedown.server.workers.effect_result import KNOWN, effects_of

HERE = Path(__file__).parent
TARGET = HERE.parent / "src/threedown/server/workers" / KNOWN

if __name__ == "__main__":
    for study in sorted((HERE / "options").glob("*.json")):
        game, facts = find_game(study.stem), json.loads(study.read_text())
        (first,) = game.first_level
        if set(facts["bots"]) != {first}:
            facts = measured(game.name, first)
        effects = effects_of(facts, game.version)
        (TARGET / study.name).write_bytes(msgspec.json.format(msgspec.json.encode(effects), indent=1) + b"\n")
        print(f"{study.stem}: {sum(map(len, effects.effects.values()))} values, {effects.games} games of each")
