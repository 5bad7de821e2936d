"""Analyses of finished games: computed in a process of their own, stored, and told in the caller's language."""

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from support import tricks
from support.conformance import answer, dealt
from support.hubs import ANN, in_a_house, until

from threedown.bots import seated
from threedown.games import find_game
from threedown.games.setting import settle
from threedown.lab.analysis import worlds as lab_worlds
from threedown.lab.analysis.course import CourseStep, asked_choice
from threedown.server.http.analyses import analysis_of
from threedown.server.http.luck import luck_seen
from threedown.server.hub import Hub
from threedown.server.model.errors import NotNow, TooMany, Unknown
from threedown.server.model.findings import FoundGame, FoundValues, GameTask, TaskProgress, TurnValued, ValuesSoFar
from threedown.server.model.messages import GoOn, Hello
from threedown.server.model.wire import NewRoom
from threedown.server.rooms.findings import OF_GAME
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store.records import chained, header_line
from threedown.server.workers import job_queue, task_process
from threedown.server.workers.job_queue import MAX_JOBS_PER_ADDRESS
from threedown.server.workers.task_process import work
from threedown.session.record import SeededChance, new_header

pytestmark = pytest.mark.usefixtures("known_cards")

HERE = "203.0.113.9"
STUB = """
import sys, msgspec
sys.stdin.buffer.read()
from threedown.framing import framed
from threedown.server.model.findings import *
told = {one: Decided("simple", None, 8, 1, True, [], [], [], [], [], [one]) for one in ("en", "it")}
for message in (TaskProgress("playing", 1, 2), FoundGame(told)):
    sys.stdout.buffer.write(framed(msgspec.msgpack.encode(message)))
    sys.stdout.buffer.flush()
"""
"""In the place of an assistant."""
BEGUN = """
import sys, time, msgspec
sys.stdin.buffer.read()
from threedown.framing import framed
from threedown.server.model.findings import *
values = FoundValues(ValuesSoFar(True, [0.5, 0.5], [TurnValued(0, [0.6, 0.4])]))
for message in (TaskProgress("playing", 1, 3), values):
    sys.stdout.buffer.write(framed(msgspec.msgpack.encode(message)))
    sys.stdout.buffer.flush()
time.sleep(600)
"""
"""An assistant that has only begun."""


def task_of(game: str, seats: int, worlds: int, **options: Any) -> GameTask:
    """A game that its first level plays to its end, to be analysed."""
    setting = settle(find_game(game), None, options, seats)
    session = dealt(setting, 1)
    while not session.over:
        if session.pending is None:
            session.go()
        else:
            session.choose(answer(session), session.asked)
    header = new_header(setting, ("Ann", "Bob")[:seats], SeededChance(1))
    return GameTask(header_line(header), chained(header.start(), session.log)[0], b"", worlds)


def test_an_assistant_tells_what_decided_a_game_in_every_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """The progress, the result, and at last another level's choice at each question."""
    for module in (lab_worlds, seated):
        monkeypatch.setattr(module, "has_compiler", lambda: False)
    heard: list[Any] = []
    work(task_of("casino-war", 1, 4, rounds=2), heard.append)
    found = [each for each in heard if isinstance(each, FoundGame)]
    assert [each.told["en"].adviser for each in found] == [None, "bold"]
    english, italian = found[-1].told["en"], found[-1].told["it"]
    (sum_,) = english.accounts
    assert sum_.expected + sum_.luck + sum_.choices + sum_.others == pytest.approx(sum_.result)
    assert english.share is False
    assert [each.turn for each in english.turns] == [0, 1, 2]
    assert all(each.advice for each in english.choices)
    assert (
        {each.made.split()[0] for each in english.choices}
        == {each.advice.split()[0] for each in english.choices if each.advice}
        == {"Bet"}
    )
    assert {each.made.split()[0] for each in italian.choices} == {"Punta"}
    begun = [each.values for each in heard if isinstance(each, FoundValues)]
    assert [len(each.turns) for each in begun][-1] == 2, "all but the last turn, which has a result"
    assert {(each.turn, *each.values) for each in begun[-1].turns} == {
        (each.turn, *each.values) for each in english.turns[:-1]
    }
    assert (begun[-1].share, begun[-1].start) == (False, english.start)
    assert max(place for place, each in enumerate(heard) if isinstance(each, FoundValues)) < heard.index(found[0])
    phases = [each.phase for each in heard if isinstance(each, TaskProgress)]
    assert list(dict.fromkeys(phases)) == ["compiling", "playing", "asking"]


