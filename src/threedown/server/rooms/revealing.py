"""Between the host's start and the deal: the header is frozen, and the players reveal their parts."""

import hashlib
from collections.abc import Iterable

import msgspec

from threedown.server.model import clock
from threedown.server.model.errors import Invalid, NotNow, RequestError
from threedown.server.model.messages import Ack, HeaderSealed, Refusal, RevealPart
from threedown.server.model.plan import RoomPlan
from threedown.server.model.wire import Frozen
from threedown.server.rooms.game_host import GameHost
from threedown.server.rooms.lobby import check_part, setting_of
from threedown.server.rooms.refusals import UNSAVED
from threedown.server.rooms.subscriber import Subscriber
from threedown.server.store.errors import NotSaved
from threedown.session.fairness import part_hash
from threedown.session.record import Header, SealedChance, new_header

LETTERS = "ABCDEF"
"""The seats' letters, as the page has them."""
REVEAL_MS = 10_000
"""Milliseconds that the deal waits for parts. Their clients send them by themselves."""


def is_open(plan: RoomPlan) -> bool:
    """True if the header may be shown during the game: it has neither cards laid by hand nor a key that is known."""
    return plan.laid is None and plan.point is None


def missing_parts(plan: RoomPlan) -> list[int]:
    """Return the seats that have committed to a part and have not revealed it; none if the header may not be shown."""
    if not is_open(plan):
        return []
    return [seat for seat, chair in enumerate(plan.chairs) if chair.part_hash and not chair.part]


def header_of(plan: RoomPlan, dealt: bool) -> Header:
    """Return the header of a room's game: with everybody's part if it is ``dealt``, or else without any."""
    if plan.is_duplicate:
        names = tuple(f"Seat {LETTERS[seat]}" for seat in range(len(plan.chairs)))
        nothing = ("",) * len(names)
        return new_header(setting_of(plan), names, SealedChance(plan.commitment, nothing if dealt else None))
    parts = tuple(chair.part for chair in plan.chairs)
    hashes = tuple(chair.part_hash for chair in plan.chairs)
    chance = SealedChance(plan.commitment, parts if dealt else None)
    if plan.frozen is not None:
        chance = SealedChance(plan.commitment, chance.contributions, hashes)
    return new_header(setting_of(plan), tuple(chair.name for chair in plan.chairs), chance)


def frozen_of(plan: RoomPlan) -> Frozen | None:
    """Return the frozen header of a room as its players see it; None before it is frozen."""
    if plan.frozen is None:
        return None
    left = max(0, plan.frozen + REVEAL_MS - clock.now())
    return Frozen(header_of(plan, dealt=False).text().decode(), missing_parts(plan), min(left, REVEAL_MS))


def sealed_of(plan: RoomPlan) -> HeaderSealed | None:
    """Return the message that the header is frozen; None before that."""
    if (frozen := frozen_of(plan)) is None:
        return None
    chain = hashlib.sha256(frozen.header.encode()).hexdigest()
    hashes = [chair.part_hash or None for chair in plan.chairs]
    return HeaderSealed(msgspec.json.decode(frozen.header), hashes, chain, frozen.left)


def tell_sealed(plan: RoomPlan, subscribers: Iterable[Subscriber]) -> None:
    """Tell clients that the header is frozen, if it is."""
    if (sealed := sealed_of(plan)) is not None:
        for subscriber in subscribers:
            subscriber.send(sealed)


async def reveal(room: GameHost, subscriber: Subscriber, command: RevealPart) -> None:
    """Add the part that a player sends over the socket, and acknowledge it, or refuse it."""
    try:
        await room.reveal_part(subscriber.player, command.part)
        subscriber.send(Ack(command.id, None))
    except RequestError as error:
        room.refuse(subscriber, Refusal(command.id, error.detail, None))
    except NotSaved:
        subscriber.refuse(Refusal(command.id, UNSAVED, None))


def with_part(plan: RoomPlan, seat: int, part: str) -> RoomPlan:
    """Add the part of a seat; raises a RequestError if its player committed to another, or nothing is frozen."""
    check_part(part)
    if part and part == plan.chairs[seat].part:
        return plan  # it was sent twice
    if plan.frozen is None:
        raise NotNow("Players send their parts when the host deals.")
    if not part or part_hash(part) != plan.chairs[seat].part_hash:
        raise Invalid("This is not the part whose hash you sent.")
    chairs = list(plan.chairs)
    chairs[seat] = msgspec.structs.replace(chairs[seat], part=part)
    return msgspec.structs.replace(plan, chairs=chairs)
