"""Gymnasium's and PettingZoo's own checks, and what they do not look at."""

import importlib
import sys
import warnings
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec
from support import beside

from threedown.games import find_game
from threedown.rl import Batch, MissingExtra, NothingToLearn, gym, zoo
from threedown.rl.gym import VectorEnv

CYCLES = 60
LASTS = 10
"""The seed of a game that is not over within the four cycles at which PettingZoo breaks one off, as some of Blitzkrieg
are."""

zoos = pytest.mark.parametrize("pair", beside.learned(("blitz31", "seed")))
"""The quick one is that whose machine code other quick tests share."""
gyms = pytest.mark.parametrize("pair", beside.learned())


@pytest.fixture(autouse=True)
def _strict() -> Any:
    """Warnings of the checks count as errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        yield


@zoos
def test_pettingzoo_in_turn(pair: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    game, preset = pair
    api_test(zoo.env(game, preset=preset), num_cycles=CYCLES)
    seed_test(lambda: zoo.env(game, preset=preset), num_cycles=CYCLES)
    render_test(lambda **named: zoo.env(game, preset=preset, illegal="replace", **named))
    assert find_game(game).title in capsys.readouterr().out


@zoos
def test_pettingzoo_at_once(pair: tuple[str, str]) -> None:
    """The checks act at random; illegal actions are replaced, or games would hardly begin."""
    game, preset = pair

    def made(**named: Any) -> zoo.SeatsAtOnce:
        return zoo.parallel_env(game, preset=preset, illegal="replace", **named)

    def lasting(**named: Any) -> zoo.SeatsAtOnce:
        each = made(**named)
        each._seeds = np.random.default_rng(LASTS)
        for agent in each.possible_agents:
            each.action_space(agent).seed(LASTS)
        return each

    parallel_api_test(made(), num_cycles=CYCLES)
    parallel_seed_test(made, num_cycles=CYCLES)
    max_cycles_test(SimpleNamespace(parallel_env=lasting, env=lambda **named: parallel_to_aec(lasting(**named))))


@pytest.mark.parametrize(("seed", "last"), [(2, "seat_0"), (0, "seat_1")])
def test_agents_observe_the_same_as_a_batch(seed: int, last: str) -> None:
    """A game in turn, beside the batch of the same seed: observations, masks, and at the end the rewards."""
    made = zoo.env("blitz31", illegal="replace")
    made.reset(seed=seed)
    agent = ""
    batch = Batch("blitz31", 1, made.batch.seed, restarts=False)
    step = batch.reset()
    pick = np.random.default_rng(seed)
    while int(step.seat[0]) >= 0:
        agent = f"seat_{step.seat[0]}"
        assert made.agent_selection == agent
        assert np.array_equal(made.observe(agent), np.concatenate([step.planes[0], step.counters[0]]))
        assert np.array_equal(np.flatnonzero(made.infos[agent]["action_mask"]), batch.legal_actions(0))
        others = [mask["action_mask"].sum() for other, mask in made.infos.items() if other != agent]
        assert others == [0]
        action = int(batch.random_actions(pick)[0])
        batch.step([action])
        made.step(action)
    assert agent == last
    assert list(made.terminations.values()) == [True, True]
    assert list(made.rewards.values()) == list(step.rewards[0])
    assert set(made.rewards.values()) == {1.0, -1.0}


def test_an_illegal_action_loses_or_is_replaced() -> None:
    for illegal, rewards in (("lose", [-1.0, 1.0]), ("replace", [0.0, 0.0])):
        made = zoo.env("blitz31", illegal=illegal)
        made.reset(seed=3)
        made.step(6)  # a fourth card cannot be discarded before one is drawn
        assert list(made.rewards.values()) == rewards
        assert any(made.terminations.values()) == (illegal == "lose")
    with pytest.raises(ValueError, match="illegal='forgive': choose one of lose, replace"):
        zoo.env("blitz31", illegal="forgive")


def test_a_game_is_broken_off_after_so_many_cycles() -> None:
    made = zoo.env("blitz31", illegal="replace", max_cycles=3)
    made.reset(seed=3)
    answers = 0
    while not any(made.truncations.values()):
        made.step(0)
        answers += 1
    assert answers <= 2 * 3 - 1 + 1
    assert not any(made.terminations.values())
    assert list(made.truncations.values()) == [True, True]


@gyms
def test_gymnasium(pair: tuple[str, str]) -> None:
    """One learner against bots, made by its name."""
    game, preset = pair
    made = gymnasium.make(f"threedown/{game}-v0", preset=preset)
    with warnings.catch_warnings():
        warnings.simplefilter("default", UserWarning)  # of gymnasium's own wrappers
        check_env(made.unwrapped)
    seen, info = made.reset(seed=4)
    over = False
    while not over:
        assert seen in made.observation_space
        seen, _, over, cut, info = made.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert not cut
    again, _ = made.reset(seed=4)
    other, _ = made.reset()
    assert again.tobytes() == made.reset(seed=4)[0].tobytes()
    assert other in made.observation_space


@pytest.mark.slow
def test_tables_of_gymnasium_are_those_of_a_batch() -> None:
    """One and many, beside the batch of the same seed: a learner at seat 1 against bots, game after game."""
    named: dict[str, Any] = {"seat": 1, "bots": "random", "seats": 3, "lives": 1}
    rules = {"learners": [1], "bots": "random", "seats": 3, "lives": 1}
    one: Any = gymnasium.make("threedown/blitz31-v0", **named).unwrapped
    many: Any = gymnasium.make_vec("threedown/blitz31-v0", num_envs=4, **named)
    pick, rewards = np.random.default_rng(5), set()
    for made in (one, many):
        seen, info = made.reset(seed=3)
        batch = Batch("blitz31", made.batch.n, made.batch.seed, **rules)
        step, ended = batch.reset(), 0
        while ended < 9:
            expected = np.concatenate([step.planes, step.counters], axis=1)
            assert np.array_equal(np.reshape(seen, expected.shape), expected)
            assert np.array_equal(np.reshape(info["action_mask"], step.masks.shape), step.masks)
            actions = batch.random_actions(pick)
            seen, reward, over, _, info = made.step(actions if made is many else actions[0])
            step = batch.step(actions)
            assert np.array_equal(np.atleast_1d(over), step.done)
            assert np.array_equal(np.atleast_1d(reward), step.rewards[:, 1])
            last = np.concatenate([step.last_planes, step.last_counters], axis=1)[step.done]
            if made is many and step.done.any():
                assert np.array_equal(info["final_obs"][step.done], last)
                assert np.array_equal(info["_final_obs"], step.done)
            elif step.done.any():
                assert np.array_equal(seen[None], last)
                seen, info = made.reset()
            ended += int(step.done.sum())
            rewards |= set(step.rewards[step.done, 1].tolist())
    assert rewards == {1.0, -0.5}


@pytest.mark.slow
@pytest.mark.parametrize("action", [4, -1, -2, -3, -10, 99])
def test_an_illegal_action_crashes_no_environment_of_gymnasium(action: int) -> None:
    """A legal action is taken; an invalid one loses the game, or the first legal action replaces it."""
    named: dict[str, Any] = {"seat": 1, "bots": "random", "seats": 3, "lives": 1}
    for illegal, loses in (("lose", True), ("replace", False)):
        one, other = (gym.Env("blitz31", illegal=illegal, **named) for _ in range(2))
        many = gym.VectorEnv("blitz31", 2, illegal=illegal, **named)
        for each in (one, other, many):
            _, info = each.reset(seed=3)
        legal = np.flatnonzero(info["action_mask"][0])
        assert action not in legal
        _, reward, over, _, info = one.step(action)
        assert (reward < 0, over, info["illegal"]) == (loses, loses, True)
        assert "illegal" not in other.step(int(legal[0]))[-1]
        assert (one.batch.table_state(0).tobytes() == other.batch.table_state(0).tobytes()) != loses
        _, rewards, ended, _, infos = many.step([action, legal[0]])
        assert (list(rewards < 0), list(ended), list(infos["illegal"])) == (
            [loses, False],
            [loses, False],
            [True, False],
        )


@gyms
def test_many_tables_of_gymnasium(pair: tuple[str, str]) -> None:
    """Those of a batch; actions of the space's own choice never crash it."""
    game, preset = pair
    made: Any = gymnasium.make_vec(f"threedown/{game}-v0", num_envs=8, preset=preset, illegal="replace")
    assert made.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, _ = made.reset(seed=4)
    made.action_space.seed(4)
    ended = 0
    for _ in range(200):
        assert made.observation_space.contains(seen)
        seen, rewards, over, cut, infos = made.step(made.action_space.sample())
        assert rewards.shape == over.shape == cut.shape == infos["illegal"].shape == (8,)
        ended += int(over.sum())
        assert ("final_obs" in infos) == bool(over.any())
    losing: Any = gymnasium.make_vec(f"threedown/{game}-v0", num_envs=2, preset=preset)
    losing.reset(seed=4)
    _, rewards, over, _, infos = losing.step(np.full(2, losing.single_action_space.n - 1))
    assert list(over) == list(infos["illegal"])
    assert all(rewards[infos["illegal"]] < 0)


