"""The server under faults, by seed: power cuts, slow and full disks, broken connections, repeated messages,
cancelled calls.

Each seed plays a tiny game or two from start to end, over several lives of the server, and everything that was
told is held against the disk. ``tests/server/rooms/test_room_machine.py`` differs: there Hypothesis chooses one command
after the other and lets each end, so it explores what the lobby and the rules of a table allow; here many commands,
timers, bots and writes run at the same time, and the seed chooses their order.
"""

import gc
import os
from typing import Any

import pytest
from support.simulation.house import House, simulated
from support.simulation.judge import Judge

SHORT, LONG = 60, 10_000


def play(seeds: range) -> None:
    """Play seeds; the message of a failure begins with its seed."""
    gc.disable()  # cycles are many and small: collecting them rarely saves a third of the time
    try:
        with simulated():
            for seed in seeds:
                try:
                    House(seed).run()
                except Exception as error:
                    error.add_note(f"seed {seed}")
                    raise
                if seed % 100 == 99:
                    gc.collect()
    finally:
        gc.enable()


def told_by(seed: int) -> list[str]:
    """Return every message of a seed, with its time, its room and the player to whom it was sent."""
    house, found = House(seed), []

    def listen(judge: Judge) -> None:
        judged = judge.told

        def told(player: str, message: dict[str, Any]) -> None:
            found.append(f"{house.loop.time()} {judge.room} {player} {message}")
            judged(player, message)

        judge.told = told  # type: ignore[method-assign]

    for table in house.tables:
        listen(table.judge)
    house.run()
    return found


def test_a_seed_gives_the_same_messages_at_the_same_times_again() -> None:
    with simulated():
        assert all(told_by(seed) == told_by(seed) for seed in range(10))


@pytest.mark.slow
def test_the_server_holds_under_faults() -> None:
    play(range(SHORT))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, LONG, 1000))
def test_the_server_holds_under_faults_for_long(first: int) -> None:
    play(range(first, first + 1000))


@pytest.mark.soak
def test_the_server_holds_under_faults_for_as_long_as_you_like() -> None:
    """``THREEDOWN_SEEDS=A:B`` names the seeds."""
    first, last = os.environ.get("THREEDOWN_SEEDS", f"{LONG}:{10 * LONG}").split(":")
    play(range(int(first), int(last)))
