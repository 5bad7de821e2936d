"""A game of this process, as the table hears it: people at this keyboard, bots that think in a thread."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

from threedown.cli.table.ending import shares_by_turn
from threedown.cli.table.faces import Look
from threedown.cli.table.feed import FeedStep, How, WaitsFor
from threedown.cli.table.keyboard_game import KeyboardGame
from threedown.session.live import Event
from threedown.session.narrator import with_clause
from threedown.session.result import winners_of
from threedown.session.session import Session, Watch
from threedown.session.views import look
from threedown.shared.shared_game import WHOLE_GAME
from threedown.table.layout import NOBODY

RACE_SECONDS = 0.9
MOST_TOLD = 3000
"""The most events of one step that are shown, the last ones: a player who skips to the end of a long game reads no
more.
"""


class LocalGame:
    """A game of this process. ``race`` is a bot's delay before its card in a race, in seconds; None: it waits."""

    def __init__(
        self, home: KeyboardGame, race: float | None = RACE_SECONDS, finish: Callable[[], bytes] = bytes
    ) -> None:
        self.home, self._race, self._finish = home, race, finish
        self.setting, self.names = home.session.setting, home.seating.names
        self._steps: asyncio.Queue[FeedStep | BaseException] = asyncio.Queue()
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def you(self) -> int | None:
        return self.home.viewer()

    def shown_seats(self) -> Sequence[int]:
        return ()

    async def look_over(self, seat: int | None) -> None:
        raise AssertionError("there are no spectators in this process")

    async def heard(self) -> AsyncIterator[FeedStep]:
        yield self._now(self.home.events)
        self._go_on()
        while True:
            step = await self._steps.get()
            if isinstance(step, BaseException):
                raise step
            yield step

    async def choose(self, choice: str) -> None:
        self.home.at_keyboard = self.home.asked()
        await self._do(lambda: self.home.answer(choice))

    async def seen(self) -> None:
        """Nobody needs to know: the times of this process are those of its screen."""

    async def react(self, choices: Mapping[int, str]) -> None:
        def act() -> list[Event]:
            told = [self.home.shared_game.choose(seat, choice) for seat, choice in choices.items()]
            return told[-1]

        await self._do(act)

    async def go(self, how: How) -> None:
        home = self.home
        if home.must_pass():
            home.at_keyboard = home.asked()
            self._steps.put_nowait(self._now(()))
            return
        acts: dict[str, Callable[[], list[Event]]] = {
            "turn": home.shared_game.go,
            "milestone": home.shared_game.to_milestone,
            "end": lambda: home.shared_game.go(WHOLE_GAME),
        }

        def act() -> list[Event]:
            if home.session.pending is None:
                return acts[how]()
            # A key that was typed ahead does not answer the question that has come in the meantime.
            return home.bot_answer() if home.asked() is None else []

        await self._do(act)

    async def undo(self) -> None:
        async with self._lock:
            await asyncio.to_thread(self.home.undo)
        self._steps.put_nowait(self._now(()))
        self._go_on()

    async def hint(self) -> str:
        return await asyncio.to_thread(self.home.advice)

    def about(self, choice: str) -> str:
        return self.home.hint(choice)

    @property
    def offline(self) -> bool:
        return False

    def racers(self) -> Sequence[int]:
        return self.home.seating.people

    async def record(self) -> bytes:
        return await asyncio.to_thread(self._finish)

    async def history(self) -> Sequence[Sequence[int]]:
        session = self.home.session

        def play(watch: Watch) -> None:
            again = Session(session.setting, session.chance, watch=watch)
            for given in session.history:
                again.apply(given)

        return await asyncio.to_thread(shares_by_turn, self.setting, play)

    async def _do(self, act: Callable[[], list[Event]]) -> None:
        """Does something in a thread, tells what it has brought, and lets follow what does by itself."""
        async with self._lock:
            self._told(await asyncio.to_thread(act))
        self._go_on()

    def _told(self, events: Sequence[Event]) -> None:
        self._steps.put_nowait(self._now(events))

    def _go_on(self) -> None:
        """Lets bots answer, and turns begin that begin with a question, until a person has something to do."""
        self._spawn(self._others())

    async def _others(self) -> None:
        home = self.home
        while True:
            async with self._lock:
                if home.bot_is_asked() and not home.shared_game.world_is_asked():
                    if notice := await asyncio.to_thread(home.compiling):
                        self._steps.put_nowait(self._now(())._replace(notes=[notice]))
                    self._told(await asyncio.to_thread(home.bot_answer))
                elif choice := home.forced():
                    self._told(await asyncio.to_thread(home.answer, choice))
                else:
                    events = await asyncio.to_thread(self._begun)
                    if events is None:
                        break
                    self._told(events)
        if self._waits() is WaitsFor.RACE and self._race is not None and self._bots_race():
            self._spawn(self._first_bot(len(home.session.log)))

    def _begun(self) -> list[Event] | None:
        """Begins a turn that begins with a question and shows no card: there is nothing to look at before it."""
        home = self.home
        if home.session.pending is not None or home.session.over or not home.seating.people:
            return None
        attempt = home.shared_game.attempt(lambda session: session.go(1))
        if attempt.session.pending is None or attempt.session.revealed[-1]:
            return None
        return home.shared_game.accept(attempt)

    async def _first_bot(self, entries: int) -> None:
        """A bot's card comes, if no person's has come before it."""
        assert self._race is not None
        await asyncio.sleep(self._race)
        async with self._lock:
            if len(self.home.session.log) != entries or self._waits() is not WaitsFor.RACE:
                return
            bots = self._bots_race()
            first = self.home.shared_game.worlds_choice()
            self._told(await asyncio.to_thread(self.home.answer, first if first in bots else bots[0]))
        self._go_on()

    def _bots_race(self) -> list[str]:
        people = {f"seat {seat}" for seat in self.home.seating.people}
        return [choice for choice in self.home.menu() if choice not in people]

    def _spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(self._guarded(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: Any) -> None:
        try:
            await work
        except asyncio.CancelledError:
            raise
        except BaseException as error:  # closing the pipe ends the table
            self._steps.put_nowait(error)

    async def close(self) -> None:
        """Ends what is going on."""
        for task in list(self._tasks):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    def _waits(self) -> WaitsFor:
        home = self.home
        if home.session.over:
            return WaitsFor.OVER
        pending = home.session.pending
        if pending is None:
            return WaitsFor.NEXT
        if pending.seat == NOBODY:
            return WaitsFor.RACE if all(choice.startswith("seat ") for choice in home.menu()) else WaitsFor.WORLD
        if home.reaction() is not None:
            return WaitsFor.OTHERS if home.bot_is_asked() else WaitsFor.REACTION
        if home.must_pass():
            return WaitsFor.KEYBOARD
        # A forced choice plays itself: a key that comes first must not play it too.
        return WaitsFor.OTHERS if home.bot_is_asked() or home.forced() else WaitsFor.CHOICE

    def _now(self, events: Sequence[Event]) -> FeedStep:
        home, session, setting = self.home, self.home.session, self.setting
        waits = self._waits()
        if waits is WaitsFor.CHOICE:
            home.at_keyboard = home.asked()
        viewer = self.you
        view, question = look(session, viewer, self.names)
        said = home.narrator(Look(home.ascii)).verdict(session, home.events)
        if waits is WaitsFor.KEYBOARD:
            said = f"{home.pass_on()} or space."
        return FeedStep(
            waits,
            [with_clause(setting, event, event.shown(setting, viewer)) for event in events[-MOST_TOLD:]],
            [event.shown(setting, viewer) for event in session.last_turn],
            said,
            view,
            question,
            session.redacted_for(viewer).table,
            home.repeated() if waits is WaitsFor.CHOICE else "",
            home.stand_ins(),
            winners_of(setting, session.table_state) if session.over else None,
            home.game_clock,
        )
