"""What a bot answers at a table: it is shown what its seat may know, and its answer is held against the rules."""

from collections.abc import Callable

from threedown.games.levels import IllegalAnswer
from threedown.games.unwatched import answer_of
from threedown.session.session import Session
from threedown.table.layout import NOBODY, TableState

Thinks = Callable[[TableState, str, int, int], int]
"""Of a record, level, seat and question: the code that it answers."""


def bots_answer(session: Session, seat: int, level: str, thinks: Thinks | None = None) -> int:
    """The code that a level answers for a seat that is asked (NOBODY: what the world does).

    Raises LevelError for a bot that fails or answers what is not legal. ``thinks`` is who asks the level, where that is
    not simply the level's policy.
    """
    pending, record = session.pending, shown_to(session, seat)
    assert pending is not None
    if thinks is None:
        code = answer_of(session.setting, record, level, seat, pending.question)
    else:
        code = thinks(record, level, seat, pending.question)
    if code not in pending.menus[seat]:
        raise IllegalAnswer(level, seat, pending.question, code)
    return code


def shown_to(session: Session, seat: int) -> TableState:
    """The table as the bot of a seat that is asked (NOBODY: the world) is shown it, and what policies draw from.

    Where several are asked at once, each draws its own chance, as if they came in turn.
    """
    assert session.pending is not None
    record = session.redacted_for(None if seat == NOBODY else seat).record
    record.pilot[:] = session.record.pilot
    record.pilot[1] += sum(other < seat for other in (*session.unseen, *session.pending.menus))
    return record
