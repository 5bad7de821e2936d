"""Tests of the tests: leaks that are planted for the checks of conformance.py."""

from typing import Any

import pytest
from support import conformance
from support.planted import caught
from support.tables import war

from threedown.games import setting as declared
from threedown.games.declare import Sight
from threedown.games.setting import Setting
from threedown.session import result, views
from threedown.session.live import Event, Live
from threedown.table import sight, verbs
from threedown.table.layout import Table

Patch = pytest.MonkeyPatch


def leaks(setting: Setting, **named: Any) -> str:
    return caught(conformance.check_no_leak, setting, 10, **named)


def test_a_view_that_shows_a_deck_is_caught() -> None:
    def careless(setting: Setting, table: Any, seat: int | None) -> dict[str, Any]:
        view = conformance.plain_view(setting, table, seat)
        return {**view, "deck": result.piles_of(setting, table)["deck 1"]}

    assert "seat 0" in leaks(war(), view=careless)


def test_a_view_that_shows_the_top_of_a_packet_is_caught() -> None:
    def careless(setting: Setting, table: Any, seat: int | None) -> dict[str, Any]:
        top = sight.cards_in(table, 0)[:1]
        return {**conformance.plain_view(setting, table, seat), "next": [card & 511 for card in top]}

    assert "next" in leaks(war(), view=careless)


def test_a_view_that_counts_the_aces_of_a_packet_is_caught() -> None:
    """Not the cards themselves, but something that depends on them."""

    def careless(setting: Setting, table: Any, seat: int | None) -> dict[str, Any]:
        aces = sum((card & 511) >> 2 == 12 for card in sight.cards_in(table, 1))
        return {**conformance.plain_view(setting, table, seat), "aces": aces}

    assert "aces" in leaks(war(), view=careless)


def test_a_view_that_shows_the_table_as_it_is_stored_is_caught() -> None:
    assert "seat 0" in leaks(war(), view=lambda setting, table, seat: table.tobytes().hex())


def test_a_pile_whose_sight_forgets_who_knows_is_caught(monkeypatch: Patch) -> None:
    """The pot shows cards laid face down in a war, once nothing else keeps them back."""
    monkeypatch.setattr(declared, "redacted", lambda table_state, viewers: [table_state.copy() for _ in viewers])
    monkeypatch.setattr(
        views,
        "named_cards",
        lambda table, pile, seats, most: [card & 511 for card in sight.cards_in(table, pile, most)],
    )
    leaks(war("three-down"), turns=40)


def test_an_event_that_names_a_card_laid_face_down_is_caught(monkeypatch: Patch) -> None:
    honest = Live.announce

    def chatty(
        live: Live, t: Table, kind: int, seat: int, card: int, source: int, target: int, numbers: tuple[int, ...]
    ) -> None:
        if kind == verbs.LAID_DOWN:
            card |= verbs.EVERYBODY_SEES
        honest(live, t, kind, seat, card, source, target, numbers)

    monkeypatch.setattr(Live, "announce", chatty)
    # The audit believes the event's own bits and takes such a card for seen; the table says that nobody knows it.
    told = caught(conformance.check_events_name_only_what_is_known, war("three-down"), 10)
    assert "lay_face_down names a card to seat 0" in told


def test_an_event_that_is_shown_to_everybody_by_name_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Event, "shown", lambda event, setting, seat: event.open(setting))
    leaks(war())


def test_a_shuffle_that_leaves_places_known_is_caught(monkeypatch: Patch) -> None:
    """Captured cards lie apart face up; after the shuffle their order must be forgotten."""
    monkeypatch.setattr(verbs, "into_batch", lambda t, card, batch: card)
    monkeypatch.setitem(war().game.piles.sight, "deck", Sight.KNOWN)  # type: ignore[index]
    setting = war("win-pile")
    session = conformance.play_out(conformance.dealt(setting, 3), turns=1, inputs=40)
    known = views.view_of(setting, session.table_state, 0).piles["deck 0"].cards
    assert any(card != views.HIDDEN for card in known or ()), "the planted bug shows nothing"


def test_an_audit_that_sets_everything_aside_is_caught(monkeypatch: Patch) -> None:
    from threedown.session import leak_audit

    monkeypatch.setattr(leak_audit, "audit", lambda *arguments: leak_audit.Finding("set aside"))
    assert "proves nothing" in caught(conformance.check_no_leak, war(), 10)
