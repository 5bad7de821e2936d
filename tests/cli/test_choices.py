"""Choosing at a table of plain lines: numbers, spellings, Enter, and hints before a choice."""

import errno
import itertools
import os
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from support.commands import Told

from threedown.cards import parse_card, spelled
from threedown.games import find_game
from threedown.games.blitz31.rules import DISCARD
from threedown.games.blitz31.words import default_choice
from threedown.games.facts import summary_of
from threedown.games.laying import LaidTable, lay
from threedown.games.setting import settle
from threedown.language import speaking
from threedown.session.choice_text import parse_choice
from threedown.session.keeper import Keeper
from threedown.session.scenario import play_scenario, scenario_of
from threedown.table.layout import Table

Run = Any


def test_a_choice_by_number_by_spelling_and_by_enter(threedown: Run) -> None:
    """The best three of JC 8C 4S 2H are JC 8C and the four: Enter discards the deuce."""
    by_number: Told = threedown("play blitz31 --seed 3 --plain", "\n1\n2\nq\n")
    assert "1 Draw from the stock; 2 Take the " in by_number.out
    assert "(Enter: Draw from the stock)" in by_number.out
    assert "2 Discard the 2♥" in by_number.out
    assert "(Enter: Discard the 2♥)" in by_number.out
    assert "Player discards 2♥." in by_number.out
    for line in ("discard 2♥", "discard 2h", "Discard the 2♥", ""):
        assert "Player discards 2♥." in threedown("play blitz31 --seed 3 --plain", f"\n1\n{line}\nq\n").out
    assert "'9' isn't a legal choice here" in threedown("play blitz31 --seed 3 --plain", "\n9\nq\n").out


def test_a_question_mark_says_what_each_choice_does(threedown: Run) -> None:
    """Each choice has a line, with the card that it takes."""
    told: Told = threedown("play blitz31 --seed 3 --plain", "?\n\n?\nq\n")
    lines = told.out.splitlines()
    assert sum(line.startswith("Enter: next turn; ") for line in lines) == 2
    assert "draw stock: Draw from the stock" in lines
    assert any(line.startswith("draw discard: Take the ") and line.endswith(" from the discard pile") for line in lines)
    italian: Told = threedown("play war --seed 3 --plain --language it", "?\nq\n")
    rules = summary_of(settle(find_game("war"))).short
    with speaking("it"):
        translated = summary_of(settle(find_game("war"))).short
    assert all(line in italian.out for line in translated)
    assert not any(line in italian.out for line in rules)


def test_a_number_is_no_choice_where_numbers_are_choices(threedown: Run) -> None:
    """Ten is a bet here, not the tenth bet of the list."""
    told: Told = threedown("play casino-war --seed 4 --plain", "\n10\nbet 10\nq\n")
    assert "'10' isn't a legal choice here" in told.out
    assert "Player bets 10." in told.out


TWO_ROUNDS = "play casino-war --seed 4 --seats 2 --names Ann,Ben --set rounds=2 --plain"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Turn 1: Ann +5, now 105 chips; Ben +1, now 101 chips."),
        ("it", "Turno 1: Ann +5, ora 105 fiches; Ben +1, ora 101 fiches."),
    ],
)
def test_a_round_against_the_house_is_told_by_name(threedown: Run, language: str, line: str) -> None:
    told: Told = threedown(f"{TWO_ROUNDS} --language {language}", "\nbet 5\nq\n")
    assert line in told.out.splitlines()


def test_the_last_line_says_what_everybody_has(threedown: Run) -> None:
    """Ann wins five and loses them again; Ben wins both rounds."""
    told: Told = threedown(TWO_ROUNDS, "\nbet 5\n\nbet 5\n")
    assert told.out.splitlines()[-1] == "At the end: Ann 100 chips, Ben 102 chips."
    assert "At the end" not in threedown(TWO_ROUNDS, "\nbet 5\nq\n").out
    war: Told = threedown("play war --seed 1 --set turn_cap=1 --plain --names Ann,Ben", "f\n")
    assert re.fullmatch(r"At the end: Ann \d+, Ben \d+\.", war.out.splitlines()[-1])


@pytest.mark.slow
def test_advice_is_a_line_too(threedown: Run) -> None:
    told: Told = threedown("play blitz31 --seed 3 --plain --bots you,random", "!\n\n!\nq\n")
    assert "there is nothing to choose right now" in told.out
    assert "A bot would choose: Draw from the stock (it wins 49% of 256 imagined games, ± 3, " in told.out
    assert ", about as many as the next best; 49% for Take the " in told.out
    assert " from the discard pile, 28% for Knock with " in told.out


