"""The name of a variant in the cache: everything that decides its machine code, and nothing else."""

import functools
import types
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from support import machine_code, outside, tricks
from support.cache_keys import BODY, every_key, key, of_policy
from support.processes import begin, end
from support.tables import war

from threedown.bulk import compiler
from threedown.bulk.dependencies import Unreadable, fingerprint
from threedown.games import find_game, game_names
from threedown.games.blitzkrieg import rules as blitzkrieg_rules
from threedown.games.setting import settle
from threedown.games.war import rules as war_rules
from threedown.table import verbs

Patch = pytest.MonkeyPatch


# A bot that changes


def play_outside(cache: Path, file: Path, source: str) -> Any:
    """Run the bot that the file now holds in a process of its own."""
    file.write_text(source)
    code = "import json, pathlib; from support import outside\n"
    code += f"print(json.dumps(outside.played(pathlib.Path({str(file)!r}))))"
    return end(begin(cache, code))


@functools.cache
def truth(name: str, folder: Path) -> Any:
    """The games of one of the bots step by step, where there is no cache."""
    file = folder / f"{name}.py"
    file.write_text(outside.BOTS[name])
    return outside.played(file, compiled=False)["rows"]


@pytest.mark.parametrize(
    "order",
    [
        pytest.param(("from nine", "from five"), marks=pytest.mark.slow),
        pytest.param(("from five", "from nine"), marks=pytest.mark.soak),
        pytest.param(("from nine", "below nine"), marks=pytest.mark.slow),
        pytest.param(("below nine", "from nine"), marks=pytest.mark.soak),
    ],
    ids=", ".join,
)
def test_a_bot_changed_between_two_processes_is_compiled_anew(tmp_path: Path, order: Sequence[str]) -> None:
    """Change a constant, then a called function, in the same file; undoing the change finds the cached code again."""
    cache, file = tmp_path / "cache", tmp_path / "mine.py"
    assert truth(order[0], tmp_path) != truth(order[1], tmp_path), "the two play alike, and prove nothing"
    for name, hits in ((order[0], 0), (order[1], 0), (order[0], 1)):
        played = play_outside(cache, file, outside.BOTS[name])
        assert played["rows"] == truth(name, tmp_path), f"{name}: the results of another bot"
        assert played["hits"] == hits


@pytest.mark.slow
def test_levels_in_one_cache_are_not_mistaken(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("THREEDOWN_CACHE", str(tmp_path))
    machine_code.check_cache_tells_levels_apart(tricks.tricks(), ("simple", "random"), seed=1, games=20)


# What a variant is made of


def test_a_change_of_one_game_names_no_variant_of_another_anew(monkeypatch: Patch) -> None:
    settings = [settle(find_game(game)) for game in game_names()]
    before = {setting.game.name: key(setting) for setting in settings}
    assert len(set(before.values())) == len(before)
    monkeypatch.setattr(blitzkrieg_rules, "repeats_battle", lambda t: False)
    after = {setting.game.name: key(setting) for setting in settings}
    assert [name for name in before if before[name] != after[name]] == ["blitzkrieg"]
    monkeypatch.setattr(war_rules, "is_one_seat", lambda who: who & (who - 1) == 0 and who >= 0)
    assert key(war()) != before["war"]


def test_a_change_of_what_all_games_share_names_all_variants_anew(monkeypatch: Patch) -> None:
    settings = [settle(find_game(game)) for game in game_names()]
    before = [key(setting) for setting in settings]
    monkeypatch.setattr(verbs, "NUMBER", 255)
    assert not set(before) & {key(setting) for setting in settings}


def test_all_that_decides_names_a_variant(monkeypatch: Patch) -> None:
    setting = tricks.tricks()
    found = [
        key(setting),
        key(setting, "simple", "random"),
        key(setting, "random", "simple"),
        key(setting, "keen", "simple"),
        key(setting, "simple", "random", rotating=True),
        key(setting, "random", "simple", rotating=True),
        key(setting, folded=True),
        key(tricks.tricks(turn_cap=14), folded=True),
        key(tricks.tricks(seats=3)),
    ]
    monkeypatch.setattr(compiler._config, "BOUNDSCHECK", not compiler._config.BOUNDSCHECK)
    found.append(key(setting))
    assert len(set(found)) == len(found)
    assert key(tricks.tricks(turn_cap=14)) == key(setting), "options that are not folded need no variant of their own"


class Limits(NamedTuple):
    low: int
    high: int


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, 2),
        (1, True),
        (0.0, -0.0),
        ((1, 2), (1, 3)),
        ((1, 2), [1, 2]),
        (Limits(1, 2), (1, 2)),
        (Limits(1, 2), Limits(1, 3)),
        ({0: 3, 1: 4}, {0: 3, 1: 5}),
        ({0: 3, 1: 4}, {1: 4, 0: 3}),
        (np.arange(4), np.arange(4) + 1),
        (np.arange(4), np.arange(4).reshape(2, 2)),
        (np.arange(4), np.arange(4).astype(np.int32)),
        (np.int64(1), np.int64(2)),
        (len, max),
        (lambda x: 1, lambda x: 2),
        (lambda x, y=1: y, lambda x, y=2: y),
        (lambda x: [y + 1 for y in range(3)], lambda x: [y + 2 for y in range(3)]),
        (types.SimpleNamespace, Limits),
    ],
)
def test_the_values_that_a_function_reads_count(one: Any, other: Any) -> None:
    source = BODY.format("READ")
    assert of_policy(source, READ=one) == of_policy(source, READ=one)
    assert of_policy(source, READ=one) != of_policy(source, READ=other)
    assert of_policy(BODY.format("0"), READ=one) == of_policy(BODY.format("0"), READ=other), "nobody reads it"
    within = BODY.format("[READ for _ in range(3)]")
    assert of_policy(within, READ=one) != of_policy(within, READ=other), "what is written within it reads too"


