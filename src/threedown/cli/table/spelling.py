"""The spelling of choices in plain lines: cards and states by the names that the events give them."""

import re
from collections.abc import Mapping, Sequence

from threedown.cli.table.faces import Look, spelled_out
from threedown.cli.table.keyboard_game import SHORT_MENU
from threedown.games.declare import Game
from threedown.language import say

AROUND = r"(?<![\w-])(?:{})(?![\w-])"
"""A pattern of whole names."""
ILLEGAL = re.compile(r"(.+) isn't a legal choice here\.", re.DOTALL)
"""The reason why a session refuses what is no choice: it begins with what was typed."""


class Spelling:
    """The names of one game, written for a person and read back from what a person types."""

    def __init__(self, game: Game, in_ascii: bool) -> None:
        self._look = Look(in_ascii)
        self._titles = {code: say(title) for code, title in game.words.table.titles.items()}
        lowered = {title.lower(): code.lower() for code, title in self._titles.items()}
        self._codes = {re.sub("^an? ", "", title): code for title, code in lowered.items()} | lowered

    def written(self, text: str) -> str:
        """Return a notation with its cards and states by name: ``play a Passing Touchdown``, ``discard J♠``."""
        return spelled_out(_replaced(text, self._titles), self._look)

    def read(self, line: str) -> str:
        """Return a line in lower case, with names as the notation has them."""
        return _replaced(line.lower(), self._codes)

    def listed(self, menu: Sequence[str]) -> list[str]:
        """Return the choices if they are few; of many the first three and the last."""
        shown = menu if len(menu) <= SHORT_MENU else [*menu[:3], "…", menu[-1]]
        return [self.written(choice) for choice in shown]

    def refused(self, reason: str, menu: Sequence[str]) -> str:
        """Return a refusal with the choices that are allowed."""
        illegal = ILLEGAL.fullmatch(reason)
        said = say("{text} isn't a legal choice here.", text=illegal[1]) if illegal else say(reason)
        return f"{said.removesuffix('.')}: {'; '.join(self.listed(menu))}" if menu else said


def _replaced(text: str, names: Mapping[str, str]) -> str:
    if not names:
        return text
    longest_first = sorted(names, key=len, reverse=True)
    return re.sub(AROUND.format("|".join(map(re.escape, longest_first))), lambda found: names[found[0]], text)
