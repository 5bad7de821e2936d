"""A game after each entry of its log, and its messages to each seat."""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from threedown.games.setting import Setting
from threedown.language import speaking
from threedown.server.model.messages import Clock, Countdown, EarlierEntry, Step, TurnDigest
from threedown.session.live import Event
from threedown.session.narrator import Narrator, with_clause
from threedown.session.result import ranking_of, winners_of
from threedown.session.session import Session
from threedown.session.state import Undo
from threedown.session.views import Looks
from threedown.table.clock import TIME_ON, TIME_UP
from threedown.table.layout import NOBODY

MAX_TOGETHER = 32
"""Turns that one command may play: about 10 ms of this process, in which nobody else is answered."""


def event_with_text(narrator: Narrator, setting: Setting, event: Event, shown: dict[str, Any]) -> dict[str, Any]:
    """An event with its sentence, and the clause that it comes from; ``shown``: as the teller's seat sees it."""
    text = narrator.tell(shown).strip()
    return with_clause(setting, event, {**shown, "text": text} if text else shown)


class BrokenGame(Exception):
    """The table is not what the rules make of it."""


class Now(NamedTuple):
    """The clocks and the undo that only the last entry of a log has."""

    clock: Clock | None = None
    undo: bool = False
    next: Countdown | None = None


class Moment(NamedTuple):
    """The game after entry ``seq``. Nobody changes its session any more; once it counts it is only looked at."""

    seq: int
    session: Session
    events: Sequence[Event]
    between: bool = False
    """True between answers that were given at once: no seat is asked there, and nothing is seen."""
    undone: bool = False
    """True if the entry is an undo."""

    def frozen_view(self) -> "Moment":
        """The moment, to look at."""
        return self._replace(session=self.session.frozen_view())

    def step(self, narrator: Narrator, now: Now, looks: Looks | None = None, before: Any = None) -> Step:
        """Return the step of this entry for the narrator's seat.

        ``looks`` of this moment and its facts ``before`` the turn save time, if they are known.
        """
        with speaking(narrator.language):
            view, question = (looks or Looks(self.session, (narrator.seat,))).of(narrator.seat, narrator.names)
            events, digest = self._told(narrator, before)
        turn = self.turn(narrator) if self.undone else None
        return Step(
            self.seq, events, view, None if self.between else question, now.clock, now.undo, turn, now.next, digest
        )

    def earlier(self, narrator: Narrator, before: Any = None) -> EarlierEntry:
        """Return what a step would tell the narrator's seat of this entry but for the table."""
        with speaking(narrator.language):
            return EarlierEntry(self.seq, *self._told(narrator, before))

    def _told(self, narrator: Narrator, before: Any) -> tuple[list[dict[str, Any]], TurnDigest | None]:
        """Return the events of this entry, and the running or last turn in one line."""
        facts = facts_before(self.session) if before is None else before
        events = described_events(narrator, self.session, self.events)
        return events, digest_of(narrator, self.session, self.session.last_turn, facts)

    def turn(self, narrator: Narrator) -> list[dict[str, Any]]:
        """Return the events of the running or last turn for the narrator's seat."""
        with speaking(narrator.language):
            return described_events(narrator, self.session, self.session.last_turn)


def described_events(
    narrator: Narrator, session: Session, events: Sequence[Event], is_open: bool = False
) -> list[dict[str, Any]]:
    """Return events with their sentences, as the narrator's seat may know them or, if ``is_open``, with every card."""
    setting, seat = session.setting, narrator.seat
    shown = [event.open(setting) if is_open else event.shown(setting, seat) for event in events]
    return [
        {**event_with_text(narrator, setting, event, each), **outcome(narrator, session, event)}
        for event, each in zip(events, shown, strict=True)
    ]


def facts_before(session: Session) -> Any:
    """Return the public facts before the running or last turn that its line needs; None in games without such lines."""
    digest = session.setting.game.words.narration.digest
    return None if digest is None or digest.before is None else digest.before(session.redacted_checkpoint())


def digest_of(narrator: Narrator, session: Session, events: Sequence[Event], before: Any) -> TurnDigest | None:
    """Return a turn with these events in one line, for the narrator's seat; ``before`` comes from ``facts_before``."""
    if narrator.game.words.narration.digest is None:
        return None
    line = narrator.digest(before, [event.shown(session.setting, narrator.seat) for event in events])
    return line and TurnDigest(*line)


