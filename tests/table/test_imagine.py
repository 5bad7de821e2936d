"""Bots that imagine: the same stepped and compiled, and never by more than their seat knows."""

import os
import threading
import types
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from support import conformance, machine_code, tricks
from support.cache_keys import key
from support.processes import BOUNDS, begin, end

from threedown.bots.seated import SeatedBots
from threedown.bulk import compiler, run
from threedown.bulk.player import GamePlayer, prepare
from threedown.bulk.run_spec import run_spec
from threedown.bulk.worker_pool import ThreadPool
from threedown.cards import NUMBER
from threedown.games.detached import DetachedTable, answer_of
from threedown.games.setting import Setting
from threedown.session.live import Pending
from threedown.session.session import Session
from threedown.table import imagine
from threedown.table.imagine import imagination, imagined
from threedown.table.layout import BATCH, BATCH_NUMBER, NOBODY, Table, TableState
from threedown.table.sight import spots, spots_of, unknown_groups

SEATED = [("simple", "keen", "random"), ("keen", "keen"), ("keen",) * 4]
SLOW_TABLES = [pytest.param(levels, id="-".join(levels), marks=pytest.mark.slow) for levels in SEATED]


def at_question(setting: Setting, seed: int, asked: int = 0) -> Session:
    """A game at its first question, or a later one."""
    session = conformance.dealt(setting, seed)
    for _ in range(asked):
        conformance.step(session)
        if session.pending is None:
            session.go()
    if session.pending is None:
        session.go()
    return session


def imagining_table(setting: Setting, table_state: TableState) -> Table:
    live = DetachedTable(setting, ("simple",) * setting.seats)
    return Table(table_state, setting.option_codes, imagination(table_state, setting.new_table_state(), live))


# Stepped and compiled


@pytest.mark.parametrize(
    "levels", [pytest.param(("keen", "simple"), marks=pytest.mark.slow), *SLOW_TABLES], ids="-".join
)
def test_imagining_bots_play_the_same_game_in_machine_code(levels: tuple[str, ...]) -> None:
    machine_code.check_levels_are_the_same_compiled(tricks.tricks(len(levels)), levels, seed=1, games=3)


@pytest.mark.slow
def test_simulation_counts_the_same_games() -> None:
    """Stepped and compiled, on one worker and on three; keen wins more often than the simple bot beside it."""
    what = run_spec(tricks.tricks(), 15, 2, ("keen", "simple"))
    machine_code.prepared(what.setting, False, what.pilots)
    ways = ((1, True), (3, True), (1, False))
    totals = [run.simulate(what, ThreadPool(workers), compiled).totals for workers, compiled in ways]
    wins = totals[0].counts.tolist()
    assert all(other.counts.tolist() == wins for other in totals)
    assert wins[0] > wins[1]


def test_few_games_of_bots_that_imagine_are_compiled_too() -> None:
    setting = tricks.tricks()
    assert run_spec(setting, 1, 1, ("keen", "simple")).worth_compiling
    assert not run_spec(setting, 1, 1, ("simple", "simple")).worth_compiling


@pytest.mark.slow
def test_a_second_process_loads_the_variant_that_it_wants(tmp_path: Path) -> None:
    """Trap 1, with the clones of a policy that imagines."""
    code = "import json; from support import tricks; print(json.dumps([tricks.played(*levels) for levels in {}]))"
    one, other = ("keen", "simple"), ("random", "keen")
    for process in [begin(tmp_path, code.format([levels])) for levels in (one, other)]:
        assert end(process)[0]["hits"] == 0, "the cache was not empty"
    loaded = end(begin(tmp_path, code.format([other, one])))
    assert [played["hits"] for played in loaded] == [1, 1]
    for levels, played in zip((other, one), loaded, strict=True):
        what = run_spec(tricks.tricks(), 40, 3, levels)
        stepped = GamePlayer(what, prepare(what.setting, levels, False, False), False, False)
        assert played["rows"] == stepped.play(0, 40).tolist()


