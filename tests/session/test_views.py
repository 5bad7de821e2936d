"""A view is enough: the table that is made of it shows the same."""

import pytest
from support import conformance

import threedown
from threedown.games import game_names
from threedown.session.views import question_for, record_of, view_of


@pytest.mark.parametrize("moments", [8, pytest.param(20, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", game_names())
def test_a_table_made_of_a_view_shows_that_view(game: str, moments: int) -> None:
    """Holds for players and spectators, from the beginning of a game."""
    session = threedown.new(game, seed=7).session
    for _ in range(moments):
        for seat in (0, None):
            view = view_of(session.setting, session.table_state, seat)
            again = view_of(session.setting, record_of(session.setting, view), seat)
            assert again.piles == view.piles
            assert again.state == view.state
        if session.over:
            break
        conformance.step(session)


def test_an_answer_of_the_world_calls_its_reader_you() -> None:
    """In a race each racer reads of the own card what nobody else reads."""
    session = threedown.new("war", preset="race-to-ace", seed=1).session
    while session.pending is None:
        session.go()

    def labels(seat: int | None) -> list[str | None]:
        question = question_for(session, seat, ["Ann", "Ben", "Cid"])
        assert question is not None
        return [part.label for part in question.parts or []]

    assert labels(None) == ["plays next: Ann", "plays next: Ben"]
    assert labels(1) == ["plays next: Ann", "plays next: you"]
