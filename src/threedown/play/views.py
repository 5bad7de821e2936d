"""What a seat may see of a table: named piece by piece; what is not named here stays on the table."""

from typing import Any

from threedown.games.declare import Sight
from threedown.games.setting import Setting
from threedown.play.live import HIDDEN
from threedown.play.outcome import state_of
from threedown.play.session import Session
from threedown.table.layout import NOBODY, Record
from threedown.table.sight import cards_in, named_cards


def view_of(setting: Setting, record: Record, seat: int | None) -> dict[str, Any]:
    """The table as ``seat`` may see it (None: a spectator, who sees what lies open to everybody).

    Keys: ``seat``, ``turns``, ``over``, ``piles`` (name -> ``count``, and ``cards`` top first where the pile shows
    them, ``??`` for one that the seat does not know), ``state`` (the counters that are public).
    """
    piles: dict[str, Any] = {}
    for pile, name in enumerate(setting.piles):
        sight = setting.game.sight.get(name.split()[0], Sight.COUNT)
        shown: dict[str, Any] = {"count": len(cards_in(record, pile))}
        if sight is not Sight.COUNT:
            cards = named_cards(record, pile, range(setting.seats) if seat is None else (seat,))
            names = [HIDDEN if card is None else setting.deck.show(card) for card in cards]
            shown["cards"] = names[:1] if sight is Sight.TOP else names
        piles[name] = shown
    return {
        "seat": seat,
        "turns": int(record.turns),
        "over": bool(record.over),
        "piles": piles,
        "state": {
            name: value for name, value in state_of(setting, record).items() if name.split()[0] in setting.game.public
        },
    }


def question_for(session: Session, seat: int | None) -> dict[str, Any] | None:
    """Who is asked what; the choices only for the seat that is asked, and for everybody where the world is."""
    if session.pending is None:
        return None
    asked = session.pending.seat
    shown: dict[str, Any] = {
        "seat": None if asked == NOBODY else asked,
        "question": session.setting.game.rules.QUESTIONS[session.pending.question],
    }
    if asked in (NOBODY, seat):
        shown["choices"] = session.menu()
    return shown
