"""A game that is being played: each act of people and bots is tried, committed to disk, acknowledged and published."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial

from threedown.server.model.history import History
from threedown.server.model.messages import (
    Ack,
    AskChances,
    AskHint,
    CastVote,
    Choose,
    Command,
    GoOn,
    Over,
    Refusal,
    Step,
    TakeBack,
    TurnUp,
    WholeTable,
)
from threedown.server.model.moments import Moment, Now, moments_of, played_on, race_began, racers
from threedown.server.model.plan import StoredLog
from threedown.server.model.wire import RoomSeen
from threedown.server.operations import metrics
from threedown.server.operations.crash import CrashPoint, crash_point
from threedown.server.operations.tracing import span
from threedown.server.rooms.absence import Absence
from threedown.server.rooms.bots import RoomBots
from threedown.server.rooms.commit import Commit, Replies, commit_of
from threedown.server.rooms.event_log import EventLog
from threedown.server.rooms.eyes import Eyes
from threedown.server.rooms.game_host import GameHost
from threedown.server.rooms.publishing import publish
from threedown.server.rooms.reactions import Reactions
from threedown.server.rooms.ready import CommandKey, Ready
from threedown.server.rooms.refusals import STALE, UNSAVED
from threedown.server.rooms.room_tasks import RoomTasks
from threedown.server.rooms.sealing import check_race, check_undo, over_of
from threedown.server.rooms.seat_results import finishing
from threedown.server.rooms.snapshots import Snapshots
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.rooms.timers import Timers
from threedown.server.rooms.turn_clock import TurnClock
from threedown.server.rooms.waiting_cards import WaitingCards
from threedown.server.store import queries
from threedown.server.store.errors import NotSaved
from threedown.server.store.records import chained, footer_line
from threedown.session.record import Header, RecordError
from threedown.session.session import Refused, Session
from threedown.session.state import Undo
from threedown.session.views import Looks
from threedown.shared.seating import Seating
from threedown.shared.shared_game import Attempt, SharedGame
from threedown.shared.store import NullStore, RestoredAnswers
from threedown.table.layout import NOBODY


class ServedGame:
    """The game of a room from the deal on. Its methods are called with the room's lock held."""

    def __init__(
        self,
        host: GameHost,
        header: Header,
        secret: bytes,
        moments: Sequence[Moment],
        history: History,
        answered: Mapping[CommandKey, int | None] | None = None,
    ) -> None:
        self._host, self.header, self._secret = host, header, secret
        self.seating = Seating(host.plan.names_shown(header.names), host.plan.levels)
        self.event_log = EventLog(self.seating.names, moments, history)
        self.shared_game = SharedGame(moments[-1].session, NullStore(), self.seating, goes_on=True, thinks=False)
        self.bots = RoomBots(host, self.seating, self._play_for_bot)
        self.bots.absent = {seat for seat, chair in enumerate(host.plan.chairs) if chair.away}
        self.answered = dict(answered or {})
        """The commands on disk, and the entry that each became; None for a hidden answer."""
        self.over: Over | None = None  # the closing message, once the record is closed
        self._chain = chained(header.start(), self.session.log)[1]
        self._received: list[int] = []  # the seats that have answered a question to several, in the order of receipt
        self._undos = sum(isinstance(entry, Undo) for entry in self.session.log)
        self._ready, self._tasks = Ready(), RoomTasks(host)
        self._timers = Timers(self._tasks.spawn)
        self.clock = TurnClock(host, self._timers, self._tasks)
        self.reactions = Reactions(self._timers, self._let_lie)
        self.waiting_cards = WaitingCards(host, self.seating, self.event_log, self.bots, self._tasks.spawn, self._count)
        self.absence = Absence(host, self.bots, self.waiting_cards, self._waiting_for, self.go_on, self._tasks.spawn)
        self._snapshots = Snapshots(host.services, host.name, self.seq)

    def resume(self, log: StoredLog) -> None:
        """Take over from a log what is not in its entries: hidden answers and the time."""
        self._received = [seat for seat, _ in log.held]
        self.shared_game = SharedGame(self.session, RestoredAnswers(log.held), self.seating, goes_on=True, thinks=False)
        self.event_log.hold(self.session)
        self.clock.asked_at = log.written

    @property
    def session(self) -> Session:
        """The session as it counts now."""
        return self.shared_game.session

    @property
    def seq(self) -> int:
        """The number of the last entry."""
        return self.event_log.seq

    # The state, for one seat

    def can_undo(self, seat: int | None) -> bool:
        """True if a person may undo something now."""
        try:
            return seat is not None and self.waiting_cards.turn is None and bool(self._undoable(seat))
        except Refused:
            return False

    def _undoable(self, seat: int) -> int:
        """Return how many inputs a person may undo; raises Refused if there are none."""
        check_undo(self._host.plan, self.session, self._undos)
        return self.shared_game.inputs_to_undo(seat)

    def step(self, moment: Moment, eyes: Eyes, language: str, looks: Looks | None = None) -> Step:
        """Return the message about a moment; only the last one has clocks and an undo."""
        now = self._now(eyes.seat) if moment.seq == self.seq else Now()
        return self.event_log.step(moment, eyes, language, now, looks)

    def whole_table(self, room: RoomSeen, eyes: Eyes, language: str) -> WholeTable:
        """Return the whole table as it is now."""
        return self.event_log.whole_table(room, eyes, language, self._now(eyes.seat))

    def _now(self, seat: int | None) -> Now:
        return Now(self.clock.clock(), self.can_undo(seat), self.clock.countdown())

    def waits_for(self, seat: int) -> bool:
        """True if the game waits for a person: for a choice, for their card, or for them to be ready."""
        if self.waiting_cards.turn is not None:
            return seat in self.waiting_cards.turn.waiting
        if self.session.pending is None:
            return not (self.session.over or self._self_starting or seat in self._ready.seats)
        return seat in self.shared_game.asked_people() or seat in racers(self.session)

    def _waiting_for(self) -> list[int]:
        """Return the seats of people whose choice the game waits for."""
        return [*self.shared_game.asked_people(), *racers(self.session)]

    # Commands of people

    async def handle(self, subscriber: Subscriber, seat: int | None, command: Command) -> None:
        """Carry out a command and acknowledge it, or refuse it; a refused command has changed nothing."""
        key = (subscriber.player, command.id)
        try:
            if seat is None:
                raise Refused("Spectators can't play.")
            if isinstance(command, (Choose, GoOn, TurnUp, TakeBack)):
                await self.player_returned(seat)
                if key in self.answered:
                    subscriber.send(Ack(command.id, self.answered[key]))
                    return
            if isinstance(command, Choose) and racers(self.session):
                await self._race(seat, command, key, subscriber)
                return
            if not isinstance(command, CastVote) and getattr(command, "seq", None) != self.seq:
                raise Refused(STALE)
            if isinstance(command, TurnUp):
                self._acknowledge({key: subscriber}, self.waiting_cards.entry_of(seat, command.told))
                await self.waiting_cards.turn_up([seat])
            elif self.waiting_cards.turn is not None:
                raise Refused("A card is still waiting to be turned up.")
            elif isinstance(command, Choose):
                await self.commit(self.shared_game.try_choice(seat, command.choice), seat, key, subscriber)
            elif isinstance(command, TakeBack):
                self._undoable(seat)
                replayed = await self._host.services.in_thread(partial(self.shared_game.try_undo, seat))
                await self.commit(replayed, seat, key, subscriber)
            elif isinstance(command, GoOn):
                await self._go(seat, key, subscriber, command.until)
            elif isinstance(command, CastVote):
                await self.absence.vote(seat, command.bot)
                subscriber.send(Ack(command.id, None))
        except Refused as refused:
            metrics.REFUSED.labels(STALE if str(refused) == STALE else "not allowed").inc()
            self._host.refuse(subscriber, Refusal(command.id, str(refused), self.seq, list(refused.menu) or None))
        except NotSaved:
            self._ready.discard(key)
            metrics.REFUSED.labels("not kept").inc()
            subscriber.refuse(Refusal(command.id, UNSAVED, self.seq))

    def hint(self, subscriber: Subscriber, seat: int | None, command: AskHint) -> None:
        """Send a person a hint when it is known; called without the room's lock."""
        self.bots.hint(self.shared_game, self.seq, subscriber, seat, command)

    def chances(self, subscriber: Subscriber, seat: int | None, command: AskChances) -> None:
        """Send a person the chances of their choices, one by one; called without the room's lock."""
        self.bots.chances(self.shared_game, self.seq, subscriber, seat, command)

    async def player_returned(self, seat: int) -> None:
        """Let a person who is back play for themselves again."""
        if seat in self.bots.absent and seat in self._waiting_for():
            self.clock.extend()
        await self.absence.returned(seat)

    async def player_left(self, seat: int) -> None:
        """Have a bot play for a person until they are back."""
        await self.absence.left(seat)

    async def _race(self, seat: int, command: Choose, key: CommandKey, subscriber: Subscriber) -> None:
        """Play a racer's own card. The order of receipt decides: no command since the race began is stale."""
        check_race(self._host.plan)
        if not race_began(self.event_log.moments) <= command.seq <= self.seq:
            raise Refused(STALE)
        own = f"seat {seat}"
        if " ".join(command.choice.split()) != own:
            raise Refused("You can only play your own card here.", [own] if seat in racers(self.session) else [])
        await self.commit(self.shared_game.try_choice(None, own), seat, key, subscriber)

    async def _go(self, seat: int, key: CommandKey, subscriber: Subscriber, until: str) -> None:
        self.shared_game.ready(seat)
        self._ready.add(key, seat, subscriber)
        people = set(self.seating.people) - self.bots.absent
        if until != "turn" and people == {seat} and not self._self_starting:
            moments = played_on(self.session, until, self._host.time_is_up())
            await self._write(moments, self._ready.subscribers, last=True, waits=until != "end")
        elif self._self_starting or self._ready.seats >= people:
            await self._next_turn()
        else:
            self.clock.start_pace(partial(self.on_pace, self.seq))

    @property
    def _self_starting(self) -> bool:
        return self.session.setting.game.page.self_starting or self._host.plan.keeps_going

    async def _next_turn(self) -> None:
        """Play the turn that everybody was ready for."""
        await self.commit(self.shared_game.attempt(lambda session: session.go(1)))

    # Commit, acknowledge, publish

    async def commit(
        self, attempt: Attempt, seat: int = NOBODY, key: CommandKey | None = None, subscriber: Subscriber | None = None
    ) -> None:
        """Write an attempt to disk with all that follows from it; then it counts, is acknowledged, and is published.

        Raises NotSaved if it cannot be written: then nothing has changed.
        """
        if attempt.held is not None:
            await self._commit_hidden(attempt, attempt.held, key, subscriber)
            return
        replies = {key: subscriber} if key else self._ready.subscribers if seat == NOBODY else {}
        moments = moments_of(self.session, attempt.session, attempt.events)
        await self._write(moments, replies, own=seat if key else NOBODY)

    async def _write(
        self, moments: Sequence[Moment], replies: Replies, own: int = NOBODY, last: bool = False, waits: bool = True
    ) -> None:
        """Write moments to disk; then they count. With ``waits`` they are held back before a person's own card."""
        commit = commit_of(moments, self.seq, self._chain, self._received, self._host.time_is_up(), replies, own, last)
        with span("disk", entries=len(commit.entries)):
            await self._host.holding.write(commit.work(self._host.name, self.seq + 1, bool(self._received)))
        crash_point(CrashPoint.BEFORE_ACK)
        metrics.CHOICES.inc(len(commit.entries))
        if waits and self.waiting_cards.begin(commit, self.session):
            self.clock.stop()
            self._acknowledge(commit.replies, commit.seq)
            self._ready.clear()
            self.waiting_cards.tell()
        else:
            await self._count(commit)

    async def _count(self, commit: Commit) -> None:
        """Make a written commit count, acknowledge it, and publish it."""
        self._apply(commit)
        self._acknowledge(commit.replies, commit.seq, is_published=True)
        for key, subscriber in self._ready.outdated_by(commit.replies):
            self._host.refuse(subscriber, Refusal(key[1], STALE, self.seq))
        self.go_on()
        await publish(self, self._host, commit)
        self._snapshots.note(self.session, self.event_log.history)

    async def _commit_hidden(
        self, attempt: Attempt, answer: tuple[int, str], key: CommandKey | None, subscriber: Subscriber | None
    ) -> None:
        """Write and acknowledge an answer that stays hidden until all who are asked have answered."""
        seat, choice = answer
        hold = partial(queries.hold, game=self._host.name, seat=seat, choice=choice, by=key)
        with span("disk", entries=0):
            await self._host.holding.write(hold)
        crash_point(CrashPoint.HELD)
        self._received.append(seat)
        self.shared_game.swap(attempt)
        self.event_log.hold(attempt.session)
        self._acknowledge({key: subscriber} if key else {}, None)
        self.go_on()

    def _apply(self, commit: Commit) -> None:
        """Make the committed state the one that counts."""
        last = commit.moments[-1]
        self._chain, self._received, self.clock.asked_at = commit.chain, [], None
        self.bots.timed_out = self.bots.timed_out if self.clock.is_spent(last.session.turns) else set()
        self.shared_game.swap(Attempt(last.session, list(last.events), commit.entries, None))
        self.event_log.add(commit.moments)
        self._undos += sum(isinstance(entry, Undo) for entry in commit.entries)
        self.clock.stop()

    def _acknowledge(self, replies: Replies, seq: int | None, is_published: bool = False) -> None:
        for key, subscriber in replies.items():
            self.answered[key] = seq
            if subscriber is not None and not (is_published and subscriber.together):  # with the entries otherwise
                subscriber.send(Ack(key[1], seq))

    # Bots, clocks, and the end

    def go_on(self) -> None:
        """Start whatever does not wait for people: bots, clocks, the end."""
        session = self.session
        self.absence.review()
        if self.waiting_cards.turn is not None or self.absence.pauses:
            return
        if session.over:
            self._tasks.spawn(self._finish())
            return
        if self._host.plan.paused:
            self.clock.stop()  # they start again after the pause
            return
        if session.pending is None:
            if self._self_starting or self.bots.absent >= set(self.seating.people):
                stops = session.setting.game.words.table.pauses
                shown = sum(event.kind in stops for event in session.last_turn)
                self.clock.start_countdown(partial(self.on_pace, self.seq), shown, not session.setting.reactions)
            return
        self.reactions.ask(session, self.seq)
        racing = racers(session)
        self.bots.ask(session, self.seq, (*session.pending.menus, *racing), bool(racing))
        if waiting := [seat for seat in self._waiting_for() if not self.bots.plays_for(seat)]:
            self.clock.start_choice(session.turns, self.seq, waiting, partial(self.on_timeout, self.seq))

    async def on_pace(self, seq: int) -> None:
        """Play the next turn once the pause after entry ``seq`` is over."""
        await self._retry_until_saved(seq, self._next_turn)

    async def _let_lie(self, seq: int, choice: str) -> None:
        """Give the answer of those who are too late, for the people who have not answered the question of an entry."""

        async def answer() -> None:
            for seat in self._waiting_for():
                if seq == self.seq:
                    await self.commit(self.shared_game.try_choice(seat, choice), seat)

        await self._retry_until_saved(seq, answer)

    async def on_timeout(self, seq: int) -> None:
        """Let bots choose for the people whose time for the choice after entry ``seq`` is over."""
        async with self._host.lock:
            if seq != self.seq:
                return  # the choice came while the clock was running out
            late = set(self._waiting_for()) & set(self.seating.people)
            self.bots.timed_out |= late
            self.bots.absent |= set() if self.clock.is_spent(self.session.turns) else late
            self.go_on()
            await self._host.store_absent(self.bots.absent)

    async def _play_for_bot(self, seq: int, seat: int, choice: str, race: bool) -> None:
        """Play a bot's choice, unless its seat has been taken back by then."""

        async def play() -> None:
            if self.bots.plays_for(seat) or (race and self._host.plan.is_sealed):
                turn = self.session.turns
                await self.commit(self.shared_game.try_choice(None if race else seat, choice), seat)
                if self.seating.levels[seat] is None and not race:
                    self.event_log.note_bot(turn, seat)

        await self._retry_until_saved(seq, play)

    async def _retry_until_saved(self, seq: int, act: Callable[[], Awaitable[None]]) -> None:
        """Act while the game is still at entry ``seq``, again and again while it cannot be saved."""
        await self._tasks.retry_until_saved(lambda: seq == self.seq and self.waiting_cards.turn is None, act)

    async def _finish(self) -> None:
        """Close the record, reveal the secret, and send the result."""
        crash_point(CrashPoint.ENDING)
        try:
            line = await self._host.services.in_thread(partial(footer_line, self.header, self._secret, self.session))
        except (RecordError, Refused) as error:
            await self._host.stop(f"the record cannot be closed: {error}")
            return
        await self._retry_until_saved(self.seq, partial(self._close, line))

    async def _close(self, line: bytes) -> None:
        await self._host.finish(*finishing(self._host.plan, self._host.name, self.session, line))
        crash_point(CrashPoint.FINISHED)
        over = self.reveal()
        self._host.publish_room()
        for subscriber in self._host.greeted():
            subscriber.send(over)

    def reveal(self) -> Over:
        """Return the closing message, with the secret unless the room is sealed: the game is over."""
        self.clock.stop()
        self.over = over_of(self._host.plan, self.session, self._secret, self._host.name)
        return self.over
