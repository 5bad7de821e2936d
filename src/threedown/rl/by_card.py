"""Actions by card: a choice that names a place in the hand has the number of the card that lies there.

A network then learns what a card is worth once, not again for each place.
"""

from typing import Any

import numpy as np

from threedown.games.setting import Setting
from threedown.rl.actions import Actions, number_actions
from threedown.rl.observing import Schema


class NoPlaces(ValueError):
    """Raised for a game whose choices name no places of a hand."""


class CardActions:
    """The numbering of actions by card, and its translation to that by place.

    Raises :class:`NoPlaces` for games without such choices, and for those with thousands of actions.
    """

    def __init__(self, setting: Setting, layout: Schema) -> None:
        rules, places, by_place = setting.game.rules, setting.game.piles.places, number_actions(setting)
        found = [
            (question, kind)
            for kind, count in places.items()
            for question in rules.QUESTIONS
            if rules.CODES[question] == count and by_place.first[question] >= 0
        ]
        if len(found) != 1 or setting.game.hooks.menu is not None:
            raise NoPlaces(
                f"no question of {setting.game.title} is about the places of a hand alone: leave out by_card"
            )
        [(question, kind)] = found
        part = next(part for part in layout.planes if part.name == f"{kind} places")
        self.question = question
        """The question whose choices are numbered by card."""
        self.cards = part.labels[1]
        """The cards, in the order of their actions."""
        self._part, self._places = slice(part.start, part.stop), rules.CODES[question]
        self._first, more = by_place.first[question], len(self.cards) - self._places
        first = tuple(each + more if each > self._first else each for each in by_place.first)
        self.actions = Actions(first, by_place.total + more, max(by_place.longest, len(self.cards)))
        """The numbering."""

    def masks(self, planes: Any, by_place: Any) -> Any:
        """Return the legal actions by card, from the planes of all lanes and the legal actions by place."""
        first, last = self._first, self._first + self._places
        return np.concatenate(
            [by_place[:, :first], self._held(planes, by_place).any(axis=1), by_place[:, last:]], axis=1
        )

    def by_place(self, actions: Any, planes: Any, by_place: Any) -> Any:
        """Return actions by card as actions by place: of equal cards, the first place that may be named."""
        more = len(self.cards) - self._places
        card = actions - self._first
        is_card = (card >= 0) & (card < len(self.cards))
        lanes = np.arange(len(actions))
        place = self._held(planes, by_place)[lanes, :, np.where(is_card, card, 0)].argmax(axis=1)
        return np.where(is_card, self._first + place, np.where(card >= len(self.cards), actions - more, actions))

    def _held(self, planes: Any, by_place: Any) -> Any:
        """Return which cards lie at the places that may be named: bools by lane, place and card."""
        lying = planes[:, self._part].reshape(-1, self._places, len(self.cards)) > 0
        return lying & by_place[:, self._first : self._first + self._places, None]
