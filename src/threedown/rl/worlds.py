"""A single game for search: it can be copied, saved, restored, and dealt again from a seat's knowledge."""

import hashlib
import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from threedown.games import find_game
from threedown.games.setting import Setting, settle
from threedown.rl.lanes import share_of
from threedown.rl.observing import Schema, schema
from threedown.rl.stepped import legal_actions, observation, take
from threedown.session.bot_answers import bots_answer
from threedown.session.session import Session
from threedown.table.chance import Generator
from threedown.table.layout import NOBODY, TableState
from threedown.table.sight import relabelled, resampled

TRIES = 20
"""The largest number of tables to imagine; in the last one the cards stay where they are."""
TO_THE_NEXT_QUESTION = 1 << 40
"""Turns."""


class Decision(NamedTuple):
    """A choice of a seat: what it saw, as planes and counters, and the action that it took."""

    planes: Any
    counters: Any
    action: int


Entry = int | tuple[int, int]
"""An action, or the seat and the seed of an imagined table."""


class SearchWorld:
    """Game ``number`` of run ``seed``, played up to a question to a seat or to its end.

    ``log`` holds everything done with it. A copy is a fork; the log is what is pickled.
    """

    def __init__(self, setting: Setting, layout: Schema, seed: int, number: int) -> None:
        self.setting, self.layout, self.seed, self.number = setting, layout, seed, number
        self.log: list[Entry] = []
        self._digests = [b""] * setting.seats
        self._decisions: list[list[Decision]] = [[] for _ in range(setting.seats)]
        self._session = Session(setting, Generator(seed, number))
        self._points_at_start = [self._points(seat) for seat in range(setting.seats)]
        self._note_events()
        self._advance()

    @property
    def over(self) -> bool:
        return self._session.over

    @property
    def seat(self) -> int:
        """Return the seat that is asked, the first of them if there are several; NOBODY when the game is over."""
        return NOBODY if self._session.pending is None else self._session.pending.seat

    def legal(self, seat: int) -> list[int]:
        """Return the legal actions of a seat, in order; none if it isn't asked."""
        return legal_actions(self._session, seat)

    def notation(self, action: int) -> str:
        """Return an action of the seat that is asked, as people write it."""
        legal = self.legal(self.seat)
        return self._session.menu()[legal.index(action)] if action in legal else f"action {action}"

    def play(self, action: int) -> None:
        """Answer for the seat that is asked; raises Refused for an action that is not legal."""
        seat, view = self.seat, self.view_text(self.seat)
        decision = Decision(*self.observation(seat), action)
        take(self._session, seat, action)
        self._decisions[seat].append(decision)
        self.log.append(action)
        self._note(seat, f"{view}: {action}")
        self._note_events()
        self._advance()

    def observation(self, seat: int) -> tuple[Any, Any]:
        """Return a seat's view as planes and counters."""
        return observation(self._session, seat, self.layout)

    def view_text(self, seat: int) -> str:
        """Return a seat's view as text: the planes' entries that are not 0, the counters, and the legal choices."""
        planes, counters = self.observation(seat)
        there = " ".join(f"{place}={planes[place]}" for place in planes.nonzero()[0])
        text = f"seat {seat} sees {there} counts {' '.join(f'{number:g}' for number in counters)}"
        legal = self.legal(seat)
        return f"{text} may {' '.join(map(str, legal))}" if legal else text

    def history_digest(self, seat: int) -> str:
        """Return a digest of everything that a seat has seen and done."""
        return self._digests[seat].hex()

    def decisions(self, seat: int) -> Sequence[Decision]:
        """Return all choices of a seat so far, the first one first."""
        return self._decisions[seat]

    def gains(self) -> list[float]:
        """Return each seat's gain from a finished game, as a batch reports it."""
        table_state, count = self._session.table_state, self.setting.seats
        if self.setting.game.scoring.bankroll is not None:
            return [float(self._points(seat) - self._points_at_start[seat]) for seat in range(count)]
        return [share_of(int(table_state.winners), count, seat) for seat in range(count)]

    def imagine(self, seat: int, seed: int) -> None:
        """Deal the cards that the seat doesn't know again, with another future; its knowledge stays.

        Unseen answers of other seats are drawn again, too. If the new cards would have led to another question, they
        are dealt once more; after ``TRIES`` deals they stay where they are.
        """
        pick, view = random.Random(seed), self.view_text(seat)
        for left in reversed(range(TRIES)):
            other = self._resampled(seat, pick, bool(left))
            if other.view_text(seat) == view and other.seat == self.seat:
                break
        self._session = other._session
        self.log.append((seat, seed))

    def _resampled(self, seat: int, pick: random.Random, exchanged: bool) -> "SearchWorld":
        """Return a table that this seat cannot tell from the real one.

        With ``exchanged`` the cards that it does not know are dealt again.
        """
        session, chance = self._session, Generator(pick.getrandbits(62))
        exchange = (
            resampled(session.table_state, seat, lambda cards: pick.sample(cards, len(cards))) if exchanged else {}
        )

        def deal_again(table_state: TableState) -> TableState:
            copy = relabelled(table_state, exchange)
            chance.start(copy)
            return copy

        twin = self._fork()
        twin._session = session.rerun(deal_again, chance)
        twin._session.state = replace(twin._session.state, unseen={})
        for other in session.unseen:
            take(twin._session, other, pick.choice(twin.legal(other)))
        return twin

    def __deepcopy__(self, memo: Any) -> "SearchWorld":
        return self._fork()

    def __reduce__(self) -> Any:
        setting = self.setting
        options = {name: getattr(setting.options, name) for name in setting.options.__struct_fields__}
        return replay, (setting.game.name, options, setting.seats, self.seed, self.number, self.log)

    def __str__(self) -> str:
        progress = self.setting.game.words.table.progress(self._session.table)
        asked = f"; seat {self.seat} may {', '.join(self._session.menu())}" if not self.over else "; over"
        return f"world {self.number}, after {len(self._session.log)} inputs: {progress}{asked}"

    def _fork(self) -> "SearchWorld":
        twin = object.__new__(SearchWorld)
        twin.setting, twin.layout, twin.seed, twin.number = self.setting, self.layout, self.seed, self.number
        twin._points_at_start = self._points_at_start
        twin.log, twin._digests, twin._session = list(self.log), list(self._digests), self._session.fork()
        twin._decisions = [list(own) for own in self._decisions]
        return twin

    def _advance(self) -> None:
        """Play to the next question to a seat; the world answers its own questions."""
        session = self._session
        while not session.over and self.seat == NOBODY:
            if session.pending is None:
                session.go(TO_THE_NEXT_QUESTION)
            else:
                code = bots_answer(session, NOBODY, *self.setting.game.first_level)
                session.choose(session.menu()[session.pending.menu.index(code)], None)
            self._note_events()

    def _note_events(self) -> None:
        """Note each seat's view of the latest events."""
        for seat in range(self.setting.seats):
            self._note(seat, repr([event.known_to((seat,)) for event in self._session.events]))

    def _note(self, seat: int, text: str) -> None:
        self._digests[seat] = hashlib.sha256(self._digests[seat] + text.encode()).digest()

    def _points(self, seat: int) -> int:
        has = self.setting.game.scoring.bankroll
        return 0 if has is None else int(has(self._session.table, seat))


def replay(game: str, options: dict[str, Any], seats: int, seed: int, number: int, log: Sequence[Entry]) -> SearchWorld:
    """Replay the log of a pickled world."""
    setting = settle(find_game(game), None, options, seats)
    world = SearchWorld(setting, schema(setting), seed, number)
    for entry in log:
        if isinstance(entry, tuple):
            world.imagine(*entry)
        else:
            world.play(entry)
    return world
