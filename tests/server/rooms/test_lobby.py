"""The lobby, on BlitzWar: BW-001 to BW-007, and BW-072. Who may join, colours, how long, how many, bots, the start."""

import asyncio
from collections.abc import Awaitable, Callable

from support.serving import opened, people, refused

from threedown.client import GuestClient
from threedown.deal_witness import DealWitness


def with_people(url: str, names: str, act: Callable[..., Awaitable[None]]) -> None:
    """Runs an act with guests of these names."""

    async def run() -> None:
        async with people(url, *names.split()) as players:
            await act(*players)

    asyncio.run(run())


async def blitzwar(*players: GuestClient, **wish: object) -> str:
    """The path of a room of BlitzWar in which all of these sit."""
    return f"/api/rooms/{await opened(list(players), 'blitzwar', preset='duel', **wish)}"


def test_bw_001_a_game_is_opened_or_joined_while_it_waits(url: str) -> None:
    async def act(ann: GuestClient, ben: GuestClient, cyd: GuestClient, eve: GuestClient) -> None:
        room = await blitzwar(ann, listed=True)
        name = room.rpartition("/")[2]
        assert name in [there["room"] for there in await ben.call("GET", "/api/rooms")]
        told = await ben.call("POST", f"{room}/join", {"name": "Benjamin"})
        assert [seat["kind"] for seat in told["seats"]] == ["person", "person", "open"]
        assert told["seats"][1]["name"] == "Benjamin"
        await cyd.call("POST", f"{room}/join", {})
        assert (await refused(eve.call("POST", f"{room}/join", {})))["status"] == 409, "all seats are taken"
        await cyd.call("POST", f"{room}/leave")
        await eve.call("POST", f"{room}/join", {"seat": 2})
        started = await ann.call("POST", f"{room}/start")
        assert (started["state"], started["seq"]) == ("playing", 1), "the deal, and the turn that asks seat 0"
        problem = await refused(cyd.call("POST", f"{room}/join", {}))
        assert (problem["status"], problem["title"]) == (409, "Not possible now")

    with_people(url, "Ann Ben Cyd Eve", act)


def test_opening_a_room_seats_its_host_in_the_same_call(url: str) -> None:
    async def act(ann: GuestClient) -> None:
        wish = {"game": "war", "seats": 2, "bots": {"0": "random"}}
        sit = {"name": "Anna", "colour": "teal", "part_hash": "ab" * 32}
        opened = await ann.call("POST", "/api/rooms", {**wish, "sit": sit})
        room = await ann.call("GET", f"/api/rooms/{opened['room']}")
        seat = room["seats"][1]
        assert (opened["seat"], seat["name"], seat["colour"], seat["part_hash"]) == (1, "Anna", "teal", "ab" * 32)
        assert opened["commitment"] == room["commitment"] != ""
        for wrong, status in (({"seat": 0}, 409), ({"colour": "plaid"}, 400), ({"part_hash": "ab"}, 400)):
            refusal = await refused(ann.call("POST", "/api/rooms", {**wish, "sit": wrong}))
            assert refusal["status"] == status, wrong
        mine = await ann.call("GET", "/api/me/rooms")
        assert [one["room"] for one in mine] == [opened["room"]], "a seat that is refused leaves no room"
        path = f"/api/rooms/{opened['room']}/options"
        assert "sit" in (await refused(ann.call("POST", path, {"sit": sit})))["detail"]

    with_people(url, "Ann", act)


def test_bw_002_everybody_has_a_colour_that_nobody_else_has(url: str) -> None:
    async def act(ann: GuestClient, ben: GuestClient) -> None:
        room = await blitzwar(ann, seats=4, bots={"2": "simple", "3": "random"})
        await ann.call("POST", f"{room}/join", {"colour": "black"})
        problem = await refused(ben.call("POST", f"{room}/join", {"colour": "black"}))
        assert problem["status"] == 409
        assert "black" not in problem["allowed"]
        assert "pink" in problem["allowed"]
        told = await ben.call("POST", f"{room}/join", {"colour": "pink"})
        assert [seat["colour"] for seat in told["seats"]] == ["black", "pink", None, None]
        assert (await refused(ben.call("POST", f"{room}/join", {"colour": "plaid"})))["status"] == 400
        started = await ann.call("POST", f"{room}/start")
        colours = [seat["colour"] for seat in started["seats"]]
        assert colours == ["black", "pink", "blue", "red"], "who has chosen none gets one that is left"

    with_people(url, "Ann Ben", act)


