"""Quick answers in a room: stated times against the server's clock, hidden answers, and the end of the window."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from msgspec.structs import replace
from support.server_rooms import heard, say, sit_and_start

from threedown.games import find_game
from threedown.games.laying import LaidTable
from threedown.games.setting import Setting, settle
from threedown.server.model.errors import Invalid
from threedown.server.model.messages import Choose, GoOn, Seen
from threedown.server.model.wire import ChoiceClock
from threedown.server.rooms import reactions
from threedown.server.rooms.reactions import GRACE, JITTER, MOST_AHEAD
from threedown.server.rooms.room_request import check_clock
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.subscriber import Subscriber
from threedown.session.state import Choice

NAME = "egyptian-ratscrew"
DOUBLE = LaidTable({"deck 0": "9C 2C 3C", "deck 1": "9D 4D 5D"})
"""The first two cards are a double."""


class StoppedClock:
    """The server's clock, as a test sets it; in seconds."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 50.0
        monkeypatch.setattr(reactions, "_now", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    return StoppedClock(monkeypatch)


def run(play: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(play())


def double(**options: Any) -> Setting:
    return settle(find_game(NAME), None, options, 2).laid_by_hand(DOUBLE)


async def at_a_double(**wish: Any) -> tuple[ServedRoom, list[Subscriber]]:
    """A room whose second card makes a double, and its people."""
    setting = wish.pop("setting", None) or double()
    room, people = await sit_and_start(NAME, setting=setting, **wish)
    assert room.game is not None
    while room.game.session.pending is None:
        await say(room, people[0], GoOn(f"go {room.game.seq}", room.game.seq))
    return room, people


async def slap(room: ServedRoom, person: Subscriber, choice: str) -> None:
    assert room.game is not None
    await say(room, person, Choose(f"{person.player} {choice} {room.game.seq}", room.game.seq, choice))


async def seen(room: ServedRoom, person: Subscriber) -> None:
    assert room.game is not None
    await room.handle(person, Seen(room.game.seq))


def given(room: ServedRoom) -> dict[int | None, str]:
    """The answers to the double by seat, once they are in the log."""
    assert room.game is not None
    return {entry.seat: entry.choice for entry in room.game.session.log if isinstance(entry, Choice)}


# Times


@pytest.mark.parametrize(
    ("before_seen", "after_seen", "stated", "counts"),
    [
        (0.3, 0.43, 430, "slap 450"),
        (0.3, 0.50, 430, "slap 450"),
        (0.3, 0.90, 430, "slap 800"),
        (0.3, 0.45, 900, "slap 900"),
        (1.2, 0.45, 430, "slap 850"),
        (0.3, 1.75, 430, "pass"),
        (None, 0.45, 430, "slap 450"),
        (None, 0.70, 430, "slap 700"),
    ],
    ids=[
        "as the server measures it",
        "an uneven connection",
        "less than the server can believe",
        "longer than the real one",
        "a card that is said to be seen too late",
        "after the window",
        "a client that doesn't say when it sees a card",
        "the way of such a client is its own",
    ],
)
def test_a_stated_time_counts_within_what_the_server_saw(
    clock: StoppedClock, before_seen: float | None, after_seen: float, stated: int, counts: str
) -> None:
    """With 700 ms at most before the card is seen, and 100 ms for an uneven connection."""
    assert (MOST_AHEAD, JITTER) == (700, 100)

    async def play() -> None:
        room, people = await at_a_double()
        if before_seen is not None:
            clock.now += before_seen
            await seen(room, people[0])
        clock.now += after_seen
        await slap(room, people[0], f"slap {stated}")
        await slap(room, people[1], "pass")
        assert given(room)[0] == counts

    run(play)


def test_the_first_seen_counts(clock: StoppedClock) -> None:
    """Otherwise a player could say so again just before the answer."""

    async def play() -> None:
        room, people = await at_a_double()
        await seen(room, people[0])
        clock.now += 1.0
        await seen(room, people[0])
        clock.now += 0.05
        await slap(room, people[0], "slap 50")
        await slap(room, people[1], "pass")
        assert given(room)[0] == "slap 950"

    run(play)


def test_a_far_player_is_not_behind(clock: StoppedClock) -> None:
    """Ann is next to the server; Ben's messages take 250 ms each way, and Ben's screen shows cards 200 ms later. Ben
    slaps after 400 ms, Ann after 450: Ben's answer arrives later, and Ben takes the pile."""

    async def play() -> None:
        room, people = await at_a_double()
        await seen(room, people[0])
        clock.now += 0.45
        await slap(room, people[0], "slap 450")
        clock.now += 0.25
        await seen(room, people[1])
        clock.now += 0.4
        await slap(room, people[1], "slap 400")
        assert given(room) == {0: "slap 450", 1: "slap 400"}
        assert room.game is not None
        assert int(room.game.session.table_state.slaps) == 1
        assert int(room.game.session.table_state.late_slaps) == 1
        assert heard(people[0], "step")[-1]["view"]["piles"]["deck 1"]["count"] == 4

    run(play)


def test_an_answer_stays_hidden_until_all_are_there(clock: StoppedClock) -> None:
    async def play() -> None:
        room, people = await at_a_double()
        for person in people:
            heard(person)
        await slap(room, people[0], "slap 450")
        assert [message["seq"] for message in heard(people[0], "ack")] == [None]
        assert not heard(people[1])
        assert not heard(people[2])
        await slap(room, people[1], "pass")
        assert heard(people[1], "step")

    run(play)


# The end of the window


def test_the_card_lies_for_those_who_do_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ann slaps, Ben does nothing: after the window Ben lets the card lie, and Ann takes the pile."""
    monkeypatch.setattr(reactions, "MOST_AHEAD", 0)
    monkeypatch.setattr(reactions, "GRACE", 0)

    async def play() -> None:
        room, people = await at_a_double(setting=double(window=5))
        await slap(room, people[0], "slap 450")
        await asyncio.sleep(0.7)
        assert given(room) == {0: "slap 450", 1: "pass"}

    run(play)


def test_nobody_answers_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reactions, "MOST_AHEAD", 0)
    monkeypatch.setattr(reactions, "GRACE", 0)

    async def play() -> None:
        room, _ = await at_a_double(setting=double(window=5))
        await asyncio.sleep(0.7)
        assert given(room) == {0: "pass", 1: "pass"}
        assert room.game is not None
        assert room.game.session.turns > 2, "the next card comes by itself"

    run(play)


def test_after_a_pause_the_time_begins_again(clock: StoppedClock) -> None:
    """Otherwise the card would lie at once for everybody, before they could look at it again."""

    async def play() -> None:
        room, people = await at_a_double()
        await seen(room, people[0])
        for paused in (True, False):
            await room.change(replace(room.plan, paused=paused))
            clock.now += 60
        clock.now -= 60
        assert not given(room)
        clock.now += 0.4
        await slap(room, people[0], "slap 50")
        await slap(room, people[1], "pass")
        assert given(room)[0] == "slap 400"

    run(play)


def test_the_server_waits_longer_than_any_honest_client_needs() -> None:
    """The window begins when the card lies face up, up to ``MOST_AHEAD`` after its message."""
    assert GRACE >= 500


# Bots, and rooms without a clock


def test_bots_answer_at_once_with_the_times_of_their_slaps() -> None:
    """Nobody has to wait for the pause of a bot: the room goes on as soon as the person has answered."""

    async def play() -> None:
        room, people = await at_a_double(bots={1: "keen"})
        assert room.game is not None
        for _ in range(200):
            if room.game.session.unseen:
                break
            await asyncio.sleep(0.01)
        assert room.game.session.unseen.keys() == {1}
        await slap(room, people[0], "pass")
        assert given(room)[1] in [f"slap {time}" for time in range(350, 700, 50)] + ["pass"]

    run(play)


def test_a_game_with_days_a_move_has_no_clock_for_slaps() -> None:
    days = ChoiceClock(choice=86_400_000)
    with pytest.raises(Invalid, match="no clock for quick answers"):
        check_clock(days, settle(find_game(NAME)))
    check_clock(days, settle(find_game(NAME), "by-turn"))
