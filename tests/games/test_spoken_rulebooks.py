"""Rulebooks in another language: their texts are translated, the source's words are not, and what is not says so."""

from typing import Any

import pytest

from threedown.games import find_game, game_names
from threedown.games.facts import summary_of
from threedown.games.rulebook import _translated, read_rulebook, spoken_rulebook
from threedown.games.setting import settle
from threedown.language import catalogue, speaking
from threedown.server.finished.examples import played

every_game = pytest.mark.parametrize("game", game_names())
MARK = "[in inglese]"


@every_game
def test_a_rulebook_is_translated_clause_by_clause(game: str) -> None:
    book = read_rulebook(game)
    with speaking("it"):
        other = spoken_rulebook(game)
    assert [one.id for one in other.clause] == [one.id for one in book.clause]
    assert [one.seed for one in other.clause] == [one.seed for one in book.clause]
    assert [one.when for one in other.clause] == [one.when for one in book.clause]
    for ours, theirs in zip(book.clause, other.clause, strict=True):
        assert ours.text != theirs.text
        assert MARK not in theirs.text
        examples = [{**example, "note": ""} for example in ours.example]
        assert [{**example, "note": ""} for example in theirs.example] == examples
    assert not any(MARK in one.text for one in other.ruling)
    assert spoken_rulebook(game) is book, "English is what the file has"


@every_game
def test_the_summary_and_the_lesson_are_translated(game: str) -> None:
    with speaking("it"):
        summary, lesson = summary_of(settle(find_game(game))), spoken_rulebook(game).lesson
    told = [*summary.short, *summary.brief, *(step.line for step in lesson), *(step.rule for step in lesson)]
    told += [step.done for step in lesson]
    assert len(told) > 10
    assert [line for line in told if MARK in line or "{" in line] == []
    assert [step.clause for step in lesson] == [step.clause for step in read_rulebook(game).lesson]


def test_a_text_without_a_translation_is_in_english_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    clause = read_rulebook("war").clause[3]
    there: dict[str, Any] = dict(catalogue("it"))
    del there[clause.text]
    monkeypatch.setattr("threedown.games.rulebook.catalogue", lambda language: there)
    _translated.cache_clear()
    try:
        with speaking("it"):
            assert spoken_rulebook("war").clause[3].text == f"{clause.text} {MARK}"
    finally:
        _translated.cache_clear()


def test_an_example_of_the_page_has_its_note_and_its_story_in_the_language_that_is_spoken() -> None:
    with speaking("it"):
        example = spoken_rulebook("war").clause[3].example[0]
        shown = played(find_game("war"), example)
    assert shown.note == example["note"] != read_rulebook("war").clause[3].example[0]["note"]
    assert any("prende" in line or "vince" in line for line in shown.story), shown.story
