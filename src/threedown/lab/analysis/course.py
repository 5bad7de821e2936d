"""The course of a game, step by step: the events of each step, its choices, and the point that it led to."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from threedown.games.reaction import Reaction
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
    """The question as the seat saw it, with every choice in words as well."""
    codes: tuple[int, ...]
    made: int
    """The place of the choice that the seat made."""
    before: int
    """The number of seats asked at the same time whose answers come first in order, unseen by this seat."""


class CourseStep(NamedTuple):
    """The deal, a turn without questions, or the events after an answer (or after simultaneous answers)."""

    turn: int
    """0 for the deal."""
    events: tuple[Event, ...]
    point: BranchPoint | None
    """The point that it led to; None if the game is over."""
    asked: tuple[AskedChoice, ...] = ()


def steps_of(setting: Setting, chance: Chance, course: Sequence[Go | Choice], names: Sequence[str]) -> list[CourseStep]:
    """Replay a course; ``names`` are the players in questions put into words."""
    session = Session(setting, chance)
    steps = [_course_step(session, ())]
    asked_together: list[AskedChoice] = []
    for entry in course:
        if isinstance(entry, Go):
            for _ in range(entry.go):
                session.go()
                steps.append(_course_step(session, ()))
            continue
        asked_now = None if entry.seat is None else asked_choice(session, entry.seat, names, entry.choice)
        if asked_now is not None and len(asked_now.codes) > 1:
            asked_together.append(asked_now)
        session.choose(entry.choice, entry.seat)
        if not session.unseen:
            steps.append(_course_step(session, asked_together))
            asked_together = []
    return steps


def _course_step(session: Session, asked: Sequence[AskedChoice]) -> CourseStep:
    point = None if session.over else point_of(session)
    return CourseStep(session.turns, tuple(session.events), point, tuple(asked))


def asked_choice(session: Session, seat: int, names: Sequence[str], choice: str) -> AskedChoice:
    """Return the open question to a seat with the choice that it makes."""
    pending, question = session.pending, question_for(session, seat, names)
    assert pending is not None
    assert question is not None
    before = sum(other < seat for other in (*pending.menus, *session.unseen) if other != NOBODY)
    made = session.menu(seat).index(choice)
    asked = AskedChoice(seat, point_of(session), question, pending.menus[seat], made, before)
    return asked if question.reaction is None else _at_one_time(asked, question.reaction)


def _at_one_time(asked: AskedChoice, reaction: Reaction) -> AskedChoice:
    """Return a quick question with its two answers, to act or to pass: no player chooses to be slow.

    The time is the player's own, and half the window for a player who passed.
    """
    question = asked.question
    choices, parts = question.choices or [], question.parts or []
    is_passed = choices[asked.made] == reaction.passes
    other = reaction.choice(reaction.window / 2) if is_passed else reaction.passes
    kept = sorted((asked.made, choices.index(other)))
    question = replace(question, choices=[choices[place] for place in kept], parts=[parts[place] for place in kept])
    codes = tuple(asked.codes[place] for place in kept)
    return asked._replace(question=question, codes=codes, made=kept.index(asked.made))
