"""The bots of one game: those that have a seat, and those that play for people who are absent or out of time."""

from collections.abc import Awaitable, Callable, Iterable

from threedown.bots.reason import ComparedChoice, advice, compared, reason
from threedown.language import speaking
from threedown.server.model.wire import AskHint, ComparedSeen, Hint, Refusal
from threedown.server.rooms.services import Services
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.rooms.timers import Pauses
from threedown.session.session import Refused, Session
from threedown.shared.seating import Seating
from threedown.shared.shared_game import SharedGame
from threedown.table.layout import NOBODY

STALE = "stale"
"""The reason for refusing a command that refers to an entry that is not the last: a word for programs."""

Play = Callable[[int, int, str, bool], Awaitable[None]]
"""Play a choice at an entry, for a seat, in a race or not; raises Refused if it is not legal any more."""


class RoomBots:
    """Bots choose here; ``play`` plays their choices by the same path as people's, and ``stop`` stops the room."""

    def __init__(
        self, services: Services, seating: Seating, play: Play, stop: Callable[[str], Awaitable[None]]
    ) -> None:
        self._services, self._seating, self._play, self._stop = services, seating, play, stop
        self.absent: set[int] = set()
        """People for whom a bot plays until they are back."""
        self.timed_out: set[int] = set()
        """People whose clock ran out at the current choice: a bot makes it, even if they are back by then."""
        self._thinking: set[tuple[int, int]] = set()
        self._pauses = Pauses(services.pause)

    def plays_for(self, seat: int) -> bool:
        """True if a bot answers for a seat."""
        return seat != NOBODY and (seat in self.absent | self.timed_out or self._seating.levels[seat] is not None)

    def ask(self, session: Session, seq: int, seats: Iterable[int], race: bool) -> None:
        """Have bots answer the question at entry ``seq`` for those of the seats that they play for.

        In a race they play their card.
        """
        for seat in seats:
            if self.plays_for(seat) and (seq, seat) not in self._thinking:
                self._thinking.add((seq, seat))
                self._services.spawn(self._answer(session, seq, seat, race))

    async def _answer(self, session: Session, seq: int, seat: int, race: bool) -> None:
        """Choose for a seat, after a pause that does not reveal how long the bot thought, and play the choice."""
        level = self._seating.levels[seat] or session.setting.game.first_level[0]
        try:
            if race:
                await self._pauses.any()
                choice = f"seat {seat}"
            else:
                choice = await self._pauses.after(self._services.bot_pool.choice(session, seat, level))
            await self._play(seq, seat, choice, race)
        except Refused:
            return  # another answer came first: the person's own, or another racer's
        except Exception as error:
            await self._stop(f"a bot has failed (seat {seat}, {type(error).__name__})")
        finally:
            self._thinking.discard((seq, seat))

    async def hint(
        self, game: SharedGame, seq: int, subscriber: Subscriber, seat: int | None, command: AskHint
    ) -> None:
        """Send a person the choice that a bot would make for them in a game that stays as it is."""
        if seat is None or command.seq != seq or seat not in game.asked_people():
            why = STALE if command.seq != seq else "You aren't asked for a choice right now."
            subscriber.refuse(Refusal(command.id, why, seq))
            return
        choice, weighed = await self._services.bot_pool.hint(game.session, seat, game.adviser)
        with speaking(subscriber.language):
            names = game.seating.names
            found = compared(game.session, seat, choice, weighed, names)
            reasons = (reason(game.adviser, found), game.about(seat, choice))
            text = advice(game.session, seat, choice, reasons, names)
            subscriber.send(Hint(command.id, choice, text, [_compared_seen(each) for each in found]))


def _compared_seen(one: ComparedChoice) -> ComparedSeen:
    weighed = one.weighed
    return ComparedSeen(one.part.text, round(weighed.share, 4), round(weighed.error, 4), weighed.worlds)
