"""``threedown lab``: measure the effect of a rule by playing the same deals with and without it."""

from pathlib import Path

import click

from threedown.bots.ladder import LadderError, ladder_levels
from threedown.bulk.worker_pool import WorkerPool
from threedown.cli.common import (
    any_seed,
    bot_flags,
    json_flag,
    most_flag,
    playing_into,
    pool_flags,
    pool_of,
    print_json,
    rule_flags,
    seed_flag,
    setting_of,
)
from threedown.cli.completion import complete_games, complete_options
from threedown.cli.design.lab_report import print_result
from threedown.cli.exits import bad_input, usage
from threedown.cli.play.seating import pilots_of
from threedown.cli.plots import Plot, plot_flags, write_plot
from threedown.cli.progress import games_bar, steps_bar, warn_without_compiler
from threedown.durable import FolderError
from threedown.games.game_options import OptionError
from threedown.games.setting import Setting
from threedown.lab.analysis.choices import Choices, choices_of
from threedown.lab.analysis.decomposition import ResultShares, shares_of, usual_levels
from threedown.lab.seeing import has_seeing_level, with_seeing_levels
from threedown.lab.study.command import command_of
from threedown.lab.study.facts import study_facts
from threedown.lab.study.folder import StudyFolder
from threedown.lab.study.plan import variation
from threedown.lab.study.study import StudyPlan, StudyResult, study

MOST = 512_000
UNTIL = "1%"
PACE = 1.0
BEST = "best"


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
    metavar="KEY=A,B,C|LOW..HIGH",
    shell_complete=complete_options,
    help="An option and its values (KEY alone: all of them); may be repeated. Without it: the game as it is.",
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
@most_flag(MOST, of="each variant", least=2)
@click.option(
    "--pace",
    type=click.FloatRange(0, min_open=True),
    default=PACE,
    show_default=True,
    metavar="SECONDS",
    help="What an event (a card turned up, dealt, taken) takes at a table, for the minutes.",
)
@seed_flag("Seed of the games: the same seed gives the same numbers (default: a fresh one, which is printed).")
@pool_flags
@click.option("--watch", is_flag=True, help="Track turn by turn who leads: lead changes, comebacks, dead turns.")
@click.option(
    "--luck", is_flag=True, help="Play every deal twice, with different chance, to measure how much the deal decides."
)
@click.option(
    "--skill",
    is_flag=False,
    flag_value=BEST,
    metavar="[BETTER,WEAKER]",
    help="How often one bot of a level wins among others of a weaker one, at every seat in turn"
    " (nothing named: the best that does not imagine, and the weakest). In Champz sees_hands and sees_all can be named:"
    " they see the cards.",
)
@click.option(
    "--choices",
    type=click.IntRange(2, 10_000),
    metavar="GAMES",
    help="Weigh the choices of this many games, on this machine: how many a game has, and how many matter.",
)
@click.option(
    "--chance",
    type=click.IntRange(2, 100_000),
    metavar="GAMES",
    help="Split the result of this many games, on this machine, into the parts of chance and of choices. Each choice is"
    " made by one of two levels, drawn by lot: those of --skill (nothing named: as there).",
)
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Keep the sums in DIR, to go on with.")
@plot_flags
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
    on: str | None,
    watch: bool,
    luck: bool,
    skill: str | None,
    choices: int | None,
    chance: int | None,
    out: Path | None,
    plot: Plot | None,
    as_json: bool,
) -> None:
    """Measure the effect of a house rule of GAME.

    Play the same deals with the preset's rules and with others, and compare them game by game. The study looks after
    1,000 games, then after twice as many, ten times at most, and stops when every difference in length, draws and the
    first seat's wins is known to --until. All intervals are 95 % at all looks together; a difference is reported only
    if it holds among all comparisons (Holm).

    \b
    threedown lab war --vary face_down=0..4 --seed 1
    threedown lab war --vary face_down=1,3 --vary short --grid --until 2%
    """
    if out is not None and seed is None:
        raise usage("--out keeps a study that can be gone on with: give it a --seed")
    base = setting_of(game, preset, changes, seats)
    if has_seeing_level(base, skill):
        base = with_seeing_levels(base)
    try:
        variations = tuple(variation(base, text) for text in varied)
        seated, paired = pilots_of(base, bots, all_bots), _paired(base, skill)
        plan = StudyPlan(base, variations, grid, seated, any_seed(seed), most, until, watch, luck, paired)
        _ = plan.variants
    except OptionError as error:
        raise usage(str(error)) from error
    if luck and base.seats == 1:
        raise usage("--luck: a setting for one player needs --seats")
    level = _level(base, seated) if choices else ""
    pool = pool_of(workers, on)
    folder = None if out is None else _opened(out, plan)
    try:
        result = _study(plan, pool, folder)
        weighed = [_weighed(each.setting, level, plan.seed, choices, workers) for each in result.variants if choices]
        shares = [_shares(each.setting, paired, plan.seed, chance, workers) for each in result.variants if chance]
        facts = study_facts(result, pace, weighed, shares)
        if folder is not None:
            folder.finish(facts)
    finally:
        if folder is not None:
            folder.close()
    if as_json:
        print_json(facts | {"command": command_of(plan, weighed, shares)})
    else:
        print_result(result, pace, weighed, shares)
    if plot is not None:
        _draw(plot, result, command_of(plan, weighed, shares))


