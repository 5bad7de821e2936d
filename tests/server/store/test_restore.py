"""Tampered logs and full disks: the room stops or waits, and says so."""

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from support.hubs import ANN, BEN, asked, in_a_house, opened, until
from support.server_rooms import drained

from threedown.server.hub import Hub
from threedown.server.model import clock
from threedown.server.model.messages import Choose, GoOn, Hello
from threedown.server.model.wire import ChoiceClock, Join, NewRoom
from threedown.server.rooms.eyes import Eyes
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store import queries
from threedown.server.store.checksums import checksum
from threedown.server.store.records import header_line
from threedown.session.record import Header, linked
from threedown.session.state import Choice, Input

pytestmark = pytest.mark.usefixtures("known_cards")


@pytest.mark.sqlite
def test_a_room_whose_log_was_tampered_with_stops_alone(folder: Path) -> None:
    names: list[str] = []

    async def play(hub: Hub) -> None:
        for _ in range(2):
            room = await opened(hub)
            names.append(room.name)
            await asked(room)

    async def look(hub: Hub) -> None:
        broken, honest = (hub.rooms[name] for name in names)
        assert broken.state == "stopped"
        assert broken.plan.stopped is not None
        assert "the chain breaks" in broken.plan.stopped
        subscriber = Subscriber("")
        await broken.handle(subscriber, Hello())
        assert b'"type":"table"' in drained(subscriber), "what was played until then can be seen"
        subscriber = Subscriber(ANN.player)
        assert broken.game is not None
        await broken.handle(subscriber, Hello())
        await broken.handle(subscriber, Choose("a", broken.game.seq, "draw stock"))
        assert b"cannot be restored" in drained(subscriber)
        assert honest.state == "playing"
        await honest.handle(await asked(honest), Choose("a", honest.game.seq if honest.game else 0, "draw stock"))

    in_a_house(folder, play)
    with sqlite3.connect(folder / "threedown.db") as connection:
        connection.execute(
            "UPDATE entries SET line = CAST(replace(CAST(line AS TEXT), '\"go\":1', '\"go\":2') AS BLOB)"
            " WHERE game = ? AND seq = 1",
            (names[0],),
        )
    in_a_house(folder, look)


def test_a_game_that_comes_to_grief_stops_alone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(hub: Hub) -> None:
        broken, honest = await opened(hub), await opened(hub)
        first, second = await asked(broken), await asked(honest)
        assert broken.game is not None
        assert honest.game is not None
        monkeypatch.setattr(broken.game.shared_game, "try_choice", lambda seat, text: [][0])
        await broken.handle(first, Choose("a", broken.game.seq, "draw stock"))
        assert b'"stopped":"something is wrong with this game (IndexError)"' in drained(first)
        await broken.handle(first, Choose("b", broken.game.seq, "draw stock"))
        assert b'"refused"' in drained(first)
        await honest.handle(second, Choose("a", honest.game.seq, "draw stock"))
        assert b'"ack"' in drained(second)

    in_a_house(folder, act)


def test_an_answer_that_was_held_is_held_after_a_restart(folder: Path) -> None:
    names: list[str] = []

    async def together(hub: Hub) -> ServedRoom:
        """A room of Steal War in which two people are asked at once."""
        wish = NewRoom("steal-war", seats=2, pace=0)
        room = hub.rooms[(await hub.opener.open(ANN, wish)).room]
        await room.join(BEN, Join())
        await room.start(ANN.player)
        assert room.game is not None
        subscribers = {0: Subscriber(ANN.player), 1: Subscriber(BEN.player)}
        for subscriber in subscribers.values():
            await room.handle(subscriber, Hello())
        while len(people := room.game.shared_game.asked_people()) < 2:
            seq, session = room.game.seq, room.game.session
            for seat in people or (0, 1):
                choice = session.menu(seat)[0] if people else ""
                said = Choose(f"{seq}", seq, choice) if people else GoOn(f"{seq}", seq)
                await room.handle(subscribers[seat], said)
                drained(subscribers[seat])
            assert not room.game.session.over, "nobody ever declares together"
        await room.handle(subscribers[1], Choose("held", room.game.seq, "play"))
        return room

    async def play(hub: Hub) -> None:
        names.append((await together(hub)).name)

    async def look(hub: Hub) -> None:
        room = await hub.rooms.find(names[0])
        assert room.game is not None
        assert room.game.shared_game.asked_people() == [0], "who has answered is not asked again"
        ben, ann = Subscriber(BEN.player), Subscriber(ANN.player)
        for subscriber in (ann, ben):
            await room.handle(subscriber, Hello())
            drained(subscriber)
        seq = room.game.seq
        await room.handle(ben, Choose("held", seq, "play"))
        assert drained(ben) == b'{"type":"ack","id":"held","seq":null}'
        await room.handle(ann, Choose("a", seq, "play"))
        assert b'{"type":"ack","id":"a","seq":%d}' % (seq + 1) in drained(ann)
        assert room.game.session.log[seq : seq + 2] == (Choice(0, "play"), Choice(1, "play"))

    in_a_house(folder, play)
    in_a_house(folder, look)


