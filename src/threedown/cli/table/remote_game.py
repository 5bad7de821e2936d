"""A game in a room of a server, as the table hears it. A broken connection is made again by the client."""

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

import httpx
import msgspec

from threedown.cli.table.drawing import narrator
from threedown.cli.table.ending import shares_by_turn
from threedown.cli.table.faces import Look
from threedown.cli.table.feed import FeedStep, How, Told, WaitsFor
from threedown.cli.table.game_clock import GameClock
from threedown.client import GuestClient, Message, RoomConnection, new_id
from threedown.client import RequestRefused as Denied
from threedown.games import find_game
from threedown.games.setting import Setting, settle
from threedown.language import say
from threedown.session.record import record_in, replay
from threedown.session.session import Refused
from threedown.session.views import Question, View, record_of
from threedown.table.layout import Table

LOST = "The connection is broken; it is made again by itself."
KEPT, OTHERS_ANSWER = "Your answer is kept.", "The others have still to answer."


class RemoteGame:
    """A room of a server, in which this guest sits or looks on."""

    def __init__(self, player: GuestClient, room: Message) -> None:
        self.player, self.room = player, room
        self._seat: int | None = None
        self.setting = setting_of_room(room)
        self.connection: RoomConnection = player.live(room["room"])
        self._answers: dict[str, asyncio.Future[Message]] = {}
        self._turn: list[Told] = []
        self._view: View | None = None
        self._question: Question | None = None
        self._answered: Question | None = None
        """The question that was answered last."""
        self._said = ""
        self._last = ""
        self._ready = False
        self._over = False
        self._winners: list[int] | None = None
        self._clock: GameClock | None = None
        self.offline = False
        self._plays_forced = True
        """False after an undo: then the player looks at the question, also if it has one choice."""

    @property
    def names(self) -> Sequence[str]:
        """As they sit: an open seat is called so, and a program too."""
        return [_called(seat) for seat in self.room["seats"]]

    @property
    def you(self) -> int | None:
        """My seat, or the one that I look over."""
        return self._seat if self._seat is not None or self._view is None else self._view.seat

    def shown_seats(self) -> Sequence[int]:
        if self._seat is not None or self._view is None or self._over:
            return ()
        return [seat["seat"] for seat in self.room["seats"] if seat["shown"]]

    async def look_over(self, seat: int | None) -> None:
        await self.connection.look_over(seat)

    @property
    def is_host(self) -> bool:
        seat = None if self._seat is None else self.room["seats"][self._seat]
        return seat is not None and self.room["host"] == self._me

    async def heard(self) -> AsyncIterator[FeedStep]:
        self._me = (await self.player.call("GET", "/api/me"))["player"]
        steps: asyncio.Queue[FeedStep | BaseException] = asyncio.Queue()

        def take(message: Message) -> None:
            if (now := self.take(message)) is not None:
                steps.put_nowait(now)

        async def listen() -> None:
            try:
                async for message in self.connection:
                    take(message)
            except BaseException as error:
                steps.put_nowait(error)

        self.connection.lost = lambda: take({"type": "lost"})
        listening = asyncio.ensure_future(listen())
        try:
            while True:
                step = await steps.get()
                if isinstance(step, BaseException):
                    raise step
                if choice := self._forced(step):
                    yield step._replace(waits=WaitsFor.OTHERS)
                    with contextlib.suppress(Refused):  # the table has changed in the meantime
                        await self._answer(choice)
                else:
                    yield step
        finally:
            listening.cancel()

    def _forced(self, step: FeedStep) -> str:
        """Return the only choice of a player who is alone with bots; empty if there are more.

        Among people they answer themselves: an answer that comes at once would tell what they hold.
        """
        question = step.question
        people = sum(seat["kind"] == "person" for seat in self.room["seats"])
        if step.waits is not WaitsFor.CHOICE or question is None or people > 1 or not self._plays_forced:
            return ""
        choices = question.choices or []
        return choices[0] if len(choices) == 1 else ""

    async def choose(self, choice: str) -> None:
        self._plays_forced = True
        await self._answer(choice)

    async def seen(self) -> None:
        await self.connection.seen()

    async def react(self, choices: Mapping[int, str]) -> None:
        for choice in choices.values():
            await self.choose(choice)

    async def _answer(self, choice: str) -> None:
        self._last, self._answered = choice, self._question
        await self.send_command("choose", choice=choice)

    async def go(self, how: How) -> None:
        if self._seat is None:
            raise Refused("Spectators can't play.")
        if self._view is None:
            await self._called("POST", "start")
            return
        if self._ready:
            return
        self._ready = True
        try:
            await self.send_command("go")
        except Refused as error:
            # Another player was ready too and the turn is played, or its question is here already.
            if str(error) != "stale" and self._question is None:
                raise
        finally:
            self._ready = False

    async def undo(self) -> None:
        self._plays_forced = False
        await self.send_command("undo")

    async def hint(self) -> str:
        return str((await self.send_command("hint"))["why"])

    def about(self, choice: str) -> str:
        question, table = self._question, self._table()
        if question is None or table is None or question.seat is None:
            return ""
        words = self.setting.game.words
        number = next(code for code, name in self.setting.game.rules.QUESTIONS.items() if name == question.question)
        for code in self.setting.menu(table, question.seat, number):
            if words.choices.act(table, question.seat, number, code).text == choice:
                return words.choices.hint(table, question.seat, number, code)
        return ""

    def racers(self) -> Sequence[int]:
        return () if self._seat is None else (self._seat,)

    async def record(self) -> bytes:
        data: bytes = await self._called("GET", "record")
        return data

    async def history(self) -> Sequence[Sequence[int]]:
        record = record_in(io.BytesIO(await self.record()))
        return await asyncio.to_thread(shares_by_turn, self.setting, lambda watch: replay(record, None, watch))

    async def close(self) -> None:
        await self.player.__aexit__()

    async def _called(self, method: str, what: str) -> Any:
        """A call of this room; raises Refused with the reason."""
        try:
            return await self.player.call(method, f"/api/rooms/{self.room['room']}/{what}")
        except (Denied, httpx.HTTPError) as error:
            raise Refused(str(error) or type(error).__name__) from error

    async def send_command(self, kind: str, **said: Any) -> Message:
        """A command, and what the room answers: raises Refused with its reason."""
        id = new_id()
        answer = self._answers[id] = asyncio.get_running_loop().create_future()
        try:
            await self.connection.command(kind, id, **said)
            message: Message = await answer
        finally:
            self._answers.pop(id, None)
        if message["type"] == "refused":
            raise Refused(message["reason"], message.get("choices") or ())
        return message

    def take(self, message: Message) -> FeedStep | None:
        """Return a message's meaning for the table; None if nothing has changed there."""
        kind = message["type"]
        self.offline = kind == "lost"
        if kind in ("ack", "refused", "hint"):
            answer = self._answers.get(message.get("id") or "")
            if answer is not None and not answer.done():
                answer.set_result(message)
            return self._kept() if kind == "ack" and message["seq"] is None else None
        if kind == "lost":
            return self._now((), [say(LOST)])
        if kind == "emote":
            return self._now((), [f"{self.names[message['seat']]}: {message['emote']}"])
        if kind == "over":
            self._said, self._over = self._verdict(message["result"]), True
            self._winners = message["result"]["winners"]
            return self._now(())
        if kind == "room":
            before, self.room = self.room, message["room"]
            return self._now((), changes(before, self.room))
        if kind == "table":
            self.room, self._seat = message["room"], message["you"]
            self._over = self.room["state"] == "over"
            self._turn = []
        return self._stepped(message)

    def _kept(self) -> FeedStep | None:
        """My answer is kept until the others have given theirs: I am not asked any more."""
        question = self._question
        if question is None or question is not self._answered:
            return None
        self._question = msgspec.structs.replace(question, choices=None, parts=None)
        self._said = OTHERS_ANSWER
        return self._now((), [KEPT])

    def _stepped(self, message: Message) -> FeedStep:
        events = message.get("events", [])
        view = None if message["view"] is None else msgspec.convert(message["view"], View)
        if self._view is not None and view is not None and view.turns != self._view.turns:
            self._turn = []
        self._turn = [*self._turn, *events]
        self._view = view
        asked = message["question"]
        self._question = None if asked is None else msgspec.convert(asked, Question)
        self._said = "" if self._question is None else self._asked(self._question)
        return self._now(events)

    def _asked(self, question: Question) -> str:
        """Return the question and, if it is not mine, the asked player."""
        if question.seat is None or (question.choices and self._seat is not None):
            return question.text
        return f"{self.names[question.seat]}: {question.text}"

    def _table(self) -> Table | None:
        return None if self._view is None else Table(record_of(self.setting, self._view), self.setting.option_codes)

    def _now(self, events: Sequence[Told], notes: Sequence[str] = ()) -> FeedStep:
        question = self._question
        again = ""
        if question is not None and question.choices and self._last:
            again = self.setting.game.words.choices.repeat(self._last, question.choices)
        waits = self._waits()
        return FeedStep(
            waits,
            events,
            self._turn,
            self._said or self._told(waits),
            self._view,
            question,
            self._table(),
            again,
            notes,
            self._winners if self._over else None,
            self._game_clock(),
        )

    def _game_clock(self) -> GameClock | None:
        """Return the clock of a game that ends after some minutes: it runs from what the room said first."""
        if self._clock is None and self.room.get("left") is not None:
            self._clock = GameClock(self.room["left"] / 1000)
        return self._clock

    def _told(self, waits: WaitsFor) -> str:
        if waits is WaitsFor.SEATS:
            free = sum(seat["kind"] == "open" for seat in self.room["seats"])
            if free:
                address = f"{self.player.url}{self.room['url']}"
                return say("Waiting for {n} more: they join with {address}", n=free, address=address)
            if self.is_host:
                return say("Everyone is here: press Space to start.")
            return say("Everyone is here. The host starts the game.")
        return ""

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return self._waits() is WaitsFor.OVER

    def _waits(self) -> WaitsFor:
        if self._over or self.room["state"] == "stopped":  # that it is over is told with the result
            return WaitsFor.OVER
        if self._view is None:
            return WaitsFor.SEATS
        question = self._question
        if question is None:
            return WaitsFor.OTHERS if self._seat is None or self._view.over else WaitsFor.NEXT
        if self._seat is None:
            return WaitsFor.OTHERS
        if question.seat is None:
            racing = f"seat {self._seat}" in (question.choices or ())
            return WaitsFor.RACE if racing else WaitsFor.OTHERS
        if not question.choices:
            return WaitsFor.OTHERS
        return WaitsFor.CHOICE if question.reaction is None else WaitsFor.REACTION

    def _verdict(self, result: Message) -> str:
        tells = narrator(self.setting.game, self.names, Look(False), self.you, you=self._seat is not None)
        return tells.ended(result["reason"], result["winners"])


