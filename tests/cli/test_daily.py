"""The deal of the day in a terminal: what there is, one try, and the place at its end."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from support.serving import PATIENCE, Serving


def daily(served: Serving, games: Path, *wish: str, lines: int = 0) -> "subprocess.CompletedProcess[str]":
    """Run the command as a guest who is kept in this folder, with Enter so many times."""
    command = [sys.executable, "-m", "threedown", "daily", *wish, "--at", served.url]
    return subprocess.run(command, input="\n" * lines, capture_output=True, text=True, timeout=PATIENCE, check=False,
                          env={**os.environ, "THREEDOWN_GAMES": str(games)})  # fmt: skip


def test_the_deals_of_today_are_listed(served: Serving, tmp_path: Path) -> None:
    seen = json.loads(daily(served, tmp_path, "--json").stdout)
    told = daily(served, tmp_path)
    for deal in seen["deals"]:
        assert re.search(rf"^{deal['game']} +not played yet", told.stdout, re.M)
    assert f"{seen['day']}, " in told.stderr


def test_a_try_is_left_goes_on_and_ends_with_its_place(served: Serving, tmp_path: Path) -> None:
    assert "Bet before the first card" in daily(served, tmp_path, "war").stderr
    left = daily(served, tmp_path, "war", "--bet", "0,200,2", "--plain", lines=3)
    assert "You turn up" in left.stdout
    assert "Place" not in left.stdout
    assert re.search(r"^war +begun", daily(served, tmp_path).stdout, re.M)
    done = daily(served, tmp_path, "war", "--plain", lines=5000)
    assert "Place 1 of 1 in the deal of " in done.stdout, done.stderr
    assert re.search(r"To share, .*/preview/daily/war/\S+\.png$", done.stdout, re.M)
    assert "record" not in done.stderr, "it is sealed until the day is over"
    assert re.search(r"^war +played", daily(served, tmp_path).stdout, re.M)
    assert json.loads(daily(served, tmp_path, "war", "--json").stdout)["mine"]["place"] == 1


def test_a_bet_is_three_numbers(served: Serving, tmp_path: Path) -> None:
    done = daily(served, tmp_path, "war", "--bet", "me,200")
    assert done.returncode == 2
    assert "write three numbers, as in 0,180,2" in done.stderr
