"""Bugs found by an attacker that must not return: leaks, lost inputs, hangs, tracebacks."""

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.commands import apart, one_line
from support.conformance import HANGS
from support.records import chained, lines_of

from threedown.bulk.player import usable_cache
from threedown.bulk.run import simulate
from threedown.bulk.run_spec import run_spec
from threedown.cards import NUMBER
from threedown.games import find_game, game_names
from threedown.games.setting import settle
from threedown.session.keeper import Keeper
from threedown.session.scenario import ScenarioError, _lay, play_scenario, read_scenario, scenario_of
from threedown.session.session import Session
from threedown.table.sight import cards_in

WHOLE_GAME = 1 << 40


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def begun(folder: Path, turns: int = 3) -> Path:
    """Return a sealed game that was left after some turns."""
    path = folder / "game.3d"
    keeper, session = Keeper.start(path, settle(find_game("war")), ["Ann", "Ben"], None)
    for _ in range(turns):
        session.go()
        keeper.keep(session)
    keeper.close()
    return path


def test_a_replay_of_a_game_that_goes_on_shows_no_packet(threedown: Any, tmp_path: Path) -> None:
    piles = threedown(["replay", str(begun(tmp_path)), "--json"]).json["piles"]
    assert piles["deck 0"] == {"count": piles["deck 0"]["count"]}


def test_a_record_that_was_moved_away_is_not_begun_in_the_middle(tmp_path: Path) -> None:
    path = tmp_path / "game.3d"
    keeper, session = Keeper.start(path, settle(find_game("war")), ["Ann", "Ben"], 1)
    path.rename(tmp_path / "moved.3d")
    session.go()
    with pytest.raises(OSError, match="No such file"):
        keeper.keep(session)
    assert not path.exists()


