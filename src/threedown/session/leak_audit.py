"""The leak audit: nothing that a seat has not seen may change what the seat gets.

Relabel the cards that a seat has not seen up to an event, and run the game again from the deal with the same inputs: up
to that event the seat must get the same bytes. A pair of runs may be set aside only if the game itself rightly differs:
at a kind of event that ``reveals``, or where a choice became illegal.

The same holds for bots: relabel the cards that a seat does not know, and its policy must choose as before.
"""

import random
import sys
from collections.abc import Callable, Container, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from threedown.games.detached import answer_of
from threedown.games.setting import Setting
from threedown.games.wording import BoardLook
from threedown.session.bot_answers import bots_answer
from threedown.session.live import Event
from threedown.session.narrator import Narrator
from threedown.session.session import Refused, Session
from threedown.session.state import Input
from threedown.session.views import about, gained, moment_for, question_for, view_of
from threedown.table.layout import NOBODY, Table, TableState
from threedown.table.sight import indistinguishable, relabelled
from threedown.table.verbs import EVENTS, SHUFFLED

RELABELLINGS = 3
"""The number of relabelled tables at which a bot is asked again."""
BOARD_WIDTH = 100
MOST_ASKED_ABOUT = 8
"""The number of a menu's choices whose hints the audit reads."""

Verdict = Literal["same", "set aside", "leak"]
View = Callable[[Setting, TableState, int], Any]


class Glimpse(NamedTuple):
    """One event: its kind, seat and piles; the bytes that the seat gets; and the card, if the seat sees it."""

    course: tuple[str, int, int, int]
    bytes: bytes
    card: int


class Finding(NamedTuple):
    """The verdict on one pair of runs, and for a leak what the seat got in each."""

    verdict: Verdict
    first: str = ""
    second: str = ""


def watch_game(
    setting: Setting,
    chance: Any,
    inputs: Sequence[Input],
    seat: int,
    exchange: dict[int, int] | None = None,
    view: View = view_of,
    up_to: int = sys.maxsize,
) -> tuple[list[Glimpse], bool]:
    """Return everything that a seat sees of a game, event by event, and True if all inputs were legal.

    ``exchange`` renames the cards in the first shuffle, before any seat has seen one. Inputs stop once there are
    ``up_to`` events.
    """
    glimpses: list[Glimpse] = []
    rename = _renaming(exchange)

    def look(t: Table, event: Event) -> None:
        rename(t, event)
        got = msgspec.json.encode((event.shown(setting, seat), view(setting, t.s, seat)))
        glimpses.append(Glimpse((event.kind, event.seat, event.source, event.target), got, card_seen(event, seat)))

    session = Session(setting, chance, watch=look)
    for given in inputs:
        if len(glimpses) >= up_to:
            break
        try:
            session.apply(given)
        except Refused:
            return glimpses, False
        got = msgspec.json.encode((leaves(session, seat), view(setting, session.table_state, seat)))
        if session.pending is None:
            glimpses.append(Glimpse(("step", NOBODY, NOBODY, NOBODY), got, NOBODY))
        else:
            pending = session.pending
            glimpses.append(Glimpse(("question", pending.seat, pending.question, NOBODY), got, NOBODY))
    return glimpses, True


def exchange_of_unseen(setting: Setting, seen: Container[int], pick: random.Random) -> dict[int, int]:
    """Return new names for the cards that have not been seen, at random within each pack."""
    exchange: dict[int, int] = {}
    for is_apart in (False, True):
        unseen = [card for card in setting.deck.names if card not in seen and (card in setting.deck.apart) == is_apart]
        exchange.update(zip(unseen, pick.sample(unseen, len(unseen)), strict=True))
    return exchange


def card_seen(event: Event, seat: int) -> int:
    """Return the card that an event shows to a seat, or NOBODY."""
    return event.card if event.card != NOBODY and (event.sees >> seat) & 1 else NOBODY


def leaves(session: Session, seat: int) -> dict[str, Any]:
    """Return everything that may reach a seat after a step, from any part of the program: structures and texts."""
    narrator = Narrator(session.setting.game, [f"Seat {other}" for other in range(session.setting.seats)], seat)
    question = question_for(session, seat)
    own = question.choices or [] if question is not None and question.seat == seat else []
    board, refused = session.setting.game.words.table.board, ""
    try:
        session.fork().choose("no such choice", seat)
    except Refused as error:
        refused = f"{error}; {error.menu}"
    return {
        "seen": moment_for(session, seat),
        "told": narrator.tell_all(session, session.events),
        "verdict": narrator.verdict(session, session.last_turn),
        "about": [about(session, seat, choice) for choice in own[:MOST_ASKED_ABOUT]],
        "gained": [gained(session, seat, choice) for choice in own[:MOST_ASKED_ABOUT]],
        "refused": refused,
        "advice": advice(session, seat) if own else "",
        "board": board(session.redacted_for(seat).table, BoardLook(BOARD_WIDTH))
        if (board := session.setting.game.words.table.board)
        else [],
    }


