"""Background jobs stand still while players wait for bots."""

import asyncio
import signal
import sys
from collections.abc import Callable
from typing import Any

import pytest

import threedown
from threedown.server.workers.bot_pool import BotPool
from threedown.server.workers.bot_process import BotAnswer
from threedown.server.workers.precedence import Precedence

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows can't suspend a process")


class Job:
    """A process that notes the signals it gets."""

    def __init__(self) -> None:
        self.signals: list[str] = []

    def send_signal(self, number: int) -> None:
        self.signals.append(signal.Signals(number).name)


def test_a_job_is_suspended_while_bots_need_all_cores() -> None:
    job: Any = Job()
    precedence = Precedence(2)
    with precedence.job(job), precedence.awaited():
        assert job.signals == []
        with precedence.awaited():
            assert job.signals == ["SIGSTOP"]
            with precedence.awaited():
                assert job.signals == ["SIGSTOP"]
        assert job.signals == ["SIGSTOP", "SIGCONT"]


def test_a_job_that_starts_while_a_bot_thinks_waits_for_it() -> None:
    job: Any = Job()
    precedence = Precedence(1)
    with precedence.awaited(), precedence.job(job):
        assert job.signals == ["SIGSTOP"]
    with precedence.awaited():
        assert job.signals == ["SIGSTOP"], "the job is over"


@pytest.mark.parametrize("asks", ["choice", "hint"])
def test_a_pool_suspends_jobs_until_its_bot_has_answered(asks: str) -> None:
    job: Any = Job()
    session = threedown.new("blitz31", seed=4).session
    session.go()

    async def run() -> None:
        async def think(work: Callable[[], BotAnswer]) -> BotAnswer:
            assert job.signals == ["SIGSTOP"]
            return work()

        pool = BotPool(0, think)
        with pool.precedence.job(job):
            await getattr(pool, asks)(session, 0, "simple")
            assert job.signals == ["SIGSTOP", "SIGCONT"]

    asyncio.run(run())
