"""The leak audit: what a seat has not seen must not show.

Relabel the cards that a seat has not seen up to an event, run the game again from the deal with the same inputs: up to
that event the bytes that the seat gets must be the same. A pair of runs may be set aside only where the course of
the game itself rightly differs: at a kind of event that the game lists in ``betrays``, or where a choice that was made
became illegal.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from threedown.games.declare import Setting
from threedown.play.live import Event
from threedown.play.session import Input, Refused, Session
from threedown.play.views import question_for, view_of
from threedown.table.layout import NOBODY, Record, Table
from threedown.table.sight import relabelled
from threedown.table.verbs import EVENTS, SHUFFLED

Verdict = Literal["same", "set aside", "leak"]
View = Callable[[Setting, Record, int], Any]


class Glimpse(NamedTuple):
    """One event: what its course is made of, the bytes that the seat gets, and the card if the seat sees one."""

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
) -> tuple[list[Glimpse], bool]:
    """What a seat gets to see of a game, event by event, and whether all inputs were legal.

    ``exchange`` renames the cards in the first shuffle, that is before anybody has seen one.
    """
    glimpses: list[Glimpse] = []
    renamed = exchange is None

    def look(t: Table, event: Event) -> None:
        nonlocal renamed
        if not renamed and event.kind == EVENTS[SHUFFLED]:
            renamed = True
            t.s.words[:] = relabelled(t.s, exchange or {}).words
        got = msgspec.json.encode((event.shown(setting, (seat,)), view(setting, t.s, seat)))
        seen = event.card if event.card != NOBODY and (event.sees >> seat) & 1 else NOBODY
        glimpses.append(Glimpse((event.kind, event.seat, event.source, event.target), got, seen))

    session = Session(setting, chance, watch=look)
    for given in inputs:
        try:
            session.put_in(given)
        except Refused:
            return glimpses, False
        if session.pending is not None:
            asked = session.pending.seat
            got = msgspec.json.encode((question_for(session, seat), view(setting, session.record, seat)))
            glimpses.append(Glimpse(("question", asked, session.pending.question, NOBODY), got, NOBODY))
    return glimpses, True


def audit(
    setting: Setting, chance: Callable[[], Any], inputs: Sequence[Input], seat: int, up_to: int, pick: random.Random,
    view: View = view_of,
) -> Finding:  # fmt: skip
    """One pair of runs. ``chance`` makes the source anew for each run; ``up_to`` is the number of events compared."""
    first, _ = watch_game(setting, chance(), inputs, seat, view=view)
    up_to = min(up_to, len(first))
    seen = {glimpse.card for glimpse in first[:up_to]}
    unseen = [card for card in setting.deck.names if card not in seen]
    renamed = pick.sample(unseen, len(unseen))
    second, legal = watch_game(setting, chance(), inputs, seat, dict(zip(unseen, renamed, strict=True)), view)
    for place in range(up_to):
        if place >= len(second):
            return Finding("set aside") if not legal else Finding("leak", _show(first[place]), "nothing")
        a, b = first[place], second[place]
        if a.course != b.course and (a.course[0] in setting.game.betrays or b.course[0] in setting.game.betrays):
            return Finding("set aside")
        if a.bytes != b.bytes:
            return Finding("leak", _show(a), _show(b))
    return Finding("same")


def _show(glimpse: Glimpse) -> str:
    return glimpse.bytes.decode()
