"""Bots think in separate processes, which see only what the seat may know; no room hangs when one fails."""

import asyncio
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from support.server_rooms import heard, room_of, sit_and_start

import threedown
from threedown.bots.seated import SeatedBots
from threedown.games import find_game
from threedown.games.setting import settle
from threedown.server.operations import metrics
from threedown.server.rooms.bots import RoomBots
from threedown.server.workers import bot_pool, bot_process
from threedown.server.workers.bot_pool import BotChoice, BotPool
from threedown.server.workers.bot_process import BotAnswer, BotQuestion, answer_for
from threedown.session.match import Match
from threedown.session.session import Session
from threedown.table.layout import NOBODY
from threedown.table.sight import indistinguishable


def asked_for_a_draw(seed: int = 4) -> Session:
    """A game of 31 in which seat 0 is asked."""
    session = threedown.new("blitz31", seed=seed).session
    session.go()
    assert session.asked == 0
    return session


async def aside(work: Callable[[], bot_pool.BotAnswer]) -> bot_pool.BotAnswer:
    return work()


def with_a_worker(act: Callable[[BotPool], Awaitable[Any]]) -> Any:
    """Run something with a pool of one process and return its result."""

    async def run() -> Any:
        pool = BotPool(1, aside)
        try:
            return await act(pool)
        finally:
            await pool.close()

    return asyncio.run(run())


