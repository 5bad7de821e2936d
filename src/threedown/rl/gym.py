"""Gymnasium: one learner against bots, alone (:class:`Env`) or at many tables (:class:`VectorEnv`).

Importing this file gives every game its name: ``gymnasium.make("threedown/blitz31-v0", bots="simple")``, and
``gymnasium.make_vec(…, num_envs=1024)``.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from threedown.games import game_names
from threedown.rl.batch import Batch
from threedown.rl.extra import needed

needed("gymnasium")
import gymnasium  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402

from threedown.rl.spaces import allowed, check_illegal, drawn, mask_of, observation_space, vector  # noqa: E402

MOST_SEED = (1 << 62) - 1


class Env(gymnasium.Env[Any, Any]):
    """One table: ``seat`` learns, at the others sit ``bots``; house rules as for :class:`Batch`.

    An observation is one float32 vector, planes and then counters; which actions are legal is in
    ``info["action_mask"]``. By an ``illegal`` action one may ``lose`` the game, or the first legal one is taken instead
    (``replace``); ``info["illegal"]`` says that it was one.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 4}

    def __init__(
        self,
        game: str,
        seat: int = 0,
        bots: str | Mapping[int, str] | None = None,
        illegal: str = "lose",
        render_mode: str | None = None,
        **rules: Any,
    ) -> None:
        check_illegal(illegal)
        self.render_mode, self._illegal, self._seat = render_mode, illegal, seat
        self.batch = Batch(game, 1, learners=[seat], bots=bots, restarts=False, **rules)
        self.observation_space = observation_space(self.batch.schema)
        self.action_space = gymnasium.spaces.Discrete(self.batch.actions.total)
        self._begun = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """The next game; with a seed, the first one of that run."""
        super().reset(seed=seed)
        if seed is not None or not self._begun:
            self.batch.reset(int(self.np_random.integers(MOST_SEED)))
            self._begun = True
        else:
            self.batch.deal(np.ones(1, dtype=np.bool_))
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        taken, legal = allowed(self.batch, 0, int(action), self._illegal)
        told = self.batch.step([taken])
        over = bool(told.done[0])
        seen = vector(told.last_planes[0], told.last_counters[0]) if over else self._seen()
        info = self._info() | ({} if legal else {"illegal": True})
        if self.render_mode == "human":
            self.render()
        return seen, float(told.rewards[0, self._seat]), over, False, info

    def render(self) -> Any:
        """The table as text, as the learner may see it: given back (``ansi``) or printed (``human``)."""
        text = drawn(self.batch, self._seat)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def action_masks(self) -> Any:
        """Return the legal actions as bools, as sb3-contrib expects them."""
        return mask_of(self.batch, 0).astype(np.bool_)

    def _seen(self) -> Any:
        return vector(self.batch.told.planes[0], self.batch.told.counters[0])

    def _info(self) -> dict[str, Any]:
        return {"action_mask": mask_of(self.batch, 0)}


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many tables as one; the next game begins by itself, in the same step.

    ``infos`` has the masks of the legal actions (of BlitzWar ``menus`` and ``choices``), and where games have ended
    ``final_obs``, what the learner saw last, and ``_final_obs``, in which lanes.
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
        **rules: Any,
    ) -> None:
        check_illegal(illegal)
        self.num_envs, self.render_mode, self._illegal, self._seat = num_envs, render_mode, illegal, seat
        self.batch = Batch(game, num_envs, learners=[seat], bots=bots, **rules)
        self.single_observation_space = observation_space(self.batch.schema)
        self.single_action_space = gymnasium.spaces.Discrete(self.batch.actions.total)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._begun = False

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """The first games of a run, or after those that were played the next ones."""
        if seed is not None or not self._begun:
            super().reset(seed=seed)
            self.batch.reset(int(self.np_random.integers(MOST_SEED)))
            self._begun = True
        else:
            self.batch.deal(np.ones(self.num_envs, dtype=np.bool_))
        return vector(self.batch.told.planes, self.batch.told.counters), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        taken, legal = self._allowed(np.asarray(actions, dtype=np.int64))
        told = self.batch.step(taken)
        infos = self._infos() | {"illegal": ~legal}
        if told.done.any():
            infos |= {"final_obs": vector(told.last_planes, told.last_counters), "_final_obs": told.done.copy()}
        rewards = told.rewards[:, self._seat].astype(np.float64)
        seen = vector(told.planes, told.counters)
        return seen, rewards, told.done.copy(), np.zeros(self.num_envs, dtype=np.bool_), infos

    def render(self) -> Any:
        """The first table as text."""
        return (drawn(self.batch, self._seat),)

    def _allowed(self, wanted: Any) -> tuple[Any, Any]:
        """The actions, those that are not legal exchanged, and which of them are legal."""
        told = self.batch.told
        if told.masks is None:
            lanes = range(self.num_envs)
            found = [allowed(self.batch, lane, int(wanted[lane]), self._illegal) for lane in lanes]
            return np.array([taken for taken, _ in found]), np.array([legal for _, legal in found])
        there = (wanted >= 0) & (wanted < self.batch.actions.total)
        legal = there & told.masks[np.arange(self.num_envs), np.where(there, wanted, 0)]
        instead = Batch.GIVE_UP if self._illegal == "lose" else told.masks.argmax(axis=1)
        return np.where(legal, wanted, instead), legal

    def _infos(self) -> dict[str, Any]:
        told = self.batch.told
        if told.masks is None:
            return {"menus": told.menus.copy(), "choices": told.choices.copy()}
        return {"action_mask": told.masks.astype(np.int8)}


def register() -> None:
    """Gives every game its name, ``threedown/NAME-v0``."""
    for name in game_names():
        gymnasium.register(
            f"threedown/{name}-v0",
            entry_point="threedown.rl.gym:Env",
            vector_entry_point="threedown.rl.gym:VectorEnv",
            kwargs={"game": name},
            disable_env_checker=True,
        )


register()
