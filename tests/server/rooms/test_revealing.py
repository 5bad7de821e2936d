"""Commit, contribute, reveal in a room: a player notices whatever a false server changes in the deal."""

import asyncio
import contextlib
import hashlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.hubs import in_a_house, until
from support.server_rooms import heard, room_of
from support.serving import Person, any_choice, opened, people, refused, within

from threedown.deal_witness import DealWitness, UnfairDeal
from threedown.games import find_game
from threedown.games.laying import LaidTable
from threedown.games.setting import settle
from threedown.server.hub import Hub
from threedown.server.model.errors import Invalid, NotNow
from threedown.server.model.evening import Kick
from threedown.server.model.messages import Hello, RevealPart
from threedown.server.model.wire import Guest, Join, NewGuest, NewRoom
from threedown.server.rooms import revealing
from threedown.server.rooms.dealing import dealt_header
from threedown.server.rooms.hosting import kick
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store.records import chained, footer_line, header_line, whole_record
from threedown.session.record import chance_of
from threedown.session.session import Session

ANN, BEN = "aa" * 16, "bb" * 16
Change = Callable[[ServedRoom], None]


class Player:
    """A person at the room's table who checks the deal, as ``threedown.client`` does."""

    def __init__(self, room: ServedRoom, seat: int, part: str) -> None:
        self.room, self.seat, self.witness = room, seat, DealWitness(part)
        self.subscriber = Subscriber(f"p{seat}")

    async def sit(self) -> None:
        await self.room.handle(self.subscriber, Hello())
        guest = Guest(f"p{self.seat}", f"Seat {self.seat}")
        await self.room.join(guest, Join(part_hash=self.witness.part_hash))

    async def hear(self) -> None:
        """Read all messages, reveal the part where it is time, and check the deal."""
        for message in heard(self.subscriber):
            if message["type"] in ("table", "room") and (part := self.witness.sees(message["room"])) is not None:
                with contextlib.suppress(NotNow):  # it was said twice, and the cards have been dealt
                    await self.room.reveal_part(f"p{self.seat}", part)
            if message.get("view"):
                if message["seq"] == 0:
                    self.witness.sees_deal(message["view"])
                deal = msgspec.to_builtins(dealt_header(self.room, f"p{self.seat}"))
                self.witness.dealt(deal, self.seat)


async def table(game: str = "war") -> tuple[ServedRoom, Player, Player]:
    """A room of two players who have committed to their parts."""
    room = room_of(game)
    ann, ben = Player(room, 0, ANN), Player(room, 1, BEN)
    await ann.sit()
    await ben.sit()
    return room, ann, ben


def with_part(room: ServedRoom, seat: int, **changes: Any) -> None:
    """The server changes the part of a seat, or its hash."""
    chairs = list(room.plan.chairs)
    chairs[seat] = msgspec.structs.replace(chairs[seat], **changes)
    room.plan = msgspec.structs.replace(room.plan, chairs=chairs)