def test_the_contents_of_a_closure_count() -> None:
    def policy(limit: Any) -> Any:
        return lambda t, seat, question: limit

    assert fingerprint(policy(1)) != fingerprint(policy(2))
    assert fingerprint(policy(len)) != fingerprint(policy(lambda cards: 0))


def test_the_names_read_from_a_module_count() -> None:
    def book(**names: Any) -> types.ModuleType:
        module = types.ModuleType("book")
        vars(module).update(names)
        return module

    source = BODY.format("book.helper(seat) + book.LIMIT")
    honest = of_policy(source, book=book(helper=lambda seat: 1, LIMIT=3))
    assert honest == of_policy(source, book=book(helper=lambda seat: 1, LIMIT=3, other=4))
    assert honest != of_policy(source, book=book(helper=lambda seat: 1, LIMIT=4))
    assert honest != of_policy(source, book=book(helper=lambda seat: 2, LIMIT=3))


@pytest.mark.parametrize(
    ("source", "names", "message"),
    [
        (BODY.format("find(book)"), {"find": len}, "bot.policy uses the module book itself: write book.NAME"),
        (BODY.format("book.more"), {}, "bot.policy reads book.more, which is not there"),
        (BODY.format("book.page"), {}, "bot.policy reads book.page, which is a module: functions and numbers can"),
        (BODY.format("READ"), {"READ": object()}, "bot.policy reads READ, a object: functions, numbers, tuples and"),
        (BODY.format("READ"), {"READ": np.array([None])}, "bot.policy reads READ, a ndarray: functions"),
    ],
)
def test_a_function_that_cannot_be_compiled_is_named(source: str, names: dict[str, Any], message: str) -> None:
    book = types.ModuleType("book")
    vars(book)["page"] = types.ModuleType("page")
    with pytest.raises(Unreadable) as failure:
        of_policy(source, book=book, **names)
    assert str(failure.value).startswith(message)


def test_comments_docstrings_and_lines_do_not_count() -> None:
    bare = "def policy(t, seat, question):\n    return min(seat, 2)\n"
    told = (
        '\n\ndef policy(t, seat, question):\n    """What it does."""\n    # Why it does so.\n    return min(seat, 2)\n'
    )
    assert of_policy(bare) == of_policy(told.replace("What it does", "What else it does"))
    assert of_policy(bare) == of_policy(told)


@pytest.mark.slow
def test_keys_are_the_same_in_every_process(tmp_path: Path) -> None:
    """Keys depend neither on addresses nor on the order of sets, which differs between these processes."""
    code = "import json; from support.cache_keys import every_key; print(json.dumps(every_key()))"
    assert end(begin(tmp_path, code, PYTHONHASHSEED="1")) == every_key()
