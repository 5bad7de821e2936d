"""A story is told in parts: together they are the whole, and the game isn't played again for each of them."""

import pytest

from threedown.games import find_game
from threedown.games.setting import settle
from threedown.server.finished import story
from threedown.server.model.plan import Chair, RoomPlan, StoredLog, StoredRoom
from threedown.server.model.story import Story
from threedown.server.store.records import chained, header_line
from threedown.session.record import SeededChance, new_header
from threedown.session.session import Session
from threedown.table.chance import Generator


def test_parts_are_the_whole_and_entries_are_played_twice_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each part played the whole game again: six times for a BlitzWar of 1,200 entries."""
    turns = 11
    setting = settle(find_game("war"), None, {"turn_cap": turns}, 2)
    session = Session(setting, Generator(5, 0))
    while not session.over:
        session.go()
    header = new_header(setting, ("Ann", "Bob"), SeededChance(5, 0))
    plan = RoomPlan("war", "standard", {"turn_cap": turns}, [Chair("Ann"), Chair(level="keen")], "Ann", "", 0)
    stored = StoredRoom("room", "over", plan, b"", header_line(header), b"", 0, 0)
    log = StoredLog(chained(header.start(), session.log)[0], {}, [], None)

    def part(first: int) -> Story:
        return story.story_of(stored, log, None, True, first, "")

    whole = part(0)
    assert [step.seq for step in whole.steps] == list(range(turns + 1))
    assert whole.levels == ["", "keen"], "who reads it later sees how strong the bots were"
    story._replayed.cache_clear()
    monkeypatch.setattr(story, "MAX_STEPS", 3)
    played = []
    apply = Session.apply
    monkeypatch.setattr(Session, "apply", lambda self, given: played.append(given) or apply(self, given))
    parts = [part(0)]
    while (after := parts[-1].next) is not None:
        parts.append(part(after))
    assert [len(each.steps) for each in parts] == [3, 3, 3, 3]
    assert [step for each in parts for step in each.steps] == whole.steps
    assert all(each.history == whole.history and each.result == whole.result for each in parts)
    assert len(played) == 2 * turns
    assert [step.seq for step in part(5).steps] == [5, 6, 7]
