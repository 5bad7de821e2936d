"""The keys of compiled variants."""

from threedown.bulk import compiler, kernel
from threedown.bulk.dependencies import dependencies_of
from threedown.games.setting import Setting


def key(setting: Setting, *levels: str, folded: bool = False, rotating: bool = False) -> str:
    """The name of a variant of whole games."""
    seated = levels or setting.game.first_level * setting.seats
    clones = compiler.Clones(setting, seated, folded, rotating)
    return clones.key(dependencies_of(clones, kernel.play_games))
