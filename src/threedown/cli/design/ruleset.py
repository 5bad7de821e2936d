"""``threedown ruleset``: house rules with a name, as a file that other commands take in place of a game."""

from pathlib import Path

import click
import msgspec

from threedown.cli.common import rule_flags, rule_set_in, setting_of
from threedown.cli.completion import complete_games
from threedown.cli.exits import bad_input, shell_word, usage
from threedown.durable import write_whole
from threedown.games.rule_set import SUFFIX, RuleSet, file_of


@click.command()
@click.argument("game", shell_complete=complete_games)
@click.option("--name", metavar="NAME", help="What the rules are called (needed for the rules of a game).")
@click.option("--text", metavar="TEXT", help="What there is to say about them.")
@click.option("--author", metavar="NAME", help="Who has made them.")
@click.option("--link", metavar="URL", help="Where they can be found.")
@rule_flags
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write it to FILE, which"
              f" ends in {SUFFIX} (default: print it).")  # fmt: skip
def ruleset(
    game: str,
    name: str | None,
    text: str | None,
    author: str | None,
    link: str | None,
    preset: str | None,
    changes: tuple[str, ...],
    seats: int | None,
    out: Path | None,
) -> None:
    """Writes house rules of GAME as a rule set: a file with a name, a text, an author and a link.

    play, sim, lab, rules and the other commands take the file in place of a game, and name its author. GAME may be such
    a file itself: then what is not given stays as it is there, and other rules make a copy that says of what.

    \b
    threedown ruleset blitz31 --preset modern --set lives=5 --name "Our 31" --author Ann --out our-31.toml
    threedown play our-31.toml
    threedown sim our-31.toml -n 100000
    """
    setting = setting_of(game, preset, changes, seats)
    given = {key: value for key, value in (("name", name), ("text", text), ("author", author), ("link", link)) if value}
    old = rule_set_in(game)
    if old is None and name is None:
        raise usage('--name NAME: what are these rules called? --name "Our rules", for example')
    whole = msgspec.structs.asdict(setting.options)
    if old is None:
        base = {"game": setting.game.name, "preset": preset or setting.game.default_preset, "seats": seats}
    else:
        base = msgspec.structs.asdict(old) | ({"seats": seats} if seats is not None else {})
        if old.setting().options != setting.options:
            base |= {"copy_of": old.link, "link": "", "author": ""}
    try:
        made = msgspec.convert({**base, **given, "options": whole}, RuleSet)
    except msgspec.ValidationError as error:
        limits = "a name has at most 40 characters, a text 2,000, and a link begins with http:// or https://"
        raise usage(f"{limits}: {error}") from error
    if out is None:
        click.echo(file_of(made), nl=False)
        return
    if out.suffix != SUFFIX:
        raise usage(f"--out {out}: its name ends in {SUFFIX}, by which other commands know it")
    try:
        write_whole(out, file_of(made))
    except OSError as error:
        raise bad_input(f"{out}: cannot be written: {error.strerror}") from error
    click.echo(f"{made.name}: threedown play {shell_word(out)}", err=True)
