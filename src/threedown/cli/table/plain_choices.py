"""The choices of a question in plain lines: in words, by number where they are few, and read back as typed."""

from collections.abc import Sequence

from threedown.cli.table.keyboard_game import SHORT_MENU
from threedown.cli.table.spelling import Spelling
from threedown.games.declare import Game
from threedown.games.words import menu_line
from threedown.session.views import Question
from threedown.table.layout import NOBODY, Table

APART = "; "
"""Between two choices in a line: some have a comma in them."""


class PlainChoices:
    """The legal choices of a question, each with its sentence; without a question or table, in notation."""

    def __init__(
        self,
        game: Game,
        menu: Sequence[str],
        question: Question | None,
        table: Table | None,
        names: Sequence[str],
        spelling: Spelling,
    ) -> None:
        self.menu, self._spelling = menu, spelling
        sentences: dict[str, str] = {}
        if question is not None and table is not None:
            seat = NOBODY if question.seat is None else question.seat
            for act in question.parts or ():
                sentences[act.text] = spelling.written(menu_line(game, table, seat, act, names))
        told = [sentences.get(choice) for choice in menu]
        self._named = {
            choice: said if said and told.count(said) == 1 else spelling.written(choice)
            for choice, said in zip(menu, told, strict=True)
        }
        self._read = {said.lower(): choice for choice, said in self._named.items()}

    @property
    def by_number(self) -> bool:
        """True if choices may be made by their number: they are few, and none is a number itself (``occupy 4``)."""
        return len(self.menu) <= SHORT_MENU and not any(choice.split()[-1].isdecimal() for choice in self.menu)

    def named(self, choice: str) -> str:
        """Return a choice in words."""
        return self._named.get(choice) or self._spelling.written(choice)

    def listed(self) -> list[str]:
        """Return all choices in words, by number if they are few."""
        named = list(map(self.named, self.menu))
        return [f"{number} {said}" for number, said in enumerate(named, start=1)] if self.by_number else named

    def first(self) -> list[str]:
        """Return the choices if they are few; of many the first three and the last."""
        listed = self.listed()
        return listed if len(listed) <= SHORT_MENU else [*listed[:3], "…", listed[-1]]

    def explained(self) -> list[str]:
        """Return a line for each choice: its notation, and what it does."""
        written = self._spelling.written
        return [f"{written(choice)}: {self.named(choice)}" for choice in self.menu]

    def meant(self, line: str) -> str:
        """Return the choice that a line means by its number or in words; the line in notation if it means none."""
        if self.by_number and line.isdecimal() and 1 <= int(line) <= len(self.menu):
            return self.menu[int(line) - 1]
        return self._read.get(line.lower()) or self._spelling.read(line)