def test_reset_mask_deals_the_marked_tables_alone() -> None:
    made: Any = gymnasium.make_vec("threedown/blitz31-v0", num_envs=4, illegal="replace")
    seen, _ = made.reset(seed=4)
    mask = np.array([True, False, False, True])
    for _ in range(5):
        seen, *_ = made.step(made.unwrapped.batch.last_step.masks.argmax(axis=1))
    batch = made.unwrapped.batch
    before = [batch.table_state(lane).tobytes() for lane in range(4)]
    games = [batch.game(lane) for lane in range(4)]
    after, infos = made.reset(options={"reset_mask": mask})
    now = [batch.table_state(lane).tobytes() for lane in range(4)]
    assert [one == other for one, other in zip(before, now, strict=True)] == [False, True, True, False]
    assert [batch.game(lane) - games[lane] for lane in range(4)] == [4, 0, 0, 4], "the next games, not the same again"
    assert np.array_equal(after[1:3], seen[1:3])
    assert infos["action_mask"].shape[0] == 4


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"seed": [1, 2]}, "give an int, not a list"),
        ({"options": {"reset_mask": [True, False]}}, "numpy array of 2 bools"),
        ({"options": {"reset_mask": np.zeros(2, dtype=np.bool_)}}, "one at least"),
        ({"seed": 1, "options": {"reset_mask": np.ones(2, dtype=np.bool_)}}, "without a seed"),
        ({"options": {"speed": 2}}, "the only one is reset_mask"),
    ],
)
def test_a_reset_that_can_not_be_done_is_refused(asked: dict[str, Any], says: str) -> None:
    made = VectorEnv("blitz31", 2)
    made.reset(seed=1)
    before = made.batch.table_state(0).tobytes()
    with pytest.raises(ValueError, match=says):
        made.reset(**asked)
    assert made.batch.table_state(0).tobytes() == before


