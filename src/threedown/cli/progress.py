"""Progress bars on standard error, while people watch."""

import contextlib
from collections.abc import Callable, Iterator

from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from threedown.bulk.run_spec import has_compiler
from threedown.bulk.worker_pool import RunProgress
from threedown.cli.common import talk
from threedown.games.declare import Game
from threedown.language import say


def warn_without_compiler() -> None:
    """Say that games take longer, if there is no compiler."""
    if not has_compiler():
        talk().print(
            say("Numba is not installed: games are played step by step. Much faster: pip install 'threedown\\[fast]'")
        )


@contextlib.contextmanager
def games_bar(game: Game) -> Iterator[Callable[[str, RunProgress], None]]:
    """Show the progress of many games; yield the function to call with a label and a run's progress."""
    out = talk()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as bar:
        task = bar.add_task(_compiling(game), total=None, speed="")

        def show(label: str, run: RunProgress) -> None:
            bar.update(task, description=escape(label), total=run.total, completed=run.done, speed=_speed(run))

        yield show


@contextlib.contextmanager
def steps_bar(game: Game, label: str) -> Iterator[Callable[[int, int], None]]:
    """Show the progress of some work on a game; yield the function to call with the steps done and their number."""
    out = talk()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as bar:
        task = bar.add_task(_compiling(game), total=None)
        yield lambda done, of: bar.update(task, description=escape(label), total=of, completed=done)


def _compiling(game: Game) -> str:
    return say("compiling the rules of {game} (once)", game=game.name)


def _speed(run: RunProgress) -> str:
    if not run.workers:
        return "waiting for workers"
    return f"{run.played / run.seconds:,.0f} games/s" if run.seconds else ""