@pytest.fixture(autouse=True)
def all_time_to_think(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process may start as slowly as a busy machine lets it."""
    monkeypatch.setattr(bot_pool, "THINKING_SECONDS", 600.0)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Return the logged lines."""
    events: list[dict[str, Any]] = []
    monkeypatch.setattr(bot_pool.log, "warning", lambda event, **more: events.append({"event": event, **more}))
    return events


def test_a_process_answers_as_this_one_would_and_is_made_anew_when_it_dies(told: list[dict[str, Any]]) -> None:
    sessions = [asked_for_a_draw(seed) for seed in (4, 5, 6)]

    async def act(pool: BotPool) -> list[str]:
        first = await pool.choice(sessions[0], 0, "simple")
        (process,) = pool.running
        os.kill(process.pid, signal.SIGKILL)
        second = await pool.choice(sessions[1], 0, "random")  # whether it is dead already or dies now
        third = await pool.choice(sessions[2], 0, "simple")
        assert process not in pool.running
        return [first.choice, second.choice, third.choice]

    chosen = with_a_worker(act)
    assert [chosen[0], chosen[2]] == [Match(sessions[place]).ask_bot("simple") for place in (0, 2)]
    assert chosen[1] in sessions[1].menu(0)


def test_a_level_that_imagines_gets_ready_before_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the deal: compiling takes longer than the first question to a bot may."""
    asked: list[BotQuestion] = []

    async def written_down(process: object, what: BotQuestion) -> BotAnswer:
        asked.append(what)
        return BotAnswer(None)

    monkeypatch.setattr(bot_pool, "_ask", written_down)

    async def act(pool: BotPool) -> None:
        room = room_of("blitz31", bots={1: "keen", 2: "simple"})
        room.services.bot_pool = pool
        await room.start("p0")
        while not asked:
            await asyncio.sleep(0)

    with_a_worker(act)
    ((game, level, seat, words),) = [(each.game, each.level, each.seat, each.words) for each in asked]
    assert (game, level, seat, words) == ("blitz31", "keen", NOBODY, b"")


def test_compiling_for_one_bot_delays_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled, asked = asyncio.Event(), list[BotQuestion]()
    compiling: list[BotQuestion] = []

    async def written_down(process: object, what: BotQuestion) -> BotAnswer:
        if not what.words:
            compiling.append(what)
            await compiled.wait()
            return BotAnswer(None)
        asked.append(what)
        return answer_for(msgspec.structs.replace(what, level="random"))

    monkeypatch.setattr(bot_pool, "_ask", written_down)

    async def act(pool: BotPool) -> None:
        first, second = asked_for_a_draw(4), asked_for_a_draw(5)
        waiting = [asyncio.ensure_future(pool.choice(session, 0, "keen")) for session in (first, second)]
        await pool.choice(first, 0, "simple")
        assert [what.level for what in asked] == ["simple"]
        compiled.set()
        assert [choice in first.menu(0) for choice, _ in await asyncio.gather(*waiting)] == [True, True]
        assert [what.level for what in asked] == ["simple", "keen", "keen"]
        assert len(compiling) == 1, "once for all games"

    with_a_worker(act)


def test_a_failed_compilation_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, told: list[dict[str, Any]]) -> None:
    async def dies(process: object, what: BotQuestion) -> BotAnswer:
        if not what.words:
            raise EOFError
        return answer_for(msgspec.structs.replace(what, level="simple"))

    monkeypatch.setattr(bot_pool, "_ask", dies)
    session = asked_for_a_draw()
    assert with_a_worker(lambda pool: pool.choice(session, 0, "keen")).choice in session.menu(0)
    assert [(event["game"], event["level"]) for event in told] == [("blitz31", "keen")]


def test_a_process_that_only_warms_up_answers_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[Any, ...]] = []

    class Bots:
        def __init__(self, *facts: Any) -> None:
            made.append(facts)

        def wait(self) -> None:
            made.append(("until it is",))

    monkeypatch.setattr(bot_process, "_bots", Bots)
    assert answer_for(BotQuestion("blitz31", b"{}", 2, "keen", NOBODY, 0, b"")) == BotAnswer(None)
    assert made == [("blitz31", b"{}", 2, "keen"), ("until it is",)]


def test_an_answer_names_the_level_that_answered_while_the_search_was_loading(monkeypatch: pytest.MonkeyPatch) -> None:
    compiling = threading.Event()
    monkeypatch.setattr(SeatedBots, "_compile", lambda self: compiling.wait())
    bots = SeatedBots(settle(find_game("blitz31"), None, {}, 2), ("keen",), compiled=True, patience=0)
    monkeypatch.setattr(bot_process, "_bots", lambda *_: bots)

    async def act(pool: BotPool) -> tuple[BotChoice, list[Any]]:
        return await pool.hint(asked_for_a_draw(), 0, "keen")

    try:
        chosen, weighed = asyncio.run(act(BotPool(0, aside)))
    finally:
        compiling.set()
    assert (chosen.level, weighed) == ("steady", [])


def test_a_thought_is_counted_once() -> None:
    def counted() -> float:
        return metrics.registry.get_sample_value("threedown_thinking_seconds_count") or 0.0

    before = counted()
    with_a_worker(lambda pool: pool.choice(asked_for_a_draw(), 0, "simple"))
    assert counted() == before + 1


def test_a_process_that_has_died_unasked_is_forgotten() -> None:
    async def act(pool: BotPool) -> None:
        await pool.warm()
        (process,) = pool.running
        os.kill(process.pid, signal.SIGKILL)
        await process.wait()
        await pool.choice(asked_for_a_draw(), 0, "simple")
        assert len(pool.running - {process}) == len(pool.running) == 1

    with_a_worker(act)


def test_people_who_ask_for_hints_wait_for_one_another_and_bots_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []

    async def run() -> None:
        pool, enough = BotPool(0, aside), asyncio.Event()

        async def slow(session: Session, seat: int, level: str, asked: object, by: str) -> tuple[BotChoice, list[Any]]:
            begun.append(level)
            await enough.wait()
            return BotChoice(level, level), []

        monkeypatch.setattr(pool, "_choose", slow)
        session = asked_for_a_draw()
        hints = [asyncio.ensure_future(pool.hint(session, 0, f"hint {number}")) for number in range(3)]
        bot = asyncio.ensure_future(pool.choice(session, 0, "bot"))
        for _ in range(10):
            await asyncio.sleep(0)
        assert begun == ["hint 0", "bot"]
        enough.set()
        told = [(level, level) for level in ("hint 0", "hint 1", "hint 2")]
        assert await asyncio.gather(*hints, bot) == [*((each, []) for each in told), ("bot", "bot")]

    asyncio.run(run())


def test_a_slow_bot_is_ended_and_a_weaker_level_answers(
    monkeypatch: pytest.MonkeyPatch, told: list[dict[str, Any]]
) -> None:
    session = asked_for_a_draw()

    async def act(pool: BotPool) -> str:
        await pool.warm()
        (process,) = pool.running
        monkeypatch.setattr(bot_pool, "THINKING_SECONDS", 0.0)
        chosen = await pool.choice(session, 0, "varied")
        assert process not in pool.running
        assert chosen.level == "simple"
        return chosen.choice

    assert with_a_worker(act) == Match(session).ask_bot("simple")
    assert [(event["level"], event["instead"]) for event in told] == [("varied", "simple")]


def test_an_illegal_answer_of_a_bot_is_replaced(monkeypatch: pytest.MonkeyPatch, told: list[dict[str, Any]]) -> None:
    session = asked_for_a_draw()

    async def wrong(process: object, asked: object) -> bot_pool.BotAnswer:
        return bot_pool.BotAnswer(99)

    monkeypatch.setattr(bot_pool, "_ask", wrong)
    assert with_a_worker(lambda pool: pool.choice(session, 0, "varied")).choice == Match(session).ask_bot("simple")
    assert told


def test_a_busy_pool_is_waited_for_until_the_timeout(
    monkeypatch: pytest.MonkeyPatch, told: list[dict[str, Any]]
) -> None:
    session = asked_for_a_draw()

    async def act(pool: BotPool) -> str:
        await pool._free.take()
        monkeypatch.setattr(bot_pool, "QUEUE_SECONDS", 0.0)
        return (await pool.choice(session, 0, "varied")).choice

    assert with_a_worker(act) == Match(session).ask_bot("simple")
    assert "no process is free" in told[0]["reason"]


def test_a_process_is_sent_the_same_whatever_its_seat_may_not_see() -> None:
    session = asked_for_a_draw()
    twin = session.fork()
    other = indistinguishable(session.table_state, 0, lambda numbers: [*numbers[1:], *numbers[:1]])
    twin.state = replace(twin.state, table_state=other)
    assert twin.table_state.tobytes() != session.table_state.tobytes()
    one, two = (bot_pool._question_of(game, 0, "varied") for game in (session, twin))
    assert msgspec.msgpack.encode(one) == msgspec.msgpack.encode(two)
    assert session.pending is not None
    assert answer_for(one).code in session.pending.menus[0]


def test_the_table_sees_that_a_bot_plays_below_its_level(monkeypatch: pytest.MonkeyPatch) -> None:
    """A killed or busy process made a bot weaker than its label, and only the log said so."""
    now = ["simple"]

    async def run() -> None:
        room, (ann, _) = await sit_and_start("blitz31", 2, bots={1: "keen"}, options={"lives": 1})
        assert room.game is not None

        async def answers(session: Session, seat: int, level: str, by: str, patient: bool) -> BotChoice:
            return BotChoice(session.menu(0)[0], now[0])

        async def play(seq: int, seat: int, choice: str, race: bool) -> None:
            """Leave the game where it is."""

        monkeypatch.setattr(room.services.bot_pool, "choice", answers)
        bots = room.game.bots = RoomBots(room, room.game.seating, play)
        session, told = asked_for_a_draw(), list[str | None]()
        for now[0] in ("simple", "simple", "keen"):
            heard(ann)
            await bots._answer(session, 0, 1, False)
            told += [message["room"]["seats"][1]["weaker"] for message in heard(ann, "room")]
        assert told == ["simple", None], "once for each change"

    asyncio.run(run())
