"""The command line: exit codes, data on stdout, one line on stderr for what is wrong, and a clean Ctrl-C."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from support import conformance, machine_code
from support.commands import Told, one_line
from support.tables import war

from threedown.cli import COMMANDS
from threedown.games import find_game
from threedown.session.keeper import Keeper

Capture = pytest.CaptureFixture[str]


def process(*arguments: str, **environment: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "threedown", *arguments],
        env={**os.environ, **environment},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(threedown: Any, command: str) -> None:
    told = threedown([command, "--help"])
    assert told.code == 0
    assert "Usage: threedown" in told.out
    assert told.err == ""


def test_the_list_of_commands(threedown: Any) -> None:
    told = threedown("--help")
    assert told.code == 0
    assert all(f"  {command} " in told.out for command in COMMANDS)
    assert threedown("--version").out.startswith("threedown, version 0.1")


BAD_FLAGS = [
    ("sim bridge", "there is no game 'bridge': choose one of"),
    ("options bridge", "there is no game 'bridge'"),
    ("rules bridge", "there is no game 'bridge'"),
    ("play bridge", "there is no game 'bridge'"),
    ("play", "which game?"),
    ("sim", "which game"),
    ("deal war", "No such command 'deal'"),
    ("play war --seed abc", "'abc' is not a whole number"),
    ("verfy war", "No such command 'verfy'; did you mean 'verify'?"),
    ("sim war --preset pagan", "war has no preset 'pagan': choose one of bicycle"),
    ("sim war --set aces=1", "war has no option 'aces': choose one of face_down"),
    ("sim war --set face_down", "write --set key=value"),
    ("sim war --set face_down=9", "face_down=9: allowed is one of 0, 1"),
    ("sim war --set turn_cap=0", "turn_cap=0: allowed is 1 to 1000000"),
    ("sim war --set split_jokers=true", "split_jokers=true needs jokers=2"),
    ("sim war --seats 7", "war is played by 2 to 6, not by 7"),
    ("sim war --seats two", "'two' is not a whole number"),
    ("sim war -n 0", "0 is not in the range"),
    ("sim war -n many", "'many' is not a whole number"),
    ("sim war --seed -1", "-1 is not in the range 0<=x<=9223372036854775807"),
    ("sim war --seed 9223372036854775808", "is not in the range"),
    ("sim war --workers 0", "0 is not in the range"),
    ("sim war --colour red", "No such option"),
    ("sim war --face-down 3", "A house rule is given so: --set face_down=VALUE."),
    ("play war face_down=3", "A house rule is given so: --set face_down=3."),
    ("play war --bot 2=random", "write SEAT=LEVEL with a seat of 0 to 1"),
    ("play war --bot 1=genius", "there is no bot 'genius': choose one of simple, random, keen"),
    ("play champz --bots you,sees_all", "or you; sees_all sees the cards: only threedown lab champz --skill takes it"),
    ("sim war --bot 1=genius", "choose one of simple, random, keen, FILE.py:POLICY\n"),
    ("play war --bots you", "1 levels for 2 seats"),
    ("play war --names A", "give 2 names"),
    ("replay x.3d --turns later", "write --turns 10-20"),
]


@pytest.mark.parametrize(("command", "told"), BAD_FLAGS)
def test_a_wrong_flag_is_usage(threedown: Any, games_folder: Path, command: str, told: str) -> None:
    found = threedown(command)
    assert found.code == 2, found.err
    assert told in one_line(found)
    assert found.out == ""
    assert not games_folder.exists(), "something was written for a command that was refused"


def test_a_player_not_ahead_has_lost_to_the_house(threedown: Any) -> None:
    """With one player there are no draws but by the turn cap; among two who play each other there are."""
    command = "sim casino-war -n 20 --seed 1 --set rounds=3"
    told, draws = threedown(command).out, threedown(f"{command} --json").json["draws"]
    assert re.search(rf"nobody ahead: the house wins +{draws} ", told)
    assert "draws" not in told
    assert re.search(r"\ndraws +0 ", threedown("sim war -n 20 --seed 1 --set turn_cap=3").out)


BAD_SCENARIOS = [
    ('game = "bridge"', "game: there is no game 'bridge'"),
    ('game = "war"\npreset = "pagan"\nseed = 1', "options: war has no preset 'pagan'"),
    ('game = "war"\npiles = { "deck 0" = "11H" }', "piles: 'deck 0': '11H' is not a card: write rank and suit"),
    ('game = "war"\npiles = { "deck 0" = "7H", "deck 1" = "7H" }', "piles: 'deck 1': 7H is there twice"),
    ('game = "war"\npiles = { "deck 9" = "7H" }', "piles: there is no pile 'deck 9': deck 0"),
    ('game = "war"\nchoices = ["seat 0"]\nseed = 1', "choices: 1 left over, beginning with 'seat 0'"),
    ('game = "war"\nchance = [0]', "chance: draw 2 asks for one of 0 to 50"),
    ('game = "war"\nseed = 1\nexpect = { colour = 1 }', "expect: there is no 'colour' in a result"),
    ('game = "war"\nsede = 1', "unknown field `sede` (the keys are"),
    ("game = ", "is not valid TOML"),
    (
        'game = "war"\noptions = { race = true }\nchoices = ["seat 4"]\n'
        'piles = { "deck 0" = "7H 2C", "deck 1" = "7D 2D" }',
        "choices[0]: 'seat 4' isn't a legal choice here: seat 0, seat 1",
    ),
]


@pytest.mark.parametrize(("text", "told"), BAD_SCENARIOS)
@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_a_wrong_scenario_is_bad_input(threedown: Any, tmp_path: Path, text: str, told: str, flags: list[str]) -> None:
    file = tmp_path / "a.toml"
    file.write_text(text)
    found = threedown(["scenario", str(file), *flags])
    assert found.code == 3
    assert f"{file}: " in one_line(found)
    assert told in found.err
    assert found.out == ""


def test_a_scenario_that_is_right_and_one_that_is_not(threedown: Any, tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    laid = (
        'game = "war"\nchance = [0]\npiles = { "deck 0" = "9H 2C", "deck 1" = "5D 3C" }\nexpect = { turn_winner = %d }'
    )
    file.write_text(laid % 0)
    assert threedown(["scenario", str(file)]).code == 0
    result = threedown(["scenario", str(file), "--json"]).json
    assert set(result) == {
        "over", "winners", "ranking", "turns", "turn_winner", "reason", "piles", "state", "pending", "events",
    }  # fmt: skip
    file.write_text(laid % 1)
    found = threedown(["scenario", str(file)])
    assert found.code == 1
    assert "turn_winner: expected 1, got 0" in one_line(found)
    several = threedown(["scenario", str(file), str(file), "--json"])
    assert len(several.json) == 2


def test_too_few_cards_lose_and_do_not_crash(threedown: Any, tmp_path: Path) -> None:
    """Piles without any card, or with cards for one seat only: a result, or one line."""
    file = tmp_path / "a.toml"
    for piles in ('{ "deck 0" = "" }', '{ "deck 0" = "2C" }', '{ "pot" = "2C 3C" }'):
        for until in ("turn", "game"):
            file.write_text(f'game = "war"\nseed = 1\nuntil = "{until}"\npiles = {piles}')
            found = threedown(["scenario", str(file), "--json"])
            assert found.code in (0, 3), found.err
            assert found.code == 0 or one_line(found)


SIM_KEYS = {
    "game", "options", "seats", "n", "seed", "finished", "unfinished", "wins", "draws", "turns", "tally", "seconds",
    "games_per_second",
}  # fmt: skip


def test_sim_prints_the_keys_of_the_contract(threedown: Any) -> None:
    first, again, other = (threedown(f"sim war -n 12 --seed {seed} --json") for seed in (1, 1, 2))
    assert first.json.keys() >= SIM_KEYS
    assert set(first.json["turns"]) == {"mean", "se", "median", "p95", "p99", "min", "max"}
    assert first.err == ""

    def numbers(told: Told) -> dict[str, Any]:
        return {key: value for key, value in told.json.items() if key not in ("seconds", "games_per_second")}

    assert numbers(first) == numbers(again)
    assert numbers(first) != numbers(other)


def test_sim_for_people_says_how_to_repeat_it(threedown: Any) -> None:
    told = threedown("sim war -n 12 --seed 5 --preset rigal")
    assert told.code == 0
    assert "seat 0 wins" in told.out
    assert "--seed 5" in told.out
    command = told.out[told.out.index("threedown sim") :].split("\n")[0].split()
    repeated = threedown([*command[1:], "--json"]).json
    assert repeated["options"]["face_down"] == "rank"
    assert repeated["seed"] == 5


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of a whole short game."""
    path = tmp_path / "whole.3d"
    keeper, session = Keeper.start(path, war(turn_cap=30), ["Ana", "Ben"], 3)
    while not session.over:
        conformance.step(session, 10)
        keeper.keep(session)
    keeper.finish(session)
    keeper.close()
    return path