def test_whom_a_bot_imagines_names_the_variant() -> None:
    others = types.SimpleNamespace(**{**vars(tricks), "IMAGINES": {"keen": "random"}})
    keys = [key(tricks.tricks(bots=bots), "keen", "simple") for bots in (tricks, others)]
    assert keys[0] != keys[1]


@pytest.mark.slow
def test_imagining_stays_within_its_bounds(tmp_path: Path) -> None:
    code = "import json; from support import tricks; print(json.dumps(tricks.played('keen', 'keen', 'simple')))"
    assert len(end(begin(tmp_path, code, **BOUNDS))["rows"]) == 40


def test_a_bot_that_imagines_one_that_imagines_is_refused() -> None:
    bots = types.SimpleNamespace(**{**vars(tricks), "IMAGINES": {"keen": "simple", "fierce": "keen"}})
    with pytest.raises(ValueError, match="tricks: fierce imagines with keen, which imagines itself"):
        tricks.tricks(bots=bots).imagines_with("fierce")


# Imagined worlds


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_an_imagined_table_could_be_the_real_one(seats: int) -> None:
    conformance.check_imagined_worlds(tricks.tricks(seats), seed=3, tables=10)


def test_every_unknown_card_comes_to_every_place() -> None:
    """52 cards, 3 of them in one's own hand: 49 cards in 49 places, all of the 2401 pairs; known cards never move."""
    session = at_question(tricks.tricks(), 4)
    t = imagining_table(session.setting, session.table_state)
    (group,) = unknown_groups(session.table_state, 0)
    assert len(group) == 49
    pairs = set()
    for number in range(1200):
        m = imagined(t, 0, number)
        pairs |= {(spot, int(m.s.cards[spot]) & NUMBER) for spot in group}
        for spot in spots(session.table_state):
            assert spot in group or m.s.cards[spot] == session.table_state.cards[spot]
    assert len(pairs) == 49 * 49


def test_a_seen_card_lies_anywhere_in_its_batch() -> None:
    """Of the 52 cards shuffled for the second hand, all know the 6 that were played in the first, but not where.

    Seat 0 holds 3, so the other 49 places may hold any of the cards that seat 0 does not hold, seen or not.
    """
    session = at_question(tricks.tricks(turn_cap=40), 4)
    while session.turns < 4:
        conformance.step(session)
    held = [int(card) & NUMBER for card in conformance.cards_in(session.table_state, 0)]
    assert session.pending is not None
    assert len(held) == 3
    groups = unknown_groups(session.table_state, 0)
    assert {len(group) for group in groups} == {49 - len(groups[1]), len(groups[1])}
    places = [spot for group in groups for spot in group]
    t = imagining_table(session.setting, session.table_state)
    worlds = [imagined(t, 0, number).s.cards.copy() for number in range(1500)]
    pairs = {(spot, int(cards[spot]) & NUMBER) for cards in worlds for spot in places}
    assert len(places) == 49
    assert len(pairs) == 49 * 49


def test_cards_known_to_be_in_a_batch_stay_in_it() -> None:
    """In front of seat 0: two cards of an old batch lie before seat 1, and it has seen two of the new batch."""
    session = at_question(tricks.tricks(), 4)
    table_state = session.table_state
    before, after = spots_of(table_state, 1)[:2], spots_of(table_state, 2)[:5]
    for spot in after:
        table_state.cards[spot] += 1 << BATCH_NUMBER
    for spot in after[:2]:
        table_state.cards[spot] |= 1 << BATCH
    seen = {int(table_state.cards[spot]) & NUMBER for spot in after[:2]}
    t = imagining_table(session.setting, table_state)
    lay_on = set()
    for number in range(300):
        cards = imagined(t, 0, number).s.cards
        there = {spot for spot in after if int(cards[spot]) & NUMBER in seen}
        assert len(there) == 2, "a card of the new batch lies elsewhere"
        assert all((int(cards[spot]) >> BATCH & 1) == (spot in there) for spot in after + before)
        lay_on.add(frozenset(there))
    assert len(lay_on) == 10, "each pair of the five places"


