"""Rule sets that people keep: kept, listed, copied, changed, deleted, played, and read as a file."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.hubs import in_a_house
from support.serving import people

from threedown.client import GuestClient, RequestRefused
from threedown.games.rule_set import read_rule_set
from threedown.server.http.head import head_of
from threedown.server.hub import Hub
from threedown.server.model.rule_sets import KeepRules, RuleSetSeen
from threedown.server.model.wire import Guest, NewGuest
from threedown.server.store.salvage import salvage
from threedown.server.store.sqlite import FILE

OURS = {"game": "blitz31", "preset": "modern", "options": {"lives": 5}, "name": "Our 31", "text": "Five lives.\n\nGo."}
PATH = "/api/rulesets"


async def listed_to(player: GuestClient, game: str = "blitz31") -> dict[str, Any]:
    """The rule sets of a game that a player finds, by id."""
    return {one["rule_set"]: one for one in await player.call("GET", f"{PATH}?game={game}")}


def test_rules_are_kept_and_found_by_everybody_only_if_they_are_listed(url: str) -> None:
    async def act() -> None:
        async with people(url, "Ann", "Ben") as (ann, ben):
            kept = await ann.call("POST", PATH, OURS)
            assert kept["url"] == f"/rulesets/{kept['rule_set']}"
            assert (kept["name"], kept["text"], kept["author"]) == ("Our 31", "Five lives.\n\nGo.", "Ann")
            assert kept["changes"] == {"lives": 5}
            assert kept["options"]["lives"] == 5
            assert (kept["preset"], kept["seats"], kept["mine"], kept["listed"]) == ("modern", None, True, False)
            seen = await ben.call("GET", f"{PATH}/{kept['rule_set']}")
            assert seen == {**kept, "mine": False}
            assert kept["rule_set"] not in await listed_to(ben)
            await ann.call("PUT", f"{PATH}/{kept['rule_set']}", {**OURS, "listed": True, "seats": 3})
            assert (await listed_to(ben, "blitz31"))[kept["rule_set"]]["seats"] == 3
            assert kept["rule_set"] not in await listed_to(ben, "war")
            assert await ben.call("GET", f"{PATH}/mine") == []
            assert (await ann.call("GET", "/api/me/data"))["rule_sets"] == await ann.call("GET", f"{PATH}/mine")

    asyncio.run(act())


def test_a_copy_says_of_what_and_only_the_owner_changes_or_deletes(url: str) -> None:
    async def act() -> None:
        async with people(url, "Ann", "Ben") as (ann, ben):
            id = (await ann.call("POST", PATH, OURS))["rule_set"]
            with pytest.raises(RequestRefused, match="This rule set is Ann's: make a copy of it"):
                await ben.call("PUT", f"{PATH}/{id}", OURS)
            with pytest.raises(RequestRefused, match="This rule set is Ann's"):
                await ben.call("DELETE", f"{PATH}/{id}")
            copy = await ben.call("POST", PATH, {**OURS, "name": "Short 31", "options": {"lives": 2}, "copy_of": id})
            assert (copy["copy_of"], copy["copied"], copy["author"]) == (id, "Our 31, Ann", "Ben")
            changed = await ben.call("PUT", f"{PATH}/{copy['rule_set']}", {**OURS, "name": "Shorter 31"})
            assert (changed["name"], changed["copy_of"]) == ("Shorter 31", id), "its origin stays"
            await ann.call("DELETE", f"{PATH}/{id}")
            with pytest.raises(RequestRefused, match="no such rule set"):
                await ben.call("GET", f"{PATH}/{id}")
            left = await ben.call("GET", f"{PATH}/{copy['rule_set']}")
            assert (left["copy_of"], left["copied"]) == (id, None)

    asyncio.run(act())


def test_a_table_plays_a_rule_set_and_keeps_it_when_it_changes(url: str) -> None:
    async def act() -> None:
        async with people(url, "Ann", "Ben") as (ann, ben):
            id = (await ann.call("POST", PATH, OURS))["rule_set"]
            name = (await ben.call("POST", "/api/rooms", {"rule_set": id, "seats": 3, "bots": {"1": "keen"}}))["room"]
            await ann.call("PUT", f"{PATH}/{id}", {**OURS, "options": {"lives": 9}})
            room = await ann.call("GET", f"/api/rooms/{name}")
            assert (room["game"], room["variant"], room["rule_set"]) == ("blitz31", "Our 31", id)
            assert (room["options"]["lives"], len(room["seats"])) == (5, 3)
            await ben.call("POST", f"/api/rooms/{name}/options", {"rule_set": id})
            room = await ben.call("GET", f"/api/rooms/{name}")
            assert (room["options"]["lives"], room["rule_set"]) == (9, id)
            other = {"game": "blitz31", "preset": "modern", "variant": "Our 31", "pace": 0}
            await ben.call("POST", f"/api/rooms/{name}/options", {**other, "options": room["options"]})
            assert (await ben.call("GET", f"/api/rooms/{name}"))["rule_set"] == id, "the same rules, another pace"
            await ben.call("POST", f"/api/rooms/{name}/options", {**other, "options": {"lives": 3}})
            assert (await ben.call("GET", f"/api/rooms/{name}"))["rule_set"] is None
            with pytest.raises(RequestRefused, match="leave out game"):
                await ben.call("POST", "/api/rooms", {"rule_set": id, "game": "war"})

    asyncio.run(act())


def test_a_kept_rule_set_is_a_file_that_says_the_same(url: str, tmp_path: Path) -> None:
    async def act() -> Any:
        async with people(url, "Ann") as (ann,):
            origin = (await ann.call("POST", PATH, OURS))["rule_set"]
            kept = await ann.call("POST", PATH, {**OURS, "copy_of": origin, "name": 'The "other" 31'})
            (tmp_path / "kept.toml").write_bytes(await ann.call("GET", f"{PATH}/{kept['rule_set']}/file"))
            return kept, origin

    kept, origin = asyncio.run(act())
    read = read_rule_set(tmp_path / "kept.toml")
    assert (read.game, read.name, read.text, read.author) == ("blitz31", kept["name"], kept["text"], "Ann")
    assert (read.link, read.copy_of) == (f"{url}{kept['url']}", f"{url}/rulesets/{origin}")
    assert read.options == kept["options"]
    assert str(read.setting(seats=2).cited) == f'The "other" 31, by Ann, {url}{kept["url"]}'


def test_rules_and_words_that_cannot_be_kept_are_refused_in_a_sentence(url: str) -> None:
    async def act() -> None:
        async with people(url, "Ann") as (ann,):
            for wrong, said in (
                ({"options": {"lives": 99}}, "lives"),
                ({"game": "chess"}, "chess"),
                ({"name": "\u3164"}, "printable"),
                ({"name": "x" * 41}, "name"),
                ({"text": "a" + "\u0300" * 20}, "can't be shown"),
                ({"text": "a" * 2001}, "text"),
                ({"seats": 99}, "is played by"),
                ({"author": "Ben"}, "author"),
            ):
                with pytest.raises(RequestRefused, match=said):
                    await ann.call("POST", PATH, {**OURS, **wrong})
            assert await ann.call("GET", f"{PATH}/mine") == []

    asyncio.run(act())


@pytest.mark.sqlite
def test_a_rule_set_is_saved_from_a_damaged_database(tmp_path: Path) -> None:
    found: list[RuleSetSeen] = []

    async def keep(hub: Hub) -> None:
        ann = await hub.guests.new(NewGuest("Ann"))
        found.append(await hub.opener.rule_sets.keep(Guest(ann.player, "Ann"), KeepRules("war", name="Ours")))

    in_a_house(tmp_path, keep)
    rescued = tmp_path / "rescued"
    rescued.mkdir()
    assert salvage(tmp_path, rescued / FILE).sound

    async def look(hub: Hub) -> None:
        assert (await hub.opener.rule_sets.seen(found[0].rule_set, "")).name == "Ours"

    in_a_house(rescued, look)


@pytest.mark.sqlite
def test_the_page_of_a_rule_set_is_titled_with_its_name_and_says_whose_it_is(tmp_path: Path) -> None:
    async def look(hub: Hub) -> None:
        ann = await hub.guests.new(NewGuest("Ann"))
        rules = msgspec.convert(OURS, KeepRules)
        kept = await hub.opener.rule_sets.keep(Guest(ann.player, "Ann"), rules)
        head = await head_of(kept.url.strip("/"), "", hub, "en")
        assert head.title == "Our 31 · Blitz (31) · Threedown"
        assert head.description == "By Ann. Five lives. Go."

    in_a_house(tmp_path, look)


def test_the_rule_sets_of_a_deleted_guest_are_gone(url: str) -> None:
    async def act() -> None:
        async with people(url, "Ann", "Ben") as (ann, ben):
            id = (await ann.call("POST", PATH, {**OURS, "listed": True}))["rule_set"]
            assert id in await listed_to(ben)
            await ann.call("DELETE", "/api/me")
            assert id not in await listed_to(ben)
            with pytest.raises(RequestRefused, match="no such rule set"):
                await ben.call("GET", f"{PATH}/{id}")

    asyncio.run(act())
