"""Rule sets that people keep here: named, told, listed, copied and changed by their owners."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from threedown.games import UnknownGame, find_game
from threedown.games.game_options import OptionError, option_facts
from threedown.games.rule_set import RuleSet
from threedown.games.setting import Setting, settle
from threedown.server.model import clock
from threedown.server.model.errors import Invalid, NotNow, NotYours, Unknown
from threedown.server.model.person_name import is_showable, readable
from threedown.server.model.rule_sets import KeepRules, RuleSetSeen, StoredRuleSet
from threedown.server.model.wire import Guest, NewRoom
from threedown.server.rooms.codes import new_name
from threedown.server.rooms.room_request import setting_of_rules
from threedown.server.rooms.services import Services
from threedown.server.store import rule_sets

MOST_KEPT, MOST_LISTED = 100, 200
"""Rule sets that a person keeps, and that a list shows."""
LENGTH = 13
"""Characters of an id: as with rooms, nobody guesses it."""


class RuleSets:
    """The rule sets of a server."""

    def __init__(self, services: Services) -> None:
        self._writer = services.writer

    async def keep(self, guest: Guest, request: KeepRules) -> RuleSetSeen:
        """Keep some rules for a guest. Raises Invalid for rules that do not exist or a text that cannot be shown."""
        id = new_name(LENGTH)
        one = _stored(id, guest, request)
        if not await self._writer.do(partial(rule_sets.add_rule_set, one=one, most=MOST_KEPT)):
            raise NotNow("You keep {n} rule sets, and that is the most: delete one first.", n=MOST_KEPT)
        return await self.seen(id, guest.player)

    async def change(self, id: str, guest: Guest, request: KeepRules) -> RuleSetSeen:
        """Put other rules and words in the place of a guest's own rule set."""
        old = await self._of(id)
        if old.owner != guest.player:
            raise NotYours("This rule set is {author}'s: make a copy of it.", author=old.author)
        request = msgspec.structs.replace(request, copy_of=old.copy_of)
        await self._writer.do(partial(rule_sets.change_rule_set, one=_stored(id, guest, request)))
        return await self.seen(id, guest.player)

    async def remove(self, id: str, guest: Guest) -> None:
        """Delete a guest's own rule set; rooms and copies keep its rules."""
        if not await self._writer.do(partial(rule_sets.remove_rule_set, id=id, owner=guest.player)):
            old = await self._of(id)
            raise NotYours("This rule set is {author}'s.", author=old.author)

    async def seen(self, id: str, player: str) -> RuleSetSeen:
        """Return a rule set as a player sees it."""
        [seen] = await self._all_seen([await self._of(id)], player)
        return seen

    async def kept_by(self, player: str) -> list[RuleSetSeen]:
        """Return the rule sets of a player, the newest first."""
        return await self._all_seen(await self._writer.do(partial(rule_sets.kept_by, owner=player)), player)

    async def listed(self, game: str | None, player: str) -> list[RuleSetSeen]:
        """Return the newest rule sets that everybody finds, of one game or of all."""
        find = partial(rule_sets.listed_rule_sets, game=game, most=MOST_LISTED)
        return await self._all_seen(await self._writer.do(find), player)

    async def exported(self, id: str, site: str) -> RuleSet:
        """Return a rule set as its file has it; ``site`` is the address of this server."""
        one = await self._of(id)
        copy_of = "" if one.copy_of is None else f"{site}{url_of(one.copy_of)}"
        return RuleSet(
            one.game, one.name, one.text, one.author, f"{site}{url_of(id)}", copy_of, one.preset, one.seats, one.options
        )

    async def room_request(self, request: NewRoom) -> NewRoom:
        """Return the request of a room with the rules of the rule set that it names, if it names one."""
        if request.rule_set is None:
            return request
        if request.game or request.preset or request.options or request.variant:
            raise Invalid("A rule set says what is played: leave out game, preset, options and variant.")
        one = await self._of(request.rule_set)
        setting = _setting(one)
        return msgspec.structs.replace(
            request,
            game=one.game,
            preset=_preset(one, setting),
            options=msgspec.structs.asdict(setting.options),
            variant=one.name,
            seats=one.seats if request.seats is None else request.seats,
        )

    async def _of(self, id: str) -> StoredRuleSet:
        found = await self._writer.do(partial(rule_sets.rule_sets_of, ids=[id]))
        if id not in found:
            raise Unknown("There is no such rule set here; its owner may have deleted it.")
        return found[id]

    async def _all_seen(self, kept: Sequence[StoredRuleSet], player: str) -> list[RuleSetSeen]:
        """Return those that can still be played; a later version may have lost one of their options."""
        origins = {one.copy_of for one in kept if one.copy_of is not None}
        copied = await self._writer.do(partial(rule_sets.rule_sets_of, ids=origins)) if origins else {}
        return [seen for one in kept if (seen := _seen(one, player, copied)) is not None]


def url_of(id: str) -> str:
    """Return the path of a rule set's page."""
    return f"/rulesets/{id}"


def _stored(id: str, guest: Guest, request: KeepRules) -> StoredRuleSet:
    setting = setting_of_rules(request)
    text = request.text.strip()
    if not all(is_showable(line) for line in text.splitlines() if line.strip()):
        raise Invalid("This text can't be shown: use plain letters.")
    return StoredRuleSet(
        id, guest.player, setting.game.name, readable(request.name), text,
        request.preset or setting.game.default_preset, msgspec.structs.asdict(setting.options), request.seats,
        request.listed, request.copy_of, clock.now(),
    )  # fmt: skip


def _setting(one: StoredRuleSet) -> Setting:
    """Return the setting of a rule set. Raises NotNow if this version's rules cannot play it."""
    try:
        return settle(find_game(one.game), None, one.options, one.seats, kept=True)
    except (UnknownGame, OptionError) as error:
        raise NotNow("This server's games have changed, and these rules can't be played: {why}", why=error) from error


def _preset(one: StoredRuleSet, setting: Setting) -> str:
    return one.preset if one.preset in setting.game.presets else setting.game.default_preset


def _seen(one: StoredRuleSet, player: str, copied: dict[str, StoredRuleSet]) -> RuleSetSeen | None:
    try:
        setting = _setting(one)
    except NotNow:
        return None
    preset = _preset(one, setting)
    origin = copied.get(one.copy_of or "")
    return RuleSetSeen(
        one.rule_set, url_of(one.rule_set), one.game, one.name, one.text, one.author, one.owner == player, one.listed,
        preset, msgspec.structs.asdict(setting.options), changes_from(setting, preset), one.seats, one.changed,
        one.copy_of, None if origin is None else f"{origin.name}, {origin.author}",
    )  # fmt: skip


def changes_from(setting: Setting, preset: str) -> dict[str, Any]:
    """Return the options of a setting that are not the preset's."""
    base = setting.game.presets[preset].options
    values = {fact.name: getattr(setting.options, fact.name) for fact in option_facts(setting.game.options)}
    return {name: value for name, value in values.items() if getattr(base, name) != value}
