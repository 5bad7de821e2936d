"""Delete a room for its host, and a guest with all their data."""

from functools import partial

from threedown.server.model.errors import NotNow, NotYours
from threedown.server.rooms.guests import Guests
from threedown.server.rooms.registry import RoomRegistry
from threedown.server.rooms.served_room import ServedRoom
from threedown.server.rooms.services import Services
from threedown.server.store import queries
from threedown.server.store.maintenance import delete_all, plan_without


class Deleter:
    """Deletes from disk first, then from memory."""

    def __init__(self, services: Services, rooms: RoomRegistry, guests: Guests) -> None:
        self._writer, self._rooms, self._guests = services.writer, rooms, guests

    async def delete_room(self, name: str, player: str) -> None:
        """Delete a room with its game and its record, as its host; a game that others play must be over."""
        room = await self._rooms.find(name)
        async with room.lock:
            if room.plan.host != player:
                raise NotYours("Only the host can do that.")
            if room.state == "playing" and set(room.plan.players) - {player}:
                raise NotNow("Other people are playing here: you can delete the room when the game is over.")
            await self._delete(room)

    async def delete_guest(self, player: str) -> None:
        """Delete a guest, and every room in which no other person sits.

        In other rooms their seat becomes free: before the deal it is open, after it a bot plays on. Their name stays in
        the record of such a game, because its hash chain includes it.
        """
        for name in await self._writer.do(partial(queries.rooms_naming, player=player)):
            room = await self._rooms.find(name)
            async with room.lock:
                await self._leave(room, player)
        await self._writer.do(partial(delete_all, names=[], players=[player]))
        self._guests.forget(player)

    async def _leave(self, room: ServedRoom, player: str) -> None:
        if not {room.plan.host, *room.plan.players} - {player}:
            await self._delete(room)
            return
        await room.deal_frozen()
        seat = room.seat_of(player)
        if room.game is not None and room.state == "playing" and seat is not None:
            await room.game.player_left(seat)
        plan = plan_without(room.plan, room.state_on_disk, player)
        await room.holding.write(partial(queries.change_room, room=room.name, state=room.state_on_disk, plan=plan))
        room.plan = plan
        room.publish_room()

    async def _delete(self, room: ServedRoom) -> None:
        await room.holding.write(partial(delete_all, names=[room.name], players=[]))
        self._rooms.forget(room)
