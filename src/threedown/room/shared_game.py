"""One game that people and bots play together.

Whatever somebody does is tried on a fork of the game, committed to the store, and then the fork takes the place of the
game: what was acknowledged is on disk, and what could not be kept has not happened.
"""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from threedown.bots.reason import reason
from threedown.bots.seated import SeatedBots
from threedown.room.seating import Seating
from threedown.room.store import GameStore
from threedown.session.live import Event
from threedown.session.session import Refused, Session
from threedown.session.state import Choice, Input
from threedown.session.views import SeatMoment, about, moment_for, view_of
from threedown.table.layout import NOBODY

UndoRule = Literal["fair", "free", "never"]
"""fair: not past another's choice, chance, or a card that was shown, where there are others or hidden hands; free:
whatever, and the record tells; never: nothing."""
WHOLE_GAME = 1 << 40


class Attempt(NamedTuple):
    """What somebody wants to do, as it would be: nothing has happened before it is accepted."""

    session: Session
    events: list[Event]
    entries: tuple[Input, ...]
    """What it adds to the log."""
    held: tuple[int, str] | None
    """Or the answer that it adds to those which nobody may know yet."""


class SharedGame:
    """A game with people and bots at it. Methods that do something raise Refused, and then nothing has changed.

    >>> import threedown
    >>> from threedown.room.seating import seat_all
    >>> from threedown.room.store import NullStore
    >>> game = threedown.new("blitz31", seed=4).session
    >>> room = SharedGame(game, NullStore(), seat_all(game.setting, [None, "simple"]))
    >>> events = room.go()
    >>> room.asked_people(), room.asked_bots(), room.advice(0)
    ([0], [], 'draw discard')
    >>> events = room.choose(0, "draw stock")
    >>> room.undo(0)
    Traceback (most recent call last):
    threedown.session.session.Refused: You can't undo this: a card has been revealed since.
    >>> room.seen(1).question.choices is None
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
    ) -> None:
        self.session, self.store, self.seating, self.undo_rule = session, store, seating, undo
        self._goes_on = goes_on
        """Whether turns that begin with a question begin by themselves: that they do is nobody's to take back."""
        self.bots = SeatedBots(session.setting, seating.levels, None if thinks else False)
        """Where it ``thinks`` here, in machine code; a server's bots have processes of their own for that."""
        self._ready: set[int] = set()
        self._last: dict[int, str] = {}
        for seat, choice in sorted(store.held().items()):
            session.choose(choice, seat)

    # What a seat may know

    def seen(self, seat: int | None) -> SeatMoment:
        """All that a seat gets to know now (None: a spectator)."""
        return moment_for(self.session, seat)

    def about(self, seat: int | None, choice: str) -> str:
        """What there is to know about a choice of a seat before it is made."""
        return about(self.session, seat, choice)

    def again(self, seat: int) -> str:
        """The choice that does once more what the seat did last; empty if there is none."""
        return self.session.setting.game.words.again(self._last.get(seat, ""), self.session.menu(seat))

    def advice(self, seat: int) -> str | None:
        """What a bot of this table, or of the game's first level, would choose for a seat; None if it is not asked."""
        return self.choice_of(seat, self.adviser) if self._is_asked(seat) else None

    def reason(self, seat: int, choice: str) -> str:
        """Why the choice that was advised last is the better one; empty if the level weighs nothing."""
        return reason(self.session, seat, self.adviser, choice, self.bots.weighed, self.seating.names)

    @property
    def adviser(self) -> str:
        """The level of the first bot at this table, or the game's first level."""
        return next((level for level in self.seating.levels if level), self.session.setting.game.first_level[0])

    def has_secrets(self, seat: int) -> bool:
        """Whether a seat sees what not everybody may."""
        setting, record = self.session.setting, self.session.record
        return view_of(setting, record, seat).piles != view_of(setting, record, None).piles

    # Who has to do something

    def asked_people(self) -> list[int]:
        """The people who have still to answer."""
        return [seat for seat in self._asked() if seat != NOBODY and self.seating.levels[seat] is None]

    def asked_bots(self) -> list[int]:
        """The bots that have still to answer."""
        return [seat for seat in self._asked() if seat != NOBODY and self.seating.levels[seat] is not None]

    def world_is_asked(self) -> bool:
        """Whether the question is to nobody at the table."""
        return NOBODY in self._asked()

    # What is done

    def choose(self, seat: int | None, text: str) -> list[Event]:
        """The answer of a seat (None: of the world)."""
        return self.accept(self.try_choice(seat, text))

    def try_choice(self, seat: int | None, text: str) -> Attempt:
        """The answer of a seat, tried."""
        return self.attempt(lambda session: session.choose(text, seat))

    def go(self, turns: int = 1, until: Callable[[list[Event]], bool] | None = None) -> list[Event]:
        """Plays on by some turns; see :meth:`ready` for tables where several people must want to."""
        return self.accept(self.attempt(lambda session: session.go(turns, until)))

    def ready(self, seat: int) -> bool:
        """A person is ready for the next turn; whether all people at the table are."""
        if seat not in self.seating.people:
            raise Refused("Spectators can't play.")
        if self._asked() or self.session.over:
            raise Refused("The game is over." if self.session.over else "A choice comes first.")
        self._ready.add(seat)
        return self._ready >= set(self.seating.people)

    def to_milestone(self) -> list[Event]:
        """Plays on to the next event of the kind that the game's words name."""
        kind = self.session.setting.game.words.milestone
        return self.go(WHOLE_GAME, lambda events: any(event.kind == kind for event in events))

    def answer_for_bot(self, seat: int) -> list[Event]:
        """Lets a bot answer that is asked."""
        return self.choose(seat, self.choice_of(seat, self.seating.levels[seat]))

    def answer_for_world(self) -> list[Event]:
        """Lets the question to nobody be answered as it comes."""
        return self.choose(None, self.worlds_choice())

    def worlds_choice(self) -> str:
        """What the world would answer."""
        return self.choice_of(NOBODY, None)

    def undo(self, seat: int | None) -> None:
        """Takes back to where a person had something to do; seat None is whoever looks on where only bots play."""
        self.accept(self.try_undo(seat))

    def try_undo(self, seat: int | None) -> Attempt:
        """The same, tried."""
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
        if self.undo_rule == "free" or (len(people) <= 1 and not session.setting.game.has_hands):
            return count
        for given, revealed in zip(session.history[-count:], session.revealed[-count:], strict=True):
            if isinstance(given, Choice) and given.seat != seat:
                raise Refused("You can't undo this: another player has chosen since.")
            if revealed:
                raise Refused("You can't undo this: a card has been revealed since.")
        return count

    def attempt(self, act: Callable[[Session], list[Event]]) -> Attempt:
        """What an act would lead to."""
        twin = self.session.fork()
        events = act(twin)
        new = [seat for seat in twin.unseen if seat not in self.session.unseen]
        held = (new[0], self._written(new[0], twin.unseen[new[0]])) if new else None
        return Attempt(twin, events, tuple(twin.log[len(self.session.log) :]), held)

    def accept(self, attempt: Attempt) -> list[Event]:
        """Puts an attempt on disk, and makes it the game; returns its events."""
        if attempt.held is not None:
            self.store.hold(*attempt.held)
        if attempt.entries:
            self.store.commit(attempt.entries)
        return self.swap(attempt)

    def swap(self, attempt: Attempt) -> list[Event]:
        """Makes an attempt the game, for a caller that has put it on disk."""
        self.session = attempt.session
        for given in attempt.entries:
            if isinstance(given, Choice) and given.seat is not None:
                self._last[given.seat] = given.choice
        self._ready.clear()
        return attempt.events

    def finish(self) -> None:
        """Closes the record of a game that is over."""
        self.store.finish(self.session)

    def _asked(self) -> Sequence[int]:
        return () if self.session.pending is None else tuple(self.session.pending.menus)

    def _is_asked(self, seat: int) -> bool:
        return seat in self._asked()

    def _written(self, seat: int, code: int) -> str:
        pending = self.session.pending
        assert pending is not None
        return self.session.menu(seat)[pending.menus[seat].index(code)]

    def choice_of(self, seat: int, level: str | None) -> str:
        """What a bot of a level chooses for a seat that is asked, or the world (seat NOBODY)."""
        pending = self.session.pending
        if pending is None or not self._is_asked(seat):
            raise Refused("That isn't one of the choices right now.")
        return self._written(seat, self.bots.answer(self.session, seat, level))
