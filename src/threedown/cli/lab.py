"""``threedown lab``: what a rule does, by playing the same deals with and without it."""

import shlex
from collections.abc import Sequence
from pathlib import Path

import click
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn
from rich.table import Table

from threedown.bulk.run import MOST_GAMES, has_compiler
from threedown.bulk.run import Progress as Far
from threedown.cli.common import (
    any_seed,
    bot_flags,
    columns,
    console,
    json_flag,
    playing_into,
    print_json,
    rule_flags,
    seed_flag,
    setting_of,
    workers_flag,
)
from threedown.cli.common import talk as talk_console
from threedown.cli.completing import complete_games, complete_options
from threedown.cli.exits import bad_input, usage
from threedown.cli.figures import changes_of
from threedown.cli.seating import pilots_of
from threedown.cli.sim import check_plot
from threedown.durable import FolderError
from threedown.games.houserules import OptionError
from threedown.lab.facts import study_facts
from threedown.lab.folder import Folder
from threedown.lab.intervals import Interval
from threedown.lab.measures import Measure
from threedown.lab.plan import variation
from threedown.lab.sentence import sentences
from threedown.lab.study import QUANTILES, Found, Plan, study
from threedown.lab.watched import NOTED

MOST = 512_000
UNTIL = "1%"
PACE = 5.0


def _share(ctx: click.Context, param: click.Parameter, value: str) -> float:
    """A share as people write it: ``1%`` or ``0.01``."""
    text = value.strip()
    try:
        share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        share = 0.0
    if not 0 < share < 1:
        raise click.BadParameter(f"{text!r}: write a share between 0 and 100 %, as in 1% or 0.5%", ctx, param)
    return share


@click.command()
@click.argument("game", shell_complete=complete_games)
@click.option(
    "--vary",
    "varied",
    multiple=True,
    required=True,
    metavar="KEY=A,B,C|LOW..HIGH",
    shell_complete=complete_options,
    help="An option and its values (KEY alone: all of them); may be repeated.",
)
@click.option("--grid", is_flag=True, help="All combinations of what is varied, instead of one option at a time.")
@rule_flags
@bot_flags
@click.option(
    "--until",
    callback=_share,
    default=UNTIL,
    show_default=True,
    metavar="SHARE",
    help="Stop when differences are known to this, either side: of the length, and of the games.",
)
@click.option(
    "--most",
    type=click.IntRange(2, MOST_GAMES),
    default=MOST,
    show_default=True,
    metavar="N",
    help="Games of each variant, at most.",
)
@click.option(
    "--pace",
    type=click.FloatRange(0, min_open=True),
    default=PACE,
    show_default=True,
    metavar="SECONDS",
    help="What a turn takes at a table, for the minutes.",
)
@seed_flag("Seed of the games: the same seed gives the same numbers (default: a fresh one, which is printed).")
@workers_flag
@click.option("--watch", is_flag=True, help="Note turn by turn who leads: lead changes, comebacks, dead turns.")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Keep the sums in DIR, to go on with.")
@click.option("--plot", type=click.Path(path_type=Path), metavar="FILE.png|svg", help="Draw what was found.")
@json_flag
def lab(
    game: str,
    varied: tuple[str, ...],
    grid: bool,
    preset: str | None,
    changes: tuple[str, ...],
    seats: int | None,
    bots: tuple[str, ...],
    all_bots: str | None,
    until: float,
    most: int,
    pace: float,
    seed: int | None,
    workers: int | None,
    watch: bool,
    out: Path | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    """What a house rule of GAME does.

    Plays the same deals with the preset's rules and with others, and compares them game by game. Looks after 1,000
    games, then after twice as many, ten times at most, and stops when every difference in length, draws and the first
    seat's wins is known to --until. All intervals are 95 % at all looks together; a difference is called one only if it
    holds among all that were compared (Holm).

    \b
    threedown lab war --vary face_down=0..4 --seed 1
    threedown lab war --vary face_down=1,3 --vary short --grid --until 2%
    """
    check_plot(plot)
    if out is not None and seed is None:
        raise usage("--out keeps a study that can be gone on with: give it a --seed")
    base = setting_of(game, preset, changes, seats)
    try:
        variations = tuple(variation(base, text) for text in varied)
        plan = Plan(base, variations, grid, pilots_of(base, bots, all_bots), any_seed(seed), most, until, watch)
        _ = plan.variants
    except OptionError as error:
        raise usage(str(error)) from error
    folder = None if out is None else _opened(out, plan)
    try:
        found = _study(plan, workers, folder)
        facts = study_facts(found, pace)
        if folder is not None:
            folder.finish(facts)
    finally:
        if folder is not None:
            folder.close()
    if as_json:
        print_json(facts | {"command": command_of(plan)})
    else:
        _print(found, pace)
    if plot is not None:
        _draw(plot, found)


def _opened(out: Path, plan: Plan) -> Folder:
    try:
        return Folder(out, plan)
    except FolderError as error:
        raise bad_input(str(error)) from error
    except OSError as error:
        raise bad_input(f"{out}: cannot be written: {error.strerror}") from error


def _study(plan: Plan, workers: int | None, folder: Folder | None) -> Found:
    talk = talk_console()
    if not has_compiler():
        talk.print(
            "Numba is not installed: games are played step by step. Much faster: pip install 'threedown\\[fast]'"
        )
    parts = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[speed]}"))
    with Progress(*parts, console=talk, transient=True, disable=not talk.is_terminal) as bar:
        task = bar.add_task(f"compiling the rules of {plan.base.game.name} (once)", total=None, speed="")

        def tell(look: int, before: int, name: str, far: Far) -> None:
            speed = f"{far.played / far.seconds:,.0f} games/s" if far.seconds else ""
            bar.update(
                task,
                description=escape(f"look {look}: {name}"),
                total=far.there or None,
                completed=far.played,
                speed=speed,
            )

        with playing_into(folder.folder if folder is not None else None):
            return study(plan, workers, tell, folder)


