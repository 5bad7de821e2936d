"""A game after each entry of its log, and what each seat is told of it."""

from collections.abc import Sequence
from typing import NamedTuple

from threedown.play.live import Event
from threedown.play.session import Session
from threedown.play.views import Question, question_for, view_of
from threedown.server.wire import Clock, Step


class Moment(NamedTuple):
    """The game after entry ``seq``. Nobody changes its session any more."""

    seq: int
    session: Session
    events: Sequence[Event]
    between: bool = False
    """Whether it lies between answers that were given at once: nobody is asked there, and nothing is seen."""

    def question(self, seat: int | None) -> Question | None:
        """What is asked, as a seat may know it (None: as everybody may)."""
        return None if self.between else question_for(self.session, seat)

    def step(self, seat: int | None, clock: Clock | None, undo: bool) -> Step:
        """What a seat is told of this entry."""
        setting = self.session.setting
        return Step(
            self.seq,
            [event.shown(setting, seat) for event in self.events],
            view_of(setting, self.session.record, seat),
            self.question(seat),
            clock,
            undo,
        )


def moments_of(before: Session, after: Session, events: Sequence[Event]) -> list[Moment]:
    """The moments by which one act leads from a session to the next: one for each entry that it adds to the log."""
    first, last = len(before.log) + 1, len(after.log)
    return [*(Moment(seq, before, (), True) for seq in range(first, last)), Moment(last, after, events)]
