"""Call players to their games with days a move: by push messages, outside of their quiet hours, once each.

The messages are rows of the database, queued in one transaction with the note that the player has been told. One worker
at a time sends them (the lease ``~push``), and a restart sends those that are left.
"""

import asyncio
from datetime import date
from functools import partial
from typing import Any

import msgspec

from threedown.games import find_game
from threedown.language import say, speaking
from threedown.server.model import clock
from threedown.server.model.calling import Calling, CallWishes, Holiday, PushHere, QuietHours, Subscribe
from threedown.server.model.errors import Invalid, NotNow, Unavailable, Unknown
from threedown.server.model.person_time import date_at, days_of, is_zone
from threedown.server.operations.crash import CrashPoint, crash_point
from threedown.server.operations.log import log
from threedown.server.push import sending
from threedown.server.rooms.registry import RoomRegistry
from threedown.server.rooms.services import Services
from threedown.server.store import calling
from threedown.server.store.calling import PushMessage
from threedown.server.store.moves_due import Wishes, wishes_of

LEASE = "~push"
"""The lease of the worker that sends."""
EVERY = 5.0
"""Seconds between two looks for players to be told."""
AGAIN_AFTER, MOST_TRIES = 30_000, 8
"""Milliseconds after which a message that was not taken is sent again, twice as many each time, and the tries."""
DAYS_A_YEAR = 30
"""Days of holidays that a player may take in a year."""
MOST_HOLIDAYS = 40
"""Holidays of a player that are stored, those of the past included."""


