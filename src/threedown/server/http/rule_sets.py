"""The HTTP calls about rule sets that people keep."""

from typing import Any

from litestar import Request, Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from threedown.games import UnknownGame, find_game, game_names
from threedown.games.rule_set import SUFFIX, file_of
from threedown.server.http.caller import host_of, token_of
from threedown.server.hub import Hub
from threedown.server.model.errors import Unknown
from threedown.server.model.rule_sets import KeepRules, RuleSetSeen
from threedown.server.model.wire import Guest


@post("/api/rulesets")
async def keep_rules(
    data: JSONBody[KeepRules],
    guest: NamedDependency[Guest],
    hub: NamedDependency[Hub],
    request: Request[Any, Any, Any],
) -> RuleSetSeen:
    """Keep rules under a name. With ``copy_of`` they say from which rule set they were made."""
    hub.limiter.new_room(host_of(request), guest.player)
    return await hub.opener.rule_sets.keep(guest, data)


@get("/api/rulesets")
async def listed_rule_sets(
    hub: NamedDependency[Hub], request: Request[Any, Any, Any], game: FromQuery[str | None] = None
) -> list[RuleSetSeen]:
    """List the newest rule sets that are listed, of one game or of all."""
    try:
        named = None if game is None else find_game(game).name
    except UnknownGame as error:
        raise Unknown(str(error), list(game_names())) from error
    return await hub.opener.rule_sets.listed(named, await hub.guests.player_of(token_of(request)))


@get("/api/rulesets/mine")
async def my_rule_sets(guest: NamedDependency[Guest], hub: NamedDependency[Hub]) -> list[RuleSetSeen]:
    """List the rule sets that I keep, the newest first."""
    return await hub.opener.rule_sets.kept_by(guest.player)


@get("/api/rulesets/{id:str}")
async def rule_set(id: FromPath[str], hub: NamedDependency[Hub], request: Request[Any, Any, Any]) -> RuleSetSeen:
    """Return a rule set to anyone with its link."""
    return await hub.opener.rule_sets.seen(id, await hub.guests.player_of(token_of(request)))


@put("/api/rulesets/{id:str}")
async def change_rule_set(
    id: FromPath[str], data: JSONBody[KeepRules], guest: NamedDependency[Guest], hub: NamedDependency[Hub]
) -> RuleSetSeen:
    """Change a rule set of mine; tables that play it keep the rules that they began with."""
    return await hub.opener.rule_sets.change(id, guest, data)


@delete("/api/rulesets/{id:str}", status_code=204)
async def remove_rule_set(id: FromPath[str], guest: NamedDependency[Guest], hub: NamedDependency[Hub]) -> None:
    """Delete a rule set of mine."""
    await hub.opener.rule_sets.remove(id, guest)


@get("/api/rulesets/{id:str}/file")
async def rule_set_file(
    id: FromPath[str], hub: NamedDependency[Hub], request: Request[Any, Any, Any]
) -> Response[bytes]:
    """Return a rule set as a file that the commands take in place of a game (``threedown play FILE.toml``)."""
    site = f"{request.url.scheme}://{request.headers.get('host', '')}"
    exported = await hub.opener.rule_sets.exported(id, site)
    headers = {"Content-Disposition": f'attachment; filename="{exported.game}-{id[:4]}{SUFFIX}"'}
    return Response(file_of(exported), media_type="application/toml", headers=headers)


HANDLERS = (
    keep_rules, listed_rule_sets, my_rule_sets, rule_set, change_rule_set, remove_rule_set, rule_set_file,
)  # fmt: skip
