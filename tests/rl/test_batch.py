"""The batch: the games that it plays are those of stepped sessions, whatever their number; it holds on to nothing."""

import os
import subprocess
import sys
import types
from pathlib import Path

import numpy as np
import pytest
from support import beside
from support.beside import LEARNED_GAMES, learned
from support.levels import with_few_worlds
from support.tables import setting_of

from threedown.games import find_game
from threedown.games.blitz31 import rules
from threedown.games.setting import settle
from threedown.rl import Batch, NothingToLearn, lanes
from threedown.rl.actions import number_actions
from threedown.table.chance import keys, run_key, start_game
from threedown.table.layout import Table, new_table_state

LANES = 16


def blitz31(n: int, seed: int = 1, **named: object) -> Batch:
    return Batch("blitz31", n, seed, **named)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_lane_is_a_session() -> None:
    """Tables, menus and observations are those of stepped sessions, byte for byte."""
    assert beside.check_batch(blitz31(LANES), 200, seed=3) >= 1


@pytest.mark.parametrize("pair", learned())
def test_every_lane_is_a_session(pair: tuple[str, str]) -> None:
    """At 2,000 questions of each preset."""
    beside.check_batch(Batch(setting_of(pair), LANES, 2), 2000, seed=4)


@pytest.mark.slow
def test_lanes_with_bots_are_sessions_with_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that imagine too: they are asked between two runs of a turn."""
    with_few_worlds("blitz31", "keen", monkeypatch)
    bots = {1: "simple", 2: "keen", 3: "random"}
    batch = Batch("blitz31", 4, 5, learners=[0], bots=bots, seats=4, lives=1)
    assert beside.check_batch(batch, 60, seed=6) >= 4


@pytest.mark.slow
def test_a_bot_from_outside_sits_in_a_lane(tmp_path: Path) -> None:
    """It knocks when it may, else it takes what lies open, and keeps its last cards."""
    file = tmp_path / "bold.py"
    file.write_text(
        "from threedown.games.blitz31.rules import DRAW, FROM_DISCARD, KNOCK, legal\n\n\n"
        "def bold(t, seat, question):\n"
        "    if question != DRAW:\n        return 0\n"
        "    return KNOCK if legal(t, seat, DRAW, KNOCK) else FROM_DISCARD\n"
    )
    assert beside.check_batch(Batch("blitz31", 4, 5, learners=[0], bots=f"{file}:bold"), 80, seed=6) >= 1


def results(n: int, games: int) -> dict[int, tuple[float, ...]]:
    """By game what each seat has gained, where every seat takes the legal action that its game's number chooses."""
    batch, found = blitz31(n), {}
    step = batch.reset()
    turn = 0
    while len(found) < games:
        playing = [batch.game(lane) for lane in range(n)]
        actions = []
        for lane, game in enumerate(playing):
            legal = batch.legal_actions(lane)
            actions.append(legal[(game + int(step.counters[lane][0])) % len(legal)])
        step = batch.step(actions)
        found |= {game: tuple(step.rewards[lane]) for lane, game in enumerate(playing) if step.done[lane]}
        turn += 1
    return found


def test_games_do_not_depend_on_how_many_are_played_at_once() -> None:
    first, second = results(7, 40), results(16, 40)
    both = sorted(first.keys() & second.keys())
    assert len(both) >= 20
    assert [first[game] for game in both] == [second[game] for game in both]
    assert {abs(reward) for rewards in first.values() for reward in rewards} <= {0.0, 1.0}
    assert all(sum(rewards) == 0 for rewards in first.values())
    assert len(set(first.values())) > 1, "always the same seat wins, and the test proves nothing"


def held_on_to(batch: Batch, steps: int) -> list[int]:
    """Return the growth in references to each array of a batch after so many steps."""
    pick = np.random.default_rng(1)
    batch.reset()
    batch.step(batch.random_actions(pick))
    all_own = (batch._lanes, batch._results, batch._facts, batch.schema.plan, batch._options, *(batch._mind or ()))
    own = [each for each in all_own if each is not None]
    before = [sys.getrefcount(each) for each in own]
    at_random(batch, steps)
    after = [sys.getrefcount(each) for each in own]
    return [now - then for now, then in zip(after, before, strict=True)]


