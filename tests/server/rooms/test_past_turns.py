"""The turns that a player missed: the table at the end of each as they would have seen it, and the bots' choices."""

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.hubs import ANN, BEN, in_a_house, until
from support.server_rooms import act_at_random, heard, say, sit_and_start
from support.serving import people, refused

from threedown.games import game_names
from threedown.server.hub import Hub
from threedown.server.model.messages import Choose, GoOn, Hello
from threedown.server.model.wire import Join, NewRoom
from threedown.server.rooms.eyes import Eyes
from threedown.server.rooms.recent_turns import TABLES
from threedown.server.rooms.subscriber import Subscriber


def past(room: Any, seat: int, after: int = -1, language: str = "en") -> list[dict[str, Any]]:
    """Return the turns after one of them as the call tells them."""
    told: list[dict[str, Any]] = msgspec.to_builtins(room.game.event_log.past_turns(Eyes(seat), language, after))
    return told


@pytest.mark.parametrize("game", game_names())
def test_a_past_turn_is_as_its_seat_was_told(game: str) -> None:
    async def run() -> None:
        pick = random.Random(game)
        room, subscribers = await sit_and_start(game, seed=7)
        *players, _ = subscribers
        steps: list[list[dict[str, Any]]] = [[] for _ in players]
        for number in range(50):
            for known, player in zip(steps, players, strict=True):
                known += heard(player, "step")
            if room.game.session.over:
                break
            if number % 10 == 9:
                for seat, known in enumerate(steps):
                    for turn in past(room, seat):
                        (step,) = (one for one in known if one["seq"] == turn["seq"])
                        assert turn["view"] == step["view"]
                        assert turn["turn"] == step["view"]["turns"]
            await act_at_random(room, players, pick, number)
        last = past(room, 0)
        assert [turn["turn"] for turn in last] == list(range(last[0]["turn"], room.game.session.turns + 1))
        assert past(room, 0, after=room.game.session.turns) == []

    asyncio.run(run())


def test_tables_are_kept_of_the_last_turns_alone() -> None:
    async def run() -> None:
        room, (ann, _) = await sit_and_start("war", 2, bots={1: "random"}, seed=2)
        for turn in range(TABLES + 6):
            await say(room, ann, GoOn(f"g{turn}", room.game.seq))
        turns = [turn["turn"] for turn in past(room, 0)]
        assert turns == list(range(room.game.session.turns - TABLES + 1, room.game.session.turns + 1))

    asyncio.run(run())


def test_the_choices_of_a_bot_that_stands_in_are_marked_and_no_others(folder: Path) -> None:
    async def run(hub: Hub) -> None:
        opened = await hub.opener.open(ANN, NewRoom("blitz31", seats=3, pace=0, bots={"2": "random"}))
        room = hub.rooms[opened.room]
        await hub.opener.join(room, BEN, Join())
        await room.start(ANN.player)
        game = room.game
        assert game is not None
        ann = Subscriber(ANN.player)
        await room.handle(ann, Hello())
        async with room.lock:
            await game.player_left(1)
        mine: set[int] = set()
        for number in range(40):
            await until(lambda: game.session.over or game.session.asked in (0, None))
            if game.session.over or len(mine) == 3:
                break
            if game.session.pending is None:
                await room.handle(ann, GoOn(f"g{number}", game.seq))
            else:
                mine.add(game.session.turns)
                await room.handle(ann, Choose(f"c{number}", game.seq, game.session.menu(0)[0]))
        told = {turn["turn"]: turn["bots"] for turn in past(room, 0)}
        assert [1] in told.values(), "Ben's turns"
        assert [bots for turn, bots in told.items() if turn in mine] == [[]] * len(mine), "Ann's own"
        assert {seat for bots in told.values() for seat in bots} == {1}, "the third seat is a bot's own"

    in_a_house(folder, run)


def test_only_a_player_may_read_them_and_in_their_language(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann", "Ben") as (ann, ben):
            name = (await ann.call("POST", "/api/rooms", {"game": "war", "bots": {"1": "random"}, "seats": 2}))["room"]
            path = f"/api/rooms/{name}/turns"
            assert (await refused(ann.call("GET", path)))["status"] == 409
            await ann.call("POST", f"/api/rooms/{name}/start")
            (deal,) = await ann.call("GET", f"{path}?after=-1")
            assert (deal["turn"], deal["view"]["seat"], deal["bots"]) == (0, 0, [])
            assert await ann.call("GET", f"{path}?after=0") == []
            assert (await refused(ben.call("GET", path)))["status"] == 403

    asyncio.run(run())
