"""The catalogue: every English text has a translation, with the same names in braces."""

import ast
import collections
import json
import re
import string
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

import threedown
from threedown import language
from threedown.cli import threedown as threedown_command
from threedown.cli.table.drawing import MIDDLE, OWN
from threedown.cli.table.feed import WAITS, WaitsFor
from threedown.cli.table.keys import ANY_KEY, keys_of, keys_told, menu_keys, reading_keys
from threedown.cli.table.log import SINCE
from threedown.cli.table.playback import ENDINGS, LEAVE, OVER
from threedown.games import find_game, game_names
from threedown.games.blitzkrieg.scenarios import NAMES
from threedown.games.blitzkrieg.words import _LANDED, _MOVES
from threedown.games.casino_war.words import BOTH_BETS
from threedown.games.champz.words import OF_A_TEAM
from threedown.games.declare import Game
from threedown.games.game_options import option_facts
from threedown.games.rulebook import read_rulebook
from threedown.games.setting import settle
from threedown.games.words import SENTENCES, in_words, menu_line
from threedown.lab.study.measures import LUCK, measures, skill_of
from threedown.language import LANGUAGES, PAGE_FILES, catalogue, filled, say, speaking, spoken
from threedown.server.finished import fairness_proof
from threedown.server.model.errors import RequestError
from threedown.session.narrator import LEADS, Narrator
from threedown.session.second_person import second_person
from threedown.session.session import Session
from threedown.session.views import about, look
from threedown.table.layout import NOBODY

SOURCE = Path(threedown.__file__).parent
OTHERS = LANGUAGES[1:]
GAMES = [name for name in game_names() if (SOURCE / "games" / name.replace("-", "_")).is_dir()]
"""Those of the house."""


def translated(other: str) -> list[str]:
    """Return the games with a file in another language. A game without one is told in English."""
    return [name for name in GAMES if (SOURCE / "language" / other / f"{name}.json").exists()]


def read(language: str, part: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((SOURCE / "language" / language / part).read_text())
    return found


def braces(text: str) -> set[str]:
    """The names in the braces of a text, those within a plural included."""
    fields = [(name, spec) for _, name, spec, _ in string.Formatter().parse(text) if name is not None]
    return {name for name, _ in fields}.union(*(braces(spec or "") for _, spec in fields))


def plurals(text: str) -> list[str]:
    """The plurals in a text: ``card|cards``."""
    return [spec for _, _, spec, _ in string.Formatter().parse(text) if spec and "|" in spec]


# The page's words, by key


@pytest.mark.parametrize("file", PAGE_FILES)
def test_the_page_says_everything_in_both_languages(file: str) -> None:
    english, italian = read("en", file), read("it", file)
    assert list(italian) == list(english)
    assert [key for key in english if braces(english[key]) != braces(italian[key])] == []
    assert [key for key in english if english[key] and not italian[key]] == []


def test_chips_are_fiches_everywhere_in_italian() -> None:
    """Not tokens in one place and "fiche" in another."""
    for file in (*PAGE_FILES, "casino-war.json"):
        italian = read("it", file)
        assert not [text for text in italian.values() if re.search(r"(?i)\bgetton[ei]\b|\bfiche\b", text)]


# What the program says


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
    for texts in (words.choices.questions, words.table.pile_names, words.table.card_effects):
        yield from texts.values()
    for option in option_facts(game.options):
        yield from (option.help, option.more, option.title, *option.titles.values())
    for name, preset in game.presets.items():
        yield from (preset.called(name), preset.help)
    yield from (getattr(line, "text", line) for line in read_rulebook(game.name).brief)
    for pile in (*game.piles.per_seat, *game.piles.shared):
        yield pile.split()[0]


def of_blitzkrieg() -> Iterator[str]:
    """Return the texts of Blitzkrieg's scenarios, and those that depend on a card's destination."""
    game = find_game("blitzkrieg")
    told = [game.words.narration.event_sentence({"kind": "scenario", "scenario": name}) for name in NAMES[1:]]
    for template in (*told, *_MOVES.values(), *_LANDED):
        yield from to_everybody(template or "")
    assert game.scenarios is not None
    yield from (scenario.name for scenario in game.scenarios.SCENARIOS)


def of_the_maps() -> Iterator[str]:
    """Return the names of the places on BlitzWar's maps."""
    for file in (SOURCE / "games" / "blitzwar" / "maps").glob("*.json"):
        drawn = json.loads(file.read_text())
        yield from (place["title"] for place in (drawn, *drawn["continents"], *drawn["states"]))


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
    "attack …", "bet …", "blitz …", "bomb …", "bury …", "challenge", "claim", "decline", "defend", "defend …", "disarm",
    "discard …", "draw discard", "draw stock", "end", "exchange", "flip …", "keep", "knock", "move …", "occupy …", "on",
    "pass", "pick …", "place …", "play", "play …", "raid", "seat …", "steal …", "stop", "sum …", "surrender", "sweep …",
    "take …", "time up", "top …", "trade …", "trail …", "use …", "war",
)  # fmt: skip
"""Return the openings of choices; … stands for the rest."""


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
        *MIDDLE.values(),
        *OWN.values(),
        *(f"your {name}" for name in OWN.values()),
        *VERBS,
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
        told += [step.title, step.rule, step.line]
    for clause in book.clause:
        told += [clause.text, *(example["note"] for example in clause.example if "note" in example)]
    told += [ruling.text for ruling in book.ruling]
    yield from (text for text in told if re.search("[a-z]{2}", text))