def test_nothing_is_held_on_to() -> None:
    """A frame that raises while it holds arrays never lets go of them: a million decisions leave counts alone."""
    assert not any(held_on_to(blitz31(1000), 1000))


@pytest.mark.slow
@pytest.mark.parametrize("game", LEARNED_GAMES)
def test_no_game_holds_on_to_anything(game: str) -> None:
    """A million decisions of each."""
    assert not any(held_on_to(Batch(game, 1000, 1), 1000))


@pytest.mark.slow
def test_bots_that_imagine_hold_on_to_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with_few_worlds("blitz31", "keen", monkeypatch)
    bots = {1: "simple", 2: "keen", 3: "random"}
    assert not any(held_on_to(Batch("blitz31", 100, 5, learners=[0], bots=bots, seats=4, lives=1), 20))


def test_an_action_that_is_not_legal_changes_nothing() -> None:
    batch = blitz31(3)
    step = batch.reset()
    before = [batch.table_state(lane).tobytes() for lane in range(3)]
    good = [batch.legal_actions(lane)[0] for lane in range(3)]
    for action in (99, -3, 3):
        with pytest.raises(ValueError, match=f"lane 1: action {action} is not legal; legal are 0, 1, 2"):
            batch.step([good[0], action, good[2]])
        assert [batch.table_state(lane).tobytes() for lane in range(3)] == before
    with pytest.raises(ValueError, match="one action for each of the 3 lanes"):
        batch.step(good[:2])
    batch.step(good)
    assert [batch.table_state(lane).tobytes() for lane in range(3)] != before
    assert step is batch.last_step


@pytest.mark.parametrize("masks", [True, False])
def test_of_all_actions_only_the_legal_ones_may_be_taken(monkeypatch: pytest.MonkeyPatch, masks: bool) -> None:
    """By the mask, or by BlitzWar's list, which is longer than what counts of it."""
    legal, rest = [2, 3, 7], [5, 6]
    mask = [int(action in legal) for action in range(9)]
    asked = types.SimpleNamespace(seat=0, choices=len(legal), menu=legal + rest, mask=mask)
    monkeypatch.setattr(lanes, "has_masks", lambda: masks)
    free = {Batch.GIVE_UP, Batch.STAY}
    assert {action for action in range(-12, 12) if lanes.may_act(asked, action)} == free | set(legal)


def test_giving_up_loses() -> None:
    batch = blitz31(2)
    step = batch.reset()
    seat = int(step.seat[0])
    stayed = batch.table_state(1).tobytes()
    batch.step([Batch.GIVE_UP, batch.STAY])
    assert list(step.done) == [True, False]
    assert step.rewards[0][seat] == -1
    assert step.rewards[0].sum() == 0
    assert [batch.game(0), batch.game(1)] == [2, 1]
    assert batch.table_state(1).tobytes() == stayed


def test_without_restarts_a_game_that_is_over_stays_over() -> None:
    batch = blitz31(2, restarts=False)
    step = batch.reset()
    batch.step([Batch.GIVE_UP, batch.legal_actions(1)[0]])
    assert int(step.seat[0]) == -1
    assert batch.legal_actions(0) == []
    over = batch.table_state(0).tobytes()
    batch.step([0, batch.legal_actions(1)[0]])
    assert batch.table_state(0).tobytes() == over
    assert not step.done[0]
    other = batch.table_state(1).tobytes()
    batch.deal(np.array([True, False]))
    assert (batch.game(0), int(step.seat[0])) == (2, 0)
    assert batch.table_state(1).tobytes() == other


def test_a_game_that_asks_nobody_is_nothing_to_learn() -> None:
    with pytest.raises(
        NothingToLearn, match="tod-und-leben asks no player for a choice, so there is nothing to learn in"
    ):
        Batch("tod-und-leben", 4)
    with pytest.raises(NothingToLearn, match=r"war asks no player .* under these house rules, .* ask: hand-of-three"):
        Batch("war", 4)
    for game in ("pyanitsa", "syrian-war"):
        with pytest.raises(NothingToLearn):
            number_actions(settle(find_game(game)))


