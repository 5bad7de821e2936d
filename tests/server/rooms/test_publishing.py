"""A step on its way to everybody: each seat gets its own, and the table is redacted once for all of them."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.hubs import ANN, BEN, in_a_house
from support.server_rooms import drained

from threedown.games import setting as declared
from threedown.server.hub import Hub
from threedown.server.model.messages import Choose, Hello
from threedown.server.model.wire import Join, NewRoom
from threedown.server.rooms.subscriber import Subscriber
from threedown.table import sight


def steps_to(subscriber: Subscriber) -> list[dict[str, Any]]:
    """Return the steps that wait to be sent to a subscriber."""
    messages = [msgspec.json.decode(message) for message in drained(subscriber).splitlines()]
    return [message for message in messages if message["type"] == "step"]


def test_a_table_is_redacted_once_for_all_who_are_told_of_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    viewers: list[int] = []

    def counted(table_state: Any, seats: Any) -> Any:
        viewers.append(len(seats))
        return sight.redacted(table_state, seats)

    async def act(hub: Hub) -> None:
        room = hub.rooms[(await hub.opener.open(ANN, NewRoom("blitz31", seats=2, pace=0))).room]
        await hub.opener.join(room, BEN, Join())
        await room.start(ANN.player)
        told = {player: Subscriber(player) for player in (ANN.player, BEN.player, "watcher", "other")}
        for subscriber in told.values():
            await room.handle(subscriber, Hello())
            drained(subscriber)
        game = room.game
        assert game is not None
        assert game.session.asked is not None
        asked, before = (ANN, BEN)[game.session.asked].player, game.seq
        monkeypatch.setattr(declared, "redacted", counted)
        await room.handle(told[asked], Choose("1", game.seq, game.session.menu()[0]))
        monkeypatch.undo()

        moments = game.seq - before
        assert viewers.count(3) == moments, "two seats and the spectators, for each entry"
        assert len(viewers) <= 2 * moments, "and the start of a turn, once"
        steps = {player: steps_to(subscriber) for player, subscriber in told.items()}
        assert [len(each) for each in steps.values()] == [moments] * 4
        assert steps["watcher"] == steps["other"]
        seats = [steps[player][-1]["view"] for player in (ANN.player, BEN.player, "watcher")]
        assert [view["seat"] for view in seats] == [0, 1, None]
        hands = [[view["piles"][f"hand {seat}"]["cards"] for seat in (0, 1)] for view in seats]
        assert [["??" in hand for hand in each] for each in hands] == [[False, True], [True, False], [True, True]]
        assert all(view["told"] == seats[0]["told"] for view in seats)

    in_a_house(folder, act)
