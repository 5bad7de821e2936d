"""The look of a table in a terminal: hands, packets, the middle, the board."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.text import Text

from threedown.cards import HIDDEN, RANKS
from threedown.cli.table.faces import Look, big_card, card_called, chip, has_corners, spelled_out
from threedown.cli.table.feed import FeedStep, Told
from threedown.games.declare import Game, Sight
from threedown.games.setting import Setting
from threedown.games.wording import ROOMY, SCROLL_BAR, BoardLook
from threedown.games.words import PILE
from threedown.language import say, say_as
from threedown.session.narrator import Narrator
from threedown.session.views import PileSeen, View
from threedown.table.layout import Table
from threedown.table.sight import named_cards

BAR = 20
MIDDLE = {
    "pot": "In the middle", "discard": "Discards", "table": "On the table", "played": "Played",
    "packet": "Second packet", "stock": "Stock", "removed": "Set aside", "shoe": "Shoe", "burnt": "Under the pile",
}  # fmt: skip
"""Kinds of piles that are nobody's, by what they are called; those that are drawn, in this order."""
OWN = {"hand": "hand", "won": "pile", "bundle": "bundle", "field": "row", "mission": "mission"}
"""Kinds of piles that belong to a seat and may lie open."""
NAME = 12
MOST_OPEN = 12
"""The number of cards of an open pile that are named, from the top."""

MOST_LAID = 6
"""The number of cards that are drawn of a pile in the middle, from the top, if more than the top one matters."""

TELLING = 20
"""From so many lines on, the chance in the rest of the game is told below the table."""


class Marks(NamedTuple):
    """The seats whose last card is marked: tied, or the one that wins."""

    tied: frozenset[int] = frozenset()
    wins: int | None = None


Run = tuple[str | None, int]
"""(card, 1) for a card face up, (None, n) for n face down."""


def add_card(runs: list[Run], card: str | None) -> None:
    """One more card to the right; None is face down."""
    if card is None and runs and runs[-1][0] is None:
        runs[-1] = (None, runs[-1][1] + 1)
    else:
        runs.append((card, 1))


def laid_by(seats: int, events: Sequence[Told]) -> list[list[Run]]:
    """Return the cards that each seat has laid in these events of a turn; last those laid by no seat (the house)."""
    laid: list[list[Run]] = [[] for _ in range(seats + 1)]
    for event in events:
        card = event.get("card", HIDDEN)
        if event["kind"] == "turn_up" or (event["kind"] == "deal" and card != HIDDEN):
            add_card(laid[event.get("seat", seats)], card)
        elif event["kind"] == "lay_face_down":
            add_card(laid[event.get("seat", seats)], None)
    return laid


def marks_of(events: Sequence[Told]) -> Marks:
    """Return the marked cards after these events of a turn: the highest cards that are equal at a war, or the winning
    card."""
    last: dict[int, str] = {}
    marks = Marks()
    for event in events:
        kind = event["kind"]
        if kind == "turn_up" and "seat" in event:
            last[event["seat"]] = event["card"]
        elif kind == "war":
            ranks = [card[0] for card in last.values()]
            equal = [rank for rank in set(ranks) if ranks.count(rank) > 1]
            highest = max(equal, key=f"{RANKS}J".find, default="")
            marks = Marks(frozenset(seat for seat, card in last.items() if card[0] == highest))
            last = {}
        elif kind in ("win", "capture", "rows", "settled") and event.get("seat") is not None:
            marks = Marks(wins=event["seat"])
    return marks


def narrator(game: Game, names: Sequence[str], look: Look, viewer: int | None = None, you: bool = False) -> Narrator:
    """Return the narrator for the seat ``viewer`` (None: for spectators), with cards as this terminal shows them."""

    return Narrator(game, names, viewer, lambda code: card_called(game, code, look), you)


