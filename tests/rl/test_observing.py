"""Observations: laid out without a gap, and made only of the seat's view."""

import random
from typing import Any

import msgspec
import numpy as np
import pytest
from support import conformance
from support.beside import LEARNED, learned
from support.tables import setting_of

from threedown.cards import Deck
from threedown.games import find_game
from threedown.games.setting import Setting, settle
from threedown.rl import describe, observing
from threedown.rl.observing import Plane, Schema, schema
from threedown.rl.stepped import as_numbers, legal_actions, observation, observation_of, take
from threedown.session.leak_audit import Finding, audit
from threedown.session.session import Session
from threedown.table.chance import Generator
from threedown.table.layout import NOBODY, TableState

presets = pytest.mark.parametrize("pair", LEARNED, ids=":".join)
SEED = 6


def many(setting: Setting) -> Setting:
    """The same with a third seat, where there may be one."""
    may_be = 3 in setting.game.seats.numbers and setting.options.conflict(3) is None
    seats = max(setting.seats, 3) if may_be else setting.seats
    return settle(setting.game, None, msgspec.structs.asdict(setting.options), seats)


@presets
def test_parts_follow_each_other_and_have_their_shapes(pair: tuple[str, str]) -> None:
    layout = schema(setting_of(pair))
    for parts, size in zip((layout.planes, layout.counters), layout.sizes, strict=True):
        assert [part.start for part in parts] == [0, *(part.stop for part in parts[:-1])]
        assert parts[-1].stop == size
        assert len({part.name for part in parts}) == len(parts)
        for part in parts:
            assert int(np.prod(part.shape)) == part.stop - part.start
            assert [len(axis) for axis in part.labels] in ([*part.shape], [])
            assert part.text


@presets
def test_a_description_is_plain_data(pair: tuple[str, str]) -> None:
    facts = describe(setting_of(pair))
    assert msgspec.json.decode(msgspec.json.encode(facts)) == facts
    assert sum(each["count"] for each in facts["actions"]["questions"].values()) == facts["actions"]["count"]


def read(part: Plane, values: Any) -> dict[str, float]:
    """The entries of a part that are not 0, by their labels."""
    found = np.asarray(values[part.start : part.stop]).reshape(part.shape)
    return {
        " ".join(axis[place] for axis, place in zip(part.labels, places, strict=True)): float(found[tuple(places)])
        for places in np.argwhere(found)
    }


def seen(session: Session, seat: int) -> dict[str, dict[str, float]]:
    """All that a seat sees, by part and label."""
    layout = schema(session.setting)
    planes, counters = observation(session, seat, layout)
    return {part.name: read(part, planes) for part in layout.planes} | {
        part.name: read(part, counters) for part in layout.counters if part.labels
    }


def laid_by_hand() -> Session:
    """Blitz (31) of three, dealt; seat 0 is asked, and has taken the discard after seat 2 had taken the one before."""
    session = Session(settle(find_game("blitz31"), None, {}, 3), Generator(5))
    session.go()
    return session


def test_the_observation_of_a_table_of_31() -> None:
    """Against the cards themselves: the hand and its places, the top discard, counts, lives, whose turn it is."""
    session = laid_by_hand()
    deck = session.setting.deck
    piles = {name: cards.split() for name, cards in _piles(session, deck).items()}
    for seat in range(3):
        asked = seat == session.asked
        own, left = piles[f"hand {seat}"], f"{(0 - seat) % 3} to the left" if seat else "own"
        parts = seen(session, seat)
        assert parts["question"] == ({"draw": 1} if asked else {})
        assert parts["hand"] == {f"own {card}": 1 for card in own}
        assert parts["hand places"] == {f"{place} {card}": 1 for place, card in enumerate(own)}
        assert parts["discard"] == {piles["discard"][0]: 1}
        assert parts["hand count"] == {"own": 3, "1 to the left": 3, "2 to the left": 3}
        assert parts["lives"] == {"own": 4, "1 to the left": 4, "2 to the left": 4}
        assert parts["to_play"] == {left: 1}
        assert parts["in play"] == {"own": 1, "1 to the left": 1, "2 to the left": 1}
    taken = piles["discard"][0]
    take(session, 0, 1)
    after = seen(session, 1)
    assert after["hand"] == {f"own {card}": 1 for card in piles["hand 1"]} | {f"2 to the left {taken}": 1}
    assert after["discard"] == {}