def outcome(narrator: Narrator, session: Session, event: Event) -> dict[str, Any]:
    """Return the keys that only the end of a game has: winners, ranking, and the reason as a sentence."""
    if event.kind != "end":
        return {}
    setting, table_state = session.setting, session.table_state
    winners, reason = winners_of(setting, table_state), narrator.game.rules.REASONS[int(table_state.reason)]
    return {"winners": winners, "ranking": ranking_of(setting, table_state), "text": narrator.ended(reason, winners)}


def moments_of(before: Session, after: Session, events: Sequence[Event]) -> list[Moment]:
    """The moments by which one act leads from a session to the next: one for each entry that it adds to the log."""
    first, last = len(before.log) + 1, len(after.log)
    undone = isinstance(after.log[-1], Undo)
    return [*(Moment(seq, before, (), True) for seq in range(first, last)), Moment(last, after, events, undone=undone)]


def played_on(session: Session, until: str, time_is_up: bool) -> list[Moment]:
    """Return the moments of the next turns, about 32 at most: one for each and, by the clock, one for what it says.

    They end at a question and at the end of the game. ``until`` a milestone, they end before a turn that has one or
    opens a battle; as the first, such a turn comes alone.
    """
    game = session.setting.game
    before = () if until == "end" else (game.words.milestone.kind, *game.page.drama.battle)
    found: list[Moment] = []
    while len(found) < MAX_TOGETHER and session.pending is None and not session.over:
        session = session.fork()
        events = session.go(1)
        stops = any(event.kind in before for event in events)
        if stops and found:
            break
        found.append(Moment(len(session.log), session, events))
        if stops:
            break
        if session.pending is not None and (answer := _worlds_answer(session, (), time_is_up)) is not None:
            session = session.fork()
            events = session.choose(answer, None)
            found.append(Moment(len(session.log), session, events))
    return found


def what_follows(moment: Moment, received: Sequence[int], time_is_up: bool) -> list[Moment]:
    """Return the moments that follow by themselves: the world's answers, and turns that begin with a question.

    Of several who answered at once the first that was ``received`` goes first. A turn that would show everybody a card,
    or sweep a seat's cards away, before its first question waits until people are ready for it.
    """
    found: list[Moment] = []
    session = moment.session
    while not session.over:
        if session.pending is not None:
            choice = _worlds_answer(session, received, time_is_up)
            if choice is None:
                break
            twin = session.fork()
            events = twin.choose(choice, None)
        else:
            twin = session.fork()
            events = twin.go(1)
            if twin.pending is None or _changes_the_scene(twin, events):
                break
        found.append(Moment(len(twin.log), twin, events))
        session = twin
    return found


def _changes_the_scene(session: Session, events: Sequence[Event]) -> bool:
    """Return True if events turn up a card for all seats, or sweep the cards of a seat away."""
    setting = session.setting
    everybody = (1 << setting.seats) - 1
    own = {first + seat for first in setting.own_piles for seat in range(setting.seats)}
    return any(
        (event.card != NOBODY and event.sees & everybody == everybody) or (event.kind == "pour" and event.source in own)
        for event in events
    )


def _worlds_answer(session: Session, received: Sequence[int], time_is_up: bool) -> str | None:
    """Return the table's own answer if the world is asked; None if it is not, or if people race."""
    assert session.pending is not None
    if NOBODY not in session.pending.menus:
        return None
    menu = session.menu()
    if TIME_UP in menu:
        return TIME_UP if time_is_up else TIME_ON
    return next((f"seat {seat}" for seat in received if f"seat {seat}" in menu), None)


def racers(session: Session) -> list[int]:
    """Return the seats that may play the next card of a race."""
    if session.pending is None or NOBODY not in session.pending.menus:
        return []
    menu = session.menu()
    return [seat for seat in range(session.setting.seats) if f"seat {seat}" in menu]


def race_began(moments: Sequence[Moment]) -> int:
    """The entry with which the race of the last moment began."""
    return min(moment.seq for moment in takewhile(lambda moment: racers(moment.session), reversed(moments)))


def with_all_cards(moment: Moment) -> Moment:
    """The moment; raises :class:`BrokenGame` if its table has not every card once."""
    if not moment.session.setting.is_whole(moment.session.table_state):
        raise BrokenGame("a card is missing, or there twice")
    return moment