def hand_of(setting: Setting, table: Table, seat: int, viewer: int | None) -> tuple[list[str | None], str]:
    """Return a seat's hand as the viewer may see it, None for an unknown card, and its worth.

    If all of it is known, the game's words arrange it and name its worth (``words.table.sorted_hand``).
    """
    name = f"hand {seat}"
    if name not in setting.piles or setting.game.piles.sight.get("hand") is not Sight.KNOWN:
        return [], ""
    eyes = range(setting.seats) if viewer is None else (viewer,)
    cards, worth = named_cards(table.s, setting.piles.index(name), eyes), ""
    known = [card for card in cards if card is not None]
    if len(known) == len(cards) > 0 and setting.game.words.table.sorted_hand is not None:
        in_order, worth = setting.game.words.table.sorted_hand(table, known)
        cards = [*in_order]
    return [None if card is None else setting.deck.show(card) for card in cards], worth


def drawn_runs(runs: Sequence[Run], look: Look, big: bool, told: str, game: Game, mark: str) -> list[Text]:
    """Cards side by side, and a line about them; the oldest are left out if there is no room."""
    if not runs:
        return []
    marked = max((place for place, (card, _) in enumerate(runs) if card is not None), default=-1) if mark else -1
    backs = "x##" if look.ascii else "×▒▒"
    if not big:
        chips = [
            Text(f"{count}{backs}" if count > 1 else chip(None, look).plain, style="blue")
            if card is None
            else chip(card, look, game, mark if place == marked else "")
            for place, (card, count) in enumerate(runs)
        ]
        return _indented([*chips, Text(told)] if told else chips, look.width)
    fit = max(1, (look.width - 4 - len(told)) // 8)
    first = max(0, len(runs) - fit)
    columns = [big_card(card, look, count, mark if place == marked else "")
               for place, (card, count) in enumerate(runs) if place >= first]  # fmt: skip
    rows = [Text("  ").append_text(Text(" ").join(column[row] for column in columns)) for row in range(5)]
    if told:
        rows[2].append(f"  {told}")
    return rows


def _indented(parts: Sequence[Text], width: int) -> list[Text]:
    """Return parts side by side, wrapped into as many lines as needed."""
    rows = [Text("  ")]
    for part in parts:
        if rows[-1].cell_len > 2 and rows[-1].cell_len + part.cell_len > width:
            rows.append(Text("  "))
        rows[-1].append_text(part).append(" ")
    for row in rows:
        row.rstrip()
    return rows


def count_of(view: View, name: str) -> int:
    pile = view.piles.get(name)
    return 0 if pile is None else pile.count


def cards(number: int) -> str:
    return say("{n} {n:card|cards}", n=number)


def seat_line(setting: Setting, heard: FeedStep, seat: int, name: str, look: Look, mine: bool) -> Text:
    """A seat's name, what it has in words or as a bar, and what lies apart."""
    assert heard.view is not None
    view, width = heard.view, min(NAME, look.width // 4)
    text = Text(f"{name:<{width}.{width}} ", style="bold underline" if mine else "bold")
    holdings = view.told.get("holding")
    if holdings is not None:
        text.append(str(holdings[seat]), style="not bold not underline")
        return text
    packet, apart = count_of(view, f"deck {seat}"), count_of(view, f"won {seat}")
    size = min(BAR, look.width - width - 22)
    if size >= 6:
        filled = min(size, round(size * (packet + apart) / len(setting.deck.names)))
        filled = max(filled, 1) if packet + apart else 0
        full, empty = ("=", ".") if look.ascii else ("█", "░")
        text.append(full * filled, style="green").append(empty * (size - filled), style="dim")
    if apart and setting.game.words.table.captures_score:
        told = say("{cards} in hand, {n} stored", cards=cards(packet), n=apart)
    else:
        told = say("{cards}, {n} of them won", cards=cards(packet + apart), n=apart) if apart else cards(packet)
    text.append(f"  {told}", style="not bold not underline")
    if heard.table is not None and int(heard.table.s.left[seat]):
        text.append(f"  {say('out')}", style="red")
    return text


def top_of(setting: Setting, view: View, seat: int, look: Look) -> Text:
    """The card that lies open on a seat's pile, in games in which its top is seen."""
    piles = setting.game.piles
    kind = next((kind for kind in piles.per_seat if piles.sight.get(kind) is Sight.TOP), "")
    pile = view.piles.get(f"{kind} {seat}")
    if pile is None or not pile.cards or pile.cards[0] == HIDDEN:
        return Text("")
    return Text(f"  {say('on top')} ").append_text(chip(pile.cards[0], look, setting.game))


def middle_lines(setting: Setting, view: View, look: Look, in_board: bool) -> list[Text]:
    """Return the middle of the table: each pile that is not empty by its name, with its open cards or its number."""
    found: list[Text] = []
    for kind, title in MIDDLE.items():
        pile = view.piles.get(kind)
        if pile is None or not pile.count or (kind == "removed" and not pile.cards) or (in_board and not pile.cards):
            continue
        text = Text(f"{say_as(PILE, setting.game.words.table.pile_names.get(kind, title))} ", style="bold")
        top_alone = in_board or kind == "discard" or (kind == "pot" and not setting.reactions)
        found.append(_open_pile(text, setting, pile, look, 1 if top_alone else MOST_LAID))
    return _side_by_side(found, look.width)


def _open_pile(text: Text, setting: Setting, pile: PileSeen, look: Look, most: int) -> Text:
    known = [card for card in pile.cards or () if card != HIDDEN]
    for card in known[:most]:
        text.append_text(chip(card, look, setting.game)).append(" ")
    if not known or len(known[:most]) < pile.count:
        text.append(say("of {n}", n=pile.count) if known else cards(pile.count), style="not bold dim")
    return text


def _side_by_side(parts: Sequence[Text], width: int) -> list[Text]:
    """Return texts side by side, wrapped into as many lines as needed."""
    lines: list[Text] = []
    for part in parts:
        if lines and lines[-1].cell_len + 3 + part.cell_len <= width:
            lines[-1].append("   ").append_text(part)
        else:
            lines.append(part)
    return lines


def board_lines(setting: Setting, table: Table, look: Look, marked: Sequence[str] = ()) -> list[Text]:
    """The board of a game that has one: lines of pieces in their styles."""
    board = setting.game.words.table.board
    if board is None:
        return []
    return [Text.assemble(*line) for line in board(table, BoardLook(look.width, look.height, look.ascii, marked))]


def table_lines(
    setting: Setting,
    heard: FeedStep,
    names: Sequence[str],
    look: Look,
    viewer: int | None,
    rows: int,
    shown: Sequence[Told] | None = None,
    marked: Sequence[str] = (),
) -> list[Text]:
    """The table in at most ``rows`` lines if possible, with cards as large as there is room for.

    ``shown`` are the events of the turn to draw; None means all. ``marked`` are the marked parts of a board.
    """
    if heard.view is None:
        return []
    everybody, nobody = frozenset(range(setting.seats + 1)), frozenset[int]()
    mine = nobody if viewer is None else frozenset((viewer,))
    if setting.game.words.table.board is not None:
        return _drawn(setting, heard, names, look, viewer, nobody, shown, marked)
    lines: list[Text] = []
    for large in [everybody, mine] * all(map(has_corners, setting.deck.names.values())) + [nobody]:
        lines = _drawn(setting, heard, names, look, viewer, large, shown)
        if len(lines) <= rows:
            break
    return lines


def _drawn(
    setting: Setting,
    heard: FeedStep,
    names: Sequence[str],
    look: Look,
    viewer: int | None,
    large: frozenset[int],
    shown: Sequence[Told] | None,
    marked: Sequence[str] = (),
) -> list[Text]:
    assert heard.view is not None
    assert heard.table is not None
    game, view = setting.game, heard.view
    events = heard.turn if shown is None else shown
    laid, marks = laid_by(setting.seats, events), marks_of(events)
    board = board_lines(setting, heard.table, look, marked)
    is_low = bool(board) and look.height < ROOMY  # where the board is cut off, the score stays in sight
    lines: list[Text] = []
    for seat in range(setting.seats):
        line = seat_line(setting, heard, seat, names[seat], look, seat == viewer)
        line.append_text(top_of(setting, view, seat, look))
        if is_low:
            line.truncate(look.width - SCROLL_BAR, overflow="ellipsis")
        hand, worth = hand_of(setting, heard.table, seat, viewer)
        runs: list[Run] = [] if board else list(laid[seat])
        if hand and any(event["kind"] == "deal" for event in events):
            runs = []  # cards just dealt are in the hand
        for card in hand if not board or seat == viewer else ():
            add_card(runs, card)
        mark = ("<" if look.ascii else "◂") if marks.wins == seat or seat in marks.tied else ""
        row = view.piles.get(f"field {seat}")
        area = [chip(None if card == HIDDEN else card, look, game) for card in (row.cards if row else None) or ()]
        apart: list[Text] = []
        if area and line.cell_len + 2 + sum(one.cell_len + 1 for one in area) <= look.width:
            line.append("  ").append_text(Text(" ").join(area))
        elif area:
            apart = _indented(area, look.width)
        drawn = drawn_runs(runs, look, seat in large and not board, worth, game, mark)
        if len(drawn) == 1 and not apart and line.cell_len + drawn[0].cell_len <= look.width:
            lines.append(line.append_text(drawn[0]))
        else:
            lines += [line, *apart, *drawn]
    lies = (
        count_of(view, "table") > 0 or "table" not in game.words.table.pile_names
    )  # a card of nobody's own is no house's
    house = [] if lies else drawn_runs(laid[setting.seats], look, setting.seats in large, "", game, "")
    if house:
        name = Text(f"{say(game.words.narration.subject_without_seat):<{NAME}.{NAME}} ", style="bold")
        lines += [name.append_text(house[0])] if len(house) == 1 else [name, *house]
    lines += [*middle_lines(setting, view, look, bool(board)), *secret_lines(game, view, look, viewer)]
    if look.height >= TELLING and (chance := outlook_of(view, viewer)):
        lines.append(Text(spelled_out(chance, look), style="dim"))
    return [*lines, *board] if is_low else [*board, *lines]


def secret_lines(game: Game, view: View, look: Look, viewer: int | None) -> list[Text]:
    """Return a line for each pile besides the hand that only the viewer sees, such as their mission."""
    told = []
    for kind in game.piles.private:
        pile = view.piles.get(f"{kind} {viewer}")
        if kind != "hand" and pile is not None and pile.cards:
            named = ", ".join(card_called(game, card, look) for card in pile.cards)
            told.append(Text(f"{say(f'your {OWN[kind]}')}: {named}", style="bold"))
    return told


def outlook_of(view: View, viewer: int | None) -> str:
    """Return what a game tells the viewer of the rest of the game; empty if it tells nothing."""
    told = view.told.get("outlook")
    return str(told[viewer]) if told and viewer is not None else ""


def open_piles(
    setting: Setting, view: View, table: Table, names: Sequence[str], look: Look, viewer: int | None
) -> list[str]:
    """Return the open cards in words: ``your hand: 9♣ 7♣ (16 in clubs)``, ``Ann's pile: 7♣ of 2``."""
    told: list[str] = []
    apart = ", " if setting.game.words.table.titles else " "
    for name, pile in view.piles.items():
        kind, _, seat = name.partition(" ")
        if all(card == HIDDEN for card in pile.cards or ()):
            continue
        if seat and int(seat) == viewer:
            whose = say(f"your {OWN.get(kind, kind)}")
        elif seat:
            whose = say("{name}'s {pile}", name=names[int(seat)], pile=say_as(PILE, OWN.get(kind, kind)))
        else:
            whose = say_as(PILE, MIDDLE.get(kind, kind).lower())
        faces, worth = hand_of(setting, table, int(seat), viewer) if kind == "hand" else (list(pile.cards or ()), "")
        named = [HIDDEN if card is None else card_called(setting.game, card, look) for card in faces[:MOST_OPEN]]
        listed = apart.join(named)
        of = f" {say('of {n}', n=pile.count)}" if len(faces[:MOST_OPEN]) < pile.count else ""
        told.append(f"{whose}: {listed}{of}" + (f" ({worth})" if worth else ""))
    return told