def test_replay_and_verify(threedown: Any, record: Path) -> None:
    told = threedown(["replay", str(record)])
    assert told.code == 0
    assert "Ana turns up" in told.out
    assert "The turn cap is reached: a draw." in told.out
    data = threedown(["replay", str(record), "--json", "--turns", "2-3"]).json
    assert {event["turn"] for event in data["events"]} == {2, 3}
    assert data["reason"] == "turn_cap"
    assert threedown(["replay", str(record), "--ascii"]).out.isascii()
    assert threedown(["verify", str(record)]).out == f"{record}: a true record\n  cards: game 0 of seed 3\n"
    assert threedown(["verify", str(record), "--json"]).json["wrong"] == []


def test_records_that_are_not_true(threedown: Any, record: Path) -> None:
    whole = record.read_bytes()
    lines = whole.splitlines(keepends=True)

    def told(data: bytes, command: str) -> Told:
        record.write_bytes(data)
        return threedown([command, str(record)])

    cut = whole[: len(lines[0]) + 5]
    assert told(cut, "verify").code == 1
    assert "breaks off in the middle of a line" in threedown(["verify", str(record)]).out
    replayed = told(cut, "replay")
    assert replayed.code == 3
    assert "line 2: the file breaks off" in one_line(replayed)
    edited = whole.replace(b'"hash":"', b'"hash":"0')
    assert told(edited, "verify").code == 1
    assert "the chain breaks" in threedown(["verify", str(record)]).out
    version = find_game("war").version
    other = whole.replace(b'"version":%d' % version, b'"version":%d' % (version + 1))
    for command in ("verify", "replay"):
        assert told(other, command).code == 3
    assert f"was played under rules version {version + 1}" in one_line(threedown(["replay", str(record)]))
    refused = threedown(["play", "--resume", str(record)])
    assert refused.code == 3
    assert told(b"hello\n", "replay").code == 3
    assert "not the header of a threedown record" in one_line(threedown(["replay", str(record)]))
    record.unlink()
    assert "cannot be read: No such file" in one_line(threedown(["replay", str(record)]))
    assert threedown(["verify", str(record)]).code == 3


