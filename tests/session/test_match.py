"""The Python API: what python-chess users expect of a game object."""

import copy
import json
import multiprocessing
import pickle
import types
from pathlib import Path

import pytest

import threedown
from threedown import Card, Match, Refused
from threedown.games import find_game, game_names
from threedown.games.setting import settle
from threedown.games.war import events, rules
from threedown.session.session import Session
from threedown.session.state import Choice
from threedown.table.chance import Generator
from threedown.table.verbs import ask_all


def asked(game: str = "blitz31", seed: int = 4, **options: object) -> Match:
    """Return a game at its first question."""
    match = threedown.new(game, seed=seed, **options)
    match.go()
    return match


@pytest.mark.parametrize("game", game_names())
def test_a_game_is_pickled_copied_and_saved(game: str, tmp_path: Path) -> None:
    match = threedown.new(game, seed=3)
    for _ in range(12):
        if match.over:
            break
        if match.question:
            match.choose(match.ask_bot("random"), match.asked)
        else:
            match.go()
    loaded = pickle.loads(pickle.dumps(match))
    match.save(tmp_path / "game.3d")
    for same in (loaded, match.copy(), copy.copy(match), copy.deepcopy(match)):
        assert same == match
    if not match.session.unseen:
        assert threedown.replay(tmp_path / "game.3d") == match
        assert threedown.verify(tmp_path / "game.3d") == []
    loaded.undo()
    assert loaded != match
    assert pickle.loads(pickle.dumps(match.setting.option_codes)) == match.setting.option_codes
    assert pickle.loads(pickle.dumps(match.setting.game)) is find_game(game)


def winners(match: Match) -> list[int]:
    match.go(10_000)
    assert match.result is not None
    return match.result.winners


def test_other_processes_play_on() -> None:
    matches = [threedown.new("war", seed=seed) for seed in range(3)]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(winners, matches) == [winners(match) for match in matches]


def test_a_game_that_only_this_process_knows_is_not_pickled() -> None:
    own = find_game("war")._replace(name="nobody-elses")
    with pytest.raises(pickle.PicklingError, match="nobody-elses"):
        pickle.dumps(Session(settle(own), threedown.new("war").session.chance))


def test_games_with_other_cards_or_rules_differ() -> None:
    assert threedown.new("war", seed=1) == threedown.new("war", seed=1)
    assert threedown.new("war", seed=1) != threedown.new("war", seed=2)
    assert threedown.new("war", seed=1) != threedown.new("war", seed=1, face_down=3)
    assert threedown.new("war", seed=1) != "war"


def test_with_several_seats_asked_the_seat_must_be_given() -> None:
    at_once = types.SimpleNamespace(**vars(rules))
    at_once.turn = lambda t: ask_all(t, 0b11, events.ARRIVES, 4)
    at_once.legal = lambda t, seat, question, code: code < 2
    match = Match(Session(settle(find_game("war")._replace(rules=at_once)), Generator(1)))
    match.go()
    with pytest.raises(Refused, match=r"Say for which seat: choose\('seat 1', seat=0\)"):
        match.choose("seat 1")
    match.choose("seat 1", seat=0)
    match.choose("seat 0")
    assert match.history[1:] == (Choice(0, "seat 1"), Choice(1, "seat 0"))


def test_events_hide_what_a_spectator_may_not_know() -> None:
    match = asked()
    drawn = match.choose("draw stock")[-1]
    assert (drawn.source, drawn.target, drawn.card) == ("stock", "hand 0", "??")
    assert match.redacted_for(0).events[-1].card == match.hand(0)[-1]
    assert match.redacted_for(1).hand(0)[-1] == "??"


def test_a_finished_game_is_told() -> None:
    match = threedown.play("war", seed=1)
    assert repr(match.question) == repr(match.legal_choices).replace("no choices: ", "")
    with pytest.raises(Refused, match="The game is over"):
        match.choose("knock")
    with pytest.raises(IndexError, match="The game is over"):
        match.legal_choices[0]


def test_a_redacted_game_is_not_saved(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="can't be saved"):
        asked().redacted_for(0).save(tmp_path / "game.3d")


def test_figures_are_those_of_the_command_line() -> None:
    result = threedown.simulate("blitz31", 15, seed=2)
    plain = result.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert (plain["wins"], plain["turns"]["mean"]) == (result.wins, result.turns.mean)
    assert sum(result.wins) + result.draws == result.finished == result["n"] == 15


def test_figures_become_a_data_frame() -> None:
    pytest.importorskip("polars")
    frame = threedown.simulate("war", 10, seed=1).to_polars()
    assert frame.height == 1
    assert frame["wins.0"][0] + frame["wins.1"][0] + frame["draws"][0] == 10


def test_a_notebook_draws_tables_and_cards() -> None:
    match = asked()
    page = match._repr_html_()
    assert page.count("<svg") == 3 + 3 + 1 + 1, "two hands face down, the stock, the discard"
    assert "2S" in page
    assert "9C" not in page, "a hand that a spectator doesn't see"
    assert "<title>9C</title>" in match.view(0)._repr_html_()
    assert "<title>QH</title>" in Card("QH")._repr_html_()
    assert "var(--" not in page + "".join(Card(name)._repr_html_() for name in ("JK1", "KC", "QD"))


def test_games_are_listed_with_their_facts() -> None:
    assert [facts.game for facts in threedown.games()] == game_names()
    assert threedown.games.add
    assert threedown.__version__
    assert {"games", "Match"} <= set(dir(threedown))
