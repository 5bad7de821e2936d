"""What an attacker found once, and must not find again: leaks, lost inputs, hangs, tracebacks."""

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from conformance import HANGS

from threedown.bulk.run import order, simulate
from threedown.cards import NUMBER
from threedown.games import find_game, game_names
from threedown.games.setting import settle
from threedown.play.record import Keeper, RecordError, read_record, verify
from threedown.play.scenario import ScenarioError, _lay, play_scenario, read_scenario, scenario_of
from threedown.play.session import Session
from threedown.table.sight import cards_in

WHOLE_GAME = 1 << 40


def threedown(*arguments: str, cwd: Path, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    process = [sys.executable, "-m", "threedown", *arguments]
    return subprocess.run(
        process, capture_output=True, text=True, cwd=cwd, input=typed, env={**os.environ, **environment}, timeout=HANGS
    )


def begun(folder: Path, turns: int = 3) -> Path:
    """A sealed game that was left after some turns."""
    path = folder / "game.3d"
    keeper, session = Keeper.start(path, settle(find_game("war")), ["Ann", "Ben"], None)
    for _ in range(turns):
        session.go()
        keeper.keep(session)
    return path


def test_a_replay_of_a_game_that_goes_on_shows_no_packet(tmp_path: Path) -> None:
    ended = threedown("replay", str(begun(tmp_path)), "--json", cwd=tmp_path)
    piles = msgspec.json.decode(ended.stdout)["piles"]
    assert piles["deck 0"] == {"count": piles["deck 0"]["count"]}


def test_a_choice_cannot_pass_for_a_torn_line(tmp_path: Path) -> None:
    """A record with an input that was never legal is refused, not cut."""
    path = begun(tmp_path)
    path.write_bytes(path.read_bytes() + b'{"seat":0,"choice":"breaks off"}\n{"go":1}\n')
    before = path.read_bytes()
    with pytest.raises(RecordError):
        Keeper.resume(path)
    assert path.read_bytes() == before


def test_a_record_that_was_moved_away_is_not_begun_in_the_middle(tmp_path: Path) -> None:
    path = tmp_path / "game.3d"
    keeper, session = Keeper.start(path, settle(find_game("war")), ["Ann", "Ben"], 1)
    path.rename(tmp_path / "moved.3d")
    session.go()
    with pytest.raises(OSError, match="No such file"):
        keeper.keep(session)
    assert not path.exists()


def test_a_secret_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "note.3d.secret").write_text("precious")
    ended = threedown("play", "war", "--record", "note.3d", "--plain", cwd=tmp_path)
    assert ended.returncode == 3
    assert (tmp_path / "note.3d.secret").read_text() == "precious"


def test_an_edited_footer_or_name_is_no_true_record(tmp_path: Path) -> None:
    path = tmp_path / "game.3d"
    keeper, session = Keeper.start(path, settle(find_game("war")), ["Ann", "Ben"], None)
    session.go(1 << 40)
    keeper.keep(session)
    assert verify(read_record(path)) == []
    whole = path.read_text()
    path.write_text(whole.replace('"over":true', '"over":1'))
    assert verify(read_record(path)) != []
    path.write_text(whole.replace('"names":["Ann"', '"names":["Eve"'))
    with pytest.raises(RecordError, match="names"):
        verify(read_record(path))


@pytest.mark.parametrize(
    "scenario",
    [
        {"game": "steal-war", "piles": {"stock": "7C"}},
        {"game": "steal-war", "piles": {"deck 0": "7C 8C", "deck 1": "8D 9D"}, "state": {"looking": 1024}, "seed": 1},
        {"game": "syrian-war", "piles": {"deck 0": "7C 8C", "pot": "7D"}},
        {"game": "casino-war", "piles": {"shoe": "7C 8C 9C"}, "state": {"gain 0": -200}, "seed": 1},
    ],
)
def test_odd_tables_end_and_keep_their_cards(scenario: dict[str, object]) -> None:
    result = play_scenario(scenario_of(scenario))
    laid = " ".join(scenario["piles"].values()).split()  # type: ignore[attr-defined]
    assert sorted(" ".join(result["piles"].values()).split()) == sorted(laid)
    assert result["pending"] is None or result["pending"]["choices"]


