"""The numbering of choices: an action is the code of a choice, counted on from question to question."""

from typing import NamedTuple

from threedown.games.setting import Setting


class NothingToLearn(ValueError):
    """Raised for a game that asks no seat for a choice."""


class Actions(NamedTuple):
    """The actions of a game."""

    first: tuple[int, ...]
    """The first action of each question (its code 0); -1 for a question that no player is asked."""
    total: int
    longest: int
    """The largest number of actions that a question has."""

    def question_of(self, action: int) -> int:
        """Return the question that an action answers."""
        return max((first, question) for question, first in enumerate(self.first) if 0 <= first <= action)[1]


def number_actions(setting: Setting) -> Actions:
    """Number the actions of a setting; raises :class:`NothingToLearn` if there are none."""
    rules, first, count = setting.game.rules, [], 0
    asked = setting.game.asked_of_seats(setting.options)
    for question, name in rules.QUESTIONS.items():
        asks = name in asked
        first.append(count if asks else -1)
        count += rules.CODES[question] if asks else 0
    if not setting.game.asking_presets:
        raise NothingToLearn(
            f"{setting.game.name} asks no player for a choice, so there is nothing to learn in it; "
            f"`threedown sim {setting.game.name}` plays it"
        )
    if not count:
        raise NothingToLearn(
            f"{setting.game.name} asks no player for a choice under these house rules, so there is nothing to learn;"
            f" these presets ask: {', '.join(setting.game.asking_presets)}"
        )
    longest = max(rules.CODES[question] for question, start in enumerate(first) if start >= 0)
    return Actions(tuple(first), count, longest)
