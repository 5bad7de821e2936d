"""Who plays where no person does: the bots of a table, and those that stand in for who is away or late."""

import copy
from collections.abc import Iterable
from typing import TYPE_CHECKING

from threedown.bots.reason import advice, reason
from threedown.language import speaking
from threedown.server.model.wire import AskHint, Hint, Refusal
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.rooms.timers import Pauses
from threedown.session.session import Refused
from threedown.table.layout import NOBODY

if TYPE_CHECKING:
    from threedown.server.rooms.served_game import ServedGame

STALE = "stale"
"""Why a command is refused that is of another entry than the last: a word for programs."""


class RoomBots:
    """Those of one game. They answer by the same path as people."""

    def __init__(self, game: "ServedGame") -> None:
        self._game = game
        self.away: set[int] = set()
        """People for whom a bot plays until they are back."""
        self.late: set[int] = set()
        """People whose clock is out at the choice that is asked: a bot makes it, even if they are back by then."""
        self._thinking: set[tuple[int, int]] = set()
        self._pauses = Pauses(game.room.services.pause)

    def play_for(self, seat: int) -> bool:
        """Whether a bot answers for a seat."""
        return seat != NOBODY and (seat in self.away | self.late or self._game.seating.levels[seat] is not None)

    def ask(self, seats: Iterable[int], race: bool) -> None:
        """Lets those of the seats that are bots' answer the question that is asked, or in a race play their card."""
        seq = self._game.seq
        for seat in seats:
            if self.play_for(seat) and (seq, seat) not in self._thinking:
                self._thinking.add((seq, seat))
                self._game.room.services.spawn(self._answer(seq, seat, race))

    async def hint(self, subscriber: Subscriber, seat: int | None, said: AskHint) -> None:
        """What a bot would choose; the room does not wait for it, so this is called without its lock."""
        frozen, seq = copy.copy(self._game.table), self._game.seq
        if seat is None or said.seq != seq or seat not in frozen.asked_people():
            subscriber.refuse(Refusal(said.id, STALE if said.seq != seq else "you are not asked for a choice now", seq))
            return
        choice, weighed = await self._game.room.services.bot_pool.hint(frozen.session, seat, frozen.adviser)
        with speaking(subscriber.language):
            names = frozen.seating.names
            told = reason(frozen.session, seat, frozen.adviser, choice, weighed, names)
            speaks_for_it = (frozen.about(seat, choice), told)
            subscriber.tell(Hint(said.id, choice, advice(frozen.session, seat, choice, speaks_for_it, names)))

    async def _answer(self, seq: int, seat: int, race: bool) -> None:
        """A bot answers, after a pause that does not tell how long it has thought."""
        game, session = self._game, self._game.session
        level = game.seating.levels[seat] or session.setting.game.first_level[0]
        try:
            if race:
                await self._pauses.any()
                choice = f"seat {seat}"
            else:
                choice = await self._pauses.after(game.room.services.bot_pool.choice(session, seat, level))

            async def answer() -> None:
                if self.play_for(seat):
                    await game.put(game.table.try_choice(None if race else seat, choice), seat)

            await game.trying(seq, answer)
        except Refused:
            return  # somebody was faster: the person himself, or another racer
        except Exception as error:
            await game.room.stop(f"a bot has failed (seat {seat}, {type(error).__name__})")
        finally:
            self._thinking.discard((seq, seat))
