"""Write the first study of each game, which ships with the package (``make pages``): the effects of its first option.

The lab's page opens with it. ``make_studies.py war`` plays the study of War alone.
"""

import sys
from pathlib import Path
from typing import Any

import msgspec

from threedown.games import find_game, game_names
from threedown.games.declare import Game
from threedown.games.game_options import option_facts
from threedown.lab.study.study import study
from threedown.server.http.studies import task_of
from threedown.server.model.lab_requests import Study
from threedown.server.rooms.room_request import setting_of_rules
from threedown.server.workers.study_result import FIRST_STUDIES, plan_of, study_result

TARGET = Path(__file__).parent.parent / "src/threedown/server/workers" / FIRST_STUDIES
GAMES = 16_000
FEW = {"blitzwar": 1_000}
"""Games, at most, where they take longer."""
CAP = "turn_cap"
MOST_VALUES = 8


def first_values(game: Game) -> dict[str, list[Any]]:
    """Return the first option of a game with the values that the page tries: all, or of a long range three."""
    fact = next(fact for fact in option_facts(game.options) if fact.name != CAP)
    values = list(fact.values) or list(range(fact.low, fact.high + 1))
    if len(values) > MOST_VALUES:
        own = getattr(game.presets[game.default_preset].options, fact.name)
        values = sorted({max(fact.low, own // 2), own, min(fact.high, 2 * own)})
    return {fact.name: values}


def first_study(name: str) -> bytes:
    """Play the first study of a game."""
    request = Study(name, vary=first_values(find_game(name)), games=FEW.get(name, GAMES))
    found = study_result(study(plan_of(task_of(request, setting_of_rules(request)))))
    print(f"{name}: {found.games} games of {len(found.variants)} variants; {found.sentences['en']}", flush=True)
    return msgspec.json.encode(found) + b"\n"


if __name__ == "__main__":
    TARGET.mkdir(exist_ok=True)
    for name in sys.argv[1:] or game_names():
        (TARGET / f"{name}.json").write_bytes(first_study(name))
