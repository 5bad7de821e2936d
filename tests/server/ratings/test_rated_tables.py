"""Rated tables: no help, no undo, and ratings, a leaderboard and profiles from their results."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from litestar.testing import TestClient
from support.hubs import in_a_house, until
from support.server_rooms import drained

from threedown.games.laying import LaidTable
from threedown.server.http.app import server
from threedown.server.hub import Hub
from threedown.server.model.errors import Invalid, NotNow
from threedown.server.model.messages import AskChances, AskHint, Hello, TakeBack
from threedown.server.model.seat_result import SeatResult
from threedown.server.model.wire import Join, NewGuest, NewRoom
from threedown.server.ratings.rating_book import Entrant, RatedTable, RatingBook
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store.results import store_results
from threedown.server.store.writer import Writer


def results(room: str, ended: int, places: list[int], *players: str | None, game: str = "war") -> list[SeatResult]:
    """The results of a rated table; a seat without a player is a bot of the level ``keen``."""
    return [
        SeatResult(room, seat, game, "p", len(places), ended, True, player, None if player else "keen", place, 0)
        for seat, (place, player) in enumerate(zip(places, players, strict=True))
    ]


def told(subscriber: Subscriber) -> list[dict[str, Any]]:
    """The messages that a client has been sent."""
    return [json.loads(line) for line in drained(subscriber).split(b"\n") if line]


async def stored(hub: Hub, *tables: list[SeatResult]) -> None:
    for table in tables:
        await hub.services.writer.do(partial(store_results, of_seats=table))


def test_a_rated_table_gives_no_help_and_takes_nothing_back(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        ann, ben = [await hub.guests.new(NewGuest(name)) for name in ("Ann", "Ben")]
        wish = NewRoom("blitz31", seats=2, listed=True, rated=True)
        room = hub.rooms[(await hub.opener.open(ann, wish)).room]
        await room.join(ben, Join())
        await room.start(ann.player)
        assert room.game is not None
        asked = room.game.shared_game.asked_people
        await until(lambda: bool(asked()))
        seat = asked()[0]
        subscriber = Subscriber(room.plan.chairs[seat].player)
        await room.handle(subscriber, Hello())
        table = next(message for message in told(subscriber) if message["type"] == "table")
        assert (table["room"]["rated"], table["room"]["hints"], table["undo"]) == (True, False, False)
        for id, command in enumerate((AskHint, AskChances, TakeBack)):
            await room.handle(subscriber, command(str(id), room.game.seq))
        reasons = [message["reason"] for message in told(subscriber) if message["type"] == "refused"]
        assert reasons == ["A rated game has no hints."] * 2 + ["You can't undo anything in a rated game."]
        with pytest.raises(NotNow, match="rated game"):
            await room.give_seat(ann.player, 1, "simple")

    in_a_house(folder, act)


@pytest.mark.sqlite
@pytest.mark.parametrize(
    "wish", [{"listed": False}, {"options": {"turn_cap": 9}}, {"laid": LaidTable({"deck 0": "KC", "deck 1": "2D"})}]
)
def test_a_rated_table_is_listed_and_has_no_house_rules(folder: Path, wish: dict[str, Any]) -> None:
    async def act(hub: Hub) -> None:
        ann = await hub.guests.new(NewGuest("Ann"))
        with pytest.raises(Invalid):
            await hub.opener.open(ann, NewRoom(**{"game": "war", "listed": True, "rated": True, **wish}))

    in_a_house(folder, act)


def test_leaving_a_rated_game_counts_as_its_result(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        ann, ben = [await hub.guests.new(NewGuest(name)) for name in ("Ann", "Ben")]
        wish = NewRoom("casino-war", listed=True, rated=True, pace=0)
        room = hub.rooms[(await hub.opener.open(ann, wish)).room]
        for _ in room.plan.chairs[1:]:
            await room.join(ben, Join())
        await room.start(ann.player)
        for player in room.plan.players:
            await room.leave(player)
        await until(lambda: room.state == "over")
        rating = (await hub.ratings.book("casino-war")).rating_of(Entrant(ann.player, None))
        assert rating is not None
        assert rating.games == 1
        assert rating.is_provisional

    in_a_house(folder, act)


def test_results_that_arrive_late_give_the_ratings_of_their_order(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        ann, ben = [(await hub.guests.new(NewGuest(name))).player for name in ("Ann", "Ben")]
        tables = [results(f"r{number}", 1000 * number, [1, 2], ann, ben) for number in range(1, 5)]
        tables[1] = results("r2", 2000, [2, 1], ann, ben)
        await stored(hub, tables[0], tables[2])
        await hub.ratings.book("war")
        await stored(hub, tables[3], tables[1])
        book = await hub.ratings.book("war")
        whole = RatingBook("random")
        for table in tables:
            entrants = tuple(Entrant(result.player, None) for result in table)
            whole.add(RatedTable(table[0].room, table[0].ended, entrants, tuple(result.place for result in table)))
        assert book.course_of(Entrant(ann, None)) == whole.course_of(Entrant(ann, None))

    in_a_house(folder, act)


def of(client: TestClient[Any], path: str, status: int = 200) -> Any:
    answer = client.get(path)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_profiles_are_their_owners_until_they_show_them(folder: Path) -> None:
    with TestClient(server(Writer(folder), 0, names=["testserver.local"])) as ann:
        ben = TestClient(ann.app)
        ids = [
            one.post("/api/guest", json={"name": name}).json()["player"] for one, name in ((ann, "Ann"), (ben, "Ben"))
        ]
        hub: Hub = ann.app.state.hub
        tables = [results(f"r{number}", number, [1, 2, 3], ids[0], ids[1], None) for number in range(1, 31)]
        ann.blocking_portal.call(partial(stored, hub, *tables))
        mine = of(ann, f"/api/people/{ids[0]}")
        assert (mine["name"], mine["you"], mine["shown"]) == ("Ann", True, False)
        [war] = mine["games"]
        assert (war["game"], war["games"], war["won"], round(war["even"], 3)) == ("war", 30, 30, 0.333)
        against = [(one["name"], one["games"], one["ahead"]["value"]) for one in war["against"]]
        assert against == [("keen", 30, 1.0), ("Ben", 30, 1.0)]
        assert len(war["course"]) == 30
        assert war["course"][0]["around"] > war["course"][-1]["around"]
        assert "doesn't show" in of(ben, f"/api/people/{ids[0]}", 403)["detail"]
        assert ann.post("/api/me/profile", json={"shown": True}).json()["shown"] is True
        assert of(ben, f"/api/people/{ids[0]}")["you"] is False
        of(ben, "/api/people/nobody", 404)
        listed = of(ben, "/api/ratings/war")
        assert [one["name"] for one in listed["players"] if one["you"]] == ["Ben"]
        ratings = [one["rating"]["rating"] for one in listed["players"]]
        assert ratings == sorted(ratings, reverse=True)
        of(ben, "/api/ratings/nothing", 404)


def test_the_ratings_of_a_rated_table_are_told_seat_by_seat(folder: Path) -> None:
    with TestClient(server(Writer(folder), 0, names=["testserver.local"])) as ann:
        me = ann.post("/api/guest", json={"name": "Ann"}).json()["player"]
        hub: Hub = ann.app.state.hub
        ann.blocking_portal.call(partial(stored, hub, results("r", 1, [1, 2], me, None, game="blitz31")))
        wish = {"game": "blitz31", "seats": 4, "bots": {"1": "simple", "2": "steady"}}
        rated, free = [
            ann.post("/api/rooms", json={**wish, "listed": True, "rated": rated}).json()["room"]
            for rated in (True, False)
        ]
        found = of(ann, f"/api/rooms/{rated}/ratings")
        assert [one["seat"] for one in found] == [0, 1, 2, 3]
        mine, simple, steady, nobody = [one["rating"] for one in found]
        assert mine["rating"] > 1500
        assert (mine["games"], mine["provisional"]) == (1, True)
        assert simple == {"rating": 1500, "around": 0, "provisional": False, "games": 0}
        assert (steady, nobody) == (None, None)
        assert of(ann, f"/api/rooms/{free}/ratings") == []


def test_a_bot_of_the_first_level_is_the_anchor() -> None:
    book = RatingBook("simple")
    ann, bot = Entrant("a", None), Entrant(None, "simple")
    assert book.rating_of(bot) == (1500, 0, 0, 0)
    assert book.rating_of(Entrant(None, "keen")) is None
    for number in range(40):
        book.add(RatedTable(str(number), number, (ann, bot, bot), (1, 2, 2) if number % 4 else (2, 1, 2)))
    rating = book.rating_of(ann)
    assert rating is not None
    assert rating.value > 1600
    assert book.rating_of(bot) == (1500, 0, 40, 39)
    assert rating.around < book.course_of(ann)[0].around


@pytest.mark.slow
def test_a_rating_is_as_uncertain_as_its_games_and_what_is_known_of_new_players() -> None:
    """Of two equal players the true ratings are 1500: about 95 of 100 intervals hold it, and they grow narrower."""
    random, held, widths = np.random.default_rng(1), 0, []
    for again in range(60):
        book, ann, bot = RatingBook("simple"), Entrant("a", None), Entrant(None, "simple")
        for number in range(60):
            first = int(random.integers(2))
            book.add(RatedTable(f"{again} {number}", number, (ann, bot), (1 + first, 2 - first)))
        rating = book.rating_of(ann)
        assert rating is not None
        held += abs(rating.value - 1500) <= rating.around
        widths.append([one.around for one in book.course_of(ann)][::20])
    assert held >= 54
    assert np.mean(widths, axis=0)[0] > 1.5 * np.mean(widths, axis=0)[-1]


def test_a_person_who_was_deleted_counts_as_a_new_player_each_time() -> None:
    book, gone = RatingBook("simple"), Entrant(None, None)
    for number in range(3):
        book.add(RatedTable(str(number), number, (Entrant("a", None), gone), (1, 2)))
    assert book.entrants() == [Entrant("a", None)]
