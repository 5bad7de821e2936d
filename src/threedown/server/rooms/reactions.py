"""Questions that the quickest answer decides, in a room: the server checks stated times, and ends the time for answers.

A client measures the time from the frame in which the card lay face up to the key or click, so neither its distance
nor the speed of its animation counts. The server can't see that frame, but the client says when it comes (``seen``),
and the answer arrives as much later as the player took, whatever the way is like. So a stated time may be shorter than
the time between the two messages by ``JITTER``, for ways that are not even, and no more. The gain of a client that lies
is bounded: it may see a card ``MOST_AHEAD`` before it says so, less its own way to the server.

A stated time that is longer than the real one costs only the player who states it, so it is accepted: programs may
answer at once with the time at which they would have slapped.
"""

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from msgspec.structs import replace

from threedown.games.reaction import Reaction
from threedown.server.model.messages import Choose
from threedown.server.rooms.timers import Timers
from threedown.session.session import Session

MOST_AHEAD = 700
"""Milliseconds from a card's message to its face on a player's screen that count as the way and the animation."""
JITTER = 100
"""Milliseconds by which two messages of a client may take different times."""
GRACE = 1000
"""Milliseconds after which the card lies for players who haven't answered, when the window is over on every screen."""
LetLie = Callable[[int, str], Coroutine[Any, Any, None]]
"""Give the answer of those who are too late, at an entry."""


def open_reaction(session: Session) -> Reaction | None:
    """Return the times of the open question, if the quickest answer decides it."""
    if session.pending is None:
        return None
    setting = session.setting
    return setting.reactions.get(setting.game.rules.QUESTIONS[session.pending.question])


class Reactions:
    """The times of one game's open question. All moments are in seconds, by the clock of the event loop."""

    def __init__(self, timers: Timers, let_lie: LetLie) -> None:
        self._timers, self._let_lie = timers, let_lie
        self._seq = -1
        self._reaction: Reaction | None = None
        self._told = 0.0
        """When everybody was told of the card."""
        self._seen: dict[int, float] = {}
        """When a seat said that the card lay face up before it."""

    def ask(self, session: Session, seq: int) -> None:
        """Begin the time of the question at entry ``seq``, if it is one of these; begin it again after a pause."""
        self._reaction = open_reaction(session)
        if self._reaction is None:
            return
        if seq == self._seq and self._timers.left("reaction") is not None:
            return
        self._seq, self._told, self._seen = seq, _now(), {}
        longest = (MOST_AHEAD + self._reaction.window + GRACE) / 1000
        self._timers.start("reaction", longest, partial(self._let_lie, seq, self._reaction.passes))

    def see(self, seat: int, seq: int) -> None:
        """Note that a card lies face up before a seat; only the first time counts."""
        if seq == self._seq:
            self._seen.setdefault(seat, _now())

    def checked(self, seat: int | None, command: Choose) -> Choose:
        """Return a command with the time that counts: the stated one, or the least that is possible.

        Called when the command arrives, before it waits for anything.
        """
        reaction = self._reaction
        if reaction is None or seat is None or command.seq != self._seq:
            return command
        stated = reaction.time_of(command.choice)
        return command if stated is None else replace(command, choice=reaction.choice(max(stated, self._least(seat))))

    def _least(self, seat: int) -> int:
        """Return the milliseconds that a seat has needed at least, if it answers now."""
        passed = round((_now() - self._told) * 1000)
        if seat not in self._seen:
            return passed
        return passed - min(round((self._seen[seat] - self._told) * 1000), MOST_AHEAD) - JITTER


def _now() -> float:
    return asyncio.get_running_loop().time()
