"""A state machine of a server's lobby and tables: any order of commands, checked against messages and disk.

The server is restarted, and dies in the middle of a command, before or after it is on disk; people come back, ask for
what they have missed, and say again what was not answered.
"""

import asyncio
import random
from contextlib import ExitStack
from typing import Any
from unittest.mock import patch

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule
from sqlalchemy import select

from support.machine_server import PEOPLE, Client, Drawn, Ear, Server, lasting
from support.virtual import VirtualLoop, in_memory
from threedown.server.model.messages import AskHint, Choose, Command, GoOn, Hello, ShowEmote, TakeBack
from threedown.server.model.wire import COLOURS, ChoiceClock, Join, NewGuest, NewRoom
from threedown.server.rooms.room_lists import rooms_of
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.store.tables import entries
from threedown.session.state import Choice, Go, Undo

GAMES: tuple[dict[str, Any], ...] = (
    {"game": "war", "options": {"turn_cap": 6}},
    {"game": "war", "preset": "race-to-ace", "options": {"turn_cap": 9}},
    {"game": "blitz31", "seats": 3, "options": {"lives": 1}},
    {"game": "steal-war", "options": {"turn_cap": 9}},
    {"game": "casino-war", "seats": 2, "options": {"rounds": 3}},
)
number = st.integers(0, 99)