@pytest.mark.slow
def test_scaled_counters_are_in_decades_and_planes_as_they_are() -> None:
    for make in (gym.Env, lambda game, **named: VectorEnv(game, 2, **named)):
        plain, scaled = make("casino-war"), make("casino-war", scaled=True)
        (raw, _), (seen, _) = plain.reset(seed=5), scaled.reset(seed=5)
        planes = plain.batch.schema.sizes[0]
        assert np.array_equal(raw[..., :planes], seen[..., :planes])
        counters = raw[..., planes:]
        assert counters.max() > 10, "chips"
        assert np.allclose(seen[..., planes:], np.sign(counters) * np.log10(1 + np.abs(counters)))
        assert scaled.observation_space.contains(seen)
    turns = zoo.env("blitz31", scaled=True)
    turns.reset(seed=3)
    for agent in turns.possible_agents:
        seen = turns.observe(agent)
        assert turns.observation_space(agent).contains(seen)
        assert seen.max() < 3


def test_the_infos_of_the_last_step_stay_beside_those_of_the_next_game() -> None:
    made = VectorEnv("blitz31", 2, illegal="lose")
    made.reset(seed=4)
    legal = made.batch.last_step.masks.argmax(axis=1)
    _, _, over, _, infos = made.step(np.array([made.single_action_space.n - 1, legal[1]]))
    assert over.tolist() == infos["_final_info"].tolist() == [True, False]
    final = infos["final_info"]
    assert final["illegal"].tolist() == [True, False]
    assert final["_illegal"].tolist() == final["_action_mask"].tolist() == [True, False]
    assert not final["action_mask"][0].any(), "nothing is legal in a game that is over"
    assert infos["action_mask"][0].any(), "the next game has begun"


def test_a_game_without_choices_says_so() -> None:
    with pytest.raises(NothingToLearn, match="war asks no player"):
        gymnasium.make("threedown/war-v0")
    with pytest.raises(NothingToLearn, match="war asks no player"):
        zoo.env("war")


@pytest.mark.parametrize(
    ("module", "missing", "brought_by"),
    [
        ("threedown.rl.gym", "gymnasium", "rl"),
        ("threedown.rl.zoo", "pettingzoo", "rl"),
        ("threedown.rl.openspiel", "pyspiel", "openspiel"),
    ],
)
def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, module: str, missing: str, brought_by: str) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delitem(sys.modules, module, raising=False)
    with pytest.raises(MissingExtra, match=rf"^this needs {missing}: pip install 'threedown\[{brought_by}\]'$"):
        importlib.import_module(module)


def test_a_missing_compiler_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(MissingExtra, match=r"^this needs numba: pip install 'threedown\[rl\]'$"):
        Batch("blitz31", 1)
