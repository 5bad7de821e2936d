"""The results of a finished game, seat by seat, for ratings and statistics."""

from collections.abc import Callable
from functools import partial
from typing import Any

from threedown.games import find_game
from threedown.games.game_options import GameOptions
from threedown.server.model import clock
from threedown.server.model.plan import RoomPlan
from threedown.server.model.seat_result import SeatResult
from threedown.server.rooms.evening import with_result
from threedown.server.store import queries
from threedown.session.result import ranking_of
from threedown.session.session import Session
from threedown.table.layout import Table


def finishing(plan: RoomPlan, room: str, session: Session, footer: bytes) -> tuple[RoomPlan, Callable[[Any], None]]:
    """Return the plan of a room whose game is over, and the piece of work that stores the end with its results."""
    plan = with_result(plan, room, session)
    return plan, partial(queries.finish, room=room, plan=plan, footer=footer, results=seat_results(plan, room, session))


def seat_results(plan: RoomPlan, room: str, session: Session) -> list[SeatResult]:
    """Return the result of each seat of a room whose game is over.

    A table laid by hand and a game that continues another have none: their cards were known before.
    """
    if plan.laid is not None or plan.point is not None:
        return []
    setting, ended = session.setting, clock.now()
    table = Table(session.table_state, setting.option_codes)
    places: dict[int, int] = {}
    for group in ranking_of(setting, session.table_state):
        places |= dict.fromkeys(group, len(places) + 1)
    return [
        SeatResult(
            room,
            seat,
            plan.game,
            plan.preset if is_preset(plan.game, plan.preset, setting.options) else None,
            len(plan.chairs),
            ended,
            plan.rated,
            chair.player or None,
            chair.level or None,
            places[seat],
            int(setting.game.scoring.standing(table, seat)),
        )
        for seat, chair in enumerate(plan.chairs)
    ]


def is_preset(game: str, preset: str, options: GameOptions) -> bool:
    """True if options are those of a preset, without any house rule of their own."""
    found = find_game(game).presets.get(preset)
    return found is not None and found.options == options
