"""Players are called to their games with days a move: each device once, outside of quiet hours, and with no secret."""

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.hubs import ANN, asked, in_a_house, opened, until

from threedown.server.hub import Hub
from threedown.server.model import clock
from threedown.server.model.calling import CallWishes, Holiday, QuietHours, Subscribe
from threedown.server.model.errors import Invalid, NotNow, Unknown
from threedown.server.model.messages import Choose
from threedown.server.model.person_time import date_at
from threedown.server.model.wire import ChoiceClock
from threedown.server.push import calls, sending
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.store.devices import add_device, store_guest

pytest.importorskip("pywebpush")
from support.push_service import PushService

HOUR, DAY = 3_600_000, 86_400_000


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    found = PushService()
    monkeypatch.setattr(sending, "is_push_service", lambda endpoint: endpoint.startswith(found.url))
    monkeypatch.setattr(calls, "EVERY", 3600.0)
    yield found
    found.close()


async def ann_subscribes(hub: Hub, service: PushService, *devices: str, language: str = "en") -> None:
    """Make Ann a guest with devices, each of which gets messages."""
    first, *others = devices
    await hub.services.writer.do(
        partial(store_guest, player=ANN.player, device=first, token=first.encode(), name=ANN.name)
    )
    for device in others:
        await hub.services.writer.do(partial(add_device, player=ANN.player, device=device, token=device.encode()))
    for device in devices:
        wish = Subscribe(**service.subscription(device))
        await hub.calls.subscribe(ANN.player, device, wish, language, "https://cards.example")


async def waiting(hub: Hub, **wish: Any) -> ServedRoom:
    """A game with days a move in which Ann is asked."""
    room = await opened(hub, clock=ChoiceClock(DAY), **wish)
    await asked(room)
    await until(lambda: room.game is not None and room.game.clock.slow.is_stored)
    return room