def test_a_number_is_a_world_and_a_question_its_own() -> None:
    session = at_question(tricks.tricks(), 5)
    t = imagining_table(session.setting, session.table_state)

    def world(number: int) -> tuple[Any, ...]:
        return conformance.seen_words(imagined(t, 0, number).s)

    assert world(0) == world(0)
    assert len({world(number) for number in range(200)}) == 200
    cards, chance = world(0)[0], imagined(t, 0, 0).s.chance.tolist()
    session.table_state.pilot[1] += 1
    assert world(0)[0] != cards
    assert imagined(t, 0, 0).s.chance.tolist() != chance


def test_chance_in_imagined_worlds_is_that_of_no_game() -> None:
    """Two tables that differ only in the future are imagined in the same way, and the imagined futures differ."""
    session = at_question(tricks.tricks(), 6)
    t = imagining_table(session.setting, session.table_state)

    def future(number: int) -> tuple[int, ...]:
        m = imagined(t, 0, number)
        return (*m.s.chance.tolist(), int(m.s.pilot[0]))

    futures = [future(number) for number in range(100)]
    session.table_state.chance[:] = [1, 1, 5]
    assert futures == [future(number) for number in range(100)]
    states, increments, _, pilots = (set(column) for column in zip(*futures, strict=True))
    assert len(states) == len(increments) == len(pilots) == 100
    assert all(increment & 1 for increment in increments)
    assert int(session.table_state.pilot[0]) not in pilots, "what other policies will really draw"


def test_the_memory_of_earlier_turns_is_not_imagined() -> None:
    """It names cards that nobody may know any more."""
    session = at_question(tricks.tricks(), 6)
    session.table_state.past_held[:] = 3
    m = imagined(imagining_table(session.setting, session.table_state), 0, 0)
    assert m.s.past_held.tolist() == [-1]


# The audit of bots


@pytest.mark.parametrize("level", list(tricks.LEVELS))
def test_honest_bots_pass(level: str) -> None:
    assert conformance.check_policies_see_only_their_view(tricks.tricks(3), level, seed=7) == 12


@pytest.mark.parametrize("level", [level for level in tricks.CHEATS.LEVELS if "sigh" in level or level == "peeping"])
def test_a_bot_that_cheats_is_caught(level: str) -> None:
    with pytest.raises(AssertionError, match=f"{level}, seat .* chooses code"):
        conformance.check_policies_see_only_their_view(tricks.tricks(bots=tricks.CHEATS), level, seed=8)


def test_a_bot_that_may_not_do_what_it_does_is_caught() -> None:
    with pytest.raises(AssertionError, match=r"clumsy, seat .* legal are only \(0, 1\)"):
        conformance.check_policies_see_only_their_view(tricks.tricks(bots=tricks.CHEATS), "clumsy", seed=8)


def test_imagining_with_the_real_cards_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imagine, "deal_unknown", lambda m, seat, room: None)
    with pytest.raises(AssertionError, match="chooses code"):
        conformance.check_policies_see_only_their_view(tricks.tricks(), "keen", seed=9)
    with pytest.raises(AssertionError, match="shines through"):
        conformance.check_imagined_worlds(tricks.tricks(), seed=9)


