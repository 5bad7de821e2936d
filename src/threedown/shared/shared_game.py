"""One game that people and bots play together.

Every act is tried on a fork of the game and committed to the store; then the fork replaces the game. So everything
acknowledged is on disk, and an act that could not be stored has not happened.
"""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from threedown.bots.reason import adviser_of, compared, reason
from threedown.bots.seated import SeatedBots
from threedown.session.live import Event
from threedown.session.session import Refused, Session
from threedown.session.state import Choice, Input
from threedown.session.views import SeatMoment, about, gained, moment_for, view_of
from threedown.shared.seating import Seating
from threedown.shared.store import GameStore
from threedown.table.clock import TIME_ON, TIME_UP
from threedown.table.layout import NOBODY

UndoRule = Literal["fair", "free", "never"]
"""fair: with other people or hidden hands, not past another player's choice, chance, or a revealed card; free:
anything, and the record shows it; never: nothing. Where the quickest answer decides, fair is never."""
WHOLE_GAME = 1 << 40


class Attempt(NamedTuple):
    """An act tried on a fork: nothing has happened until it is accepted."""

    session: Session
    events: list[Event]
    entries: tuple[Input, ...]
    """The entries that it adds to the log."""
    held: tuple[int, str] | None
    """Or the seat and its answer, while that must stay hidden."""


