"""The head of the page's document at each address: its status, title, description and picture for link previews.

``web/src/navigation/route.ts`` knows the same addresses.
"""

from functools import cache
from typing import NamedTuple

from threedown.games import UnknownGame, find_game, game_names
from threedown.games.declare import Game
from threedown.games.rulebook import UnknownClause, spoken_rulebook
from threedown.games.setting import settle
from threedown.language import say, speaking, spoken
from threedown.language.catalogues import page_texts
from threedown.server.daily.daily_games import daily_game
from threedown.server.hub import Hub
from threedown.server.model.daily import is_day
from threedown.server.model.errors import RequestError, Unknown
from threedown.server.model.rule_sets import RuleSetSeen
from threedown.server.model.tournament import Tournament
from threedown.server.rooms.served_room import ServedRoom

NAME = "Threedown"
LONGEST_RULE, LONGEST_DESCRIPTION = 40, 200
"""Characters of a rule's name from a link, and of a description."""


class Head(NamedTuple):
    """The head of one page."""

    title: str
    description: str
    picture: str = "/preview.png"
    status: int = 200


async def head_of(path: str, name: str, hub: Hub, language: str) -> Head:
    """Return the head of the page at a path, in a language; ``name`` is the name of house rules in the link."""
    page, first, second, *more = [*path.strip("/").split("/"), "", ""]
    if page == "r" and first and second in ("", "story", "fairness") and not any(more):
        try:
            room = await hub.rooms.find(first)
        except Unknown:
            room = None
        with speaking(language):
            return _room(room, second)
    if page == "rulesets" and first and not any((second, *more)):
        try:
            kept = await hub.opener.rule_sets.seen(first, "")
        except RequestError:
            kept = None
        with speaking(language):
            return nowhere() if kept is None else _rule_set(kept)
    if page == "t" and first and not any((second, *more)):
        try:
            tournament = await hub.tournaments.find(first)
        except Unknown:
            tournament = None
        with speaking(language):
            return nowhere() if tournament is None else _tournament(tournament)
    with speaking(language):
        try:
            return (None if any(more) else _page(page, first, second, name)) or nowhere()
        except (UnknownGame, UnknownClause, Unknown):
            return nowhere()


@cache
def first_game() -> str:
    """Return the game of the first tile on the home page, the default if no game is named."""
    tiles = {name: find_game(name).page.tile for name in game_names()}
    return min(tiles, key=lambda name: tile.place if (tile := tiles[name]) else len(tiles))


def nowhere() -> Head:
    """Return the head of the page for unknown addresses."""
    return Head(_titled(_text("page.none")), _text("page.none.text"), status=404)


def _page(page: str, first: str, second: str, name: str) -> Head | None:
    match page, first, second:
        case "", "", "":
            return Head(NAME, _text("home.text"))
        case "mine" | "settings", "", "":
            return Head(_titled(_text(f"nav.{page}")), _text("home.text"))
        case "link", code, "" if code:
            return Head(_titled(_text("link.title")), _text("link.text"))
        case "people", player, "" if player:
            return Head(_titled(_text("profile.title")), _text("profile.text"))
        case "ratings", game, "" if game:
            return Head(_titled(_text("profile.leaders", game=find_game(game).title)), _text("profile.text"))
        case "daily", dealt, day if dealt and (day == "" or is_day(day)):
            of = daily_game(dealt).setting.game
            return Head(_titled(_text("daily.of", game=of.title)), _text("daily.text", game=of.title), _picture(of))
        case "find", sought, "" if sought:
            of = find_game(sought)
            return Head(_titled(_text("find.title", game=of.title)), _text("find.text"), _picture(of))
        case "tournaments", "", "":
            return Head(_titled(_text("tournaments.title")), _text("tournaments.text"))
        case "rulesets", "", "":
            return Head(_titled(_text("rulesets.title")), _text("rulesets.text"))
        case "learn", taught, "" if taught:
            of = find_game(taught)
            return Head(_titled(_text("lesson.title", game=of.title)), say(of.summary), _picture(of))
        case "rules", "", "":
            return Head(
                _titled(_text("rules.title")), say("The rulebooks of all games, clause by clause, with examples.")
            )
        case "rules", game, "":
            return _book(find_game(game))
        case "rules", game, entry:
            return _entry(find_game(game), entry)
        case "lab", game, "":
            return _lab(find_game(game or first_game()), "")
        case "v", game, "" if game:
            return _lab(find_game(game), name[:LONGEST_RULE])
    return None


def _book(game: Game) -> Head:
    book, setting = spoken_rulebook(game.name), settle(game)
    description = " ".join(book.told(book.brief, setting.options, setting.seats)) or say(game.summary)
    return Head(_titled(_text("title.book", game=game.title)), _cut(description), _picture(game))


def _entry(game: Game, name: str) -> Head:
    found = spoken_rulebook(game.name).find(name)
    return Head(_titled(_text("title.clause", game=game.title, clause=name)), _cut(found.text), _picture(game))


def _lab(game: Game, name: str) -> Head:
    described = say("Change a rule of {game} and see what it does, measured over thousands of games.", game=game.title)
    return Head(_titled(name or _text("title.lab", game=game.title)), described, _picture(game))


def _room(room: ServedRoom | None, part: str) -> Head:
    if room is None:
        return Head(_titled(_text("state.deadLink")), _text("page.none.text"), status=404)
    game, chairs = find_game(room.plan.game), room.plan.chairs
    names = [chair.name for chair in chairs if chair.name]
    title = _text(f"title.{part}", game=game.title) if part else game.title
    if room.state == "waiting":
        title = _text("title.room", game=game.title, name=names[0]) if names else title
        free = sum(chair.is_open for chair in chairs)
        described = (
            f"{say('{n} of {all} {all:seat|seats} {n:is|are} free.', n=free, all=len(chairs))} {say(game.summary)}"
        )
    elif room.state == "playing":
        described = say("At the table: {names}.", names=", ".join(names))
    else:
        described = say("Played by {names}. See the game again, turn by turn.", names=", ".join(names))
    return Head(_titled(title), _cut(described), f"/preview/{room.name}.png")


def _tournament(tournament: Tournament) -> Head:
    game = find_game(tournament.plan.game)
    title = "tournament.arena" if tournament.kind == "arena" else "knockout.title"
    return Head(_titled(_text(title, game=game.title)), _text("tournaments.text"), _picture(game))


def _rule_set(kept: RuleSetSeen) -> Head:
    game = find_game(kept.game)
    described = _text("rulesets.by", name=kept.author) + (f" {kept.text}" if kept.text else "")
    return Head(_titled(f"{kept.name} · {game.title}"), _cut(described), _picture(game))


def _picture(game: Game) -> str:
    return f"/preview/{game.name}.png"


def _titled(title: str) -> str:
    return f"{title} · {NAME}"


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST_DESCRIPTION else text[: LONGEST_DESCRIPTION - 1].rpartition(" ")[0] + "…"


def _text(key: str, **values: str) -> str:
    """Return a text of the page in the language that is spoken."""
    text = page_texts(spoken())[key]
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", value)
    return text
