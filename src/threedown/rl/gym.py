"""Gymnasium: one learner against bots, alone (:class:`Env`) or at many tables (:class:`VectorEnv`).

Importing this module registers every game: ``gymnasium.make("threedown/blitz31-v0", bots="simple")``, and
``gymnasium.make_vec(…, num_envs=1024)``.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from threedown.games import game_names
from threedown.rl.batch import Batch
from threedown.rl.extra import require

require("gymnasium")
import gymnasium  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

from threedown.rl.spaces import check_illegal, legal_action, mask_of, observation_space, table_text, vector  # noqa: E402

MOST_SEED = (1 << 62) - 1


class Env(gymnasium.Env[Any, Any]):
    """One table: ``seat`` learns against ``bots`` at the other seats; house rules as for :class:`Batch`.

    An observation is one float32 vector, planes and then counters; which actions are legal is in
    ``info["action_mask"]``. An illegal action loses the game (``illegal="lose"``), or the first legal one is taken
    instead (``"replace"``); ``info["illegal"]`` is then true. With ``scaled`` counters are in decades:
    sign(c) log10(1 + abs(c)).
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 4}

    def __init__(
        self,
        game: str,
        seat: int = 0,
        bots: str | Mapping[int, str] | None = None,
        illegal: str = "lose",
        render_mode: str | None = None,
        scaled: bool = False,
        **rules: Any,
    ) -> None:
        check_illegal(illegal)
        self.render_mode, self._illegal, self._seat, self._scaled = render_mode, illegal, seat, scaled
        self.batch = Batch(game, 1, learners=[seat], bots=bots, restarts=False, **rules)
        self.observation_space = observation_space(self.batch.schema, scaled)
        self.action_space = gymnasium.spaces.Discrete(self.batch.actions.total)
        self._begun = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal the next game; with a seed, the first one of that run."""
        super().reset(seed=seed)
        if seed is not None or not self._begun:
            self.batch.reset(int(self.np_random.integers(MOST_SEED)))
            self._begun = True
        else:
            self.batch.deal(np.ones(1, dtype=np.bool_))
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        taken, legal = legal_action(self.batch, 0, int(action), self._illegal)
        step = self.batch.step([taken])
        over = bool(step.done[0])
        observation = vector(step.last_planes[0], step.last_counters[0], self._scaled) if over else self._observation()
        info = self._info() | ({} if legal else {"illegal": True})
        if self.render_mode == "human":
            self.render()
        return observation, float(step.rewards[0, self._seat]), over, False, info

    def render(self) -> Any:
        """Return the table as text, as the learner may see it (``ansi``), or print it (``human``)."""
        text = table_text(self.batch, self._seat)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def action_masks(self) -> Any:
        """Return the legal actions as bools, as sb3-contrib expects them."""
        return mask_of(self.batch, 0).astype(np.bool_)

    def _observation(self) -> Any:
        return vector(self.batch.last_step.planes[0], self.batch.last_step.counters[0], self._scaled)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": mask_of(self.batch, 0)}


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many tables as one; the next game begins by itself, in the same step.

    ``infos`` has the masks of the legal actions (for BlitzWar ``menus`` and ``choices``) and, if games have ended,
    ``final_obs``, the learners' last views, and ``final_info``, the infos of the steps that ended them: no action is
    legal any more, and ``illegal`` tells whether the last one was not. ``_final_obs`` and ``_final_info`` are bools by
    lane, as everywhere in Gymnasium.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4, "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seat: int = 0,
        bots: str | Mapping[int, str] | None = None,
        illegal: str = "lose",
        render_mode: str | None = None,
        scaled: bool = False,
        **rules: Any,
    ) -> None:
        check_illegal(illegal)
        self.num_envs, self.render_mode, self._illegal, self._seat = num_envs, render_mode, illegal, seat
        self._scaled = scaled
        self.batch = Batch(game, num_envs, learners=[seat], bots=bots, **rules)
        self.single_observation_space = observation_space(self.batch.schema, scaled)
        self.single_action_space = gymnasium.spaces.Discrete(self.batch.actions.total)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._begun = False

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal the next games; with a seed, the first ones of that run; with ``options={"reset_mask": bools}``, those
        of the lanes that it marks.

        Raises ValueError for a seed for each lane, as all games are of one run, and for other options.
        """
        mask = self._reset_mask(seed, options or {})
        if seed is not None or not self._begun:
            super().reset(seed=seed)
            self.batch.reset(int(self.np_random.integers(MOST_SEED)))
            self._begun = True
        else:
            self.batch.deal(mask)
        return vector(self.batch.last_step.planes, self.batch.last_step.counters, self._scaled), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        actions_taken, legal = self._allowed(np.asarray(actions, dtype=np.int64))
        step = self.batch.step(actions_taken)
        infos = self._infos() | {"illegal": ~legal}
        if step.done.any():
            done = step.done.copy()
            final = final_info(infos, done)
            infos |= {"final_obs": vector(step.last_planes, step.last_counters, self._scaled), "_final_obs": done}
            infos |= {"final_info": final, "_final_info": done}
        rewards = step.rewards[:, self._seat].astype(np.float64)
        observation = vector(step.planes, step.counters, self._scaled)
        return observation, rewards, step.done.copy(), np.zeros(self.num_envs, dtype=np.bool_), infos

    def _reset_mask(self, seed: Any, options: dict[str, Any]) -> Any:
        """Return a bool for each lane: whether a reset deals its next game."""
        if unknown := [*options.keys() - {"reset_mask"}]:
            raise ValueError(f"options {unknown}: the only one is reset_mask")
        if seed is not None and not isinstance(seed, (int, np.integer)):
            raise ValueError("one seed deals the games of all tables: give an int, not a list")
        mask = options.get("reset_mask", np.ones(self.num_envs, dtype=np.bool_))
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (self.num_envs,):
            raise ValueError(f"reset_mask must be a numpy array of {self.num_envs} bools")
        if "reset_mask" in options and (seed is not None or not self._begun or not mask.any()):
            raise ValueError("reset_mask marks tables, one at least, after a first reset, and goes without a seed")
        return mask

    def render(self) -> Any:
        """Return the first table as text."""
        return (table_text(self.batch, self._seat),)

    def _allowed(self, wanted: Any) -> tuple[Any, Any]:
        """Return the actions with illegal ones replaced, and a bool for each: whether it was legal."""
        step = self.batch.last_step
        if step.masks is None:
            lanes = range(self.num_envs)
            replaced = [legal_action(self.batch, lane, int(wanted[lane]), self._illegal) for lane in lanes]
            return np.array([action_taken for action_taken, _ in replaced]), np.array([legal for _, legal in replaced])
        there = (wanted >= 0) & (wanted < self.batch.actions.total)
        legal = there & step.masks[np.arange(self.num_envs), np.where(there, wanted, 0)]
        instead = Batch.GIVE_UP if self._illegal == "lose" else step.masks.argmax(axis=1)
        return np.where(legal, wanted, instead), legal

    def _infos(self) -> dict[str, Any]:
        step = self.batch.last_step
        if step.masks is None:
            return {"menus": step.menus.copy(), "choices": step.choices.copy()}
        return {"action_mask": step.masks.astype(np.int8)}


def final_info(infos: dict[str, Any], done: Any) -> dict[str, Any]:
    """Return the infos of the steps that have ended games, with a bool by lane beside each, as in Gymnasium."""
    final = {name: np.zeros_like(values) for name, values in infos.items()} | {"illegal": infos["illegal"] & done}
    return final | {f"_{name}": done for name in final}


def register() -> None:
    """Register every game as ``threedown/NAME-v0``."""
    for name in game_names():
        gymnasium.register(
            f"threedown/{name}-v0",
            entry_point="threedown.rl.gym:Env",
            vector_entry_point="threedown.rl.gym:VectorEnv",
            kwargs={"game": name},
            disable_env_checker=True,
        )


register()
