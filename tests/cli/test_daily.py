"""The deal of the day in a terminal: what there is, one try, and the place at its end."""

import json
import re
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from support.commands import apart
from support.serving import Serving


def daily(served: Serving, games: Path, *wish: str, lines: int = 0) -> CompletedProcess[str]:
    """Run the command as a guest who is kept in this folder, with Enter so many times."""
    return apart("daily", *wish, "--at", served.url, typed="\n" * lines, THREEDOWN_GAMES=str(games))


@pytest.mark.slow
def test_the_deals_of_today_are_listed(served: Serving, tmp_path: Path) -> None:
    seen = json.loads(daily(served, tmp_path, "--json").stdout)
    told = daily(served, tmp_path)
    for deal in seen["deals"]:
        assert re.search(rf"^{deal['game']} +not played yet", told.stdout, re.M)
    assert f"{seen['day']}, " in told.stderr
    in_italian = daily(served, tmp_path, "--language", "it")
    assert re.search(r"^war +non ancora giocata", in_italian.stdout, re.M)
    assert "Per giocarne una: threedown daily" in in_italian.stderr


@pytest.mark.slow
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