def _piles(session: Session, deck: Deck) -> dict[str, str]:
    from threedown.session.result import piles_of

    return piles_of(session.setting, session.table_state)


def some_questions(setting: Setting, count: int) -> list[Session]:
    """Sessions at so many questions to seats, answered at random."""
    pick, found = random.Random(SEED), []
    session = conformance.dealt(setting, SEED)
    game = 0
    while len(found) < count:
        if session.over:
            game += 1
            session = conformance.dealt(setting, SEED, game)
        elif session.pending is None:
            session.go(conformance.WHOLE_GAME)
        elif session.pending.seat == NOBODY:
            session.choose(conformance.answer(session), None)
        else:
            found.append(session.fork())
            take(session, session.pending.seat, pick.choice(legal_actions(session, session.pending.seat)))
    return found


def unequal(session: Session, layout: Schema) -> int:
    """Return the number of seats for which the open table differs from the seat's view."""
    setting, wrong = session.setting, 0
    for seat in range(setting.seats):
        pending = session.pending
        asked = pending.question if pending is not None and seat in pending.menus else NOBODY
        known = observation_of(setting, session.table_state, seat, asked, layout)
        whole = as_numbers(setting, session.table_state, seat, asked, layout)
        wrong += any(a.tobytes() != b.tobytes() for a, b in zip(known, whole, strict=True))
    return wrong


@presets
def test_of_the_whole_table_only_what_is_known_is_read(pair: tuple[str, str]) -> None:
    """Batches read an open table; the numbers equal those of the seat's view."""
    setting = many(setting_of(pair))
    layout = schema(setting)
    assert not any(unequal(session, layout) for session in some_questions(setting, 12))


def test_a_reader_of_hidden_cards_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    setting = settle(find_game("blitz31"), None, {}, 3)
    layout = schema(setting)
    monkeypatch.setattr(observing, "knows", lambda t, seat, pile, depth: True)
    assert all(unequal(session, layout) for session in some_questions(setting, 3))


def audited(setting: Setting, seat: int, up_to: int, view: Any) -> Finding:
    played = conformance.play_out(conformance.dealt(setting, SEED), turns=1, inputs=30)
    return audit(setting, lambda: Generator(SEED), played.log, seat, up_to, random.Random(seat), view)


@pytest.mark.parametrize("seat", [0, 1])
def test_observations_are_in_the_leak_audit(seat: int) -> None:
    """Cards that a seat has not seen are exchanged, and its numbers stay what they were; planted leaks are found."""
    setting = settle(find_game("blitz31"), None, {}, 3)
    layout = schema(setting)

    def numbers(setting: Setting, table_state: TableState, seat: int) -> Any:
        planes, counters = as_numbers(setting, table_state, seat, NOBODY, layout)
        return planes.tolist(), counters.tolist()

    assert audited(setting, seat, 40, numbers).verdict == "same"
    assert (
        audited(setting, seat, 40, lambda setting, table_state, seat: numbers(setting, table_state, 2)).verdict
        == "leak"
    )


@pytest.mark.parametrize("pair", learned())
def test_no_observation_leaks(pair: tuple[str, str]) -> None:
    setting = many(setting_of(pair))
    layout = schema(setting)

    def numbers(setting: Setting, table_state: TableState, seat: int) -> Any:
        planes, counters = as_numbers(setting, table_state, seat, NOBODY, layout)
        return planes.tolist(), counters.tolist()

    found = [audited(setting, seat, up_to, numbers) for seat in range(setting.seats) for up_to in (40, 120, 300)]
    assert "leak" not in [each.verdict for each in found]
    assert "same" in [each.verdict for each in found]
