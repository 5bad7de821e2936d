"""The meaning of the numbers of observations and actions, as plain data: for programs, and for docs/rl.md."""

from typing import Any

import msgspec

from threedown.games.setting import Setting
from threedown.rl.actions import number_actions
from threedown.rl.by_card import CardActions
from threedown.rl.observing import Schema, schema


def describe(setting: Setting, layout: Schema | None = None, by_card: CardActions | None = None) -> dict[str, Any]:
    """Return the game and its options, its piles and cards, the actions by question, and every part of planes and
    counters, in order. A question whose actions are numbered ``by_card`` has the ``cards`` in their order."""
    layout, rules = layout or schema(setting), setting.game.rules
    actions = by_card.actions if by_card else number_actions(setting)

    def facts_of(question: int) -> dict[str, Any]:
        told = {"choices": setting.game.words.choices.notations[question]}
        if by_card is not None and question == by_card.question:
            return {"count": len(by_card.cards), **told, "cards": by_card.cards}
        return {"count": rules.CODES[question], **told}

    asked = {
        name: {"first": first, **facts_of(question)}
        for (question, name), first in zip(rules.QUESTIONS.items(), actions.first, strict=True)
        if first >= 0
    }
    planes, counters = layout.sizes
    facts = {
        "game": setting.game.name,
        "version": setting.game.version,
        "seats": setting.seats,
        "options": setting.options,
        "piles": [*setting.piles],
        "deck": [*setting.deck.names.values()],
        "actions": {"count": actions.total, "questions": asked},
        "planes": {"dtype": "int8", "size": planes, "parts": [*layout.planes]},
        "counters": {
            "dtype": "float32", "size": counters, "parts": [*layout.counters]
        },
    }  # fmt: skip
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(facts))
    return plain
