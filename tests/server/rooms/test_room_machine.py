"""Lobby and tables, by a state machine: short here, long among the slow tests."""

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test
from support.machine import Rooms

SHORT = settings(max_examples=10, stateful_step_count=40, deadline=None, derandomize=True, database=None)
LONG = settings(SHORT, max_examples=40, stateful_step_count=60)


@pytest.mark.slow
def test_lobby_and_tables_hold() -> None:
    run_state_machine_as_test(Rooms, settings=SHORT)


@pytest.mark.slow
def test_lobby_and_tables_hold_for_long() -> None:
    run_state_machine_as_test(Rooms, settings=LONG)
