"""Shell completion: games, presets, options and their values, levels."""

from typing import Any

import click
from click.shell_completion import CompletionItem, get_completion_class

from threedown.games import find_game, game_names
from threedown.games.declare import Game
from threedown.games.game_options import option_facts

VARIABLE = "_THREEDOWN_COMPLETE"
SHELLS = ("bash", "zsh", "fish")


def _game(context: click.Context) -> Game | None:
    """The game on the line: in Click's leftover words while an option waits for its value, or in a command's own name
    for it (``exact casino-war``).
    """
    words = [str(context.params.get("game") or ""), *context.args, context.info_name or ""]
    name = next((word.lower() for word in words if word.lower() in game_names()), None)
    return None if name is None else find_game(name)


def _items(found: dict[str, str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name, help=text) for name, text in found.items() if name.startswith(incomplete)]


def complete_games(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The games, with what they are about."""
    return _items({name: find_game(name).summary for name in game_names()}, incomplete.lower())


def complete_presets(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The presets of the game on the line."""
    game = _game(context)
    return [] if game is None else _items({name: preset.help for name, preset in game.presets.items()}, incomplete)


def complete_options(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """KEY= of the game on the line; after it the values, if they are words."""
    game = _game(context)
    if game is None:
        return []
    key, equals, _ = incomplete.partition("=")
    facts = {fact.name: fact for fact in option_facts(game.options)}
    if not equals:
        return _items({f"{name}=": fact.help for name, fact in facts.items()}, incomplete)
    allowed = facts[key].allowed.removeprefix("one of ").split(", ") if key in facts else []
    return _items({f"{key}={value}": "" for value in allowed if " " not in value}, incomplete)


def complete_levels(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The levels of the game on the line, after what stands before them (``1=``, ``you,``)."""
    game = _game(context)
    before = incomplete[: max(incomplete.rfind("="), incomplete.rfind(",")) + 1]
    levels: dict[str, Any] = {} if game is None else {**game.bots.LEVELS, "you": None}
    return _items({f"{before}{level}": "" for level in levels}, incomplete)


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Prints what SHELL needs to complete games, presets, options and levels.

    \b
    bash: eval "$(threedown completion bash)"        in ~/.bashrc
    zsh:  eval "$(threedown completion zsh)"         in ~/.zshrc
    fish: threedown completion fish | source         in ~/.config/fish/config.fish
    """
    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(click.Command("threedown"), {}, "threedown", VARIABLE).source())
