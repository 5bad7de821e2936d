"""The example that trains: the network reads and says the same of a batch and of a table, sits at one, beats simple."""

import random
import re
from typing import Any

import numpy as np
import pytest
from support import conformance
from support.commands import Told
from support.examples import example
from support.paths import EXAMPLES, ROOT
from support.tables import setting_of

from threedown.bulk.report import share_interval
from threedown.bulk.run import simulate
from threedown.bulk.run_spec import run_spec
from threedown.games.setting import Setting, settle
from threedown.rl.observing import schema
from threedown.rl.stepped import legal_actions, observation, take

PLAYS = f"{EXAMPLES / 'trained_blitz31.py'}:policy"
QUESTIONS = 60
GAMES = 4000


@pytest.fixture(scope="module")
def trained() -> Any:
    return example("trained_blitz31")


def blitz31() -> Setting:
    return setting_of(("blitz31", "seed"))


def test_a_table_is_read_as_an_environment_observes_it(trained: Any) -> None:
    """And what is thought best is the best legal action; in random games, at every question."""
    setting, pick = blitz31(), random.Random(5)
    layout, session, game, asked = schema(setting), conformance.dealt(blitz31(), 5), 0, set()
    for _ in range(QUESTIONS):
        while session.over or session.pending is None:
            game += session.over
            session = conformance.dealt(setting, 5, game) if session.over else session
            session.go(conformance.WHOLE_GAME)
        seat, question = session.pending.seat, session.pending.question
        planes, counters = (numbers[None] for numbers in observation(session, seat, layout))
        told = trained.inputs(layout, planes, counters)[0]
        table = session.table
        assert np.allclose(trained.read(table, seat, question), told)
        said = trained.network(told[None])
        assert np.allclose(trained.answered(told), said[0], atol=1e-3)
        actions, legal = trained.by_action(layout, planes, said)[0], legal_actions(session, seat)
        chosen = trained.policy(table, seat, question) + (trained.DRAWS if question else 0)
        assert chosen in legal
        assert actions[chosen] >= max(actions[legal]) - 1e-3
        asked.add((question, len(legal)))
        take(session, seat, pick.choice(legal))
    assert len(asked) > 2


def test_the_weights_are_small_and_learnt(trained: Any) -> None:
    assert trained.WEIGHTS.stat().st_size < 60_000
    assert trained.LAYER_1.shape == (trained.INPUTS, trained.HIDDEN)
    assert trained.LAYER_3.shape == (trained.HIDDEN, trained.OUTPUTS)
    assert all(weights.any() for weights in (trained.LAYER_1, trained.LAYER_2, trained.LAYER_3))


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
def test_it_beats_simple(seat: int) -> None:
    """At either seat it wins more than half of the games, beyond the interval."""
    pilots = (PLAYS, "simple") if seat == 0 else ("simple", PLAYS)
    won = int(simulate(run_spec(blitz31(), GAMES, 7, pilots)).totals.counts[seat])
    low, _ = share_interval(won, GAMES)
    assert low > 0.5


def typed(what: str) -> list[str]:
    """The command of docs/rl.md that begins so and names the trained bot, without the program."""
    page = (ROOT / "docs" / "rl.md").read_text(encoding="utf-8")
    (line,) = re.findall(rf"^\$ threedown ({what} .*trained_blitz31\.py.*)$", page, re.MULTILINE)
    return str(line).split()


def test_it_sits_at_a_table(threedown: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the command of the page: a game with one life, played differently from ``simple``."""
    monkeypatch.chdir(ROOT)
    shown = ["--bot", "0=simple", "--plain", "--seed", "3", "--set", "lives=1"]
    told: Told = threedown([*typed("play"), *shown], "\n" * 100)
    other: Told = threedown(["play", "blitz31", *shown], "\n" * 100)
    assert told.code == other.code == 0
    assert re.search(r"is the last with a life\.\n", told.out)
    assert told.out != other.out, "it is not the network that plays"


@pytest.mark.slow
def test_it_stands_above_simple_in_the_ladder(threedown: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the command of the page, which exits with 1 where a level does not beat the one below it."""
    monkeypatch.chdir(ROOT)
    told: Told = threedown([*typed("bots ladder"), "--json"])
    assert told.code == 0
    assert [pairing["verdict"] for pairing in told.json["pairings"]] == ["beats"]


def test_the_training_runs() -> None:
    """One round of it at few tables, where PyTorch is installed (it is in no extra: its GPU build is a download of
    gigabytes)."""
    pytest.importorskip("torch", reason="examples/train_blitz31.py was not run: PyTorch is not installed here")
    training = example("train_blitz31")
    training.TABLES, training.STEPS = 64, 8
    rows = [row for _, row in training.train(1, 3 * 64 * 8)]
    assert [so_far for so_far, _, _ in rows] == [512, 1024, 1536]
    assert all(0 <= won <= games for _, games, won in rows)


def test_it_is_for_two_and_says_what_it_reads(trained: Any) -> None:
    layout = schema(settle(blitz31().game, seats=2))
    planes, counters = layout.sizes
    read = trained.inputs(layout, np.zeros((3, planes), dtype=np.int8), np.zeros((3, counters), dtype=np.float32))
    assert read.shape == (3, trained.INPUTS)
    assert read.dtype == np.float32