@pytest.mark.parametrize(
    "text",
    [
        "game = " + "[" * 5000,
        "seed = " + "9" * 5000,
        'game = "war"\nseed = 1\noptions = { turn_cap = 0x' + "f" * 5000 + " }",
    ],
)
def test_monstrous_files_are_one_line(text: str, tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text(text)
    ended = threedown("scenario", "x.toml", cwd=tmp_path)
    assert (ended.returncode, len(ended.stderr.strip().splitlines())) == (3, 1)
    assert len(ended.stderr) < 500
    with pytest.raises(ScenarioError):
        play_scenario(read_scenario(tmp_path / "x.toml"))


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["sim", "show", "file"], 3),
        (["sim", "--resume", "file"], 3),
        (["sim", "war", "-n", "5", "--bot", "²=random"], 2),
        (["sim", "war", "-n", "9999999999999999"], 2),
        (["play", "war", "--names", "a\nb,c"], 2),
        (["play", "--resume", "game.3d", "--seats", "0"], 2),
        (["replay", "game.3d", "--turns", "²"], 2),
        (["replay", "game.3d", "--turns", "9-2"], 2),
    ],
)
def test_flags_that_broke_something(arguments: list[str], code: int, tmp_path: Path) -> None:
    begun(tmp_path)
    (tmp_path / "file").write_text("")
    ended = threedown(*arguments, cwd=tmp_path)
    assert (ended.returncode, len(ended.stderr.strip().splitlines())) == (code, 1), ended.stderr


def test_a_replay_without_its_secret_is_one_line(tmp_path: Path) -> None:
    path = begun(tmp_path)
    Keeper.secret_path(path).unlink()
    ended = threedown("replay", str(path), cwd=tmp_path)
    assert (ended.returncode, len(ended.stderr.strip().splitlines())) == (3, 1)


def test_odd_surroundings(tmp_path: Path) -> None:
    """A width that is none, a terminal without hearts, a disk that takes no output."""
    assert threedown("games", cwd=tmp_path, COLUMNS="abc").returncode == 0
    assert threedown("rules", "war", "--clause", "WP-09", cwd=tmp_path, PYTHONIOENCODING="ascii").returncode == 0
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "threedown", "games"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert (ended.returncode, len(ended.stderr.strip().splitlines())) == (3, 1)


def test_an_unusable_cache_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba would write beside our sources if its folder cannot be used."""
    import threedown.bulk.run as run

    monkeypatch.setenv("THREEDOWN_CACHE", "/dev/null")
    assert run.usable_cache() is None


def test_bad_numbers_are_refused_where_they_enter() -> None:
    setting = settle(find_game("war"))
    for n, seed in ((0, 1), (-3, 1), (1, -1), (1, 1 << 63)):
        with pytest.raises(ValueError, match="allowed is"):
            simulate(order(setting, n, seed), compiled=False)


# Tables that nobody would lay


def odd_table(game: str, pick: random.Random) -> dict[str, Any]:
    """A scenario in which some of the cards lie anywhere, mostly where a turn begins."""
    setting = settle(find_game(game))
    cards = pick.sample(list(setting.deck.names), pick.randint(0, len(setting.deck.names)))
    piles: dict[str, list[int]] = {name: [] for name in setting.piles}
    first = [name for name in piles if name.split()[0] == setting.game.piles_each[0]]
    for card in cards:
        piles[pick.choice(first if pick.random() < 0.8 else list(piles))].append(card)
    laid = {name: setting.deck.show_all(pile) for name, pile in piles.items()}
    return {"game": game, "piles": laid, "seed": pick.randint(0, 999), "options": {"turn_cap": 100}}


@pytest.mark.parametrize("game", game_names())
def test_odd_tables_are_played_to_an_end(game: str) -> None:
    """No card is lost, nothing breaks and nothing hangs, whatever lies where."""
    for number in range(25):
        pick = random.Random(number)
        session, _, _ = _lay(scenario_of(odd_table(game, pick)))
        before = lying(session)
        while not session.over:
            if session.pending is None:
                session.go(WHOLE_GAME)
            else:
                session.choose(pick.choice(session.menu()), session.asked)
        assert lying(session) == before, f"table {number}"


def lying(session: Session) -> list[int]:
    piles = range(len(session.setting.piles))
    return sorted(card & NUMBER for pile in piles for card in cards_in(session.record, pile))


def test_a_record_that_goes_wrong_does_not_tell_a_hand(tmp_path: Path) -> None:
    """The choices of who is asked are the cards of his hand: they are not in what is said of a broken record."""
    path = tmp_path / "hand.3d"
    keeper, session = Keeper.start(path, settle(find_game("blitz31")), ["Ann", "Ben"], None)
    session.go()
    session.choose("draw stock", session.asked)
    session.choose(session.menu()[0], session.asked)
    keeper.keep(session)
    text = path.read_text()
    wrong = text.replace('"choice":"discard', '"choice":"throw', 1)
    assert wrong != text
    path.write_text(wrong)
    told = threedown("verify", str(path), cwd=tmp_path)
    assert "is not a legal choice here" in told.stdout + told.stderr
    assert "discard" not in told.stdout + told.stderr
