"""Everything that reaches a seat is made of its own view: leaks planted in each kind of text and structure."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from support import conformance

from threedown.games import find_game
from threedown.games import setting as declared
from threedown.games.setting import Setting, settle
from threedown.session.session import Refused, Session
from threedown.session.views import HIDDEN, question_for, view_of
from threedown.table import verbs
from threedown.table.chance import Generator
from threedown.table.layout import NOBODY, Table, TableState

SEATS = 3
Patch = pytest.MonkeyPatch


def secret(t: Table) -> int:
    """A card that nobody at a table of 31 may know: the top of the stock."""
    return verbs.look(t, SEATS) if verbs.held(t, SEATS) else 0


LEAKS: dict[tuple[str, str], Callable[..., Any]] = {
    ("table", "progress"): lambda t: f"next is {secret(t)}",
    ("table", "head"): lambda t: f"next is {secret(t)}",
    ("table", "seat_line"): lambda t, seat: f"{secret(t)}",
    ("choices", "hint"): lambda t, seat, question, code: f"{secret(t)}",
    ("choices", "default"): lambda t, seat, question, menu: menu[secret(t) % len(menu)],
    ("narration", "turn_sentence"): lambda t, kinds: f"{{seat}} would have drawn {secret(t)}.",
}
"""Group and field of a game's words -> a function that tells a secret, if the table that they are given has it."""


def talkative(leak: tuple[str, str]) -> Setting:
    """Return Blitz (31) with words that leak."""
    game, (group, field) = find_game("blitz31"), leak
    words = game.words._replace(**{group: getattr(game.words, group)._replace(**{field: LEAKS[leak]})})
    return settle(game._replace(words=words), None, {}, SEATS)


def leak_in(setting: Setting) -> str:
    """Return the audit's finding; empty if there is none."""
    try:
        conformance.check_no_leak(setting, 4, turns=6)
    except AssertionError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("leak", LEAKS)
def test_words_that_would_tell_are_given_nothing_to_tell(leak: tuple[str, str]) -> None:
    assert leak_in(talkative(leak)) == ""


@pytest.mark.parametrize("leak", LEAKS)
def test_words_that_tell_are_caught_where_the_table_is_not_redacted(leak: tuple[str, str], monkeypatch: Patch) -> None:
    monkeypatch.setattr(declared, "redacted", lambda table_state, viewers: [table_state.copy() for _ in viewers])
    assert "seat 0" in leak_in(talkative(leak))


def test_a_bot_that_reads_the_stock_reads_what_its_seat_knows(monkeypatch: Patch) -> None:
    """Its advice depends on the top card of the stock; it is given a table in which that card could be any."""

    def reading(t: Table, seat: int, question: int) -> int:
        legal = [code for code in range(4) if find_game("blitz31").rules.legal(t, seat, question, code)]
        return legal[secret(t) % len(legal)]

    monkeypatch.setitem(find_game("blitz31").bots.LEVELS, "simple", reading)  # type: ignore[arg-type]
    setting = settle(find_game("blitz31"), None, {}, SEATS)
    assert leak_in(setting) == ""
    monkeypatch.setattr(declared, "redacted", lambda table_state, viewers: [table_state.copy() for _ in viewers])
    assert "advice" in leak_in(setting)


def test_a_refusal_that_lists_the_hand_of_who_is_asked_is_caught(monkeypatch: Patch) -> None:
    honest = Session.choose

    def telling(session: Session, text: str, seat: int | None) -> Any:
        try:
            return honest(session, text, seat)
        except Refused as refused:
            raise Refused(f"{refused}: {', '.join(session.menu())}") from refused

    monkeypatch.setattr(Session, "choose", telling)
    assert "refused" in leak_in(settle(find_game("blitz31"), None, {}, SEATS))


def test_a_hidden_counter_is_not_seen() -> None:
    game = find_game("blitz31")
    counters = game.counters._replace(hidden=("lives", "to_play"))
    setting = settle(game._replace(counters=counters), None, {}, SEATS)
    session = Session(setting, Generator(4))
    assert int(session.table_state.lives[0]) == 4
    seen = session.redacted_for(1).table_state
    assert (list(seen.lives), int(seen.to_play)) == ([0, 0, 0], 0)


def test_nothing_of_what_is_to_come_is_seen() -> None:
    session = Session(settle(find_game("war"), None, {}, 2), Generator(3))
    session.go(5)
    seen = session.redacted_for(0)
    assert list(seen.table_state.chance) == [0, 0, 0]
    assert not seen.table_state.past.any()
    assert (seen.log, seen.history) == ((), ())
    with pytest.raises(Refused, match="only look at"):
        seen.go(60)


def test_the_key_of_policies_is_hidden() -> None:
    """A seed of 31 bits could be found by it."""
    session = Session(settle(find_game("blitz31"), None, {}, 2), Generator(5))
    session.go()
    assert int(session.table_state.pilot[0]) != 0
    assert int(session.redacted_for(0).table_state.pilot[0]) == 0


def test_the_order_of_anothers_hand_tells_nothing() -> None:
    """Seat 1 knows a card of seat 0, taken from the discard: where it lies in the hand does not show."""
    setting = settle(find_game("blitz31"), None, {}, 2)
    session = Session(setting, Generator(5))
    session.go()
    taken = view_of(setting, session.table_state, None).piles["discard"].cards
    session.choose("draw discard", 0)
    orders = {
        tuple(view_of(setting, turned, 1).piles["hand 0"].cards or ()) for turned in turns_of_hand(session.table_state)
    }
    assert orders == {(*(taken or ()), HIDDEN, HIDDEN, HIDDEN)}
    own = {
        tuple(view_of(setting, turned, 0).piles["hand 0"].cards or ()) for turned in turns_of_hand(session.table_state)
    }
    assert len(own) == 4, "a player keeps his own hand as he likes"


def turns_of_hand(table_state: TableState) -> Sequence[TableState]:
    """The table with the cards of the first hand in each order that turns it round."""
    turned = []
    for step in range(4):
        copy = table_state.copy()
        hand = [
            int(table_state.cards[0, (int(table_state.top[0]) + place) % table_state.cards.shape[1]])
            for place in range(4)
        ]
        for place, card in enumerate(hand[step:] + hand[:step]):
            copy.cards[0, (int(table_state.top[0]) + place) % table_state.cards.shape[1]] = card
        turned.append(copy)
    return turned


def test_anothers_question_shows_no_choices() -> None:
    setting = settle(find_game("blitz31"), None, {}, SEATS)
    session = Session(setting, Generator(4))
    session.go()
    assert session.pending is not None
    asked = session.pending.seat
    for seat in (*range(SEATS), None):
        seen = session.redacted_for(seat)
        assert seen.pending is not None
        assert bool(seen.pending.menus[asked]) == (seat == asked)
        shown = question_for(session, seat)
        assert shown is not None
        assert (shown.choices is not None) == (shown.parts is not None) == (seat == asked)
    assert session.asked == asked != NOBODY
