"""Every text for people that is not the page's: where the program says it, by the context in which it is said.

``docs/make_language.py`` writes the catalogues of translations by it, and the tests compare them with it.
"""

import ast
import collections
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import threedown
from threedown.cli.table.drawing import MIDDLE, OWN
from threedown.cli.table.feed import WAITS, WaitsFor
from threedown.cli.table.keys import ANY_KEY, keys_of, keys_told, menu_keys, reading_keys
from threedown.cli.table.log import SINCE
from threedown.cli.table.playback import ENDINGS, LEAVE, OVER
from threedown.games import find_game, game_names
from threedown.games.blitzkrieg.scenarios import NAMES
from threedown.games.blitzkrieg.words import _LANDED, _MOVES
from threedown.games.blitzwar.missions import TITLES as MISSIONS
from threedown.games.blitzwar.words import SPECIAL
from threedown.games.casino_war.words import BOTH_BETS
from threedown.games.champz.words import OF_A_TEAM
from threedown.games.declare import Game
from threedown.games.egyptian_ratscrew.words import NOTHING_TO_PAY, TIMED_SLAPS, UNTIMED_LATE, UNTIMED_SLAPS
from threedown.games.game_options import option_facts
from threedown.games.rulebook import read_rulebook
from threedown.games.setting import settle
from threedown.games.words import CHOICE, OBJECT, PILE, SENTENCES, UNIT
from threedown.lab.study.measures import LUCK, measures, skill_of
from threedown.language.catalogues import message
from threedown.server.finished import fairness_proof
from threedown.server.model.errors import RequestError
from threedown.session.narrator import LEADS
from threedown.session.second_person import second_person

SOURCE = Path(threedown.__file__).parent
GAMES = [name for name in game_names() if (SOURCE / "games" / name.replace("-", "_")).is_dir()]
"""Those of the house."""


EVERY_GAME, MAPS, TERMINAL, LABORATORY = "every game", "the maps of BlitzWar", "the terminal", "the laboratory"
RULEBOOK = ", rulebook"
"""Ends the place of a rulebook's text, after its game."""
PARTS = {MAPS: "maps", TERMINAL: "terminal", "cli": "terminal", LABORATORY: "lab", "lab": "lab"} | dict.fromkeys(
    ("server", "shared", "client", "bots"), "server"
)
"""Place, or a package of the program -> the catalogue of its texts. Texts shared by all games are in ``games``."""


def to_everybody(template: str) -> Iterator[str]:
    """A sentence as it is told: of others, and to whom it is about."""
    yield template
    for who in ("seat", "owner", "other", "winner", "name"):
        if f"{{{who}}}" in template:
            yield second_person(template, who)


def declared(game: Game) -> Iterator[str]:
    """Return all texts that a game declares for people."""
    words = game.words
    for template in words.narration.sentences.values():
        yield from to_everybody(template)
    for template in () if words.narration.digest is None else words.narration.digest.templates:
        yield from to_everybody(template)
    yield from (game.summary, words.narration.subject_without_seat, words.table.speed_notice)
    yield from (words.milestone.one, words.milestone.many)
    yield from (game.page.ending.loser, game.page.ending.again)
    yield from (one.text for one in game.page.callouts)
    for reason in words.narration.reasons.values():
        yield from to_everybody(reason)
    yield from words.choices.questions.values()
    for option in option_facts(game.options):
        yield from (option.help, option.more, option.title, *option.titles.values())
    for name, preset in game.presets.items():
        yield from (preset.called(name), preset.help)
    yield from (getattr(line, "text", line) for line in read_rulebook(game.name).brief)
    for pile in (*game.piles.per_seat, *game.piles.shared):
        yield message(pile.split()[0], PILE)
    yield from (message(title, PILE) for title in words.table.pile_names.values())
    yield message(game.scoring.unit, UNIT)


