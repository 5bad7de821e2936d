"""Players who have gone: everybody sees it, the others vote, a bot plays in the end, and an empty room pauses."""

import asyncio
from typing import Any

import pytest
from support.server_rooms import heard, listener_of, say, sit_and_start

from threedown.server.model import clock
from threedown.server.model.messages import CastVote, Hello
from threedown.server.model.wire import ChoiceClock
from threedown.server.rooms.absence import EMPTY_AFTER, PATIENCE
from threedown.server.rooms.served_game import ServedGame
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.rooms.turn_clock import TIME_AFTER_RETURN


async def a_game_of_four(**wish: Any) -> tuple[ServedRoom, ServedGame, list[Subscriber]]:
    """A game of 31 in which the first seat is asked, its sockets, and a spectator's."""
    room, people = await sit_and_start("blitz31", 4, **wish)
    assert room.game is not None
    assert room.game.shared_game.asked_people() == [0]
    for person in people:
        heard(person)
    return room, room.game, people


def told(subscriber: Subscriber) -> dict[str, Any]:
    """Return the room as this client last saw it."""
    room: dict[str, Any] = heard(subscriber, "room")[-1]["room"]
    return room


def test_a_closed_tab_is_told_at_once_and_begins_a_vote() -> None:
    async def run() -> None:
        room, _, people = await a_game_of_four()
        room.disconnect(people[0])
        seen = told(people[1])
        assert not seen["seats"][0]["here"]
        assert seen["seats"][0]["gone"] is not None
        assert [seat["gone"] for seat in seen["seats"][1:]] == [None] * 3
        assert (seen["absence"]["seats"], seen["absence"]["votes"], seen["absence"]["needed"]) == ([0], [], 2)
        assert 0 < seen["absence"]["left"] <= PATIENCE
        spectator = told(people[4])["absence"]
        assert spectator | {"left": seen["absence"]["left"]} == seen["absence"], "spectators see the vote"

    asyncio.run(run())


def test_most_of_the_players_who_are_here_let_a_bot_play_until_the_player_is_back() -> None:
    async def run() -> None:
        room, game, people = await a_game_of_four()
        room.disconnect(people[0])
        await say(room, people[1], CastVote("1", True))
        assert told(people[2])["absence"]["votes"] == [{"seat": 1, "bot": True}]
        assert game.bots.absent == set()
        await say(room, people[4], CastVote("spectator", True))
        assert heard(people[4], "refused")
        assert game.bots.absent == set(), "spectators have no vote"
        await say(room, people[2], CastVote("2", True))
        assert game.bots.absent == {0}
        assert told(people[3])["absence"] is None
        await room.handle(back := listener_of("p0"), Hello())
        assert game.bots.absent == set()
        assert heard(back, "table")[0]["you"] == 0

    asyncio.run(run())


def test_a_majority_for_waiting_begins_the_time_again_and_a_bot_plays_when_it_is_over() -> None:
    async def run() -> None:
        room, game, people = await a_game_of_four()
        room.disconnect(people[0])
        await say(room, people[1], CastVote("1", False))
        await say(room, people[2], CastVote("2", False))
        seen = told(people[3])["absence"]
        assert seen["votes"] == [], "the next vote begins"
        assert 0 < seen["left"] <= PATIENCE
        await game.absence._on_time_over()
        assert game.bots.absent == {0}

    asyncio.run(run())


def test_where_a_clock_runs_it_decides_and_votes_only_shorten_it() -> None:
    async def run() -> None:
        room, game, people = await a_game_of_four(clock=ChoiceClock(60_000))
        room.disconnect(people[0])
        assert told(people[1])["absence"]["left"] is None
        await say(room, people[1], CastVote("1", True))
        await say(room, people[2], CastVote("2", True))
        assert game.bots.absent == {0}

    asyncio.run(run())


def test_there_is_no_vote_about_players_for_whom_nobody_waits_and_none_once_they_are_back() -> None:
    async def run() -> None:
        room, _, people = await a_game_of_four()
        room.disconnect(people[2])
        seen = told(people[1])
        assert (seen["seats"][2]["here"], seen["absence"]) == (False, None)
        await say(room, people[1], CastVote("1", True))
        assert heard(people[1], "refused")[0]["reason"] == "There is nothing to vote about now."
        room.disconnect(people[0])
        await room.handle(listener_of("p0"), Hello())
        assert told(people[1])["absence"] is None

    asyncio.run(run())


def test_spectators_are_counted() -> None:
    async def run() -> None:
        room, _, people = await a_game_of_four()
        await room.handle(another := listener_of(""), Hello())
        assert told(people[0])["watching"] == 2
        room.disconnect(another)
        assert told(people[0])["watching"] == 1

    asyncio.run(run())


def test_a_room_that_all_have_left_uses_no_bots_until_somebody_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        room, game, people = await a_game_of_four()
        await game.player_left(0)
        asked: list[int] = []
        monkeypatch.setattr(game.bots, "ask", lambda session, seq, seats, race: asked.extend(seats))
        for person in people:
            room.disconnect(person)
        now = clock.now()
        monkeypatch.setattr(clock, "now", lambda: now + EMPTY_AFTER)
        game.go_on()
        assert asked == []
        await room.handle(listener_of("p1"), Hello())
        assert asked == [0]

    asyncio.run(run())


def test_a_player_back_after_the_time_of_the_turn_keeps_the_seat_and_gets_more_time_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def run() -> None:
        room, game, people = await a_game_of_four(clock=ChoiceClock(86_400_000, turn=120_000))
        asked: list[int] = []
        monkeypatch.setattr(game.bots, "ask", lambda session, seq, seats, race: asked.extend(seats))

        async def run_out() -> None:
            game.clock.stop()
            game.clock._used = 120_000
            await game.on_timeout(game.seq)

        def left_of_turn() -> int:
            now = game.clock.clock()
            assert now is not None
            assert now.turn is not None
            return now.turn.left

        await run_out()
        assert game.bots.absent == {0}
        # A bot draws; then the player is back, and has to discard.
        await game.commit(game.shared_game.try_choice(0, "draw stock"), 0)
        room.disconnect(people[0])
        await room.handle(back := listener_of("p0"), Hello())
        assert (game.bots.absent, game.bots.plays_for(0)) == (set(), False)
        assert 29_000 < left_of_turn() <= TIME_AFTER_RETURN
        # This time is over as well: a bot finishes the turn, and the seat stays the player's.
        await run_out()
        assert (game.bots.absent, game.bots.plays_for(0)) == (set(), True)
        room.disconnect(back)
        await room.handle(listener_of("p0"), Hello())
        assert game.bots.plays_for(0), "a turn gets more time once"
        assert game.clock.clock() is None
        assert asked[-1] == 0
        await game.commit(game.shared_game.try_choice(0, game.session.menu(0)[0]), 0)
        assert not game.bots.plays_for(0), "the next turn is theirs again"

    asyncio.run(run())