def everything(names: Iterable[str] = GAMES) -> dict[str, str]:
    """Return every text of these games and of the program, with its place."""
    found: dict[str, str] = dict.fromkeys(to_everybody(LEADS), "every game")
    for template in SENTENCES.values():
        found |= dict.fromkeys(to_everybody(template), "every game")
    for name in names:
        found |= dict.fromkeys(declared(find_game(name)), name)
        found |= dict.fromkeys(of_the_rulebook(name), f"{name}, rulebook")
    found |= dict.fromkeys(of_blitzkrieg(), "blitzkrieg")
    found |= dict.fromkeys(to_everybody(BOTH_BETS), "casino-war")
    for template in OF_A_TEAM.values() if "champz" in names else ():
        found |= dict.fromkeys(to_everybody(template), "champz")
    found |= dict.fromkeys(of_the_maps(), "blitzwar")
    found |= dict.fromkeys((*fairness_proof.SEALED, *fairness_proof.KNOWN, *fairness_proof.DRAWING), "fairness")
    found |= dict.fromkeys(of_the_terminal(names), "the terminal")
    found |= dict.fromkeys(of_the_laboratory(), "the laboratory")
    others = [SOURCE / "games" / name.replace("-", "_") for name in GAMES if name not in names]
    for path in SOURCE.rglob("*.py"):
        if path.parent not in others:
            found |= dict.fromkeys(said_in(path), str(path.relative_to(SOURCE)))
    found.pop("", None)
    return found


def missing(there: Mapping[str, str], names: Iterable[str]) -> dict[str, str]:
    """The texts of these games, and of all that is no game, that a catalogue lacks, and where they are said."""
    return {text: where for text, where in everything(names).items() if text not in there}


@pytest.mark.parametrize("other", OTHERS)
def test_a_game_that_is_translated_is_so_as_a_whole(other: str) -> None:
    assert missing(catalogue(other), translated(other)) == {}


@pytest.mark.slow
@pytest.mark.parametrize("other", OTHERS)
def test_every_game_is_translated_before_a_release(other: str) -> None:
    assert missing(catalogue(other), GAMES) == {}


@pytest.mark.parametrize("other", OTHERS)
def test_a_game_without_a_translation_is_not_missed(other: str) -> None:
    """As if Champz had none: its own texts are excused, and a text that it shares with other games is not."""
    shared = "The turn cap is reached: a draw."
    own = read(other, "champz.json")
    others = [name for name in GAMES if name != "champz"]
    there = {text: said for text, said in catalogue(other).items() if text not in own}
    assert missing(there, others) == {}
    assert set(missing(there, GAMES)) == set(own)
    assert list(missing({text: there[text] for text in there if text != shared}, others)) == [shared]


@pytest.mark.parametrize("other", OTHERS)
def test_a_translation_has_the_same_braces(other: str) -> None:
    texts, there = everything(), catalogue(other)
    assert len(texts) > 500
    assert [text for text in texts if text in there and braces(text) != braces(there[text])] == []
    assert [text for text in there if text not in texts] == [], "no part of the program says this any more"


@pytest.mark.parametrize("other", OTHERS)
def test_a_plural_has_two_forms(other: str) -> None:
    found = [spec for texts in catalogue(other).items() for text in texts for spec in plurals(text)]
    assert len(found) > 20
    assert [spec for spec in found if spec.count("|") != 1] == []


@pytest.mark.parametrize("other", OTHERS)
def test_a_text_stands_in_one_file(other: str) -> None:
    parts = [part.name for part in (SOURCE / "language" / other).iterdir() if part.name not in PAGE_FILES]
    places = collections.Counter(text for part in parts for text in read(other, part))
    assert [text for text, count in places.items() if count > 1] == []


class Whole(dict[str, str]):
    """A catalogue that has everything."""

    def get(self, text: str, default: object = None) -> str:
        return self[text] if text else ""