def test_a_folder_that_cannot_be_written(threedown: Any, tmp_path: Path) -> None:
    """A file stands where the folder should be (a folder's mode would not stop root)."""
    (tmp_path / "file").write_text("")
    told = threedown(["play", "war", "--record", str(tmp_path / "file" / "x.3d")], stdin="q\n")
    assert told.code == 3
    assert "cannot be written" in one_line(told)
    assert told.out == ""
    told = threedown(["play", "war", "--record", str(tmp_path / "file")], stdin="q\n")
    assert told.code == 3
    assert "already exists; give another name" in one_line(told)
    assert (tmp_path / "file").read_text() == ""


def test_playing_through_a_pipe(threedown: Any, tmp_path: Path) -> None:
    """next, to the next war, undo, leave, go on, finish: one line an event."""
    path = tmp_path / "x.3d"
    told = threedown(["play", "war", "--seed", "1", "--record", str(path)], stdin="\n\nu\nw\nwhat\nq\n")
    assert told.code == 0
    assert "Player turns up" in told.out
    assert "Taken back to turn 1." in told.out
    assert "War!" in told.out
    assert "'what' is not known here. Enter: next turn" in told.out
    assert f"threedown play --resume {path}" in told.err
    assert "\x1b" not in told.out
    told = threedown(["play", "--resume", str(path)], stdin="f\n")
    assert told.code == 0
    assert "threedown verify" in told.err
    assert threedown(["verify", str(path)]).code == 0
    assert "the game is over" in one_line(threedown(["play", "--resume", str(path)]))


