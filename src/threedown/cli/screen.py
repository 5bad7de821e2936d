"""How a table looks in a terminal: cards, packets, the stake, who leads."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from threedown.cards import RANKS, SUIT_SYMBOLS, SUITS
from threedown.games.declare import Game, Sight
from threedown.games.setting import Setting
from threedown.play.live import HIDDEN, Event
from threedown.play.session import Session
from threedown.play.telling import Teller
from threedown.play.views import view_of
from threedown.table.sight import cards_in, named_cards
from threedown.table.verbs import held

RED_SUITS = "DH"
MOST_OPEN = 12
"""So many cards of an open pile are named, from the top."""


class Look(NamedTuple):
    """How to draw: suit symbols or letters, and the size of the terminal."""

    ascii: bool
    width: int = 80
    height: int = 24

    def big(self, seats: int) -> bool:
        """Whether every seat has room for cards of five lines."""
        return 6 * seats + 8 <= self.height


def is_playing_card(face: str) -> bool:
    return len(face) == 2 and face[0] in RANKS and face[1] in SUITS


def has_corners(face: str) -> bool:
    """Whether a card can be drawn large, with its rank in the corners."""
    return is_playing_card(face) or face.startswith("JK")


def card_name(face: str, look: Look) -> str:
    """Of a card's name: ``7♥``, or ``7H`` in ASCII; jokers ``Jo1``; cards of other decks as they are called."""
    if face.startswith("JK"):
        return f"Jo{face[-1]}"
    if not is_playing_card(face):
        return face
    rank = "10" if face[0] == "T" else face[0]
    return rank + (face[1] if look.ascii else SUIT_SYMBOLS[SUITS.index(face[1])])


def card_style(face: str) -> str:
    if face.startswith("JK"):
        return "bold magenta"
    return "bold red" if is_playing_card(face) and face[1] in RED_SUITS else "bold"


def chip(face: str, look: Look, game: Game | None = None) -> Text:
    """A card in one line, as a game with cards of its own draws it (``words.chip``)."""
    name, style = card_name(face, look), card_style(face)
    if game is not None and game.words.chip is not None:
        name, style = game.words.chip(face, look.ascii)
    return Text(f"[{name:^3}]" if look.ascii else f"▏{name:^3}▕", style=style)


def has_own_cards(game: Game) -> bool:
    """Whether a game's words draw its cards, because they are no playing cards."""
    return game.words.chip is not None


def row_of_chips(chips: Sequence[Text], room: int) -> Text:
    """As many chips as fit side by side, and how many more there are."""
    row, shown = Text(""), 0
    for chip_ in chips:
        left = room - row.cell_len - chip_.cell_len - 1
        if left < (4 if shown + 1 < len(chips) else 0):
            break
        row.append(" ").append_text(chip_)
        shown += 1
    return row if shown == len(chips) else row.append(f" +{len(chips) - shown}", style="dim")


def big_card(face: str | None, look: Look, above: int = 0) -> list[Text]:
    """A card in five lines; None is face down, ``above`` cards of a pile lying on it."""
    corners = ("+", "+", "+", "+", "-", "|") if look.ascii else ("╭", "╮", "╰", "╯", "─", "│")
    left, right, low_left, low_right, bar, side = corners
    top, bottom = left + bar * 5 + right, low_left + bar * 5 + low_right
    if face is None:
        back = "#####" if look.ascii else "▒▒▒▒▒"
        middle = f"{above:^5}" if above > 1 else back
        lines = [top, side + back + side, side + middle + side, side + back + side, bottom]
        return [Text(line, style="blue") for line in lines]
    name = card_name(face, look)
    rank, suit = (name[:-1], name[-1]) if not name.startswith("Jo") else ("Jo", "*" if look.ascii else "★")
    lines = [top, f"{side}{rank:<5}{side}", f"{side}{suit:^5}{side}", f"{side}{rank:>5}{side}", bottom]
    return [Text(line, style=card_style(face)) for line in lines]


class Laid(NamedTuple):
    """What lies before a seat: runs of face-down cards (as numbers) and face-up cards, in order."""

    runs: list[tuple[str | None, int]]
    """(card, 1) for a card face up, (None, n) for n face down."""

    def add(self, card: str | None) -> None:
        """One more card; None is face down."""
        if card is None and self.runs and self.runs[-1][0] is None:
            self.runs[-1] = (None, self.runs[-1][1] + 1)
        else:
            self.runs.append((card, 1))


