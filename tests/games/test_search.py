"""The search of what imagines: it departs from its base where that is clear, and spends no worlds on what is not."""

import random
import types
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from threedown.games.search import NO_MORE, searching
from threedown.table.imagine import CHOICE, GIVEN_UP, MOST_WEIGHED, SUM, WORLDS

USUAL, GOOD, LUCKY, BAD = 7, 3, 4, 5
MOST = 128


def searched(
    worths: dict[int, Callable[[int], int]], others: list[int], monkeypatch: pytest.MonkeyPatch, ahead_by: int = 4
) -> tuple[int, Any, Counter[int]]:
    """Run the search: its choice, the weighed choices, and the number of worlds each was tried in."""
    tried: Counter[int] = Counter()

    def worth(t: Any, seat: int, question: int, code: int, number: int) -> int:
        tried[code] += 1
        return worths[code](number)

    def other(t: Any, seat: int, question: int, place: int) -> int:
        return others[place] if place < len(others) else NO_MORE

    policy = searching(lambda t, seat, question: USUAL, other, worth, MOST, ahead_by)
    monkeypatch.setitem(policy.__globals__, "imagined", lambda t, seat, number: t)
    t: Any = types.SimpleNamespace(live=types.SimpleNamespace(weighed=np.full((MOST_WEIGHED, 5), 9, dtype=np.int64)))
    return policy(t, 0, 0), t.live.weighed, tried


def noise(seed: int, more: int = 0) -> Callable[[int], int]:
    return lambda number: 5000 + more + random.Random(f"{seed} {number}").randrange(-3000, 3001)


def test_a_clearly_better_choice_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    worths = {USUAL: noise(1), GOOD: noise(2, 2000), BAD: noise(3, -2000)}
    chosen, weighed, tried = searched(worths, [BAD, USUAL, GOOD], monkeypatch)
    assert chosen == GOOD
    assert weighed[:4, CHOICE].tolist() == [USUAL, BAD, GOOD, 0], "each once"
    assert tried[USUAL] == tried[GOOD] == MOST == weighed[0, WORLDS], "the base once a world, not once a choice"
    assert weighed[1, GIVEN_UP]
    assert tried[BAD] < MOST / 2
    assert weighed[2, SUM] == sum(worths[GOOD](n) - worths[USUAL](n) for n in range(MOST))


def test_noise_is_no_reason_to_depart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal choices: at two standard errors one in forty looks better; here 100 searches with one other choice each."""
    departed = 0
    for seed in range(100):
        chosen, _, _ = searched({USUAL: noise(seed), LUCKY: noise(1000 + seed)}, [LUCKY], monkeypatch)
        departed += chosen != USUAL
    assert departed <= 8


def test_a_game_says_how_far_ahead_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """A choice better by about one standard error is enough for a bot that requires half of one."""
    worths = {USUAL: lambda n: 5000, GOOD: lambda n: 5030 + (600 if n % 2 else -600)}
    assert [searched(worths, [GOOD], monkeypatch, halves)[0] for halves in (1, 4)] == [GOOD, USUAL]


def test_the_differences_count_not_the_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worlds differ by thousands, the choices in each by a little, always the same way."""
    same = noise(1)
    assert searched({USUAL: same, GOOD: lambda n: same(n) + 50 + n % 3}, [GOOD], monkeypatch)[0] == GOOD


def test_a_single_choice_needs_no_imagined_world(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen, _, tried = searched({}, [USUAL], monkeypatch)
    assert chosen == USUAL
    assert not tried