def test_a_race_through_a_pipe(threedown: Any, tmp_path: Path) -> None:
    path = tmp_path / "x.3d"
    told = threedown(
        ["play", "war", "--preset", "race-to-ace", "--seed", "2", "--record", str(path)],
        stdin="w\nseat 7\nseat 0\n\nq\n",
    )
    assert told.code == 0
    assert "Choose: seat 0, seat 1 (Enter: at random)." in told.out
    assert "'seat 7' isn't a legal choice here: seat 0; seat 1" in told.out
    assert sum(b'"choice"' in line for line in path.read_bytes().splitlines()) == 2


def test_choices_through_a_pipe(threedown: Any, tmp_path: Path) -> None:
    """Seed 4: jack against ace, four against three. Enter takes the first choice, ? lists them, nonsense is refused."""
    told = threedown(
        ["play", "casino-war", "--seed", "4", "--undo", "free", "--record", str(tmp_path / "x.3d")],
        stdin="\n?\nbet 99\nbet 10 tie 2\n\n\nu\nBET 3\nq\n",
    )
    assert told.code == 0
    assert (
        "Player: How much do you bet? Bet 1; Bet 1, and 1 on a tie; Bet 1, and 2 on a tie; …; Bet 20, and 5 on a tie"
        " (Enter: Bet 5; ?: all 120)." in (told.out)
    )
    assert "'bet 99' isn't a legal choice here" in told.out
    assert "Turn 1: -12, now 88 chips." in told.out
    assert "Turn 2: +5, now 93 chips." in told.out
    assert "Taken back to turn 2." in told.out
    assert "Turn 2: +3, now 91 chips." in told.out


def test_a_bots_card_is_not_told(threedown: Any, tmp_path: Path) -> None:
    told = threedown(["play", "steal-war", "--seed", "4", "--record", str(tmp_path / "x.3d")], stdin="\nq\n")
    assert "Player looks at 3♦." in told.out
    assert "Bot 1 looks at a card." in told.out


def test_a_forced_card_needs_no_key(threedown: Any, tmp_path: Path) -> None:
    """Steal War asks a seat that can only play as well, so that its card stays unknown: nothing needs an answer."""
    told = threedown(["play", "steal-war", "--seed", "4", "--record", str(tmp_path / "x.3d")], stdin="\n" * 12)
    questions = [line for line in told.out.splitlines() if line.startswith("Player: ")]
    assert questions
    assert all("steal" in line.lower() or " on top" in line for line in questions), questions
    assert "Player turns up " in told.out


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a folder that takes no files")
def test_a_record_that_cannot_be_made_is_not_called_busy(threedown: Any) -> None:
    told = threedown("play war --record /proc/x.3d", stdin="q\n")
    assert told.code == 3
    assert "no file can be made in /proc" in told.err


def test_undo_at_the_start_is_refused_in_words(threedown: Any) -> None:
    told = threedown("play war --seed 1", stdin="u\nq\n")
    assert told.code == 0
    assert "There is nothing to undo." in told.out


def test_ctrl_c_ends_a_long_run_with_one_line() -> None:
    """130, nothing on stdout, no traceback; the run, of games that go round, is on its way when the signal comes."""
    machine_code.prepared(war(), folded=False)
    endless = ("--set", "return_order=as_played", "--set", "turn_cap=1000000")
    running = process("sim", "war", "-n", "400000", "--seed", "1", "--workers", "1", *endless)
    wait_until_busy(running)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=conformance.HANGS)
    assert running.returncode == 130
    assert err.splitlines() == ["threedown: interrupted"]
    assert out == ""


def wait_until_busy(running: "subprocess.Popen[str]") -> None:
    """Waits until the process has used two seconds of CPU: it is past its imports then."""
    ticks = os.sysconf("SC_CLK_TCK")
    while running.poll() is None:
        fields = Path(f"/proc/{running.pid}/stat").read_text().rsplit(")", 1)[1].split()
        if (int(fields[11]) + int(fields[12])) / ticks > 2:
            return
        time.sleep(0.02)
    raise AssertionError(f"the run ended before it could be interrupted: {running.communicate()}")


