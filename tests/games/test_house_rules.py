"""House rules of the two Blitz games, each by itself: two thousand games to their end, the same in machine code."""

from typing import Any

import msgspec
import pytest
from support import machine_code

from threedown.bulk.run import simulate
from threedown.bulk.run_spec import run_spec
from threedown.games import find_game
from threedown.games.game_options import option_facts
from threedown.games.setting import Setting, settle
from threedown.table.layout import TURN_CAP

GAMES = 2_000
MAY_LAST = {"knock_least": 30}
"""No player need ever hold a hand they may knock with: some games end by the turn cap."""
NEEDS = {"chips": {"ante": 1}, "pot_rounds": {"ante": 1}, "buy_back_lives": {"buy_backs": 1}}
"""By option, the other options without which it does nothing."""
FEWEST_AND_MORE = (2, 4)


def house_rules() -> list[Any]:
    """Yield every unusual value of every option; of a range, its ends."""
    found = []
    for game in ("blitz31", "champz"):
        for fact in option_facts(find_game(game).options):
            for value in fact.values or (fact.low, fact.high):
                if value != fact.default and fact.name != "turn_cap":
                    option = {**NEEDS.get(fact.name, {}), fact.name: value}
                    found.append(pytest.param(game, option, id=f"{game}:{fact.name}={value}"))
    return found


def table(name: str, option: dict[str, Any], seats: int) -> Setting:
    """A table of so many seats, or of the nearest number that the rule allows: teams of two take four."""
    game = find_game(name)
    options = msgspec.structs.replace(game.presets[game.default_preset].options, **option)
    allowed = [number for number in game.seats.numbers if options.conflict(number) is None]
    return settle(game, None, option, min(allowed, key=lambda number: abs(number - seats)))


@pytest.mark.slow  # house rules mixed at random are quick, and step by step
@pytest.mark.parametrize("seats", FEWEST_AND_MORE)
@pytest.mark.parametrize(("game", "option"), house_rules())
def test_games_are_played_to_their_end(game: str, option: dict[str, Any], seats: int) -> None:
    setting = table(game, option, seats)
    machine_code.prepared(setting, folded=False)
    run = simulate(run_spec(setting, GAMES, seed=41), folded=False)
    reasons = run.totals.reasons.tolist()
    assert sum(reasons) == GAMES
    assert reasons[TURN_CAP] == 0 or option == MAY_LAST, f"{reasons[TURN_CAP]} games came to the turn cap"
    machine_code.check_stepped_equals_compiled(setting, seed=41, games=3)
