"""The log of a game, line by line, for as long as the table stands."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from rich.text import Text

from threedown.cli.table.faces import unbroken
from threedown.cli.table.feed import FeedStep, Told, WaitsFor
from threedown.language import say
from threedown.session.narrator import Narrator

MOST_LINES = 1000
DETAIL = "    "
"""The indent of the lines below a summary."""


class Line(NamedTuple):
    """A line of the log, with the clause of the rulebook behind it, if known."""

    text: str
    style: str = ""
    clause: str = ""
    details: tuple["Line", ...] = ()
    """The lines that this one summarizes."""
    is_open: bool = False

    def drawn(self, ascii: bool, width: int) -> Text:
        if self.style == "rule":
            bar = "-" if ascii else "─"
            return Text(f"{bar * 3} {say(self.text)} ".ljust(max(20, min(width, 60)), bar), style="dim")
        sign = ("- " if self.is_open else "+ ") if self.details else ""
        return Text(sign + unbroken(self.text), style=self.style)


class Fold:
    """A turn of another seat in one line, with the lines that it summarizes."""

    def __init__(self, before: Any, place: int) -> None:
        self.before, self.place = before, place
        self.length = 0
        """The lines that the log has of it."""
        self.events: list[Told] = []
        self.details: list[Line] = []


SINCE = Line("since your last turn", "rule")


class Log:
    """The lines, and how many there were after each step, so that an undo takes them back too."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self._steps: list[tuple[FeedStep, int]] = []
        self._mine = False
        """True from my choice until its step is heard."""
        self._news: int | None = None
        """The first line after my last action, while no heading stands above it."""
        self._fold: Fold | None = None

    @property
    def rows(self) -> list[Line]:
        """Return the lines as drawn: an open summary is followed by its lines."""
        rows: list[Line] = []
        for line in self.lines:
            rows.append(line)
            if line.is_open:
                rows += [each._replace(text=DETAIL + each.text) for each in line.details]
        return rows

    def turn_over(self, row: int) -> bool:
        """Open or close the summary at a row; False if the row isn't a summary."""
        for place, line in enumerate(self.lines):
            if row <= 0:
                if row == 0 and line.details:
                    self.lines[place] = line._replace(is_open=not line.is_open)
                    return True
                return False
            row -= 1 + len(line.details) * line.is_open
        return False

    def hear(self, heard: FeedStep, narrator: Narrator, until: int | None = None, after: int = 0) -> None:
        """Adds what a step tells; ``after`` and ``until`` cut out a part of its events."""
        first, whole = after == 0, until is None
        is_forced = self.lines[-1:] == [SINCE] and _is_of(narrator.seat, heard.events)
        if first and self._taken_back(heard):
            self.lines.append(Line(say("That is taken back."), "italic"))
        title = self._turns(heard) if first else ""
        for event in heard.events[after:until]:
            is_folded = self._folded(event, narrator)
            line = None if is_folded else _told(event, narrator)
            if title and line is not None:
                self.lines.append(Line(title, "rule"))
            if is_folded or line is not None:
                title = ""
            if line is not None:
                self.lines.append(line)
        if whole:
            self.lines += [Line(note, "italic") for note in heard.notes]
            self._mark_since(heard, is_forced)
            if heard.events or not self._steps:
                self._steps.append((heard, len(self.lines)))
        if len(self.lines) > MOST_LINES:
            self._forget(len(self.lines) - MOST_LINES)

    def note(self, text: str, style: str = "italic") -> None:
        self.lines.append(Line(text, style))

    def forget_note(self, text: str) -> None:
        """Take back the last note with this text, if it is there."""
        places = [place for place, line in enumerate(self.lines) if line.text == text and line.style == "italic"]
        if places:
            self._remove(places[-1])

    def i_have_chosen(self) -> None:
        """Note that the next step is my action: a heading follows it if others act then."""
        self._mine = True

    def _folded(self, event: Told, narrator: Narrator) -> bool:
        """Add an event to the one line of another seat's turn, if it belongs to such a turn."""
        digest, fold = narrator.game.words.narration.digest, self._fold
        if digest is None:
            return False
        if event["kind"] in digest.begins:
            table = self._steps[-1][0].table if self._steps else None
            before = None if table is None or digest.before is None else digest.before(table)
            is_other = event.get("seat") != narrator.seat
            fold = self._fold = Fold(before, len(self.lines)) if is_other else None
        elif event["kind"] not in digest.within:
            return False
        if fold is None:
            return False
        fold.events.append(event)
        if line := _told(event, narrator):
            fold.details.append(line)
        told = narrator.digest(fold.before, fold.events)
        standing = self.lines[fold.place : fold.place + fold.length]
        is_open = any(line.is_open for line in standing)
        lines = [Line(told.text, details=tuple(fold.details), is_open=is_open)] if told else fold.details
        self.lines[fold.place : fold.place + fold.length] = lines
        fold.length = len(lines)
        return True

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
                self._fold = self._news = None
                return True
        return False

    def _mark_since(self, heard: FeedStep, is_forced: bool) -> None:
        """Add a heading after my last action, above the news; it is removed if nothing follows."""
        if is_forced:
            self._remove(self.lines.index(SINCE))
            self._mine = True
        if self._mine:
            self._mine, self._news = False, len(self.lines)
        if heard.waits is not WaitsFor.OTHERS and self.lines[-1:] == [SINCE]:
            self.lines.pop()
        elif heard.waits is WaitsFor.OTHERS and self._news is not None:
            if SINCE in self.lines:
                self._remove(self.lines.index(SINCE))
            self._insert_since(self._news)
            self._news = None

    def _insert_since(self, place: int) -> None:
        self.lines.insert(place, SINCE)
        self._steps = [(step, length + (length > place)) for step, length in self._steps]
        if self._fold is not None and place <= self._fold.place:
            self._fold.place += 1

    def _remove(self, place: int) -> None:
        del self.lines[place]
        self._steps = [(step, length - (length > place)) for step, length in self._steps]
        if self._fold is not None and place < self._fold.place:
            self._fold.place -= 1
        if self._news is not None and place < self._news:
            self._news -= 1

    def _forget(self, lines: int) -> None:
        del self.lines[:lines]
        if self._fold is not None:
            self._fold.place -= lines
        self._steps = [(step, length - lines) for step, length in self._steps if length > lines]
        if self._news is not None:
            self._news = max(0, self._news - lines)


def _is_of(seat: int | None, events: Sequence[Told]) -> bool:
    """Return True if all events that have a seat have this one, as those of a forced choice, which plays itself."""
    return {event["seat"] for event in events if "seat" in event} == {seat}


def _told(event: Told, narrator: Narrator) -> Line | None:
    text = narrator.tell(event)
    return Line(text, _style(event), event.get("clause", "")) if text else None


def _style(event: Told) -> str:
    if event["kind"] in ("war", "battle", "knock", "blitz", "conquer", "reach", "bomb"):
        return "bold"
    return "green" if event["kind"] in ("win", "capture", "rows", "settled", "beat") else ""