@pytest.mark.parametrize(("minutes_later", "expired"), [(0, 0), (59, 0), (60, 1)])
def test_when_the_minutes_are_over_the_table_says_so_at_the_end_of_a_turn(
    folder: Path, monkeypatch: pytest.MonkeyPatch, minutes_later: int, expired: int
) -> None:
    """BW-062: then the round that is being played is the one in which time is up."""

    async def act(hub: Hub) -> None:
        bots = dict.fromkeys("012", "random")
        wish = NewRoom("blitzwar", preset="duel", bots=bots, minutes=60, options={"turn_cap": 60}, pace=0)
        room = hub.rooms[(await hub.opener.open(ANN, wish)).room]
        dealt = clock.now()
        monkeypatch.setattr(clock, "now", lambda: dealt)
        await room.handle(Subscriber(""), Hello())  # a room that nobody follows pauses
        await room.start(ANN.player)
        monkeypatch.setattr(clock, "now", lambda: dealt + minutes_later * 60_000)
        await until(lambda: room.game is not None and int(room.game.session.table_state.round_number) >= 2)
        assert room.game is not None
        assert int(room.game.session.table_state.expired) == expired

    in_a_house(folder, act)


@pytest.mark.parametrize(("minutes_later", "over"), [(14, False), (15, True)])
def test_the_minutes_of_a_game_run_on_while_the_server_is_down(
    folder: Path, monkeypatch: pytest.MonkeyPatch, minutes_later: int, over: bool
) -> None:
    """WH-29: the turn in which they are over is played to its end, and is the last."""
    names: list[str] = []
    dealt = clock.now()
    monkeypatch.setattr(clock, "now", lambda: dealt)

    async def play(hub: Hub) -> None:
        room = hub.rooms[(await hub.opener.open(ANN, NewRoom("war", preset="clock", bots={"1": "random"}))).room]
        names.append(room.name)
        ann = Subscriber(ANN.player)
        await room.handle(ann, Hello())
        await room.start(ANN.player)
        await room.handle(ann, GoOn("a", 0))
        assert room.game is not None
        assert (room.game.session.turns, room.game.session.pending) == (1, None), (
            "the table has said that time is not up"
        )

    async def go_on(hub: Hub) -> None:
        room = await hub.rooms.find(names[0])
        assert room.game is not None
        assert room.time_left() == (15 - minutes_later) * 60_000
        ann = Subscriber(ANN.player)
        await room.handle(ann, Hello())
        await room.handle(ann, GoOn("b", room.game.seq))
        assert (room.game.session.turns, room.game.session.over) == (2, over)

    in_a_house(folder, play)
    monkeypatch.setattr(clock, "now", lambda: dealt + minutes_later * 60_000)
    in_a_house(folder, go_on)


