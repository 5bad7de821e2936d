"""The table as a screen of Textual: played by keys or by mouse, at any size."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from textual import events
from textual.app import App, ComposeResult
from textual.widgets import OptionList

from threedown.cli.table.drawing import Look, card_name, laid_by, spelled_out, teller
from threedown.cli.table.ending import story, verdict_of
from threedown.cli.table.heard import Heard, How, Source, Told, Waits
from threedown.cli.table.keys import QUIT, Keys, keys_of, keys_told, menu_keys
from threedown.cli.table.log import Log
from threedown.cli.table.menu import AGAIN, TO_THE_END, Menu, menu_of_question, plain_menu
from threedown.cli.table.pages import Page, clause_page, help_page
from threedown.cli.table.scene import Scene, Shown
from threedown.play.session import Refused

BREATH = 1.2
"""So long the game takes a breath at a war, in seconds."""
RUN_SECONDS = 0.35
LEAVE = "Leave? The game is kept, and goes on whenever you like."
OVER = "The game is over."
ENDINGS = (
    ("again", "Play again"), ("replay", "See it again, turn by turn"), ("verify", "Check the record"),
    ("undo", "Take back the last step"), ("leave", "Leave"),
)  # fmt: skip


class Running:
    """How the table goes on by itself: how far, and how long it waits between two steps."""

    def __init__(self, how: How, seconds: float, until: str = "") -> None:
        self.how, self.seconds, self.until = how, seconds, until


class TableScreen(App[str]):
    """A table to look at and to play at. It ends with ``leave``, ``interrupted``, ``again`` or ``replay``.

    ``breath`` and ``pace`` are how long it waits at a war, and between the steps of a run; 0: not at all.
    """

    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None

    def __init__(self, source: Source, in_ascii: bool, breath: float = BREATH, pace: float = RUN_SECONDS) -> None:
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"
        self.source, self.in_ascii, self.breath, self.pace = source, in_ascii, breath, pace
        self.log_lines = Log()
        self.now: Heard | None = None
        self.menu: Menu | None = None
        self.reading = False
        self.told = 0
        """Steps that were heard."""
        self.ended: BaseException | None = None
        """What went wrong, if it ended by that."""
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
        self._playing = asyncio.ensure_future(self._play())

    async def on_unmount(self) -> None:
        for task in (self._listening, self._playing):
            task.cancel()

    @property
    def look(self) -> Look:
        return Look(self.in_ascii, self.size.width, self.size.height)

    async def settled(self) -> None:
        """Waits until all that was pressed is done, and it is somebody's turn here (or the game takes a breath)."""

        def is_settled() -> bool:
            waits = Waits.OTHERS if self.now is None else self.now.waits
            done = self._keys.empty() and not self._busy and self._runs is None and waits is not Waits.OTHERS
            return done or self._breathing or self.ended is not None

        async with self._changed:
            await self._changed.wait_for(is_settled)

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

    async def _take(self, heard: Heard) -> None:
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
                waits=Waits.OTHERS, question=None, said=self._teller().tell(heard.events[cut - 1])
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
        self._shown = self._lies(heard)
        self.now = heard
        self.log_lines.hear(heard, self._teller(), None, after)
        if heard.waits is Waits.OVER and (before is None or before.waits is not Waits.OVER):
            await self._tell_story()
        self._ask()
        self._redraw()
        self.told += 1
        self._run_on(heard)
        await self._note_change()

    async def _tell_story(self) -> None:
        """What everybody has in the end, and how it came to that, in a line of blocks."""
        source = self.source
        try:
            history = await source.history()
        except Refused as error:
            self.log_lines.note(f"{error}.")
            return
        if not history:
            return
        told = ", ".join(f"{name} {share}" for name, share in zip(source.names, history[-1], strict=True))
        self.log_lines.note(f"At the end: {told}.", "bold")
        whose = source.you if source.you is not None else max(range(len(history[-1])), key=history[-1].__getitem__)
        blocks = story(history, whose, self.in_ascii)
        self.log_lines.note(f"{source.names[whose]} from the deal to the end: {blocks}", "")

    def _lies(self, heard: Heard) -> Sequence[Told]:
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
            await asyncio.wait_for(self._hurry.wait(), self.breath)
        except TimeoutError:
            pass
        finally:
            self._breathing = False

    def _teller(self) -> Any:
        you = len(self.source.racers()) == 1
        return teller(self.source.setting.game, self.source.names, self.look, self.source.you, you)

    def _run_on(self, heard: Heard) -> None:
        """Goes on by itself, as far as somebody has said, until something is to be chosen or to be looked at."""
        running = self._runs
        if running is None:
            return
        kinds = {event["kind"] for event in heard.events}
        stops = kinds & {*self.source.setting.game.words.pauses, running.until}
        if heard.waits not in (Waits.NEXT, Waits.OTHERS) or stops:
            self._runs = None
        elif heard.waits is Waits.NEXT:
            if running.seconds:
                self.set_timer(running.seconds, lambda: self._keys.put_nowait("go on"))
            else:
                self._keys.put_nowait("go on")
        self._redraw()

    # What is asked

    def _ask(self) -> None:
        """The menu for what is asked now; None where nothing is."""
        heard = self.now
        assert heard is not None
        self.menu = None
        if heard.waits is Waits.OVER:
            self.menu = plain_menu(OVER, ENDINGS)
        elif heard.waits in (Waits.CHOICE, Waits.WORLD) and heard.question is not None:
            self.menu = menu_of_question(heard, self.source.setting.game, lambda text: spelled_out(text, self.look))

    # What is pressed

    async def on_key(self, event: events.Key) -> None:
        event.stop()
        key = event.character if event.is_printable and event.character else event.key
        if isinstance(self.screen, Page):
            self.screen.pressed(key)
            return
        if key == "ctrl+c":
            self.exit("interrupted")
        elif self._breathing:
            self._hurry.set()
        elif self._runs is not None:
            self._runs = None
            self._redraw()
        elif self.reading and key in ("up", "down"):
            self.scene.pick_line(1 if key == "down" else -1)
        elif key in ("pageup", "pagedown", "ctrl+up", "ctrl+down", "tab", "home", "end"):
            self._scroll(key)
        elif key == "?":
            self._explain()
        elif self._busy and key in ("q", "escape", "ctrl+d"):
            self.exit("leave")
        else:
            self._keys.put_nowait(key)

    def action_press(self, key: str) -> None:
        """What a click on a key's name does."""
        self.post_message(events.Key(key, key if len(key) == 1 else " " if key == "space" else None))

    def action_help_quit(self) -> None:
        self.exit("interrupted")

    async def action_quit(self) -> None:
        self.exit("leave")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if self._breathing:
            self._hurry.set()
        elif event.option_list.id == "menu":
            self._keys.put_nowait(f"line {event.option_index}")
        else:
            self._explain(event.option_index)

    async def _play(self) -> None:
        """Does what is pressed, one after the other."""
        while True:
            key = await self._keys.get()
            self._busy = True
            try:
                await self._pressed(key)
            except Refused as error:
                self.log_lines.note(f"{str(error)[:1].upper()}{str(error)[1:]}.")
                self._runs = None
                self._redraw()
            except BaseException as error:
                self.ended = error
                self.exit("failed")
                raise
            finally:
                self._busy = False
                await self._note_change()

    async def _note_change(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def _pressed(self, key: str) -> None:
        if key in ("ctrl+u", "ctrl+z"):
            await self._done(self.source.undo)
        elif key == "go on":
            if self._runs is not None and self.now is not None and self.now.waits is Waits.NEXT:
                await self._go(self._runs.how)
        elif self.menu is not None:
            await self._in_menu(self.menu, key)
        elif self.now is not None and self.now.waits is Waits.RACE:
            await self._race(key)
        else:
            await self._between(key)

    async def _done(self, act: Callable[[], Awaitable[Any]]) -> None:
        """Does something, and waits until it is shown."""
        before = self.told
        await act()
        async with self._changed:
            await self._changed.wait_for(lambda: self.told > before)

    async def _go(self, how: How) -> None:
        await self._done(lambda: self.source.go(how))

    async def _between(self, key: str) -> None:
        """A key between turns."""
        waits = Waits.OTHERS if self.now is None else self.now.waits
        if key in ("q", "ctrl+d"):
            self.exit("leave")
        elif key == "escape":
            if self.reading:
                self._scroll("tab")
            else:
                self._leave_or_stay()
            self._redraw()
        elif key == "u":
            await self._done(self.source.undo)
        elif waits in (Waits.NEXT, Waits.KEYBOARD, Waits.SEATS) and key in (" ", "enter"):
            await self._go("turn")
        elif waits is Waits.NEXT and key in ("r", "f", "w"):
            milestone = self.source.setting.game.words.milestone
            if key == "w" and not milestone:
                return
            self._runs = {
                "r": Running("turn", self.pace), "f": Running("end", 0), "w": Running("milestone", 0, milestone),
            }[key]  # fmt: skip
            await self._go(self._runs.how)

    def _leave_or_stay(self) -> None:
        self.menu = plain_menu(LEAVE, [("stay", "Stay"), ("leave", "Leave")])

    async def _race(self, key: str) -> None:
        """A card of a race: mine with space, where several sit here each his own with the number of the seat."""
        for keys, choice in self._racers():
            if key == keys or (keys == "space" and key == " "):
                await self._done(lambda choice=choice: self.source.choose(choice))  # type: ignore[misc]
                return
        if key in ("q", "escape"):
            self.exit("leave")

    def _racers(self) -> list[tuple[str, str]]:
        """Key and choice of everybody here who races."""
        assert self.now is not None
        assert self.now.question is not None
        mine = self.source.racers()
        racing = [seat for seat in mine if f"seat {seat}" in (self.now.question.choices or ())]
        if len(mine) == 1:
            return [("space", f"seat {seat}") for seat in racing]
        return [(str(seat + 1), f"seat {seat}") for seat in racing]

    async def _in_menu(self, menu: Menu, key: str) -> None:
        if key in ("up", "down"):
            menu.move(1 if key == "down" else -1)
        elif key == "backspace":
            if menu.typed:
                menu.type("")
            else:
                menu.back()
        elif key == "escape":
            if self.reading:
                self._scroll("tab")
            elif not menu.back():
                if menu.title == LEAVE:
                    self._ask()
                elif self.now is not None and self.now.waits is Waits.OVER:
                    self.exit("leave")
                else:
                    self._leave_or_stay()
        elif key == "!":
            await self._hint()
        elif key.startswith("line "):
            await self._chosen(menu.pick(int(key[5:])))
        elif key == "enter":
            await self._chosen(menu.pick())
        elif len(key) == 1 and key.isdecimal() and (place := menu.digit(key)) is not None:
            await self._chosen(menu.pick(place))
        elif len(key) == 1 and key.isprintable() and (menu.typed or key != " "):
            menu.type(key)
        self._redraw()

    async def _hint(self) -> None:
        said = await self.source.hint()
        self.log_lines.note(spelled_out(said, self.look))

    async def _chosen(self, choice: str | None) -> None:
        """What a line of a menu stands for; None is a step deeper."""
        if choice is None:
            return
        if choice == "stay":
            self._ask()
        elif choice == "undo":
            await self._done(self.source.undo)
        elif choice == "verify":
            for line in verdict_of(await self.source.record()):
                self.log_lines.note(line, "")
        elif choice in ("leave", "again", "replay"):
            if choice == "replay":
                self.kept_record = await self.source.record()
            self.exit(choice)
        elif choice.startswith(AGAIN):
            self.log_lines.i_have_chosen()
            await self._done(lambda: self.source.choose(choice.removeprefix(AGAIN)))
        elif choice.startswith(TO_THE_END):
            self.log_lines.i_have_chosen()
            await self._repeat(choice.removeprefix(TO_THE_END))
        else:
            self.log_lines.i_have_chosen()
            await self._done(lambda: self.source.choose(choice))

    async def _repeat(self, choice: str) -> None:
        """Until it can be made no more."""
        while choice:
            await self._done(lambda choice=choice: self.source.choose(choice))  # type: ignore[misc]
            choice = self.now.again if self.now is not None and self.now.waits is Waits.CHOICE else ""

    def _keys_now(self) -> Keys:
        """The keys that do something now, and what."""
        if self._breathing:
            return [("any key", "goes on")]
        if self._runs is not None:
            return [("any key", "stops")]
        waits = Waits.OTHERS if self.now is None else self.now.waits
        if self.menu is not None:
            inside = self.menu.typed or self.menu.where or self.menu.title == LEAVE
            return menu_keys(waits is Waits.CHOICE, "back" if inside else "leave")
        if waits is Waits.RACE:
            told = [(key, f"plays {self.source.names[int(choice[5:])]}'s card") for key, choice in self._racers()]
            return [("space", "plays your card") if key == "space" else (key, does) for key, does in told] + [QUIT]
        return keys_of(waits, self.source.setting.game.words.milestone)

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
        known = ""
        if self.menu is not None and self.menu.entries and self.now.waits is Waits.CHOICE:
            known = source.about(self.menu.picked_choice.removeprefix(AGAIN).removeprefix(TO_THE_END))
        self.scene.show(
            Shown(source.setting, self.now, source.names, source.you, self._shown, self.menu, known, self._keys_now()),
            self.look, self.log_lines.lines, self.reading,
        )  # fmt: skip

    def _scroll(self, key: str) -> None:
        if key == "tab":
            self.reading = not self.reading
            self.scene.read(self.reading)
        else:
            self.scene.scroll_by_key(key)

    def _explain(self, row: int | None = None) -> None:
        """The clause behind a line of the log; else the keys, the rules in short, and the legend."""
        game = self.source.setting.game
        if row is None and self.reading:
            row = self.scene.picked_line
        if row is None:
            self.push_screen(help_page(game, self.in_ascii, keys_told(self._keys_now(), self.in_ascii)))
            return
        if row >= len(self.log_lines.lines):
            return
        line = self.log_lines.lines[row]
        self.push_screen(clause_page(game, line, lambda face: card_name(face, self.look)))