class Rooms(Server):
    """Note every message of the server, and check that nothing it said turns out to be false."""

    @initialize(game=st.sampled_from(GAMES), people=st.integers(1, PEOPLE))
    def open_house(self, game: dict[str, Any], people: int) -> None:
        """Start the first room with some people, bots at the other seats, and a spectator."""
        self.loop, self.engine, self.patches = VirtualLoop(), in_memory(), ExitStack()
        pick = random.Random(1)
        for name, instead in (
            ("threedown.server.rooms.opening.new_secret", lambda: pick.randbytes(32)),
            ("threedown.server.rooms.codes.secrets", Drawn(pick)),
            ("threedown.server.model.clock.now", lambda: round(1000 * self.loop.time())),
            ("asyncio.to_thread", _inline),
        ):
            self.patches.enter_context(patch(name, instead))
        self.clients: list[Client] = []
        self.public: dict[str, dict[int, Any]] = {}
        """By room and entry: what everybody was told of it."""
        self.count = 0
        self._begin()
        self.guests = [self.run(self.hub.guests.new(NewGuest(f"Guest {place}"))) for place in range(PEOPLE)]
        self.open(game, 0, set(range(people, 3)), True, None)
        for who in range(1, min(people, game.get("seats", 2))):
            self.join(0, who, None, None, None)
        self.start(0, 0)
        for who in range(PEOPLE + 1):
            self.connect(0, who)
        self.open({"game": "blitz31", "seats": 3, "options": {"lives": 1}}, 1, set(), False, 2000)
        self.join(1, 2, None, None, None)

    def teardown(self) -> None:
        if hasattr(self, "loop"):
            self.restart()
            self._check_records()
            self._end()
            self.loop.close()
            self.patches.close()

    # The lobby

    @rule(game=st.sampled_from(GAMES), who=number, bots=st.sets(st.integers(0, 2), max_size=2), watched=st.booleans(),
          clock=st.sampled_from([None, 2000]))  # fmt: skip
    def open(self, game: dict[str, Any], who: int, bots: set[int], watched: bool, clock: int | None) -> None:
        if len(self.hub.rooms) < 3:
            level = "simple" if game["game"] == "blitz31" else "random"
            seated = {f"{seat}": level for seat in bots if seat < game.get("seats", 2)}
            wish = NewRoom(bots=seated, watch="anybody" if watched else "nobody", pace=1000,
                           clock=clock and ChoiceClock(clock), **game)  # fmt: skip
            opened = self.run(self.hub.opener.open(self._guest(who), wish))
            room = self.hub.rooms[opened.room]
            assert opened.seat == room.seat_of(self._guest(who).player)
            self.public[opened.room] = {}

    @precondition(lambda self: any(room.state == "waiting" for room in self.hub.rooms.values()))
    @rule(where=number, who=number, wish=st.one_of(
        st.tuples(st.just("join"), st.sampled_from([None, 0, 1, 2, 9]), st.sampled_from([None, *COLOURS[:3], "puce"]),
                  st.sampled_from([None, None, None, "c0ffee"])),
        st.tuples(st.just("give_seat"), st.integers(0, 3), st.sampled_from([None, "random", "nobody"])),
        st.tuples(st.just("start")),
        st.tuples(st.just("leave")),
    ))  # fmt: skip
    def before_the_deal(self, where: int, who: int, wish: tuple[Any, ...]) -> None:
        """Somebody does something in a room that waits; the host, if nobody else may."""
        waiting = [place for place, room in enumerate(self.hub.rooms.values()) if room.state == "waiting"]
        at = waiting[where % len(waiting)]
        kind, *given = wish
        if kind in ("start", "give_seat") and who % 4:
            host = self._room(at).plan.host
            who = next(place for place, guest in enumerate(self.guests) if guest.player == host)
            others = [seat for seat, chair in enumerate(self._room(at).plan.chairs) if chair.player not in ("", host)]
            if others and given and where % 2:
                given[0] = others[0]
        getattr(self, kind)(at, who, *given)

    def join(self, where: int, who: int, seat: int | None, colour: str | None, part: str | None) -> None:
        room, guest = self._room(where), self._guest(who)
        there, chairs = room.seat_of(guest.player), room.plan.chairs
        free = [place for place, chair in enumerate(chairs) if chair.is_open or place == there]
        wanted = seat if seat is not None else there if there is not None else next(iter(free), None)
        taken = {chair.colour for place, chair in enumerate(chairs) if place != wanted and chair.player != guest.player}
        may = room.state == "waiting" and wanted in free and part is None
        may = may and (colour is None or (colour in COLOURS and colour not in taken))
        assert self._done(room, room.join(guest, Join(seat, None, colour, part))) == may
        if may:
            assert room.seat_of(guest.player) == wanted

    @precondition(lambda self: any(room.state == "playing" for room in self.hub.rooms.values()))
    @rule(where=number, who=number)
    def leave(self, where: int, who: int) -> None:
        room, guest = self._room(where), self._guest(who)
        seat, waiting = room.seat_of(guest.player), room.state == "waiting"
        assert self._done(room, room.leave(guest.player)) == (seat is not None)
        assert room.seat_of(guest.player) == (None if waiting else seat), "in a game the seat stays his"
        assert not waiting or seat is None or room.plan.host != guest.player, "who has left is host no more"

    def give_seat(self, where: int, who: int, seat: int, level: str | None) -> None:
        room, guest = self._room(where), self._guest(who)
        may = room.state == "waiting" and room.plan.host == guest.player and seat < len(room.plan.chairs)
        may = may and room.plan.chairs[seat].player != guest.player and level != "nobody"
        assert self._done(room, room.give_seat(guest.player, seat, level)) == may
        if may:
            assert room.plan.chairs[seat].level == (level or "")

    def start(self, where: int, who: int) -> None:
        room, guest = self._room(where), self._guest(who)
        full = not any(chair.is_open for chair in room.plan.chairs)
        may = room.state == "waiting" and room.plan.host == guest.player and full
        assert self._done(room, room.start(guest.player)) == may

    @precondition(lambda self: any(room.state == "over" for room in self.hub.rooms.values()))
    @rule(where=number, who=number)
    def rematch(self, where: int, who: int) -> None:
        over = [room for room in self.hub.rooms.values() if room.state == "over"]
        room, guest = over[where % len(over)], self._guest(who)
        if room.seat_of(guest.player) is None or len(self.hub.rooms) > 4:
            return
        there = room.plan.next
        again = self.run(self.hub.opener.rematch(room, guest))
        assert again.name == room.plan.next == (there or again.name), "one for all"
        seated = [chair.player for chair in room.plan.chairs]
        assert there or [chair.player for chair in again.plan.chairs] == seated[1:] + seated[:1], "another begins"
        self.public.setdefault(again.name, {})

    # At the table

    @precondition(lambda self: self.hub.rooms)
    @rule(where=number, who=st.integers(0, PEOPLE))
    def connect(self, where: int, who: int) -> None:
        """Open or reopen a socket: its owner receives what they missed."""
        room = self._room(where)
        guest = self.guests[who] if who < PEOPLE else None
        player = guest.player if guest else ""
        if not room.may_watch(player):
            return
        found = [one for one in self.clients if one.guest is guest and one.room == room.name]
        if not found:
            found = [Client(guest, room.name)]
            self.clients += found
        (client,) = found
        if client.ear is None:
            client.ear = Ear(player)
            self.run(room.handle(client.ear, Hello(client.seen)))
            for id in list(client.waiting):
                self._hear(room, client, id)

    @precondition(lambda self: any(client.ear for client in self.clients))
    @rule(which=number, pick=number,
          kind=st.sampled_from(["choose", "go"] * 3 + ["undo", "again"] * 2 + ["illegal", "hint", "emote"]),
          stale=st.sampled_from([0] * 9 + [1, -1]),
          dies=st.sampled_from([None] * 6 + ["before", "after"]))  # fmt: skip
    def say(self, which: int, kind: str, pick: int, stale: int, dies: str | None) -> None:
        client = self._connected(which)
        room, seq = self.hub.rooms[client.room], (client.seen or 0) + stale
        self.disk.dies = dies
        if kind == "again" and client.said:
            self._hear(room, client, list(client.said)[pick % len(client.said)])
        else:
            seat = None if client.guest is None else room.seat_of(client.guest.player)
            menu = self._menu(room, seat) if kind != "illegal" else []
            choice = menu[pick % len(menu)] if menu else "nothing like it"
            said: dict[str, Command] = {
                "go": GoOn("", seq), "undo": TakeBack("", seq), "hint": AskHint("", seq),
                "emote": ShowEmote("", "oops"),
            }  # fmt: skip
            self._say(room, client, said.get(kind, Choose("", seq, choice)))
        if dies is not None:
            self.restart()
            self._come_back(pick)

    @precondition(lambda self: any(room.state == "playing" for room in self.hub.rooms.values()))
    @rule(where=number, steps=st.integers(1, 8), pick=number)
    def play_on(self, where: int, steps: int, pick: int) -> None:
        """The same as a rule of its own, so that it is done twice as often."""
        self.play(where, steps, pick)

    @precondition(lambda self: any(room.state == "playing" for room in self.hub.rooms.values()))
    @rule(where=number, steps=st.integers(1, 8), pick=number)
    def play(self, where: int, steps: int, pick: int) -> None:
        """People who are there do what is theirs to do."""
        playing = [room for room in self.hub.rooms.values() if room.state == "playing"]
        room = playing[where % len(playing)]
        for step in range(steps):
            for client in [client for client in self.clients if client.room == room.name and client.ear]:
                seat = None if client.guest is None else room.seat_of(client.guest.player)
                if room.game is None or seat is None or not room.game.waits_for(seat) or (pick + step + seat) % 5 == 0:
                    continue  # who does not hurry keeps the others waiting
                self._listen()
                menu = self._menu(room, seat)
                choice = menu[(pick + step) % len(menu)] if menu else ""
                self._say(room, client, Choose("", client.seen or 0, choice) if menu else GoOn("", client.seen or 0))
            self.run(asyncio.sleep(1.1))

    @rule(what=st.sampled_from([0.1, 1.0, 5.0, "restart", "loss", "loss"]), which=number)
    def elsewhere(self, what: float | str, which: int) -> None:
        """Time passes: bots answer, clocks run out, turns are played that were waited for. Or a line breaks."""
        if isinstance(what, float):
            self.run(asyncio.sleep(what))
        elif what == "restart":
            self.restart()
            self._come_back(which)
        elif any(client.ear for client in self.clients):
            client = self._connected(which)
            self._lose(client)
            if which % 3 and any(room.state == "playing" for room in self.hub.rooms.values()):
                self.play(0, which % 5, which)
                self._come_back(which)

    def _come_back(self, which: int) -> None:
        """Reconnect clients that lost their connection, mostly all of them."""
        for place, client in enumerate(self.clients):
            if client.ear is None and (which + place) % 4:
                rooms = list(self.hub.rooms)
                self.connect(rooms.index(client.room), self.guests.index(client.guest) if client.guest else PEOPLE)

    def restart(self) -> None:
        """The power goes, and comes back."""
        before = {name: self.run(lasting(room)) for name, room in self.hub.rooms.items()}
        died = self.disk.dies is not None
        self._listen()
        for client in self.clients:
            client.ear = None
        self._end()
        self._begin()
        after = {name: self.run(lasting(self.run(self.hub.rooms.find(name)))) for name in {**self.hub.rooms, **before}}
        if not died:
            assert after == before, "a room is after a restart what it was"

    # What is always so

    @invariant()
    def all_hear_the_same(self) -> None:
        if hasattr(self, "loop"):
            self._listen()

    @invariant()
    def what_was_acknowledged_is_on_disk(self) -> None:
        for client in getattr(self, "clients", ()):
            room = self.hub.rooms[client.room]
            assert client.guest is not None or not client.acks
            written = self._commands(client)
            for id, seq in client.acks.items():
                assert id in written, f"{id} was acknowledged"
                assert written[id] == seq
                assert room.game is not None
                if seq is not None:
                    entry, said = room.game.session.log[seq - 1], client.said[id]
                    assert isinstance(entry, {Choose: Choice, GoOn: Go, TakeBack: Undo}[type(said)])  # type: ignore[index]
                    if isinstance(entry, Choice) and entry.seat is not None:
                        assert entry == Choice(room.seat_of(client.guest.player), said.choice)  # type: ignore[union-attr]
            assert not client.refused & set(written), "what was refused has not happened"
            for id, after in client.held.items():
                assert room.game is not None
                session, seat = room.game.session, room.seat_of(client.guest.player)  # type: ignore[union-attr]
                given = [entry for entry in session.log[after:] if isinstance(entry, Choice) and entry.seat == seat]
                undone = any(isinstance(entry, Undo) for entry in session.log[after:])
                assert undone or (given[0].choice == client.said[id].choice if given else seat in session.unseen)  # type: ignore[attr-defined]

    @invariant()
    def entries_are_counted_without_a_gap(self) -> None:
        for name, room in getattr(self, "hub", _NO_ROOMS).rooms.items():
            query = select(entries.c.seq).where(entries.c.game == name).order_by(entries.c.seq)
            written = self.disk.now(lambda connection, query=query: list(connection.execute(query).scalars()))  # type: ignore[misc]
            assert written == list(range(len(written)))
            if room.game is not None:
                assert room.game.seq == len(room.game.session.log) == len(written) - 1
            assert (room.game is None) == (not written) == (room.state == "waiting" or not written)
            assert room.state != "stopped" or "everybody has left" in (room.plan.stopped or ""), room.plan.stopped

    @invariant()
    def seats_are_consistent(self) -> None:
        for room in getattr(self, "hub", _NO_ROOMS).rooms.values():
            chairs = room.plan.chairs
            assert len(chairs) == room.setting.seats
            for who in ([chair.player for chair in chairs], [chair.colour for chair in chairs]):
                taken = [one for one in who if one]
                assert len(taken) == len(set(taken))
            assert all(not (chair.player and chair.level) for chair in chairs)
            listening = [ear for ear in room.greeted() if not ear.ending.is_set()]
            assert all(room.may_watch(ear.player) for ear in listening), "nobody watches here"

    @invariant()
    def my_rooms_are_those_where_i_sit(self) -> None:
        for guest in getattr(self, "guests", ()):
            listed = self.run(rooms_of(guest, self.hub.rooms, self.hub.services.writer))
            mine = {room.room: room for room in listed}
            sits = {name: room for name, room in self.hub.rooms.items() if room.seat_of(guest.player) is not None}
            assert set(mine) == set(sits)
            for name, room in sits.items():
                assert mine[name].you == room.seat_of(guest.player)
                assert mine[name].seats[mine[name].you].kind == "person"
                assert not mine[name].waits or room.state == "playing"
            order = [room.waits for room in listed]
            assert order == sorted(order, reverse=True), "those that wait for me first"


async def _inline(work: Any, *given: Any) -> Any:
    return work(*given)


class _Nothing:
    rooms: dict[str, ServedRoom] = {}


_NO_ROOMS = _Nothing()
