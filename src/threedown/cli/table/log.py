"""The log of a game, line by line, for as long as the table stands."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.text import Text

from threedown.cli.table.feed import FeedStep, Told, WaitsFor
from threedown.language import say
from threedown.session.narrator import Narrator

MOST_LINES = 1000


class Line(NamedTuple):
    """A line of the log, with the clause of the rulebook behind it, if known."""

    text: str
    style: str = ""
    clause: str = ""

    def drawn(self, ascii: bool, width: int) -> Text:
        if self.style == "rule":
            bar = "-" if ascii else "─"
            return Text(f"{bar * 3} {say(self.text)} ".ljust(max(20, min(width, 60)), bar), style="dim")
        return Text(self.text, style=self.style)


SINCE = Line("since your last turn", "rule")


class Log:
    """The lines, and how many there were after each step, so that an undo takes them back too."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._steps: list[tuple[FeedStep, int]] = []
        self._mine = False

    def hear(self, heard: FeedStep, narrator: Narrator, until: int | None = None, after: int = 0) -> None:
        """Adds what a step tells; ``after`` and ``until`` cut out a part of its events."""
        first, whole = after == 0, until is None
        if first and self._taken_back(heard):
            self.lines.append(Line(say("That is taken back."), "italic"))
        lines = self._told(heard.events[after:until], narrator)
        if first and lines and (title := self._turns(heard)):
            self.lines.append(Line(title, "rule"))
        self.lines += lines
        if whole:
            self.lines += [Line(note, "italic") for note in heard.notes]
            self._mark_since(heard)
            if heard.events or not self._steps:
                self._steps.append((heard, len(self.lines)))
        if len(self.lines) > MOST_LINES:
            self._forget(len(self.lines) - MOST_LINES)

    def note(self, text: str, style: str = "italic") -> None:
        self.lines.append(Line(text, style))

    def i_have_chosen(self) -> None:
        """The heading above the lines since my last turn."""
        self._mine = True

    def _told(self, events: Sequence[Told], narrator: Narrator) -> list[Line]:
        told = [(narrator.tell(event), event) for event in events]
        return [Line(text, _style(event), event.get("clause", "")) for text, event in told if text]

    def _turns(self, heard: FeedStep) -> str:
        """The turns that a step tells of; empty if they are those of the step before."""
        before = self._steps[-1][0].view if self._steps else None
        if heard.view is None:
            return ""
        first, last = (before.turns + 1 if before else heard.view.turns), heard.view.turns
        if first > last:
            return ""
        if last == 0:
            return say("the deal")
        return say("turn {n}", n=last) if first == last else say("turns {first} to {last}", first=first, last=last)

    def _taken_back(self, heard: FeedStep) -> bool:
        """True if a step leads back to an earlier point of the game; then its lines go."""
        if heard.events or heard.view is None or not self._steps:
            return False
        if heard.view == self._steps[-1][0].view and heard.question == self._steps[-1][0].question:
            return False
        for place in range(len(self._steps) - 1, -1, -1):
            step, lines = self._steps[place]
            if step.view == heard.view and step.question == heard.question:
                del self.lines[lines:], self._steps[place + 1 :]
                return True
        return False

    def _mark_since(self, heard: FeedStep) -> None:
        """Adds a line after my last action, before the news; it is removed if nothing follows."""
        if heard.waits is not WaitsFor.OTHERS and self.lines and self.lines[-1] == SINCE:
            self.lines.pop()
        elif self._mine and heard.waits is WaitsFor.OTHERS:
            self._mine = False
            if SINCE in self.lines:
                self.lines.remove(SINCE)
            self.lines.append(SINCE)

    def _forget(self, lines: int) -> None:
        del self.lines[:lines]
        self._steps = [(step, length - lines) for step, length in self._steps if length > lines]


def _style(event: Told) -> str:
    if event["kind"] in ("war", "battle", "knock", "blitz", "conquer", "reach", "bomb"):
        return "bold"
    return "green" if event["kind"] in ("win", "capture", "rows", "settled", "beat") else ""
