"""Every example of every rulebook can be stepped through: its last table is that of its result."""

import pytest

from threedown.games import find_game, game_names
from threedown.games.rulebook import read_rulebook
from threedown.server.finished.examples import played


@pytest.mark.parametrize("game", game_names())
def test_the_last_step_is_the_result(game: str) -> None:
    found = find_game(game)
    clauses = read_rulebook(game).clause
    for clause in clauses[:: max(1, len(clauses) // 12)]:
        for example in clause.example:
            told = played(found, example)
            last = told.steps[-1]
            piles = {name: " ".join(pile.cards or ()) for name, pile in last.view.piles.items()}
            assert piles == told.result["piles"], clause.id
            assert last.view.state == told.result["state"]
            events = [event for step in told.steps for event in step.events]
            assert [event["kind"] for event in events] == [event["kind"] for event in told.result["events"]]
            assert len([event for event in events if "text" in event]) == len(told.story)
            pending = told.result["pending"]
            assert (last.question and last.question.choices) == (pending and pending["choices"])


@pytest.mark.parametrize(
    ("game", "clause", "nth", "choices"),
    [
        ("egyptian-ratscrew", "RS-07", 1, [(0, "slap 450"), (1, "pass")]),
        ("egyptian-ratscrew", "RS-09", 2, [(0, "slap 700"), (1, "slap 650")]),
        ("steal-war", "SW-17", 1, [(0, "play"), (1, "steal 0"), (2, "play"), (2, "top KD")]),
    ],
)
def test_seats_that_choose_at_once_have_a_step_each(
    game: str, clause: str, nth: int, choices: list[tuple[int, str]]
) -> None:
    """In a lesson the learner makes their own choice, also where other seats are asked with them."""
    steps = played(find_game(game), read_rulebook(game).find(clause).example[nth - 1]).steps
    assert [(step.question.seat, step.choice) for step in steps if step.question and step.choice] == choices


def test_a_state_of_blitzwar_has_its_conqueror_from_the_step_that_tells_its_fall() -> None:
    """In a lesson no state falls twice, and none goes back to its old owner in between."""
    steps = played(find_game("blitzwar"), read_rulebook("blitzwar").find("BW-033").example[0]).steps
    fell = [event["kind"] for step in steps for event in step.events].index("conquer")
    owners = [step.view.state["owner brazil"] for step in steps for _ in step.events]
    assert owners == [0] * fell + [1] * (len(owners) - fell)
