"""The report of a study, for people."""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from threedown.cli.common import columns, console, print_citation
from threedown.lab.analysis.choices import Choices
from threedown.lab.analysis.decomposition import ResultShares
from threedown.lab.intervals import ERROR, Interval
from threedown.lab.study.command import command_of
from threedown.lab.study.facts import choice_comparisons, minutes
from threedown.lab.study.measures import LUCK, Measure
from threedown.lab.study.sentence import figures, sentences
from threedown.lab.study.study import QUANTILES, StudyResult
from threedown.lab.study.watched import NOTED

DECIDES = (LUCK.name, "skill")
"""The measures that say what decides a game."""
MOST_NAME = 24
"""The width in columns at which a variant's name is broken into lines."""


def print_result(result: StudyResult, pace: float, weighed: Sequence[Choices], shares: Sequence[ResultShares]) -> None:
    """Prints tables, sentences, and the command that finds it again."""
    out, plan = console(), result.plan
    game, varied = plan.base.game, bool(plan.variations)
    seats = "1 seat" if plan.base.seats == 1 else f"{plan.base.seats} seats"
    played = f"{result.n:,} games of each, the same deals" if varied else f"{result.n:,} games"
    out.print(f"[bold]{game.title}[/], {seats}: {played} (look {result.look} of at most {result.looks})")
    print_citation(out, plan.base)
    out.print()
    decided = [measure for measure in result.measures if measure.name in DECIDES]
    ends = [each for each in result.measures if each.compared and each.precise and each not in decided]
    out.print(_table(result, [measure for measure in ends if _occurs(result, measure)], pace))
    if never := [measure.title for measure in ends if not _occurs(result, measure)]:
        out.print(f"[dim]No game of any: {', '.join(never)}.[/]")
    out.print()
    if decided:
        out.print(_table(result, decided))
        out.print(f"[dim]{_meaning(result)}[/]\n")
    if weighed:
        _print_choices(out, result, weighed)
    if shares:
        _print_shares(out, result, shares)
    counts = [measure for measure in result.measures if measure.compared and not measure.precise]
    noted = [measure for measure in counts if plan.watched and measure.name in NOTED]
    for several in ([measure for measure in counts if measure not in noted], noted):
        for table in _tables(result, [measure for measure in several if _occurs(result, measure)], out):
            out.print(table)
            out.print()
    if never := [measure.title for measure in counts if not _occurs(result, measure)]:
        out.print(f"[dim]In no game any: {', '.join(never)}.[/]\n")
    for sentence in sentences(result) if varied else ():
        out.print(f"[bold]{escape(sentence)}[/]")
    if not result.is_precise:
        out.print(
            f"[yellow]{result.n:,} games are not enough for --until {100 * plan.until:.3g}%: more with --most.[/]"
        )
    below = (
        "Below a value: its difference to the first line, of the same deals (95 % at all looks together; bold"
        " where there is one, corrected for all comparisons)."
        if varied
        else "Below a value: half its interval (95 % at all looks together)."
    )
    out.print(f"[dim]{below} Minutes at {pace:g} s an event. See docs/lab.md.[/]")
    out.print(f"[dim]again: {escape(command_of(plan, weighed, shares))}[/]", soft_wrap=True)


def _meaning(result: StudyResult) -> str:
    """Explain the measures of luck, skill and choices."""
    plan, lines = result.plan, []
    if plan.luck:
        lines.append("Luck of the deal: the share of the result that is settled once the cards are dealt.")
    if plan.skill:
        better, weaker = plan.skill
        lines.append(f"{better} wins: one among {weaker}, at every seat in turn; even is {1 / plan.base.seats:.1%}.")
    return "\n".join(lines)


def _print_choices(out: Console, result: StudyResult, weighed: Sequence[Choices]) -> None:
    if not any(each.weighed for each in weighed):
        out.print("[dim]Nobody has anything to choose.[/]\n")
        return
    table = columns("", "choices a game", "that matter", "missed")
    compared: list[dict[str, Interval]] = [{}, *choice_comparisons(weighed)]
    for variant, each, difference in zip(result.variants, weighed, compared, strict=True):
        a_game = f"{figures(each.a_game.value, 4)} ± {figures(each.a_game.half, 2)}"
        cells = [a_game, *map(_span, (each.matter, each.missed))]
        for place, (name, value) in enumerate(difference.items()):
            cells[place] += _below(value, name != "a_game", value.p < ERROR)
        table.add_row(f"[bold]{escape(variant.name)}[/]", *cells)
    _narrow(table)
    out.print(table)
    each = weighed[0]
    out.print(
        f"[dim]Of each {each.weighed:,} choices in {len(each.games):,} games of {each.level} were weighed, in"
        f" {each.worlds:,} worlds. They matter if the best"
        f" is surely better than the worst; {each.level} misses it if"
        f" the best is surely better than what it chose.[/]\n"
    )