def test_each_device_is_told_once_and_no_card_is_named(folder: Path, later: Any, service: PushService) -> None:
    async def act(hub: Hub) -> None:
        await ann_subscribes(hub, service, "phone", "desk")
        room = await waiting(hub)
        await hub.calls.look()
        assert service.took == [], "whoever is at the table need not be told"
        later(60_000)
        for _ in range(3):
            await hub.calls.look()
        assert sorted(path for path, _ in service.took) == ["/desk", "/phone"]
        assert service.took[0][1] == {
            "title": "Your move in Blitz (31)", "body": "23 hours left.", "url": f"/r/{room.name}", "tag": room.name,
            "waits": 1,
        }  # fmt: skip
        assert service.headers[0]["Content-Encoding"] == "aes128gcm"
        assert abs(int(service.headers[0]["TTL"]) - (DAY - 60_000) // 1000) < 20

    in_a_house(folder, act)


def test_a_quarter_before_the_end_a_player_is_reminded(folder: Path, later: Any, service: PushService) -> None:
    async def act(hub: Hub) -> None:
        await ann_subscribes(hub, service, "phone", language="it")
        await waiting(hub)
        later(60_000)
        await hub.calls.look()
        later(18 * HOUR)
        await hub.calls.look()
        await hub.calls.look()
        first, second = (told for _, told in service.took)
        assert first["body"] == "Ancora 23 ore."
        assert second["body"] == "Ti resta un quarto del tempo. Ancora 5 ore."

    in_a_house(folder, act)


def test_a_player_who_has_chosen_is_not_told(folder: Path, later: Any, service: PushService) -> None:
    async def act(hub: Hub) -> None:
        await ann_subscribes(hub, service, "phone")
        room = await waiting(hub)
        assert room.game is not None
        ann, before = await asked(room), room.game.seq
        later(19_000)
        await room.handle(ann, Choose("c", before, room.game.session.menu(0)[0]))
        await until(lambda: room.game is not None and room.game.seq > before and room.game.clock.slow.is_stored)
        later(2_000)
        await hub.calls.look()
        assert service.took == []

    in_a_house(folder, act)


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_gone_is_deleted(folder: Path, later: Any, service: PushService, status: int) -> None:
    async def act(hub: Hub) -> None:
        await ann_subscribes(hub, service, "phone")
        await waiting(hub)
        later(60_000)
        service.answers = [status]
        await hub.calls.look()
        assert (await hub.calls.of(ANN.player, "phone")).devices == 0
        later(HOUR)
        await hub.calls.look()
        assert service.took == []

    in_a_house(folder, act)


def test_a_service_that_is_down_is_asked_again_later(folder: Path, later: Any, service: PushService) -> None:
    async def act(hub: Hub) -> None:
        await ann_subscribes(hub, service, "phone")
        await waiting(hub)
        later(60_000)
        service.answers = [503, 429]
        for _ in range(2):
            await hub.calls.look()
        assert service.answers == [429], "not at once"
        later(31_000)
        await hub.calls.look()
        later(61_000)
        for _ in range(2):
            await hub.calls.look()
        assert len(service.took) == 1

    in_a_house(folder, act)


def test_a_restart_between_the_time_and_the_message_sends_it_once(
    folder: Path, later: Any, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        """The process dies here."""

    def die(point: Any) -> None:
        raise Killed

    async def begin(hub: Hub) -> None:
        await ann_subscribes(hub, service, "phone")
        await waiting(hub)
        later(60_000)
        monkeypatch.setattr(calls, "crash_point", die)
        with pytest.raises(Killed):
            await hub.calls.look()
        monkeypatch.setattr(calls, "crash_point", lambda point: None)

    async def go_on(hub: Hub) -> None:
        await hub.calls.look()
        await hub.calls.look()
        assert len(service.took) == 1

    in_a_house(folder, begin)
    assert service.took == []
    monkeypatch.setattr(calls, "EVERY", 3600.0)
    in_a_house(folder, go_on)
    in_a_house(folder, go_on)


def test_quiet_hours_hold_a_message_until_the_morning(folder: Path, later: Any, service: PushService) -> None:
    async def act(hub: Hub) -> None:
        await ann_subscribes(hub, service, "phone")
        minute = clock.now() // 60_000 % 1440
        await hub.calls.change(ANN.player, CallWishes("UTC", QuietHours((minute - 5) % 1440, (minute + 120) % 1440)))
        await waiting(hub)
        later(HOUR)
        await hub.calls.look()
        assert service.took == []
        later(HOUR + 60_000)
        await hub.calls.look()
        assert len(service.took) == 1

    in_a_house(folder, act)


def test_holidays_stop_a_clock_and_are_limited(folder: Path, later: Any, service: PushService) -> None:
    async def act(hub: Hub) -> None:
        await ann_subscribes(hub, service, "phone")
        room = await waiting(hub)
        today = date_at(clock.now(), "UTC").isoformat()
        far = date_at(clock.now() + 2 * DAY, "UTC").isoformat()
        before = room.game.clock.slow.left() if room.game else None
        await hub.calls.add_holiday(ANN.player, Holiday(today, far))
        after = room.game.clock.slow.left() if room.game else None
        assert before is not None
        assert after is not None
        assert after > before + 2 * DAY, "the time of the choice begins when the holidays are over"
        seen = await hub.calls.of(ANN.player, "phone")
        assert len(seen.holidays) == 1
        later(DAY + HOUR)
        await hub.due_moves.look()
        assert not room.plan.chairs[0].away
        with pytest.raises(NotNow, match="already"):
            await hub.calls.add_holiday(ANN.player, Holiday(far, far))
        next_week, too_late = (date_at(clock.now() + n * DAY, "UTC").isoformat() for n in (7, 107))
        with pytest.raises(NotNow, match="30"):
            await hub.calls.add_holiday(ANN.player, Holiday(next_week, too_late))
        with pytest.raises(Invalid):
            await hub.calls.add_holiday(ANN.player, Holiday("2020-01-01", far))
        await hub.calls.end_holiday(ANN.player, today)
        with pytest.raises(Unknown):
            await hub.calls.end_holiday(ANN.player, "2020-01-01")

    in_a_house(folder, act)


def test_only_push_services_of_browsers_are_called(folder: Path) -> None:
    async def act(hub: Hub) -> None:
        for endpoint in (
            "http://127.0.0.1:9/x",
            "https://10.0.0.1/x",
            "https://fcm.googleapis.com.evil.example/x",
            "https://fcm.googleapis.com:8443/x",
            "https://me@fcm.googleapis.com/x",
            "file:///etc",
        ):
            with pytest.raises(Invalid):
                await hub.calls.subscribe(ANN.player, "phone", Subscribe(endpoint, "k", "a"), "en", "https://x")
        wish = Subscribe("https://fcm.googleapis.com/fcm/send/x", "k", "a")
        with pytest.raises(Invalid, match="keys"):
            await hub.calls.subscribe(ANN.player, "phone", wish, "en", "https://x")

    in_a_house(folder, act)


def test_the_key_of_a_server_stays(folder: Path) -> None:
    keys = []

    async def act(hub: Hub) -> None:
        keys.append(await asyncio.gather(hub.calls.here(), hub.calls.here()))

    in_a_house(folder, act)
    in_a_house(folder, act)
    assert keys[0] == keys[1]
    assert keys[0][0].key == keys[0][1].key
    assert len(keys[0][0].key or "") == 87
