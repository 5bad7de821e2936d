"""A table in the terminal as plain lines: for screen readers, logs and pipes."""

import itertools
import sys
from collections.abc import Sequence

import click

from threedown.cli.screen import Look, board_lines, open_cards, tell, verdict
from threedown.cli.table import AGAIN, EXPLAINED, SHORT_MENU, TO_THE_END, WHOLE_GAME, Table
from threedown.play.live import Event
from threedown.play.session import Refused
from threedown.table.layout import NOBODY

LONGEST_LINE = 200


class PlainTable(Table):
    """One line an event, commands by lines: for screen readers, logs and pipes."""

    @property
    def help(self) -> str:
        to_milestone = f"w: to the next {self.milestone}; " if self.milestone else ""
        board = "b: the board; " if self.session.setting.game.words.board else ""
        return f"Enter: next turn; {to_milestone}{board}f: finish; u: undo; q: leave."

    def bot_answer(self) -> list[Event]:
        happened = super().bot_answer()
        for line in self.stand_ins():
            click.echo(line, err=True)
        return happened

    def play(self) -> None:
        click.echo(f"{self.session.setting.game.title}: {', '.join(self.seating.names)}. {self.help}")
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
        """A line, in small letters; what is no text in it is replaced, what is too long cut."""
        sys.stdout.flush()
        line = sys.stdin.readline()
        return line.strip().lower()[:LONGEST_LINE] if line else "q"

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
        """An answer or its number; an empty line takes the usual choice, or lets the world's clock decide."""
        if line == "?":
            click.echo(", ".join(self._listed()))
        elif line.startswith("? "):
            self._explain(line[2:])
        elif line in (AGAIN, TO_THE_END) and self.repeated():
            self._tell(self.repeat(line))
        elif self.asked() is None:
            self._tell(self.bot_answer() if not line else self.answer(line))
        else:
            menu = self.session.menu()
            if self._by_number() and line.isdecimal() and 1 <= int(line) <= len(menu):
                line = menu[int(line) - 1]
            self._tell(self.answer(line or self.usual()))

    def _by_number(self) -> bool:
        """Whether choices may be made by their number: they are few, and none is a number itself (``occupy 4``)."""
        menu = self.session.menu()
        return len(menu) <= SHORT_MENU and not any(choice.split()[-1].isdecimal() for choice in menu)

    def _listed(self) -> list[str]:
        menu = self.session.menu()
        return [f"{number} {choice}" for number, choice in enumerate(menu, start=1)] if self._by_number() else menu

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
        session, menu = self.session, self._listed()
        name, words = self.seating.names[seat], self.session.setting.game.words
        click.echo(f"{words.progress(session.table)}.")
        if words.holding is not None:
            holdings = enumerate(self.seating.names)
            click.echo(f"{'; '.join(f'{who}: {words.holding(session.table, at)}' for at, who in holdings)}.")
        if seen := open_cards(session, seat):
            click.echo(f"{name} sees: {seen}.")
        first = menu if len(menu) <= SHORT_MENU else [*menu[:3], "…", menu[-1]]
        more = "" if len(menu) <= SHORT_MENU else f"; ?: all {len(menu)}"
        if any(self.hint(choice) for choice in first if choice in session.menu()):
            more += "; ? TEXT: what is known of those with TEXT"
        if self.repeated():
            more += f"; {AGAIN}, {TO_THE_END}: {self.repeated()}"
        click.echo(f"{name}: {self.question()} {', '.join(first)} (Enter: {self.usual()}{more}).")

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
