"""Interleavings: a late hello, a room that stops while a command waits, a full disk for a moment, changed rules, and
a deleted rematch. No message says too much, and nothing counts that should not."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from support.databases import place_of
from support.hubs import ANN, BEN, asked, in_a_house, opened, over, until
from support.server_rooms import drained, heard, listener_of, room_of, say, sit_and_start

from threedown.server.hub import Hub
from threedown.server.model.errors import NotNow
from threedown.server.model.messages import Choose, GoOn, Hello
from threedown.server.model.wire import ChoiceClock, Guest, Join, NewRoom
from threedown.server.rooms import ready, room_lists
from threedown.server.rooms.subscriber import MAX_QUEUED, MAX_QUEUED_BYTES, TOO_SLOW, Subscriber
from threedown.server.store.errors import NotSaved
from threedown.server.store.maintenance import delete_room
from threedown.server.store.queries import whole
from threedown.server.store.writer import Writer


def test_spectators_hear_nothing_once_watching_is_forbidden() -> None:
    async def run() -> None:
        room = room_of("war")
        late = listener_of("somebody")
        assert room.may_watch(late.player), "his socket is opened"
        await room.change_rules(Guest("p0", "Ann"), NewRoom(watch="nobody"))
        await room.handle(late, Hello())
        assert (drained(late), late.ending.is_set(), late in room.subscribers) == (b"", True, False)

    asyncio.run(run())


def test_a_command_that_waited_while_its_room_stopped_is_not_played() -> None:
    async def run() -> None:
        room, (ann, _) = await sit_and_start("war", pace=86_400_000, bots={1: "random"})
        drained(ann)
        await room.lock.acquire()
        stopping = asyncio.ensure_future(room.stop("it is broken"))
        await asyncio.sleep(0)
        waiting = asyncio.ensure_future(say(room, ann, GoOn("late", 0)))
        await asyncio.sleep(0)
        room.lock.release()
        await asyncio.gather(stopping, waiting)
        assert [(told["id"], told["reason"]) for told in heard(ann, "refused")] == [("late", "The game has stopped.")]
        assert room.game is not None
        assert room.game.seq == 0

    asyncio.run(run())


def test_an_answered_question_is_not_asked_again_after_a_restart(folder: Path) -> None:
    names: list[str] = []

    async def play(hub: Hub) -> None:
        room = hub.rooms[(await hub.opener.open(ANN, NewRoom("steal-war", seats=2, pace=0))).room]
        await room.join(BEN, Join())
        await room.start(ANN.player)
        assert room.game is not None
        both = [Subscriber(ANN.player), Subscriber(BEN.player)]
        for subscriber in both:
            await room.handle(subscriber, Hello())
        while len(people := room.game.shared_game.asked_people()) < 2:
            seq, session = room.game.seq, room.game.session
            for seat in people or (0, 1):
                choice = session.menu(seat)[0] if people else ""
                await room.handle(both[seat], Choose(f"{seq}", seq, choice) if people else GoOn(f"{seq}", seq))
                drained(both[seat])
        await room.handle(both[1], Choose("held", room.game.seq, "play"))
        names.append(room.name)

    async def look(hub: Hub) -> None:
        room, ben = hub.rooms[names[0]], Subscriber(BEN.player)
        await room.handle(ben, Hello())
        (table,) = heard(ben, "table")
        assert table["question"]["seats"] == [0]
        assert "choices" not in table["question"]

    in_a_house(folder, play)
    in_a_house(folder, look)


def test_a_ready_that_was_not_saved_does_not_count(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        room = hub.rooms[(await hub.opener.open(ANN, NewRoom("war", bots={"1": "random"}, pace=86_400_000))).room]
        await room.start(ANN.player)
        subscriber = Subscriber(ANN.player)
        await room.handle(subscriber, Hello())
        honest = room.services.writer.do

        async def full(work: Any) -> Any:
            raise NotSaved("database or disk is full")

        room.services.writer.do = full  # type: ignore[method-assign]
        await room.handle(subscriber, GoOn("full", 0))
        room.services.writer.do = honest  # type: ignore[method-assign]
        assert room.game is not None
        assert room.game.waits_for(0)
        drained(subscriber)
        await room.handle(subscriber, GoOn("again", 0))
        assert [told["id"] for told in heard(subscriber, "ack")] == ["again"]

    in_a_house(folder, act)


def test_repeated_ready_messages_fill_nothing() -> None:
    async def run() -> None:
        room, (ann, ben, _) = await sit_and_start("war", pace=86_400_000)
        drained(ann)
        for number in range(ready.MAX_PER_SEAT + 1):
            await say(room, ann, GoOn(f"{number}", 0))
        await say(room, ann, GoOn("0", 0))
        assert [told["id"] for told in heard(ann, "refused")] == [f"{ready.MAX_PER_SEAT}"]
        await say(room, ben, GoOn("ben", 0))
        assert [told["id"] for told in heard(ann, "ack")] == [f"{number}" for number in range(ready.MAX_PER_SEAT)]

    asyncio.run(run())


def test_a_player_back_after_a_timeout_gets_no_new_clock(folder: Path) -> None:
    """Without it they might wait for ever, one hello at a time."""

    async def act(hub: Hub) -> None:
        room = await opened(hub, clock=ChoiceClock(60_000))
        subscriber = await asked(room)
        game = room.game
        assert game is not None
        before = game.seq
        await game.on_timeout(before)
        await room.handle(subscriber, Hello())
        assert game.bots.absent == set()
        await until(lambda: game.seq > before)
        log = (await hub.services.writer.do(lambda connection: whole(connection, room.name)))[1]
        assert not log.answered, "he has chosen nothing"

    in_a_house(folder, act)


@pytest.mark.sqlite
def test_a_game_that_is_over_can_be_fetched_when_its_rules_have_changed(folder: Path) -> None:
    """The game cannot be replayed under other rules; the entries so far stay as they are."""
    found: list[tuple[str, bytes]] = []

    async def play(hub: Hub) -> None:
        room = await over(hub)
        found.append((room.name, await hub.archive.record(room.name, "")))

    async def look(hub: Hub) -> None:
        name, record = found[0]
        assert (await hub.rooms.find(name)).state == "stopped"
        assert await hub.archive.record(name, "") == record.replace(b'"version":', b'"version":9')
        assert (await hub.archive.fairness(name, "")).room == name
        with pytest.raises(NotNow, match="never replayed"):
            await hub.archive.story(name, None, False, 0, "")

    async def lead_on(hub: Hub) -> None:
        room = await hub.rooms.find(found[0][0])
        await hub.opener.rematch(room, ANN)
        kept_room, _ = await hub.services.writer.do(lambda connection: whole(connection, room.name))
        assert (kept_room.state, kept_room.plan.stopped, kept_room.plan.next) == ("over", None, room.plan.next)

    in_a_house(folder, play)
    with sqlite3.connect(folder / "threedown.db") as connection:
        old, new = "'\"version\":'", "'\"version\":9'"
        connection.execute(f"UPDATE rooms SET header = CAST(replace(CAST(header AS TEXT), {old}, {new}) AS BLOB)")
    in_a_house(folder, look)
    in_a_house(folder, lead_on)


@pytest.mark.sqlite
def test_of_a_log_that_was_tampered_with_no_story_is_told(folder: Path) -> None:
    names: list[str] = []

    async def play(hub: Hub) -> None:
        names.append((await over(hub)).name)

    async def look(hub: Hub) -> None:
        with pytest.raises(NotNow, match="the chain breaks"):
            await hub.archive.story(names[0], None, False, 0, "")

    in_a_house(folder, play)
    with sqlite3.connect(folder / "threedown.db") as connection:
        connection.execute('UPDATE entries SET line = CAST(\'{"go":2,"chain":""}\n\' AS BLOB) WHERE seq = 1')
    in_a_house(folder, look)


def test_an_absent_player_is_seated_in_the_rematch(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        room = await over(hub)
        assert [chair.away for chair in room.plan.chairs] == [True, False]
        again = await hub.opener.rematch(room, ANN)
        assert [chair.away for chair in again.plan.chairs] == [False, False]

    in_a_house(folder, act)


def test_a_rematch_that_was_deleted_is_opened_anew(folder: Path) -> None:
    names: list[str] = []

    async def play(hub: Hub) -> None:
        room = await over(hub)
        names.extend((room.name, (await hub.opener.rematch(room, ANN)).name))

    async def again(hub: Hub) -> None:
        room = await hub.rooms.find(names[0])
        following = await hub.opener.rematch(room, ANN)
        assert following.name != names[1]
        assert room.plan.next == following.name
        assert await hub.opener.rematch(room, ANN) is following

    in_a_house(folder, play)
    delete_room(place_of(folder), names[1], True)
    in_a_house(folder, again)


def test_the_list_of_rooms_is_no_longer_than_anybody_reads(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_lists, "MAX_LISTED", 2)

    async def act(hub: Hub) -> None:
        names = [
            (await hub.opener.open(ANN, NewRoom("war", listed=listed))).room for listed in (True, True, True, False)
        ]
        assert [room.room for room in room_lists.public_rooms(hub.rooms)] == [names[2], names[1]]

    in_a_house(folder, act)


def test_the_queue_of_a_slow_reader_is_bounded_in_bytes_too() -> None:
    async def run() -> None:
        slow = listener_of("")
        large = bytes(MAX_QUEUED_BYTES // 4 + 1)
        for _ in range(4):
            slow.send_encoded(large)
        assert not slow.ending.is_set()
        slow.send_encoded(b"{}")
        assert (slow.ending.is_set(), slow.code) == (True, TOO_SLOW)
        reader = listener_of("")
        for _ in range(2 * MAX_QUEUED):
            reader.send_encoded(large)
            assert await reader.next() == large
        assert not reader.ending.is_set()

    asyncio.run(run())


@pytest.mark.sqlite
def test_the_database_is_for_its_owner_to_read(folder: Path) -> None:
    writer = Writer(folder)
    try:
        kept = [file for file in folder.glob("threedown.db*") if file.suffix != ".lock"]
        assert kept
        assert all(file.stat().st_mode & 0o077 == 0 for file in kept), "others may read the secrets of games"
    finally:
        writer.close()
