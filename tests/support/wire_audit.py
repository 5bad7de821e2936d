"""The leak audit of the wire: a game in a room, and the same game with its unseen cards renamed.

Both are played in virtual time, so the audit compares the times of messages too: a bot thinks for as long as its hidden
cards say, and its pause must not show it.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

from support.server_rooms import Unkept, room_of
from support.virtual import InlineServices, VirtualLoop
from threedown.bots.chances import Tally
from threedown.games.search import WeighedCode
from threedown.games.setting import Setting
from threedown.server.model.messages import AskChances, AskHint, Choose, GoOn, Hello, ShowEmote, TakeBack
from threedown.server.model.wire import ChoiceClock
from threedown.server.rooms import dealing
from threedown.server.rooms.eyes import with_seat_shown
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.services import Services
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.workers import bot_pool
from threedown.server.workers.bot_pool import BotChoice
from threedown.session.leak_audit import play_again
from threedown.session.session import Session
from threedown.table.layout import NOBODY

MOST_COMMANDS = 24
PAUSE = 0.25
"""Seconds that a bot waits."""
NO_CHOICE = "no such choice"

Said = tuple[str, int, str]
"""A command: its kind, who says it, the choice."""
Told = list[tuple[float, bytes]]
"""A sent message with its time in seconds of virtual time."""


class Ear(Subscriber):
    """A subscriber that notes the time of each message."""

    def __init__(self, player: str) -> None:
        super().__init__(player)
        self.told: Told = []

    def send_encoded(self, message: bytes) -> None:
        self.told.append((asyncio.get_running_loop().time(), message))

    def heard(self) -> Told:
        """Return all messages since the last call."""
        told, self.told = self.told, []
        return told


class Thinking:
    """Replaces the bot processes: it answers by a script or at random, and takes a time that its hidden cards
    give away. Hints and chances are thought of in earnest."""

    def __init__(self, services: Services, pick: random.Random, script: dict[tuple[int, int], str] | None) -> None:
        self._earnest, self._pick, self.script = services.bot_pool, pick, script
        self.said: dict[tuple[int, int], str] = {}
        self.lost = False
        """Whether the script has a choice that is not legal any more: from there on nothing can be compared."""

    async def choice(self, session: Session, seat: int, level: str, by: str = "", patient: bool = False) -> BotChoice:
        if seat == 0:
            return await self._earnest.choice(session, seat, level)
        menu, key = session.menu(seat), (len(session.log), seat)
        choice = self._pick.choice(menu) if self.script is None else self.script.get(key, "")
        if choice not in menu:
            self.lost = True
            await asyncio.get_running_loop().create_future()
        self.said[key] = choice
        await asyncio.sleep(PAUSE * 0.9 * (int(session.table_state.cards.sum()) % 97) / 97)
        return BotChoice(choice, level)

    async def expect(self, setting: Setting, level: str) -> None:
        await self._earnest.expect(setting, level)

    async def hint(self, session: Session, seat: int, level: str, by: str = "") -> tuple[BotChoice, list[WeighedCode]]:
        return await self.choice(session, seat, level), []

    async def chances(
        self, session: Session, seat: int, is_wanted: Callable[[], bool], by: str = ""
    ) -> AsyncIterator[dict[str, Tally]]:
        """The first tallies: later ones are of more worlds of the same kind."""
        async for found in self._earnest.chances(session, seat, is_wanted):
            yield found
            return


class Heard(NamedTuple):
    """A game as it was heard."""

    said: list[Said]
    bots: dict[tuple[int, int], str]
    told: list[tuple[Told, Told]]
    """The messages to seat 0 and to a spectator, after each command."""
    seen: set[int]
    """The cards that seat 0 has seen; in a pair for the spectator, those that everybody has."""
    record: bytes


async def game_of(
    setting: Setting, seed: int, eyes: int | None, script: Heard | None, over: int | None = None
) -> Heard:
    """A game of people and a bot who choose at random, or as a script has it.

    The spectator looks over seat ``over``, whose player allows it. With an odd seed clients get entries together.
    """
    pick = random.Random(seed)
    random.seed(seed)  # bots that race wait for a random while
    bots = {1: setting.game.first_level[0]} if setting.seats > 1 else {}
    room = room_of(setting.game.name, setting=setting, bots=bots, seed=seed, clock=ChoiceClock(60_000))
    room.services = services = InlineServices(Unkept(), PAUSE)  # type: ignore[arg-type]
    thinking = Thinking(services, pick, None if script is None else script.bots)
    services.bot_pool = thinking  # type: ignore[assignment]
    ears = {seat: Ear(f"p{seat}") for seat in range(setting.seats) if seat not in bots}
    spectator = Ear("")
    if over is not None:
        await room.change(with_seat_shown(room.plan, room.state, f"p{over}", True))
    for ear in (*ears.values(), spectator):
        await room.handle(ear, Hello(over=over, together=seed % 2 == 1))
    await room.start("p0")
    assert room.game is not None
    room.game._finish = _nothing  # type: ignore[method-assign]  # the record of a game with renamed cards is not true
    heard = Heard([], thinking.said, [], set(), b"")
    commands = _invented(room, pick, list(ears), heard) if script is None else iter(script.said)
    for command in commands:
        assert room.game is not None
        if room.game.session.over or thinking.lost or not _is_legal(room.game.session, command):
            break
        if command[0] == "hello":
            await room.handle(spectator, Hello(over=over, together=seed % 2 == 1))
        await _say(room, ears[command[1]], command, len(heard.said))
        await asyncio.sleep(4 * PAUSE)
        if thinking.lost:
            break
        heard.said.append(command)
        heard.told.append((ears[0].heard(), spectator.heard()))
        heard.seen.update(_cards_seen(room, eyes))
    assert room.game is not None
    room.game._timers.stop()
    for task in list(services.tasks):
        task.cancel()
    return heard._replace(record=room.game.session.table_state.tobytes())


async def _nothing() -> None:
    return None


def _invented(room: ServedRoom, pick: random.Random, people: list[int], heard: Heard) -> Iterator[Said]:
    """Return random commands of people: choices, hints, chances, undo, and forbidden ones."""
    most = pick.randint(4, MOST_COMMANDS)
    while len(heard.said) < most:
        assert room.game is not None
        session = room.game.session
        if session.over:
            return
        if session.pending is None:
            yield from (("go", seat, "") for seat in people)
        elif NOBODY in session.pending.menus:
            racing = [seat for seat in people if f"seat {seat}" in session.menu()]
            yield ("choose", pick.choice(racing), "race") if racing else ("wait", 0, "")
        elif not (asked := [seat for seat in session.pending.menus if seat in people]):
            yield "wait", 0, ""
        else:
            seat = pick.choice(asked)
            if seat == 0 and pick.random() < 0.3:
                yield pick.choice((("hint", 0, ""), ("choose", 0, NO_CHOICE), ("emote", 0, "")))
            if seat == 0:
                yield "chances", 0, ""
            yield "choose", seat, pick.choice(session.menu(seat))
        if pick.random() < 0.3:
            yield pick.choice((("undo", 0, ""), ("hello", 0, "")))


def _is_legal(session: Session, command: Said) -> bool:
    """True if the script's choice can be made; commands that are refused anyway can always be sent."""
    kind, seat, choice = command
    if kind != "choose" or choice in (NO_CHOICE, "race"):
        return True
    return session.pending is not None and seat in session.pending.menus and choice in session.menu(seat)


