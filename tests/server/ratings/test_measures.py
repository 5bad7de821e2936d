"""The luck and the points lost by choices of rated games: measured in the background, and fed to ratings."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from server.ratings.test_rated_tables import results, stored
from support.hubs import in_a_house, until

from threedown.server.hub import Hub
from threedown.server.model.findings import Account, ChoiceDecided, Decided, FoundGame, GameTask, Task, TaskProgress
from threedown.server.model.measure import QuestionCost, SeatMeasure, measures_of
from threedown.server.model.wire import NewGuest, NewRoom
from threedown.server.ratings.lost_points import points
from threedown.server.ratings.measuring import measure_next
from threedown.server.ratings.rating_book import Entrant
from threedown.server.rooms.findings import MEASURE
from threedown.server.rooms.jobs import JobSeen
from threedown.server.store.measures import measured_results, store_measures, unmeasured


def choice(seat: int, question: str, cost: float) -> ChoiceDecided:
    return ChoiceDecided(1, seat, "a", "b", cost, cost - 0.0196, cost + 0.0196, None, None, {}, question)


def decided(share: bool = True) -> Decided:
    """An analysis: seat 0 won by luck, and lost something by two choices of one kind."""
    accounts = [Account(0.5, 0.4, 0.0, 0.1, 1.0, 0, 0, 0), Account(0.5, -0.4, -0.1, 0.0, 0.0, 0, 0, 0)]
    choices = [choice(0, "knock", 0.03), choice(0, "knock", 0.01), choice(1, "discard", 0.1)]
    return Decided("simple", None, 8, 1, share, accounts, [0.5, 0.5], [], [], choices, [])


class Queue:
    """Jobs that wait until a test ends them."""

    def __init__(self) -> None:
        self.tasks: dict[str, Task] = {}
        self.failed: set[str] = set()

    async def look(self, key: str, player: str, host: str) -> JobSeen | None:
        return JobSeen(TaskProgress("waiting"), None) if key in self.tasks else None

    async def has_failed(self, key: str) -> bool:
        return key in self.failed

    async def begin(self, key: str, task: Task, player: str, host: str, pay: Callable[[], None]) -> JobSeen:
        self.tasks[key] = task
        return JobSeen(TaskProgress("waiting"), None)

    async def leave(self, key: str, player: str) -> None:
        raise AssertionError


def test_the_luck_is_taken_out_of_a_result_and_choices_are_counted_by_kind() -> None:
    ahead, behind = measures_of("r", decided())
    assert (round(ahead.share or 0, 6), round(behind.share or 0, 6)) == (0.6, 0.4)
    assert list(ahead.kinds) == ["knock"]
    knock = ahead.kinds["knock"]
    assert (knock.asked, round(knock.value, 6), round(knock.variance, 9)) == (2, 0.04, 0.0002)
    assert measures_of("r", decided(share=False))[0] == SeatMeasure("r", 0, None, {})


def test_points_have_the_interval_of_their_games() -> None:
    lost = points([(0.02, 0.0), (0.04, 0.0), (0.06, 0.0)])
    assert (lost.value, round((lost.high - lost.low) / 2, 2)) == (4.0, 2.26)
    assert points([(0.02, 0.0001)]).high == pytest.approx(3.96)


async def rated_game(hub: Hub) -> tuple[str, str]:
    """Play a rated game of War that Ann leaves; return the room and her."""
    ann = await hub.guests.new(NewGuest("Ann"))
    wish = NewRoom("war", seats=2, bots={"1": "random"}, listed=True, rated=True, pace=0)
    room = hub.rooms[(await hub.opener.open(ann, wish)).room]
    await room.start(ann.player)
    await room.leave(ann.player)
    await until(lambda: room.state == "over")
    return room.name, ann.player


def test_a_rated_game_is_measured_once(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        queue, do = Queue(), hub.services.writer.do
        assert await measure_next(hub.services, queue) is None
        room, ann = await rated_game(hub)
        for _ in range(2):
            assert await measure_next(hub.services, queue) == room
        [(key, task)] = queue.tasks.items()
        assert key == MEASURE + room
        assert isinstance(task, GameTask)
        assert (task.seconds, task.advised) == (10.0, False)
        for _ in range(2):
            await hub.findings.keep(key, FoundGame({"en": decided()}))
        assert await measure_next(hub.services, queue) is None
        found = await do(partial(measured_results, game="war"))
        assert [(one.result.player, round(one.share or 0, 6)) for one in found] == [(ann, 0.6), (None, 0.4)]
        profile = await hub.ratings.profile(ann, ann)
        assert profile.games[0].adjusted is not None
        assert profile.games[0].adjusted.games == 1

    in_a_house(folder, act)


def test_a_game_that_cannot_be_measured_counts_with_its_plain_result(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        queue = Queue()
        room, ann = await rated_game(hub)
        queue.failed.add(MEASURE + room)
        await measure_next(hub.services, queue)
        assert await measure_next(hub.services, queue) is None
        adjusted = (await hub.ratings.book("war", adjusted=True)).rating_of(Entrant(ann, None))
        plain = (await hub.ratings.book("war")).rating_of(Entrant(ann, None))
        assert adjusted is not None
        assert plain is not None
        assert adjusted.value == pytest.approx(plain.value)

    in_a_house(folder, act)


def test_a_profile_shows_points_lost_by_kind(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        ann, ben = [(await hub.guests.new(NewGuest(name))).player for name in ("Ann", "Ben")]
        do: Any = hub.services.writer.do
        for number in range(1, 11):
            await stored(hub, results(f"r{number}", number, [1, 2], ann, ben, game="blitz31"))
            lost = {"draw": QuestionCost(2, 0.01 * number, 0.0)}
            measures = [SeatMeasure(f"r{number}", 0, 0.5, lost), SeatMeasure(f"r{number}", 1, 0.5, {})]
            await do(partial(store_measures, room=f"r{number}", of_seats=measures))
        assert await do(partial(unmeasured, since=0)) is None
        [game] = (await hub.ratings.profile(ann, ann)).games
        assert game.lost is not None
        assert (game.lost.games, game.lost.points.value, len(game.lost.course)) == (10, 5.5, 1)
        [kind] = game.lost.kinds
        assert (kind.question, kind.asked, kind.points.value) == ("draw", 2.0, 5.5)
        assert kind.title
        [none] = (await hub.ratings.profile(ben, ben)).games
        assert none.lost is None

    in_a_house(folder, act)