def test_ctrl_c_at_the_prompt_ends_with_130(tmp_path: Path) -> None:
    running = process("play", "war", "--seed", "1", "--record", str(tmp_path / "x.3d"))
    assert running.stdout is not None
    assert "Enter: next turn" in running.stdout.readline()
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=conformance.HANGS)
    assert running.returncode == 130
    assert err.splitlines()[-1] == "threedown: interrupted"
    assert "Traceback" not in err
    assert (tmp_path / "x.3d").exists(), "the game must be kept"


def test_a_closed_pipe_is_no_error() -> None:
    running = process("options", "war")
    assert running.stdout is not None
    running.stdout.close()
    assert running.stderr is not None
    assert "Traceback" not in running.stderr.read()
    running.wait(timeout=conformance.HANGS)


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_where_none_are_wanted(environment: dict[str, str]) -> None:
    out, _ = process("games", **environment).communicate(timeout=conformance.HANGS)
    assert "war" in out
    assert "\x1b" not in out


@pytest.mark.parametrize("command", ["sim war -n 20 --seed 1", "rules war", "options war --json"])
def test_a_reader_who_has_enough_is_no_error(command: str) -> None:
    """`threedown … | head -1` must not complain."""
    line = f"{sys.executable} -m threedown {command} | head -1; exit ${{PIPESTATUS[0]}}"
    ended = subprocess.run(["bash", "-c", line], capture_output=True, text=True)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_the_last_game_is_taken_up_where_there_is_one(threedown: Any, tmp_path: Path) -> None:
    nothing = threedown("play --resume")
    assert nothing.code == 3
    assert "you left no game here" in one_line(nothing)
    path = tmp_path / "x.3d"
    threedown(["play", "war", "--seed", "1", "--record", str(path), "--bots", "random,you"], stdin="\nq\n")
    again = threedown("play --resume", stdin="\nq\n")
    assert "Turn 2: " in again.out
    assert f"--resume {path} --bots random,you" in again.err, "the same sit where they sat"
    threedown("play war --seed 1 --plain", stdin="\nq\n")
    assert "Turn 2: " in threedown("play war --resume --plain", stdin="\nq\n").out, "the last game was one of War"
    assert "give no game" in one_line(threedown("play champz --resume"))


def test_a_command_without_arguments_shows_its_help(threedown: Any) -> None:
    told = threedown("exact")
    assert told.err.startswith("Usage: ")


@pytest.mark.parametrize(
    ("command", "code", "told"),
    [
        ("play war --at http://127.0.0.1:1 --seed 3", 2, "the server keeps the game and deals the cards"),
        ("play --at http://127.0.0.1:1", 2, "which game, or which room?"),
        ("http://127.0.0.1:1", 2, "which game, or which room?"),
        ("http://127.0.0.1:1/r/kz7m3qx2ab", 3, "http://127.0.0.1:1: cannot be reached"),
        ("play http://127.0.0.1:1/r/kz7m3qx2ab?watch", 3, "http://127.0.0.1:1: cannot be reached"),
        ("play --at http://127.0.0.1:1/r/kz7m3qx2ab", 3, "http://127.0.0.1:1: cannot be reached"),
        ("rooms --at http://127.0.0.1:1/r/kz7m3qx2ab", 3, "http://127.0.0.1:1: cannot be reached"),
        ("play war --watch", 2, "--watch looks on in a room of a server"),
        ("play war --at 127.0.0.1:1", 2, "give the address of a server, as in http://127.0.0.1:8765"),
        ("play a/../b? --at http://127.0.0.1:1", 2, "neither a game"),
        *((f"{command} --at http://127.0.0.1:1", 3, "cannot be reached") for command in ("play war", "rooms")),
    ],
)
def test_a_server_that_is_not_there(threedown: Any, command: str, code: int, told: str) -> None:
    ended = threedown(command)
    assert ended.code == code
    assert told in one_line(ended)
    assert ended.out == ""
