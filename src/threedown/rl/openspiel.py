"""OpenSpiel: every game as one that its algorithms load, ``pyspiel.load_game("threedown_blitz31(preset=modern)")``.

Importing this module registers the games; :func:`load` takes Threedown's own parameters. A game opens with its only
chance node, which chooses among ``worlds``: world i is game i of run ``seed``, the same that a batch plays. All later
chance follows from it.
"""

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np

from threedown.games import find_game, game_names
from threedown.games.setting import Setting, settle
from threedown.rl.actions import NothingToLearn, number_actions
from threedown.rl.extra import require
from threedown.rl.observing import Plane, Schema, schema
from threedown.rl.worlds import SearchWorld

pyspiel: Any = require("pyspiel", "openspiel")

WORLDS = 4096
"""The default number of deals among which a game chooses."""
MOST = float(1 << 31)
"""An upper bound of the points in games that are played for points."""
MOST_MOVES = (1 << 31) - 1
ANSWERS = 1024
"""The largest number of answers in a turn."""
RECALL = 4
"""The default number of a player's earlier choices in the tensor of an information state."""
PARAMETERS = {"preset": "", "seats": 0, "rules": "", "seed": 0, "worlds": WORLDS, "recall": RECALL}
"""The parameters of a game; ``rules`` are house rules, as in ``lives:1;free_ride:true``."""


def short_name(game: str) -> str:
    """Return OpenSpiel's name of a game.

    >>> short_name("casino-war")
    'threedown_casino_war'
    """
    return "threedown_" + game.replace("-", "_")


def load(
    game: str,
    preset: str = "",
    seats: int = 0,
    seed: int = 0,
    worlds: int = WORLDS,
    recall: int = RECALL,
    **rules: Any,
) -> "SpielGame":
    """A game with house rules as for :func:`threedown.new`; a game that was added later is registered first.

    The tensor of an information state has the player's last ``recall`` choices.
    """
    if short_name(game) not in pyspiel.registered_names():
        register(game)
    text = ";".join(f"{name}:{str(value).lower()}" for name, value in rules.items())
    loaded: SpielGame = pyspiel.load_game(
        short_name(game),
        {"preset": preset, "seats": seats, "rules": text, "seed": seed, "worlds": worlds, "recall": recall},
    )
    return loaded


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with fixed house rules and seats; each is registered as its own class (:func:`register`)."""

    name = ""

    def __init__(self, params: Any = None) -> None:
        chosen = {**PARAMETERS, **(params or {})}
        self.setting = _settled(self.name, chosen["preset"], chosen["seats"], chosen["rules"])
        self.seed, self.worlds = int(chosen["seed"]), int(chosen["worlds"])
        if self.worlds < 1:
            raise ValueError(f"worlds={self.worlds}: a game needs one at least")
        self.recall = int(chosen["recall"])
        if self.recall < 0:
            raise ValueError(f"recall={self.recall}: give the number of earlier choices, 0 or more")
        self.schema = schema(self.setting)
        super().__init__(_type_of(self.name), _info_of(self.setting, self.worlds), params or {})

    def new_initial_state(self) -> "SpielState":
        """Return the chance node."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """Return the observer of the states."""
        recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        return SpielObserver(self.setting, self.schema, self.recall if recalls else None)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state: the chance node, or a world at some point of its game."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.world: SearchWorld | None = None

    def current_player(self) -> int:
        """Return the seat to act; seats asked simultaneously answer in turn, without seeing each other's answers."""
        if self.world is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.world.over else self.world.seat

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self.world is None else self.world.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the worlds, all equally likely."""
        worlds = self.get_game().worlds
        return [(world, 1 / worlds) for world in range(worlds)]

    def _apply_action(self, action: int) -> None:
        game = self.get_game()
        if self.world is None:
            self.world = SearchWorld(game.setting, game.schema, game.seed, action)
        else:
            self.world.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.world is None or player < 0:
            return f"world {action}"
        return self.world.notation(action)

    def is_terminal(self) -> bool:
        """True if the game is over."""
        return self.world is not None and self.world.over

    def returns(self) -> list[float]:
        """Return each seat's gain: all 0 before the end."""
        if self.world is None or not self.world.over:
            return [0.0] * self.num_players()
        return self.world.gains()

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """Return a state with the same view for a player and its unknown cards dealt again; ``sampler`` gives 0 to 1.

        The state goes its own way from there, with this one's history. The views of other seats are not part of it, so
        a search must use observation strings as keys.
        """
        twin: SpielState = self.clone()
        if twin.world is not None:
            twin.world.imagine(player, int(sampler() * (1 << 53)))
        return twin

    def __str__(self) -> str:
        return "which world?" if self.world is None else str(self.world)


