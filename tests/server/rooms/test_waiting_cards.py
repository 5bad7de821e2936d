"""Cards that wait: a war is told up to a player's own card, and nobody learns that card before it is turned up."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.hubs import ANN, in_a_house
from support.server_rooms import begun_with_parts, drained, heard, listener_of, room_of, say
from support.virtual import VirtualLoop

from threedown.games import find_game
from threedown.games.laying import LaidTable
from threedown.games.setting import settle
from threedown.server.hub import Hub
from threedown.server.model.messages import Ack, Clock, GoOn, Hello, TakeBack, TurnUp
from threedown.server.model.wire import NewRoom
from threedown.server.rooms.event_log import EventLog
from threedown.server.rooms.eyes import Eyes
from threedown.server.rooms.room_lists import _my_room
from threedown.server.rooms.served_game import ServedGame
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.rooms.turn_in_parts import TurnInParts
from threedown.server.rooms.waiting_cards import WaitingCards

WAR = ("7C 2C KC 5H", "7D 2D QD 6D")
"""Sevens, a card each face down, and a king against a queen."""
TWICE = ("7C 2C KC 3C AC 5H", "7D 2D KD 3D QD 6D")
"""The same with two kings, and an ace against a queen."""


async def war(
    packets: tuple[str, ...] = WAR, bots: tuple[int, ...] = (1,), pace: int = 60_000
) -> tuple[ServedRoom, list[Subscriber]]:
    """A game of War with these packets, begun, and a client of each person that turns up its own cards."""
    laid = LaidTable({f"deck {seat}": packet for seat, packet in enumerate(packets)}, {})
    setting = settle(find_game("war"), seats=len(packets)).laid_by_hand(laid)
    room = room_of("war", setting=setting, bots=dict.fromkeys(bots, "random"), pace=pace)
    return room, await begun_with_parts(room, [chair.player for chair in room.plan.chairs if chair.player])


def run(play: Callable[[], Any]) -> None:
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        runner.run(play())


def game_in(room: ServedRoom) -> ServedGame:
    assert room.game is not None
    return room.game


def cards(events: list[dict[str, Any]]) -> list[tuple[str, int, str]]:
    return [(event["kind"], event["seat"], event["card"]) for event in events if "card" in event and "seat" in event]


MINE = {"kind": "turn_up", "seat": 0, "card": "??", "from": "deck 0", "to": "pot"}


def test_a_war_is_told_up_to_my_card_and_the_rest_when_i_turn_it_up() -> None:
    async def play() -> None:
        room, (ann,) = await war()
        await say(room, ann, GoOn("go", 0))
        ack, part = heard(ann)
        assert ack == {"type": "ack", "id": "go", "seq": 1}
        assert [part[key] for key in ("type", "seq", "turn", "waits")] == ["part", 1, 1, [MINE]]
        told = [
            ("turn_up", 0, "7C"), ("turn_up", 1, "7D"), ("lay_face_down", 0, "??"), ("lay_face_down", 1, "??"),
            ("turn_up", 1, "QD"),
        ]  # fmt: skip
        assert cards(part["events"]) == told
        assert game_in(room).waits_for(0)
        await say(room, ann, TurnUp("up", 0, len(part["events"])))
        ack, step = heard(ann)
        assert ack == {"type": "ack", "id": "up", "seq": 1}
        assert (step["type"], step["seq"]) == ("step", 1)
        assert cards(step["events"])[:6] == [*told[:4], ("turn_up", 0, "KC"), ("turn_up", 1, "QD")]
        assert all(event in step["events"] for event in part["events"])
        await say(room, ann, TurnUp("up", 0, len(part["events"])))
        assert heard(ann) == [{"type": "ack", "id": "up", "seq": 1}], "the same command has no second effect"
        await say(room, ann, GoOn("on", 1))
        assert [message["type"] for message in heard(ann)] == ["ack", "step"]

    run(play)


def test_a_plain_turn_and_a_client_that_asks_for_no_parts_get_the_whole_turn() -> None:
    async def play() -> None:
        room, (ann,) = await war(("9C 5H", "7D 6D"))
        await say(room, ann, GoOn("go", 0))
        assert [message["type"] for message in heard(ann)] == ["ack", "step"]
        room, (ann,) = await war()
        await room.handle(ann, Hello(after=0))
        await say(room, ann, GoOn("go", 0))
        assert [message["type"] for message in heard(ann)] == ["ack", "step"]

    run(play)


def test_a_reload_and_a_second_tab_see_the_card_wait_and_the_table_as_it_was_before_the_turn() -> None:
    async def play() -> None:
        room, (ann,) = await war()
        before = game_in(room).whole_table(room.view(0), Eyes(0), "en")
        await say(room, ann, GoOn("go", 0))
        _, part = heard(ann)
        second = listener_of("p0")
        await room.handle(second, Hello(parts=True))
        table, again = (message for message in heard(second) if message["type"] != "room")
        assert (table["seq"], table["undo"], again) == (0, False, part)
        kept = ("view", "question", "events", "history", "log", "seq")
        assert [table[key] for key in kept] == [msgspec.to_builtins(getattr(before, key)) for key in kept]
        await room.handle(second, Hello(after=0, parts=True))
        assert heard(second) == [part], "after a break in the connection it is told again"
        await say(room, second, TurnUp("up", 0, len(part["events"])))
        assert heard(ann, "step") == heard(second, "step") != []

    run(play)


def test_nothing_else_is_done_while_a_card_waits() -> None:
    async def play() -> None:
        room, (ann,) = await war()
        await say(room, ann, GoOn("go", 0))
        told = len(heard(ann, "part")[0]["events"])
        await say(room, ann, GoOn("a", 0))
        await say(room, ann, TakeBack("b", 0))
        assert {refusal["reason"] for refusal in heard(ann)} == {"A card is still waiting to be turned up."}
        for command in (GoOn("c", 1), TurnUp("d", 1, told), TurnUp("e", 0, told - 1)):
            await say(room, ann, command)
        assert [refusal["reason"] for refusal in heard(ann)] == ["stale"] * 3
        assert game_in(room).seq == 0
        await say(room, ann, TurnUp("up", 0, told))
        await say(room, ann, TakeBack("back", 1))
        assert [message["type"] for message in heard(ann)] == ["ack", "step", "ack", "step"]
        await say(room, ann, GoOn("again", 2))
        assert [message["seq"] for message in heard(ann)] == [3, 3], "the same war is told in parts once more"
        assert game_in(room).seq == 2

    run(play)


def test_each_war_of_a_turn_waits_and_one_press_turns_up_one_card() -> None:
    async def play() -> None:
        room, (ann,) = await war(TWICE)
        await say(room, ann, GoOn("go", 0))
        first = heard(ann, "part")[0]
        await say(room, ann, TurnUp("one", 0, len(first["events"])))
        await say(room, ann, TurnUp("the same press", 0, len(first["events"])))
        second, refusal = heard(ann)[1:]
        assert refusal["reason"] == "stale"
        assert second["events"][: len(first["events"])] == first["events"]
        assert cards(second["events"])[5] == ("turn_up", 0, "KC")
        assert cards(second["events"])[-1] == ("turn_up", 1, "QD")
        assert second["waits"] == [MINE]
        await say(room, ann, TurnUp("two", 0, len(second["events"])))
        step = heard(ann, "step")[0]
        assert [event for event in second["events"] if event not in step["events"]] == []

    run(play)


def test_each_of_two_players_turns_up_their_own_card_and_waits_no_longer_than_the_pace() -> None:
    async def play() -> None:
        room, (ann, ben) = await war(TWICE, bots=(), pace=5_000)
        for client in (ann, ben):
            await say(room, client, GoOn(f"go {client.player}", 0))
        (part,), (bens,) = heard(ann, "part"), heard(ben, "part")
        assert [card["seat"] for card in part["waits"]] == [0, 1]
        assert cards(bens["events"]) == cards(part["events"])
        await say(room, ben, TurnUp("up", 0, len(part["events"])))
        (part,) = heard(ann, "part")
        assert (cards(part["events"])[-1], part["waits"]) == (("turn_up", 1, "KD"), [MINE])
        await say(room, ben, TurnUp("once more", 0, len(part["events"])))
        assert heard(ben, "refused")[0]["reason"] == "stale"
        await asyncio.sleep(4.5)
        assert heard(ann) == []
        await asyncio.sleep(1)
        (part,) = heard(ann, "part")
        assert cards(part["events"])[4:6] == [("turn_up", 1, "KD"), ("turn_up", 0, "KC")]
        await asyncio.sleep(5.5)
        assert heard(ann)[0]["type"] == "step"
        assert game_in(room).seq == 1

    run(play)


def test_a_player_who_leaves_or_comes_with_another_client_keeps_nobody_waiting() -> None:
    async def play() -> None:
        room, (ann,) = await war()
        await say(room, ann, GoOn("go", 0))
        await room.leave("p0")
        assert [message["seq"] for message in heard(ann, "step")] == [1]
        room, (ann,) = await war()
        await say(room, ann, GoOn("go", 0))
        terminal = listener_of("p0")
        await room.handle(terminal, Hello())
        assert [message["seq"] for message in heard(terminal, "table")] == [1]
        assert [message["seq"] for message in heard(ann, "step")] == [1]

    run(play)


def test_after_a_restart_the_turn_counts_and_is_told_in_full(folder: Path) -> None:
    names: list[str] = []
    packets = {f"deck {seat}": packet for seat, packet in enumerate(WAR)}

    async def begin(hub: Hub) -> None:
        wish = NewRoom("war", bots={"1": "random"}, laid=LaidTable(packets, {}))
        room = hub.rooms[(await hub.opener.open(ANN, wish)).room]
        await room.start(ANN.player)
        ann = listener_of(ANN.player)
        await room.handle(ann, Hello(parts=True))
        await say(room, ann, GoOn("go", 0))
        assert len(heard(ann, "part")) == 1
        names.append(room.name)

    async def look(hub: Hub) -> None:
        room, ann = hub.rooms[names[0]], listener_of(ANN.player)
        await room.handle(ann, Hello(after=0, parts=True))
        await say(room, ann, GoOn("go", 0))
        step, ack = (message for message in heard(ann) if message["type"] != "room")
        assert (step["seq"], ("turn_up", 0, "KC") in cards(step["events"])) == (1, True)
        assert ack == {"type": "ack", "id": "go", "seq": 1}

    in_a_house(folder, begin)
    in_a_house(folder, look)


@pytest.mark.parametrize("seed", range(3))
def test_a_game_told_in_parts_is_the_same_game(seed: int) -> None:
    async def steps(parts: bool) -> tuple[list[dict[str, Any]], int]:
        room = room_of("war", bots={1: "random"}, options={"turn_cap": 60}, seed=seed)
        ann = listener_of("p0")
        await room.handle(ann, Hello(parts=parts))
        await room.start("p0")
        found, turned_up = heard(ann, "step"), 0
        while not found[-1]["view"]["over"]:
            await say(room, ann, GoOn(f"{len(found)}", len(found) - 1))
            while part := next(iter(messages := [m for m in heard(ann) if m["type"] in ("part", "step")])):
                assert len(messages) == 1
                if part["type"] == "step":
                    found.append(part)
                    break
                turned_up += 1
                await say(room, ann, TurnUp(f"up {turned_up}", len(found) - 1, len(part["events"])))
        await asyncio.sleep(0)
        return found, turned_up

    async def play() -> None:
        (whole, none), (in_parts, some) = await steps(False), await steps(True)
        assert (none, some > 0) == (0, True)
        assert in_parts == whole

    asyncio.run(play())


# Two tables that differ only in the card that waits and in what comes after it


async def told_until_turned_up(packets: tuple[str, ...]) -> tuple[list[bytes], bytes]:
    """Return all messages of all clients while the card waits, and the messages to its player afterwards."""
    room, (ann,) = await war(packets)
    watching, plain = listener_of(""), listener_of("")
    await room.handle(watching, Hello(parts=True))
    await room.handle(plain, Hello())
    await say(room, ann, GoOn("go", 0))
    second, late, rude = listener_of("p0"), listener_of(""), [GoOn("a", 0), TakeBack("b", 0), TurnUp("c", 0, 1)]
    await room.handle(second, Hello(parts=True))
    await room.handle(late, Hello())
    for command in rude:
        await say(room, ann, command)
    await asyncio.sleep(3600)
    seen = [msgspec.json.encode(_my_room(room.view(0), 0, room.game)), msgspec.json.encode(room.view())]
    told = [*seen, *map(drained, (ann, second, watching, plain, late))]
    await say(room, ann, TurnUp("up", 0, 99))
    return told, drained(ann)


def both() -> list[tuple[list[bytes], bytes]]:
    found = []
    for packets in (WAR, ("7C 2C 5H KC", WAR[1])):  # the king and the five change places
        with asyncio.Runner(loop_factory=VirtualLoop) as runner:
            found.append(runner.run(told_until_turned_up(packets)))
    return found


def test_a_waiting_card_and_its_effect_are_secret() -> None:
    (told, then), (other, otherwise) = both()
    assert told == other
    assert then != otherwise, "the tables do not differ: this proves nothing"
    assert b'"part"' in told[2] + told[3] + told[4]
    assert b'"part"' not in told[5] + told[6]


def in_the_part(patch: pytest.MonkeyPatch) -> None:
    honest = TurnInParts.part

    def telling(turn: TurnInParts, *given: Any) -> Any:
        turn.told += turn.waiting.values()
        try:
            return honest(turn, *given)
        finally:
            del turn.told[-len(turn.waiting) :]

    patch.setattr(TurnInParts, "part", telling)


def in_its_name(patch: pytest.MonkeyPatch) -> None:
    honest = TurnInParts.part

    def telling(turn: TurnInParts, narrator: Any, before: Any) -> Any:
        waits = [card.open(before.setting) for card in turn.waiting.values()]
        return msgspec.structs.replace(honest(turn, narrator, before), waits=waits)

    patch.setattr(TurnInParts, "part", telling)


def in_the_game(patch: pytest.MonkeyPatch) -> None:
    """The turn counts as soon as it is on disk."""
    honest = WaitingCards.begin

    def counting(cards: WaitingCards, commit: Any, session: Any) -> bool:
        begun = honest(cards, commit, session)
        if begun:
            game_in(cards._host)._apply(commit)  # type: ignore[arg-type]
        return begun

    patch.setattr(WaitingCards, "begin", counting)


def in_the_log(patch: pytest.MonkeyPatch) -> None:
    honest = WaitingCards.begin

    def logging(cards: WaitingCards, commit: Any, session: Any) -> bool:
        begun = honest(cards, commit, session)
        cards._event_log._turns._turns[0] = list(commit.moments[0].events), None
        return begun

    patch.setattr(WaitingCards, "begin", logging)
    patch.setattr(EventLog, "whole_table", _with_all_turns)


def _with_all_turns(log: EventLog, *given: Any) -> Any:
    clock = Clock(1, sum(event.card for event in log._turns._turns[0][0]))
    return HONEST_TABLE(log, *given[:3], given[3]._replace(clock=clock))


HONEST_TABLE = EventLog.whole_table


def in_an_ack(patch: pytest.MonkeyPatch) -> None:
    honest = ServedGame._acknowledge

    def telling(game: ServedGame, replies: Any, seq: int | None) -> None:
        honest(game, replies, seq)
        turn = game.waiting_cards.turn
        for subscriber in replies.values():
            subscriber.send(Ack("psst", None if turn is None else sum(card.card for card in turn.waiting.values())))

    patch.setattr(ServedGame, "_acknowledge", telling)


PLANTED = (in_the_part, in_its_name, in_the_game, in_the_log, in_an_ack)


@pytest.mark.parametrize("plant", PLANTED)
def test_a_leak_of_a_card_that_waits_is_found(monkeypatch: pytest.MonkeyPatch, plant: Callable[..., None]) -> None:
    plant(monkeypatch)
    (told, _), (other, _) = both()
    assert told != other
