"""The whole screen: table, narration, log, menu and keys. It fits any size."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option as Row

from threedown.cli.table.drawing import table_lines
from threedown.cli.table.faces import Look, spelled_out
from threedown.cli.table.feed import FeedStep, Told, WaitsFor
from threedown.cli.table.keys import ANY_KEY, SCROLLS, Keys, scroll_key
from threedown.cli.table.log import Line
from threedown.cli.table.menu import Menu
from threedown.games.setting import Setting
from threedown.language import say

LOW = 16
"""Below this number of lines, the screen is small: everything is there, but scrolls."""
LEAST_WIDTH, LEAST_HEIGHT = 30, 8
"""A smaller terminal shows only a note that it is too small."""
MENU_ROWS = 7
"""The rows of a menu in a small terminal; in a large one it may have a quarter of it."""
PICKED, PICKED_WITHOUT_COLOUR = "black on cyan", "bold reverse"
"""The style of the picked line; both can be read on a dark and on a light ground. Not bold: many terminals draw bold
black as grey."""


class Shown(NamedTuple):
    """The values to draw."""

    setting: Setting
    heard: FeedStep
    names: Sequence[str]
    you: int | None
    laid: Sequence[Told] | None
    """The events of the turn up to which it is drawn."""
    menu: Menu | None
    known: str
    """A note on the picked choice."""
    keys: Keys


class Scene(Vertical):
    """The widgets, from top to bottom."""

    DEFAULT_CSS = """
    Scene { height: 1fr; overflow: hidden; }
    #head, #said, #keys { height: 1; width: 100%; text-wrap: nowrap; text-overflow: ellipsis; }
    #question, #known { height: auto; width: 100%; }
    #said { text-style: bold; }
    #known { text-style: dim; }
    #keys { text-style: reverse; }
    #table { height: auto; overflow-x: hidden; }
    #cards { height: auto; width: 100%; }
    Scene OptionList { border: none; padding: 0; background: transparent; overflow-x: hidden; }
    Scene OptionList > .option-list--option { padding: 0; }
    #log { height: 1fr; min-height: 1; }
    #menu { height: auto; }
    Scene OptionList > .option-list--option-highlighted {
        background: transparent; text-style: none; color: ansi_default;
    }
    #log > .option-list--option-hover, #menu > .option-list--option-hover { background: transparent; text-style: bold; }
    .hidden { display: none; }
    .bare { scrollbar-size: 0 0; }
    """

    def __init__(self, in_ascii: bool) -> None:
        super().__init__()
        self._bare = in_ascii

    def compose(self) -> ComposeResult:
        yield Static(id="head")
        with VerticalScroll(id="table", can_focus=False):
            yield Static(id="cards")
        yield Static(id="said")
        yield OptionList(id="log")
        yield Static(id="question")
        yield OptionList(id="menu")
        yield Static(id="known")
        yield Static(id="keys")

    def on_mount(self) -> None:
        for each in self.query("OptionList, VerticalScroll"):
            each.can_focus = False
            each.set_class(self._bare, "bare")
        # The end of the log stays in sight when the screen becomes smaller.
        self.query_one("#log", OptionList).anchor()

    def _text(self, name: str, text: Text) -> Static:
        found = self.query_one(name, Static)
        found.update(text)
        return found

    def show(self, shown: Shown, look: Look, log: Sequence[Line], reading: bool) -> None:
        """Draws it all: first what cannot be done without gets its lines, the rest goes to the table and the log."""
        heard, menu = shown.heard, shown.menu
        too_small = look.width < LEAST_WIDTH or look.height < LEAST_HEIGHT
        for each in self.children:
            each.set_class(too_small, "hidden")
        if too_small:
            told = say("Too small: at least {width} by {height}.", width=LEAST_WIDTH, height=LEAST_HEIGHT)
            self._text("#question", Text(told)).set_class(False, "hidden")
            self.query_one("#question").styles.max_height = look.height
            return
        small = look.height < LOW
        says = menu is None or heard.waits is not WaitsFor.CHOICE
        self._text("#head", _head(shown, look.width))
        self._text("#said", Text(spelled_out(heard.said, look))).set_class(not says, "hidden")
        left = look.height - 2 - says
        least = 0
        if menu is not None:
            question = Text.assemble(
                (f"{menu.title} ", "bold"),
                "" if menu.where or menu.typed else menu.briefing,
                (menu.where, "dim"),
                f"  {menu.typed}_" * bool(menu.typed),
            )
            left -= _rows(self._text("#question", question), question, look.width, 2 if small else 4)
            known = Text(shown.known)
            left -= _rows(self._text("#known", known), known, look.width, 1 if small and menu.entries else 2)
            least = min(max(1, len(menu.entries)), 3 if small else 5)
        for name in ("#question", "#menu", "#known"):
            self.query_one(name).set_class(menu is None or (name == "#known" and not shown.known), "hidden")
        rows = max(1, left - least - (1 if small else 2))
        marked = menu.picked_parts if menu is not None else ()
        lines = table_lines(shown.setting, heard, shown.names, look, shown.you, rows, shown.laid, marked)
        self._text("#cards", Text("\n").join(lines))
        self.query_one("#table").styles.max_height = rows
        first, *others = shown.keys
        scrolls = [scroll_key(look.ascii)] if len(lines) > rows and first[0] != ANY_KEY else []
        self._text("#keys", key_line([first, *scrolls, *others], look.width))
        spare = rows - len(lines) - 2
        if menu is not None:
            self._draw_menu(menu, least + max(0, min(max(MENU_ROWS, look.height // 4) - least, spare)))
        self._draw_log(log, look, reading)

    def _draw_menu(self, menu: Menu, rows: int) -> None:
        drawn = self.query_one("#menu", OptionList)
        lines = [
            f"{place + 1 if menu.digits and place < 9 else ' '} {entry.label}"
            for place, entry in enumerate(menu.entries)
        ]
        offered = [
            self._row(Text(line, no_wrap=True, overflow="ellipsis"), place == menu.picked)
            for place, line in enumerate(lines)
        ]
        nothing = Text("  " + say("There is no choice with {text}; Esc clears.", text=repr(menu.typed)))
        _fill(drawn, offered or [Row(nothing)])
        drawn.styles.max_height = rows
        drawn.highlighted = menu.picked if menu.entries else None

    def _draw_log(self, lines: Sequence[Line], look: Look, reading: bool) -> None:
        log = self.query_one("#log", OptionList)
        kept = log.highlighted
        picked = min(kept, len(lines) - 1) if reading and kept is not None and lines else None
        drawn = [line.drawn(look.ascii, look.width - 4) for line in lines]
        _fill(log, [self._row(text, place == picked) if reading else Row(text) for place, text in enumerate(drawn)])
        if picked is not None:
            log.highlighted = picked
        else:
            log.scroll_end(animate=False)

    def _row(self, line: Text, picked: bool) -> Row:
        """Return a line to pick from: a sign and a colour mark the picked one."""
        sign = (">" if self._bare else "▸") if picked else " "
        style = PICKED_WITHOUT_COLOUR if self.app.no_color else PICKED
        label = Text(f"{line.plain} ", style) if picked else line
        return Row(Text.assemble((f"{sign} ", "bold"), label, no_wrap=line.no_wrap, overflow=line.overflow))

    # Reading

    @property
    def picked_line(self) -> int | None:
        """The line of the log that is picked."""
        return self.query_one("#log", OptionList).highlighted

    def read(self, reading: bool) -> None:
        """The lines of the log are picked one by one, or no more."""
        log = self.query_one("#log", OptionList)
        log.set_class(reading, "reading")
        log.highlighted = log.option_count - 1 if reading and log.option_count else None

    def pick_line(self, lines: int) -> None:
        """Picks the line this many lines below."""
        log = self.query_one("#log", OptionList)
        if log.highlighted is not None:
            log.highlighted = max(0, min(log.highlighted + lines, log.option_count - 1))

    def scroll_by_key(self, key: str) -> None:
        """Scrolls the log, or the table."""
        log, table = self.query_one("#log", OptionList), self.query_one("#table", VerticalScroll)
        moves = {
            "pageup": log.scroll_page_up, "pagedown": log.scroll_page_down, "home": log.scroll_home,
            "end": log.scroll_end, "ctrl+up": table.scroll_up, "ctrl+down": table.scroll_down,
        }  # fmt: skip
        moves[key](animate=False)


def _fill(listed: OptionList, rows: Sequence[Row]) -> None:
    """Give a list its rows where it stands: ``set_options`` would show its beginning until the next refresh."""
    at = listed.scroll_y
    listed.set_options(rows)
    listed.scroll_to(y=at, animate=False, immediate=True)


def _rows(widget: Static, text: Text, width: int, most: int) -> int:
    """Wraps a text into at most this many lines."""
    rows = min(most, len(text.wrap(widget.app.console, max(1, width)))) if text.plain else 0
    widget.styles.max_height = max(1, rows)
    return rows


def _head(shown: Shown, width: int) -> Text:
    """The game, and how far it is; of a long text the first parts."""
    head = Text(shown.setting.game.title, style="bold")
    told, room = "", width - head.cell_len
    view = shown.heard.view
    left = (
        [] if shown.heard.game_clock is None or (view is not None and view.over) else [shown.heard.game_clock.shown()]
    )
    for part in [*left, *("" if view is None else str(view.told.get("progress", ""))).split("; ")]:
        if not told or len(told) + len(part) + 4 <= room:
            told += f"; {part}" if told else part
    return head.append(f"{told:>{room}}" if len(told) + 2 <= room else f"  {told}", style="not bold dim")


def key_line(pairs: Keys, width: int) -> Text:
    """The keys and their effects, as far as there is room; a click presses them, and ? shows the rest."""
    line = Text(" ")
    needed = [pair for pair in pairs if pair[0] in ("?", pairs[0][0], pairs[-1][0])]
    room = width + 2 - sum(len(f"{say(key)} {say(does)}   ") for key, does in needed)
    for key, does in pairs:
        told = f"{say(key)} {say(does)}"
        if (key, does) not in needed:
            if len(told) + 3 > room:
                continue
            room -= len(told) + 3
        pressed = {"Esc": "escape", ANY_KEY: "space", **dict.fromkeys(SCROLLS, "ctrl+down")}.get(key, key)
        style = {"@click": f"app.press({pressed!r})"} if " " not in pressed else {}
        line.append("   " if line.cell_len > 1 else "").append(told, style=Style(meta=style))
    return line