def _paired(base: Setting, given: str | None) -> tuple[str, ...]:
    """Return the two levels of ``--skill``, the better one first; nothing without it."""
    if given is None:
        return ()
    if base.seats == 1:
        raise usage("--skill: nobody sits there to be beaten: give --seats")
    able = [level for level in base.game.bots.LADDER if base.imagined_level(level) is None]
    levels = (able[-1], able[0]) if given == BEST and able else tuple(part.strip() for part in given.split(","))
    if given == BEST and (len(set(levels)) < 2 or not base.asks_seats):
        raise usage(f"--skill: in {base.game.name} there is nothing to choose, or no level that is better at it")
    if len(levels) != 2:
        raise usage(f"--skill {given}: name two levels, the better one first, as in --skill keen,simple")
    try:
        ladder_levels(base.game, levels)
    except LadderError as error:
        raise usage(f"--skill {given}: {error}") from error
    return levels


def _level(base: Setting, seated: tuple[str, ...]) -> str:
    """The level that plays the games of ``--choices``, and on from their choices."""
    if len(set(seated)) > 1 or base.imagined_level(seated[0]) is not None:
        raise usage("--choices: the same level plays at every seat, one of the game's own that does not imagine")
    return seated[0]


def _weighed(setting: Setting, level: str, seed: int, games: int, workers: int | None) -> Choices:
    with steps_bar(setting.game, "weighing choices") as show:
        return choices_of(setting, level, seed, games, workers, show)


def _shares(setting: Setting, paired: tuple[str, ...], seed: int, games: int, workers: int | None) -> ResultShares:
    with steps_bar(setting.game, "splitting results") as show:
        return shares_of(setting, paired or usual_levels(setting), seed, games, workers, show)


def _opened(out: Path, plan: StudyPlan) -> StudyFolder:
    try:
        return StudyFolder(out, plan)
    except FolderError as error:
        raise bad_input(str(error)) from error
    except OSError as error:
        raise bad_input(f"{out}: cannot be written: {error.strerror}") from error


def _study(plan: StudyPlan, pool: WorkerPool, folder: StudyFolder | None) -> StudyResult:
    warn_without_compiler()
    with games_bar(plan.base.game) as show, playing_into(folder.folder if folder is not None else None):
        return study(plan, pool, lambda look, run: show(f"look {look}", run), folder)


def _draw(plot: Plot, result: StudyResult, command: str) -> None:
    from threedown.cli.design.lab_plot import draw

    write_plot(plot, lambda: draw(plot, result, command))