def test_imagining_from_the_real_order_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shuffled, but what is shuffled lies as it really does: the result still depends on it."""
    monkeypatch.setattr(imagine, "list_marked", lambda room, first, last: last)
    with pytest.raises(AssertionError, match="shines through"):
        conformance.check_imagined_worlds(tricks.tricks(), seed=9)


def test_imagining_one_hidden_card_as_it_is_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = imagine.deal_unknown

    def partly(m: Table, seat: int, room: Any) -> None:
        card = int(m.s.cards[1, int(m.s.top[1]) & 63])
        m.s.cards[1, int(m.s.top[1]) & 63] = card | 1 << (9 + seat)
        honest(m, seat, room)
        m.s.cards[1, int(m.s.top[1]) & 63] = card

    monkeypatch.setattr(imagine, "deal_unknown", partly)
    with pytest.raises(AssertionError):
        conformance.check_imagined_worlds(tricks.tricks(), seed=9)


def test_imagining_the_real_future_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = imagine.draw_anew

    def foreseen(t: Table, m: Table, seat: int, number: int) -> None:
        honest(t, m, seat, number)
        m.s.chance[:] = t.s.chance

    monkeypatch.setattr(imagine, "draw_anew", foreseen)
    with pytest.raises(AssertionError, match="the real future"):
        conformance.check_imagined_worlds(tricks.tricks(), seed=9)


# At a live table


def answers(bots: SeatedBots, session: Session) -> list[int]:
    """Return the bots' answers over a whole game."""
    given = []
    while not session.over:
        if session.pending is None:
            session.go()
            continue
        given.append(bots.answer(session, session.pending.seat))
        session.choose(session.menu()[session.pending.menu.index(given[-1])], session.asked)
    return given


@pytest.mark.slow
def test_at_a_live_table_machine_code_answers_as_stepped_play_does() -> None:
    setting = tricks.tricks()
    compiled, stepped = (
        SeatedBots(setting, ["keen", "simple"], way, patience=conformance.HANGS) for way in (True, False)
    )
    game = conformance.dealt(setting, 10)
    assert answers(compiled, game.fork()) == answers(stepped, game.fork())
    assert compiled.ready
    assert not stepped.ready


def test_while_a_bot_is_compiled_the_cheaper_level_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits: the answers come at once, and they are those of the level that keen imagines with."""
    gate = threading.Event()

    def slow(*arguments: Any, together: bool) -> Any:
        gate.wait(conformance.HANGS)
        return lambda t, seat, question: 1

    monkeypatch.setattr(compiler, "compiled_policy", slow)
    setting = tricks.tricks()
    session = at_question(setting, 11)
    assert session.pending is not None
    bots = SeatedBots(setting, ["keen"] * 2, compiled=True, patience=0.01)
    asked = session, session.pending.seat
    cheaper = answer_of(setting, session.table_state, "simple", session.pending.seat, session.pending.question)
    assert [bots.answer(*asked) for _ in range(5)] == [cheaper] * 5
    assert bots._thread is not None
    assert bots._thread.is_alive(), "they have waited for the compiler"
    gate.set()
    bots._thread.join()
    assert bots.answer(*asked) == 1


def test_bots_that_do_not_imagine_need_no_thread() -> None:
    setting = tricks.tricks()
    bots = SeatedBots(setting, [None, "simple"], compiled=True)
    assert bots._thread is None
    session = at_question(setting, 12)
    session.state = replace(session.state, pending=Pending(0, {NOBODY: (0, 1)}))
    assert bots.answer(session, NOBODY) == tricks.WORLD(None, 0, 0)  # type: ignore[arg-type]


def test_a_bot_thinks_step_by_step_if_compiling_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: Any, together: bool) -> Any:
        raise OSError("no space left")

    monkeypatch.setattr(compiler, "compiled_policy", broken)
    setting = tricks.tricks()
    session = at_question(setting, 13)
    assert session.pending is not None
    bots = SeatedBots(setting, ["keen", "keen"], compiled=True)
    assert answers(bots, session.fork()) == answers(SeatedBots(setting, ["keen", "keen"], compiled=False), session)


def test_leaving_while_a_bot_is_compiled_ends_at_once(tmp_path: Path) -> None:
    code = """
import threading, time
from support import tricks
from threedown.bots.seated import SeatedBots
from threedown.bulk import compiler
compiles = compiler.compiled_policy
begun = threading.Event()
compiler.compiled_policy = lambda *what, together: (begun.set(), compiles(*what), time.sleep(1000000))
SeatedBots(tricks.tricks(), ['keen', 'keen'])
begun.wait()
print(1)
"""
    assert end(begin(tmp_path, code)) == 1
    assert os.listdir(tmp_path) == [] or os.listdir(tmp_path) == ["compiled"]
