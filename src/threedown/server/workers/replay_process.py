"""A process beside the server that plays long finished games again, so that this delays no game that is played now."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TypeVar

from threedown.language import speaking, spoken
from threedown.server.operations.log import log
from threedown.server.workers.background import stand_back
from threedown.server.workers.shared_stock import SharedStock

LONG = 200
"""Entries above which a game is played again in the process; below, a thread is quicker."""
NICE = 10

T = TypeVar("T")


class ReplayProcess:
    """The process, started when it is first needed; without it (``is_used`` false) a thread does its work.

    It does one thing at a time, and addresses (``by``) take turns.
    """

    def __init__(self, is_used: bool) -> None:
        self._pool = _new_pool() if is_used else None
        self._turns = SharedStock(["turn"])

    async def run(self, work: Callable[[], T], entries: int, by: str) -> T:
        """Return the result of work on a game of so many entries, which speaks the caller's language."""
        turn = await self._turns.take(by)
        try:
            if self._pool is not None and entries > LONG:
                try:
                    loop = asyncio.get_running_loop()
                    return await loop.run_in_executor(self._pool, _work_in, spoken(), work)
                except BrokenProcessPool:
                    log.warning("the process that plays games again has ended: another one starts")
                    self._pool = _new_pool()
            return await asyncio.to_thread(work)
        finally:
            self._turns.give_back(turn)

    def close(self) -> None:
        """End the process once its work is done."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


def _new_pool() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, get_context("spawn"), stand_back, (NICE,))


def _work_in(language: str, work: Callable[[], T]) -> T:
    with speaking(language):
        return work()