def _print_shares(out: Console, result: StudyResult, shares: Sequence[ResultShares]) -> None:
    table = columns("", "chance", "of it the deal", "choices")
    for variant, each in zip(result.variants, shares, strict=True):
        table.add_row(f"[bold]{escape(variant.name)}[/]", *map(_span, (each.chance, each.deal, each.choices)))
    _narrow(table)
    out.print(table)
    each = shares[0]
    answered = f"Each question is answered by {' or '.join(each.levels)}, drawn by lot."
    out.print(
        f"[dim]What decides the result, from {each.games:,} games:"
        f" {answered if result.plan.base.asks_seats else 'nobody has anything to choose.'} See docs/luck.md.[/]\n"
    )


def _span(share: Interval) -> str:
    return f"{share.value:.0%} ({share.low:.1%} to {share.high:.1%})"


def _occurs(result: StudyResult, measure: Measure) -> bool:
    return any(levels[measure.name].value for levels in result.levels)


def _tables(result: StudyResult, measured: Sequence[Measure], out: Console) -> Iterator[Table]:
    """As many tables as are needed for all these measures."""
    rest = list(measured)
    while rest:
        fit = 1
        while fit < len(rest) and _width(_table(result, rest[: fit + 1]), out) <= out.width:
            fit += 1
        yield _table(result, rest[:fit])
        rest = rest[fit:]


def _width(table: Table, out: Console) -> int:
    """The columns that a table takes without cutting."""
    return out.measure(table, options=out.options.update(max_width=1000)).maximum


def _table(result: StudyResult, measured: Sequence[Measure], pace: float | None = None) -> Table:
    """The variants, a line each, with these measures; with ``pace`` also what else there is to say of their length."""
    table = columns("", *(measure.title for measure in measured), *(("median", "95 %", "minutes") if pace else ()))
    for place, variant in enumerate(result.variants):
        levels = result.levels[place]
        row = [_shown(levels[each.name].value, each) + _difference(result, each.name, place) for each in measured]
        if pace:
            row += [f"{result.quantiles[place][name].value:,.0f}" for name in QUANTILES]
            row.append(f"{minutes(result, place, pace).value:,.3g}")
        table.add_row(f"[bold]{escape(variant.name)}[/]", *row)
    return _narrow(table)


def _narrow(table: Table) -> Table:
    """Breaks into lines the names of variants, and nothing else."""
    for column in table.columns[1:]:
        column.no_wrap = True
    table.columns[0].max_width = MOST_NAME
    return table


def _shown(value: float, measure: Measure) -> str:
    return f"{value:.2%}" if measure.whole else f"{value:,.4g}"


def _difference(result: StudyResult, measure: str, place: int) -> str:
    """Return a variant's difference to the base on its own line; if nothing varies, half the interval."""
    if not result.plan.variations:
        level, whole = result.levels[0][measure], next(each.whole for each in result.measures if each.name == measure)
        return f"\n[dim]± {level.half:.2%}[/]" if whole else f"\n[dim]± {figures(level.half, 2)}[/]"
    if place == 0:
        return ""
    each = result.comparison(measure, 0, place)
    return _below(each.difference, bool(each.measure.whole), each.holds)


def _below(difference: Interval, is_share: bool, holds: bool) -> str:
    """Return a difference on its own line."""
    return f"\n[{'bold' if holds else 'dim'}]{_signed(difference, is_share)}[/]"


def _signed(difference: Interval, is_share: bool) -> str:
    middle = (difference.low + difference.high) / 2
    return (
        f"{middle:+.2%} ± {difference.half:.2%}"
        if is_share
        else f"{figures(middle, 3, '+')} ± {figures(difference.half, 2)}"
    )
