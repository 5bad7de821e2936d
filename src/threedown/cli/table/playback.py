"""The table on the screen as it is heard and drawn: step by step, with a breath at a war, and the story at the end."""

import asyncio
from collections.abc import Sequence
from typing import Any

from textual import events
from textual.app import App, ComposeResult

from threedown.cli.table.drawing import laid_by, narrator
from threedown.cli.table.ending import in_the_end, result, story
from threedown.cli.table.faces import Look, spelled_out
from threedown.cli.table.feed import FeedStep, GameFeed, How, Told, WaitsFor
from threedown.cli.table.keys import Keys
from threedown.cli.table.log import Log
from threedown.cli.table.menu import AGAIN, TO_THE_END, Menu, menu_of_question, plain_menu
from threedown.cli.table.reacting import Reacting
from threedown.cli.table.scene import Scene, Shown
from threedown.games.facts import summary_of
from threedown.language import say
from threedown.session.session import Refused

BREATH = 1.2
"""The pause at a war, in seconds."""
RUN_SECONDS = 0.35
REPEATS = 0.7
"""A key pressed again within so many seconds was meant for the game: it does nothing once the game is over."""
PATIENCE = 0.3
"""After so many seconds the table says that advice is being worked out."""
TIME_IS_UP = "time is up"
"""Takes the place of a key when the time for a quick answer is over."""
OVER = "The game is over."
LEAVE = "Leave? The game is kept, and goes on whenever you like."
ENDINGS = (
    ("again", "Play again"), ("replay", "See it again, turn by turn"), ("verify", "Check the record"),
    ("undo", "Take back the last step"), ("leave", "Leave"),
)  # fmt: skip


class Running:
    """Automatic play: its distance, and the pause between two steps."""

    def __init__(self, how: How, seconds: float, until: str = "") -> None:
        self.how, self.seconds, self.until = how, seconds, until