def test_a_story_has_as_many_worlds_as_fit_into_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a millisecond a world: 4 choices of two take 3.5 plays each at most, and 4 turns with the start one more."""
    now = [0.0]

    class Counted(lab_worlds.Worlds):
        def play(self, point: Any, number: int, eyes: int | None, n: int, then: Any = ()) -> Any:
            now[0] += 0.001 * n

    monkeypatch.setattr(lab_worlds, "has_compiler", lambda: False)
    monkeypatch.setattr(task_process.time, "process_time", lambda: now[0])
    setting = tricks.tricks(2)
    session = dealt(setting, 1)
    session.go()
    asked = asked_choice(session, 0, session.menu(0)[0])._replace(codes=(0, 1))
    steps = [CourseStep(turn, (), asked.point, (asked,) if turn else ()) for turn in range(5)]
    worlds = Counted(setting, "simple", 1)
    assert task_process.affordable_worlds(worlds, steps, 3.81, False) == 200
    assert task_process.affordable_worlds(worlds, steps, 0.1, False) == task_process.MIN_WORLDS
    assert task_process.affordable_worlds(worlds, steps, 0.1, True) == task_process.MIN_MEASURED
    assert task_process.affordable_worlds(worlds, steps, 1000, False) == task_process.MAX_WORLDS


async def over(hub: Hub) -> str:
    """A room whose game is over."""
    room = hub.rooms[(await hub.opener.open(ANN, NewRoom("war", bots={"1": "random"}, options={"turn_cap": 1}))).room]
    await room.start(ANN.player)
    assert room.game is not None
    subscriber = Subscriber(ANN.player)
    await room.handle(subscriber, Hello())
    await room.handle(subscriber, GoOn("a", room.game.seq))
    await until(lambda: room.state_on_disk == "over")
    return room.name


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_queue, "COMMAND", (sys.executable, "-c", STUB))


@pytest.mark.usefixtures("stub")
def test_an_analysis_is_worked_out_once_and_kept(folder: Path) -> None:
    names: list[str] = []

    async def ask(hub: Hub) -> None:
        names.append(await over(hub))
        assert (await analysis_of(hub, names[0], "en", "", HERE)).state == "waiting"
        assert len(hub.analysis_jobs) == 1
        await analysis_of(hub, names[0], "it", "", HERE)
        assert len(hub.analysis_jobs) == 1, "who asks for the same waits with the first"
        await until(lambda: len(hub.analysis_jobs) == 0)

    async def look(hub: Hub) -> None:
        for language in ("en", "it"):
            told = await analysis_of(hub, names[0], language, "", HERE)
            assert told.state == "done"
            assert told.found is not None
            assert told.found.sentences == [language]

    in_a_house(folder, ask)
    in_a_house(folder, look)


def test_a_failed_analysis_is_reported_and_the_others_go_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(hub: Hub) -> None:
        monkeypatch.setattr(job_queue, "COMMAND", (sys.executable, "-c", "raise SystemExit(1)"))
        first, second = await over(hub), await over(hub)
        await analysis_of(hub, first, "en", "", HERE)
        await until(lambda: len(hub.analysis_jobs) == 0)
        assert (await analysis_of(hub, first, "en", "", HERE)).state == "failed"
        monkeypatch.setattr(job_queue, "COMMAND", (sys.executable, "-c", STUB))
        await analysis_of(hub, second, "en", "", HERE)
        await until(lambda: len(hub.analysis_jobs) == 0)
        assert (await analysis_of(hub, second, "en", "", HERE)).state == "done"

    in_a_house(folder, act)


def test_the_first_values_are_shown_and_not_stored(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_queue, "COMMAND", (sys.executable, "-c", BEGUN))

    async def act(hub: Hub) -> None:
        room = await over(hub)
        seen = [await analysis_of(hub, room, "en", "", HERE)]

        async def begun() -> bool:
            seen.append(await analysis_of(hub, room, "it", "", HERE))
            return seen[-1].so_far is not None

        for _ in range(600):
            if await begun():
                break
            await asyncio.sleep(0.1)
        assert seen[0].so_far is None
        assert seen[-1].so_far == ValuesSoFar(True, [0.5, 0.5], [TurnValued(0, [0.6, 0.4])])
        assert (seen[-1].state, seen[-1].done, seen[-1].of, seen[-1].found) == ("playing", 1, 3, None)
        job = hub.analysis_jobs.job(f"{OF_GAME}{room}")
        assert job is not None
        job.unwatch("")
        job.unwatch(HERE)
        await until(lambda: len(hub.analysis_jobs) == 0)
        again = await analysis_of(hub, room, "en", "", HERE)
        assert (again.state, again.found) == ("waiting", None), "no half of an analysis was taken for a whole one"

    in_a_house(folder, act)


@pytest.mark.usefixtures("stub")
def test_nothing_is_told_of_a_game_that_goes_on_and_one_address_does_not_take_all(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        opened = await hub.opener.open(ANN, NewRoom("war", bots={"1": "random"}))
        for room, error in ((opened.room, NotNow), ("nowhere", Unknown)):
            with pytest.raises(error):
                await analysis_of(hub, room, "en", "", HERE)
        rooms = [await over(hub) for _ in range(MAX_JOBS_PER_ADDRESS + 1)]
        asked = [asyncio.create_task(analysis_of(hub, room, "en", "", HERE)) for room in rooms]
        told = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(each) for each in told].count(TooMany) == 1
        assert (await analysis_of(hub, rooms[-1], "en", "", "198.51.100.7")).state in (
            "waiting",
            "compiling",
            "playing",
        )

    in_a_house(folder, act)


LUCKY = """
import sys, msgspec
from threedown.framing import framed
from threedown.lab.analysis.deal_luck import DealLuck, DealtCount
from threedown.server.model.findings import *
task = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Task)
assert (task.game, task.options["turn_cap"], task.seats) == ("war", 1, 2)
found = FoundDealLuck(DealLuck("A", 1000, 1, [[DealtCount(100, 33.0)] * 5, [DealtCount(100, 50.0)] * 5]))
sys.stdout.buffer.write(framed(msgspec.msgpack.encode(found)))
"""
"""In the place of an assistant that counts the luck of deals."""


def test_the_luck_of_a_deal_is_counted_once_for_its_rules_and_told_to_each_caller(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_queue, "COMMAND", (sys.executable, "-c", LUCKY))

    async def act(hub: Hub) -> None:
        opened = await hub.opener.open(ANN, NewRoom("war", bots={"1": "random"}))
        with pytest.raises(NotNow):
            await luck_seen(hub, opened.room, ANN.player, HERE)
        first, second = await over(hub), await over(hub)
        counting = await luck_seen(hub, first, ANN.player, HERE)
        assert (counting.text, counting.rank, sum(counting.dealt)) == ("", "A", 4)
        await until(lambda: len(hub.analysis_jobs) == 0)
        for room in (first, second):
            seen = await luck_seen(hub, room, ANN.player, HERE)
            assert (seen.state, seen.seat) == ("done", 0)
            own = {"none": 0, "one": 1, "two": 2, "three": 3, "all": 4}[seen.text.split()[3]]
            assert seen.dealt == [own, 4 - own]
            assert seen.text.startswith("You were dealt ")
            assert seen.text.endswith(" aces: such a deal wins 33 % of games (25 to 43 %, from 100 games).")
        assert (await luck_seen(hub, first, "", HERE)).text.startswith("Ann was dealt ")

    in_a_house(folder, act)


WAITS = """
import pathlib, sys, time, msgspec
sys.stdin.buffer.read()
from threedown.framing import framed
from threedown.server.model.findings import *
def say(message):
    sys.stdout.buffer.write(framed(msgspec.msgpack.encode(message)))
    sys.stdout.buffer.flush()