class SharedGame:
    """A game with people and bots. An act that isn't allowed raises Refused and changes nothing.

    >>> import threedown
    >>> from threedown.shared.seating import seat_all
    >>> from threedown.shared.store import NullStore
    >>> game = threedown.new("blitz31", seed=4).session
    >>> room = SharedGame(game, NullStore(), seat_all(game.setting, [None, "simple"]))
    >>> events = room.go()
    >>> room.asked_people(), room.asked_bots(), room.advice(0)
    ([0], [], 'draw stock')
    >>> events = room.choose(0, "draw stock")
    >>> room.undo(0)
    Traceback (most recent call last):
    threedown.session.session.Refused: You can't undo this: a card has been revealed since.
    >>> room.moment_for(1).question.choices is None
    True
    """

    def __init__(
        self,
        session: Session,
        store: GameStore,
        seating: Seating,
        undo: UndoRule = "fair",
        goes_on: bool = False,
        thinks: bool = True,
        time_is_up: Callable[[], bool] | None = None,
    ) -> None:
        self.session, self.store, self.seating, self.undo_rule = session, store, seating, undo
        self._goes_on = goes_on
        """True if turns that begin with a question begin by themselves; nobody can undo such a start."""
        self.bots = SeatedBots(session.setting, seating.levels, None if thinks else False)
        """With ``thinks`` the bots are compiled in this process; a server's bots have processes of their own."""
        self._time_is_up = time_is_up
        """The clock that answers at the ends of turns in a game by the clock; None: the world is asked like a seat."""
        self._ready: set[int] = set()
        self._last: dict[int, str] = {}
        for seat, choice in sorted(store.held().items()):
            session.choose(choice, seat)

    # Views

    def moment_for(self, seat: int | None) -> SeatMoment:
        """Return everything that a seat (None: a spectator) may know now."""
        return moment_for(self.session, seat)

    def about(self, seat: int | None, choice: str) -> str:
        """Return the hint about a seat's choice, before it is made."""
        return about(self.session, seat, choice)

    def gained(self, seat: int | None, choice: str) -> str:
        """Return what speaks for a seat's choice, in plain words."""
        return gained(self.session, seat, choice, self.seating.names)

    def again(self, seat: int) -> str:
        """Return the choice that repeats the seat's last one; empty if there is none."""
        return self.session.setting.game.words.choices.repeat(self._last.get(seat, ""), self.session.menu(seat))

    def advice(self, seat: int) -> str | None:
        """Return the choice that a bot would make for a seat; None if the seat isn't asked."""
        return self.choice_of(seat, self.adviser) if self._is_asked(seat) else None

    def reason(self, seat: int, choice: str) -> str:
        """Return the reason for the last advice; empty if the level does not search."""
        found = compared(self.session, seat, choice, self.bots.weighed, self.seating.names)
        return reason(self.adviser, found)

    @property
    def adviser(self) -> str:
        """The level that gives hints: that of the first bot that searches, else the game's adviser."""
        setting = self.session.setting
        searching = (level for level in self.seating.levels if level and setting.imagines_with(level))
        return next(searching, adviser_of(setting.game))

    def has_secrets(self, seat: int) -> bool:
        """True if a seat sees more than a spectator."""
        setting, table_state = self.session.setting, self.session.table_state
        return view_of(setting, table_state, seat).piles != view_of(setting, table_state, None).piles

    # Seats that are asked

    def asked_people(self) -> list[int]:
        """Return the seats of people who still have to answer."""
        return [seat for seat in self._asked() if seat != NOBODY and self.seating.levels[seat] is None]

    def asked_bots(self) -> list[int]:
        """Return the seats of bots that still have to answer."""
        return [seat for seat in self._asked() if seat != NOBODY and self.seating.levels[seat] is not None]

    def world_is_asked(self) -> bool:
        """True if the world is asked, and no seat."""
        return NOBODY in self._asked()

    # Acts

    def choose(self, seat: int | None, text: str) -> list[Event]:
        """Answer the question for a seat (None: for the world)."""
        return self.accept(self.try_choice(seat, text))

    def try_choice(self, seat: int | None, text: str) -> Attempt:
        """Try an answer."""
        return self.attempt(lambda session: session.choose(text, seat))

    def go(self, turns: int = 1, until: Callable[[list[Event]], bool] | None = None) -> list[Event]:
        """Play on by some turns; see :meth:`ready` for tables with several people."""

        def play(session: Session) -> list[Event]:
            first, events = session.turns, session.go(turns, until)
            while self._asks_for_the_time(session):
                events += self._tell_the_time(session)
                left = turns - (session.turns - first)
                if left == 0 or session.over or (until is not None and until(events)):
                    break
                events += session.go(left, until)
            return events

        return self.accept(self.attempt(play))

    def ready(self, seat: int) -> bool:
        """Mark a person as ready for the next turn; return True once all people are."""
        if seat not in self.seating.people:
            raise Refused("Spectators can't play.")
        if self._asked() or self.session.over:
            raise Refused("The game is over." if self.session.over else "A choice comes first.")
        self._ready.add(seat)
        return self._ready >= set(self.seating.people)

    def to_milestone(self) -> list[Event]:
        """Play on to the game's next milestone."""
        kind = self.session.setting.game.words.milestone.kind
        return self.go(WHOLE_GAME, lambda events: any(event.kind == kind for event in events))

    def answer_for_bot(self, seat: int) -> list[Event]:
        """Let the bot of a seat that is asked answer."""
        return self.choose(seat, self.choice_of(seat, self.seating.levels[seat]))

    def answer_for_world(self) -> list[Event]:
        """Let the world answer its question."""
        return self.choose(None, self.worlds_choice())

    def worlds_choice(self) -> str:
        """Return the world's answer."""
        return self.choice_of(NOBODY, None)

    def undo(self, seat: int | None) -> None:
        """Undo back to a person's last choice or turn. Seat None may undo where only bots play."""
        self.accept(self.try_undo(seat))

    def try_undo(self, seat: int | None) -> Attempt:
        """Try an undo."""
        count = self.inputs_to_undo(seat)

        def take_back(session: Session) -> list[Event]:
            session.undo(count)
            return []

        return self.attempt(take_back)

    def inputs_to_undo(self, seat: int | None) -> int:
        """Return how many inputs an undo takes back: a person's last choice or turn, and the bots' choices after it.

        Raises :class:`Refused` if this seat may not undo it: by the rule ``fair`` not past another person's choice, and
        not past a card that was shown, where there are other people or hidden hands.
        """
        session, people = self.session, self.seating.people
        if seat not in (people or (None,)):
            raise Refused("Spectators can't undo.")
        if self.undo_rule == "never":
            raise Refused("There's no undo at this table.")
        if session.unseen:
            raise Refused("You can't undo this: others are still choosing.")
        if self.undo_rule == "fair" and session.setting.reactions:
            raise Refused("Quick answers can't be undone.")
        count, by_person = 0, False
        while count < len(session.history) and not by_person:
            count += 1
            given = session.history[-count]
            if isinstance(given, Choice):
                by_person = given.seat in people
            else:
                by_person = session.revealed[-count] or not self._goes_on
        if not by_person:
            raise Refused("There is nothing to undo.")
        count = session.reaches_back(count)
        if self.undo_rule == "free" or (len(people) <= 1 and not session.setting.has_hands):
            return count
        for given, revealed in zip(session.history[-count:], session.revealed[-count:], strict=True):
            if isinstance(given, Choice) and given.seat != seat:
                raise Refused("You can't undo this: another player has chosen since.")
            if revealed:
                raise Refused("You can't undo this: a card has been revealed since.")
        return count

    def attempt(self, act: Callable[[Session], list[Event]]) -> Attempt:
        """Try an act on a fork."""
        twin = self.session.fork()
        events = act(twin)
        if self._asks_for_the_time(twin):
            events = [*events, *self._tell_the_time(twin)]
        new = [seat for seat in twin.unseen if seat not in self.session.unseen]
        held = (new[0], self._written(new[0], twin.unseen[new[0]])) if new else None
        return Attempt(twin, events, tuple(twin.log[len(self.session.log) :]), held)

    def accept(self, attempt: Attempt) -> list[Event]:
        """Store an attempt, make it the game, and return its events."""
        if attempt.held is not None:
            self.store.hold(*attempt.held)
        if attempt.entries:
            self.store.commit(attempt.entries)
        return self.swap(attempt)

    def swap(self, attempt: Attempt) -> list[Event]:
        """Make an attempt the game; the caller has stored it."""
        self.session = attempt.session
        for given in attempt.entries:
            if isinstance(given, Choice) and given.seat is not None:
                self._last[given.seat] = given.choice
        self._ready.clear()
        return attempt.events

    def finish(self) -> None:
        """Close the record of a finished game."""
        self.store.finish(self.session)

    def _asked(self) -> Sequence[int]:
        return () if self.session.pending is None else tuple(self.session.pending.menus)

    def _is_asked(self, seat: int) -> bool:
        return seat in self._asked()

    def _asks_for_the_time(self, session: Session) -> bool:
        """Return True if a session asks the world whether time is up, and this game's clock knows."""
        return self._time_is_up is not None and session.asked is None and TIME_UP in session.menu()

    def _tell_the_time(self, session: Session) -> list[Event]:
        """Answer whether time is up, and return the events that follow."""
        assert self._time_is_up is not None
        return session.choose(TIME_UP if self._time_is_up() else TIME_ON, None)

    def _written(self, seat: int, code: int) -> str:
        pending = self.session.pending
        assert pending is not None
        return self.session.menu(seat)[pending.menus[seat].index(code)]

    def choice_of(self, seat: int, level: str | None) -> str:
        """Return the choice of a bot for a seat that is asked, or for the world (seat NOBODY)."""
        pending = self.session.pending
        if pending is None or not self._is_asked(seat):
            raise Refused("That isn't one of the choices right now.")
        return self._written(seat, self.bots.answer(self.session, seat, level))
