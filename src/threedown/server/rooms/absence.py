"""The players who have gone while the game waits for them, and the others' vote: a bot plays, or the game waits."""

from collections.abc import Callable, Coroutine
from typing import Any

from threedown.server.model import clock
from threedown.server.model.wire import AbsenceSeen, VoteSeen
from threedown.server.rooms.bots import RoomBots
from threedown.server.rooms.game_host import GameHost
from threedown.server.rooms.timers import Timers
from threedown.server.rooms.waiting_cards import WaitingCards
from threedown.session.session import Refused

PATIENCE = 120_000
"""Milliseconds for which a room without a clock waits for a player who has gone; then a bot plays for them."""
LEAST_NOTICE = 15_000
"""Milliseconds that the others have at least for their vote, when the player went before they were asked."""
EMPTY_AFTER = 120_000
"""Milliseconds after which a game that nobody follows pauses: its bots think no more until somebody is back."""


class Absence:
    """The people of a game who have gone. ``asked`` returns the seats of those whom the game waits for.

    A bot plays for them when most of the players who are here want that, or when the time is over. A majority for
    waiting begins that time again, so that no game stands still for ever. ``go_on`` starts the bots.
    """

    def __init__(
        self,
        host: GameHost,
        bots: RoomBots,
        waiting_cards: WaitingCards,
        asked: Callable[[], list[int]],
        go_on: Callable[[], None],
        spawn: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        self._host, self._bots, self._waiting_cards, self._asked, self._go_on = host, bots, waiting_cards, asked, go_on
        self._presence, self._timers = host.presence, Timers(spawn)
        self._votes: dict[int, bool] = {}
        self._about: list[int] = []

    @property
    def pauses(self) -> bool:
        """True if the game pauses because no client has been connected for a while."""
        plan = self._host.plan
        if plan.tournament:
            return False  # the others in the tournament wait for its result
        people = {seat for seat, chair in enumerate(plan.chairs) if chair.player}
        if plan.is_slow and not people <= self._bots.absent:
            return False  # players come and go: a game with days a move waits for them without clients
        empty_since = self._presence.empty_since()
        return empty_since is not None and clock.now() - empty_since >= EMPTY_AFTER

    def came(self, paused: bool) -> None:
        """Follow a client that has connected; a game that has ``paused`` goes on."""
        if paused:
            self._go_on()
        else:
            self.review()

    def review(self) -> None:
        """Follow a change of who is connected or asked: begin a vote, go on with it, or end it."""
        about = self._gone() if self._present() and not self._host.plan.is_slow else []
        if about != self._about:
            self._about, self._votes = about, {}
            self._timers.stop()
            if about:
                self._start(max(PATIENCE - self._gone_for(about), LEAST_NOTICE))
            self._host.publish_room()

    async def vote(self, seat: int, bot: bool) -> None:
        """Count a vote of a seat; raises Refused if there is nothing to vote about."""
        if not self._about or seat not in self._present():
            raise Refused("There is nothing to vote about now.")
        self._votes[seat] = bot
        if self._has_majority(True):
            await self.replace()
            return
        if self._has_majority(False):
            self._votes.clear()
            self._timers.stop()
            self._start(PATIENCE)
        self._host.publish_room()

    def seen(self) -> AbsenceSeen | None:
        """Return the vote as everybody may see it; None if there is none."""
        if not self._about:
            return None
        left = self._timers.left("absence")
        votes = [VoteSeen(seat, bot) for seat, bot in sorted(self._votes.items()) if seat in self._present()]
        return AbsenceSeen(self._about, votes, self._needed(), None if left is None else round(left * 1000))

    async def returned(self, seat: int) -> None:
        """Let a person who is back play for themselves again."""
        if seat in self._bots.absent:
            self._bots.absent.discard(seat)
            self._go_on()
            await self._host.store_absent(self._bots.absent)

    async def left(self, seat: int) -> None:
        """Have a bot play for a person until they are back."""
        self._bots.absent.add(seat)
        await self._waiting_cards.stop_waiting(seat)
        self._go_on()
        await self._host.store_absent(self._bots.absent)

    async def replace(self) -> None:
        """Have bots play for the players who have gone while the game waits for them."""
        for seat in list(self._about):
            await self.left(seat)

    async def _on_time_over(self) -> None:
        async with self._host.lock:
            await self.replace()

    def _start(self, milliseconds: int) -> None:
        if self._host.plan.clock is None:
            self._timers.start("absence", milliseconds / 1000, self._on_time_over)

    def _gone(self) -> list[int]:
        connected = self._presence.seats()
        return [seat for seat in self._asked() if seat not in connected and not self._bots.plays_for(seat)]

    def _gone_for(self, seats: list[int]) -> int:
        return min(clock.now() - self._presence.gone_since(seat) for seat in seats)

    def _present(self) -> set[int]:
        return self._presence.seats() - self._bots.absent

    def _needed(self) -> int:
        return len(self._present()) // 2 + 1

    def _has_majority(self, bot: bool) -> bool:
        return sum(self._votes.get(seat) is bot for seat in self._present()) >= self._needed()
