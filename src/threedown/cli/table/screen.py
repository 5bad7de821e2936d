"""The table as a screen of Textual: played by keys or by mouse, at any size."""

import asyncio
import select
import signal
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from textual import events
from textual.widgets import OptionList

from threedown.cli.table.ending import verdict_of
from threedown.cli.table.faces import card_name, spelled_out
from threedown.cli.table.feed import WAITS, How, WaitsFor
from threedown.cli.table.keys import ANY_KEY, HELP, QUIT, Keys, keys_of, keys_told, menu_keys, reading_keys
from threedown.cli.table.menu import AGAIN, TO_THE_END, Menu
from threedown.cli.table.pages import Page, clause_page, help_page
from threedown.cli.table.playback import TIME_IS_UP, PlaybackTable, Running
from threedown.cli.table.reacting import Reacting
from threedown.language import say
from threedown.session.session import Refused

THINKING = "Working out the advice…"
HANG_UP_SECONDS = 0.5
"""The terminal is looked at again after so many seconds."""


class TableScreen(PlaybackTable):
    """A table to play at. It ends with ``leave``, ``interrupted``, ``again`` or ``replay``."""

    def on_mount(self) -> None:  # that of the base is called too, by Textual
        self._playing = asyncio.ensure_future(self._play())
        self.set_interval(1, self._tick)
        if not self.is_headless:
            self.set_interval(HANG_UP_SECONDS, end_if_hung_up)

    async def on_unmount(self) -> None:
        self._playing.cancel()

    def _tick(self) -> None:
        """Draw the time that is left."""
        if self.now is not None and self.now.game_clock is not None and self.now.waits is not WaitsFor.OVER:
            self._redraw()

    # What is pressed

    async def on_key(self, event: events.Key) -> None:
        event.stop()
        key = event.character if event.is_printable and event.character else event.key
        if isinstance(self.screen, Page):
            self.screen.pressed(key)
            return
        last, at = self._last_key
        self._last_key = key, event.time
        repeats = key == last and key not in ("up", "down") and event.time < at + self.repeats
        if key == "ctrl+c":
            self.exit("interrupted")
        elif self.reacting is not None and not self.leaving and self.reacting.press(key, self.now_in_seconds()):
            self._keys.put_nowait("reacted")
        elif key == "ctrl+z":
            self.action_suspend_process()
        elif self._breathing:
            self._hurry.set()
        elif self._runs is not None:
            self._runs = None
            self._redraw()
        elif self.reading and key in ("up", "down"):
            self.scene.pick_line(1 if key == "down" else -1)
            self._redraw()
        elif self.reading and key == "enter":
            self._turn_over(self.scene.picked_line)
        elif key in ("pageup", "pagedown", "ctrl+up", "ctrl+down", "tab", "home", "end"):
            self._scroll(key)
        elif key == "?":
            self._explain()
        elif self._busy and key in ("q", "escape", "ctrl+d"):
            self.exit("leave")
        elif not (repeats and self.now is not None and self.now.waits is WaitsFor.OVER):
            self._keys.put_nowait(key)

    def action_press(self, key: str) -> None:
        """Act on a click on a key's name."""
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
        elif not self._turn_over(event.option_index):
            self._explain(event.option_index)

    async def _play(self) -> None:
        """Does what is pressed, one after the other."""
        while True:
            key = await self._keys.get()
            self._busy = True
            try:
                await self._pressed(key)
            except Refused as error:
                reason = say(str(error))
                self.log_lines.note(f"{reason[:1].upper()}{reason[1:].removesuffix('.')}.")
                self._runs = None
                self._redraw()
            except BaseException as error:
                self.ended = error
                self.exit("failed")
                raise
            finally:
                self._busy = False
                await self._note_change()

    async def _pressed(self, key: str) -> None:
        if key == "ctrl+u" or (key == "u" and self.menu is not None and not (self.menu.typed or self.leaving)):
            await self._done(self.source.undo)
        elif key == "go on":
            if self._runs is not None and self.now is not None and self.now.waits is WaitsFor.NEXT:
                await self._go(self._runs.how)
        elif self.reacting is not None and (self.menu is None or key == TIME_IS_UP):
            await self._react(key, self.reacting)
        elif self.menu is not None:
            await self._in_menu(self.menu, key)
        elif self.now is not None and self.now.waits is WaitsFor.RACE:
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
        waits = WaitsFor.OTHERS if self.now is None else self.now.waits
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
        elif key == "o" and (looks := self._next_look()):
            await self._done(lambda: self.source.look_over(looks[0]))
        elif waits in (WaitsFor.NEXT, WaitsFor.KEYBOARD, WaitsFor.SEATS) and key in (" ", "enter"):
            await self._go("turn")
        elif waits is WaitsFor.NEXT and key in ("r", "f", "w"):
            milestone = self.source.setting.game.words.milestone.kind
            if key == "w" and not milestone:
                return
            self._runs = {
                "r": Running("turn", self.pace), "f": Running("end", 0), "w": Running("milestone", 0, milestone),
            }[key]  # fmt: skip
            await self._go(self._runs.how)

    def _next_look(self) -> list[int | None]:
        """The seat that a spectator can look over next, in turn; None after the last, for what all spectators see.

        Empty for players, and where no seat may be looked over.
        """
        shown = list(self.source.shown_seats())
        after = [seat for seat in shown if self.source.you is None or seat > self.source.you]
        return [after[0] if after else None] if shown else []

    def _leave_or_stay(self) -> None:
        self.leaving = True
        self._ask()

    def _stay(self) -> None:
        self.leaving = False
        self._ask()

    async def _react(self, key: str, reacting: Reacting) -> None:
        """Give the quick answers once all are there, or the time is over; a player who lets the card lie goes on."""
        if key in (" ", "enter", TIME_IS_UP) or (key == "reacted" and reacting.is_complete):
            self.reacting = None
            await self._done(lambda: self.source.react(reacting.answers()))
            if key in (" ", "enter"):
                async with self._changed:
                    await self._changed.wait_for(lambda: self.now is None or self.now.waits is not WaitsFor.OTHERS)
                await self._between(key)
        elif key == "u":
            await self._done(self.source.undo)
        elif key in ("q", "ctrl+d"):
            self.exit("leave")
        elif key == "escape":
            self._leave_or_stay()
            self._redraw()

    async def _race(self, key: str) -> None:
        """Play a card of a race: mine with space or, at a shared keyboard, a seat's with its number."""
        for keys, choice in self._racers():
            if key == keys or (keys == "space" and key == " "):
                await self._done(lambda choice=choice: self.source.choose(choice))  # type: ignore[misc]
                return
        if key == "q":
            self.exit("leave")
        elif key == "escape":
            self._leave_or_stay()
            self._redraw()

    def _racers(self) -> list[tuple[str, str]]:
        """The key and the choice of every person here who races."""
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
                if self.leaving:
                    self._stay()
                elif self.now is not None and self.now.waits is WaitsFor.OVER:
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
        """Tell a bot's advice; if it takes time, say so meanwhile."""
        asked = asyncio.ensure_future(self.source.hint())
        await asyncio.wait((asked,), timeout=self.patience)
        if not asked.done():
            self.log_lines.note(say(THINKING))
            self._redraw()
            await asyncio.wait((asked,))
            self.log_lines.forget_note(say(THINKING))
        self.log_lines.note(spelled_out(asked.result(), self.look))

    async def _chosen(self, choice: str | None) -> None:
        """Return the meaning of a menu line; None is a step deeper."""
        if choice is None:
            return
        if choice == "stay":
            self._stay()
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
            if self.source.offline:
                self.log_lines.note(say(WAITS))
                self._redraw()
            await self._done(lambda: self.source.choose(choice))

    async def _repeat(self, choice: str) -> None:
        """Until it can be made no more."""
        while choice:
            await self._done(lambda choice=choice: self.source.choose(choice))  # type: ignore[misc]
            choice = self.now.again if self.now is not None and self.now.waits is WaitsFor.CHOICE else ""

    def _keys_now(self) -> Keys:
        """The keys that do something now, and what."""
        if self._breathing:
            return [(ANY_KEY, "goes on")]
        if self._runs is not None:
            return [(ANY_KEY, "stops")]
        if self.reading:
            return reading_keys(self.source.setting.game.words.narration.digest is not None)
        waits = WaitsFor.OTHERS if self.now is None else self.now.waits
        if self.menu is not None:
            inside = self.menu.typed or self.menu.where or self.leaving
            return menu_keys(waits is WaitsFor.CHOICE and not self.leaving, "back" if inside else "leave")
        if self.reacting is not None:
            return [*self.reacting.keys_told(self.source.names), HELP, QUIT]
        if waits is WaitsFor.RACE:
            names = self.source.names
            keys = [(key, say("plays {name}'s card", name=names[int(choice[5:])])) for key, choice in self._racers()]
            return [("space", "plays your card") if key == "space" else (key, does) for key, does in keys] + [
                HELP,
                QUIT,
            ]
        looks = [
            ("o", say("see what all see") if seat is None else say("see {name}'s cards", name=self.source.names[seat]))
            for seat in self._next_look()
        ]
        return [*looks, *keys_of(waits, self.source.setting.game.words.milestone.one)]

    def _scroll(self, key: str) -> None:
        if key == "tab":
            self.reading = not self.reading
            self.scene.read(self.reading)
            self._redraw()
        else:
            self.scene.scroll_by_key(key)

    def _turn_over(self, row: int | None) -> bool:
        """Open or close a summary in the log; False if the line isn't one."""
        turned = row is not None and self.log_lines.turn_over(row)
        if turned:
            self._redraw()
        return turned

    def _explain(self, row: int | None = None) -> None:
        """The clause behind a line of the log; else the keys, the rules in short, and the legend."""
        setting = self.source.setting
        if row is None and self.reading:
            row = self.scene.picked_line
        if row is None:
            keys = keys_told(self._keys_now(), self.in_ascii)
            self.push_screen(help_page(setting, self.in_ascii, keys, self.size.width))
            return
        if row >= len(self.log_lines.rows):
            return
        line = self.log_lines.rows[row]
        self.push_screen(clause_page(setting.game, line, lambda face: card_name(face, self.look)))


def end_if_hung_up() -> None:
    """End the process if its terminal is closed, as SIGHUP does where it isn't ignored; the game is kept.

    Textual would read the terminal's end for ever, and its own way out waits for a thread that writes there.
    """
    if sys.__stdin__ is None or not hasattr(select, "poll"):  # Windows ends the process itself
        return
    poll = select.poll()
    poll.register(sys.__stdin__, 0)
    if any(state & (select.POLLHUP | select.POLLERR) for _, state in poll.poll(0)):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        signal.raise_signal(signal.SIGHUP)