class PlayerCalls:
    """The subscriptions and wishes of players, and the messages to them."""

    def __init__(self, services: Services, rooms: RoomRegistry) -> None:
        self._services, self._rooms = services, rooms
        self._key: str | None = None
        self._looking = asyncio.Lock()
        """Held while messages are sent, so that none is sent twice."""

    # Wishes

    async def here(self) -> PushHere:
        """Return the public key with which browsers subscribe; none without the extra ``push``."""
        if not sending.INSTALLED:
            return PushHere(False, None)
        return PushHere(True, await self._services.in_thread(partial(sending.public_key_of, await self._own_key())))

    async def of(self, player: str, device: str) -> Calling:
        """Return how and when a player is called."""
        wishes = await self._wishes(player)
        devices = await self._services.writer.do(partial(calling.devices_called, player=player))
        today = date_at(clock.now(), wishes.zone)
        return Calling(
            wishes.zone,
            None if wishes.quiet is None else QuietHours(*wishes.quiet),
            device in devices,
            len(devices),
            [Holiday(*days) for days in wishes.holidays if days[1] >= today.isoformat()],
            DAYS_A_YEAR - days_of(wishes.holidays, today.year),
            DAYS_A_YEAR,
        )

    async def subscribe(self, player: str, device: str, request: Subscribe, language: str, site: str) -> None:
        """Have a device get messages. Raises Invalid for a subscription that no browser makes."""
        if not sending.INSTALLED:
            raise Unavailable(
                "This server sends no push messages. Its operator can add them: pip install 'threedown[push]'."
            )
        if not sending.is_push_service(request.endpoint):
            raise Invalid("This isn't the push service of a browser.")
        values = {**msgspec.structs.asdict(request), "language": language, "site": site}
        try:
            await self._services.in_thread(partial(sending.encrypted, {}, values, await self._own_key(), "", site, 0))
        except ValueError as error:
            raise Invalid("These aren't the keys of a subscription.") from error
        await self._services.writer.do(partial(calling.subscribe, player=player, device=device, values=values))

    async def unsubscribe(self, device: str) -> None:
        """Have a device get no more messages."""
        await self._services.writer.do(partial(calling.unsubscribe, device=device))

    async def change(self, player: str, wishes: CallWishes) -> None:
        """Change a player's time zone and quiet hours."""
        if not is_zone(wishes.zone):
            raise Invalid("There is no such time zone.")
        quiet = None if wishes.quiet is None else (wishes.quiet.start, wishes.quiet.end)
        store = partial(calling.store_wishes, player=player, zone=wishes.zone, quiet=quiet)
        await self._services.writer.do(store)
        await self._move_clocks(player)

    async def add_holiday(self, player: str, holiday: Holiday) -> None:
        """Stop a player's clocks on some days to come."""
        wishes = await self._wishes(player)
        today = date_at(clock.now(), wishes.zone).isoformat()
        if not _is_date(holiday.first) or not _is_date(holiday.last) or not today <= holiday.first <= holiday.last:
            raise Invalid("Holidays begin today or later, and end on their first day or later.")
        if any(first <= holiday.last and last >= holiday.first for first, last in wishes.holidays):
            raise NotNow("You have holidays on these days already.")
        days = (*wishes.holidays, (holiday.first, holiday.last))
        if len(days) > MOST_HOLIDAYS or any(
            days_of(days, year) > DAYS_A_YEAR for year in range(int(holiday.first[:4]), int(holiday.last[:4]) + 1)
        ):
            raise NotNow("You may take {n} days of holidays a year.", n=DAYS_A_YEAR)
        await self._store_holidays(player, days)

    async def end_holiday(self, player: str, first: str) -> None:
        """Take back holidays; of those that have begun, the days up to today stay."""
        wishes = await self._wishes(player)
        today = date_at(clock.now(), wishes.zone).isoformat()
        last = dict(wishes.holidays).get(first)
        if last is None or last < today:
            raise Unknown("You have no such holidays.")
        kept = [days for days in wishes.holidays if days[0] != first]
        await self._store_holidays(player, [*kept, *([(first, today)] if first <= today else [])])

    async def _store_holidays(self, player: str, days: Any) -> None:
        await self._services.writer.do(partial(calling.store_holidays, player=player, days=days))
        await self._move_clocks(player)

    async def _move_clocks(self, player: str) -> None:
        """Have the tables that are in memory show the times as they are now."""
        for room in list(self._rooms.values()):
            if room.plan.is_slow and room.game is not None and room.seat_of(player) is not None:
                await room.game.clock.slow.read()

    async def _wishes(self, player: str) -> Wishes:
        return await self._services.writer.do(partial(wishes_of, player=player))

    async def _own_key(self) -> str:
        """Return the private key of this server; the first call makes it."""
        if self._key is None:
            key = await self._services.writer.do(calling.stored_key)
            if key is None:
                new = await self._services.in_thread(sending.new_key)
                key = await self._services.writer.do(partial(calling.store_key, key=new))
            self._key = key
        return self._key

    # Messages

    async def run(self) -> None:
        """Tell players regularly, until cancelled; without the extra ``push`` do nothing."""
        if not sending.INSTALLED:
            return
        while True:
            try:
                await self._own_key()
                if await self._services.cluster.claim(LEASE) is None:
                    await self.look()
            except Exception as error:  # whatever it is, the next look may succeed
                log.error("players can't be called", reason=type(error).__name__)
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Queue the messages whose time has come, and send those that are queued."""
        async with self._looking:
            if await self._services.writer.do(partial(calling.queue_messages, now=clock.now())):
                crash_point(CrashPoint.CALLING)
            messages = await self._services.writer.do(partial(calling.messages_to_send, now=clock.now()))
            await asyncio.gather(*map(self._send, messages))

    async def _send(self, message: PushMessage) -> None:
        plan = await self._rooms.plan_of(message.room)
        left = message.due - clock.now()
        if plan is None or left <= 0:
            await self._services.writer.do(partial(calling.settle_message, message=message, again=None))
            return
        with speaking(message.language):
            told = message_of(message, find_game(plan.game).title, plan.variant, left)
        to = {"endpoint": message.endpoint, "p256dh": message.p256dh, "auth": message.auth}
        encrypt = partial(sending.encrypted, told, to, await self._own_key(), message.room, message.site, left // 1000)
        status = await sending.deliver(await self._services.in_thread(encrypt))
        if status in sending.GONE:
            await self.unsubscribe(message.device)
            return
        is_busy = status in (0, 429) or status >= 500
        again = clock.now() + AGAIN_AFTER * 2**message.tries if is_busy and message.tries < MOST_TRIES else None
        if not 200 <= status < 300:
            log.warning("a push message is not taken", status=status, tries=message.tries)
        await self._services.writer.do(partial(calling.settle_message, message=message, again=again))


def message_of(message: PushMessage, game: str, variant: str | None, left: int) -> dict[str, Any]:
    """Return what a device is told: the game, the room and the time left. It names no card and no other player."""
    called = game if variant is None else f"{game} · {variant}"
    hours = left // 3_600_000
    if hours >= 48:
        time = say("{n} days left.", n=hours // 24)
    else:
        time = say("{n} {n:hour|hours} left.", n=hours) if hours else say("Less than an hour left.")
    return {
        "title": say("Your move in {game}", game=called),
        "body": time if message.kind == "turn" else f"{say('A quarter of your time is left.')} {time}",
        "url": f"/r/{message.room}",
        "tag": message.room,
        "waits": message.waits,
    }


def _is_date(day: str) -> bool:
    try:
        date.fromisoformat(day)
    except ValueError:
        return False
    return True