class SpielObserver:
    """A player's view as a tensor, planes and then counters, and as a string.

    With ``recall`` (None: without) they are those of the information state. The string has a digest of everything that
    the player has seen and done. In the tensor, the player's last choices follow, the latest first: of each the view
    and the action, a binary digit an entry, from the lowest on and counted from 1; all 0 where there were fewer. So it
    is complete as long as the player has made at most ``recall`` choices.
    """

    def __init__(self, setting: Setting, layout: Schema, recall: int | None) -> None:
        planes, counters = layout.sizes
        self._view, self._digits = planes + counters, number_actions(setting).total.bit_length()
        self._recall = recall
        self.tensor = np.zeros(self._view + (recall or 0) * (self._view + self._digits), dtype=np.float32)
        self.dict = {
            part.name: self.tensor[first + part.start : first + part.stop].reshape(part.shape)
            for first, part in _parts(layout)
        }
        if recall:
            self.dict["recalled"] = self.tensor[self._view :].reshape(recall, self._view + self._digits)

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill ``tensor``, and with it ``dict``."""
        self.tensor[:] = 0
        if state.world is None:
            return
        self.tensor[: self._view] = np.concatenate(state.world.observation(player))
        if self._recall:
            latest = state.world.decisions(player)[: -self._recall - 1 : -1]
            for row, decision in zip(self.dict["recalled"], latest, strict=False):
                row[: self._view] = np.concatenate([decision.planes, decision.counters])
                row[self._view :] = [(decision.action + 1) >> digit & 1 for digit in range(self._digits)]

    def string_from(self, state: SpielState, player: int) -> str:
        """Return a player's view and, with perfect recall, all its earlier views."""
        if state.world is None:
            return ""
        view = state.world.view_text(player)
        return view if self._recall is None else f"{view} after {state.world.history_digest(player)}"


def _parts(layout: Schema) -> Iterator[tuple[int, Plane]]:
    """Yield the parts of planes and counters, each with the offset of its kind."""
    yield from ((0, part) for part in layout.planes)
    yield from ((layout.sizes[0], part) for part in layout.counters)


@functools.lru_cache(maxsize=64)
def _settled(name: str, preset: str, seats: int, rules: str) -> Setting:
    options = dict(each.split(":", 1) for each in rules.split(";") if ":" in each)
    return settle(find_game(name), preset or None, options, seats or None)


@functools.cache
def _type_of(name: str) -> Any:
    game, kinds = find_game(name), pyspiel.GameType
    return kinds(
        short_name=short_name(name),
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if game.scoring.bankroll else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats.most,
        min_num_players=game.seats.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


def _info_of(setting: Setting, worlds: int) -> Any:
    most = MOST if setting.game.scoring.bankroll else 1.0
    return pyspiel.GameInfo(
        num_distinct_actions=number_actions(setting).total,
        max_chance_outcomes=worlds,
        num_players=setting.seats,
        min_utility=-most,
        max_utility=most,
        utility_sum=None if setting.game.scoring.bankroll else 0.0,
        max_game_length=min(ANSWERS * int(setting.option_codes.turn_cap), MOST_MOVES),
    )


def register(*names: str) -> None:
    """Register games with OpenSpiel, each as a class: it frees anything else only after Python has ended."""
    for name in names:
        pyspiel.register_game(_type_of(name), type(short_name(name), (SpielGame,), {"name": name}))


def _has_choices(name: str) -> bool:
    try:
        return number_actions(settle(find_game(name))).total > 0
    except NothingToLearn:
        return False


register(*filter(_has_choices, game_names()))
