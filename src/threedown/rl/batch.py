"""Many tables at once, for training: one call answers every learner's question."""

import types
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from threedown.bulk.player import compiled_options, usable_cache
from threedown.games import find_game
from threedown.games.levels import policy_of
from threedown.games.setting import Setting, settle
from threedown.rl import lanes
from threedown.rl.actions import number_actions
from threedown.rl.by_card import CardActions
from threedown.rl.describing import describe
from threedown.rl.extra import require
from threedown.rl.observing import record_of, schema
from threedown.rl.saved import AllCards, SavedGame, all_cards, compiled_deal, imagined
from threedown.table import verbs
from threedown.table.chance import run_key
from threedown.table.imagine import imagination
from threedown.table.layout import NOBODY, TableState

MOST_LANES = 1 << 20


class BatchStep(NamedTuple):
    """The result of a step: arrays whose first index is the lane.

    They belong to the batch and change with the next step: copy what you keep.
    """

    seat: Any
    """int64: the learner that is asked; -1 where the game is over and no new one begins."""
    planes: Any
    """int8, in the layout that :meth:`Batch.describe` returns."""
    counters: Any
    """float32, in the layout that :meth:`Batch.describe` returns."""
    masks: Any
    """bool: True for legal actions; None in games with thousands of actions, which have ``menus``."""
    menus: Any
    """int32: the legal actions in order, as many as ``choices``; None where there are ``masks``."""
    choices: Any
    """int64: the number of legal actions."""
    rewards: Any
    """float32, by lane and seat: the gain since the last step."""
    last_planes: Any
    """The acting learner's last view of the game, if it is ``done``."""
    last_counters: Any
    done: Any
    """bool: True if the game in which the lane acted has ended; the question then belongs to the next game."""
    skipped: Any
    """int64: games since the last step that ended without asking a learner anything."""


