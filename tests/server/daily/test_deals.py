"""The deal of the day: the same cards and bots for everybody, one try each, and results that count."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.hubs import ANN, BEN, in_a_house, until

from threedown.server.daily import bets, deals
from threedown.server.daily.daily_games import DAILY_GAMES
from threedown.server.daily.levels import play_level
from threedown.server.hub import Hub
from threedown.server.model import clock
from threedown.server.model.daily import Bet, Outcome, PlayDaily, day_of, end_of
from threedown.server.model.errors import Invalid, NotYours, Unknown
from threedown.server.model.messages import Choose, GoOn, Hello
from threedown.server.model.wire import Guest
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store import devices
from threedown.session.fairness import commitment
from threedown.session.state import Choice

BET = Bet(0, 200, 1)


async def known(hub: Hub, *guests: Guest) -> None:
    """Store guests: a try is a stored guest's."""
    for number, guest in enumerate(guests):
        store = partial(
            devices.store_guest, player=guest.player, device=f"d{number}", token=bytes([number]), name=guest.name
        )
        await hub.services.writer.do(store)


async def begun(hub: Hub, guest: Guest, game: str) -> ServedRoom:
    """Return the room of a guest's try."""
    wish = PlayDaily(bet=BET if game == "war" else None)
    return hub.rooms[(await hub.daily.play(guest, game, wish)).room]


async def played(room: ServedRoom, guest: Guest, most: int = 10_000) -> None:
    """Play a game with the first legal choice, to its end or for so many commands."""
    assert room.game is not None
    subscriber = Subscriber(guest.player)
    await room.handle(subscriber, Hello())
    game = room.game
    for number in range(most):
        await until(lambda: waits(game))
        if game.session.over:
            await until(lambda: room.state == "over")
            return
        seq, asked = game.seq, game.session.pending is not None
        said: Any = Choose(f"c{number}", seq, game.session.menu(0)[0]) if asked else GoOn(f"c{number}", seq, "end")
        await room.handle(subscriber, said)


def waits(game: Any) -> bool:
    """True if a game waits for the person, or is over."""
    return game.session.over or game.session.pending is None or 0 in game.shared_game.asked_people()


def choices_of(room: ServedRoom) -> list[Any]:
    """Return everybody's choices, in order."""
    assert room.game is not None
    return [(entry.seat, entry.choice) for entry in room.game.session.log if isinstance(entry, Choice)]


@pytest.mark.parametrize(
    "game", ["champz", "steal-war", *(pytest.param(game, marks=pytest.mark.slow) for game in ("blitz31", "blitzwar"))]
)
def test_everybody_meets_the_same_cards_and_bots(game: str, tmp_path: Path) -> None:
    async def act(hub: Hub) -> None:
        await known(hub, ANN, BEN)
        rooms = [await begun(hub, guest, game) for guest in (ANN, BEN)]
        for room, guest in zip(rooms, (ANN, BEN), strict=True):
            await played(room, guest, most=12)
        first, second = (choices_of(room) for room in rooms)
        shared = min(len(first), len(second))
        assert shared >= 12
        assert first[:shared] == second[:shared], "another bot, or other cards"

    in_a_house(tmp_path, act)


def test_each_has_one_try_from_whatever_device(tmp_path: Path) -> None:
    async def act(hub: Hub) -> None:
        await known(hub, ANN)
        opened = await asyncio.gather(*(hub.daily.play(ANN, "blitz31", PlayDaily()) for _ in range(4)))
        assert len({one.room for one in opened}) == 1
        assert len([room for room in hub.rooms.values() if room.plan.game == "blitz31"]) == 1
        with pytest.raises(Invalid, match="Bet before"):
            await hub.daily.play(ANN, "war", PlayDaily())
        with pytest.raises(Unknown):
            await hub.daily.play(ANN, "pyanitsa", PlayDaily())

    in_a_house(tmp_path, act)