def test_before_a_choice_the_table_says_who_stands_where(threedown: Run) -> None:
    told: Told = threedown("play blitz31 --seed 3 --plain", "\n\n\nq\n")
    assert "Player: 4 lives; Bot 1: 4 lives, dealer." in told.out
    assert "Turn 1: Bot 1 is next." in told.out
    champz: Told = threedown("play champz --seed 3 --seats 3 --plain", "\n? td-p\nq\n")
    assert "Player: 0 points, 6 cards in hand; Bot 1: 0 points, 5 cards in hand" in champz.out
    assert "play a Passing Touchdown: 6 points; an Interception removes it" in champz.out


def test_plain_lines_spell_cards_one_way(threedown: Run) -> None:
    """Prompts, piles and events use the cards' names, in either language, and take them back in any case."""
    typed = "\nPLAY extra point\nq\n"
    english: Told = threedown("play champz --seed 3 --seats 3 --plain", typed)
    assert "1 Play a Passing Touchdown: 6 points; 2 Play a Conversion: 2 points; 3 " in english.out
    assert "You see: your hand: a Passing Touchdown, a Conversion, " in english.out
    assert "Player plays an Extra Point and stands at 1." in english.out
    assert "TD-PASS" not in english.out
    board: Told = threedown("play blitzwar --preset duel --seed 5 --plain --language it", "\n?\nq\n")
    assert not re.search("[a-z]-[a-z]+ 1", board.out), "a state by its code"


def test_a_refusal_names_the_first_of_many_choices(threedown: Run) -> None:
    told: Told = threedown("play casino-war --seed 4 --plain", "\n10\nq\n")
    line = (
        "'10' isn't a legal choice here: Bet 1; Bet 1, and 1 on a tie; Bet 1, and 2 on a tie; …; Bet 20, and 5 on a tie"
    )
    assert line in told.out.splitlines()


@pytest.mark.parametrize(
    ("hand", "kept"),
    [
        ("KS QS 5S 2H", "KS QS 5S"),
        ("KS 9H 8H 7H", "9H 8H 7H"),
        ("AS KS QS JS", "AS KS QS"),
        ("7C 7D 7H KC", "7C 7D 7H"),
    ],
)
def test_enter_keeps_the_best_three_of_31(hand: str, kept: str) -> None:
    """Of AS KS QS JS any ten may go; of 7C 7D 7H KC three of a kind are worth 30, and clubs 17."""
    setting = settle(find_game("blitz31"))
    table_state = setting.new_table_state()
    lay(setting, table_state, LaidTable({"hand 0": hand}), openly=True)
    cards = hand.split()
    code = default_choice(Table(table_state, setting.option_codes), 0, DISCARD, range(4))
    left = {parse_card(card) for place, card in enumerate(cards) if place != code}
    if "AS" in kept:
        assert parse_card("AS") in left
    else:
        assert left == {parse_card(card) for card in kept.split()}


@pytest.mark.parametrize(
    ("written", "name"), [("Q♥", "QH"), ("10♠", "TS"), ("10h", "TH"), ("as", "AS"), ("Jo2", "JK2"), ("1H", "1H")]
)
def test_cards_are_read_as_people_write_them(written: str, name: str) -> None:
    assert spelled(written) == name


MENUS = {
    "blitzwar": ["trade alaska middle-east JK1", "trade alaska middle-east JK2", "attack peru>brazil 3", "keep"],
    "champz": ["play TD-RUN", "play HAIL-MARY", "blitz 1 TD-PASS"],
    "casino-war": ["bet 1 tie 10", "bet 10 tie 1", "bet 1"],
}


@pytest.mark.parametrize(
    ("game", "written", "choice"),
    [
        ("blitzwar", "trade JK1 middle-east alaska", "trade alaska middle-east JK1"),
        ("blitzwar", "Trade Jo2, Alaska and Middle East", "trade alaska middle-east JK2"),
        ("blitzwar", "trade alaska middle-east", None),
        ("blitzwar", "trade alaska alaska JK1", None),
        ("blitzwar", "attack Peru -> Brazil 3", "attack peru>brazil 3"),
        ("blitzwar", "attack brazil>peru 3", None),
        ("champz", "play hail mary", "play HAIL-MARY"),
        ("champz", "blitz 1 td-pass", "blitz 1 TD-PASS"),
        ("casino-war", "Bet 10 tie 1", "bet 10 tie 1"),
        ("casino-war", "bet 1 tie 10", "bet 1 tie 10"),
        ("casino-war", "tie 10 bet 1", None),
        ("casino-war", "", None),
    ],
)
def test_a_choice_is_read_as_people_write_it(game: str, written: str, choice: str | None) -> None:
    """Cards in any order; everything else in its own."""
    assert parse_choice(written, MENUS[game], settle(find_game(game)).deck.names.values()) == choice


def test_an_ambiguous_text_is_no_choice() -> None:
    assert parse_choice("discard 7h", ["discard 7H", "discard 7H"], ["7H"]) is None


