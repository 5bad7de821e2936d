"""A table in the terminal as plain lines: for screen readers, logs and pipes."""

import itertools
import sys
from collections.abc import Sequence

import click

from threedown.cli.table.drawing import board_lines, open_piles, outlook_of
from threedown.cli.table.ending import in_the_end
from threedown.cli.table.faces import Look
from threedown.cli.table.keyboard_game import AGAIN, EXPLAINED, SHORT_MENU, TO_THE_END, KeyboardGame
from threedown.cli.table.plain_choices import APART, PlainChoices
from threedown.cli.table.plain_help import rules_told
from threedown.cli.table.spelling import Spelling
from threedown.games.wording import ROOMY
from threedown.language import say
from threedown.limits import LONGEST_TEXT
from threedown.session.live import Event
from threedown.session.session import Refused
from threedown.session.views import question_for
from threedown.shared.shared_game import WHOLE_GAME
from threedown.table.layout import NOBODY


class PlainTable(KeyboardGame):
    """The plain table: one line per event, and typed commands; for screen readers, logs and pipes."""

    @property
    def spelling(self) -> Spelling:
        return Spelling(self.session.setting.game, self.ascii)

    @property
    def help(self) -> str:
        milestone = self.words.milestone.one
        to_milestone = [f"w: {say(f'to the next {milestone}')}"] if milestone else []
        board = [say("b: the board")] if self.words.table.board else []
        advice = [say("!: advice")] if self.session.setting.asks_seats else []
        more = [say("?: help"), say("f: finish"), say("u: undo"), say("q: leave")]
        return "; ".join([say("Enter: next turn"), *to_milestone, *board, *advice, *more]) + "."

    def bot_answer(self) -> list[Event]:
        if notice := self.compiling():
            click.echo(notice, err=True)
        happened = super().bot_answer()
        for line in self.stand_ins():
            click.echo(line, err=True)
        return happened

    def play(self) -> None:
        click.echo(f"{self.session.setting.game.title}: {', '.join(self.seating.names)}. {self.help}")
        if len(self.seating.people) > 1 and self.session.setting.has_hands:
            click.echo(
                say(
                    "Cards that one of you has seen stay printed above, and can be scrolled back to (not without"
                    " --plain)."
                )
            )
        self._tell(self.events)
        while not self.session.over:
            line = self._line()
            if line in ("q", "quit"):
                return
            try:
                self._do(line)
            except Refused as error:
                named = list(map(self._choices().named, error.menu)) if error.menu else []
                click.echo(self.spelling.refused(str(error), named))
        view = self.shared_game.moment_for(self.viewer()).view
        click.echo(in_the_end(self.seating.names, view, view.shares))

    def _line(self) -> str:
        """Read a line in lower case; bytes that are no text are replaced, and a long line is cut."""
        sys.stdout.flush()
        line = sys.stdin.readline()
        return line.strip().lower()[:LONGEST_TEXT] if line else "q"

    def _do(self, line: str) -> None:
        if line in ("u", "undo"):
            self.undo()
            click.echo(say("Taken back to turn {n}.", n=self.session.turns))
            self._tell([])
        elif line in ("b", "board") and self.words.table.board:
            table = self.session.redacted_for(self.viewer()).table
            lines = board_lines(self.session.setting, table, Look(self.ascii, height=ROOMY))
            click.echo("\n".join(text.plain.rstrip() for text in lines))
        elif self.must_pass():
            self._take_keyboard(line)
        elif line == "!":
            click.echo(self.spelling.written(self.advice()))
        elif self.session.pending is not None:
            self._choose(line)
        elif line in ("", "n", "next"):
            self._tell(self.shared_game.go())
        elif line == "w" and self.words.milestone.kind:
            self._tell(self.shared_game.to_milestone())
        elif line in ("f", "finish", "r", "run"):
            self._finish()
        elif line == "?":
            self._help()
        else:
            click.echo(f"{say('{text} is not known here.', text=repr(line))} {self.help}")

    def _finish(self) -> None:
        """Plays on to the end, or until a person must choose."""
        while not self.session.over and self.asked() is None:
            self._tell(self.shared_game.go(WHOLE_GAME) if self.session.pending is None else self.bot_answer())

    def _choose(self, line: str) -> None:
        """An answer or its number; an empty line takes the usual choice, or lets the world's clock decide."""
        if line == "?":
            self._help()
        elif line.startswith("? "):
            self._explain(line[2:])
        elif line in (AGAIN, TO_THE_END) and self.repeated():
            self._tell(self.repeat(line))
        elif self.asked() is None:
            self._tell(self.bot_answer() if not line else self.answer(line))
        else:
            self._tell(self.answer(self._choices().meant(line) or self.usual()))

    def _choices(self) -> PlainChoices:
        """Return the legal choices of the person who is asked, or of the world."""
        session, seat = self.session, self.asked()
        question = None if seat is None else question_for(session, seat)
        table = None if seat is None else session.redacted_for(seat).table
        return PlainChoices(session.setting.game, self.menu(), question, table, self.seating.names, self.spelling)

    def _help(self) -> None:
        """Tell the effect of each choice if they are few, the commands, and the rules in short."""
        told: list[str] = []
        if self.session.pending is not None:
            choices = self._choices()
            told = choices.explained() if choices.by_number else [APART.join(choices.listed())]
        click.echo("\n".join([*told, self.help, *rules_told(self.session.setting)]))

    def _explain(self, text: str) -> None:
        """The choices with a text in them, and what there is to know about each."""
        choices, written = self._choices(), self.spelling.written
        known = {choice: f"{choice}\n{written(choice)}\n{choices.named(choice)}".lower() for choice in choices.menu}
        matching = [choice for choice, told in known.items() if text in told]
        for hint, alike in itertools.groupby(matching[:EXPLAINED], self.hint):
            named = ", ".join(map(written, alike))
            click.echo(f"{named}{': ' if hint else ''}{hint}")
        if len(matching) > EXPLAINED or not matching:
            click.echo(say("{n} choices have {text} in them.", n=len(matching), text=repr(text)))

    def _take_keyboard(self, line: str) -> None:
        """Enter says that the keyboard has changed hands; in a terminal what stood there before is wiped away."""
        if line:
            click.echo(f"{self.pass_on()}.")
            return
        self.at_keyboard = self.asked()
        click.clear()
        self._tell([])

    def _ask(self, seat: int) -> None:
        """The question to a person: what there is to know, and what to choose from."""
        if self.must_pass():
            self.at_keyboard = None
            click.echo(f"{self.pass_on()}.")
            return
        self.at_keyboard = seat
        seen, choices = self.shared_game.moment_for(seat), self._choices()
        name = self.seating.names[seat]
        click.echo(f"{seen.view.told['progress']}.")
        if holdings := seen.view.told.get("holding"):
            held = [f"{who}: {' '.join(has.split())}" for who, has in zip(self.seating.names, holdings, strict=True)]
            click.echo(f"{'; '.join(held)}.")
        if chance := outlook_of(seen.view, seat):
            click.echo(chance)
        table = self.session.redacted_for(seat).table
        if lying := open_piles(self.session.setting, seen.view, table, self.seating.names, Look(self.ascii), seat):
            you = "You see: {cards}." if len(self.seating.people) == 1 else "{name}, you see: {cards}."
            click.echo(say(you, name=name, cards="; ".join(lying)))
        for line in self._briefing(seat, choices):
            click.echo(line)
        first = choices.first()
        more = "" if "…" not in first else "; " + say("?: all {n}", n=len(choices.menu))
        if any(map(self.hint, choices.menu[:SHORT_MENU])):
            more += "; " + say("? TEXT: the known facts about choices with TEXT")
        if self.repeated():
            more += f"; {AGAIN}, {TO_THE_END}: {choices.named(self.repeated())}"
        chosen = choices.named(self.usual())
        usual = say("(Enter: {choice}).", choice=f"{chosen}{more}")
        click.echo(f"{name}: {self.question()} {APART.join(first)} {usual}")

    def _briefing(self, seat: int, choices: PlainChoices) -> list[str]:
        """Return the facts of a question and the cost of each choice, a line each."""
        question = question_for(self.session, seat, self.seating.names)
        if question is None:
            return []
        costs = [f"{choices.named(act.text)}: {act.cost}" for act in question.parts or [] if act.cost]
        known = " ".join(filter(None, (question.lead, question.rule)))
        return [self.spelling.written(line) for line in (known, *costs) if line]

    def _tell(self, events: Sequence[Event]) -> None:
        self._print(events)
        while (bot := self.bot_is_asked()) or (choice := self.forced()):
            self._print(self.bot_answer() if bot else self.answer(choice))
        if (seat := self.asked()) is not None:
            self._ask(seat)

    def _print(self, events: Sequence[Event]) -> None:
        narrator = self.narrator(Look(self.ascii))
        for event in events:
            if line := narrator.tell(event.shown(self.session.setting, narrator.seat)):
                click.echo(line)
        if self.session.pending is not None:
            if self.session.pending.seat == NOBODY:
                click.echo(say("Choose: {choices} (Enter: at random).", choices=", ".join(self.menu())))
        elif events or self.session.over:
            verdict = narrator.verdict(self.session, self.events)
            click.echo(f"{say('Turn {n}', n=self.session.turns)}: {verdict}")
        if self.game_clock is not None and not self.session.over and (news := self.game_clock.news()):
            click.echo(news)