def laid_by(setting: Setting, events: Sequence[Event]) -> list[Laid]:
    """What each seat has laid, from the events of a turn."""
    laid = [Laid([]) for _ in range(setting.seats)]
    for event in events:
        if event.kind == "turn_up" and event.seat >= 0:
            laid[event.seat].add(setting.deck.show(event.card))
        elif event.kind == "lay_face_down":
            laid[event.seat].add(None)
    return laid


class Held(NamedTuple):
    """A hand as somebody may see it: its cards by name, None for one that he does not know, and what it is worth."""

    cards: list[str | None]
    worth: str = ""

    def __str__(self) -> str:
        cards = " ".join(card or HIDDEN for card in self.cards)
        return f"{cards} ({self.worth})" if self.worth else cards


def hand_of(session: Session, seat: int, viewer: int | None) -> Held:
    """A seat's hand as the seat ``viewer`` may see it (None: everybody); empty where the game has no open hands.

    Where all of it is known, the game's words arrange it and say what it is worth (``words.arranged``).
    """
    setting, name = session.setting, f"hand {seat}"
    if name not in setting.piles or setting.game.sight.get("hand") is not Sight.KNOWN:
        return Held([])
    eyes = range(setting.seats) if viewer is None else (viewer,)
    cards, worth = named_cards(session.record, setting.piles.index(name), eyes), ""
    known = [card for card in cards if card is not None]
    if len(known) == len(cards) > 0 and setting.game.words.arranged is not None:
        known, worth = setting.game.words.arranged(session.table, known)
        cards = [*known]
    return Held([None if card is None else setting.deck.show(card) for card in cards], worth)