def of_blitzkrieg() -> Iterator[str]:
    """Return the texts of Blitzkrieg's scenarios, and those that depend on a card's destination."""
    game = find_game("blitzkrieg")
    told = [game.words.narration.event_sentence({"kind": "scenario", "scenario": name}) for name in NAMES[1:]]
    for template in (*told, *_MOVES.values(), *_LANDED):
        yield from to_everybody(template or "")
    assert game.scenarios is not None
    yield from (scenario.name for scenario in game.scenarios.SCENARIOS)


def of_egyptian_ratscrew() -> Iterator[str]:
    """Return the sentences of slaps, which depend on their cards and on the clock."""
    for template in (*TIMED_SLAPS.values(), *UNTIMED_SLAPS.values(), UNTIMED_LATE, NOTHING_TO_PAY):
        yield from to_everybody(template)


def of_the_maps() -> Iterator[str]:
    """Return the names of the places on BlitzWar's maps, and the missions there."""
    for file in (SOURCE / "games" / "blitzwar" / "maps").glob("*.json"):
        drawn = json.loads(file.read_text())
        yield from (place["title"] for place in (drawn, *drawn["continents"], *drawn["states"]))
    yield from MISSIONS.values()


REFUSALS = {
    "Refused": 0,
    "Refusal": 1,
    **dict.fromkeys((error.__name__ for error in (RequestError, *RequestError.__subclasses__())), 0),
}
"""Calls that make a refusal, with the position of the reason among their arguments."""


def said_in(path: Path) -> Iterator[str]:
    """The texts that a file gives to ``say``, where they stand or where their names get them; and its
    refusals, which are said where they are shown."""
    tree = ast.parse(path.read_text())
    named: dict[str, list[ast.expr]] = collections.defaultdict(list)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            named[node.targets[0].id].append(node.value)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in REFUSALS:
            place = REFUSALS[node.func.id]
            for argument in node.args[place : place + 1]:
                yield from _texts(argument)
                if isinstance(argument, ast.Name) and not argument.id.isupper():  # STALE is a word for programs
                    yield from (text for value in named[argument.id] for text in _texts(value))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
            for argument in node.args:
                yield from _texts(argument)
                for name in ast.walk(argument):
                    if isinstance(name, ast.Name):
                        for value in named[name.id]:
                            yield from _texts(value)


def _texts(node: ast.expr) -> Iterator[str]:
    """The texts of an expression: a constant, one of two, or those of a table."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*_texts(node.body), *_texts(node.orelse))
    elif isinstance(node, ast.BoolOp):
        yield from (text for value in node.values for text in _texts(value))
    elif isinstance(node, (ast.Tuple, ast.Dict)):
        for one in node.elts if isinstance(node, ast.Tuple) else node.values:
            yield from _texts(one)


VERBS = (
    "attack …", "bet …", "blitz …", "bomb …", "bury …", "challenge", "change", "claim", "close", "decline", "defend",
    "defend …", "disarm", "discard …", "draw discard", "draw stock", "end", "exchange", "flip …", "keep", "knock",
    "move …", "occupy …", "on", "pass", "pick …", "place …", "play", "play …", "raid", "seat …", "slap", "slap …",
    "steal …", "stop", "sum …", "surrender", "swap …", "swap-all", "sweep …", "take …", "time up", "top …", "trade …",
    "trail …", "use …", "war",
)  # fmt: skip
"""The beginnings of choices; … stands for the rest."""


def of_the_terminal(names: Iterable[str]) -> Iterator[str]:
    """The texts that a table in the terminal has in lists of its own: keys, menus, names of piles."""
    spoken_of = [find_game(name).words for name in names]
    for milestone in ("", *(words.milestone.one for words in spoken_of)):
        for waits in WaitsFor:
            yield from (text for key in keys_of(waits, milestone) for text in key if len(text) > 1)
    more = [
        *reading_keys(True),
        *menu_keys(True, "back"),
        *keys_told((), False),
        ("space", "plays your card"),
        (ANY_KEY, "goes on"),
    ]
    yield from (text for key in (*more, (ANY_KEY, "stops")) for text in key if len(text) > 2 and "^" not in text)
    yield from (
        *(message(name, PILE) for name in (*MIDDLE.values(), *map(str.lower, MIDDLE.values()), *OWN.values())),
        *(f"your {name}" for name in OWN.values()),
        *(message(verb, CHOICE) for verb in VERBS),
        LEAVE,
        OVER,
        SINCE.text,
        WAITS,
        *(label for _, label in ENDINGS),
    )


def of_the_laboratory() -> Iterator[str]:
    """Return the sentences about more or less of a measure."""
    games = [measures(settle(find_game(name))) for name in ("war", "casino-war")]
    for measure in (*games[0], *games[1], LUCK, skill_of(2, "", "")):
        for words in (measure.more, measure.less):
            yield from words
        yield measure.of_what


def of_the_rulebook(name: str) -> Iterator[str]:
    """Return the texts of a game's rulebook, but the words of its source."""
    book = read_rulebook(name)
    told = [*book.groups.values(), *(one if isinstance(one, str) else one.text for one in (*book.short, *book.brief))]
    for table in book.table:
        told += [table.title, *table.head, *(cell for row in table.rows for cell in row)]
    for step in book.lesson:
        told += [step.title, step.rule, step.line, step.done]
    for clause in book.clause:
        told += [clause.text, *(example["note"] for example in clause.example if "note" in example)]
    told += [ruling.text for ruling in book.ruling]
    yield from (text for text in told if re.search("[a-z]{2}", text))


