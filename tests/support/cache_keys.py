"""The keys of compiled variants."""

from typing import Any

from threedown.bulk import compiler, kernel
from threedown.bulk.dependencies import dependencies_of, fingerprint
from threedown.games import find_game, game_names
from threedown.games.setting import Setting, settle

BODY = "def policy(t, seat, question):\n    return {}\n"


def key(setting: Setting, *levels: str, folded: bool = False, rotating: bool = False) -> str:
    """The name of a variant of whole games."""
    seated = levels or setting.game.first_level * setting.seats
    clones = compiler.Clones(setting, seated, folded, rotating)
    return clones.key(dependencies_of(clones, kernel.play_games))


def of_policy(source: str, **names: Any) -> str:
    """Return the fingerprint of the ``policy`` in a source text, in which ``names`` are global."""
    space = {"__name__": "bot", **names}
    exec(compile(source, "bot.py", "exec"), space)
    return fingerprint(space["policy"])


def every_key() -> list[str]:
    """Return the keys of every game's levels, and of a bot that reads a set."""
    keys = [
        key(settle(find_game(game)), *(level,) * find_game(game).seats.fewest)
        for game in game_names()
        for level in find_game(game).bots.LEVELS
    ]
    names = {"SUITS": frozenset("CDHS"), "ABOVE": {"a", "b", "c"}}
    return [*keys, of_policy(BODY.format("len(SUITS) + len(ABOVE) + (seat in {'1', '2', '3'})"), **names)]