def run(act: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(act())  # type: ignore[arg-type]


def test_the_server_learns_a_part_only_when_all_else_is_settled() -> None:
    async def act() -> None:
        room, ann, ben = await table()
        assert [chair.part for chair in room.plan.chairs] == ["", ""]
        hashes = [hashlib.sha256(bytes.fromhex(part)).hexdigest() for part in (ANN, BEN)]
        assert [seat.part_hash for seat in room.view().seats] == hashes
        with pytest.raises(NotNow):
            await room.reveal_part("p0", ANN)
        await room.start("p0")
        assert (room.state, room.game) == ("waiting", None)
        frozen = room.view().frozen
        assert frozen is not None
        header = msgspec.json.decode(frozen.header)
        assert header["chance"]["part_hashes"] == hashes
        assert header["chance"]["contributions"] is None
        assert frozen.waits == [0, 1]
        for change in (room.join(Guest("p1", "Ben"), Join(name="Other")), room.start("p0"), room.leave("p1"),
                       room.give_seat("p0", 1, "random")):  # fmt: skip
            with pytest.raises(NotNow):
                await change
        with pytest.raises(Invalid):
            await room.reveal_part("p0", BEN)
        await ann.hear()
        assert room.view().frozen.waits == [1]  # type: ignore[union-attr]
        await ben.hear()
        assert room.state == "playing"
        await ann.hear()
        await ben.hear()
        assert ann.witness.settled == ben.witness.settled == room.view().settled
        assert ann.witness.late == []
        dealt = msgspec.json.decode(dealt_header(room, "p0").header)
        assert dealt["chance"]["contributions"] == [ANN, BEN]

    run(act)


def test_a_player_who_stalls_is_dealt_without_and_all_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(revealing, "REVEAL_MS", 0)

    async def act() -> None:
        room, ann, _ = await table()
        await room.start("p0")
        await ann.hear()
        while room.state == "waiting":
            await asyncio.sleep(0)
        await ann.hear()
        assert ann.witness.late == [1]
        assert msgspec.json.decode(dealt_header(room, "p0").header)["chance"]["contributions"] == [ANN, ""]

    run(act)


def test_nobody_is_asked_to_leave_between_the_frozen_header_and_the_deal() -> None:
    """The host could change the header once the parts were there."""

    async def act() -> None:
        room, ann, ben = await table("blitz31")
        await room.start("p0")
        await ann.hear()
        with pytest.raises(NotNow, match="about to be dealt"):
            await kick(room, "p0", Kick(1))
        await ben.hear()
        assert room.state == "playing"

    run(act)


def test_the_deal_comes_before_a_guest_is_deleted_whose_name_is_in_the_frozen_header(tmp_path: Path) -> None:
    async def act(hub: Hub) -> None:
        ann, ben = [await hub.guests.new(NewGuest(name)) for name in ("Ann", "Ben")]
        witnesses = [DealWitness(part) for part in (ANN, BEN)]
        room = hub.rooms[(await hub.opener.open(ann, NewRoom("blitz31", seats=2))).room]
        for guest, witness in zip((ann, ben), witnesses, strict=True):
            await room.join(guest, Join(part_hash=witness.part_hash))
        await room.start(ann.player)
        assert room.plan.frozen is not None
        await hub.deleter.delete_guest(ben.player)
        assert (room.state, room.plan.players) == ("playing", [ann.player])
        assert room.game is not None
        assert room.game.header.names == ("Ann", "Ben"), "the header that was frozen is that of the deal"

    in_a_house(tmp_path, act)


def test_the_socket_tells_what_is_sealed_and_takes_the_parts() -> None:
    """The messages ``sealed`` and ``reveal`` of the wire contract."""

    async def act() -> None:
        room, ann, ben = await table()
        heard(ann.subscriber)
        await room.start("p0")
        (sealed,) = heard(ann.subscriber, "sealed")
        frozen = room.view(0).frozen
        assert frozen is not None
        assert sealed["header"] == msgspec.json.decode(frozen.header)
        assert sealed["hashes"] == [ann.witness.part_hash, ben.witness.part_hash]
        assert sealed["chain"] == hashlib.sha256(frozen.header.encode()).hexdigest()
        assert 0 < sealed["left"] <= revealing.REVEAL_MS
        late = Subscriber("p1")
        await room.handle(late, Hello())
        assert [message["type"] for message in heard(late)][:2] == ["table", "sealed"]
        watcher = Subscriber("p9")
        await room.handle(watcher, Hello())
        heard(watcher)
        for subscriber, part, says in (
            (watcher, ANN, "seat"), (ann.subscriber, BEN, "not the part"), (ann.subscriber, "xy", "part"),
        ):  # fmt: skip
            await room.handle(subscriber, RevealPart(f"{subscriber.player} {part}", part))
            (refusal,) = heard(subscriber, "refused")
            assert says in refusal["reason"]
        for subscriber, part in ((ann.subscriber, ANN), (late, BEN)):
            for command in ("once", "twice"):  # a client that has not heard the answer says it again
                await room.handle(subscriber, RevealPart(command, part))
                assert [ack["id"] for ack in heard(subscriber, "ack")] == [command]
        assert room.state == "playing"
        assert room.game is not None
        chance = msgspec.json.decode(room.game.header.text())["chance"]
        assert chance["contributions"] == [ANN, BEN]

    run(act)


def test_nobody_waits_for_a_seat_without_a_hash() -> None:
    async def act() -> None:
        room = room_of("war")
        for seat, name in enumerate(("Ann", "Ben")):
            await room.join(Guest(f"p{seat}", name), Join())
        await room.start("p0")
        assert room.state == "playing", "no part is missing, so the deal comes at once"

    async def beside_another() -> None:
        room = room_of("war")
        ann = Player(room, 0, ANN)
        await ann.sit()
        await room.join(Guest("p1", "Ben"), Join())
        await room.start("p0")
        await ann.hear()
        assert room.state == "playing"
        await ann.hear()
        assert ann.witness.late == []

    run(act)
    run(beside_another)


def test_a_part_in_the_clear_changes_nothing() -> None:
    async def act() -> None:
        room, _, _ = await table()
        before = room.plan
        with pytest.raises(Invalid, match="part_hash"):
            await room.join(Guest("p1", "Ben"), Join(part=BEN))
        assert room.plan == before

    run(act)


def another_name(room: ServedRoom) -> None:
    with_part(room, 1, name="Other")


def another_rule(room: ServedRoom) -> None:
    room.plan = msgspec.structs.replace(room.plan, options={**room.plan.options, "face_down": 2})


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda room: with_part(room, 0, part=BEN, part_hash=DealWitness(BEN).part_hash), "without your part"),
        (lambda room: with_part(room, 0, part=""), "without your part"),
        (lambda room: with_part(room, 1, part=ANN, part_hash=DealWitness(ANN).part_hash), "another header"),
        (lambda room: with_part(room, 1, part=ANN), "seat 1 is not the one whose hash"),
        (another_name, "another header"),
        (another_rule, "another header"),
    ],
    ids=["my part swapped", "my part dropped", "the house's part and hash", "the house's part", "a name", "a rule"],
)
def test_a_server_that_changes_something_once_it_knows_the_parts_is_caught(
    monkeypatch: pytest.MonkeyPatch, change: Change, told: str
) -> None:
    monkeypatch.setattr("threedown.session.record._check_part_hashes", lambda chance: None)  # its own check

    async def act() -> None:
        room, ann, _ = await table()
        await room.start("p0")
        await ann.hear()
        with_part(room, 1, part=BEN)
        change(room)
        await room._deal(room.plan)
        with pytest.raises(UnfairDeal, match=told):
            await ann.hear()

    run(act)


