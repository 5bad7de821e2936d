"""The course of a game, step by step: the events of each step, its choices, and the point that it led to."""

from collections.abc import Sequence
from typing import NamedTuple

from threedown.games.reaction import Reaction
from threedown.games.setting import Setting
from threedown.games.wording import Act
from threedown.session.bot_answers import shown_to
from threedown.session.branch import BranchPoint, point_of
from threedown.session.live import Event
from threedown.session.session import Session
from threedown.session.state import Choice, Go
from threedown.session.views import act_of
from threedown.table.chance import Chance
from threedown.table.layout import NOBODY, Table, TableState


class AskedChoice(NamedTuple):
    """A question at which a seat had more than one choice."""

    setting: Setting
    seat: int
    question: int
    point: BranchPoint
    shown: TableState
    """The table at the question as the seat saw it, and as a bot in its place would be shown it."""
    codes: tuple[int, ...]
    made: int
    """The place of the choice that the seat made."""
    before: int
    """The number of seats asked at the same time whose answers come first in order, unseen by this seat."""

    @property
    def name(self) -> str:
        """The name of the question."""
        return self.setting.game.rules.QUESTIONS[self.question]

    @property
    def table(self) -> Table:
        """The table as the seat saw it."""
        return Table(self.shown, self.setting.option_codes)

    def notation(self, place: int) -> str:
        """Return a choice in notation."""
        return self._text(self.codes[place])

    def place_of(self, code: int) -> int:
        """Return the place of a bot's answer; for a quick one, of the answer that differs in its time at most."""
        if code in self.codes:
            return self.codes.index(code)
        reaction, text = self.setting.reactions[self.name], self._text(code)
        return next(place for place in range(len(self.codes)) if reaction.is_alike(self.notation(place), text))

    def _text(self, code: int) -> str:
        return self.setting.game.words.choices.act(self.table, self.seat, self.question, code).text

    def act(self, place: int, names: Sequence[str]) -> Act:
        """Return a choice in its parts, in the language that is spoken; ``names`` are the players in its label."""
        return act_of(self.setting, self.table, self.seat, self.question, self.codes[place], names)


class CourseStep(NamedTuple):
    """The deal, a turn without questions, or the events after an answer (or after simultaneous answers)."""

    turn: int
    """0 for the deal."""
    events: tuple[Event, ...]
    point: BranchPoint | None
    """The point that it led to; None if the game is over."""
    asked: tuple[AskedChoice, ...] = ()


def steps_of(setting: Setting, chance: Chance, course: Sequence[Go | Choice]) -> list[CourseStep]:
    """Replay a course."""
    session = Session(setting, chance)
    steps = [_course_step(session, ())]
    asked_together: list[AskedChoice] = []
    for entry in course:
        if isinstance(entry, Go):
            for _ in range(entry.go):
                session.go()
                steps.append(_course_step(session, ()))
            continue
        if entry.seat is not None and session.pending is not None and len(session.pending.menus[entry.seat]) > 1:
            asked_together.append(asked_choice(session, entry.seat, entry.choice))
        session.choose(entry.choice, entry.seat)
        if not session.unseen:
            steps.append(_course_step(session, asked_together))
            asked_together = []
    return steps


def _course_step(session: Session, asked: Sequence[AskedChoice]) -> CourseStep:
    point = None if session.over else point_of(session)
    return CourseStep(session.turns, tuple(session.events), point, tuple(asked))


def asked_choice(session: Session, seat: int, choice: str) -> AskedChoice:
    """Return the open question to a seat with the choice that it makes."""
    pending, setting = session.pending, session.setting
    assert pending is not None
    before = sum(other < seat for other in (*pending.menus, *session.unseen) if other != NOBODY)
    menu, codes = session.menu(seat), pending.menus[seat]
    made = menu.index(choice)
    reaction = setting.reactions.get(setting.game.rules.QUESTIONS[pending.question])
    if reaction is not None:
        kept = _at_one_time(menu, made, reaction)
        codes, made = tuple(codes[place] for place in kept), kept.index(made)
    return AskedChoice(
        setting, seat, pending.question, point_of(session), shown_to(session, seat), tuple(codes), made, before
    )


def _at_one_time(menu: Sequence[str], made: int, reaction: Reaction) -> list[int]:
    """Return the places of the two answers to a quick question, to act or to pass: no player chooses to be slow.

    The time is the player's own, and half the window for a player who passed.
    """
    other = reaction.choice(reaction.window / 2) if menu[made] == reaction.passes else reaction.passes
    return sorted((made, menu.index(other)))