say(TaskProgress("compiling"))
while not pathlib.Path({go!r}).exists():
    time.sleep(0.01)
say(FoundGame({{one: Decided("simple", None, 8, 1, True, [], [], [], [], [], [one]) for one in ("en", "it")}}))
"""
"""An assistant that begins, and goes on once it may."""


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="needs waitid")
def test_an_analysis_stands_still_while_a_bot_is_awaited(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = tmp_path / "go"
    monkeypatch.setattr(job_queue, "COMMAND", (sys.executable, "-c", WAITS.format(go=str(go))))

    async def act(hub: Hub) -> None:
        room, precedence = await over(hub), hub.services.bot_pool.precedence
        with precedence.awaited():
            await analysis_of(hub, room, "en", "", HERE)
            await until(lambda: len(precedence._jobs) == 1)
            (process,) = precedence._jobs
            stopped: list[Any] = []

            def is_stopped() -> bool:
                stopped.append(os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOHANG | os.WNOWAIT))
                return stopped[-1] is not None

            await until(is_stopped)
            assert stopped[-1].si_status == signal.SIGSTOP
            assert (await analysis_of(hub, room, "en", "", HERE)).state == "compiling"
            go.touch()
        await until(lambda: len(hub.analysis_jobs) == 0)
        assert (await analysis_of(hub, room, "en", "", HERE)).state == "done"

    in_a_house(folder, act)
