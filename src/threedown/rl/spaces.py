"""Shared parts of the Gymnasium and PettingZoo environments: spaces, observations as vectors, a table as text."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

from threedown.cards import HIDDEN
from threedown.games.setting import Setting
from threedown.rl.batch import Batch
from threedown.rl.observing import Schema
from threedown.rl.stepped import observation_of
from threedown.session.views import view_of
from threedown.table.layout import NOBODY, TableState

MOST_ON_A_PLANE = 127
LARGEST = float(1 << 31)
"""An upper bound of every counter."""

ILLEGAL = ("lose", "replace")
"""The treatment of illegal actions: the game is lost, or the first legal action is taken instead."""


def observation_space(layout: Schema, scaled: bool = False) -> Any:
    """Return the space of observations: one float32 vector, the planes and then the counters."""
    planes, counters = layout.sizes
    largest = float(in_decades(np.float32(LARGEST))) if scaled else LARGEST
    low = np.concatenate([np.zeros(planes), np.full(counters, -largest)]).astype(np.float32)
    high = np.concatenate([np.full(planes, MOST_ON_A_PLANE), np.full(counters, largest)]).astype(np.float32)
    return gymnasium.spaces.Box(low, high, dtype=np.float32)


def in_decades(counters: Any) -> Any:
    """Return counters c as sign(c) log10(1 + abs(c)): float32 between -9.4 and 9.4, for most below 2.

    >>> in_decades(np.array([0.0, 9.0, -99.0])).tolist()
    [0.0, 1.0, -2.0]
    """
    return np.copysign(np.log10(1 + np.abs(counters)), counters)


def vector(planes: Any, counters: Any, scaled: bool = False) -> Any:
    """Return planes and counters as one vector, for many lanes as a row each: a copy."""
    return np.concatenate([planes.astype(np.float32), in_decades(counters) if scaled else counters], axis=-1)


def vector_of(setting: Setting, table_state: TableState, seat: int, layout: Schema, scaled: bool = False) -> Any:
    """Return a seat's view of a table at which it is not asked."""
    return vector(*observation_of(setting, table_state, seat, NOBODY, layout), scaled)


def mask_of(batch: Batch, lane: int) -> Any:
    """The legal actions of a lane as a mask, int8."""
    mask = np.zeros(batch.actions.total, dtype=np.int8)
    mask[batch.legal_actions(lane)] = 1
    return mask


def legal_action(batch: Batch, lane: int, action: int, illegal: str) -> tuple[int, bool]:
    """Return the action to take and True if it was legal; otherwise its replacement and False."""
    legal = batch.legal_actions(lane)
    if action in legal:
        return action, True
    return Batch.GIVE_UP if illegal == "lose" else legal[0], False


def check_illegal(illegal: str) -> None:
    if illegal not in ILLEGAL:
        raise ValueError(f"illegal={illegal!r}: choose one of {', '.join(ILLEGAL)}")


def table_text(batch: Batch, seat: int | None) -> str:
    """Return the first table of a batch as text, as a seat may see it (None: as everybody may)."""
    setting = batch.setting
    view = view_of(setting, batch.table_state(0), seat)
    lines = [f"{setting.game.title}, turn {view.turns}: {view.told['progress']}"]
    for name, pile in view.piles.items():
        cards = " ".join(pile.cards or [HIDDEN] * min(pile.count, 1))
        lines.append(f"{name}: {pile.count}" + (f"  {cards}" if pile.count else ""))
    return "\n".join([*lines, *_of_the_seats(setting, view.told.get("holding", []))])


def _of_the_seats(setting: Setting, lines: Sequence[str]) -> list[str]:
    return [f"seat {seat}: {line}" for seat, line in zip(range(setting.seats), lines, strict=False)]
