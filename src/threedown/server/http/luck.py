"""The luck of a finished game's deal: shipped with the package, or counted in the background once for its rules."""

import io
from functools import partial

import msgspec

from threedown.lab.analysis.deal_luck import dealt_cards, luck_sentence, shipped_luck
from threedown.server.hub import Hub
from threedown.server.limits.rates import JOB
from threedown.server.model.findings import DealLuckSeen, DealTask, State
from threedown.server.rooms.findings import DEALS
from threedown.server.store.file_cache import key_of
from threedown.session.record import chance_of, record_in
from threedown.session.session import Session
from threedown.session.views import open_view


async def luck_seen(hub: Hub, room: str, player: str, host: str) -> DealLuckSeen:
    """Return the luck of a room's deal for a ``player``, in the language that is spoken.

    The first request for some rules, from the address ``host``, starts to count.
    """
    stored = await hub.archive.readable(room, player)
    assert stored.header is not None
    header = record_in(io.BytesIO(stored.header)).header
    setting = header.setting()
    rank, session = setting.game.page.best_rank, Session(setting, chance_of(header, stored.secret))
    dealt = dealt_cards(open_view(setting, session.table_state), setting.seats, rank)
    own = (seat for seat, chair in enumerate(stored.plan.chairs) if player and chair.player == player)
    you = next(own, None)
    about = you or 0
    task = DealTask(setting.game.name, msgspec.structs.asdict(setting.options), setting.seats)
    name = stored.plan.names_shown(header.names)[about] if you is None else None

    def told(state: State, text: str = "") -> DealLuckSeen:
        """Return the answer in this state."""
        return DealLuckSeen(state, about, text, *((rank, dealt) if any(dealt) else ("", [])))

    known = shipped_luck(setting)
    if known is not None:
        return told("done", luck_sentence(known, about, dealt, name))
    if setting.seats < 2 or not any(dealt):
        return told("done")
    key = key_of(setting.game.version, task)
    seen = await hub.analyses.look(key, player, host)
    if seen is None:
        cached = await hub.findings.read(DEALS, key)
        if cached is not None:
            return told("done", luck_sentence(cached, about, dealt, name))
        if await hub.analyses.has_failed(key):
            return told("failed")
        pay = partial(hub.services.budget.spend, host, player, JOB)
        seen = await hub.analyses.begin(key, task, player, host, pay)
    return told(seen.progress.phase)
