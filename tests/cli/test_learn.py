"""``threedown learn``: every lesson to its end; another choice says why not; back and leave."""

from typing import Any

import pytest

from threedown.games import game_names
from threedown.games.rulebook import Clause, LessonStep, read_rulebook
from threedown.session.scenario import scenario_of, stops
from threedown.session.state import Choice

every_game = pytest.mark.parametrize("game", game_names())


def answers(game: str, step: LessonStep) -> list[str]:
    """The lines with which a learner comes through a step: its choices, or Enter, and Enter to the next."""
    clause = read_rulebook(game).find(step.clause)
    assert isinstance(clause, Clause)
    example = {key: value for key, value in clause.example[step.example - 1].items() if key != "note"}
    given, asked = example.get("choices", []), list[str]()
    for session, _ in stops(scenario_of({"game": game, **example})):
        made = sum(isinstance(entry, Choice) for entry in session.log)
        if session.pending is not None and session.asked == step.seat and made < len(given):
            asked.append(given[made])
    return [*asked, *([] if given else [""]), ""]


@every_game
def test_a_lesson_has_five_to_eight_steps_in_plain_lines(game: str) -> None:
    lesson = read_rulebook(game).lesson
    assert 5 <= len(lesson) <= 8
    for step in lesson:
        assert len(step.title) <= 20, step.title
        assert len(step.rule) <= 45, step.rule
        assert 20 < len(step.line) <= 130, step.line
        assert len(step.done) <= 130, step.done


@every_game
def test_a_lesson_is_played_to_its_end(threedown: Any, game: str) -> None:
    lesson = read_rulebook(game).lesson
    told = threedown(f"learn {game}", "".join(f"{line}\n" for step in lesson for line in answers(game, step)))
    assert told.code == 0
    assert f"threedown play {game}" in told.out
    assert [step.title for step in lesson if f"{step.title}  {step.clause}" not in told.out] == []
    assert [step.done for step in lesson if step.done not in told.out] == []
    assert "Not here" not in told.out
    assert "Seat" not in told.out


@pytest.mark.parametrize("game", ["blitz31", "champz", "casino-war", "steal-war", "blitzwar"])
def test_in_most_steps_of_a_game_with_choices_the_learner_chooses(game: str) -> None:
    lesson = read_rulebook(game).lesson
    assert 2 * sum(len(answers(game, step)) > 1 and answers(game, step)[0] != "" for step in lesson) > len(lesson)


def test_another_choice_says_why_not_and_u_steps_back(threedown: Any) -> None:
    told = threedown("learn blitz31", "3\nnonsense\n2\n1\n\nu\nq\n")
    assert told.out.count("Not here. This step is about: One suit counts.") == 2
    assert told.out.count("1/7  Draw") == 2, "one step back from the second"
    assert told.out.count("2/7  Other suits") == 1
    assert "threedown play" not in told.out
    assert "Bot 1, hand: 3 cards" in told.out, "the hands of others are not shown"
    assert threedown("learn war", "").code == 0
