"""The HTTP calls of the lab: the effects of house rules, and studies. They know nothing of rooms."""

from typing import Any

import msgspec
from litestar import Request, delete, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from threedown.games.facts import summary_of
from threedown.games.rulebook import read_rulebook
from threedown.language import speaking
from threedown.server.http.caller import host_of
from threedown.server.http.effects import effects_seen
from threedown.server.http.studies import study_seen
from threedown.server.hub import Hub
from threedown.server.model.findings import EffectsSeen, StudySeen
from threedown.server.model.lab_requests import Rules, Study
from threedown.server.model.wire import Guest, RulesSeen
from threedown.server.rooms.room_request import setting_of_rules
from threedown.server.rooms.rule_sets import changes_from


@post("/api/lab/effects", status_code=200)
async def rule_effects(
    data: JSONBody[Rules], guest: NamedDependency[Guest], hub: NamedDependency[Hub], request: Request[Any, Any, Any]
) -> EffectsSeen:
    """Return what each option of these rules does to the length of a game.

    Unknown effects are measured in the background: call again until ``state`` is ``done`` or ``failed``.
    """
    return await effects_seen(hub, setting_of_rules(data), host_of(request), guest.player)


@post("/api/lab/study", status_code=200)
async def study(
    data: JSONBody[Study], guest: NamedDependency[Guest], hub: NamedDependency[Hub], request: Request[Any, Any, Any]
) -> StudySeen:
    """Return what one or two options do: the same deals played with each value, look by look.

    Unknown results are played in the background while callers ask for them: call again until ``state`` is ``done``,
    ``stopped`` or ``failed``. ``found`` is the result of the last look.
    """
    return await study_seen(hub, data, guest.player, host_of(request))


@delete("/api/lab/study/{study:str}", status_code=204)
async def stop_study(study: FromPath[str], guest: NamedDependency[Guest], hub: NamedDependency[Hub]) -> None:
    """Stop asking for a study: it ends if no other caller wants it. Its results are kept."""
    await hub.studies.leave(study, guest.player)


@post("/api/lab/rules", status_code=200, sync_to_thread=False)
def checked_rules(data: JSONBody[Rules], guest: NamedDependency[Guest], language: NamedDependency[str]) -> RulesSeen:
    """Return all rules of a setting, given some of them as a link carries them: values may be text.

    Options that the game does not have are refused.
    """
    setting = setting_of_rules(data)
    options = msgspec.structs.asdict(setting.options)
    preset = data.preset or setting.game.default_preset
    changes = changes_from(setting, preset)
    struck = read_rulebook(setting.game.name).struck(setting.options, setting.seats)
    with speaking(language):
        summary = summary_of(setting)
    return RulesSeen(setting.game.name, preset, options, changes, setting.seats, struck, summary)
