"""The bots of one game: those that have a seat, and those that play for people who are absent or out of time."""

import copy
from collections.abc import Awaitable, Callable, Iterable

from msgspec.structs import replace

from threedown.bots.chances import Tally
from threedown.bots.reason import ComparedChoice, advice, brief, compared, in_menu_words, reason
from threedown.bulk.report import share_interval
from threedown.language import say, speaking
from threedown.server.model.messages import AskChances, AskHint, Chances, ChanceSeen, ComparedSeen, Hint, Refusal
from threedown.server.model.wire import RoomSeen
from threedown.server.operations.log import log
from threedown.server.rooms.game_host import GameHost
from threedown.server.rooms.reactions import open_reaction
from threedown.server.rooms.refusals import STALE
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.rooms.timers import Pauses
from threedown.session.bot_answers import bots_answer
from threedown.session.session import Refused, Session
from threedown.shared.seating import Seating
from threedown.shared.shared_game import SharedGame
from threedown.table.layout import NOBODY

NOT_SEARCHED = "a quick guess without chances: the search was not ready"
"""The reason of a hint that a cheaper level gave, because the searching one was not compiled or took too long."""
SHORT_PAUSE = 0.25
"""Seconds that bots wait where an answer states its own time: no person answers sooner, so nobody waits for them."""
Play = Callable[[int, int, str, bool], Awaitable[None]]
"""Play a choice at an entry, for a seat, in a race or not; raises Refused if it is not legal any more."""