def test_a_header_that_changes_while_the_parts_come_in_is_caught() -> None:
    async def act() -> None:
        room, ann, _ = await table()
        await room.start("p0")
        await ann.hear()
        another_name(room)
        room.publish_room()
        with pytest.raises(UnfairDeal, match="after it was frozen"):
            await ann.hear()

    run(act)


@pytest.mark.parametrize("what", ["names", "part_hashes", "commitment"])
def test_a_frozen_header_that_is_not_that_of_the_room_gets_no_part(what: str) -> None:
    async def act() -> None:
        room, ann, _ = await table()
        await room.start("p0")
        told = msgspec.to_builtins(room.view(0))
        header = msgspec.json.decode(told["frozen"]["header"])
        of = header if what == "names" else header["chance"]
        of[what] = "00" * 32 if what == "commitment" else ["x", "y"]
        told["frozen"]["header"] = msgspec.json.encode(header).decode()
        with pytest.raises(UnfairDeal, match="does not fit the room"):
            ann.witness.sees(told)

    run(act)


def test_the_header_of_a_table_laid_by_hand_is_not_shown() -> None:
    """It has all cards, and its hash would confirm a guess of them."""

    async def act() -> None:
        setting = settle(find_game("war"), None, {}, 2).laid_by_hand(LaidTable({"deck 0": "KC", "deck 1": "2D"}))
        room = room_of("war", setting=setting)
        await room.join(Guest("p0", "Ann"), Join(part_hash=DealWitness(ANN).part_hash))
        await room.start("p0")
        assert (room.state, room.view(0).settled, room.view(0).frozen) == ("playing", None, None)
        with pytest.raises(NotNow):
            dealt_header(room, "p0")

    run(act)


