"""A room: who sits there, who listens, and its game once it is dealt."""

import asyncio
from collections.abc import Iterator
from functools import partial

import msgspec

from threedown.games.setting import Setting
from threedown.language import speaking
from threedown.server.model import clock
from threedown.server.model.errors import NotNow, NotYours
from threedown.server.model.history import History
from threedown.server.model.moments import Moment, what_follows
from threedown.server.model.plan import RoomPlan
from threedown.server.model.wire import (
    EMOTES,
    Ack,
    AskHint,
    Command,
    Emote,
    Guest,
    Hello,
    Join,
    Refusal,
    RoomChanged,
    RoomSeen,
    Said,
    ShowEmote,
    State,
    WholeTable,
)
from threedown.server.operations.crash import CrashPoint, crash_point
from threedown.server.operations.log import log
from threedown.server.rooms import lobby
from threedown.server.rooms.lobby import setting_of
from threedown.server.rooms.room_view import room_view
from threedown.server.rooms.served_game import ServedGame
from threedown.server.rooms.services import Services
from threedown.server.rooms.subscriber import NOT_YOURS, Subscriber, encode
from threedown.server.store import queries
from threedown.server.store.records import chained, header_line
from threedown.server.store.writer import NotSaved
from threedown.session.record import SealedChance, chance_of, new_header
from threedown.session.session import Session

REFUSALS = 256
"""Refusals that a room remembers."""