class Batch:
    """``n`` tables of one game. Lane i plays games i, i + n, i + 2n … of run ``seed``, each as it would be alone.

    ``game`` is a name, with preset, seats and house rules as for :func:`threedown.new`, or a Setting. ``learners`` are
    the seats that are asked (None: all); ``bots`` play the others, one level for all of them or a level by seat
    (default: the game's first level). The next game of a lane begins by itself, unless ``restarts`` is false.

    An action is the code of a choice, counted on from question to question (:meth:`describe`); ``GIVE_UP`` loses the
    game at once, and ``STAY`` leaves a lane as it is. With ``by_card``, choices that name a place of the hand are
    numbered by the card that lies there. Raises :class:`NothingToLearn` for a game that asks no seat anything,
    :class:`NoPlaces` if ``by_card`` does not fit it, :class:`MissingExtra` without the compiler.
    """

    GIVE_UP, STAY = lanes.GIVE_UP, lanes.STAY

    def __init__(
        self,
        game: str | Setting,
        n: int,
        seed: int = 0,
        learners: Sequence[int] | None = None,
        bots: str | Mapping[int, str] | None = None,
        restarts: bool = True,
        by_card: bool = False,
        preset: str | None = None,
        seats: int | None = None,
        **options: Any,
    ) -> None:
        setting = settle(find_game(game), preset, options, seats) if isinstance(game, str) else game
        self.setting, self.n, self.seed, self.restarts = setting, n, seed, restarts
        self.learners = tuple(range(setting.seats) if learners is None else learners)
        self.bots = _seated(setting, self.learners, bots)
        """The bots' levels by seat, "" for a learner."""
        if not 1 <= n <= MOST_LANES:
            raise ValueError(f"{n} tables: allowed is 1 to {MOST_LANES:,}")
        if not 0 <= seed < 1 << 63:
            raise ValueError(f"seed {seed}: allowed is 0 to 2**63 - 1")
        require("numba")
        self.schema, numbered = schema(setting), number_actions(setting)
        self.by_card = CardActions(setting, self.schema) if by_card else None
        """The translation of actions by card; None if actions are numbered by place."""
        self.actions = self.by_card.actions if self.by_card else numbered
        """The numbering of actions."""
        self._has_masks = setting.game.hooks.menu is None
        table_state, masked = setting.new_table_state(), self._has_masks
        sizes = (numbered.total, 0) if masked else (0, numbered.longest)
        self._lanes = np.zeros(n, dtype=lanes.lane_type(table_state.dtype, setting.game.hooks.resume is None))
        self._results = np.zeros(n, dtype=lanes.result_type(setting.seats, *self.schema.sizes, *sizes))
        self._results["seat"] = NOBODY
        self._options = compiled_options(setting)
        imagines = any(level and setting.imagined_level(level) is not None for level in self.bots)
        self._mind = imagination(table_state, setting.new_table_state()) if imagines else None
        self._deal: Any = None
        """What deals unknown cards anew; compiled when a game is first imagined."""
        self._entry = compiled_step(setting, self.bots, masked, imagines, usable_cache())
        arrays: dict[str, Any] = {name: self._results[name] for name in self._results.dtype.names or ()}
        arrays["masks"] = self._masks = arrays.pop("mask").view(np.bool_) if masked else None
        arrays["menus"] = None if masked else arrays["menu"]
        arrays["done"] = arrays["done"].view(np.bool_)
        self.last_step = BatchStep(**{name: arrays[name] for name in BatchStep._fields})
        """The result of the last step."""
        self._first_action = numbered.first
        self._set_facts()

    def reset(self, seed: int | None = None) -> BatchStep:
        """Deal the first game of every lane, of run ``seed`` if one is given."""
        self.seed = self.seed if seed is None else seed
        self._set_facts()
        self._lanes["game"] = np.arange(self.n)
        return self._play(np.full(self.n, lanes.STAY), np.ones(self.n, dtype=np.bool_))

    def deal(self, which: Any) -> BatchStep:
        """Deal the next game of the lanes for which ``which`` (a bool each) is true, also if theirs is not over; the
        others stay as they are."""
        which = np.asarray(which, dtype=np.bool_)
        self._lanes["game"][which & (self._results["seat"] != NOBODY)] += (
            self.n
        )  # after a game that is over it has been
        return self._play(np.full(self.n, lanes.STAY), which)

    def step(self, actions: Any) -> BatchStep:
        """Answer every lane's question and play on to the next; ``actions`` has an int for each lane.

        Raises ValueError, and changes nothing, where an action is not legal.
        """
        return self._play(np.ascontiguousarray(actions, dtype=np.int64), np.zeros(self.n, dtype=np.bool_))

    def legal_actions(self, lane: int) -> list[int]:
        """Return the legal actions of a lane, in order."""
        if self._has_masks:
            return [int(action) for action in np.flatnonzero(self.last_step.masks[lane])]
        return [int(action) for action in self._results[lane]["menu"][: self._results[lane]["choices"]]]

    def random_actions(self, pick: np.random.Generator) -> Any:
        """Pick a legal action for every lane, all equally likely."""
        step = self.last_step
        if step.masks is not None:
            return (step.masks * pick.random(step.masks.shape, dtype=np.float32)).argmax(axis=1)
        return step.menus[np.arange(self.n), (pick.random(self.n) * step.choices).astype(np.int64)].astype(np.int64)

    def describe(self) -> dict[str, Any]:
        """Return the layout as plain data: the game, the actions, and every part of planes and counters."""
        return describe(self.setting, self.schema, self.by_card)

    def table_state(self, lane: int) -> TableState:
        """Return a copy of a lane's table at the open question."""
        table_state = self.setting.new_table_state()
        table_state.words[:] = self._lanes[lane]["words"]
        return table_state

    def all_cards(self) -> AllCards:
        """Return where every card lies in each lane, hidden ones too: for a critic that sees all, never for a player.

        The cards are in the order of ``describe()["deck"]``.
        """
        return all_cards(self.setting, np.ascontiguousarray(self._lanes["words"]))

    def save(self, lane: int) -> SavedGame:
        """Return a copy of the game of a lane at its open question."""
        return SavedGame(self._lanes[lane].copy(), self._results[lane].copy())

    def restore(self, lanes: int | Sequence[int], saved: SavedGame, imagine: int | None = None) -> BatchStep:
        """Put a saved game into one lane or into several; each goes on from its question.

        With a seed to ``imagine``, each lane gets another table that could be the saved one as far as the seat knows
        that is asked: the cards that it doesn't know are dealt anew, and chance to come is new. So a search over it
        knows no more than its player. Games that run a turn again from its start for each answer can't be imagined in
        the middle of a turn: ValueError. A game that was saved in a batch of other rules is refused as well.
        """
        places = [lanes] if isinstance(lanes, int) else list(lanes)
        if (saved.lane.dtype, saved.result.dtype) != (self._lanes.dtype, self._results.dtype):
            raise ValueError("this game was saved in a batch of another game, with other seats or other rules")
        if not all(0 <= place < self.n for place in places):
            raise ValueError(f"lanes {places}: they are 0 to {self.n - 1}")
        if imagine is not None and self.setting.game.hooks.resume is None:
            raise ValueError(f"a game of {self.setting.game.title} can't be imagined in the middle of a turn")
        self._lanes[places], self._results[places] = saved.lane, saved.result
        if imagine is not None:
            seat, words = int(saved.result["seat"]), saved.lane["words"]
            self._deal = self._deal or compiled_deal(self.setting)
            self._lanes["words"][places] = imagined(self.setting, self._deal, words, seat, imagine, len(places))
        return self._told()

    def game(self, lane: int) -> int:
        """Return the number of the game that a lane plays."""
        return int(self._lanes[lane]["game"])

    def _play(self, actions: Any, deal_next: Any) -> BatchStep:
        if actions.shape != (self.n,):
            raise ValueError(f"give one action for each of the {self.n} lanes; these have the shape {actions.shape}")
        taken = actions
        if self.by_card is not None:
            self._check_cards(actions, deal_next)
            taken = self.by_card.by_place(actions, self.last_step.planes, self._masks)
        lane = self._entry(
            self._lanes, self._results, self._facts, self.schema.plan, self._options, self._mind, taken, deal_next
        )
        if lane >= 0:
            self._refuse(lane, actions[lane])
        return self._told()

    def _told(self) -> BatchStep:
        """Return the result of the last step, with the legal actions as they are numbered here."""
        if self.by_card is not None:
            masks = self.by_card.masks(self.last_step.planes, self._masks)
            self.last_step = self.last_step._replace(masks=masks)
        return self.last_step

    def _check_cards(self, actions: Any, deal_next: Any) -> None:
        """Raise ValueError for a card that may not be named."""
        is_answer = (actions >= 0) & ~deal_next
        legal = np.zeros(self.n, dtype=np.bool_)
        there = is_answer & (actions < self.actions.total)
        legal[there] = self.last_step.masks[there, actions[there]]
        if (is_answer & ~legal).any():
            lane = int((is_answer & ~legal).argmax())
            self._refuse(lane, actions[lane])

    def _refuse(self, lane: int, action: int) -> None:
        legal = ", ".join(map(str, self.legal_actions(lane)))
        raise ValueError(f"lane {lane}: action {action} is not legal; legal are {legal}")

    def _set_facts(self) -> None:
        self._facts = record_of(
            {
                "run": run_key(self.seed),
                "lanes": self.n,
                "learners": sum(1 << seat for seat in self.learners),
                "restarts": self.restarts,
                "first_action": self._first_action,
                "fresh": self.setting.new_table_state().words,
            }
        )


