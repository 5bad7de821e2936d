"""``threedown analyse``: what decided a game, luck or choices, and which of them were mistakes."""

import itertools
import shlex
from pathlib import Path
from typing import Any

import click
from rich.markup import escape
from rich.padding import Padding

from threedown.bots.reason import player_on
from threedown.cli.common import (
    any_seed,
    columns,
    console,
    json_flag,
    language_flag,
    print_json,
    seed_flag,
    workers_flag,
)
from threedown.cli.completion import complete_levels
from threedown.cli.exits import bad_input, usage
from threedown.cli.play.replay import FILE, secret_of
from threedown.cli.progress import steps_bar, warn_without_compiler
from threedown.cli.table.drawing import narrator
from threedown.cli.table.ending import story
from threedown.cli.table.faces import Look, spelled_out
from threedown.games.levels import LevelError, policy_of
from threedown.lab.analysis.analysis import GameAnalysis, Turn, WeighedChoice
from threedown.lab.analysis.analysis import analyse as analysed
from threedown.lab.analysis.course import steps_of
from threedown.lab.analysis.verdict import account, analysis_facts, in_words_of, mistakes, number, sentences, why
from threedown.lab.analysis.worlds import Worlds
from threedown.language import counting, say
from threedown.limits import shortened
from threedown.session.narrator import Narrator
from threedown.session.record import Record, RecordError, chance_of, read_record, replay
from threedown.session.session import Session

WORLDS = 1000
MOST_WORLDS = 1 << 20
TURNING_POINTS = 5
MOST_MISTAKES = 10
LONGEST_TURN = 240


@click.command()
@FILE
@click.option("--seat", type=click.IntRange(0), metavar="S", help="Through the eyes of seat S: only what it may know.")
@click.option(
    "--worlds",
    "n",
    type=click.IntRange(16, MOST_WORLDS),
    default=WORLDS,
    show_default=True,
    metavar="N",
    help="Worlds in which every point is played on.",
)
@click.option(
    "--level",
    shell_complete=complete_levels,
    metavar="LEVEL",
    help="Who plays on at every seat (default: the level with which hints imagine).",
)
@seed_flag("Seed of the worlds: the same seed gives the same analysis (default: a fresh one, which is printed).")
@workers_flag
@language_flag
@click.option("--ascii", "in_ascii", is_flag=True, help="Letters instead of suit symbols and blocks.")
@json_flag
def analyse(
    file: Path,
    seat: int | None,
    n: int,
    level: str | None,
    seed: int | None,
    workers: int | None,
    in_ascii: bool,
    as_json: bool,
) -> None:
    """Analyse the game recorded in FILE: was it decided by luck, or by choices?

    The game is played on from each of its points in many worlds, which differ in the unknown cards and in the chance to
    come. A result is the expectation before the deal, plus luck, plus the gains and losses of one's own choices and the
    others', compared with those of LEVEL. A choice is compared with the best one in worlds that its seat could imagine.

    A game that is not over needs --seat: the others' hands stay hidden.

    \b
    threedown analyse game.3d --seed 1
    threedown analyse game.3d --seat 0 --worlds 4000
    """
    record, session = _replayed(file)
    setting = session.setting
    if seat is not None and seat >= setting.seats:
        raise usage(f"--seat {seat}: the seats are 0 to {setting.seats - 1}")
    if seat is None and not session.over:
        raise usage(f"{file}: the game is not over: give --seat S, and nothing is told that seat S may not know")
    level = level or player_on(setting)
    try:
        policy_of(setting.game, level)
        if setting.imagined_level(level) is not None:
            raise usage(f"--level {level}: it imagines itself, or comes from outside; choose one of the game's others")
    except LevelError as error:
        raise usage(f"--level: {error}") from error
    analysis = _analysed(file, record, session, level, any_seed(seed), n, seat, workers)
    command = _command(file, analysis)
    if as_json:
        print_json(analysis_facts(analysis, record.header.names) | {"command": command})
    else:
        _Shown(analysis, session, record.header.names, Look(in_ascii)).print(command)


def _replayed(file: Path) -> tuple[Record, Session]:
    """A record and the game that it leads to; ends the command if it is damaged."""
    try:
        record = read_record(file)
        session, stopped = replay(record, secret_of(file))
    except RecordError as error:
        raise bad_input(f"{file}: {error}") from error
    if stopped is not None:
        raise bad_input(f"{file}: {stopped}")
    return record, session


def _analysed(
    file: Path, record: Record, session: Session, level: str, seed: int, n: int, eyes: int | None, workers: int | None
) -> GameAnalysis:
    setting = session.setting
    warn_without_compiler()
    with steps_bar(setting.game, say("playing on from {file}", file=file.name)) as show:
        steps = steps_of(setting, chance_of(record.header, secret_of(file)), session.history)
        return analysed(steps, session, Worlds(setting, level, seed), n, eyes, workers, show)


def _command(file: Path, analysis: GameAnalysis) -> str:
    seat = "" if analysis.eyes is None else f" --seat {analysis.eyes}"
    path = shlex.quote(click.format_filename(file))
    worlds = analysis.worlds
    return f"threedown analyse {path}{seat} --worlds {analysis.n} --level {worlds.level} --seed {worlds.seed}"


