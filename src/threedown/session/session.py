"""One game, played step by step.

A session keeps two tables: the current one (at a question, the table *at the question*) and a checkpoint from the
start of the turn. After an answer the turn runs again from the checkpoint. A turn is deterministic, so it comes to the
same question; events that were delivered before are skipped by their number.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

from msgspec.structs import replace

from threedown.games.laying import lay
from threedown.games.setting import Setting
from threedown.limits import MOST_TURNS, shortened
from threedown.session.choice_text import parse_choice
from threedown.session.live import Event, Live, Pending
from threedown.session.state import Choice, Go, Input, SessionState, Undo
from threedown.table import verbs
from threedown.table.chance import Chance
from threedown.table.layout import NOBODY, Table, TableState

LONGEST_QUOTE = 60
"""Characters that an error message quotes of a text that is no choice."""


class Refused(ValueError):
    """An input that isn't allowed now; the game is unchanged. The message may be shown to anyone.

    ``menu`` holds the legal choices, for the seat that is asked only.
    """

    def __init__(self, reason: str, menu: Sequence[str] = ()) -> None:
        super().__init__(reason)
        self.menu = tuple(menu)


Watch = Callable[[Table, Event], None]


class Session:
    """A game in progress. ``pending`` is the open question.

    ``table_state`` is a table laid beforehand, in place of the deal and of the table that the setting has laid.
    ``watch`` is called after every event with the table at that moment.
    """

    def __init__(
        self,
        setting: Setting,
        chance: Chance,
        table_state: TableState | None = None,
        watch: Watch | None = None,
    ) -> None:
        self.setting, self.chance, self.watch = setting, chance, watch
        self._options = setting.option_codes
        dealt = table_state is not None
        if table_state is None:
            table_state = setting.new_table_state()
            chance.start(table_state)  # type: ignore[attr-defined]
            if setting.laid is not None:
                lay(setting, table_state, setting.laid)
                dealt = True
        state = SessionState(table_state, table_state, dealt)
        self.state = (state if dealt else self._run(state, table_state)).marked()

    @classmethod
    def at(cls, setting: Setting, chance: Chance, state: SessionState, watch: Watch | None = None) -> Self:
        """Return a session that stands at a state."""
        session = object.__new__(cls)
        session.setting, session.chance, session.watch, session.state = setting, chance, watch, state
        session._options = setting.option_codes
        return session

    def __repr__(self) -> str:
        asked = "over" if self.over else "between turns" if self.pending is None else self._asked()
        return f"<{type(self).__name__} of {self.setting.game.name}, turn {self.turns}: {asked}>"

    def __reduce__(self) -> Any:
        """Pickle the session without its ``watch``, which belongs to this process."""
        return type(self).at, (self.setting, self.chance, self.state)

    @property
    def table_state(self) -> TableState:
        """The current table's state."""
        return self.state.table_state

    @property
    def pending(self) -> Pending | None:
        """The open question."""
        return self.state.pending

    @property
    def log(self) -> tuple[Input, ...]:
        """Every input so far; it only grows."""
        return self.state.log

    @property
    def history(self) -> tuple[Go | Choice, ...]:
        """The inputs that still count: the log without what was undone."""
        return self.state.history

    @property
    def revealed(self) -> tuple[bool, ...]:
        """For each input of the history: True if it showed a card to a seat or drew from chance."""
        return self.state.revealed

    @property
    def unseen(self) -> Mapping[int, int]:
        """Answers by seat that stay hidden until every seat asked has answered."""
        return self.state.unseen

    @property
    def events(self) -> list[Event]:
        """The events of the last step."""
        return self.state.events

    @property
    def last_turn(self) -> list[Event]:
        """All events of the current turn (or of the deal)."""
        return self.state.last_turn

    @property
    def table(self) -> Table:
        """The current table. Rules may be asked about it; it must not be changed."""
        return Table(self.state.table_state, self._options)

    @property
    def over(self) -> bool:
        """True once the game has ended."""
        return self._is_over(self.state)

    @property
    def turns(self) -> int:
        """The number of turns begun."""
        return int(self.state.table_state.turns)

    @property
    def asked(self) -> int | None:
        """The first seat that is asked; None if no seat is."""
        return None if self.pending is None or self.pending.seat == NOBODY else self.pending.seat

    def menu(self, seat: int | None = None) -> list[str]:
        """Return the legal choices of a seat (None: of the first one asked) in notation; empty if it isn't asked."""
        if self.pending is None:
            return []
        asked = self.pending.seat if seat is None else seat
        return [self._notation(asked, code) for code in self.pending.menus.get(asked, ())]

    def go(self, turns: int = 1, until: Callable[[list[Event]], bool] | None = None) -> list[Event]:
        """Play up to ``turns`` turns (10,000 at most) and return the events.

        Play stops early at a question, at the end of the game, and after a turn whose events satisfy ``until``. All
        turns begun are logged as one input.
        """
        state, events = self.state, list[Event]()
        if state.pending is not None:
            raise Refused(f"A choice comes first: {self._asked()}.")
        if self._is_over(state):
            raise Refused("The game is over.")
        begun, revealed = 0, False
        while begun < min(turns, MOST_TURNS) and state.pending is None and not self._is_over(state):
            begun += 1
            state = self._run(state, state.table_state)
            events += state.events
            revealed = revealed or bool(state.drawn) or _names_a_card(state.events)
            if until is not None and until(state.events):
                break
        state = state.with_input(Go(begun), revealed)
        self.state = (state if begun == 1 else replace(state, events=events)).marked()
        return self.state.events

    def choose(self, text: str, seat: int | None) -> list[Event]:
        """Answer the open question for ``seat`` (None: for the world) and return the events that follow.

        The text is notation or what people write. If several seats are asked at once, nothing happens and nothing is
        logged until the last of them has answered. Raises :class:`Refused` and changes nothing for an illegal choice.
        """
        state, pending = self.state, self.state.pending
        if pending is None:
            raise Refused("No choice is asked for now.")
        if seat is not None and not 0 <= seat < self.setting.seats:
            raise Refused(f"There is no seat {seat} here.")
        asked = NOBODY if seat is None else seat
        if asked not in pending.menus:
            raise Refused(f"{_named(asked).capitalize()} isn't asked now: {self._asked()}.")
        menu = self.menu(asked)
        choice = parse_choice(" ".join(text.split()), menu, self.setting.deck.names.values())
        if choice is None:
            raise Refused(f"{shortened(text, LONGEST_QUOTE)!r} isn't a legal choice here.", menu)
        given = {**state.unseen, asked: pending.menus[asked][menu.index(choice)]}
        left = {other: menu for other, menu in pending.menus.items() if other != asked}
        if left:
            self.state = replace(state, unseen=given, pending=Pending(pending.question, left), events=[])
            return []
        drawn, answers = len(state.drawn), state.answers
        for answered in sorted(given):
            by = None if answered == NOBODY else answered
            state = state.with_input(Choice(by, self._notation(answered, given[answered])), False)
            answers = (*answers, given[answered])
        state = self._run(replace(state, unseen={}), state.checkpoint, answers, state.delivered)
        revealed = len(state.drawn) > drawn or _names_a_card(state.events)
        self.state = replace(state, revealed=(*state.revealed[:-1], revealed)).marked()
        return self.events

    def apply(self, given: Input) -> list[Event]:
        """Do what a logged input says, and return the events."""
        if isinstance(given, Choice):
            return self.choose(given.choice, given.seat)
        if isinstance(given, Undo):
            self.undo(given.undo)
            return []
        if given.go < 1:
            raise Refused(f"go {given.go}: play on by at least one turn.")
        before, turns = self.state, self.turns
        events = self.go(given.go)
        if (played := self.turns - turns) != given.go:
            self.state = before
            raise Refused(f"go {given.go}: the game stops after {played}.")
        return events

    def undo(self, inputs: int = 1) -> None:
        """Take back the last ``inputs`` inputs, as if they had never been given, and log that.

        Answers that were given together are taken back together.
        """
        state = self.state
        if not 1 <= inputs <= len(state.history):
            raise Refused(f"You can't undo {inputs} inputs: there are {len(state.history)}." if state.history
                          else "There is nothing to undo.")  # fmt: skip
        taken = self.reaches_back(inputs)
        target = len(state.history) - taken
        end, mark = next(mark for mark in reversed(state.marks) if mark[0] <= target)
        kept = replace(
            mark,
            history=state.history[:end],
            revealed=state.revealed[:end],
            ends=tuple(length for length in state.ends if length <= end),
            marks=tuple(mark for mark in state.marks if mark[0] <= end),
        )
        earlier = Session.at(self.setting, self.chance, kept)
        for given in state.history[end:target]:
            earlier.apply(given)
        self.state = replace(earlier.state, log=(*state.log, Undo(taken)))

    def reaches_back(self, inputs: int) -> int:
        """Return how many inputs an undo of ``inputs`` takes back: answers that were given together go together."""
        length, ends = len(self.state.history), self.state.ends
        return length - ends[bisect_right(ends, length - inputs) - 1]

    def fork(self) -> Self:
        """Return a session at the same state that goes its own way from here."""
        return self.at(self.setting, self.chance, self.state, self.watch)

    def frozen_view(self) -> Self:
        """Return the game as it is, to look at but not to play on: without its log and what it can be undone to."""
        return self.at(self.setting, self.chance, self.state.without_history())

    def redacted_table(self, seat: int | None) -> TableState:
        """Return the table as a seat (None: a spectator) may know it."""
        return self.redacted_tables((seat,))[0]

    def redacted_tables(self, seats: Sequence[int | None], alike: Sequence[TableState] = ()) -> list[TableState]:
        """Return the table as each of several seats (None: spectators) may know it.

        ``alike``, if given, is the same for a table of this game whose cards :func:`lie_alike`.
        """
        tables = self.setting.redacted_for_each(self.table_state, seats, alike)
        for table in tables:
            table.pilot[0] = 0  # the randomness of policies: the seed could be found from it
        return tables

    def redacted_checkpoint(self) -> Table:
        """Return the table at the start of the current turn, as a spectator may know it."""
        return Table(self.setting.redacted(self.state.checkpoint, None), self._options)

    def redacted_for(self, seat: int | None) -> Self:
        """Return the game as a seat (None: a spectator) may know it, to look at but not to play on.

        Whatever the seat may not know is gone: cards, the future, other seats' answers and choices.
        """
        eyes = range(self.setting.seats) if seat is None else (seat,)
        state, pending, table_state = self.state, self.pending, self.redacted_table(seat)
        if pending is not None:
            own = {who: menu if who in (seat, NOBODY) else () for who, menu in pending.menus.items()}
            pending = Pending(pending.question, own)
        redacted = SessionState(
            table_state,
            table_state,
            state.dealt,
            pending,
            {who: code for who, code in state.unseen.items() if who == seat},
            [event.known_to(eyes) for event in state.events],
            [event.known_to(eyes) for event in state.last_turn],
            state.delivered,
        )
        return self.at(self.setting, UnknownChance(), redacted)

    def rerun(self, relabel: Callable[[TableState], TableState], chance: Chance) -> Self:
        """Return a session at the same question over another table: checkpoint relabelled, same answers given again.

        The words of chance that the turn has drawn already stay; later ones come from ``chance``.
        """
        state = self.state
        twin = self.at(self.setting, _ReplayedChance(state.drawn, chance), state, self.watch)
        twin.state = twin._run(state, relabel(state.checkpoint), state.answers)
        twin.chance = chance
        return twin

    def restore(self, state: SessionState) -> None:
        """Go on from a state with a known checkpoint, answers and inputs; the rest is computed again."""
        self.state = self._run(state, state.checkpoint, state.answers).marked()

    def _run(
        self, state: SessionState, checkpoint: TableState, answers: tuple[int, ...] = (), delivered: int = 0
    ) -> SessionState:
        """Run the turn (or the deal) from a checkpoint with the answers so far."""
        table_state = checkpoint.copy()
        live = Live(self.setting, self.chance, answers, self.watch, delivered)
        table = Table(table_state, self._options, live)
        pending, dealt = None, True
        try:
            if state.dealt:
                verbs.begin_turn(table)
                self.setting.game.rules.turn(table)
            else:
                self.setting.game.rules.deal(table)
        except Pending as question:
            # A traceback keeps every frame alive, and with the frames the whole fork that this session was made from.
            pending, dealt = question.with_traceback(None), state.dealt
        return replace(
            state,
            table_state=table_state,
            checkpoint=checkpoint,
            answers=answers,
            dealt=dealt,
            pending=pending,
            events=live.events[delivered:],
            last_turn=live.events,
            delivered=len(live.events),
            drawn=live.words,
        )

    def _is_over(self, state: SessionState) -> bool:
        return state.pending is None and verbs.is_over(Table(state.table_state, self._options))

    def _notation(self, seat: int, code: int) -> str:
        assert self.pending is not None
        return self.setting.game.words.choices.act(self.table, seat, self.pending.question, code).text

    def _asked(self) -> str:
        assert self.pending is not None
        seats = " and ".join(map(_named, self.pending.menus))
        return f"{seats} {'is' if len(self.pending.menus) == 1 else 'are'} asked"


def _names_a_card(events: Sequence[Event]) -> bool:
    return any(event.card != NOBODY and event.sees for event in events)


def _named(seat: int) -> str:
    return "the table" if seat == NOBODY else f"seat {seat}"


class UnknownChance:
    """The chance of a redacted game: nothing can be drawn from it."""

    def word(self, s: TableState, n: int) -> int:
        raise Refused("You can only look at this game: its future isn't known here.")


class _ReplayedChance:
    """The words of chance drawn already, then those of another source."""

    def __init__(self, words: Sequence[int], after: Chance) -> None:
        self._words, self._after, self._place = words, after, 0

    def word(self, s: Any, n: int) -> int:
        if self._place < len(self._words):
            self._place += 1
            return self._words[self._place - 1]
        return self._after.word(s, n)
