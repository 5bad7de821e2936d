"""The results of the bots' levels at the person's seat of a deal of the day, played before the day."""

import asyncio

from threedown.bulk.run_spec import has_compiler
from threedown.server.daily.daily_games import DailyGame
from threedown.server.model.daily import Outcome
from threedown.server.rooms import revealing
from threedown.server.workers.bot_pool import BotPool
from threedown.session.bot_answers import bots_answer
from threedown.session.fairness import commitment
from threedown.session.record import chance_of
from threedown.session.result import result_of
from threedown.session.session import Session
from threedown.table.layout import NOBODY

BY = "deal of the day"
"""The address whose turns these bots take: they don't delay those of people."""


def playable(daily: DailyGame, pool: BotPool) -> set[str]:
    """Return the levels that can play here.

    Those that imagine worlds need a compiler, and a second process beside the one in which people's bots think.
    """
    setting, imagining = daily.setting, has_compiler() and pool.workers > 1
    return {level for level in daily.compared if imagining or setting.imagines_with(level) is None}


async def play_level(pool: BotPool, daily: DailyGame, secret: bytes, level: str) -> Outcome:
    """Return the outcome of a level in the person's seat. Raises BotTimeout if it does not answer."""
    plan = daily.plan("")
    plan.commitment = commitment(secret)
    session = Session(daily.setting, chance_of(revealing.header_of(plan, dealt=True), secret))
    levels = [level, *(daily.level for _ in range(1, daily.seats))]
    while not session.over:
        await asyncio.sleep(0)  # people's choices come first
        if session.pending is None:
            session.go(1)
            continue
        seat = next(iter(session.pending.menus))
        if seat == NOBODY:
            menu = session.menu()
            session.choose(menu[session.pending.menus[NOBODY].index(bots_answer(session, NOBODY, ""))], None)
        else:
            session.choose((await pool.choice(session, seat, levels[seat], BY, patient=True)).choice, seat)
    return daily.outcome(result_of(session))
