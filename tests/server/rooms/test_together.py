"""A client that asks for entries together is told the same as one that gets them apart."""

import asyncio
import random
from typing import Any

import msgspec
import pytest
from support.server_rooms import act_at_random, drained, heard, room_of

from threedown.client import one_by_one
from threedown.games import game_names
from threedown.server.model.messages import Choose, Hello, Steps, Told
from threedown.server.rooms.subscriber import Subscriber

TABLE = {"view", "question", "clock", "undo", "turn", "next"}
"""The keys of a step that the earlier entries of a message leave empty."""


def unrolled(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return messages one by one, as the client of the library yields them."""
    return [each for message in messages for each in one_by_one(message)]


def steps_in(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [message for message in messages if message["type"] == "step"]


@pytest.mark.parametrize("game", game_names())
def test_entries_together_tell_the_same_as_apart(game: str) -> None:
    async def play() -> tuple[int, int]:
        room, pick, several = room_of(game, seed=3), random.Random(3), 0
        people = [Subscriber(f"p{seat}") for seat in range(room.setting.seats)]
        second = Subscriber("p0")
        await room.handle(second, Hello(together=True))
        for number, person in enumerate(people):
            await room.handle(person, Hello(together=number == 1))
        await room.start("p0")
        for subscriber in (*people, second):
            heard(subscriber)
        told = 0
        for number in range(60):
            if room.game is None or room.game.session.over:
                break
            await act_at_random(room, people, pick, number)
            messages = heard(second)
            assert all(message["type"] != "step" for message in messages)
            several += sum(len(message["earlier"]) > 0 for message in messages if message["type"] == "steps")
            apart, together = steps_in(heard(people[0])), steps_in(unrolled(messages))
            assert [step["seq"] for step in together] == [step["seq"] for step in apart]
            for one, other in zip(together, apart, strict=True):
                empty = TABLE if one["view"] is None else set()
                assert {key: value for key, value in one.items() if key not in empty} == {
                    key: value for key, value in other.items() if key not in empty
                }
                told += 1
        return told, several

    told, several = asyncio.run(play())
    assert told >= 10
    if game in ("blitz31", "champz"):
        assert several, "a choice there begins the next turn: two entries"


def test_the_answer_to_a_command_comes_with_its_entries_and_once() -> None:
    async def play() -> None:
        room = room_of("blitz31", seed=1)
        ann, ben = Subscriber("p0"), Subscriber("p1")
        for person in (ann, ben):
            await room.handle(person, Hello(together=True))
        await room.start("p0")
        heard(ann), heard(ben)
        assert room.game is not None
        seq = room.game.seq
        await room.handle(ann, Choose("a", seq, "draw stock"))
        [mine], [others] = heard(ann), heard(ben)
        assert mine["acks"] == [{"type": "ack", "id": "a", "seq": seq + 1}]
        assert others["acks"] == []
        assert mine["last"]["seq"] == others["last"]["seq"] == seq + 1

        await room.handle(ann, Choose("a", seq, "draw stock"))  # the same command once more
        assert heard(ann) == [{"type": "ack", "id": "a", "seq": seq + 1}]
        await room.handle(ann, Choose("b", seq, "draw stock"))
        assert [message["type"] for message in heard(ann)] == ["refused"]
        await room.handle(ann, Choose("c", seq + 1, room.game.session.menu(0)[0]))
        [discarded] = heard(ann)
        assert [entry["seq"] for entry in discarded["earlier"]] == [seq + 2]
        assert discarded["acks"] == [{"type": "ack", "id": "c", "seq": seq + 2}], "its own entry, not the next turn's"
        assert discarded["last"]["seq"] == seq + 3

    asyncio.run(play())


def test_a_client_that_resumes_is_told_each_entry() -> None:
    async def play() -> None:
        room = room_of("blitz31", seed=1)
        ann = Subscriber("p0")
        await room.handle(ann, Hello(together=True))
        await room.start("p0")
        assert room.game is not None
        seq = room.game.seq
        await room.handle(ann, Choose("a", seq, "draw stock"))
        await room.handle(ann, Choose("b", seq + 1, room.game.session.menu(0)[0]))
        again = Subscriber("p0")
        await room.handle(again, Hello(after=seq, together=True))
        assert [message["seq"] for message in heard(again) if message["type"] == "step"] == [seq + 1, seq + 2, seq + 3]

    asyncio.run(play())


def test_a_message_is_read_back_as_it_was_sent() -> None:
    async def play() -> list[bytes]:
        room = room_of("champz", seed=2)
        ann = Subscriber("p0")
        await room.handle(ann, Hello(together=True))
        await room.start("p0")
        assert room.game is not None
        await room.handle(ann, Choose("a", room.game.seq, room.game.session.menu(0)[0]))
        return drained(ann).split(b"\n")

    [message] = [message for message in asyncio.run(play()) if message.startswith(b'{"type":"steps"')]
    read = msgspec.json.decode(message, type=Told)
    assert isinstance(read, Steps)
    assert msgspec.json.encode(read) == message
