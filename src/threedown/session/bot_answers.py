"""Ask a bot at a table: it sees what its seat may know, and its answer must be legal."""

from collections.abc import Callable

from threedown.games.detached import answer_of
from threedown.games.levels import IllegalAnswer
from threedown.session.session import Session
from threedown.table.layout import NOBODY, TableState

Thinks = Callable[[TableState, str, int, int], int]
"""A function of table state, level, seat and question that returns the level's answer as a code."""


def bots_answer(session: Session, seat: int, level: str, thinks: Thinks | None = None) -> int:
    """Return the code that a level answers for a seat that is asked (NOBODY: the world).

    ``thinks`` finds the answer, if not simply the level's policy. Raises LevelError for a bot that fails or gives an
    illegal answer.
    """
    pending, table_state = session.pending, shown_to(session, seat)
    assert pending is not None
    if thinks is None:
        code = answer_of(session.setting, table_state, level, seat, pending.question)
    else:
        code = thinks(table_state, level, seat, pending.question)
    if code not in pending.menus[seat]:
        raise IllegalAnswer(level, seat, pending.question, code)
    return code


def shown_to(session: Session, seat: int) -> TableState:
    """Return the redacted table for the bot of a seat that is asked (NOBODY: the world), with the policies' randomness.

    If several seats are asked at once, each draws its own randomness, as if they answered in turn.
    """
    assert session.pending is not None
    table_state = session.redacted_for(None if seat == NOBODY else seat).table_state
    table_state.pilot[:] = session.table_state.pilot
    table_state.pilot[1] += sum(other < seat for other in (*session.unseen, *session.pending.menus))
    return table_state