class _Shown:
    """An analysis for people."""

    def __init__(self, analysis: GameAnalysis, session: Session, names: tuple[str, ...], look: Look) -> None:
        self.analysis, self.session, self.names, self.look = analysis, session, names, look
        self.setting = session.setting
        self.narrator: Narrator = narrator(self.setting.game, names, look, analysis.eyes)
        self.out = console()

    def print(self, command: str) -> None:
        analysis, out = self.analysis, self.out
        turns = say("{n} {n:turn|turns}", n=self.session.turns)
        verdict = escape(self.narrator.verdict(self.session, self.session.last_turn))
        out.print(f"[bold]{self.setting.game.title}[/], {turns}: {verdict}\n")
        out.print(self._accounts())
        out.print()
        for seat, name in enumerate(self.names):
            values = [int(turn.values[seat]) for turn in analysis.turns]
            line = story([(value,) for value in values], 0, self.look.ascii)
            span = say("{low} to {high}", low=self._value(min(values)), high=self._value(max(values)))
            out.print(f"[dim]{escape(name)}[/] {line} {span}")
        points = analysis.turning_points(TURNING_POINTS)
        worlds = counting(f"{analysis.n:,}")
        title = f"[bold]{say('Turning points')}[/]"
        out.print("\n" + (title if points else say("No single turn stands out in {n} worlds.", n=worlds)))
        for turn, seat, before in points:
            name, after = escape(self.names[seat]), self._value(turn.values[seat])
            moves = say("{name} from {low} to {high}", name=name, low=self._value(before), high=after)
            out.print(f"  {self._title(turn)}: {moves}")
            out.print(Padding(f"[dim]{escape(self._events(turn))}[/]", (0, 0, 0, 4), expand=False))
        out.print()
        told = sentences(analysis, self.names, self._words)
        reasons = [why(analysis, each, self.names) for each in mistakes(analysis)]
        for sentence, reason in itertools.zip_longest(told[:MOST_MISTAKES], reasons[:MOST_MISTAKES]):
            out.print(f"[bold]{escape(sentence)}[/]")
            if reason:
                out.print(Padding(f"[dim]{escape(reason)}[/]", (0, 0, 0, 4), expand=False))
        if len(told) > MOST_MISTAKES:
            out.print(say("{n} smaller mistakes are left out: --json lists them all.", n=len(told) - MOST_MISTAKES))
        out.print(self._meaning())
        out.print(f"[dim]{say('again: {command}', command=escape(command))}[/]", soft_wrap=True)

    def _accounts(self) -> Any:
        analysis = self.analysis
        blind = analysis.eyes is not None
        heads = [say("expected"), say("luck and the others" if blind else "luck"), say("own choices")]
        heads += [] if blind else [say("others' choices")]
        table = columns("", *heads, say("result" if analysis.over else "now"))
        for seat, name in enumerate(self.names):
            if blind and seat != analysis.eyes:
                continue
            parts = account(analysis, seat)
            cells = [
                self._number(parts["expected"]) + self._around(float(analysis.start_variance[seat])),
                self._number(parts["luck"], signed=True) + self._around(float(analysis.luck_variance[seat])),
                self._number(parts["choices"], signed=True) + self._around(analysis.variance(seat, True)),
            ]
            if not blind:
                cells.append(self._number(parts["others"], signed=True) + self._around(analysis.variance(seat, False)))
            table.add_row(f"[bold]{escape(name)}[/]", *cells, f"[bold]{self._number(parts['result'])}[/]")
        return table

    def _number(self, value: float, signed: bool = False) -> str:
        return number(self.analysis, value, signed)

    def _around(self, variance: float) -> str:
        return f" [dim]± {self._number(self.analysis.margin(variance))}[/]" if variance else ""

    def _value(self, total: int) -> str:
        return self._number(self.analysis.scaled(total))

    def _title(self, turn: Turn) -> str:
        return say("turn {n}", n=turn.turn) if turn.turn else say("the deal")

    def _events(self, turn: Turn) -> str:
        """Return the events of a turn in a sentence."""
        is_open = self.analysis.over and self.analysis.eyes is None
        events = [event for step in turn.steps for event in step.events]
        lines = (
            self.narrator.tell(event.open(self.setting) if is_open else event.shown(self.setting, self.analysis.eyes))
            for event in events
        )
        return shortened(" ".join(line.strip() for line in lines if line), LONGEST_TURN)

    def _words(self, each: WeighedChoice, place: int) -> str:
        """A choice in words, as the table's menu has it."""
        return spelled_out(in_words_of(each, place, self.names), self.look)

    def _meaning(self) -> str:
        analysis = self.analysis
        unit = say("shares of the game" if analysis.worlds.whole else "amounts at stake (in Casino War half chips)")
        text = say(
            "{n} worlds at every point, {level} at every seat; {unit}, ± 95 %. See docs/analyse.md.",
            n=counting(f"{analysis.n:,}"),
            level=escape(analysis.worlds.level),
            unit=unit,
        )
        if analysis.choices:
            text += "\n" + say(
                "Choices are measured against those of that level. A mistake is reported if the interval beside"
                " the best choice confirms it, among all choices of the game (Holm)."
            )
        return f"\n[dim]{text}[/]"
