"""Names of players: what others could not see, read or tell from a bot or from each other is refused or numbered."""

import pytest

from threedown.server.model.errors import Invalid
from threedown.server.model.person_name import distinct, of_person, readable


@pytest.mark.parametrize(
    "name", ["Ana", "Željko", "Nguyễn Văn A", "李小龍", "محمد", "O'Neill-3", "Robot", "Bota", "🦊"]
)
def test_names_of_people_are_theirs(name: str) -> None:
    assert of_person(f"  {name} ") == name


@pytest.mark.parametrize(
    "blank", ["\u3164", "\u2800\u2800", "\u115f", "A\uffa0na", "A\u200bna", "\u202eana", "", "   "]
)
def test_invisible_names_are_refused(blank: str) -> None:
    with pytest.raises(Invalid, match="printable"):
        readable(blank)


@pytest.mark.parametrize("large", ["Z" + "\u0335" * 20, "\ufdfd" * 40, "x" * 41])
def test_names_that_cover_others_are_refused(large: str) -> None:
    with pytest.raises(Invalid, match="too large"):
        readable(large)


@pytest.mark.parametrize("name", ["Bot 1", "bot", "BOT 12", "Ｂｏｔ 3", "Bot  2"])
def test_people_cannot_have_names_of_bots(name: str) -> None:
    with pytest.raises(Invalid, match="That is a bot's name"):
        of_person(name)


def test_two_people_at_a_table_differ_in_name() -> None:
    assert distinct("Ana", ["Ben"]) == "Ana"
    assert distinct("Ana", ["ana", "Ｂen"]) == "Ana 2"
    assert distinct("Ana", ["Ana", "Ana 2"]) == "Ana 3"
    assert distinct("x" * 40, ["X" * 40]) == "x" * 38 + " 2"
