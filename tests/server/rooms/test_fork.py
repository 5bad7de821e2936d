"""A game that is played on from a point of another: who sits there, and what they are called."""

from threedown.games import find_game
from threedown.games.setting import settle
from threedown.server.model.plan import Chair, RoomPlan, StoredLog, StoredRoom
from threedown.server.model.wire import Guest, Point
from threedown.server.rooms.fork import fork_game
from threedown.server.store.records import chained, header_line
from threedown.session.record import KnownChance, new_header
from threedown.session.session import Session
from threedown.table.chance import Generator


def test_bots_keep_their_names_and_one_in_a_persons_place_gets_the_first_free_one() -> None:
    """In a rematch a person sits behind the bots, who are named as in the first game: by other numbers than their
    seats'."""
    setting = settle(find_game("war"), None, {"turn_cap": 5}, 4)
    session = Session(setting, Generator(5, 0))
    while not session.over:
        session.go()
    chairs = [Chair(name="Bot 1", level="simple"), Chair("ben", "Ben"), Chair(name="Bot 3", level="simple")]
    chairs.append(Chair("ann", "Ann"))
    header = new_header(setting, tuple(chair.name for chair in chairs), KnownChance("ab" * 64))
    plan = RoomPlan("war", "standard", {"turn_cap": 5}, chairs, "ann", "", 0)
    stored = StoredRoom("room", "over", plan, b"", header_line(header), b"", 0, 0)
    log = StoredLog(chained(header.start(), session.log)[0], {}, [], None)
    fork = fork_game(stored, log, Guest("ann", "Ann"), Point("room", 2), {}, 8)
    assert [chair.name for chair in fork.plan.chairs] == ["Bot 1", "Bot 2", "Bot 3", "Ann"]
    assert fork.header.names == ("Bot 1", "Bot 2", "Bot 3", "Ann")