def setting_of_room(room: Message) -> Setting:
    """Return the setting of a room."""
    return settle(find_game(room["game"]), room["preset"], room["options"], len(room["seats"]), kept=True)


def _called(seat: Message) -> str:
    if seat["kind"] == "open":
        return say("(open)")
    return say("{name} (program)", name=seat["name"]) if seat.get("program") else str(seat["name"])


def changes(before: Message, after: Message) -> list[str]:
    """Return the changes in a room, a sentence each."""
    notes = []
    for was, seat in zip(before["seats"], after["seats"], strict=True):
        if (was["kind"], was["name"]) != (seat["kind"], seat["name"]):
            came = seat["kind"] != "open"
            who = seat["name"] if came else was["name"]
            notes.append(say("{name} sits down." if came else "{name} has left the seat.", name=who))
        elif seat["kind"] == "person" and was["here"] != seat["here"]:
            notes.append(say("{name} is back." if seat["here"] else "{name} is away.", name=seat["name"]))
        if was.get("shown", False) != seat.get("shown", False):
            allows = "{name} lets spectators see their cards."
            takes_back = "{name} no longer lets spectators see their cards."
            notes.append(say(allows if seat["shown"] else takes_back, name=seat["name"]))
        if not was.get("stand_in") and seat.get("stand_in"):
            notes.append(say("A bot plays for {name} until they are back.", name=seat["name"]))
    if after["next"] and not before["next"]:
        notes.append(say("There is another game: {room}", room=after["next"]))
    if after["stopped"] and not before["stopped"]:
        notes.append(say("The room has stopped: {reason}", reason=after["stopped"]))
    return notes
