"""PettingZoo: all seats of a game as agents, in turn (:func:`env`) or in parallel (:func:`parallel_env`)."""

from typing import Any

import numpy as np

from threedown.rl.batch import Batch
from threedown.rl.extra import require

require("pettingzoo")
import gymnasium  # noqa: E402
from pettingzoo import AECEnv, ParallelEnv  # noqa: E402

from threedown.rl.spaces import (  # noqa: E402
    check_illegal,
    legal_action,
    mask_of,
    observation_space,
    table_text,
    vector,
    vector_of,
)

MOST_SEED = (1 << 62) - 1


class _Seats:
    """A table whose seats are agents: the common part of both forms.

    Observations are one float32 vector each; ``infos`` has the mask of legal actions, all 0 for agents that are not
    asked. An illegal action loses the game (``illegal="lose"``), or the first legal one is taken instead
    (``"replace"``). After ``max_cycles`` the game is truncated. With ``scaled`` counters are in decades:
    sign(c) log10(1 + abs(c)).
    """

    def __init__(
        self,
        game: str,
        illegal: str = "lose",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        scaled: bool = False,
        **rules: Any,
    ) -> None:
        check_illegal(illegal)
        self.metadata = {"render_modes": ["ansi", "human"], "name": f"threedown_{game}_v0", "is_parallelizable": True,
                         "render_fps": 4}  # fmt: skip
        self.render_mode, self._illegal, self._max_cycles, self._scaled = render_mode, illegal, max_cycles, scaled
        self.batch = Batch(game, 1, restarts=False, **rules)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.batch.setting.seats)]
        self.agents: list[str] = []
        space, actions = observation_space(self.batch.schema, scaled), self.batch.actions.total
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def render(self) -> Any:
        """Return the table as text, as everybody may see it (``ansi``), or print it (``human``)."""
        text = table_text(self.batch, None)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def _deal(self, seed: int | None) -> None:
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.batch.reset(int(self._seeds.integers(MOST_SEED)))
        self.agents = list(self.possible_agents)

    def _current_agent(self) -> str:
        """Return the agent that is asked; the first seat when the game is over."""
        return self.possible_agents[max(int(self.batch.last_step.seat[0]), 0)]

    def _over(self) -> bool:
        return int(self.batch.last_step.seat[0]) < 0

    def _answer(self, action: int) -> dict[str, float]:
        """Answer for the agent that is asked; return each seat's gain."""
        taken, _ = legal_action(self.batch, 0, action, self._illegal)
        rewards = self.batch.step([taken]).rewards[0]
        return {agent: float(reward) for agent, reward in zip(self.possible_agents, rewards, strict=True)}

    def _observation_of(self, agent: str) -> Any:
        batch = self.batch
        seat = self.possible_agents.index(agent)
        if int(batch.last_step.seat[0]) == seat:
            return vector(batch.last_step.planes[0], batch.last_step.counters[0], self._scaled)
        return vector_of(batch.setting, batch.table_state(0), seat, batch.schema, self._scaled)

    def _mask(self, agent: str) -> Any:
        asked = not self._over() and agent == self._current_agent()
        return mask_of(self.batch, 0) if asked else np.zeros(self.batch.actions.total, dtype=np.int8)


class SeatsInTurn(_Seats, AECEnv):  # type: ignore[misc]
    """Agents that answer one after the other, as they are asked. A cycle is an answer of the busiest seat."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game; with a seed, the first one of that run."""
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._answers = dict.fromkeys(self.agents, 0)
        self._update_agents()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._answer(int(action))
        self._answers[agent] += 1
        self.terminations = dict.fromkeys(self.agents, self._over())
        self.truncations = dict.fromkeys(self.agents, not self._over() and self._answers[agent] == self._max_cycles)
        self._accumulate_rewards()
        self._update_agents()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Any:
        """Return an agent's view, whether it is asked or not."""
        return self._observation_of(agent)

    def _update_agents(self) -> None:
        self.agent_selection = self._current_agent()
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}


class SeatsAtOnce(_Seats, ParallelEnv):  # type: ignore[misc]
    """Agents that all act in each cycle; only the action of the agent that is asked counts."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Deal a game; with a seed, the first one of that run."""
        self._deal(seed)
        self._cycles = 0
        return self._observations(), self._infos()

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        rewards = self._answer(int(actions[self._current_agent()]))
        self._cycles += 1
        over = self._over()
        cut = not over and self._cycles == self._max_cycles
        observations, infos, agents = self._observations(), self._infos(), self.agents
        if self.render_mode == "human":
            self.render()
        if over or cut:
            self.agents = []
        return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def _observations(self) -> dict[str, Any]:
        return {agent: self._observation_of(agent) for agent in self.agents}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {"action_mask": self._mask(agent)} for agent in self.agents}


def env(game: str, **named: Any) -> SeatsInTurn:
    """Return a game whose seats answer in turn; house rules as for :class:`Batch`."""
    return SeatsInTurn(game, **named)


def parallel_env(game: str, **named: Any) -> SeatsAtOnce:
    """Return a game in which every seat acts in each cycle."""
    return SeatsAtOnce(game, **named)