def test_a_slow_reader_is_disconnected_and_delays_no_other(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        room = await opened(hub)
        subscriber = await asked(room)
        stalled = Subscriber("")
        await room.handle(stalled, Hello())
        while not stalled.ending.is_set():
            room.publish_room()
            drained(subscriber)
        assert room.game is not None
        await room.handle(subscriber, Choose("a", room.game.seq, "draw stock"))
        assert b'"ack"' in drained(subscriber)

    in_a_house(folder, act)


def test_a_clock_that_runs_out_while_the_choice_comes_moves_nobody(folder: Path) -> None:
    """Timers of an entry that was taken back do nothing: no bot sits down, no turn is played."""

    async def act(hub: Hub) -> None:
        room = await opened(hub)
        subscriber = await asked(room)
        game = room.game
        assert game is not None
        before = game.seq
        await room.handle(subscriber, Choose("a", before, "draw stock"))
        seq = game.seq
        await game.on_timeout(before)
        await game.on_pace(before)
        assert (game.bots.absent, game.seq) == (set(), seq)

    in_a_house(folder, act)


@pytest.mark.parametrize(("minutes_later", "left"), [(0, 60_000), (0.5, 30_000), (0.9, 15_000), (600, 15_000)])
def test_a_clock_goes_on_after_a_restart_and_leaves_time_to_be_back(
    folder: Path, monkeypatch: pytest.MonkeyPatch, minutes_later: float, left: int
) -> None:
    names: list[str] = []
    began = clock.now()
    monkeypatch.setattr(clock, "now", lambda: began)

    async def play(hub: Hub) -> None:
        room = await opened(hub, clock=ChoiceClock(60_000))
        names.append(room.name)
        await asked(room)

    async def look(hub: Hub) -> None:
        room = hub.rooms[names[0]]
        subscriber = await asked(room)
        assert room.game is not None
        assert room.game.clock.clock() is not None
        assert room.game.clock.time_left(60_000) == left
        await room.handle(subscriber, Choose("a", room.game.seq, room.game.session.menu(0)[0]))
        await until(lambda: room.game is not None and room.game.shared_game.asked_people() == [0])
        assert room.game.clock.time_left(60_000) == 60_000, "the next choice has all its time"

    in_a_house(folder, play)
    monkeypatch.setattr(clock, "now", lambda: began + round(minutes_later * 60_000))
    in_a_house(folder, look)


def test_a_bot_that_stands_in_does_so_after_a_restart_until_the_player_is_back(folder: Path) -> None:
    names: list[tuple[str, int]] = []

    async def play(hub: Hub) -> None:
        room = await opened(hub, pace=0)
        await asked(room)
        await room.leave(ANN.player)
        assert room.game is not None
        names.append((room.name, room.game.seq))

    async def look(hub: Hub) -> None:
        name, seq = names[0]
        room = hub.rooms[name]
        assert room.game is not None
        assert room.view().seats[0].stand_in
        await until(lambda: room.game is not None and (room.game.seq > seq + 4 or room.game.session.over))
        await room.handle(Subscriber(ANN.player), Hello())
        assert not room.view().seats[0].stand_in
        assert not room.plan.chairs[0].away

    async def back(hub: Hub) -> None:
        assert not hub.rooms[names[0][0]].plan.chairs[0].away

    for act in (play, look, back):
        in_a_house(folder, act)


def chained(header: Header, inputs: Sequence[Input]) -> list[bytes]:
    """The lines of these inputs, with the chain that they would have if they were true."""
    lines, chain = [], header.start()
    for given in inputs:
        line, chain = linked(chain, given)
        lines.append(line)
    return lines


@pytest.mark.sqlite
def test_whatever_is_broken_in_the_database_stops_one_room_alone(folder: Path) -> None:
    """Each room is broken by hand in another way: it says what is wrong, and the one that is not goes on."""
    rooms: dict[str, ServedRoom] = {}
    wrong = {
        "a line is missing": "the chain breaks",
        "the last lines are missing": "entries are missing at the end of its log",
        "an illegal choice": "entry 2 is not legal there",
        "another header": "the header was edited",
        "another secret": "the secret is not the one that was committed to",
        "another secret before the deal": "its secret is not the one that was committed to",
        "an answer to nothing": "an answer that was held is not legal",
        "no header": "not the header of a threedown record",
        "no header of a game that is over": "not the header of a threedown record",
        "other rules": "blitz31 was played under rules version 7, and this program has version",
    }
    unread = ["no plan", "no state", "no secret"]

    async def play(hub: Hub) -> None:
        for name in (*wrong, *unread, "nothing"):
            room = await opened(hub, options={"lives": 1})
            rooms[name] = room
            subscriber = await asked(room)
            assert room.game is not None
            if name == "no header of a game that is over":
                while room.state != "over":
                    if room.game.shared_game.asked_people() == [0]:
                        seq = room.game.seq
                        await room.handle(subscriber, Choose(f"{seq}", seq, room.game.session.menu(0)[-1]))
                        drained(subscriber)
                    await asyncio.sleep(0)
            else:
                await room.handle(subscriber, Choose("a", room.game.seq, "draw stock"))
        waiting = "another secret before the deal"
        rooms[waiting] = hub.rooms[(await hub.opener.open(ANN, NewRoom("blitz31"))).room]

    in_a_house(folder, play)
    names = {wanted: room.name for wanted, room in rooms.items()}
    illegal = rooms["an illegal choice"].game
    assert illegal is not None
    lines = chained(illegal.header, [*illegal.session.log[:1], Choice(0, "discard JK1"), *illegal.session.log[2:]])
    other = rooms["other rules"].game
    assert other is not None
    foreign = msgspec.structs.replace(other.header, version=7).chained()

    def garbled(name: str, column: str, value: object) -> None:
        connection.execute(f"UPDATE rooms SET {column} = ? WHERE room = ?", (value, names[name]))

    with sqlite3.connect(folder / "threedown.db") as connection:
        connection.execute("DELETE FROM entries WHERE game = ? AND seq = 1", (names["a line is missing"],))
        connection.execute("DELETE FROM entries WHERE game = ? AND seq > 1", (names["the last lines are missing"],))
        for seq, line in enumerate(lines, start=1):
            connection.execute(
                "UPDATE entries SET line = ? WHERE game = ? AND seq = ?", (line, names["an illegal choice"], seq)
            )
        connection.execute(
            "UPDATE rooms SET header = CAST(replace(CAST(header AS TEXT), 'Ann', 'Eve') AS BLOB) WHERE room = ?",
            (names["another header"],),
        )
        for name in ("another secret", "another secret before the deal"):
            garbled(name, "secret", "00" * 32)
        answer = (names["an answer to nothing"], 0, 1, "knock")
        connection.execute("INSERT INTO held VALUES (?, ?, ?, ?, ?)", (*answer, checksum(*answer)))
        for name in ("no header", "no header of a game that is over"):
            garbled(name, "header", b"x")
        garbled("other rules", "header", header_line(foreign))
        garbled("no plan", "plan", b"{")
        garbled("no state", "state", "odd")
        garbled("no secret", "secret", "x")

    async def look(hub: Hub) -> None:
        for name, reason in wrong.items():
            room = await hub.rooms.find(names[name])
            assert (name, room.state) == (name, "stopped")
            assert reason in str(room.plan.stopped), name
            subscriber = Subscriber(ANN.player)
            await room.handle(subscriber, Hello())
            await room.handle(subscriber, Choose("b", 1, "draw stock"))
            told = drained(subscriber)
            assert b'"type":"table"' in told, "it can be read as far as it is true"
            assert b'"type":"refused"' in told, "and it says that it has stopped"
        assert not {names[name] for name in unread} & set(hub.rooms)
        honest = await hub.rooms.find(names["nothing"])
        assert honest.state == "playing"
        assert honest.game is not None
        subscriber = await asked(honest)
        await honest.handle(subscriber, Choose("b", honest.game.seq, honest.game.session.menu(0)[0]))
        assert b'"type":"ack"' in drained(subscriber)

    in_a_house(folder, look)
    with sqlite3.connect(folder / "threedown.db") as connection:
        [state] = connection.execute("SELECT state FROM rooms WHERE room = ?", (names["other rules"],)).fetchone()
        assert state == "playing", "under its own rules it goes on"


def test_a_table_that_has_lost_a_card_stops_before_anything_is_kept_of_it(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        broken, honest = await opened(hub), await opened(hub)
        first, second = await asked(broken), await asked(honest)
        game = broken.game
        assert game is not None
        seq = game.seq
        stock = list(game.session.setting.piles).index("stock")
        game.session.state.checkpoint.end[stock] -= 1
        await broken.handle(first, Choose("a", seq, "draw discard"))
        assert b'"stopped":"something is wrong with this game (BrokenGame)"' in drained(first)
        log = await hub.services.writer.do(lambda connection: queries.log_of(connection, broken.name))
        assert len(log.lines) == seq
        assert honest.game is not None
        await honest.handle(second, Choose("a", honest.game.seq, "draw stock"))
        assert b'"ack"' in drained(second)

    in_a_house(folder, act)


def test_a_game_that_is_over_leaves_memory_and_comes_back(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        wish = NewRoom("war", bots={"1": "random"}, options={"turn_cap": 1}, pace=0)
        room = hub.rooms[(await hub.opener.open(ANN, wish)).room]
        going = hub.rooms[(await hub.opener.open(ANN, NewRoom("war", bots={"1": "random"}))).room]
        await room.start(ANN.player)
        await going.start(ANN.player)
        subscriber = Subscriber(ANN.player)
        await room.handle(subscriber, Hello())
        await room.handle(subscriber, GoOn("last", 0))
        await until(lambda: room.game is not None and room.game.over is not None)
        hub.rooms.evict()
        hub.rooms.evict()
        assert room.game is not None, "somebody looks at it"
        room.disconnect(subscriber)
        hub.rooms.evict()
        assert await hub.rooms.find(room.name) is room
        hub.rooms.evict()
        assert room.game is not None, "somebody has asked for it"
        told = room.game.step(room.game.event_log.moments[-1], Eyes(0), "en")
        hub.rooms.evict()
        assert set(hub.rooms) == {going.name}
        first, again = await asyncio.gather(hub.rooms.find(room.name), hub.rooms.find(room.name))
        assert again is first is hub.rooms[room.name], "whoever asks finds one and the same"
        assert again.game is not None
        assert again.game.over is not None
        assert again.game.step(again.game.event_log.moments[-1], Eyes(0), "en") == told
        assert going.game is not None, "a game that goes on stays"

    in_a_house(folder, act)
