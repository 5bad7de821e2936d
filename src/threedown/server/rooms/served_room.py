"""A room: its seats, its connected clients and, once dealt, its game."""

import asyncio
import contextlib
from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from threedown.games.setting import Setting
from threedown.language import speaking
from threedown.server.model import clock
from threedown.server.model.errors import NotNow, NotYours, RequestError
from threedown.server.model.messages import (
    Ack,
    AskChances,
    AskHint,
    Choose,
    Command,
    Hello,
    Refusal,
    RevealPart,
    RoomChanged,
    Said,
    Say,
    Seen,
    ShowEmote,
)
from threedown.server.model.plan import RoomPlan
from threedown.server.model.wire import Guest, Join, NewRoom, RoomSeen, State
from threedown.server.operations.log import log
from threedown.server.rooms import gathering, lobby, looking, revealing, talk
from threedown.server.rooms.dealing import deal
from threedown.server.rooms.evening import has_everybody
from threedown.server.rooms.eyes import Eyes, eyes_in, player_at
from threedown.server.rooms.holding import Holding
from threedown.server.rooms.lobby import setting_of
from threedown.server.rooms.presence import Presence
from threedown.server.rooms.refusals import Refusals, refusal_of
from threedown.server.rooms.room_request import plan_of_change
from threedown.server.rooms.room_view import room_view
from threedown.server.rooms.served_game import ServedGame
from threedown.server.rooms.services import Services
from threedown.server.rooms.subscriber import NOT_YOURS, RESTART, Subscriber, encode
from threedown.server.rooms.timers import Timers
from threedown.server.store import queries
from threedown.server.store.errors import Lost, NotSaved