def everything(names: Iterable[str] = GAMES) -> dict[str, list[str]]:
    """Return every text of these games and of the program, as a catalogue names it, with the places that say it."""
    found: dict[str, dict[str, None]] = {}
    for text, place in _said(list(names)):
        if text:
            found.setdefault(text, {})[place] = None
    return {text: list(places) for text, places in found.items()}


def _said(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Return texts with the games, rulebooks, parts of the program or files that say them, in order."""
    for template in (LEADS, *SENTENCES.values()):
        yield from ((text, EVERY_GAME) for text in to_everybody(template))
    for name in names:
        yield from ((text, name) for text in declared(find_game(name)))
        yield from ((text, f"{name}{RULEBOOK}") for text in of_the_rulebook(name))
    yield from ((text, "blitzkrieg") for text in of_blitzkrieg())
    yield from ((text, "casino-war") for text in to_everybody(BOTH_BETS))
    if "egyptian-ratscrew" in names:
        yield from ((text, "egyptian-ratscrew") for text in of_egyptian_ratscrew())
    for game, templates in (("blitzwar", SPECIAL), ("champz", OF_A_TEAM.values())):
        for template in templates if game in names else ():
            yield from ((text, game) for text in to_everybody(template))
    yield from ((text, MAPS) for text in of_the_maps())
    for text in (*fairness_proof.SEALED, *fairness_proof.KNOWN, *fairness_proof.DRAWING):
        yield text, "server/finished/fairness_proof.py"
    yield message("you", OBJECT), "server/finished/told_analysis.py"
    yield from ((text, TERMINAL) for text in of_the_terminal(names))
    yield from ((text, LABORATORY) for text in of_the_laboratory())
    others = [SOURCE / "games" / name.replace("-", "_") for name in GAMES if name not in names]
    for path in sorted(SOURCE.rglob("*.py")):
        if path.parent not in others:
            yield from ((text, path.relative_to(SOURCE).as_posix()) for text in said_in(path))


def file_of(places: Sequence[str]) -> str:
    """Return the catalogue to which a text belongs by the places that say it: that of its game or of its part of the
    program, and ``games`` if several games say it."""
    if MAPS in places:  # the page reads the names of places alone
        return PARTS[MAPS]
    files = list(dict.fromkeys(map(_file_of, places)))
    return files[0] if len(files) == 1 or files[0] not in GAMES else "games"


def _file_of(place: str) -> str:
    folder, _, rest = place.partition("/")
    if place.endswith(RULEBOOK):
        return f"rules-{place.removesuffix(RULEBOOK)}"
    if folder == "games" and (package := rest.split("/")[0].replace("_", "-")) in GAMES:
        return package
    return place if place in GAMES else PARTS.get(place, PARTS.get(folder, "games"))