class PlaybackTable(App[str]):
    """A table to look at: it shows the feed's steps and asks its questions.

    ``breath`` and ``pace`` are its pauses at a war and between the steps of a run, in seconds; 0: none. ``repeats`` is
    the time in which a repeated key still belongs to the game and not to its ending.
    """

    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None

    def __init__(
        self,
        source: GameFeed,
        in_ascii: bool,
        breath: float = BREATH,
        pace: float = RUN_SECONDS,
        repeats: float = REPEATS,
    ) -> None:
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"
        self.source, self.in_ascii, self.breath, self.pace, self.repeats = source, in_ascii, breath, pace, repeats
        self.patience = PATIENCE
        self._last_key = ("", 0.0)
        self.log_lines = Log()
        self.now: FeedStep | None = None
        self.menu: Menu | None = None
        self.reacting: Reacting | None = None
        self.reading = False
        self.leaving = False
        """True while the player is asked about leaving; the question stays, whatever happens at the table."""
        self.told = 0
        """Steps that were heard."""
        self.ended: BaseException | None = None
        """The error that ended it, if any."""
        self.kept_record: bytes | None = None
        """The record that is to be seen again."""
        self._shown: Sequence[Told] | None = None
        self._laid: tuple[int, Sequence[Told]] = (0, ())
        self._runs: Running | None = None
        self._hurry = asyncio.Event()
        self._breathing = False
        self._changed = asyncio.Condition()
        self._keys: asyncio.Queue[str] = asyncio.Queue()
        self._busy = False

    def compose(self) -> ComposeResult:
        yield Scene(self.in_ascii)

    def on_mount(self) -> None:
        self._listening = asyncio.ensure_future(self._listen())

    async def on_unmount(self) -> None:
        self._listening.cancel()

    @property
    def look(self) -> Look:
        return Look(self.in_ascii, self.size.width, self.size.height)

    async def settled(self) -> None:
        """Waits until all key presses are handled and it is a person's turn here (or the game pauses)."""

        def is_settled() -> bool:
            waits = WaitsFor.OTHERS if self.now is None else self.now.waits
            done = self._keys.empty() and not self._busy and self._runs is None and waits is not WaitsFor.OTHERS
            return done or self._breathing or self.ended is not None

        async with self._changed:
            await self._changed.wait_for(is_settled)

    async def _note_change(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    # What is heard

    async def _listen(self) -> None:
        try:
            async for heard in self.source.heard():
                await self._take(heard)
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            self.ended = error
            self.exit("failed")
            await self._note_change()

    async def _take(self, heard: FeedStep) -> None:
        """A step: at a war the game takes a breath, with the tied cards marked."""
        before = self.now
        cuts = [place + 1 for place, event in enumerate(heard.events[:-1]) if event["kind"] == "war"]
        rushes = self._runs is not None and self._runs.how == "end"
        after = 0
        for cut in cuts if self.breath and not rushes else ():
            left = len(heard.events) - cut
            if left > len(heard.turn):
                continue
            self.now = heard._replace(
                waits=WaitsFor.OTHERS, question=None, said=self._teller().tell(heard.events[cut - 1])
            )
            if (
                before is not None
                and before.view is not None
                and before.view.turns + 1 == getattr(heard.view, "turns", 0)
            ):
                self.now = self.now._replace(view=before.view, table=before.table)
            self._shown = list(heard.turn[: len(heard.turn) - left])
            self.log_lines.hear(heard, self._teller(), cut, after)
            after, self.menu = cut, None
            await self._breathe()
        if before is None and (heard.view is None or heard.view.turns <= 1):
            for sentence in summary_of(self.source.setting).brief:
                self.log_lines.note(sentence)
        self._shown = self._lies(heard)
        self.now = heard
        self.log_lines.hear(heard, self._teller(), None, after)
        if heard.waits is WaitsFor.OVER and (before is None or before.waits is not WaitsFor.OVER):
            self._forget_keys()
            await self._tell_story(heard)
        self._ask()
        self._time_answers(heard)
        self._redraw()
        self.told += 1
        self._run_on(heard)
        await self._note_change()

    def _forget_keys(self) -> None:
        """Drop the keys that were typed ahead: none of them was meant for the ending."""
        while not self._keys.empty():
            self._keys.get_nowait()

    async def _tell_story(self, heard: FeedStep) -> None:
        """Show each seat's final holding, and the course of the game as a line of blocks."""
        source = self.source
        try:
            history = await source.history()
        except Refused as error:
            self.log_lines.note(f"{say(str(error)).removesuffix('.')}.")
            return
        if not history:
            return
        self.log_lines.note(in_the_end(source.names, heard.view, history[-1]), "bold")
        whose = source.you if source.you is not None else max(range(len(history[-1])), key=history[-1].__getitem__)
        blocks = story(history, whose, self.in_ascii)
        line = say("{name} from the deal to the end: {blocks}", name=source.names[whose], blocks=blocks)
        self.log_lines.note(line, "")

    def _lies(self, heard: FeedStep) -> Sequence[Told]:
        """The events by which cards lie on the table: this turn's, or the last one's before a card is laid."""
        laid = any(laid_by(self.source.setting.seats, heard.turn))
        if laid or heard.view is None or heard.view.turns < self._laid[0]:
            self._laid = (0 if heard.view is None else heard.view.turns, heard.turn)
        return self._laid[1]

    async def _breathe(self) -> None:
        self._hurry.clear()
        self._breathing = True
        self._redraw()
        await self._note_change()
        try:
            async with asyncio.timeout(self.breath):
                await self._hurry.wait()
        except TimeoutError:
            pass
        finally:
            self._breathing = False

    def _teller(self) -> Any:
        you = len(self.source.racers()) == 1
        return narrator(self.source.setting.game, self.source.names, self.look, self.source.you, you)

    def _run_on(self, heard: FeedStep) -> None:
        """Play on automatically, as far as requested, until a choice or an event needs attention."""
        running = self._runs
        if running is None:
            return
        kinds = {event["kind"] for event in heard.events}
        stops = kinds & {*self.source.setting.game.words.table.pauses, running.until}
        if heard.waits not in (WaitsFor.NEXT, WaitsFor.OTHERS, WaitsFor.REACTION) or stops:
            self._runs = None
        elif heard.waits is WaitsFor.NEXT:
            if running.seconds:
                self.set_timer(running.seconds, lambda: self._keys.put_nowait("go on"))
            else:
                self._keys.put_nowait("go on")
        self._redraw()

    # What is asked

    def now_in_seconds(self) -> float:
        """Return the time of the event loop."""
        return asyncio.get_running_loop().time()

    def _time_answers(self, heard: FeedStep) -> None:
        """Start the time for a quick answer once the question is drawn; after it the card lies."""
        question, self.reacting = heard.question, None
        if heard.waits is not WaitsFor.REACTION or question is None or question.reaction is None:
            return
        mine = [seat for seat in self.source.racers() if seat in question.seats]
        reacting = self.reacting = Reacting(question.reaction, mine, self.now_in_seconds())

        async def start() -> None:
            reacting.began = self.now_in_seconds()
            self.set_timer(reacting.reaction.window / 1000, stop)
            await self.source.seen()

        def stop() -> None:
            if self.reacting is reacting:
                self._keys.put_nowait(TIME_IS_UP)

        self.call_after_refresh(start)

    def _ask(self) -> None:
        """Builds the menu for the open question; None if there is none."""
        heard = self.now
        assert heard is not None
        self.menu = None
        if self.leaving:
            self.menu = plain_menu(say(LEAVE), [("stay", say("Stay")), ("leave", say("Leave"))])
        elif heard.waits is WaitsFor.OVER:
            self.menu = plain_menu(self._title_of_the_end(heard), [(does, say(label)) for does, label in ENDINGS])
        elif heard.waits in (WaitsFor.CHOICE, WaitsFor.WORLD) and heard.question is not None:
            self.menu = menu_of_question(
                heard, self.source.setting.game, self.source.names, lambda text: spelled_out(text, self.look)
            )

    def _title_of_the_end(self, heard: FeedStep) -> str:
        """Say that the game is over and who won; against the house everybody plays for themselves."""
        source = self.source
        if heard.winners is None or source.setting.game.page.ground == "house":
            return say(OVER)
        you = source.you if len(source.racers()) == 1 else None
        return f"{say(OVER)} {result(source.names, you, heard.winners)}"

    # What is drawn

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self._redraw)

    @property
    def scene(self) -> Scene:
        return self.query_one(Scene)

    def _redraw(self) -> None:
        if self.now is None or not self.is_running:
            return
        source = self.source
        known = self._known(self.menu) if self.menu is not None and self.now.waits is WaitsFor.CHOICE else ""
        self.scene.show(
            Shown(source.setting, self.now, source.names, source.you, self._shown, self.menu, known, self._keys_now()),
            self.look, self.log_lines.rows, self.reading,
        )  # fmt: skip

    def _known(self, menu: Menu) -> str:
        """What there is to know about the picked line; where nothing fits what is typed, the reason."""
        if not menu.entries:
            return menu.reason
        choice = menu.picked_choice.removeprefix(AGAIN).removeprefix(TO_THE_END)
        parts = (self.now and self.now.question and self.now.question.parts) or ()
        cost = next((part.cost for part in parts if part.text == choice), "")
        return spelled_out(" ".join(filter(None, (cost, self.source.about(choice)))), self.look)

    def _keys_now(self) -> Keys:
        """The keys that do something now, and what."""
        return ()