class ServedRoom:
    """A room. Whatever changes it happens with its lock held, and is on disk before it counts."""

    def __init__(
        self,
        services: Services,
        name: str,
        plan: RoomPlan,
        secret: bytes,
        state: State = "waiting",
        address: str | None = None,
    ) -> None:
        self.services, self.name, self.plan = services, name, plan
        self.state: State = state
        self.address = address
        """The rate key of the address that opened it; None for a room from before the server started."""
        self._secret, self.lock = secret, asyncio.Lock()
        self.game: ServedGame | None = None
        self.dealt: int | None = None
        """When the cards were dealt, in milliseconds since 1970."""
        self.last_used = self.last_used_on_disk = clock.now()
        """When the room was last used, and the same as it is on disk; in milliseconds since 1970."""
        self.state_on_disk: State = state
        """The stored state; a broken room is broken in memory alone."""
        self.subscribers: set[Subscriber] = set()
        self.holding = Holding(services, name, self._let_go, self.subscribers)
        self._timers, self._refusals = Timers(services.spawn), Refusals()
        self.presence = Presence(lambda: self.plan, self.greeted)

    @property
    def setting(self) -> Setting:
        """The game and its rules."""
        return setting_of(self.plan)

    # Seats and spectators

    def seat_of(self, player: str) -> int | None:
        """Return a player's seat; None for a spectator."""
        return self.plan.seat_of(player)

    def eyes_of(self, subscriber: Subscriber) -> Eyes:
        """Return a client's seat, and the other seat that it looks over."""
        return eyes_in(self.plan, subscriber.player, subscriber.over)

    def may_watch(self, player: str) -> bool:
        """True if a player sits here or anybody may watch, but for those whom the host has asked to leave."""
        is_admitted = self.plan.watch == "anybody" or self.seat_of(player) is not None
        return is_admitted and player not in self.plan.kicked

    def greeted(self) -> Iterator[Subscriber]:
        """Iterate over the sockets that have said hello."""
        return (subscriber for subscriber in list(self.subscribers) if subscriber.greeted)

    def view(self, seat: int | None = None) -> RoomSeen:
        """Return the room as the player at a seat may see it; None: as anybody may."""
        game, connected = self.game, {subscriber.player for subscriber in self.greeted()}
        settled = game.header.chain if game is not None and revealing.is_open(self.plan) else None
        seq, absent = (None, ()) if game is None else (game.seq, game.bots.absent)
        seen = room_view(self.name, self.state, self.plan, seq, seat is not None, connected, absent, settled)
        if game is not None and self.state == "playing":
            seen = replace(game.bots.seen(seen), absence=game.absence.seen())
        return replace(self.presence.seen(seen), left=self.time_left())

    def publish_room(self) -> None:
        """Send the room as it is now to everybody."""
        encoded: dict[tuple[int | None, str], bytes] = {}
        for subscriber in self.greeted():
            seat = self.seat_of(subscriber.player)
            if (key := (seat, subscriber.language)) not in encoded:
                with speaking(subscriber.language):
                    encoded[key] = encode(RoomChanged(self.view(seat), seat))
            subscriber.send_encoded(encoded[key])

    def time_left(self) -> int | None:
        """Return the milliseconds until the time of a timed game is up; None if it has no time."""
        minutes, dealt = self.plan.minutes, self.dealt
        return None if minutes is None or dealt is None else max(0, dealt + minutes * 60_000 - clock.now())

    def time_is_up(self) -> bool:
        """True if the minutes of a timed game have passed."""
        return self.time_left() == 0

    # Before the deal

    async def join(self, guest: Guest, request: Join) -> None:
        """Seat a guest, or change their seat, name, colour or contribution to the shuffle."""
        await self._change(lobby.with_player(self._waiting_plan(), guest, request))
        if has_everybody(self.plan):
            with contextlib.suppress(RequestError):  # a player has left meanwhile: the host starts
                await self.start(self.plan.host)

    async def leave(self, player: str) -> None:
        """Free a player's seat; after the deal a bot plays for them until they are back."""
        seat = self._own_seat(player)
        if self.game is not None:
            if self.state == "playing":
                await self.game.player_left(seat)
            return
        plan = lobby.without_player(self._waiting_plan() if self.state == "waiting" else self.plan, seat)
        if plan.host:
            await self._change(plan)
        else:
            await self._change(replace(plan, stopped="everybody has left"), "stopped")

    async def give_seat(self, player: str, seat: int, level: str | None) -> None:
        """Put a bot on a seat for the host, or open it; in a running game a bot plays for a player who has gone."""
        if self.game is not None and self.state == "playing" and level is not None:
            lobby.check_stand_in(self.plan, player, seat, level, self.presence.seats())
            await self.game.player_left(seat)
            return
        await self._change(lobby.with_bot(self._waiting_plan(), player, seat, level))

    async def change_rules(self, guest: Guest, request: NewRoom) -> None:
        """Change the rules for the host; players and bots stay, on the first seats if there are fewer now."""
        plan = plan_of_change(self.plan, guest, request)
        await self._change(lobby.with_rules(self._waiting_plan(), guest.player, plan))

    async def end_abandoned(self, why: str = "nobody has come for a day") -> None:
        """End the room if it still waits: no player has come."""
        if self.state == "waiting":
            await self._change(replace(self.plan, stopped=why), "stopped")

    async def start(self, player: str) -> None:
        """Deal for the host; first freeze the header if players have committed to parts."""
        plan = lobby.ready_to_deal(self._waiting_plan(), player)
        if revealing.missing_parts(plan):
            await self._change(replace(plan, frozen=clock.now()))
            self.wait_for_parts()
            revealing.tell_sealed(self.plan, self.greeted())
        else:
            await self._deal(plan)

    async def reveal_part(self, player: str, part: str) -> None:
        """Add the part that a player has committed to; the last one brings the deal."""
        plan = revealing.with_part(self.plan, self._own_seat(player), part)
        if plan is self.plan:
            return
        if self.state != "waiting":
            raise NotNow("The cards have been dealt.")
        if revealing.missing_parts(plan):
            await self._change(plan)
        else:
            await self._deal(plan)

    def wait_for_parts(self) -> None:
        """Deal without the parts, or begin without the matched players, that have not come when their time is up."""
        if self.state == "waiting" and (frozen := revealing.frozen_of(self.plan)) is not None:
            self._timers.start("parts", frozen.left / 1000, partial(gathering.deal_without_parts, self))
        elif self.state == "waiting" and self.plan.begins_by is not None:
            self._timers.start("begin", gathering.time_left(self.plan), partial(gathering.begin, self))

    async def deal_frozen(self) -> None:
        """Deal without the parts that are missing, if the header is frozen: what was frozen must not change."""
        if self.state == "waiting" and self.plan.frozen is not None:
            await self._deal(self.plan)

    async def _deal(self, plan: RoomPlan) -> None:
        header = revealing.header_of(plan, dealt=True)
        plan = replace(plan, frozen=None)
        dealt = await deal(self.holding.write, self.name, plan, header, self._secret)
        self._timers.stop()
        self.dealt, self.plan, self.state, self.state_on_disk = dealt.at, plan, "playing", "playing"
        self.game = ServedGame(self, header, self._secret, dealt.moments, dealt.history)
        for level in {chair.level for chair in plan.chairs if chair.level}:
            self.services.spawn(self.services.bot_pool.expect(self.setting, level))
        log.info("a game is dealt", room=self.name, game=plan.game)
        self.game.go_on()
        self.publish_room()
        for subscriber in self.greeted():
            for moment in dealt.moments:
                eyes = self.eyes_of(subscriber)
                subscriber.send(self.game.step(moment, eyes, subscriber.language))

    # Messages of clients

    async def handle(self, subscriber: Subscriber, message: Said) -> None:
        """Carry out a client's message, or refuse it."""
        if isinstance(message, Hello):
            async with self.lock:
                if self.holding.lost:  # the room has gone while this waited for the lock
                    subscriber.end(RESTART)
                else:
                    await self._greet(subscriber, message)
            return
        seat = self.seat_of(subscriber.player)
        if isinstance(message, Seen):
            if seat is not None and self.game is not None:
                self.game.reactions.see(seat, message.seq)
            return
        if not subscriber.greeted:
            subscriber.refuse(Refusal(message.id, "Say hello first.", None))
            return
        key = (subscriber.player, message.id)
        if isinstance(message, Choose) and self.game is not None:
            message = self.game.reactions.checked(seat, message)
        advising = self.game if self.state == "playing" and not self.plan.rated else None
        if isinstance(message, ShowEmote):
            talk.show_emote(self, subscriber, message, None if self.game is None else self.game.seq)
        elif isinstance(message, Say):
            talk.pass_on(self, subscriber, message)
        elif self.game is not None and key in self.game.answered:
            subscriber.send(Ack(message.id, self.game.answered[key]))
        elif (refusal := self._refusals.find(*key)) is not None:
            subscriber.refuse(refusal)
        elif advising is not None and self.plan.hints and isinstance(message, AskHint):
            advising.hint(subscriber, seat, message)
        elif advising is not None and isinstance(message, AskChances):
            advising.chances(subscriber, seat, message)
        else:
            try:
                async with self.lock:
                    await self._carry_out(subscriber, message)
            except Lost:
                await self.holding.answer(subscriber, message)
            except Exception as error:  # whatever it is, this room alone stops
                await self.stop(f"something is wrong with this game ({type(error).__name__})")

    async def _carry_out(self, subscriber: Subscriber, command: Command) -> None:
        self.holding.check()  # the room may have gone while this waited for the lock
        if isinstance(command, RevealPart):
            await revealing.reveal(self, subscriber, command)
            return
        seat = self.seat_of(subscriber.player)  # while it waited for the lock, the host may have taken the seat away
        is_played = self.state == "playing" and not self.plan.paused
        if self.game is not None and is_played and not isinstance(command, (AskHint, AskChances)):
            await self.game.handle(subscriber, seat, command)
            return
        seq = None if self.game is None else self.game.seq
        self.refuse(subscriber, refusal_of(self.state, self.plan, command, seq))

    def disconnect(self, subscriber: Subscriber) -> None:
        """Forget a closed socket."""
        self.subscribers.discard(subscriber)
        if not subscriber.greeted:
            return
        if (seat := self.seat_of(subscriber.player)) is not None and seat not in self.presence.seats():
            self.presence.note_gone(subscriber.player)
            if self.game is not None and self.state == "playing":
                self.game.absence.review()
        self.publish_room()

    async def _greet(self, subscriber: Subscriber, hello: Hello) -> None:
        """Send a client what it has missed, or the whole table; from now on it gets every message."""
        if not self.may_watch(subscriber.player):  # the rules changed after it connected
            subscriber.end(NOT_YOURS)
            return
        seat, game = self.seat_of(subscriber.player), self.game
        last = -1 if game is None else game.seq
        if hello.after is not None and await self.holding.lose_if_behind(last, hello.after):
            subscriber.end(RESTART)  # it returns to a room that has been read again from disk
            return
        if game is not None and seat is not None:
            await game.player_returned(seat)
            if not hello.parts:
                await game.waiting_cards.stop_waiting(seat)
        missed = game.event_log.since(hello.after) if game is not None and hello.after is not None else None
        new, paused = not subscriber.greeted, game is not None and game.absence.pauses
        subscriber.greet(hello.language, hello.parts, hello.together)
        subscriber.over = player_at(self.plan, hello.over)
        self.subscribers.add(subscriber)
        looking.send_missed(self, subscriber, missed)
        if new and game is not None and self.state == "playing":
            game.absence.came(paused)
        if new:
            self.publish_room()

    def refuse(self, subscriber: Subscriber, refusal: Refusal) -> None:
        """Send a refusal, and remember it for when the command is repeated."""
        self._refusals.add(subscriber.player, self.seat_of(subscriber.player) is not None, refusal)
        subscriber.refuse(refusal)

    async def store_absent(self, absent: Collection[int]) -> None:
        """Write to disk for which players bots play, and send the room to everybody.

        If it cannot be saved, these players are asked themselves again after a restart, and that is all.
        """
        chairs = [replace(chair, away=seat in absent) for seat, chair in enumerate(self.plan.chairs)]
        try:
            await self._change(replace(self.plan, chairs=chairs))
        except NotSaved:
            self.publish_room()

    # The end

    async def stop(self, reason: str) -> None:
        """Stop this room alone: what was played can be read, and nothing more is played."""
        async with self.lock:
            if self.state in ("over", "stopped"):
                return
            log.error("a room stops", room=self.name, reason=reason)
            plan = replace(self.plan, stopped=reason)
            try:
                await self._change(plan, "stopped")
            except (NotSaved, Lost):
                self.plan, self.state = plan, "stopped"
                self.publish_room()

    def mark_broken(self, reason: str) -> None:
        """Stop the room in memory alone: its data is damaged, or of other rules, and stays on disk for the owner."""
        log.error("a room stops", room=self.name, reason=reason)
        self.plan, self.state = replace(self.plan, stopped=reason), "stopped"

    def _let_go(self) -> None:
        """Stop here, because another worker holds the room."""
        self.state = "stopped"
        self._timers.stop()
        if self.game is not None:
            self.game.clock.stop()

    async def finish(self, plan: RoomPlan, work: Callable[[Any], None]) -> None:
        """Store the end of the game, which leaves this plan; called with the lock held."""
        await self.holding.write(work)
        self.plan, self.state, self.state_on_disk = plan, "over", "over"
        log.info("a game is over", room=self.name, game=self.plan.game)

    def link_rematch(self, room: str) -> None:
        """Show everybody the room of the rematch."""
        self.plan = replace(self.plan, next=room)
        self.publish_room()

    async def change(self, plan: RoomPlan) -> None:
        """Change the room; a game goes on after a pause."""
        is_switched = self.plan.paused != plan.paused
        await self._change(plan)
        if self.game is not None and self.state == "playing" and is_switched:
            self.game.go_on()

    async def _change(self, plan: RoomPlan, state: State | None = None) -> None:
        state = state or self.state
        await self.holding.write(partial(queries.change_room, room=self.name, state=state, plan=plan))
        lookers = looking.lookers(self)
        self.plan, self.state, self.state_on_disk = plan, state, state
        self.publish_room()
        looking.end_without_leave(self, lookers)
        for subscriber in self.greeted():
            if not self.may_watch(subscriber.player):  # they lost their seat in a room without spectators
                subscriber.end(NOT_YOURS)

    def _waiting_plan(self) -> RoomPlan:
        self.holding.check()
        if self.state != "waiting":
            raise NotNow("The game has begun, so this can't change any more.")
        if self.plan.frozen is not None:
            raise NotNow("The cards are about to be dealt, so this can't change any more.")
        return self.plan

    def _own_seat(self, player: str) -> int:
        if (seat := self.seat_of(player)) is not None:
            return seat
        raise NotYours("You don't have a seat here.")