def test_a_server_that_deals_twice_is_caught() -> None:
    """It knows all parts after the first deal, and deals again under another name: the first hash is kept."""

    async def act() -> None:
        room, ann, ben = await table()
        await room.start("p0")
        await ann.hear()
        await ben.hear()
        await ann.hear()
        another_name(room)
        await room._deal(msgspec.structs.replace(room.plan, frozen=1))
        with pytest.raises(UnfairDeal, match="dealt this game again"):
            await ann.hear()
        with pytest.raises(UnfairDeal, match="replaced its commitment"):
            ann.witness.sees({**msgspec.to_builtins(room.view(0)), "commitment": "00" * 32})

    run(act)


async def recorded() -> tuple[Player, bytes]:
    """A player who has seen the deal, and the record of the game."""
    room, ann, ben = await table()
    await room.start("p0")
    await ann.hear()
    await ben.hear()
    await ann.hear()
    assert room.game is not None
    header, secret = room.game.header, room.game._secret
    session = Session(room.setting, chance_of(header, secret))
    while not session.over:
        session.go()
    lines, _ = chained(header.start(), session.log)
    return ann, whole_record(header_line(header), secret, lines, footer_line(header, secret, session))


def test_the_record_is_held_against_the_deal() -> None:
    async def act() -> None:
        ann, record = await recorded()
        ann.witness.over(record)
        secret = msgspec.json.decode(record.splitlines()[0])["chance"]["secret"]
        with pytest.raises(UnfairDeal, match="not the one that was committed to"):
            ann.witness.over(record.replace(secret.encode(), b"00" * 32))
        with pytest.raises(UnfairDeal, match="the header was edited"):
            ann.witness.over(record.replace(b"Seat 1", b"Seat 2"))
        ann.witness.settled = "00" * 32
        with pytest.raises(UnfairDeal, match="not that of the game"):
            ann.witness.over(record)

    async def other_cards() -> None:
        ann, record = await recorded()
        assert ann.witness._piles is not None
        next(iter(ann.witness._piles[1].values()))["count"] += 1
        with pytest.raises(UnfairDeal, match="other cards"):
            ann.witness.over(record)

    run(act)
    run(other_cards)


def test_a_room_that_was_frozen_before_a_restart_goes_on_revealing(tmp_path: Path) -> None:
    names = list[str]()

    async def before(hub: Hub) -> None:
        opened_room = await hub.opener.open(Guest("p0", "Ann"), NewRoom("war", bots={"1": "random"}))
        room = hub.rooms[opened_room.room]
        await room.join(Guest("p0", "Ann"), Join(part_hash=DealWitness(ANN).part_hash))
        await room.start("p0")
        names.append(room.name)

    async def after(hub: Hub) -> None:
        room = hub.rooms[names[0]]
        assert room.view().frozen is not None
        await room.reveal_part("p0", ANN)
        assert room.state == "playing"

    async def too_late(hub: Hub) -> None:
        await until(lambda: hub.rooms[names[1]].state == "playing")

    in_a_house(tmp_path, before)
    in_a_house(tmp_path, after)
    in_a_house(tmp_path, before)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(revealing, "REVEAL_MS", 0)
        in_a_house(tmp_path, too_late)


def test_a_game_over_the_wire_is_checked_from_the_hash_to_the_record(url: str) -> None:
    async def act() -> None:
        async with people(url, "Ann", "Ben") as players:
            room = await opened(players[:1], "blitz31", options={"lives": 1})
            for player in players:
                await player.sit(room)
            seated = [Person(player, room, any_choice(seed)) for seed, player in enumerate(players)]
            playing = asyncio.ensure_future(within(*(person.play() for person in seated)))
            await players[0].call("POST", f"/api/rooms/{room}/start")
            await playing
            told = await players[0].call("GET", f"/api/rooms/{room}/fairness")
            parts = [player.witnesses[room].part for player in players]
            assert told["parts"] == parts
            assert players[0].witnesses[room].settled == told["settled"]

    run(act)


def test_a_wrong_hash_is_refused(url: str) -> None:
    async def act() -> None:
        async with people(url, "Ann") as (ann,):
            room = await opened([ann], "war")
            for wrong in ("", "AA" * 32, "00" * 31):
                assert (await refused(ann.call("POST", f"/api/rooms/{room}/join", {"part_hash": wrong})))[
                    "status"
                ] == 400

    run(act)
