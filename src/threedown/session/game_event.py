"""Events as Python users read them: named and typed. Sessions keep them as ints, for speed."""

from collections.abc import Iterable
from typing import Any

import msgspec

from threedown.cards import Card
from threedown.games.setting import Setting
from threedown.session.live import Event


class GameEvent(msgspec.Struct, frozen=True, repr_omit_defaults=True):
    """Something that happened in a game, as one seat or a spectator may know it.

    >>> import threedown
    >>> threedown.new("war", preset="pagat", seed=7).go()[0]
    GameEvent(kind='turn_up', seat=0, card=Card('QH'), source='deck 0', target='pot', clause='W1-03')
    """

    kind: str
    seat: int | None = None
    card: Card | None = None
    """The card; ``??`` if the seat may not know it."""
    source: str | None = None
    """The pile that the card came from."""
    target: str | None = None
    """The pile that it went to."""
    depth: int | None = None
    """The nesting depth of the battle, in games whose battles nest."""
    details: dict[str, Any] = {}
    """Whatever else this kind of event declares (docs/contract.md)."""
    clause: str = ""
    """The clause of the rulebook behind it."""


def named_event(setting: Setting, event: Event, seat: int | None) -> GameEvent:
    """Return an event as a seat (None: a spectator) may know it."""
    shown = event.shown(setting, seat)
    card = shown.pop("card", None)
    return GameEvent(
        shown.pop("kind"),
        shown.pop("seat", None),
        None if card is None else Card.named(card),
        shown.pop("from", None),
        shown.pop("to", None),
        shown.pop("depth", None),
        shown,
        event.clause,
    )


def named_events(setting: Setting, events: Iterable[Event], seat: int | None) -> list[GameEvent]:
    """Return several events as a seat (None: a spectator) may know them."""
    return [named_event(setting, event, seat) for event in events]
