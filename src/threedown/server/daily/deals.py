"""The deals of the day: the secrets made ahead, each guest's one try, and the results."""

import asyncio
import contextlib
import hashlib
from collections.abc import Callable, ItemsView
from functools import partial
from typing import Literal, NamedTuple, TypeVar

import msgspec

from threedown.server.daily import bets
from threedown.server.daily.daily_games import DAILY_GAMES, YOU, DailyGame, daily_game
from threedown.server.daily.levels import play_level, playable
from threedown.server.model import clock
from threedown.server.model.daily import (
    DailyDay,
    DailyDeal,
    DailyGroup,
    DailyLevel,
    DailyResult,
    DailySeen,
    DailyStory,
    DailyTry,
    MyDaily,
    Outcome,
    PlayDaily,
    day_after,
    day_of,
    end_of,
)
from threedown.server.model.errors import Invalid, Unknown, still_sealed
from threedown.server.model.wire import Guest, Opened
from threedown.server.operations.log import log
from threedown.server.rooms.opening import RoomOpener
from threedown.server.rooms.registry import RoomRegistry
from threedown.server.rooms.services import Services
from threedown.server.store import daily as queries
from threedown.server.store.daily import AlreadyTried, Counts, Ended, StoredTry
from threedown.server.store.errors import NotSaved
from threedown.server.workers.bot_pool import BotTimeout
from threedown.session.fairness import commitment, new_secret

LEAST_FOR_A_PLACE = 10
"""People who have finished before anybody is told their place."""
PREPARE_AFTER, PREPARE_EVERY = 120.0, 1800.0
"""Seconds from the start until the levels play tomorrow's deals, and until it is looked again."""
LEASE = "~daily"
"""The name by which one worker prepares the deals."""
MOST_STORIES, MOST_DAYS = 50, 60
SHARE_LENGTH = 16
T = TypeVar("T")


class SharedTry(NamedTuple):
    """A result without its player: the place among so many, and the number of people in each group, the best first."""

    place: int
    finished: int
    group: int
    counts: tuple[int, ...]


