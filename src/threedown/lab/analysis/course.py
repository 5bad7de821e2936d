"""The course of a game, step by step: what happened in each, who had a choice, and the point that it came to."""

from collections.abc import Sequence
from typing import NamedTuple

from threedown.games.setting import Setting
from threedown.session.branch import BranchPoint, point_of
from threedown.session.live import Event
from threedown.session.session import Session
from threedown.session.state import Choice, Go
from threedown.session.views import Question, question_for
from threedown.table.chance import Chance
from threedown.table.layout import NOBODY


class AskedChoice(NamedTuple):
    """A question at which a seat had more than one choice."""

    seat: int
    point: BranchPoint
    question: Question
    """As the seat was asked, every choice in words too."""
    codes: tuple[int, ...]
    made: int
    """The place of what it chose."""
    before: int
    """The number of seats asked at the same time that answer before this one in order, unseen by it."""


class CourseStep(NamedTuple):
    """The deal, a turn without questions, or what follows an answer (or answers that were given together)."""

    turn: int
    """0 for the deal."""
    events: tuple[Event, ...]
    point: BranchPoint | None
    """The point that it led to; None if the game is over."""
    asked: tuple[AskedChoice, ...] = ()


def steps_of(setting: Setting, chance: Chance, course: Sequence[Go | Choice], names: Sequence[str]) -> list[CourseStep]:
    """Plays a course again; ``names`` are for what is said in words."""
    session = Session(setting, chance)
    steps = [_step(session, ())]
    together: list[AskedChoice] = []
    for given in course:
        if isinstance(given, Go):
            for _ in range(given.go):
                session.go()
                steps.append(_step(session, ()))
            continue
        now = None if given.seat is None else asked_of(session, given.seat, names)
        made = session.menu(NOBODY if given.seat is None else given.seat)
        if now is not None and len(now.codes) > 1:
            together.append(now._replace(made=made.index(given.choice)))
        session.choose(given.choice, given.seat)
        if not session.unseen:
            steps.append(_step(session, together))
            together = []
    return steps


def _step(session: Session, asked: Sequence[AskedChoice]) -> CourseStep:
    point = None if session.over else point_of(session)
    return CourseStep(session.turns, tuple(session.events), point, tuple(asked))


def asked_of(session: Session, seat: int, names: Sequence[str]) -> AskedChoice:
    pending, question = session.pending, question_for(session, seat, names)
    assert pending is not None
    assert question is not None
    before = sum(other < seat for other in (*pending.menus, *session.unseen) if other != NOBODY)
    return AskedChoice(seat, point_of(session), question, pending.menus[seat], 0, before)
