"""Sentences that all games share: what verbs announce, and who sits where."""

from collections.abc import Sequence

from threedown.games.declare import Game

SENTENCES = {
    "deal": "",
    "turn_up": "{seat} turns up {card}.",
    "lay_face_down": "{seat} lays {card} face down.",
    "take": "{seat} takes {card}.",
    "move": "{card} goes from {source} to {target}.",
    "pour": "",
    "shuffle": "",
    "drop_out": "{seat} is out.",
    "win": "{seat} takes the pot.",
    "end": "",
}
"""Event kind -> template; an empty one is not told."""


def sentence(game: Game, kind: str) -> str:
    """The template of an event's kind, the game's own before the shared one."""
    return str(game.words.SENTENCES.get(kind, SENTENCES.get(kind, "")))


def reason_sentence(game: Game, reason: str, winners: Sequence[str]) -> str:
    """Why the game ended, with the winners' names put in."""
    template: str = game.words.REASONS[reason]
    return template.format(winner=" and ".join(winners))
