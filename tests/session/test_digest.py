"""A turn in one line of the log, as each seat may know it."""

from typing import Any

import pytest

from threedown.games import find_game
from threedown.language import speaking
from threedown.session.narrator import DigestText, Narrator, symbolic_name

HIDDEN: list[dict[str, Any]] = [{"kind": "take", "seat": 1, "card": "??", "from": "stock", "to": "hand 1"}]
OPEN: list[dict[str, Any]] = [{"kind": "take", "seat": 1, "card": "KC", "from": "discard", "to": "hand 1"}]
DISCARDS: dict[str, Any] = {"kind": "move", "seat": 1, "card": "2H", "from": "hand 1", "to": "discard"}
SHOWS: dict[str, Any] = {"kind": "hand", "seat": 1, "cards": "2H 3H 4H", "value": 9}


@pytest.mark.parametrize(
    ("events", "seat", "language", "told"),
    [
        (HIDDEN, 0, "en", None),
        ([*HIDDEN, DISCARDS], 0, "en", "Ben draws and discards 2♥."),
        ([*HIDDEN, DISCARDS], 1, "en", "You draw and discard 2♥."),
        ([*HIDDEN, DISCARDS], None, "it", "Ben pesca e scarta 2♥."),
        ([*OPEN, DISCARDS], 0, "en", "Ben takes K♣ and discards 2♥."),
        ([*OPEN, DISCARDS], 1, "it", "Prendi K♣ e scarti 2♥."),
        ([{"kind": "knock", "seat": 1}], 0, "en", None),
    ],
)
def test_a_turn_of_31_in_one_line(
    events: list[dict[str, Any]], seat: int | None, language: str, told: str | None
) -> None:
    with speaking(language):
        line = Narrator(find_game("blitz31"), ["Ann", "Ben"], seat, symbolic_name, True, language).digest(None, events)
    assert line == (None if told is None else DigestText(1, told, ["move", "take"]))


def test_the_line_stands_for_the_draw_and_the_discard_but_not_for_the_showdown() -> None:
    line = Narrator(find_game("blitz31"), ["Ann", "Ben"], 0).digest(None, [*OPEN, DISCARDS, SHOWS])
    assert line is not None
    assert "hand" not in line.kinds


def test_games_whose_turns_are_short_have_no_line() -> None:
    assert Narrator(find_game("war"), ["Ann", "Ben"], 0).digest(None, [{"kind": "take", "seat": 0}]) is None