def _print(found: Found, pace: float) -> None:
    out, plan = console(), found.plan
    game = plan.base.game
    out.print(
        f"[bold]{game.title}[/], {plan.base.seats} seats: {found.n:,} games of each, the same deals"
        f" (look {found.look} of at most {found.looks})\n"
    )
    ends = [measure for measure in found.measures if measure.compared and measure.precise]
    out.print(_table(found, [measure for measure in ends if _ever(found, measure)], pace))
    if never := [measure.title for measure in ends if not _ever(found, measure)]:
        out.print(f"[dim]No game of any: {', '.join(never)}.[/]")
    out.print()
    counts = [measure for measure in found.measures if measure.compared and not measure.precise]
    noted = [measure for measure in counts if plan.watched and measure.name in NOTED]
    happens = [measure for measure in noted if _ever(found, measure)]
    for several in ([measure for measure in counts if measure not in noted], happens):
        if several:
            out.print(_table(found, several))
            out.print()
    if never := [measure.title for measure in noted if measure not in happens]:
        out.print(f"[dim]In no game any: {', '.join(never)}.[/]\n")
    for sentence in sentences(found):
        out.print(f"[bold]{escape(sentence)}[/]")
    if not found.is_precise:
        out.print(f"[yellow]{found.n:,} games are not enough for --until {plan.until:.3g}: more with --most.[/]")
    out.print(
        "[dim]Below a value: its difference to the first line, of the same deals (95 % at all looks together; bold\n"
        f"where there is one among all that were compared). Minutes at {pace:g} s a turn. See docs/lab.md.[/]"
    )
    out.print(f"[dim]again: {escape(command_of(plan))}[/]", soft_wrap=True)


def _ever(found: Found, measure: Measure) -> bool:
    return any(levels[measure.name].value for levels in found.levels)


def _table(found: Found, measured: Sequence[Measure], pace: float | None = None) -> Table:
    """The variants, a line each, with these measures; with ``pace`` also what else there is to say of their length."""
    table = columns("", *(measure.title for measure in measured), *(("median", "95 %", "minutes") if pace else ()))
    for place, variant in enumerate(found.variants):
        levels = found.levels[place]
        row = [_shown(levels[each.name].value, each) + _apart(found, each.name, place) for each in measured]
        if pace:
            row += [f"{found.quantiles[place][name].value:,.0f}" for name in QUANTILES]
            row.append(f"{levels['turns'].value * pace / 60:,.0f}")
        table.add_row(f"[bold]{escape(variant.name)}[/]", *row)
    for column in table.columns:
        column.no_wrap = True
    return table


def _shown(value: float, measure: Measure) -> str:
    return f"{value:.2%}" if measure.whole else f"{value:,.4g}"


def _apart(found: Found, measure: str, place: int) -> str:
    """The difference of a variant to the base, on a line of its own."""
    if place == 0:
        return ""
    each = found.comparison(measure, 0, place)
    style = "bold" if each.holds else "dim"
    return f"\n[{style}]{_signed(each.apart, bool(each.measure.whole))}[/]"


def _signed(apart: Interval, is_share: bool) -> str:
    middle = (apart.low + apart.high) / 2
    return f"{middle:+.2%} ± {apart.half:.2%}" if is_share else f"{middle:+,.3g} ± {apart.half:,.2g}"


def _draw(plot: Path, found: Found) -> None:
    from threedown.cli.lab_plot import draw

    try:
        draw(plot, found, command_of(found.plan))
    except OSError as error:
        raise bad_input(f"{plot}: cannot be written: {error.strerror}") from error
    talk_console().print(f"[dim]drawn: {plot}[/]")


def command_of(plan: Plan) -> str:
    """The command that repeats a study."""
    base = plan.base
    parts = ["threedown lab", shlex.quote(base.game.name)]
    parts += [f"--vary {each.text}" for each in plan.variations] + ["--grid"] * plan.grid + ["--watch"] * plan.watched
    parts += [f"--set {change}" for change in changes_of(base)]
    if plan.pilots != base.game.first_level * base.seats:
        parts.append(f"--bots {shlex.quote(','.join(plan.pilots))}")
    return " ".join([*parts, f"--seats {base.seats} --until {plan.until:.6g} --most {plan.most} --seed {plan.seed}"])