class Daily:
    """The deals of the day of a server."""

    def __init__(self, services: Services, rooms: RoomRegistry, opener: RoomOpener) -> None:
        self._services, self._rooms, self._opener = services, rooms, opener

    async def today(self, player: str) -> DailySeen:
        """Return today's deals and a guest's part in them (``player`` empty: nobody's)."""
        await self._settle()
        now = clock.now()
        day = day_of(now)
        counts = await self._do(partial(queries.counts_of, day=day))
        tries = await self._do(partial(queries.tries_of, player=player, day=day)) if player else {}
        tomorrow = day_after(day)
        new = {(of_day, game): new_secret() for of_day in (day, tomorrow) for game in DAILY_GAMES}
        secrets = await self._do(partial(queries.secrets_of, new=new))
        deals = [
            await self._deal(
                day, of, secrets[day, name], secrets[tomorrow, name], counts.get(name, Counts(0, 0)), tries.get(name)
            )
            for name, of in _all()
        ]
        return DailySeen(day, end_of(day) - now, deals)

    async def _deal(
        self, day: str, of: DailyGame, secret: bytes, next_secret: bytes, counts: Counts, mine: StoredTry | None
    ) -> DailyDeal:
        place = None
        if mine is not None and mine.outcome is not None and counts.finished >= LEAST_FOR_A_PLACE:
            place = await self._place(day, of.game, mine.outcome)
        return DailyDeal(
            of.game,
            commitment(secret),
            commitment(next_secret),
            _state(mine),
            None if mine is None else mine.room,
            None if mine is None else self._round(of, mine.room),
            place,
            counts.finished,
            counts.bets,
        )

    def _round(self, of: DailyGame, name: str) -> int | None:
        """Return the round that a game in memory is in."""
        room = self._rooms.get(name)
        if room is None or room.game is None or not of.counts_rounds:
            return None
        session = room.game.session
        counters = dict(
            zip(session.setting.counters, session.table_state.words[session.setting.counter_places], strict=True)
        )
        return int(counters[of.counts_rounds])

    async def play(self, guest: Guest, game: str, wish: PlayDaily, host: str = "") -> Opened:
        """Open the room of a guest's try today, or return the one that they have; or play a past deal again."""
        of, today = daily_game(game), day_of(clock.now())
        if wish.day is not None and wish.day != today:
            return await self._play_again(guest, of, _past(wish.day, today), host)
        secret = await self._secret(today, game)
        tried = (await self._do(partial(queries.tries_of, player=guest.player, day=today))).get(game)
        if tried is not None:
            return _opened(tried.room, secret)
        if game == "war" and wish.bet is None:
            raise Invalid("Bet before the first card: winner, turns and longest.")
        if game != "war" and wish.bet is not None:
            raise Invalid("Only War has a bet.")
        plan = msgspec.structs.replace(of.plan(guest.player), daily=today, sealed_until=end_of(today), hints=False)
        note = partial(queries.begin_try, day=today, game=game, player=guest.player, bet=wish.bet)
        try:
            return await self._opener.open_dealt(guest, plan, secret, host, note)
        except AlreadyTried as error:  # by another call at the same time
            return _opened(error.room, secret)

    async def _play_again(self, guest: Guest, of: DailyGame, day: str, host: str) -> Opened:
        secret = await self._known(day, of.game)
        return await self._opener.open_dealt(guest, of.plan(guest.player), secret, host, lambda _, room: None)

    async def result(self, player: str, game: str, day: str) -> DailyResult:
        """Return a day's deal as a guest may know it. Raises Unknown if it had none, NotYours for days to come."""
        of, now = daily_game(game), clock.now()
        today = day_of(now)
        if day != today:
            _past(day, today)
        secret = await self._secret(day, game) if day == today else await self._known(day, game)
        await self._settle()
        counts = (await self._do(partial(queries.counts_of, day=day))).get(game, Counts(0, 0))
        mine = (await self._do(partial(queries.tries_of, player=player, day=day))).get(game) if player else None
        is_over = day != today
        result = DailyResult(
            game=game, day=day, left=max(0, end_of(day) - now), preset=of.preset, seats=of.seats,
            commitment=commitment(secret), secret=secret.hex() if is_over else None, state=_state(mine),
            finished=counts.finished, bets=counts.bets, mine=None, groups=[], levels=[], stories=[],
            odds=bets.bet_odds() if game == "war" else None,
        )  # fmt: skip
        has_finished = mine is not None and mine.outcome is not None
        if not (is_over or has_finished):
            return result
        found = await self._do(partial(queries.outcomes_of, day=day, game=game))
        levels = await self._do(partial(queries.levels_of, day=day, game=game))
        stories = []
        if is_over:
            for room, outcome in await self._do(partial(queries.best_of, day=day, game=game, most=MOST_STORIES)):
                stories.append(DailyStory(room, await self._place(day, game, outcome)))
        own = None
        if mine is not None and mine.outcome is not None:
            place = await self._place(day, game, mine.outcome)
            group = of.group_of(mine.outcome)
            own = DailyTry(mine.room, mine.outcome, place, group, mine.bet, share_of(mine.room))
        return msgspec.structs.replace(
            result,
            mine=own,
            groups=_counted(of, found),
            levels=[DailyLevel(level, outcome, of.group_of(outcome)) for level, outcome in levels.items()],
            stories=stories,
        )

    async def shared(self, game: str, day: str, share: str) -> SharedTry:
        """Return what the picture of a try shows. Raises Unknown if there is no such try."""
        of = daily_game(game)
        tries = await self._do(partial(queries.finished_tries, day=day, game=game))
        outcome = next((outcome for room, outcome in tries if share_of(room) == share), None)
        if outcome is None:
            raise Unknown("There is no such result.")
        groups = _counted(of, [(outcome, 1) for _, outcome in tries])
        place = await self._place(day, game, outcome)
        return SharedTry(place, len(tries), of.group_of(outcome), tuple(one.count for one in groups))

    async def finished_try(self, player: str, game: str, day: str) -> str:
        """Return the room of a guest's finished try. Raises Unknown if they have none."""
        daily_game(game)
        await self._settle()
        mine = (await self._do(partial(queries.tries_of, player=player, day=day))).get(game) if player else None
        if mine is None or mine.outcome is None:
            raise Unknown("You haven't finished this deal.")
        return mine.room

    async def days(self, player: str, game: str) -> list[DailyDay]:
        """Return the past days of a game, the last first, with a guest's places."""
        daily_game(game)
        await self._settle()
        past = partial(queries.past_days, game=game, player=player, before=day_of(clock.now()), most=MOST_DAYS)
        return [
            DailyDay(day, finished, None if outcome is None else await self._place(day, game, outcome))
            for day, finished, outcome in await self._do(past)
        ]

    async def all_of(self, player: str) -> list[MyDaily]:
        """Return all tries of a guest, the last first."""
        return await self._do(partial(queries.all_tries_of, player=player))

    async def prepare_regularly(self) -> None:
        """Let the levels play the deals of today and tomorrow, until cancelled.

        They wait for the first person who plays a deal of the day here: a server at home needs its cores for games.
        """
        await asyncio.sleep(PREPARE_AFTER)
        while True:
            with contextlib.suppress(NotSaved):
                is_used = await self._do(queries.has_tries)
                if is_used and await self._services.cluster.claim(LEASE) is None:
                    await self.prepare()
            await asyncio.sleep(PREPARE_EVERY)

    async def prepare(self) -> None:
        """Let the levels play the deals of today and tomorrow that they have not played yet."""
        today = day_of(clock.now())
        for day in (today, day_after(today)):
            for game, of in _all():
                secret = await self._secret(day, game)
                known = await self._do(partial(queries.levels_of, day=day, game=game))
                for level in sorted(playable(of, self._services.bot_pool) - known.keys()):
                    try:
                        outcome = await play_level(self._services.bot_pool, of, secret, level)
                    except BotTimeout as error:
                        log.warning("a level has not played the deal of the day", level=level, reason=str(error))
                        continue
                    note = partial(queries.note_level, day=day, game=game, level=level, outcome=outcome)
                    await self._do(note)

    async def _secret(self, day: str, game: str) -> bytes:
        return await self._do(partial(queries.secret_of, day=day, game=game, new=new_secret()))

    async def _known(self, day: str, game: str) -> bytes:
        secret: bytes | None = await self._do(partial(queries.known_secret, day=day, game=game))
        if secret is None:
            raise Unknown("There was no deal on that day.")
        return secret

    async def _place(self, day: str, game: str, outcome: Outcome) -> int:
        return await self._do(partial(queries.place_of, day=day, game=game, outcome=outcome))

    async def _settle(self) -> None:
        """Note the outcomes of the tries whose games are over."""
        for ended in await self._do(queries.ended_tries):
            await self._do(partial(queries.note_outcome, ended=ended, outcome=outcome_of(ended)))

    async def _do(self, work: Callable[..., T]) -> T:
        return await self._services.writer.do(work)


