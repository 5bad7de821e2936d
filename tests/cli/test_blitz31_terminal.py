"""Blitz (31) in the terminal: several people at one keyboard, and its odds."""

import io
import json
import re
from typing import Any

import pytest

from threedown.cards import NUMBER, show_cards
from threedown.cli import main
from threedown.games import find_game
from threedown.games.setting import settle
from threedown.session.narrator import symbolic_name
from threedown.session.session import Session
from threedown.table.chance import Generator
from threedown.table.sight import cards_in

Patch = pytest.MonkeyPatch


@pytest.fixture
def played(monkeypatch: Patch, capsys: pytest.CaptureFixture[str], tmp_path: Any) -> Any:
    """Plays with these lines as the keyboard; returns what is printed."""

    def play(command: str, *lines: str) -> str:
        import sys

        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        record = tmp_path / f"{len(list(tmp_path.iterdir()))}.3d"
        with pytest.raises(SystemExit):
            main([*command.split(), "--record", str(record)])
        return capsys.readouterr().out

    return play


def in_symbols(cards: list[int]) -> str:
    return " ".join(symbolic_name(name) for name in show_cards(cards).split())


def test_a_hand_is_shown_sorted_with_its_value(played: Any) -> None:
    told = played("play blitz31 --plain --seed 3", "", "q")
    session = Session(settle(find_game("blitz31"), seats=2), Generator(3))
    cards = [card & NUMBER for card in cards_in(session.table_state, 0)]
    ordered, worth_text = session.setting.game.words.table.sorted_hand(session.table, cards)
    assert f"You see: your hand: {in_symbols(ordered)} ({worth_text}); discard" in told


def test_the_keyboard_changes_hands_and_nothing_secret_is_shown_before(played: Any) -> None:
    command = "play blitz31 --plain --seed 3 --bots you,you --names Ana,Ben"
    lines = played(command, "", "", "draw stock", "1", "", "not yet", "", "q").splitlines()
    passes = [place for place, line in enumerate(lines) if line.startswith("Pass the keyboard to")]
    told = [f"Pass the keyboard to {name}, then press Enter." for name in ("Ana", "Ben", "Ben")]
    assert [lines[place] for place in passes] == told
    assert [line.split()[0] for line in lines if ", you see: " in line] == ["Ana,", "Ana,", "Ben,"]
    dealt = Session(settle(find_game("blitz31"), seats=2), Generator(3)).table_state
    anas, bens = (in_symbols(cards_in(dealt, seat)).split() for seat in (0, 1))
    before = "\n".join(lines[: passes[0] + 1])
    anas_turn = "\n".join(lines[passes[0] + 1 : passes[1]])
    bens_turn = "\n".join(lines[passes[1] :])
    assert not [card for card in anas + bens if card in before]
    assert not [card for card in bens if card in anas_turn]
    assert all(card in anas_turn for card in anas)
    assert not [card for card in anas[1:] if card in bens_turn], "Ana has discarded her first card only"
    assert all(card in bens_turn for card in bens)


def test_undo_passes_the_keyboard_back(played: Any) -> None:
    command = "play blitz31 --plain --seed 3 --undo free --bots you,you --names Ana,Ben"
    told = played(command, "", "", "draw stock", "", "", "", "u", "u", "q")
    assert re.findall(r"Pass the keyboard to (\w+)", told) == ["Ana", "Ben", "Ana"]


def test_one_person_against_bots_keeps_the_keyboard(played: Any) -> None:
    told = played("play blitz31 --plain --seed 3 --seats 3", "", "draw stock", "", "", "", "", "q")
    assert "Pass the keyboard" not in told
    assert "Player takes" in told
    assert re.search(r"Bot 1 takes a card from the stock|Bot 1 takes \S+ from the discard|Bot 1 knocks", told)


def test_every_lost_life_is_explained(played: Any) -> None:
    told = played("play blitz31 --plain --seed 3 --bots simple,simple,simple --seats 3", "f")
    assert len(re.findall(r": (?:one life|two lives)\.", told)) >= 8
    assert re.search(
        r"Bot \d knocked with \d+, and the lowest hand is the knocker's own: two lives\.|has the lowest hand", told
    )
    assert "is the last with a life." in told


@pytest.mark.parametrize("flag", ["--cards 8", "--turns 4"])
def test_flags_of_the_small_31_are_refused_without_it(flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["exact", "blitz31", *flag.split()])
    out, err = capsys.readouterr()
    assert (stop.value.code, out, err.count("\n")) == (2, "", 1)
    assert f"--small {flag}" in err


def test_the_command_prints_the_distribution(capsys: pytest.CaptureFixture[str]) -> None:
    def run(command: str) -> str:
        with pytest.raises(SystemExit) as stop:
            main(command.split())
        assert stop.value.code in (0, None)
        return capsys.readouterr().out

    found = json.loads(run("exact blitz31 --json"))
    assert found["hands"]["31"] == 24
    assert sum(found["hands"].values()) == 22_100
    assert found["mean"] == pytest.approx(sum(float(key) * count for key, count in found["hands"].items()) / 22_100)
    assert json.loads(run("exact blitz31 --three-of-a-kind 30.5 --json"))["hands"]["30.5"] == 52
    shown = run("exact blitz31")
    assert "█" in shown
    assert "Mean 13.1414" in shown
