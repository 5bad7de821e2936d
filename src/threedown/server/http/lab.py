"""The HTTP calls of the laboratory: what house rules do. Nothing of a room is in them."""

from typing import Any

from litestar import Request, delete, post

from threedown.games.houserules import option_facts
from threedown.server.http.caller import host_of
from threedown.server.http.effects import seen_effects
from threedown.server.http.studies import leave_study, seen_study
from threedown.server.model.findings import EffectsSeen, StudySeen
from threedown.server.model.wire import Guest, Rules, RulesSeen, Study
from threedown.server.rooms.hub import Hub
from threedown.server.rooms.room_request import rules_of


@post("/api/lab/effects", status_code=200)
async def rule_effects(data: Rules, guest: Guest, hub: Hub, request: Request[Any, Any, Any]) -> EffectsSeen:
    """What each option of these rules does to the length of a game.

    What is not known yet is measured in the background: ask again until ``state`` is ``done`` or ``failed``."""
    return await seen_effects(hub, rules_of(data), host_of(request))


@post("/api/lab/study", status_code=200)
async def study(data: Study, guest: Guest, hub: Hub, request: Request[Any, Any, Any]) -> StudySeen:
    """What an option does, or two: the same deals played with each of its values, look by look.

    What is not known yet is played in the background while somebody asks: ask again until ``state`` is ``done``,
    ``stopped`` or ``failed``. ``found`` is what the last look has shown."""
    return await seen_study(hub, data, guest.player, host_of(request))


@delete("/api/lab/study/{study:str}", status_code=204)
async def stop_study(study: str, guest: Guest, hub: Hub) -> None:
    """I want this study no more: it ends if nobody else does. What it has found is kept."""
    leave_study(hub, study, guest.player)


@post("/api/lab/rules", status_code=200, sync_to_thread=False)
def checked_rules(data: Rules, guest: Guest) -> RulesSeen:
    """These rules, all of them, as a link carries some: values may be given as text. What the game does not have is
    refused."""
    setting = rules_of(data)
    options = {fact.name: getattr(setting.options, fact.name) for fact in option_facts(setting.game.options)}
    preset = data.preset or setting.game.default_preset
    of_preset = setting.game.presets[preset].options
    changes = {name: value for name, value in options.items() if getattr(of_preset, name) != value}
    return RulesSeen(setting.game.name, preset, options, changes, setting.seats)