@pytest.mark.parametrize("name", translated("it"))
def test_a_game_is_played_in_italian(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever comes up in it is in the catalogue."""
    monkeypatch.setattr(language, "catalogue", lambda other: Whole(catalogue(other)))
    game = threedown.new(name, seed=3)
    with speaking("it"):
        for _ in range(60):
            if game.over:
                break
            for seat in (*range(game.setting.seats), None):
                _hear(game.session, seat)
            if game.session.pending is None:
                game.go()
            else:
                game.choose(game.ask_bot("random"), game.asked)


def _hear(game: Session, seat: int | None) -> None:
    """Return everything that a seat reads now."""
    words, setting = game.setting.game.words, game.setting
    names = [f"P{other}" for other in range(setting.seats)]
    narrator = Narrator(setting.game, names, seat, you=True)
    told = [*narrator.tell_all(game, game.events), narrator.verdict(game, game.last_turn)]
    view, question = look(game, seat, names)
    assert not [line for line in told if "{" in line]
    table = game.redacted_for(seat).table
    for part in (question.parts or [])[:3] if question is not None else []:
        in_words(part.text, part)
        assert "{" not in menu_line(setting.game, table, NOBODY if seat is None else seat, part, names)
    for choice in (question.choices or [])[:3] if question is not None else []:
        about(game, seat, choice)
    if seat is not None and words.table.sorted_hand is not None and f"hand {seat}" in setting.piles:
        cards = setting.deck.parse(" ".join(card for card in view.piles[f"hand {seat}"].cards or () if card != "??"))
        if cards:
            words.table.sorted_hand(table, cards)


# How it is said


def test_italian_is_spoken_as_long_as_it_is_wanted() -> None:
    assert say("War!") == "War!"
    with speaking("it"):
        assert say("War!") == "Guerra!"
        assert say("{seat} takes {cards} cards.", cards=4) == "{seat} prende 4 carte."
        assert say("nobody has translated this") == "nobody has translated this"
    assert say("War!") == "War!"


def test_a_sentence_agrees_with_its_number() -> None:
    template = "The stake is {cards} {cards:card|cards}."
    assert [say(template, cards=n) for n in (1, 2)] == ["The stake is 1 card.", "The stake is 2 cards."]
    with speaking("it"):
        assert [say(template, cards=n) for n in (1, 2)] == ["In palio c’è una carta.", "In palio ci sono 2 carte."]


def test_a_plural_without_its_number_waits_for_it() -> None:
    told = say("{seat} takes {n} {n:card|cards} after {wars} {wars:war|wars}.", wars=1)
    assert told == "{seat} takes {n} {n:card|cards} after 1 war."
    assert filled(told, {"seat": "Ann", "n": 2}) == "Ann takes 2 cards after 1 war."


def test_a_plural_is_no_end_of_a_clause() -> None:
    """The colon in it once was, so that the verb after it stayed in the third person."""
    template = "{seat} lays {n:a card|{n} cards}, and stands at {points}."
    assert second_person(template, "seat") == "You lay {n:a card|{n} cards}, and stand at {points}."


def test_an_event_is_told_with_its_plural() -> None:
    """Champz announces how many points a player has reached."""
    narrator = Narrator(find_game("champz"), ["Ann", "Ben"])
    told = [narrator.tell({"kind": "reach", "seat": 0, "points": points}) for points in (1, 10)]
    assert [text.partition("!")[0] for text in told] == ["1 point", "10 points"]


def play(folder: Path, *flags: str, **environment: str | None) -> str:
    """The lines of a turn of War."""
    nothing: dict[str, str | None] = dict.fromkeys(("LC_ALL", "LC_MESSAGES", "LANG"))
    command = ["play", "war", "--seed", "7", "--names", "Ann,Ben", "--plain", *flags]
    kept = {"THREEDOWN_GAMES": str(folder)}
    ended = CliRunner().invoke(threedown_command, command, input="\nq\n", env={**nothing, **kept, **environment})
    assert ended.exit_code == 0, ended.output
    return ended.output


def test_the_terminal_speaks_as_it_is_told_else_as_its_environment_says(tmp_path: Path) -> None:
    assert "Turno 1: " in play(tmp_path, "--language", "it")
    assert "Turno 1: " in play(tmp_path, LANG="it_IT.UTF-8")
    assert "Turn 1: " in play(tmp_path, LC_ALL="C", LANG="it_IT.UTF-8")
    assert "Turn 1: " in play(tmp_path, "--language", "en", LC_ALL="it_IT.UTF-8")
    assert "Turn 1: " in play(tmp_path, LANG="de_DE.UTF-8")
    assert spoken() == "en"


def test_a_record_is_the_same_in_every_language(tmp_path: Path) -> None:
    for spoken_there in LANGUAGES:
        play(tmp_path, "--language", spoken_there, "--record", str(tmp_path / f"{spoken_there}.3d"))
    assert (tmp_path / "it.3d").read_bytes() == (tmp_path / "en.3d").read_bytes()


def test_points_and_chips_have_a_comma_in_italian() -> None:
    game = threedown.new("casino-war", seed=2)
    with speaking("it"):
        assert "%" in look(game.session, 0)[0].told["progress"]
        assert "." not in look(game.session, 0)[0].told["progress"]


def test_a_name_with_braces_is_a_name() -> None:
    narrator = Narrator(find_game("war"), ["{card}", "Ben"], None)
    with speaking("it"):
        assert narrator.tell({"kind": "turn_up", "seat": 0, "card": "7H"}) == "{card} scopre 7H."
