"""Sentences that all games share, for the events that verbs announce."""

from collections.abc import Mapping, Sequence
from typing import Any

from threedown.games.declare import Game
from threedown.games.wording import Act
from threedown.language import filled, listed, say, say_as
from threedown.table.layout import Table

PILE, CHOICE, UNIT, OBJECT = "pile", "choice", "unit", "object"
"""The contexts of words that mean something else elsewhere: the names of piles, and the beginnings of choices."""
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
    "show": "{card} is turned up.",
}
"""Event kind -> template; an empty template is left out."""


def sentence(game: Game, event: Mapping[str, Any]) -> str:
    """The template of an event (plain data), the game's own before the shared one; empty if it is left out."""
    kind = event["kind"]
    template = game.words.narration.event_sentence(event)
    return game.words.narration.sentences.get(kind, SENTENCES.get(kind, "")) if template is None else template


def cards_laid(kinds: Sequence[str]) -> int:
    """The number of cards laid in events of these kinds."""
    return sum(kind in ("turn_up", "lay_face_down") for kind in kinds)


def in_words(notation: str, act: Act) -> str:
    """A choice's notation, or its beginning, in the speaker's language; in English it is the notation itself.

    >>> in_words("discard 7H", Act("discard", cards=("7H",)))
    'discard 7H'
    """
    verb = " ".join(word for word in (act.verb, act.pile) if word)
    if act.text == verb:
        return say_as(CHOICE, verb)
    return say_as(CHOICE, f"{verb} …").replace("…", notation.removeprefix(verb).strip()).strip()


def called(act: Act) -> str:
    """A whole choice in words: its name at the table, or its notation in the speaker's language."""
    return act.label or in_words(act.text, act)


def menu_line(game: Game, t: Table, seat: int, act: Act, names: Sequence[str]) -> str:
    """A seat's choice, or its beginning, as a line of a menu."""
    return filled(game.words.choices.sentence(t, seat, act), {"names": names}) or called(act)


def captured(t: Table, kinds: Sequence[str]) -> str:
    """The result of a turn of War: cards taken, or left in the pot."""
    laid, wars = cards_laid(kinds), kinds.count("war")
    if int(t.s.turn_winner) < 0:
        return say("{cards} cards stay in the pot.", cards=laid)
    if wars < 2:
        return say("{seat} takes {cards} cards after a war." if wars else "{seat} takes {cards} cards.", cards=laid)
    return say("{seat} takes {cards} cards after {wars} wars in a row.", cards=laid, wars=wars)


def reason_sentence(game: Game, reason: str, winners: Sequence[str]) -> str:
    """The reason why the game ended, with the winners' names."""
    return say(game.words.narration.reasons[reason], winner=listed(winners))