def advice(session: Session, seat: int) -> str:
    """Return the choice of the game's first level for a seat that is asked."""
    pending, setting = session.pending, session.setting
    assert pending is not None
    code = bots_answer(session, seat, *setting.game.first_level)
    return setting.game.words.choices.act(session.redacted_for(seat).table, seat, pending.question, code).text


def audit(
    setting: Setting, chance: Callable[[], Any], inputs: Sequence[Input], seat: int, up_to: int, pick: random.Random,
    view: View = view_of, first: Sequence[Glimpse] = (),
) -> Finding:  # fmt: skip
    """Audit one pair of runs. ``chance`` makes a new source for each run; ``up_to`` events are compared.

    ``first`` holds the seat's glimpses of the first run, if that has been watched already.
    """
    first = first or watch_game(setting, chance(), inputs, seat, view=view)[0]
    up_to = min(up_to, len(first))
    seen = {glimpse.card for glimpse in first[:up_to]}
    exchange = exchange_of_unseen(setting, seen, pick)
    second, legal = watch_game(setting, chance(), inputs, seat, exchange, view, up_to)
    for place in range(up_to):
        if place >= len(second):
            return Finding("set aside") if not legal else Finding("leak", _show(first[place]), "nothing")
        a, b = first[place], second[place]
        if a.course != b.course and (
            a.course[0] in setting.game.revealing_events or b.course[0] in setting.game.revealing_events
        ):
            return Finding("set aside")
        if a.bytes != b.bytes:
            return Finding("leak", _show(a), _show(b))
    return Finding("same")


def audit_policy(
    setting: Setting, level: str, chance: Callable[[], Any], inputs: Sequence[Input], pick: random.Random
) -> Finding:
    """Audit a level of bots: asked after these inputs, it may use only the view of its seat.

    It is asked again at tables that look the same to its seat: this one with the unknown cards rearranged and another
    future, and that of a game dealt with other cards where the seat has seen none (set aside if that game does not come
    to the same question). ``chance`` makes a new source for each run.
    """
    events: list[Event] = []
    session = play_again(setting, chance(), inputs, watch=lambda t, event: events.append(event))
    if session is None or session.pending is None or session.pending.seat == NOBODY:
        raise ValueError("these inputs do not lead to a question to a seat")
    seat, question, table_state = session.pending.seat, session.pending.question, session.table_state
    chosen = answer_of(setting, table_state, level, seat, question)
    if chosen not in session.pending.menu:
        return Finding("leak", f"chooses code {chosen}", f"legal are only {session.pending.menu}")
    for _ in range(RELABELLINGS):
        other = indistinguishable(table_state, seat, lambda cards: pick.sample(cards, len(cards)))
        other.chance[:] = [pick.getrandbits(62), pick.getrandbits(62) | 1, 0]
        if tuple(setting.menu(Table(other, setting.option_codes), seat, question)) != session.pending.menu:
            continue  # the choices themselves tell the seat something
        if (again := answer_of(setting, other, level, seat, question)) != chosen:
            return Finding(
                "leak", f"chooses code {chosen}", f"code {again} at a table that differs only in what it does not know"
            )

    seen = {card_seen(event, seat) for event in events}
    twin = play_again(setting, chance(), inputs, exchange_of_unseen(setting, seen, pick))
    if twin is None or not _looks_alike(session, twin, seat):
        return Finding("set aside")
    if (again := answer_of(setting, twin.table_state, level, seat, question)) != chosen:
        return Finding("leak", f"chooses code {chosen}", f"code {again} in a game with another deal")
    return Finding("same")


def play_again(
    setting: Setting, chance: Any, inputs: Sequence[Input], exchange: dict[int, int] | None = None, watch: Any = None
) -> Session | None:
    """Replay these inputs with the cards renamed in the first shuffle; return None if one of them is illegal.

    ``watch``, if given, receives the events instead, and nothing is renamed.
    """
    session = Session(setting, chance, watch=watch or _renaming(exchange))
    try:
        for given in inputs:
            session.apply(given)
    except Refused:
        return None
    return session


def _renaming(exchange: dict[int, int] | None) -> Callable[[Table, Event], None]:
    """Return a watcher that renames the cards of a table at the first shuffle."""
    renamed = exchange is None

    def rename(t: Table, event: Event) -> None:
        nonlocal renamed
        if not renamed and event.kind == EVENTS[SHUFFLED]:
            renamed = True
            t.s.words[:] = relabelled(t.s, exchange or {}).words

    return rename


def _looks_alike(session: Session, twin: Session, seat: int) -> bool:
    def seen(game: Session) -> Any:
        return question_for(game, seat), view_of(game.setting, game.table_state, seat)

    return bool(seen(session) == seen(twin))


def _show(glimpse: Glimpse) -> str:
    return glimpse.bytes.decode()
