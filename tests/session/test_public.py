"""The public view of a running game holds nothing that only one of its seats knows."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from threedown.cli import threedown
from threedown.games import find_game
from threedown.games.setting import settle
from threedown.session import live, views
from threedown.session.keeper import Keeper
from threedown.session.session import Session

CARD = re.compile(r"\b(?:10|[2-9TJQKA])[CDHS♣♦♥♠]")


@pytest.fixture
def running(tmp_path: Path) -> tuple[Path, Session]:
    """31 for two: seat 0 has drawn from the stock and is asked which of its four cards it discards."""
    path = tmp_path / "running.3d"
    keeper, session = Keeper.start(path, settle(find_game("blitz31")), ["Ann", "Ben"], 3)
    session.go()
    session.choose("draw stock", 0)
    keeper.keep(session)
    return path, session


def shown_again(path: Path, *flags: str) -> str:
    done = CliRunner().invoke(threedown, ["replay", str(path), *flags])
    assert done.exit_code == 0, done.output
    return done.output


def check_replay_names_only_the_open_card(running: tuple[Path, Session]) -> None:
    """Seven cards are known to a seat each, one to all: that which was turned up from the stock."""
    path, session = running
    assert len(session.menu()) == 4
    told = json.loads(shown_again(path, "--json"))
    (turned,) = told["piles"]["discard"]["cards"]
    assert set(CARD.findall(json.dumps(told))) == {turned}, "cards that not all know"
    assert len(set(CARD.findall(shown_again(path)))) == 1


def check_replay_asks_without_choices(running: tuple[Path, Session]) -> None:
    """The public view names the seat and the question, but not the cards to choose from."""
    pending = json.loads(shown_again(running[0], "--json"))["pending"]
    assert (pending["seat"], pending["question"]) == (0, "discard")
    assert not pending.get("choices"), "the choices of the asked seat are shown to all"


def test_a_replay_of_a_running_game_names_only_the_open_card(running: tuple[Path, Session]) -> None:
    check_replay_names_only_the_open_card(running)


def test_a_replay_of_a_running_game_asks_without_choices(running: tuple[Path, Session]) -> None:
    check_replay_asks_without_choices(running)


def test_an_event_shown_to_all_if_any_seat_knows_its_card_is_caught(
    running: tuple[Path, Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "all", any, raising=False)
    with pytest.raises(AssertionError, match="not all know"):
        check_replay_names_only_the_open_card(running)


def test_a_replay_that_shows_the_choices_of_who_is_asked_is_caught(
    running: tuple[Path, Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = views.question_for
    monkeypatch.setattr(views, "question_for", lambda session, seat: honest(session, session.asked))
    with pytest.raises(AssertionError, match="are shown to all"):
        check_replay_asks_without_choices(running)
    with pytest.raises(AssertionError):
        check_replay_names_only_the_open_card(running)
