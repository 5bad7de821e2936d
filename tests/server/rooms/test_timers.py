"""Bots answer at moments that tell nothing; timers run once."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from threedown.server.model.wire import ChoiceClock
from threedown.server.rooms import timers, turn_clock
from threedown.server.rooms.room_tasks import RoomTasks
from threedown.server.rooms.timers import MAX_PAUSES, Pauses, Timers
from threedown.server.rooms.turn_clock import TurnClock


@pytest.mark.parametrize(
    ("thinks", "answers"), [(0.0, 0.7), (0.01, 0.7), (0.69, 0.7), (0.8, 1.4), (2.0, 2.1), (6.9, 7.0)]
)
def test_the_moment_of_an_answer_does_not_tell_how_long_it_took(
    monkeypatch: pytest.MonkeyPatch, thinks: float, answers: float
) -> None:
    now = 100.0

    async def passing(seconds: float) -> None:
        nonlocal now
        now += seconds

    clock = SimpleNamespace(get_running_loop=lambda: SimpleNamespace(time=lambda: now), sleep=passing)
    monkeypatch.setattr(timers, "asyncio", clock)

    async def answered(pauses: Pauses, thinks: float) -> float:
        async def thinking() -> str:
            await passing(thinks)
            return "knock"

        began = now
        assert await pauses.after(thinking()) == "knock"
        return now - began

    pauses = Pauses(0.7)
    assert asyncio.run(answered(pauses, thinks)) == pytest.approx(answers)
    usual = min(answers, 0.7 * MAX_PAUSES)
    for quicker in (0.0, 0.6, 0.0):
        assert asyncio.run(answered(pauses, quicker)) == pytest.approx(usual), "it waits as long as the slower one"


def test_a_timer_of_a_name_runs_once_and_is_stopped() -> None:
    async def run() -> None:
        done: list[str] = []
        tasks = []
        running = Timers(lambda work: tasks.append(asyncio.ensure_future(work)))

        async def note(what: str) -> None:
            done.append(what)

        running.start("a", 0, lambda: note("first"))
        running.start("a", 0, lambda: note("second"))
        running.start("stopped", 3600, lambda: note("never"))
        assert running.left("stopped") is not None
        while not tasks:
            await asyncio.sleep(0)
        await asyncio.gather(*tasks)
        running.stop()
        assert (done, running.left("stopped"), running.left("a")) == (["first"], None, None)

    asyncio.run(run())


def test_choices_of_one_turn_share_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    loop = SimpleNamespace(time=lambda: now, call_later=lambda *_: SimpleNamespace(when=lambda: 60.0, cancel=list))
    for module in (timers, turn_clock):
        monkeypatch.setattr(module, "asyncio", SimpleNamespace(get_running_loop=lambda: loop))
    rule = ChoiceClock(choice=60_000, turn=90_000)
    host: Any = SimpleNamespace(plan=SimpleNamespace(clock=rule))
    clock = TurnClock(host, Timers(lambda _: None), RoomTasks(host))

    async def ends() -> None:
        pytest.fail("no timer fires here")

    def left_of_turn(turn: int) -> int:
        clock.start_choice(turn, 0, [0], ends)
        asked = clock.clock()
        assert asked is not None
        assert asked.turn is not None
        assert asked.turn.of == 90_000
        return asked.turn.left

    assert left_of_turn(1) == 90_000
    now = 20.0
    assert left_of_turn(1) == 70_000, "the same choice"
    clock.stop()
    now = 50.0
    assert left_of_turn(1) == 70_000, "bots and films take none of it"
    now = 130.0
    assert left_of_turn(1) == 0
    clock.stop()
    assert left_of_turn(2) == 90_000