def test_bw_003_and_bw_072_how_long_it_lasts_is_set_with_the_room_and_stays(url: str) -> None:
    async def act(ann: GuestClient, ben: GuestClient, cyd: GuestClient) -> None:
        room = await blitzwar(ann, minutes=45)
        told = await ben.call("POST", f"{room}/join", {"colour": "red"})
        assert (told["minutes"], told["options"]["rounds"]) == (45, 0), "before anybody has chosen a colour"
        await cyd.call("POST", f"{room}/join", {})
        started = await ann.call("POST", f"{room}/start")
        assert started["minutes"] == 45
        problem = await refused(ann.call("POST", f"{room}/join", {"minutes": 5}))
        assert problem["status"] == 400, "no call takes another duration"
        assert (await refused(ann.call("POST", f"{room}/start")))["status"] == 409
        assert (await ann.call("GET", room))["minutes"] == 45
        for wish in ({"game": "champz", "minutes": 5}, {"game": "war", "minutes": 5, "options": {"clock": False}},
                     {"game": "blitzwar", "minutes": 5, "options": {"rounds": 3}},
                     {"game": "blitzwar", "minutes": 0}):  # fmt: skip
            assert (await refused(ann.call("POST", "/api/rooms", wish)))["status"] == 400
        for wish, minutes in (({"minutes": 5}, 5), ({"preset": "clock"}, 15), ({}, None)):
            war = await ann.call(
                "GET", f"/api/rooms/{(await ann.call('POST', '/api/rooms', {'game': 'war', **wish}))['room']}"
            )
            assert (war["minutes"], war["options"]["clock"]) == (minutes, minutes is not None)

    with_people(url, "Ann Ben Cyd", act)


def test_bw_004_three_to_five_play(url: str) -> None:
    async def act(ann: GuestClient) -> None:
        alone = "blitzwar: two players need a third side that only defends: neutral=true"
        for seats, said in ((2, alone), (6, "blitzwar is played by 2 to 5, not by 6")):
            problem = await refused(ann.call("POST", "/api/rooms", {"game": "blitzwar", "seats": seats}))
            assert (problem["status"], problem["detail"]) == (400, said)
        for seats in (3, 4, 5):
            room = await blitzwar(ann, seats=seats)
            assert len((await ann.call("GET", room))["seats"]) == seats

    with_people(url, "Ann", act)


def test_bw_005_bots_take_seats_until_there_are_enough(url: str) -> None:
    async def act(ann: GuestClient, ben: GuestClient) -> None:
        room = await blitzwar(ann, ben, seats=3)
        problem = await refused(ben.call("POST", f"{room}/seats/2", {"bot": "simple"}))
        assert (problem["status"], problem["detail"]) == (403, "Only the host can do that.")
        problem = await refused(ann.call("POST", f"{room}/seats/2", {"bot": "clever"}))
        assert problem["allowed"] == ["simple", "random", "keen", "fierce", "moody"]
        assert (await refused(ann.call("POST", f"{room}/seats/2", {"bot": "bot.py:policy"})))["status"] == 400
        assert (await refused(ann.call("POST", f"{room}/seats/3", {"bot": "simple"})))["status"] == 404
        told = await ann.call("POST", f"{room}/seats/2", {"bot": "simple"})
        assert told["seats"][2]["level"] == "simple"
        assert (told["seats"][2]["kind"], told["seats"][2]["here"]) == ("bot", True)
        told = await ann.call("POST", f"{room}/seats/1", {"bot": "random"})
        assert told["seats"][1]["kind"] == "bot", "the host may ask somebody to go before the start"
        assert (await ann.call("POST", f"{room}/start"))["state"] == "playing"
        assert (await refused(ann.call("POST", f"{room}/seats/1", {"bot": None})))["status"] == 409

    with_people(url, "Ann Ben", act)


def test_bw_006_no_start_with_fewer_than_three(url: str) -> None:
    async def act(ann: GuestClient, ben: GuestClient) -> None:
        room = await blitzwar(ann, ben)
        problem = await refused(ann.call("POST", f"{room}/start"))
        assert (problem["status"], problem["allowed"]) == (409, ["2"])
        assert problem["detail"] == "This game needs 3 players: wait for others, or put bots on the free seats."
        assert (await ann.call("GET", room))["state"] == "waiting"

    with_people(url, "Ann Ben", act)


def test_bw_007_who_is_alone_waits_or_takes_two_bots(url: str) -> None:
    async def act(ann: GuestClient) -> None:
        room = await blitzwar(ann)
        assert (await refused(ann.call("POST", f"{room}/start")))["allowed"] == ["1", "2"]
        await ann.call("POST", f"{room}/seats/1", {"bot": "simple"})
        assert (await refused(ann.call("POST", f"{room}/start")))["allowed"] == ["2"]
        await ann.call("POST", f"{room}/seats/2", {"bot": "simple"})
        assert (await ann.call("POST", f"{room}/start"))["state"] == "playing"

    with_people(url, "Ann", act)


def test_the_commitment_is_there_before_any_part_and_parts_and_names_are_in_the_record(url: str) -> None:
    async def act(ann: GuestClient, ben: GuestClient) -> None:
        room = await blitzwar(ann, ben)
        name = room.rpartition("/")[2]
        before = (await ann.call("GET", room))["commitment"]
        ben.witnesses[name] = DealWitness("00ff")
        told = await ben.sit(name, seat=2)
        assert told["commitment"] == before
        assert [seat["kind"] for seat in told["seats"]] == ["person", "open", "person"]
        assert "00ff" not in str(told), "a part is for nobody to see before the deal"
        assert (await refused(ann.call("GET", f"{room}/record")))["status"] == 409

    with_people(url, "Ann Ben", act)