def test_a_day_ends_and_its_secret_is_told(tmp_path: Path, later: Any) -> None:
    async def act(hub: Hub) -> None:
        await known(hub, ANN, BEN)
        day = day_of(clock.now())
        before = await hub.daily.today(ANN.player)
        tomorrow = {deal.game: deal.tomorrow for deal in before.deals}
        room, late = await begun(hub, ANN, "war"), await begun(hub, BEN, "war")
        await played(room, ANN)
        deal = (await hub.daily.today(ANN.player)).deals[0]
        assert (deal.state, deal.finished, deal.bets, deal.place) == ("over", 1, 2, None), "ten make a place"
        with pytest.raises(NotYours, match="Sealed"):
            await hub.archive.record(room.name, ANN.player)
        later(end_of(day) - clock.now())
        await played(late, BEN)
        result = await hub.daily.result(BEN.player, "war", day)
        assert result.secret is not None
        assert commitment(bytes.fromhex(result.secret)) == result.commitment == before.deals[0].commitment
        assert (result.finished, result.mine) == (1, None), "who was too late has no place"
        assert [story.room for story in result.stories] == [room.name]
        assert b'"chain"' in await hub.archive.record(room.name, BEN.player), "all stories are open"
        assert {deal.game: deal.commitment for deal in (await hub.daily.today("")).deals} == tomorrow
        [past] = await hub.daily.days(ANN.player, "war")
        assert (past.day, past.finished, past.place) == (day, 1, 1)
        again = hub.rooms[(await hub.daily.play(BEN, "war", PlayDaily(day=day))).room]
        await played(again, BEN)
        assert again.game is not None
        assert room.game is not None
        assert again.game.session.table_state.tobytes() == room.game.session.table_state.tobytes()
        assert (await hub.daily.result(BEN.player, "war", day)).finished == 1

    in_a_house(tmp_path, act)


def test_a_level_plays_the_cards_that_people_get(tmp_path: Path) -> None:
    """The level whose choices a person makes has the person's result."""

    async def act(hub: Hub) -> None:
        await known(hub, ANN)
        of = DAILY_GAMES["blitzkrieg"]
        room = await begun(hub, ANN, "blitzkrieg")
        assert room.game is not None
        outcome = await play_level(hub.services.bot_pool, of, room._secret, of.level)
        assert outcome == await play_level(hub.services.bot_pool, of, room._secret, of.level)
        assert 0 <= outcome.score <= 52
        assert of.group_of(outcome) < len(of.groups())

    in_a_house(tmp_path, act)


def result(**state: Any) -> dict[str, Any]:
    """A game of War that is over."""
    return {"winners": [0], "turns": 213, "state": {"longest_war": 2}, **state}


def test_a_bet_is_worth_what_it_says() -> None:
    assert bets.points(Bet(0, 213, 2), result()) == 100
    assert bets.points(Bet(1, 213, 2), result()) == 60
    assert bets.points(Bet(0, 213, 1), result()) == 80
    assert bets.points(Bet(0, 100_000, 2), result()) == 60, "half of all games lie between"
    assert bets.points(Bet(0, 240, 4), result(state={"longest_war": 6})) == 96, "four or more is one group"


def test_better_outcomes_come_first(tmp_path: Path) -> None:
    of = DAILY_GAMES["blitz31"]
    won = {"winners": [0], "ranking": [[0], [1], [2], [3]], "state": {"lives 0": 3, "rounds": 11}}
    third = {"winners": [1], "ranking": [[1], [2], [0], [3]], "state": {"lives 0": 0, "rounds": 9}}
    assert of.outcome(won) == Outcome(1, 3, 11)
    assert of.outcome(third) == Outcome(3, 0, 9)
    groups = of.groups()
    assert [groups[of.group_of(of.outcome(one))].kind for one in (won, third)] == ["won", "lost"]
    assert groups[of.group_of(of.outcome(third))].first == 3


def test_levels_play_only_where_people_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server at home, where nobody plays the deal of the day, has its processors for its own games."""
    monkeypatch.setattr(deals, "PREPARE_AFTER", 0.0)
    monkeypatch.setattr(deals, "PREPARE_EVERY", 0.01)
    prepared = []

    async def act(hub: Hub) -> None:
        async def prepare() -> None:
            prepared.append(True)

        monkeypatch.setattr(hub.daily, "prepare", prepare)
        hub.services.spawn(hub.daily.prepare_regularly())
        await hub.daily.today("")
        await asyncio.sleep(0.1)
        assert not prepared
        await known(hub, ANN)
        await begun(hub, ANN, "casino-war")
        await until(lambda: bool(prepared))

    in_a_house(tmp_path, act)
