"""Write the luck of the deals of presets, which ships with the package (``make pages``).

Each preset is played at its number of seats, with the seed and the number of games of
``threedown.lab.analysis.deal_luck``. ``make_deals.py war pyanitsa/seed`` counts the presets of War and one of
P'yanitsa, and keeps the others.
"""

import sys
from pathlib import Path

import msgspec

from threedown.games import find_game, game_names
from threedown.games.setting import settle
from threedown.lab.analysis.deal_luck import GAMES, SHIPPED, ShippedDeals, deal_luck

TARGET = Path(__file__).parent.parent / "src/threedown/lab/analysis" / SHIPPED
FEW = {"blitzwar": 1000}
"""Games where they take longer."""


def counted(name: str, preset: str) -> ShippedDeals:
    """Count the deals of a preset."""
    game = find_game(name)
    setting = settle(game, preset, {}, None)
    luck = deal_luck(setting, game.page.best_rank, FEW.get(name, GAMES))
    print(f"{name} {preset}, {setting.seats} seats: {luck.games} games", flush=True)
    return ShippedDeals(name, game.version, preset, setting.seats, msgspec.structs.asdict(setting.options), luck)


if __name__ == "__main__":
    kept = msgspec.json.decode(TARGET.read_bytes(), type=list[ShippedDeals]) if TARGET.exists() else []
    for wanted in sys.argv[1:] or game_names():
        name, _, only = wanted.partition("/")
        for preset in [only] if only else list(find_game(name).presets):
            others = [one for one in kept if (one.game, one.preset) != (name, preset)]
            kept = sorted([*others, counted(name, preset)], key=lambda one: (one.game, one.preset))
            TARGET.write_bytes(b"[\n" + b",\n".join(map(msgspec.json.encode, kept)) + b"\n]\n")