def draw_laid(laid: Laid, look: Look, big: bool, worth: str = "", game: Game | None = None) -> Text:
    """The cards before a seat, side by side, and what they are worth; the oldest go where there is no room."""
    if game is not None and has_own_cards(game):
        backs = "x##" if look.ascii else "×▒▒"
        chips = [
            Text(f"{count}{backs}", style="blue") if card is None else chip(card, look, game)
            for card, count in laid.runs
        ]
        return row_of_chips(chips, look.width - 2 - len(worth)).append(f"  {worth}")
    room = max(1, (look.width - 4 - len(worth)) // (8 if big else 6))
    runs = laid.runs[-room:]
    if not big:
        backs = "x##" if look.ascii else "×▒▒"
        parts = [Text(f"{count}{backs}", style="blue") if card is None else chip(card, look) for card, count in runs]
        return Text(" ").join([*parts, Text(worth)] if worth else parts)
    columns = [big_card(card, look, count) for card, count in runs]
    rows = [Text(" ").join(column[row] for column in columns) for row in range(5)] if columns else [Text("")] * 5
    if worth:
        rows[2] = rows[2] + Text(f"  {worth}")
    return Text("\n").join(rows)


def cards_held(session: Session, seat: int) -> tuple[int, int]:
    """A seat's cards: in the packet, and apart in its captured pile."""
    piles = session.setting.piles
    packet, apart = (
        held(session.table, piles.index(name)) if name in piles else 0 for name in (f"deck {seat}", f"won {seat}")
    )
    return packet, apart


def seat_line(session: Session, seat: int, name: str, look: Look, whole: int) -> Text:
    """A seat's name, a bar of its cards, and their number; ``whole`` cards make a full bar."""
    if session.setting.game.words.holding is not None:
        text = Text(f"{name:<16.16} ", style="bold")
        text.append(session.setting.game.words.holding(session.table, seat), style="not bold")
        return text.append_text(area_of(session, seat, look, look.width - text.cell_len - 2))
    packet, apart = cards_held(session, seat)
    size = 26
    filled = min(size, round(size * (packet + apart) / whole)) if whole else 0
    filled = max(filled, 1) if packet + apart else 0
    full, empty = ("=", ".") if look.ascii else ("█", "░")
    text = Text(f"{name:<16.16} ", style="bold")
    text.append(full * filled, style="green").append(empty * (size - filled), style="dim")
    text.append(f" {packet + apart:>3} cards" if packet + apart != 1 else "   1 card ")
    if apart:
        text.append(f" ({apart} won, apart)", style="dim")
    if int(session.record.left[seat]):
        text.append("  out", style="red")
    return text


def area_of(session: Session, seat: int, look: Look, room: int) -> Text:
    """The cards that lie open before a seat (``field N``), the one laid last first, in a game with cards of its own."""
    setting, name = session.setting, f"field {seat}"
    if name not in setting.piles or not has_own_cards(setting.game):
        return Text("")
    cards = cards_in(session.record, setting.piles.index(name))
    return row_of_chips([chip(setting.deck.show(card), look, setting.game) for card in cards], room)


def teller(game: Game, names: Sequence[str], look: Look, viewer: int | None = None) -> Teller:
    """Who tells a game to the seat ``viewer`` (None: to everybody), cards as this terminal shows them."""
    return Teller(game, names, viewer, lambda face: card_name(face, look))


def pot_line(session: Session, look: Look, viewer: int | None) -> Text:
    """What lies in the pot after a turn, with its top card; empty if nothing does, or somebody is asked."""
    piles = session.setting.piles
    eyes = range(session.setting.seats) if viewer is None else (viewer,)
    cards = named_cards(session.record, piles.index("pot"), eyes) if "pot" in piles and session.pending is None else []
    if not cards:
        return Text("")
    text = Text(f"{'In the middle':<16.16} ", style="bold")
    if cards[0] is not None:
        text.append_text(chip(session.setting.deck.show(cards[0]), look)).append(" ")
    return text.append(f"{len(cards)} {'card' if len(cards) == 1 else 'cards'}", style="dim")


def open_cards(session: Session, viewer: int | None, drawn: Sequence[str] = ("pot",)) -> str:
    """What lies open, with what the seat ``viewer`` knows (None: what everybody sees): ``hand 0 9C; won 1 9S of 3``.

    Without the kinds of piles in ``drawn``, which have a place of their own on the screen.
    """
    parts = []
    for name, shown in view_of(session.setting, session.record, viewer).piles.items():
        kind, _, seat = name.partition(" ")
        if kind not in drawn and shown.count and set(shown.cards or ()) - {HIDDEN}:
            first = (shown.cards or [])[: None if kind == "hand" else MOST_OPEN]
            of = f" of {shown.count}" if len(first) < shown.count else ""
            cards = str(hand_of(session.through(viewer), int(seat), viewer)) if kind == "hand" else " ".join(first)
            parts.append(f"{name} {cards}{of}")
    return "; ".join(parts)


def board_lines(session: Session, look: Look) -> list[Text]:
    """The board of a game that has one (``words.board``): lines of pieces in their styles."""
    words = session.setting.game.words
    if words.board is None:
        return []
    return [Text.assemble(*line) for line in words.board(session.table, look.width)]


def has_big_cards(setting: Setting, look: Look) -> bool:
    """Whether cards are drawn five rows high: there is room, and they have a corner each."""
    return look.big(setting.seats) and all(has_corners(name) for name in setting.deck.names.values())


def draw(
    session: Session,
    events: Sequence[Event],
    names: Sequence[str],
    look: Look,
    log: Sequence[str],
    keys: str,
    viewer: int | None = None,
) -> RenderableType:
    """The whole screen: the seats with what they have laid or hold, the stake, what lies open, the last lines of the
    log, the keys. ``viewer`` is the seat whose own cards may be shown."""
    said = teller(session.setting.game, names, look, viewer).verdict(session, events)
    session = session.through(viewer)
    setting = session.setting
    big = has_big_cards(setting, look)
    whole = len(setting.deck.names)
    laid = laid_by(setting, events)
    head = Grid.grid(expand=True)
    head.add_column()
    head.add_column(justify="right")
    head.add_row(Text(setting.game.title, style="bold"), Text(setting.game.words.progress(session.table), style="dim"))
    parts: list[RenderableType] = [head, Text("")]
    board = board_lines(session, look)
    parts += board
    for seat in range(setting.seats):
        if board:
            parts.append(seat_line(session, seat, names[seat], look, whole))
            continue
        held_cards = hand_of(session, seat, viewer)
        for card in held_cards.cards:
            laid[seat].add(card)
        line = seat_line(session, seat, names[seat], look, whole)
        parts += [line, draw_laid(laid[seat], look, big, held_cards.worth, setting.game)]
    parts += [pot_line(session, look, viewer), Text(said, style="bold")]
    drawn = ("pot", "hand", "field") if has_own_cards(setting.game) else ("pot", "hand")
    parts.append(Text(open_cards(session, viewer, ("discard",) if board else drawn)))
    parts += [Text(line, style="dim") for line in log]
    parts.append(Text(keys, style="reverse"))
    return Group(*parts)
