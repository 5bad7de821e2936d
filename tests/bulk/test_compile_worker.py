"""Compiling a bot in two processes."""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support import conformance

from threedown.bots.seated import table_of
from threedown.bulk import compile_worker
from threedown.bulk.compiler import compiled_policy
from threedown.games import find_game
from threedown.games.setting import settle
from threedown.session.bot_answers import bots_answer
from threedown.table.layout import TableState

CALLS = {"entry": ["search"], "search": ["worth", "draw"], "worth": ["turn", "draw"], "turn": ["draw"], "draw": []}


class Functions:
    """Return an entry's call graph and its parts; ``search`` is called with more than tables and numbers."""

    calls = CALLS
    kinds = dict.fromkeys(["worth", "turn", "draw"])
    numbers = {function: number for number, function in enumerate(CALLS)}

    def __init__(self) -> None:
        self.compiled: list[str] = []

    def longest_paths(self) -> dict[str, int]:
        return dict.fromkeys(self.calls, 1)

    def compile(self, function: str) -> None:
        """Compiles a function, and first whatever it calls that is not compiled yet."""
        for callee in self.calls[function]:
            if callee not in self.compiled:
                self.compile(callee)
        self.compiled.append(function)


class Willing:
    """A worker that compiles at the moment it is asked for answers."""

    has_time = True

    def __init__(self, functions: Functions) -> None:
        self.functions = functions
        self.asked: list[str] = []

    @property
    def is_busy(self) -> bool:
        return bool(self.asked)

    def ask(self, function: str) -> None:
        assert set(CALLS[function]) <= set(self.functions.compiled), f"{function} before what it calls"
        self.asked.append(function)

    def answers(self, wait: bool) -> Iterator[str]:
        while self.asked:
            self.functions.compile(self.asked[0])
            yield self.asked.pop(0)


def test_the_mate_is_asked_for_nothing_before_what_it_calls() -> None:
    functions: Any = Functions()
    willing: Any = Willing(functions)
    compile_worker.share(functions, willing)
    assert functions.compiled == ["draw", "turn", "worth"]


FAILS = {
    "at once": "exit 1",
    "with other code": r"printf '\005\0\0\0other'; cat > /dev/null",
    "when it is asked": r"printf '\005\0\0\0entry'; head -c 20 > /dev/null",
    "within an answer": r"printf '\005\0\0\0entry'; head -c 20 > /dev/null; printf '\100\0\0\0half'",
}


@pytest.mark.parametrize("fails", FAILS)
def test_one_process_does_it_alone_where_the_other_fails(
    fails: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\n{FAILS[fails]}\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    functions: Any = Functions()
    tables: Any = None
    other = compile_worker.CompileWorker(functions, tables, b"what", "entry")
    until = time.monotonic() + conformance.HANGS
    while "entry" in FAILS[fails] and not other.has_time and time.monotonic() < until:
        assert list(other.answers(wait=False)) == []
    compile_worker.share(functions, other)
    functions.compile("search")
    assert sorted(functions.compiled) == ["draw", "search", "turn", "worth"], "one is missing, or was compiled twice"
    assert not other.has_time
    assert other.compiled == 0


@pytest.mark.slow
@pytest.mark.parametrize("game", ["blitzkrieg", "champz"])
def test_two_processes_make_the_same_bot(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []
    together = compile_worker.compile_parts
    monkeypatch.setattr(compile_worker, "compile_parts", lambda *what: done.append(together(*what)))
    setting = settle(find_game(game), None, {}, 2)

    def thinker(by_two: bool) -> Callable[[TableState, str, int, int], int]:
        table = table_of(setting, setting.new_table_state())
        policy = compiled_policy(setting, "keen", None, table, by_two)
        return lambda table_state, level, seat, question: int(policy(table_of(setting, table_state), seat, question))

    bot_pool = [thinker(by_two) for by_two in (False, True)]
    assert len(done) == 1
    assert done[0] > 0, "the other process has compiled nothing"
    asked = 0
    for game_number in range(12):
        session = conformance.dealt(setting, 3, game_number)
        while not session.over and asked < 60:
            if session.pending is None:
                session.go()
                continue
            alone, code = (bots_answer(session, session.pending.seat, "keen", thinks) for thinks in bot_pool)
            assert alone == code
            session.choose(session.menu()[session.pending.menu.index(code)], session.asked)
            asked += 1
    assert asked > 20