def _seated(setting: Setting, learners: Sequence[int], bots: str | Mapping[int, str] | None) -> tuple[str, ...]:
    """The bots' levels by seat, "" for a learner."""
    named = bots if isinstance(bots, Mapping) else {}
    everywhere = bots if isinstance(bots, str) else setting.game.first_level[0]
    if not learners or len(set(learners)) < len(learners) or {*learners, *named} - {*range(setting.seats)}:
        raise ValueError(
            f"learners={list(learners)}, bots at {list(named)}: name some of the seats 0 to {setting.seats - 1}, each"
            " once"
        )
    if both := {*learners} & {*named}:
        raise ValueError(f"seat {min(both)} is both a learner and a bot: choose one")
    seated = tuple("" if seat in learners else named.get(seat, everywhere) for seat in range(setting.seats))
    for level in {*seated} - {""}:
        policy_of(setting.game, level)
    return seated


def compiled_step(setting: Setting, pilots: Sequence[str], has_masks: bool, imagines: bool, cache: Path | None) -> Any:
    """Return ``lanes.step`` in machine code for one game."""
    from threedown.bulk.compiler import compiled_entry, policies

    game = setting.game
    twins: dict[Any, Callable[..., Any]] = {
        verbs.ask: lanes.ask_or_suspend,
        lanes.policy: policies(setting, pilots, game.bots.WORLD if game.world_questions else _not_declared),
        lanes.bot_answer: lanes.imagining_answer if imagines else lanes.bot_answer,
        lanes.legal: game.rules.legal,
        lanes.codes: types.FunctionType(_codes.__code__, {"CODES": dict(game.rules.CODES)}),
        lanes.has_masks: _yes if has_masks else _no,
        lanes.resumes: _yes if game.hooks.resume else _no,
        lanes.counts_holdings: _yes if game.scoring.bankroll else _no,
    }
    if game.hooks.resume:
        twins[lanes.answer] = game.hooks.resume
    if game.hooks.menu:
        twins[lanes.listed] = game.hooks.menu
    if game.scoring.bankroll:
        twins[lanes.bankroll] = game.scoring.bankroll
    return compiled_entry(lanes.step, setting, pilots, twins, cache)


CODES: Mapping[int, int] = {}


def _codes(question: int) -> int:
    return CODES[question]


def _yes() -> bool:
    return True


def _no() -> bool:
    return False


def _not_declared(t: Any, seat: int, question: int) -> int:
    """Stand in for the world in games that declare no question to it."""
    if question >= 0:
        raise RuntimeError("the game asks the world, but its world_questions declares no such question")
    return 0