def test_a_guest_is_known_by_his_token_alone(url: str) -> None:
    async def act(ann: GuestClient, eve: GuestClient) -> None:
        room = await blitzwar(ann)
        assert (await ann.call("GET", "/api/me"))["name"] == "Ann"
        assert "token" not in await ann.call("GET", "/api/me")
        assert ann.token is not None
        other = "a" if ann.token[-1] != "a" else "b"
        for token in (None, "x" * 300, f"{ann.token}x", ann.token[:-4], ann.token[:-1] + other):
            async with GuestClient(url, token) as nobody:
                assert (await refused(nobody.call("GET", "/api/me")))["status"] == 401
                assert (await refused(nobody.call("POST", f"{room}/start")))["status"] == 401
        assert (await refused(eve.call("POST", f"{room}/start")))["status"] == 403
        assert (await refused(eve.call("POST", f"{room}/leave")))["status"] == 403
        mine = await ann.call("GET", "/api/me/rooms")
        assert [(entry["you"], entry["url"]) for entry in mine] == [(0, room.replace("/api/rooms", "/r"))]
        assert await eve.call("GET", "/api/me/rooms") == []

    with_people(url, "Ann Eve", act)


def test_a_host_has_so_many_rooms_and_no_more(url: str) -> None:
    async def act(ann: GuestClient) -> None:
        rooms = [await blitzwar(ann) for _ in range(20)]
        assert (await refused(ann.call("POST", "/api/rooms", {"game": "war"})))["status"] == 429
        await ann.call("POST", f"{rooms[0]}/leave")
        assert (await ann.call("GET", rooms[0]))["state"] == "stopped", "nobody is left"
        await blitzwar(ann)

    with_people(url, "Ann", act)


def test_when_the_host_leaves_another_is_host(url: str) -> None:
    async def act(ann: GuestClient, ben: GuestClient) -> None:
        room = await blitzwar(ann, ben)
        told = await ann.call("POST", f"{room}/leave")
        assert told["host"] == (await ben.call("GET", "/api/me"))["player"]
        assert [seat["kind"] for seat in told["seats"]] == ["open", "person", "open"]

    with_people(url, "Ann Ben", act)


def test_the_host_changes_the_rules_before_the_deal(url: str) -> None:
    async def act(ann: GuestClient, ben: GuestClient) -> None:
        room = f"/api/rooms/{await opened([ann], 'war', seats=4, bots={'1': 'random', '2': 'random'})}"
        await ben.call("POST", f"{room}/join", {"seat": 3})
        before = await ann.call("GET", room)
        wish = {
            "preset": "three-down",
            "options": {"jokers": 2},
            "seats": 3,
            "clock": {"choice": 30_000},
            "listed": True,
        }
        told = await ann.call("POST", f"{room}/options", wish)
        assert (told["preset"], told["options"]["jokers"], told["clock"]) == ("three-down", 2, {"choice": 30_000})
        assert [seat["name"] for seat in told["seats"]] == ["Ann", "Ben", "Bot 2"], "people come before bots"
        assert (told["host"], told["commitment"]) == (before["host"], before["commitment"])
        again = await ann.call("POST", f"{room}/options", {"seats": 4})
        assert (again["preset"], again["clock"], again["seats"][3]["kind"]) == ("bicycle", None, "open")
        assert (await refused(ben.call("POST", f"{room}/options", {})))["status"] == 403
        assert (await refused(ann.call("POST", f"{room}/options", {"options": {"jokers": 9}})))["status"] == 400
        await ann.call("POST", f"{room}/options", {"seats": 2})
        await ann.call("POST", f"{room}/start")
        assert (await refused(ann.call("POST", f"{room}/options", {})))["status"] == 409

    with_people(url, "Ann Ben", act)


def test_fewer_seats_than_people_are_refused(url: str) -> None:
    async def act(ann: GuestClient, ben: GuestClient, cyd: GuestClient) -> None:
        room = f"/api/rooms/{await opened([ann, ben, cyd], 'war', seats=3)}"
        problem = await refused(ann.call("POST", f"{room}/options", {"seats": 2}))
        assert (problem["status"], problem["detail"]) == (409, "3 players sit here, so 2 seats are too few.")

    with_people(url, "Ann Ben Cyd", act)


def test_bw_003_no_other_duration_once_somebody_has_a_colour(url: str) -> None:
    async def act(ann: GuestClient) -> None:
        room = await blitzwar(ann, minutes=45)
        assert (await ann.call("POST", f"{room}/options", {"minutes": 30}))["minutes"] == 30
        await ann.call("POST", f"{room}/join", {"colour": "red"})
        problem = await refused(ann.call("POST", f"{room}/options", {"minutes": 60}))
        assert (problem["status"], "once a player has chosen a colour" in problem["detail"]) == (409, True)
        assert (await ann.call("POST", f"{room}/options", {"minutes": 30, "listed": True}))["listed"]
        other = await ann.call("POST", f"{room}/options", {"game": "champz", "seats": 4})
        assert (other["game"], other["minutes"]) == ("champz", None), "another game has a length of its own"

    with_people(url, "Ann", act)