class RoomBots:
    """Bots choose here; ``play`` plays their choices by the same path as people's."""

    def __init__(self, host: GameHost, seating: Seating, play: Play) -> None:
        self._host, self._services, self._seating, self._play = host, host.services, seating, play
        self._by = host.address or host.name
        """The address whose turns the bots take; a room from before the server started has turns of its own."""
        self.absent = {seat for seat, chair in enumerate(host.plan.chairs) if chair.away}
        """People for whom a bot plays until they are back."""
        self.timed_out: set[int] = set()
        """People whose clock ran out: a bot makes the current choice, even if they are back by then. If they had been
        back before in this turn, it makes all choices until the turn is over."""
        self._thinking: set[tuple[int, int]] = set()
        self._weaker: dict[int, str] = {}
        """The levels that made the last choice of a seat in place of its own."""
        self._pauses = Pauses(host.services.pause)
        self._short_pauses = Pauses(min(host.services.pause, SHORT_PAUSE))

    def seen(self, room: RoomSeen) -> RoomSeen:
        """Return a room with the bots marked that play below their level."""
        return replace(room, seats=[replace(one, weaker=self._weaker.get(one.seat)) for one in room.seats])

    @property
    def are_thinking(self) -> bool:
        """True while a bot chooses."""
        return bool(self._thinking)

    def plays_for(self, seat: int) -> bool:
        """True if a bot answers for a seat."""
        return seat != NOBODY and (seat in self.absent | self.timed_out or self._seating.levels[seat] is not None)

    def ask(self, session: Session, seq: int, seats: Iterable[int], race: bool) -> None:
        """Have bots answer the question at entry ``seq`` for those of the seats that they play for.

        In a race they play their card; where others have the same cards, the table says who is first.
        """
        if race and self._host.plan.is_sealed:
            seats = [self._first_in_race(session)]
        for seat in seats:
            is_asked = self.plays_for(seat) or (race and self._host.plan.is_sealed)
            if is_asked and (seq, seat) not in self._thinking:
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
                await self._services.budget.thought(self._host.address)
                sealed = self._host.plan.is_sealed  # everybody with these cards meets the same bots: no weaker level
                thinking = self._services.bot_pool.choice(session, seat, level, self._by, patient=sealed)
                pauses = self._short_pauses if open_reaction(session) else self._pauses
                choice, answered = await pauses.after(thinking)
                self._note_level(seat, None if answered == level else answered)
            await self._play(seq, seat, choice, race)
        except Refused:
            return  # another answer came first: the person's own, or another racer's
        except Exception as error:
            await self._host.stop(f"a bot has failed (seat {seat}, {type(error).__name__})")
        finally:
            self._thinking.discard((seq, seat))

    @staticmethod
    def _first_in_race(session: Session) -> int:
        """Return the seat that wins a race, drawn from the policies' key as in a simulation."""
        assert session.pending is not None
        code = bots_answer(session, NOBODY, "")
        choice = session.menu()[session.pending.menus[NOBODY].index(code)]
        return int(choice.removeprefix("seat "))

    def _note_level(self, seat: int, weaker: str | None) -> None:
        """Tell the table when a seat's bot begins or ceases to play below its level."""
        if self._weaker.get(seat) == weaker:
            return
        self._weaker.pop(seat, None)
        if weaker is not None:
            self._weaker[seat] = weaker
        self._host.publish_room()

    def hint(self, game: SharedGame, seq: int, subscriber: Subscriber, seat: int | None, command: AskHint) -> None:
        """Start to work out the choice that a bot would make for a person, and send it when it is known."""
        if _may_ask(game, seq, subscriber, seat, command):
            assert seat is not None
            then = copy.copy(game)  # the game goes on meanwhile
            self._services.spawn(self._advise(game, then, seq, subscriber, seat, command.id))

    async def _advise(
        self, game: SharedGame, then: SharedGame, seq: int, subscriber: Subscriber, seat: int, id: str
    ) -> None:
        try:
            chosen, weighed = await self._services.bot_pool.hint(then.session, seat, then.adviser, subscriber.address)
        except Exception as error:  # whatever it is, the game goes on without a hint
            log.warning("a hint could not be given", reason=type(error).__name__)
            subscriber.refuse(Refusal(id, "No bot has answered. Please ask again.", seq))
            return
        if game.session is not then.session:
            subscriber.refuse(Refusal(id, STALE, seq))
            return
        with speaking(subscriber.language):
            names = then.seating.names
            found = compared(then.session, seat, chosen.choice, weighed, names)
            why = reason(then.adviser, found) if chosen.level == then.adviser else say(NOT_SEARCHED)
            gain = then.gained(seat, chosen.choice)
            words = in_menu_words(then.session, seat, chosen.choice, names)
            told = advice(words, (gain, then.about(seat, chosen.choice), why))
            seen = [_compared_seen(each) for each in found]
            subscriber.send(Hint(id, chosen.choice, told, seen, brief(words, found, gain)))

    def chances(
        self, game: SharedGame, seq: int, subscriber: Subscriber, seat: int | None, command: AskChances
    ) -> None:
        """Start to count the chances of a person's choices, and send them while they are counted."""
        if _may_ask(game, seq, subscriber, seat, command):
            assert seat is not None
            subscriber.wants_chances = command.id
            self._services.spawn(self._count(game, seq, subscriber, seat, command.id))

    async def _count(self, game: SharedGame, seq: int, subscriber: Subscriber, seat: int, id: str) -> None:
        session = game.session

        def is_wanted() -> bool:
            is_open = game.session is session and not subscriber.ending.is_set()
            return is_open and subscriber.wants_chances == id

        try:
            async for tallies in self._services.bot_pool.chances(session, seat, is_wanted, subscriber.address):
                if not is_wanted():
                    return
                subscriber.send(Chances(id, seq, [chance_seen(*each) for each in tallies.items()]))
        except Exception as error:  # whatever it is, the game goes on without chances
            log.warning("chances could not be counted", reason=type(error).__name__)


def _may_ask(
    game: SharedGame, seq: int, subscriber: Subscriber, seat: int | None, command: AskHint | AskChances
) -> bool:
    """True if a person is asked now, at the entry that their command refers to; refuses the command if not."""
    if command.seq == seq and seat in game.asked_people():
        return True
    why = STALE if command.seq != seq else "You aren't asked for a choice right now."
    subscriber.refuse(Refusal(command.id, why, seq))
    return False


def chance_seen(choice: str, tally: Tally) -> ChanceSeen:
    """Return the chance of a choice as it is told, with its 95 % interval."""
    low, high = share_interval(*tally)
    return ChanceSeen(choice, round(tally.won / tally.games, 4), round(low, 4), round(high, 4), tally.games)


def _compared_seen(one: ComparedChoice) -> ComparedSeen:
    weighed = one.weighed
    return ComparedSeen(one.part.text, round(weighed.share, 4), round(weighed.error, 4), weighed.worlds)