def test_a_trade_is_kept_as_the_menu_writes_it() -> None:
    """The order in which the cards are named is no part of the game, nor of its record."""
    table = {
        "game": "blitzwar", "until": "choices", "piles": {"hand 1": "alaska venezuela egypt"},
        "state": {"turn_of": 1, "owner peru": 1, "owner madagascar": 2},
    }  # fmt: skip
    orders = (["trade", *cards] for cards in itertools.permutations(("alaska", "venezuela", "egypt")))
    found = [play_scenario(scenario_of({**table, "choices": [" ".join(words)]})) for words in orders]
    assert all(result == found[0] for result in found)
    assert found[0]["state"]["parcel"] == 4


def test_a_pair_as_people_write_it(threedown: Run) -> None:
    assert (
        threedown("rules blitzkrieg --pair Q♥ 10h --json").json
        == threedown("rules blitzkrieg --pair QH TH --json").json
    )
    bad: Told = threedown("rules blitzkrieg --pair 1H 10h")
    assert bad.code == 2
    assert "'1H' is not a card" in bad.err


def test_one_turn_is_no_plural(threedown: Run, tmp_path: Any) -> None:
    path = tmp_path / "one.toml"
    path.write_text(
        'game = "war"\nseed = 1\noptions = {turn_cap = 1}\n[piles]\n"deck 0" = "KS QS"\n"deck 1" = "2C 3C"\n'
    )
    told: Told = threedown(f"scenario {path}")
    assert told.code == 0, told.err
    assert "over after 1 turn (" in told.out


def test_undo_between_turns_gives_the_keyboard_to_nobody(threedown: Run) -> None:
    """Two people share a keyboard: after an undo, Ana's hand is shown only once she says that she is there."""
    told: Told = threedown(
        "play blitz31 --seed 3 --plain --bots you,you --names Ana,Ben --undo free", "\n\n1\n1\nu\nq\n"
    )
    after = told.out.partition("Taken back")[2]
    assert "Pass the keyboard to Ana" in after
    assert "you see: " not in after


def test_leaving_says_who_sits_where(threedown: Run) -> None:
    assert "--bots" not in threedown("play blitz31 --seed 3 --plain", "q\n").err
    assert threedown("play blitz31 --seed 3 --plain --bots you,you", "q\n").err.rstrip().endswith("--bots you,you")


def test_a_name_that_is_no_text_is_said_as_the_shell_takes_it(threedown: Run, tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"n\xff d.3d")
    told: Told = threedown(["play", "blitz31", "--seed", "3", "--plain", "--record", str(path)], "q\n")
    word = shlex.split(told.err.replace("$'", "'"))[-1]
    assert told.err.rstrip().endswith(f"--resume $'{tmp_path}/n\\xff d.3d'")
    assert word.encode().decode("unicode_escape").encode("latin-1") == os.fsencode(path)


@pytest.mark.parametrize("line", ["9" * 5000, "\udcff"])
def test_nonsense_is_refused_in_a_line(threedown: Run, line: str) -> None:
    told: Told = threedown("play blitz31 --seed 3 --plain", f"\n{line}\nq\n")
    assert told.code == 0
    assert "isn't a legal choice here" in told.out


def test_a_drawing_is_not_put_over_a_record(threedown: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.3d"
    path.write_text("a record")
    told: Told = threedown(f"maps draw world --out {path}")
    assert told.code == 2
    assert "ends with .svg" in told.err
    assert path.read_text() == "a record"


def test_a_drawing_that_cannot_be_written_leaves_the_old_one(
    threedown: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(part: Path, path: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("threedown.durable.put_in_place", full)
    path = tmp_path / "world.svg"
    path.write_text("an older drawing")
    told: Told = threedown(f"maps draw world --out {path}")
    assert told.code == 3
    assert told.err == f"threedown: {path}: cannot be written: No space left on device\n"
    assert [file.read_text() for file in tmp_path.iterdir()] == ["an older drawing"]


@pytest.mark.parametrize("pair", ["'' ''", "'7H 8H' 9H", "7H 7H"])
def test_a_pair_that_is_none_is_one_line(threedown: Run, pair: str) -> None:
    told: Told = threedown(["rules", "blitzkrieg", "--pair", *shlex.split(pair)])
    assert told.code == 2
    assert "is not a card" in told.err or "is there twice" in told.err


@pytest.mark.parametrize("command", ["sim war -n 10 --bot {}=random", "replay {path} --turns {}-{}"])
def test_thousands_of_digits_are_one_line(threedown: Run, tmp_path: Path, command: str) -> None:
    threedown(f"play war --plain --seed 1 --record {tmp_path / 'x.3d'}", "q\n")
    digits = "9" * 5000
    told: Told = threedown(command.replace("{path}", str(tmp_path / "x.3d")).replace("{}", digits))
    assert told.code == 2
    assert "Traceback" not in told.err


def test_a_game_keeps_its_names_whatever_they_are(threedown: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.3d"
    Keeper.start(path, settle(find_game("war")), ["a, b", "Ben"], 3)[0].close()
    told: Told = threedown(f"play --resume {path} --plain", "\nq\n")
    assert told.code == 0
    assert "War: a, b, Ben." in told.out
