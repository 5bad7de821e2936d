"""One budget for each guest and one for each address, over everything that makes the server work."""

import asyncio

from threedown.server.limits.addresses import rate_key
from threedown.server.limits.limiter import allowance_factor
from threedown.server.limits.rates import ADDRESS_WORK, ENTRIES_FOR_ONE, GUEST_WORK, REPLAY, THOUGHT, Meter
from threedown.server.model.errors import TooMany
from threedown.server.operations import metrics


class Budget:
    """The budgets; the prices are in ``rates.py``."""

    def __init__(self) -> None:
        self._guests, self._addresses = Meter(GUEST_WORK), Meter(ADDRESS_WORK)

    def wait(self, host: str, player: str, price: int = 1) -> float:
        """Pay for a piece of work: return 0.0 if that is within both budgets, else the seconds to wait.

        ``player`` is empty for a caller who is not a guest.
        """
        key, factor = rate_key(host), allowance_factor(host)
        return self._guests.wait(player or key, price, factor) or self._addresses.wait(key, price, factor)

    def spend(self, host: str, player: str, price: int) -> None:
        """Pay for the work of a call; raise TooMany if the budget does not allow it."""
        if wait := self.wait(host, player, price):
            metrics.DENIED.labels("too much work").inc()
            raise TooMany("You are asking for too much at once. Please wait a little.", retry=wait)

    def charge_replay(self, host: str, player: str, entries: int) -> None:
        """Charge a guest and an address for the length of a game that was played again for them."""
        key, price, factor = rate_key(host), entries // ENTRIES_FOR_ONE, allowance_factor(host)
        self._guests.charge(player or key, price, factor)
        self._addresses.charge(key, price, factor)

    def spend_replay(self, host: str, player: str) -> None:
        """Pay for playing a finished game again, whose length is charged afterwards."""
        self.spend(host, player, REPLAY)

    async def thought(self, address: str | None) -> None:
        """Wait until one more bot in a room of an address may think; rooms of an unknown address pay nothing."""
        while address and (wait := self._addresses.wait(address, THOUGHT, allowance_factor(address))):
            await asyncio.sleep(wait)
