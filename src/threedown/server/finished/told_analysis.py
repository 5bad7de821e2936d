"""The analysis of a finished game as its reader is told it: it is stored once for all, with a place for each name."""

import re
from collections.abc import Sequence

import msgspec

from threedown.games.wording import named_later
from threedown.games.words import OBJECT
from threedown.language import say_as
from threedown.server.model.findings import ChoiceDecided, Decided

PLACE = re.compile(r"\{names\[(\d+)\]\}")


def places_for_names(seats: int) -> tuple[str, ...]:
    """Return what stands for the players' names in a stored analysis.

    >>> places_for_names(2)
    ('{names[0]}', '{names[1]}')
    """
    return tuple(map(named_later, range(seats)))


def told_to(found: Decided, names: Sequence[str], you: int | None) -> Decided:
    """Return an analysis with the players' names, in the language that is spoken; choices call seat ``you`` "you".

    What a hint would have told a player names everybody, because it addresses that player.
    """
    called = [say_as(OBJECT, "you") if seat == you else name for seat, name in enumerate(names)]
    choices = [_told(each, names, called) for each in found.choices]
    return msgspec.structs.replace(found, choices=choices, sentences=[_named(one, names) for one in found.sentences])


def _told(each: ChoiceDecided, names: Sequence[str], called: Sequence[str]) -> ChoiceDecided:
    return msgspec.structs.replace(
        each,
        made=_named(each.made, called),
        best=_named(each.best, called),
        mistake=each.mistake and _named(each.mistake, names),
        advice=each.advice and _named(each.advice, called),
        compared={_named(choice, called): value for choice, value in each.compared.items()},
        compared_around={_named(choice, called): around for choice, around in each.compared_around.items()},
        gains={_named(choice, called): _named(told, names) for choice, told in each.gains.items()},
    )


def _named(text: str, names: Sequence[str]) -> str:
    return PLACE.sub(lambda place: names[int(place[1])], text)
