"""The effects of house rules in a room's form: shipped, measured here once, or refused."""

import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.hubs import in_a_house, until

from threedown.games import find_game
from threedown.games.setting import settle
from threedown.server.http.effects import effects_seen
from threedown.server.hub import Hub
from threedown.server.model.errors import Invalid
from threedown.server.model.findings import RulesTask, TaskProgress
from threedown.server.model.lab_requests import Rules
from threedown.server.rooms.room_request import setting_of_rules
from threedown.server.workers import job_queue, task_process
from threedown.server.workers.effect_result import effects_of, shipped

HERE = "203.0.113.9"
STUB = """
import sys, msgspec
from threedown.framing import framed
from threedown.server.model.findings import *
task = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Task)
found = Effects(task.game, 1, task.options, task.seats, 100, 1, 50.0, 40.0, 90.0, {})
sys.stdout.buffer.write(framed(msgspec.msgpack.encode(FoundEffects(found))))
"""


def test_shipped_effects_match_the_rules() -> None:
    """Of a fresh install War's form says something at once; no value is named that an option does not take."""
    assert shipped("war") is not None
    for name in (
        "beggar-my-neighbour",
        "war",
        "blitz31",
        "champz",
        "pyanitsa",
        "steal-war",
        "stealing-bundles",
        "syrian-war",
        "tod-und-leben",
    ):
        known = shipped(name)
        assert known is not None
        setting = settle(find_game(name))
        assert (known.options, known.seats) == (msgspec.structs.asdict(setting.options), setting.seats)
        for option, values in known.effects.items():
            for each in values:
                settle(find_game(name), None, {option: each.value}, kept=True)  # it may do nothing
                assert each.low <= each.turns <= each.high


def test_a_study_becomes_effects_that_are_shares_of_the_length() -> None:
    facts = {
        "game": "war", "options": {"short": "lose"}, "seats": 2, "n": 100, "seed": 1,
        "variants": [
            {"changes": {"short": "lose"}, "measures": {"turns": {"value": 200.0}},
             "turns": {"median": {"value": 150.0}, "p95": {"value": 500.0}}},
            {"changes": {"short": "fewest"}},
        ],
        "comparisons": [
            {"measure": "turns", "base": 0, "variant": 1, "difference": 50.0, "low": 40.0, "high": 60.0, "holds": True},
            {"measure": "draws", "base": 0, "variant": 1, "difference": 0.1, "low": 0.0, "high": 0.2, "holds": True},
        ],
    }  # fmt: skip
    found = effects_of(facts, 7)
    assert (found.median, found.p95, found.version) == (150, 500, 7)
    (effect,) = found.effects["short"]
    assert (effect.value, effect.turns, effect.low, effect.high) == ("fewest", 0.25, 0.2, 0.3)


def test_unknown_effects_are_measured_once_and_cached(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_queue, "COMMAND", (sys.executable, "-c", STUB))
    other = settle(find_game("war"), None, {"turn_cap": 77})

    async def ask(hub: Hub) -> None:
        assert (await effects_seen(hub, settle(find_game("war")), HERE)).state == "done", "it ships"
        assert len(hub.analysis_jobs) == 0
        assert (await effects_seen(hub, other, HERE)).state == "waiting"
        await until(lambda: len(hub.analysis_jobs) == 0)

    async def look(hub: Hub) -> None:
        told = await effects_seen(hub, other, HERE)
        assert told.state == "done"
        assert told.found is not None
        assert told.found.options["turn_cap"] == 77

    in_a_house(folder, ask)
    in_a_house(folder, look)


@pytest.mark.parametrize("wish", [Rules("chess"), Rules("war", options={"face_down": 99}), Rules("war", seats=40)])
def test_rules_that_nobody_knows_are_refused(wish: Rules) -> None:
    with pytest.raises(Invalid):
        setting_of_rules(wish)


def test_an_assistant_measures_every_option_beside_the_rules_that_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(task_process, "MOST_GAMES", 8)
    base = settle(find_game("casino-war"), None, {"rounds": 4})
    heard: list[Any] = []
    task_process.work(RulesTask("casino-war", msgspec.structs.asdict(base.options), base.seats), heard.append)
    assert [each for each in heard if isinstance(each, TaskProgress)]
    found = heard[-1].effects
    assert (found.game, found.options["rounds"], found.games, found.median) == ("casino-war", 4, 8, 4)
    assert {each.value for each in found.effects["rounds"]} == {2, 8}
    assert "turn_cap" not in found.effects
    assert all(each.value != found.options[option] for option, values in found.effects.items() for each in values)