async def _say(room: ServedRoom, ear: Ear, command: Said, number: int) -> None:
    kind, seat, choice = command
    assert room.game is not None
    id, seq = f"{number}", room.game.seq
    said: Any = {
        "go": GoOn(id, seq),
        "hint": AskHint(id, seq),
        "chances": AskChances(id, seq),
        "undo": TakeBack(id, seq),
        "emote": ShowEmote(id, "hello"),
        "hello": Hello(),
        "choose": Choose(id, seq, f"seat {seat}" if choice == "race" else choice),
    }.get(kind)
    if said is not None:
        await room.handle(ear, said)


def _cards_seen(room: ServedRoom, eyes: int | None) -> set[int]:
    """The cards that were shown to seat ``eyes`` (None: to everybody) in the moments that are remembered."""
    assert room.game is not None
    seats = range(room.game.session.setting.seats) if eyes is None else (eyes,)
    events = [event for moment in room.game.event_log.moments for event in moment.events]
    return {event.card for event in events if event.card != NOBODY and all(event.sees >> seat & 1 for seat in seats)}


def run(setting: Setting, seed: int, eyes: int | None, script: Heard | None, over: int | None = None) -> Heard:
    def now() -> int:
        return round(1000 * asyncio.get_running_loop().time())

    with patch("threedown.server.model.clock.now", now), asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(game_of(setting, seed, eyes, script, over))


def pair(
    monkeypatch: pytest.MonkeyPatch, setting: Setting, seed: int, eyes: int | None = 0, over: int | None = None
) -> tuple[Heard, Heard]:
    """A game, and the same with the cards renamed that seat ``eyes`` (None: somebody of all) had not seen by then.

    The spectator looks over seat ``over``.
    """
    monkeypatch.setattr(bot_pool, "WORLDS_AT_ONCE", 8)
    first = run(setting, seed, eyes, None, over)
    unseen = [card for card in setting.deck.names if card not in first.seen]
    exchange = dict(zip(unseen, random.Random(seed).sample(unseen, len(unseen)), strict=True))

    def renamed(setting: Setting, chance: Any) -> Session:
        session = play_again(setting, chance, [], exchange)
        assert session is not None
        return session

    with monkeypatch.context() as planted:
        planted.setattr(dealing, "Session", renamed)
        return first, run(setting, seed, eyes, first, over)


def difference(setting: Setting, pair: tuple[Heard, Heard], eyes: int | None = 0) -> tuple[Told, Told] | None:
    """Return the first messages to seat 0 and to a spectator (or to the spectator alone) that differ between the games.

    None if all are equal. Nothing is compared after an event by which the game declares that a secret may show.
    """
    first, second = pair
    revealing_events = [b'"kind":"' + kind.encode() + b'"' for kind in setting.game.revealing_events]
    for one, two in zip(first.told, second.told, strict=False):
        if any(kind in message for told in (*one, *two) for _, message in told for kind in revealing_events):
            return None
        for first_told, second_told in zip(one, two, strict=True) if eyes == 0 else [(one[1], two[1])]:
            if first_told != second_told:
                return first_told, second_told
    return None
