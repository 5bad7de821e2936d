"""A menu as it is picked from: what is typed narrows it, a step goes deeper, Esc goes back."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from threedown.cli.table.feed import FeedStep
from threedown.cli.table.steps import AT_ONCE, Entry, Option, by_number, matching, menu_of, shared_parts
from threedown.games.declare import Game
from threedown.games.wording import Act
from threedown.games.words import called, menu_line
from threedown.language import say
from threedown.table.layout import NOBODY

AGAIN, TO_THE_END = "again ", "to the end "
"""The opening of a line that repeats the last choice: once, or until it is no longer possible."""


class Extra(NamedTuple):
    """A line above the choices that isn't one of them."""

    label: str
    does: str


class Menu:
    """The entries of a menu: choices (``options``), above them lines for other actions."""

    def __init__(
        self,
        title: str,
        options: Sequence[Option],
        extras: Sequence[Extra] = (),
        usual: str = "",
        worded: Callable[[Act], str] = called,
        briefing: str = "",
        against: Mapping[Option, str] | None = None,
    ) -> None:
        """``briefing`` are the facts of the question, ``against`` the reasons why cards or states can't be chosen."""
        self.title, self.extras, self.usual, self._worded = title, tuple(extras), usual, worded
        self.briefing, self._against = briefing, against or {}
        self._steps: list[tuple[str, Sequence[Option]]] = [("", options)]
        self.typed = ""
        self.picked = 0
        self._open()

    def _open(self) -> None:
        """Shows the step that one is at, with the usual choice picked; after typing the best."""
        within = matching(self._steps[-1][1], self.typed)
        self.entries = menu_of(within, self._worded)
        wanted = " ".join(self.typed.lower().split())
        if wanted and within and wanted in (within[0].text.lower(), within[0].text.lower().partition(" ")[2]):
            self.entries = [within[0].entry, *menu_of(within[1:], self._worded)]
        if not self.typed and len(self._steps) == 1:
            self.entries = [*(Entry(extra.label, (extra.does,)) for extra in self.extras), *self.entries]
        self.picked = 0 if self.typed or self._extra(0) else self._usual_place(within)

    def _usual_place(self, within: Sequence[Option]) -> int:
        """The line of the usual choice; among numbers of tanks or dice, in a later step, that of the largest."""
        if len(self._steps) > 1 and all(option.act.states and option.act.number is not None for option in within):
            return max(range(len(self.entries)), key=lambda place: within[place].act.number or 0)
        return next((place for place, entry in enumerate(self.entries) if self.usual in entry.choices), 0)

    def _extra(self, place: int) -> bool:
        return bool(self.entries) and not self.typed and len(self._steps) == 1 and place < len(self.extras)

    @property
    def where(self) -> str:
        """The current step in words; empty at the first."""
        return self._steps[-1][0]

    @property
    def reason(self) -> str:
        """The reason why a card or state that is typed can't be chosen; empty while a choice fits."""
        aimed_first = sorted(self._against, key=lambda option: option.text.startswith(">") is not bool(self.where))
        found = [] if self.entries else matching(aimed_first, self.typed)
        return self._against[found[0]] if found else ""

    @property
    def digits(self) -> bool:
        """True if a digit picks a line."""
        return by_number(self.entries)

    @property
    def picked_choice(self) -> str:
        """Return the picked line's choice; of several choices the first."""
        return self.entries[self.picked].choices[0]

    @property
    def picked_parts(self) -> Sequence[str]:
        """Return the states and cards that all choices of the picked line are about."""
        texts = self.entries[self.picked].choices if self.entries else ()
        if self._extra(self.picked):
            texts = (texts[0].removeprefix(AGAIN).removeprefix(TO_THE_END),)
        acts = [option.act for option in self._steps[-1][1] if option.text in texts]
        shared = shared_parts(acts) if acts else Act("")
        return (*shared.states, *shared.cards)

    def move(self, lines: int) -> None:
        self.picked = max(0, min(self.picked + lines, len(self.entries) - 1))

    def type(self, text: str) -> None:
        """Add a typed character, or delete one (an empty text)."""
        self.typed = self.typed + text if text else self.typed[:-1]
        self._open()

    def back(self) -> bool:
        """Takes back what is typed, or the last step; False if there is nothing of the kind."""
        if self.typed:
            self.typed = ""
        elif len(self._steps) > 1:
            self._steps.pop()
        else:
            return False
        self._open()
        return True

    def pick(self, place: int | None = None) -> str | None:
        """Takes a line (None: the selected one) and returns its choice, or None if it leads a step deeper."""
        place = self.picked if place is None else place
        if not 0 <= place < len(self.entries):
            return None
        entry = self.entries[place]
        if not entry.is_step:
            return entry.choices[0]
        within = [option for option in self._steps[-1][1] if option.text in entry.choices]
        self._steps.append((entry.label, within))
        self.typed = ""
        self._open()
        return None

    def digit(self, figure: str) -> int | None:
        """Return the line that a digit picks; None if the digit counts as typed text."""
        place = int(figure) - 1
        return place if self.digits and 0 <= place < min(AT_ONCE, len(self.entries)) else None


def plain_menu(title: str, lines: Sequence[tuple[str, str]]) -> Menu:
    """A menu of a few lines: (what it does, what it says)."""
    return Menu(title, [Option(does, label, Act(does)) for does, label in lines])


def menu_of_question(heard: FeedStep, game: Game, names: Sequence[str], written: Callable[[str], str]) -> Menu:
    """The menu for what is asked: choices in words, cards as they are ``written`` here."""
    question, table = heard.question, heard.table
    assert question is not None
    assert table is not None
    seat = NOBODY if question.seat is None else question.seat

    def worded(act: Act) -> str:
        return written(menu_line(game, table, seat, act, names))

    choices = question.choices or []
    parts = question.parts or [Act(choice) for choice in choices]
    options = [Option(act.text, worded(act), act) for act in parts]
    extras = []
    if heard.again:
        once_more = worded(parts[choices.index(heard.again)])
        extras.append(Extra(say("Again: {choice}", choice=once_more), AGAIN + heard.again))
        if game.words.table.board:
            extras.append(Extra(say("To the end: {choice}", choice=once_more), TO_THE_END + heard.again))
    against = {}
    for why in question.why_not:
        for code in (*why.cards, *why.states):
            title = say(game.words.table.titles.get(code.removeprefix(">"), "")) or written(code)
            told = f"{title[:1].upper()}{title[1:]}: {written(why.text)} ({why.clause})"
            against[Option(code, title, Act(code))] = told
    briefing = written(" ".join(filter(None, (question.lead, question.rule))))
    return Menu(question.text, options, extras, question.usual or "", worded, briefing, against)
