"""A table in the terminal as plain lines: for screen readers, logs and pipes."""

import itertools
import sys
from collections.abc import Sequence

import click

from threedown.cli.screen import Look, board_lines, open_cards, tell, verdict
from threedown.cli.table import AGAIN, TO_THE_END, WHOLE_GAME, Table
from threedown.play.live import Event
from threedown.play.session import Refused
from threedown.table.layout import NOBODY

SHORT_MENU = 12
"""So many choices are printed whole; of more the first few, and the rest on request."""
EXPLAINED = 24
"""So many choices are explained at a time."""


class PlainTable(Table):
    """One line an event, commands by lines: for screen readers, logs and pipes."""

    @property
    def help(self) -> str:
        to_milestone = f"w: to the next {self.milestone}; " if self.milestone else ""
        board = "b: the board; " if hasattr(self.session.setting.game.words, "board") else ""
        return f"Enter: next turn; {to_milestone}{board}f: finish; u: undo; q: leave."

    def bot_answer(self) -> list[Event]:
        before = set(self.bots.stood_in)
        happened = super().bot_answer()
        for level, cheaper in self.bots.stood_in.items():
            if level not in before:
                click.echo(f"{level} is being compiled (once); until it is there, {cheaper} plays for it.", err=True)
        return happened

    def play(self) -> None:
        click.echo(f"{self.session.setting.game.title}: {', '.join(self.seating.names)}. {self.help}")
        if (committed := self.keeper.commitment) is not None:
            click.echo(f"The cards are committed to: SHA-256 of their secret {committed}")
        self._tell(self.events)
        while not self.session.over:
            line = self._line()
            if line in ("q", "quit"):
                return
            try:
                self._do(line)
            except Refused as error:
                click.echo(str(error))

    def _line(self) -> str:
        sys.stdout.flush()
        line = sys.stdin.readline()
        return line.strip().lower() if line else "q"

    def _do(self, line: str) -> None:
        if line in ("u", "undo"):
            self.undo()
            click.echo(f"Taken back to turn {self.session.turns}.")
            self._tell([])
        elif line in ("b", "board") and (lines := board_lines(self.session, Look(self.ascii))):
            click.echo("\n".join(text.plain.rstrip() for text in lines))
        elif self.must_pass():
            self._take_keyboard(line)
        elif self.session.pending is not None:
            self._choose(line)
        elif line in ("", "n", "next"):
            self._tell(self.step())
        elif line == "w" and self.milestone:
            self._tell(self.to_milestone())
        elif line in ("f", "finish", "r", "run"):
            self._finish()
        else:
            click.echo(f"{line!r} is not known here. {self.help}")

    def _finish(self) -> None:
        """Plays on to the end, or until a person must choose."""
        while not self.session.over and self.asked() is None:
            self._tell(self.step(WHOLE_GAME) if self.session.pending is None else self.bot_answer())

    def _choose(self, line: str) -> None:
        """An answer; an empty line takes the first choice, or lets the world's clock decide."""
        if line == "?":
            click.echo(", ".join(self.session.menu()))
        elif line.startswith("? "):
            self._explain(line[2:])
        elif line in (AGAIN, TO_THE_END) and self.repeated():
            self._tell(self.repeat(line))
        elif self.asked() is None:
            self._tell(self.bot_answer() if not line else self.answer(line))
        else:
            menu = self.session.menu()
            self._tell(self.answer(next((choice for choice in menu if choice.lower() == line), line or menu[0])))

    def _explain(self, text: str) -> None:
        """The choices with a text in them, and what there is to know about each."""
        found = [choice for choice in self.session.menu() if text in choice.lower()]
        for hint, alike in itertools.groupby(found[:EXPLAINED], self.hint):
            click.echo(f"{', '.join(alike)}{': ' if hint else ''}{hint}")
        if len(found) > EXPLAINED or not found:
            click.echo(f"{len(found)} choices have {text!r} in them.")

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
        session, menu = self.session, self.session.menu()
        name = self.seating.names[seat]
        click.echo(f"{session.setting.game.words.progress(session.table)}.")
        if seen := open_cards(session, seat):
            click.echo(f"{name} sees: {seen}.")
        first = menu if len(menu) <= SHORT_MENU else [*menu[:3], "…", menu[-1]]
        more = "" if len(menu) <= SHORT_MENU else f"; ?: all {len(menu)}"
        if hasattr(session.setting.game.words, "hint"):
            more += "; ? TEXT: what is known of those with TEXT"
        if self.repeated():
            more += f"; {AGAIN}, {TO_THE_END}: {self.repeated()}"
        click.echo(f"{name}: {self.question()} {', '.join(first)} (Enter: {menu[0]}{more}).")

    def _tell(self, events: Sequence[Event]) -> None:
        self._print(events)
        while self.bot_is_asked():
            self._print(self.bot_answer())
        if (seat := self.asked()) is not None:
            self._ask(seat)

    def _print(self, events: Sequence[Event]) -> None:
        look = Look(self.ascii)
        for event in events:
            if line := tell(self.session.setting, event, self.seating.names, look, self.viewer()):
                click.echo(line)
        if self.session.pending is not None:
            if self.session.pending.seat == NOBODY:
                click.echo(f"Choose: {', '.join(self.session.menu())} (Enter: as it comes).")
        elif events or self.session.over:
            click.echo(f"Turn {self.session.turns}: {verdict(self.session, self.events, self.seating.names, look)}")