def test_a_secret_that_is_there_is_not_overwritten(threedown: Any, tmp_path: Path) -> None:
    (tmp_path / "note.3d.secret").write_text("precious")
    assert threedown("play war --record note.3d --plain").code == 3
    assert (tmp_path / "note.3d.secret").read_text() == "precious"


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
def test_monstrous_files_are_one_line(threedown: Any, text: str, tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_text(text)
    ended = threedown("scenario x.toml")
    assert ended.code == 3
    assert len(one_line(ended)) < 500
    with pytest.raises(ScenarioError):
        play_scenario(read_scenario(tmp_path / "x.toml"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (".".join(["a"] * 30_000) + " = 1", "line 1 has more than 100 dots"),
        ('game = "war"\n[' + ".".join(["a"] * 30_000) + "]", "line 2 has more than 100 dots"),
        ("#" * (1 << 18) + "\n", "is larger than 262,144 bytes"),
        ('game = "' + "w" * 100_000 + '"', "there is no game 'www"),
        ('game = "war"\nseed = 1\nchoices = ["' + "x" * 100_000 + '"]', "left over, beginning with"),
        ('game = "war"\nseed = 1\n[piles]\n"' + "x" * 100_000 + '" = "2C"', "there is no pile"),
        ('game = "war"\nseed = 1\n"' + "x" * 100_000 + '" = 1', "unknown field"),
    ],
)
def test_a_long_text_is_neither_worked_on_nor_echoed(threedown: Any, text: str, told: str, tmp_path: Path) -> None:
    """Reading the first of them took minutes; the time grows with the square of a key's parts."""
    (tmp_path / "x.toml").write_text(text)
    ended = threedown("scenario x.toml")
    assert ended.code == 3
    assert told in one_line(ended)
    assert len(ended.err) < 500


@pytest.mark.slow
def test_a_scenario_that_would_go_on_for_minutes_ends() -> None:
    """Won cards always go back in the order laid: this deal goes round for ever, and the cap is a million turns."""
    options = {"return_order": "as_played", "turn_cap": 1_000_000}
    with pytest.raises(ScenarioError, match="until: the game is not over after 10,000 turns, and no more are played"):
        play_scenario(scenario_of({"game": "war", "options": options, "seed": 0, "until": "game"}))


def test_a_short_record_of_a_long_game_is_refused_at_once(threedown: Any, tmp_path: Path) -> None:
    """A game that goes round for a million turns fits into a line; playing it again took half a minute."""
    path = begun(tmp_path)
    header, *_ = lines_of(path)
    header["options"] |= {"return_order": "as_played", "turn_cap": 1_000_000}
    header["chance"] = {"source": "seed", "seed": 0, "game": 0}
    path.write_bytes(chained([header, {"go": 1_000_000}]))
    ended = threedown(["verify", str(path)])
    assert (ended.code, ended.out) == (1, f"{path}: line 2: go 1000000: allowed is 10,000 at a time\n")


def test_a_map_that_is_no_map_by_its_size(threedown: Any, tmp_path: Path) -> None:
    (tmp_path / "map.json").write_bytes(b" " * (1 << 18) + b"{}")
    ended = threedown("maps check map.json")
    assert ended.code == 3
    assert "is larger than 262,144 bytes" in one_line(ended)


@pytest.mark.skipif(sys.platform != "linux", reason="file names elsewhere are text")
@pytest.mark.parametrize(
    "arguments",
    [
        ["verify", "NAME"],
        pytest.param(["verify", "--json", "NAME"], marks=pytest.mark.slow),
        pytest.param(["replay", "NAME"], marks=pytest.mark.slow),
        ["replay", "--json", "NAME"],
        pytest.param(["scenario", "NAME"], marks=pytest.mark.slow),
        pytest.param(["play", "--resume", "NAME"], marks=pytest.mark.slow),
        pytest.param(["play", "NAME"], marks=pytest.mark.slow),
        ["play", "war", "--names", "NAME,Ben"],
        pytest.param(["play", "war", "--set", "NAME=1"], marks=pytest.mark.slow),
        pytest.param(["maps", "check", "NAME"], marks=pytest.mark.slow),
        ["sim", "show", "NAME"],
    ],
)
@pytest.mark.parametrize("name", [b"there-\xff.3d", pytest.param(b"\xff.3d", marks=pytest.mark.slow)])
def test_names_that_are_no_text(arguments: list[str], name: bytes, tmp_path: Path) -> None:
    """Given as bytes: a name that is no UTF-8 once ended verify with a traceback."""
    (tmp_path / os.fsdecode(b"there-\xff.3d")).write_bytes(b"hello")
    process = [sys.executable.encode(), b"-m", b"threedown"]
    process += [argument.encode().replace(b"NAME", name) for argument in arguments]
    ended = subprocess.run(process, capture_output=True, timeout=HANGS)
    assert ended.returncode in (2, 3)
    assert b"Traceback" not in ended.stderr
    assert len((ended.stderr + ended.stdout).strip().splitlines()) == 1 or b"--json" in process
    (ended.stderr + ended.stdout).decode()


def test_a_game_under_a_name_that_is_no_text() -> None:
    name = os.fsdecode(b"\xff.3d")
    for arguments in (["play", "war", "--record", name], ["play", "--resume", name]):
        assert apart(*arguments, "--plain", typed="\nq\n").returncode == 0
    ended = apart("verify", "--json", name)
    assert ended.returncode == 0
    assert msgspec.json.decode(ended.stdout)["status"] == "true so far"


def test_a_record_goes_into_a_folder_that_is_there(threedown: Any, tmp_path: Path) -> None:
    """A slip of the pen makes no folder, and nothing is dealt that could not be kept."""
    ended = threedown("play war --plain --record nowhere/x.3d", "\n")
    assert (ended.code, ended.out) == (3, "")
    assert ended.err == "threedown: nowhere/x.3d: cannot be written: there is no folder nowhere; make it first\n"
    assert list(tmp_path.iterdir()) == []


def test_words_of_ones_own(threedown: Any, tmp_path: Path) -> None:
    """The commitment comes first, then the players' words, which help to decide the deal; too many are refused."""
    arguments = ["play", "war", "--plain", "--words", "--bots", "you,you", "--record", "x.3d"]
    typed = "far too many words for thirty-two bytes\nthree down, one up\n\nq\n"
    ended = threedown(arguments, typed)
    assert ended.code == 0
    header = lines_of(tmp_path / "x.3d")[0]
    told = ended.err.partition("your words")
    assert header["chance"]["commitment"] in told[0]
    assert "that is 39 bytes: give 32 at most" in told[2]
    mine, theirs = header["chance"]["contributions"]
    assert bytes.fromhex(mine) == b"three down, one up"
    assert len(bytes.fromhex(theirs)) == 16, "who gives no words gets random ones"
    shown = threedown("verify x.3d")
    assert "part of seat 0: " + mine + " (three down, one up)" in shown.out
    assert threedown([*arguments[:-1], "y.3d", "--seed", "1"]).code == 2


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
def test_flags_that_broke_something(threedown: Any, arguments: list[str], code: int, tmp_path: Path) -> None:
    begun(tmp_path)
    (tmp_path / "file").write_text("")
    ended = threedown(arguments)
    assert ended.code == code
    assert one_line(ended)


def test_a_replay_without_its_secret_is_one_line(threedown: Any, tmp_path: Path) -> None:
    path = begun(tmp_path)
    Keeper.secret_path(path).unlink()
    ended = threedown(["replay", str(path)])
    assert ended.code == 3
    assert one_line(ended)


def test_odd_surroundings() -> None:
    """An invalid width, a terminal without suit symbols, a full disk for the output."""
    assert apart("games", COLUMNS="abc").returncode == 0
    assert apart("rules", "war", "--clause", "WP-09", PYTHONIOENCODING="ascii").returncode == 0
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "threedown", "games"], stdout=full, stderr=subprocess.PIPE, text=True
        )
    assert (ended.returncode, len(ended.stderr.strip().splitlines())) == (3, 1)


