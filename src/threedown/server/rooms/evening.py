"""The games that the same people play one after another: the score of the evening, and the next game."""

import msgspec

from threedown.server.model import clock
from threedown.server.model.evening import LastGame, Next, PlayedGame, Score, Tonight
from threedown.server.model.plan import Chair, RoomPlan
from threedown.server.rooms.gathering import COME_WITHIN
from threedown.server.rooms.growing import without_unused_seats
from threedown.server.rooms.lobby import seated_bot, setting_of, usual_level
from threedown.session.result import ranking_of, winners_of
from threedown.session.session import Session


def with_result(plan: RoomPlan, room: str, session: Session) -> RoomPlan:
    """Add a game that is over to the evening; a draw has one group of seats."""
    winners = [plan.chairs[seat] for seat in winners_of(session.setting, session.table_state)]
    played = PlayedGame(
        room,
        plan.game,
        [chair.name for chair in winners],
        {chair.player: chair.name for chair in plan.chairs if chair.player},
        [chair.player for chair in winners if chair.player],
    )
    ranking = ranking_of(session.setting, session.table_state) if winners else [list(range(len(plan.chairs)))]
    return msgspec.structs.replace(plan, evening=[*plan.evening, played], ranking=ranking)


def tonight_of(plan: RoomPlan) -> Tonight | None:
    """Return the score of the evening: of everybody who has played, and of the bots that sit here now, which are known
    by their names; None before its first game is over."""
    if not plan.evening:
        return None
    names = {player: name for played in plan.evening for player, name in played.people.items()}
    names |= {chair.player: chair.name for chair in plan.chairs if chair.player}
    scores = [
        Score(name, plan.seat_of(player), sum(player in played.won for played in plan.evening))
        for player, name in names.items()
    ]
    scores += [
        Score(chair.name, seat, sum(chair.name in played.winners for played in plan.evening))
        for seat, chair in enumerate(plan.chairs)
        if chair.level
    ]
    last = plan.evening[-1]
    return Tonight(len(plan.evening), scores, LastGame(last.game, last.winners))


def with_want(plan: RoomPlan, player: str, want: Next | None) -> RoomPlan:
    """Note a player's wish for the next game."""
    wants = {other: wanted for other, wanted in plan.wants.items() if other != player}
    return msgspec.structs.replace(plan, wants=wants if want is None else {**wants, player: want})


def next_begin(plan: RoomPlan) -> int | None:
    """Return when a rematch begins without those who don't come: at a table of matched players, as their first game."""
    return None if plan.begins_by is None else clock.now() + COME_WITHIN


def next_plan(plan: RoomPlan, here: set[str], want: Next) -> RoomPlan:
    """Return the plan of the next room for the people who are here; bots play for the others in a rematch."""
    chairs = list(plan.chairs)
    for seat, chair in enumerate(plan.chairs):
        if chair.level or chair.player in here:
            chairs[seat] = msgspec.structs.replace(chair, part="", part_hash="", away=False, shown=False, arrived=False)
        elif want == "rematch":
            bot = seated_bot(setting_of(plan), chairs, seat, usual_level(plan.game))
            chairs[seat] = msgspec.structs.replace(bot, colour=chair.colour)
        else:
            chairs[seat] = Chair()
    first = next(chair.player for chair in plan.chairs if chair.player in here)
    host = plan.host if plan.host in here else first
    plan = msgspec.structs.replace(
        plan, chairs=chairs, host=host, begins=want == "rematch", wants={}, next=None, stopped=None, point=None,
        paused=False, frozen=None, begins_by=next_begin(plan) if want == "rematch" else None, ranking=[],
    )  # fmt: skip
    plan = without_unused_seats(plan) if plan.grows else plan
    return with_next_beginner(plan) if want == "rematch" else plan


def with_next_beginner(plan: RoomPlan) -> RoomPlan:
    """Move everybody by a seat for a rematch, so that another player begins: in all games that is the player at seat 0.

    The order around the table stays. A table laid by hand keeps its seats: its cards lie in front of them.
    """
    if plan.laid is not None:
        return plan
    return msgspec.structs.replace(plan, chairs=[*plan.chairs[1:], *plan.chairs[:1]])


def has_everybody(plan: RoomPlan) -> bool:
    """True if a room was opened for a rematch that everybody wanted, or for a match, and all of them have come."""
    return plan.begins and all(chair.arrived for chair in plan.chairs if chair.player)