def _opened(room: str, secret: bytes) -> Opened:
    return Opened(room, f"/r/{room}", YOU, commitment(secret))


def outcome_of(ended: Ended) -> Outcome:
    """Return the outcome of a try whose game is over, from the footer of its record."""
    result = msgspec.json.decode(ended.footer)["result"]
    outcome = DAILY_GAMES[ended.game].outcome(result)
    if ended.bet is not None:
        outcome = msgspec.structs.replace(outcome, score=bets.points(ended.bet, result))
    return outcome


def share_of(room: str) -> str:
    """Return the name of the picture of a try, which does not tell the room."""
    return hashlib.sha256(room.encode()).hexdigest()[:SHARE_LENGTH]


def _all() -> ItemsView[str, DailyGame]:
    return DAILY_GAMES.items()


def _state(mine: StoredTry | None) -> Literal["new", "playing", "over"]:
    return "new" if mine is None else "playing" if mine.outcome is None else "over"


def _past(day: str, today: str) -> str:
    """Return a day that is over; raises Unknown for what is no day, and NotYours for days to come."""
    try:
        end_of(day)
    except ValueError as error:
        raise Unknown("There was no deal on that day.") from error
    if day >= today:
        raise still_sealed()
    return day


def _counted(of: DailyGame, found: list[tuple[Outcome, int]]) -> list[DailyGroup]:
    groups = of.groups()
    counts = [0] * len(groups)
    for outcome, count in found:
        counts[of.group_of(outcome)] += count
    return [msgspec.structs.replace(group, count=count) for group, count in zip(groups, counts, strict=True)]