class ServedRoom:
    """A room. What changes it is done with its lock held, and is on disk before it counts."""

    def __init__(
        self,
        services: Services,
        name: str,
        plan: RoomPlan,
        secret: bytes,
        state: State = "waiting",
        address: str | None = None,
    ) -> None:
        self.services, self.name, self.plan, self.state = services, name, plan, state
        self.address = address
        """From where it was opened, as addresses are measured; None for a room from before the server has started."""
        self._secret = secret
        self.lock = asyncio.Lock()
        self.game: ServedGame | None = None
        self.dealt: int | None = None
        """When, in milliseconds since 1970."""
        self.looked = self.noted = clock.now()
        """When somebody has looked at it, and when that was put on disk; the same way."""
        self.on_disk = state
        """The state as it is there: a room that is broken is so in memory alone."""
        self.subscribers: set[Subscriber] = set()
        self._refused: dict[tuple[str, str], Refusal] = {}
        """The last refusals, by player and command. A command refused before a restart, said again after it, is of an
        entry that is not the last one any more, or is refused for the same reason."""

    @property
    def setting(self) -> Setting:
        return setting_of(self.plan)

    # Who is there

    def seat_of(self, player: str) -> int | None:
        """Where a player sits."""
        return self.plan.seat_of(player)

    def may_watch(self, player: str) -> bool:
        return self.plan.watch == "anybody" or self.seat_of(player) is not None

    def greeted(self) -> Iterator[Subscriber]:
        """Those who have said hello."""
        return (subscriber for subscriber in list(self.subscribers) if subscriber.greeted)

    def seen(self, seat: int | None = None) -> RoomSeen:
        """The room as who sits at a seat may see it (None: as anybody may)."""
        game, here = self.game, {subscriber.player for subscriber in self.greeted()}
        seq, away = (None, ()) if game is None else (game.seq, game.bots.away)
        return room_view(self.name, self.state, self.plan, seq, seat is not None, here, away)

    def publish_room(self) -> None:
        """Tells everybody how the room is now."""
        told: dict[tuple[bool, str], bytes] = {}
        for subscriber in self.greeted():
            seat = self.seat_of(subscriber.player)
            if (key := (seat is not None, subscriber.language)) not in told:
                with speaking(subscriber.language):
                    told[key] = encode(RoomChanged(self.seen(seat)))
            subscriber.send(told[key])

    def time_is_up(self) -> bool:
        """Whether the minutes of a game by the clock are over."""
        minutes, dealt = self.plan.minutes, self.dealt
        return minutes is not None and dealt is not None and clock.now() - dealt >= minutes * 60_000

    # Before the deal

    async def join(self, guest: Guest, wish: Join) -> None:
        """Sits a guest down, or changes where he sits, his name, his colour, his part."""
        await self._change(lobby.joined(self._still_open(), guest, wish))

    async def leave(self, player: str) -> None:
        """A player goes: before the deal his seat is open again, after it a bot plays for him until he is back."""
        seat = self._seat_of(player)
        if self.game is not None:
            if self.state == "playing":
                await self.game.leave(seat)
            return
        plan = lobby.left(self.plan, seat)
        if plan.host:
            await self._change(plan)
        else:
            await self._change(msgspec.structs.replace(plan, stopped="everybody has left"), "stopped")

    async def give_seat(self, player: str, seat: int, level: str | None) -> None:
        """The host puts a bot on a seat, or opens it: whoever sat there must go."""
        await self._change(lobby.seat_given(self._still_open(), player, seat, level))

    async def play_by(self, player: str, plan: RoomPlan) -> None:
        """The host changes what is played by; people and bots stay, on the first seats where there are fewer now."""
        await self._change(lobby.played_by(self._still_open(), player, plan))

    async def forget(self) -> None:
        """Nobody has come: the room ends, if it still waits."""
        if self.state == "waiting":
            await self._change(msgspec.structs.replace(self.plan, stopped="nobody has come for a day"), "stopped")

    async def start(self, player: str) -> None:
        """The host has the cards dealt: from the secret, the options, the names, and everybody's part."""
        plan = lobby.to_be_dealt(self._still_open(), player)
        chance = SealedChance(plan.commitment, tuple(chair.part for chair in plan.chairs))
        header = new_header(self.setting, tuple(chair.name for chair in plan.chairs), chance)
        session = Session(self.setting, chance_of(header, self._secret))
        self.dealt = clock.now()
        deal = Moment(0, session, session.events)
        moments = [deal, *what_follows(deal, (), False)]
        lines, _ = chained(header.start(), moments[-1].session.log)
        work = partial(
            queries.deal, room=self.name, plan=plan, header=header_line(header), dealt=self.dealt, lines=lines
        )
        await self.services.writer.do(work)
        crash_point(CrashPoint.DEALT)
        self.plan, self.state, self.on_disk = plan, "playing", "playing"
        history = History(self.setting.seats)
        for moment in moments:
            history.note(moment.session)
        self.game = ServedGame(self, header, self._secret, moments, history)
        for level in {chair.level for chair in plan.chairs if chair.level}:
            self.services.spawn(self.services.bot_pool.expect(self.setting, level))
        log.info("a game is dealt", room=self.name, game=plan.game)
        self.game.go_on()
        self.publish_room()
        for subscriber in self.greeted():
            for moment in moments:
                subscriber.send(self.game.told(moment, self.seat_of(subscriber.player), subscriber.language))

    # On the socket

    async def hear(self, subscriber: Subscriber, said: Said) -> None:
        """What somebody says who listens."""
        if isinstance(said, Hello):
            async with self.lock:
                await self._greet(subscriber, said)
            return
        if not subscriber.greeted:
            subscriber.refuse(Refusal(said.id, "say hello first", None))
            return
        seat = self.seat_of(subscriber.player)
        if isinstance(said, ShowEmote):
            self._emote(subscriber, seat, said)
        elif self.game is not None and (subscriber.player, said.id) in self.game.answered:
            subscriber.tell(Ack(said.id, self.game.answered[subscriber.player, said.id]))
        elif (subscriber.player, said.id) in self._refused:
            subscriber.refuse(self._refused[subscriber.player, said.id])
        elif self.game is not None and self.state == "playing" and isinstance(said, AskHint):
            await self.game.bots.hint(subscriber, seat, said)
        else:
            try:
                async with self.lock:
                    await self._carry_out(subscriber, seat, said)
            except Exception as error:  # whatever it is, this room alone stops
                await self.stop(f"something is wrong with this game ({type(error).__name__})")

    async def _carry_out(self, subscriber: Subscriber, seat: int | None, said: Command) -> None:
        if self.game is not None and self.state == "playing" and not isinstance(said, AskHint):
            await self.game.hear(subscriber, seat, said)
            return
        reason = "the game is over" if self.state == "over" else "the game has not begun"
        if self.plan.stopped:
            reason = "the game has stopped"
        self.refuse(subscriber, Refusal(said.id, reason, None if self.game is None else self.game.seq))

    def gone(self, subscriber: Subscriber) -> None:
        """A socket is closed."""
        self.subscribers.discard(subscriber)
        if subscriber.greeted and self.seat_of(subscriber.player) is not None:
            self.publish_room()

    async def _greet(self, subscriber: Subscriber, said: Hello) -> None:
        """Tells a listener what he has missed, or the whole table; from now on he is told what happens."""
        if not self.may_watch(subscriber.player):  # he came while he might
            subscriber.end(NOT_YOURS)
            return
        seat, game = self.seat_of(subscriber.player), self.game
        if game is not None and seat is not None:
            await game.is_back(seat)
        missed = game.event_log.since(said.after) if game is not None and said.after is not None else None
        new = not subscriber.greeted
        subscriber.greet(said.language)
        self.subscribers.add(subscriber)
        if game is None or missed is None:
            subscriber.tell(self._whole(seat, subscriber.language))
        else:
            for moment in missed:
                subscriber.send(game.told(moment, seat, subscriber.language))
        if game is not None and game.over is not None:
            subscriber.tell(game.over)
        if new and seat is not None:
            self.publish_room()

    def refuse(self, subscriber: Subscriber, refusal: Refusal) -> None:
        """Tells a player why his command is refused; said again under its id it is refused again."""
        if subscriber.player and refusal.id is not None:
            self._refused[subscriber.player, refusal.id] = refusal
            if len(self._refused) > REFUSALS:
                del self._refused[next(iter(self._refused))]
        subscriber.refuse(refusal)

    async def note_away(self) -> None:
        """Notes for whom bots play, and tells everybody; called with the lock held. If it cannot be kept, people are
        asked themselves again after a restart, and that is all."""
        away = self.game.bots.away if self.game else set()
        chairs = [msgspec.structs.replace(chair, away=seat in away) for seat, chair in enumerate(self.plan.chairs)]
        try:
            await self._change(msgspec.structs.replace(self.plan, chairs=chairs))
        except NotSaved:
            self.publish_room()

    def _whole(self, seat: int | None, language: str) -> WholeTable:
        with speaking(language):
            room = self.seen(seat)
        if self.game is None:
            return WholeTable(room, seat, None, None, None, None, False)
        return self.game.whole(room, seat, language)

    def _emote(self, subscriber: Subscriber, seat: int | None, said: ShowEmote) -> None:
        if seat is None or said.emote not in EMOTES:
            reason = "who only watches shows nothing" if seat is None else f"choose one of: {', '.join(EMOTES)}"
            subscriber.refuse(Refusal(said.id, reason, None if self.game is None else self.game.seq))
            return
        for other in self.greeted():
            other.tell(Emote(seat, said.emote))

    # The end

    async def stop(self, reason: str) -> None:
        """The room stops alone: what was played can be read, and nothing more is played."""
        async with self.lock:
            if self.state in ("over", "stopped"):
                return
            log.error("a room stops", room=self.name, reason=reason)
            plan = msgspec.structs.replace(self.plan, stopped=reason)
            try:
                await self._change(plan, "stopped")
            except NotSaved:
                self.plan, self.state = plan, "stopped"
                self.publish_room()

    def is_broken(self, reason: str) -> None:
        """What is kept of the room is not what was: it stops here. On disk it stays as it is: somebody may look at it,
        and a game of other rules goes on where these are known."""
        log.error("a room stops", room=self.name, reason=reason)
        self.plan, self.state = msgspec.structs.replace(self.plan, stopped=reason), "stopped"

    async def finish(self, footer: bytes) -> None:
        """The record is closed; called with the lock held."""
        await self.services.writer.do(partial(queries.finish, room=self.name, plan=self.plan, footer=footer))
        self.state = self.on_disk = "over"
        log.info("a game is over", room=self.name, game=self.plan.game)

    def follow(self, room: str) -> None:
        """There is a rematch, in another room."""
        self.plan = msgspec.structs.replace(self.plan, next=room)
        self.publish_room()

    async def _change(self, plan: RoomPlan, state: State | None = None) -> None:
        state = state or self.state
        await self.services.writer.do(partial(queries.change_room, room=self.name, state=state, plan=plan))
        self.plan, self.state = plan, state
        self.on_disk = state
        self.publish_room()
        for subscriber in self.greeted():
            if not self.may_watch(subscriber.player):  # he sat here, and nobody else may watch
                subscriber.end(NOT_YOURS)

    def _still_open(self) -> RoomPlan:
        if self.state != "waiting":
            raise NotNow("the game has begun: what was settled before the deal stays as it is")
        return self.plan

    def _seat_of(self, player: str) -> int:
        seat = self.seat_of(player)
        if seat is None:
            raise NotYours("you do not sit here")
        return seat