def test_house_rules_that_ask_nobody_are_nothing_to_learn() -> None:
    """The default of Beggar-My-Neighbour turns up the top card; one of its presets lets the players choose."""
    with pytest.raises(
        NothingToLearn, match=r"no player for a choice under these house rules.* these presets ask: chosen$"
    ):
        Batch("beggar-my-neighbour", 4)
    assert number_actions(settle(find_game("beggar-my-neighbour"), "chosen")).total == 5


@pytest.mark.parametrize(
    ("named", "what"),
    [
        ({"n": 0}, "0 tables: allowed is 1 to"),
        ({"n": 1, "seed": -1}, "seed -1"),
        ({"n": 1, "learners": [0, 2]}, "name some of the seats 0 to 1"),
        ({"n": 1, "learners": []}, "name some of the seats"),
        ({"n": 1, "learners": [0], "bots": {0: "simple"}}, "seat 0 is both"),
        ({"n": 1, "learners": [0], "bots": "clever"}, "there is no bot 'clever'"),
        ({"n": 1, "preset": "none"}, "has no preset 'none'"),
    ],
)
def test_wrong_arguments_are_named(named: dict[str, object], what: str) -> None:
    with pytest.raises(ValueError, match=what):
        Batch("blitz31", **named)  # type: ignore[arg-type]


def test_a_game_begins_with_the_key_of_its_number() -> None:
    """One at a time as :func:`keys` makes them many at a time."""
    table_state = settle(find_game("war")).new_table_state()
    for seed in (0, 1, 7, (1 << 63) - 1):
        made = keys(seed, 5, 3)
        for game in range(5, 8):
            start_game(table_state, run_key(seed), game)
            assert [*table_state.chance[:2], table_state.pilot[0]] == list(made[game - 5])
    assert new_table_state(table_state.dtype, 2).tobytes() != table_state.tobytes()


def at_random(batch: Batch, steps: int) -> None:
    pick = np.random.default_rng(1)
    for _ in range(steps):
        batch.step(batch.random_actions(pick))


def after_three_turns(t: Table) -> None:
    """A turn whose fourth is an error in the rules."""
    if t.s.turns > 3:
        raise IndexError
    rules.turn(t)


@pytest.mark.slow
def test_an_error_in_the_rules_is_not_mistaken_for_a_question() -> None:
    """Compiled code catches every exception in the same way: an unexpected one must come to light."""
    broken = types.SimpleNamespace(**{**vars(rules), "turn": after_three_turns})
    batch = Batch(settle(find_game("blitz31")._replace(rules=broken)), 4, 1)
    batch.reset()
    with pytest.raises(RuntimeError, match="an error in the rules"):
        at_random(batch, 20)


@pytest.mark.slow
def test_games_that_ask_no_learner_go_by() -> None:
    """In Blitzkrieg a seat is rarely asked: several games end in one step, and their results are no seat's reward."""
    batch = Batch("blitzkrieg", 16, 1, learners=[0])
    step = batch.reset()
    gone_by, ended = step.skipped.copy(), np.zeros(16, dtype=np.int64)
    pick = np.random.default_rng(1)
    for _ in range(100):
        step = batch.step(batch.random_actions(pick))
        gone_by += step.skipped
        ended += step.done
        assert not step.rewards[~step.done].any()
    assert [batch.game(lane) for lane in range(16)] == [
        lane + 16 * int(games) for lane, games in enumerate(gone_by + ended)
    ]
    assert gone_by.sum() > 0
    assert ended.sum() > 0


BOUNDED = """
import json, numpy as np
from threedown.rl import Batch
batch = Batch(GAME, 8, 1)
batch.reset()
pick = np.random.default_rng(1)
for _ in range(300):
    batch.step(batch.random_actions(pick))
print(json.dumps(int(batch.last_step.choices.min())))
"""


@pytest.mark.slow
@pytest.mark.parametrize("game", LEARNED_GAMES)
def test_batches_stay_within_their_bounds(tmp_path: Path, game: str) -> None:
    """In machine code that checks each index, in a cache of its own."""
    kept = {"THREEDOWN_CACHE": str(tmp_path), "NUMBA_BOUNDSCHECK": "1"}
    code = BOUNDED.replace("GAME", repr(game))
    done = subprocess.run([sys.executable, "-c", code], env={**os.environ, **kept}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) >= 1