def test_an_unusable_cache_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a usable folder, Numba would write into our source folder."""
    monkeypatch.setenv("THREEDOWN_CACHE", "/dev/null")
    assert usable_cache() is None


def test_bad_numbers_are_refused_where_they_enter() -> None:
    setting = settle(find_game("war"))
    for n, seed in ((0, 1), (-3, 1), (1, -1), (1, 1 << 63)):
        with pytest.raises(ValueError, match="allowed is"):
            simulate(run_spec(setting, n, seed), compiled=False)


# Tables that nobody would lay


def odd_table(game: str, pick: random.Random) -> dict[str, Any]:
    """A scenario in which some of the cards lie anywhere, mostly where a turn begins."""
    setting = settle(find_game(game))
    cards = pick.sample(list(setting.deck.names), pick.randint(0, len(setting.deck.names)))
    piles: dict[str, list[int]] = {name: [] for name in setting.piles}
    first = [name for name in piles if name.split()[0] == setting.game.piles.per_seat[0]]
    for card in cards:
        piles[pick.choice(first if pick.random() < 0.8 else list(piles))].append(card)
    laid = {name: setting.deck.show_all(pile) for name, pile in piles.items()}
    return {"game": game, "piles": laid, "seed": pick.randint(0, 999), "options": {"turn_cap": 100}}


@pytest.mark.parametrize("game", game_names())
def test_odd_tables_are_played_to_an_end(game: str) -> None:
    """No card is lost, nothing breaks and nothing hangs, whatever lies where."""
    for number in range(10):
        pick = random.Random(number)
        session, _ = _lay(scenario_of(odd_table(game, pick)))
        before = lying(session)
        while not session.over:
            if session.pending is None:
                session.go(WHOLE_GAME)
            else:
                session.choose(pick.choice(session.menu()), session.asked)
        assert lying(session) == before, f"table {number}"


def lying(session: Session) -> list[int]:
    piles = range(len(session.setting.piles))
    return sorted(card & NUMBER for pile in piles for card in cards_in(session.table_state, pile))
