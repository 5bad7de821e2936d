"""Pages over the table: the keys, the rules in short, the clause behind a line of the log."""

import textwrap
from collections.abc import Callable, Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from threedown.cli.table.faces import unbroken
from threedown.cli.table.log import Line
from threedown.cli.table.plain_help import rules_told
from threedown.games.declare import Game
from threedown.games.facts import summary_of
from threedown.games.rulebook import Clause, UnknownClause, spoken_rulebook
from threedown.games.setting import Setting
from threedown.language import say


class Page(ModalScreen[None]):
    """Text over the table: arrows scroll it, any other key closes it."""

    CSS = """
    Page { background: ansi_default; }
    #page { height: 1fr; }
    #close { height: 1; text-style: reverse; width: 100%; }
    """

    def __init__(self, text: Text) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="page", can_focus=False):
            yield Static(self.text)
        yield Static(Text(f" {say('arrows scroll   any other key or a click closes')} "), id="close")

    def pressed(self, key: str) -> None:
        page = self.query_one("#page", VerticalScroll)
        moves: dict[str, Callable[..., None]] = {
            "up": page.scroll_up, "down": page.scroll_down, "pageup": page.scroll_page_up,
            "pagedown": page.scroll_page_down,
        }  # fmt: skip
        if key in moves:
            moves[key](animate=False)
        else:
            self.dismiss()

    def on_click(self) -> None:
        self.dismiss()


KEY_COLUMN = 12
SCROLL_BAR = 2


def help_page(setting: Setting, in_ascii: bool, keys: Sequence[tuple[str, str]], width: int) -> Page:
    """Return the page of help: the active keys, the rules in short, and a legend of cards that are no playing cards."""
    text, game = Text(), setting.game
    text.append(f"{say('Keys')}\n", style="bold")
    for key, does in keys:
        text.append(f"{_wrapped(f'  {say(key):<{KEY_COLUMN}} ', say(does), width)}\n")
    text.append(f"\n{game.title}\n", style="bold")
    for line in rules_told(setting):
        text.append(f"{_wrapped('  ', unbroken(line), width)}\n")
    effects = summary_of(setting).cards
    if effects:
        text.append(f"\n{say('The cards')}\n", style="bold")
        for face, does in effects.items():
            name, style = game.words.table.card_label(face, in_ascii) if game.words.table.card_label else (face, "")
            head = f" {face:<16} "
            text.append(f"  {name:<7}", style=style)
            text.append(f"{_wrapped(' ' * 9 + head, does, width)[9:]}\n")
    text.append(f"\n{say('All of it, with examples')}: threedown rules {game.name}\n", style="dim")
    return Page(text)


def _wrapped(head: str, text: str, width: int) -> str:
    """Return a text in lines that all begin below the end of its head."""
    return textwrap.fill(text, width - SCROLL_BAR, initial_indent=head, subsequent_indent=" " * len(head))


def clause_page(game: Game, line: Line, card: Callable[[str], str]) -> Page:
    """The clause behind a line of the log."""
    text = Text(f"{line.text.strip()}\n\n", style="bold")
    book = spoken_rulebook(game.name)
    try:
        entry = book.find(line.clause)
    except UnknownClause:
        text.append(f"{say('No clause stands behind this line alone.')} ", style="not bold")
        text.append(f"{say('The rulebook')}: threedown rules {game.name}", style="not bold dim")
        return Page(text)
    text.append(f"{entry.id}  {unbroken(entry.text)}\n", style="not bold")
    if isinstance(entry, Clause):
        for ruling in book.rulings_of(entry):
            text.append(f"\n{ruling.id}  {unbroken(ruling.text)}\n", style="not bold")
        text.append(
            f"\n{say('Played examples')}: threedown rules {game.name} --clause {entry.id}", style="not bold dim"
        )
    return Page(text)
