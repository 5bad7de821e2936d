"""The man page: every command with its options, and nothing that troff takes for a request of its own."""

import re
from typing import Any

import pytest

from threedown.cli import COMMANDS

REQUESTS = {".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".RI", ".nf", ".fi"}


def test_the_manual_has_every_command(threedown: Any) -> None:
    told = threedown("man")
    assert told.code == 0
    titles = re.findall(r"^\.SS threedown ([\w-]+)", told.out.replace("\\-", "-"), re.MULTILINE)
    assert set(titles) == set(COMMANDS)
    assert {line.split()[0] for line in told.out.splitlines() if line.startswith((".", "'"))} <= REQUESTS
    db = told.out[told.out.index(".SS threedown db ") :]
    assert ".SS threedown db backup" in db.replace("\\-", "-")
    assert "\n.TP\n.B \\-\\-plain\nPrint one line an event" in told.out


@pytest.mark.parametrize("command", ["exact", "db", "maps", "bots"])
def test_commands_of_a_group_are_told_in_whole_sentences(threedown: Any, command: str) -> None:
    lines = threedown(f"{command} --help").out.partition("Commands:")[2].splitlines()
    assert len(lines) > 2
    assert not any(line.endswith("...") for line in lines)
