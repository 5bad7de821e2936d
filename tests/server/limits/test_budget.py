"""One budget for a guest and one for an address: over all sockets, over all kinds of work."""

import asyncio
import json
from pathlib import Path

import pytest
from litestar.testing import TestClient
from support.hubs import ANN, in_a_house, over
from support.serving import opened, people
from websockets.asyncio.client import connect

from threedown.server.http.analyses import analysis_of
from threedown.server.http.app import server
from threedown.server.hub import Hub
from threedown.server.limits.budget import Budget
from threedown.server.limits.limiter import Limiter
from threedown.server.limits.rates import ADDRESS_WORK, GUEST_WORK, HEAVY, JOB, LISTED, REPLAY, TALK, Meter
from threedown.server.model.errors import TooMany
from threedown.server.model.wire import NewRoom, Point
from threedown.server.store.writer import Writer

HERE, ELSEWHERE = "203.0.113.7", "203.0.113.8"


def stopped() -> Budget:
    """Return full budgets that don't fill up again."""
    budget = Budget()
    budget._guests, budget._addresses = Meter(GUEST_WORK, lambda: 0.0), Meter(ADDRESS_WORK, lambda: 0.0)
    return budget


def test_all_sockets_of_a_guest_share_one_budget_and_all_guests_of_an_address_another() -> None:
    """Each socket had its own: a guest with 100 of them had 5,000 messages a second."""
    budget = stopped()
    for _ in range(GUEST_WORK.burst // HEAVY - 1):
        assert budget.wait(HERE, "p0", HEAVY) == 0.0
    assert budget.wait(HERE, "p0", 2 * HEAVY) > 0.0, "the guest has no more"
    for guest in range(ADDRESS_WORK.burst // GUEST_WORK.burst - 1):
        assert budget.wait(HERE, f"other {guest}", GUEST_WORK.burst) == 0.0
    assert budget.wait(HERE, "last", 2 * HEAVY) > 0.0, "the address has no more"
    assert budget.wait(ELSEWHERE, "late", HEAVY) == 0.0, "another address is another's"


def test_callers_who_are_not_guests_share_the_budget_of_one() -> None:
    budget = stopped()
    assert budget.wait(HERE, "", GUEST_WORK.burst) == 0.0
    assert budget.wait(HERE, "") > 0.0
    assert budget.wait(HERE, "p0") == 0.0


def test_a_long_game_that_is_played_again_costs_its_length() -> None:
    budget = stopped()
    budget.spend_replay(HERE, "p0")
    budget.charge_replay(HERE, "p0", 20_000)
    with pytest.raises(TooMany, match="too much at once"):
        budget.spend_replay(HERE, "p0")
    budget.spend_replay(HERE, "p1")


def test_a_thought_of_a_bot_waits_for_the_budget_of_its_address() -> None:
    async def run() -> None:
        budget = stopped()
        budget._addresses.charge(HERE, ADDRESS_WORK.burst)
        waiting = asyncio.create_task(budget.thought(HERE))
        await budget.thought(ELSEWHERE)
        await budget.thought(None)
        assert not waiting.done()
        waiting.cancel()

    asyncio.run(run())


def test_analyses_and_continued_games_are_paid_from_the_same_budget(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        room = (await over(hub)).name
        hub.services.budget = hub.opener._services.budget = stopped()
        for _ in range(GUEST_WORK.burst // JOB):
            hub.services.budget.spend(HERE, ANN.player, JOB)
        with pytest.raises(TooMany):
            await analysis_of(hub, room, "en", ANN.player, HERE)
        with pytest.raises(TooMany):
            await hub.opener.open(ANN, NewRoom(point=Point(room, 0)), HERE)
        assert len(hub.analysis_jobs) == 0

    in_a_house(folder, act)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_record_is_paid_by_its_length_and_all_data_of_a_guest_too(tmp_path: Path) -> None:
    """Both read as much as a story does, and cost no more than the list of games."""
    with TestClient(server(Writer(tmp_path), 0, names=["testserver.local"])) as client:
        client.post("/api/guest", json={"name": "Ann"})
        hub: Hub = client.app.state.hub
        hub.services.budget = budget = stopped()
        wish = {"game": "war", "bots": {"1": "random"}, "options": {"turn_cap": 1}, "pace": 0}
        room = client.post("/api/rooms", json=wish).json()["room"]
        statuses = [client.get(f"/api/rooms/{room}/record").status_code for _ in range(GUEST_WORK.burst // REPLAY + 1)]
        assert (set(statuses[:-2]), statuses[-1]) == ({409}, 429)
        hub.services.budget = budget = stopped()
        statuses = [client.get("/api/me/data").status_code for _ in range(GUEST_WORK.burst // LISTED + 1)]
        assert (set(statuses[:-2]), statuses[-1]) == ({200}, 429)
        assert budget.wait("elsewhere", "p9") == 0.0


def test_messages_are_counted_by_guest_and_room() -> None:
    """60 sockets of one opponent sent another player 167 emotes a second."""
    limiter = Limiter()
    limiter._talk = Meter(TALK, lambda: 0.0)
    assert [limiter.talk(HERE, "p0", "one") == 0 for _ in range(TALK.burst + 2)] == [True] * 4 + [False] * 2
    assert limiter.talk(HERE, "p0", "two") == limiter.talk(HERE, "p1", "one") == 0.0


def test_an_emote_too_many_is_refused_and_heard_by_no_one(url: str) -> None:
    async def run() -> None:
        async with people(url, "Ann") as (ann,):
            room = await opened([ann], "war")
            headers = {"X-Forwarded-For": HERE, "Authorization": f"Bearer {ann.token}"}
            address = f"{url.replace('http', 'ws')}/api/rooms/{room}/live"
            async with connect(address, proxy=None, additional_headers=headers) as line:
                await line.send('{"type":"hello"}')
                heard = refused = 0
                for number in range(TALK.burst + 20):
                    await line.send(json.dumps({"type": "emote", "id": f"{number}", "emote": "hurry"}))
                    while (told := json.loads(await line.recv()))["type"] not in ("emote", "refused"):
                        pass
                    heard += told["type"] == "emote"
                    refused += told.get("reason") == "Please wait a little before the next message."
                assert heard + refused == TALK.burst + 20
                assert refused > 0

    asyncio.run(run())
