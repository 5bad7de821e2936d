"""The catalogues: every English text has a translation, with the same names in braces, and nothing else is there."""

import functools
import gettext
import re
import string
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path

import polib
import pytest
from click.testing import CliRunner
from support.docs_scripts import script

import threedown
from threedown import language
from threedown.cli import threedown as threedown_command
from threedown.games import find_game
from threedown.games.words import in_words, menu_line
from threedown.language import LANGUAGES, catalogue, filled, say, say_as, speaking, spoken
from threedown.language.catalogues import PAGE_PARTS, page_texts, plural_rule, read
from threedown.session.narrator import Narrator
from threedown.session.second_person import second_person
from threedown.session.session import Session
from threedown.session.views import about, look
from threedown.table.layout import NOBODY

make_language, texts = script("make_language"), script("texts")
OTHERS = LANGUAGES[1:]
GAMES: list[str] = texts.GAMES


def opened(other: str, part: str) -> polib.POFile:
    """Return a catalogue."""
    return read(files("threedown.language") / other / f"{part}.po")


def every_entry(other: str) -> Iterator[polib.POEntry]:
    """Return all entries of a language."""
    for path in sorted((make_language.FOLDER / other).glob("*.po")):
        yield from opened(other, path.stem)


@functools.cache
def up_to_date(other: str) -> dict[str, polib.POFile]:
    """Return the catalogues of a language as ``make language`` would write them."""
    made: dict[str, polib.POFile] = make_language.brought_up_to_date(
        other, opened(other, "page").metadata["Plural-Forms"]
    )
    return made


def translated(other: str) -> list[str]:
    """Return the games that are told in another language at all. The others are told in English."""
    return [name for name in GAMES if any(entry.translated() for entry in opened(other, name))]


def braces(text: str) -> set[str]:
    """The names in the braces of a text, those within a plural included."""
    fields = [(name, spec) for _, name, spec, _ in string.Formatter().parse(text) if name is not None]
    return {name for name, _ in fields}.union(*(braces(spec or "") for _, spec in fields))


def plurals(text: str) -> list[str]:
    """The plurals in a text: ``card|cards``."""
    return [spec for _, _, spec, _ in string.Formatter().parse(text) if spec and "|" in spec]


def missing(there: Mapping[str, str], names: Iterable[str]) -> dict[str, list[str]]:
    """The texts of these games, and of all that is no game, that a catalogue lacks, and where they are said."""
    return {text: places for text, places in texts.everything(names).items() if text not in there}


@pytest.mark.parametrize("other", OTHERS)
def test_the_catalogues_have_what_the_program_says_and_nothing_else(other: str) -> None:
    """``make language`` would change nothing."""
    made = up_to_date(other)
    there = {path.stem: path.read_text() for path in (make_language.FOLDER / other).glob("*.po")}
    assert sorted(made) == sorted(there)
    assert [name for name in made if make_language.written(made[name]) != there[name]] == [], "run `make language`"


def test_the_page_about_translating_has_the_state_of_every_language() -> None:
    there = (Path(make_language.HERE) / "translating.md").read_text()
    for other in OTHERS:
        assert "| " + " | ".join(make_language.state(other, up_to_date(other))) + " |" in there, "run `make language`"


@pytest.mark.parametrize("other", OTHERS)
def test_the_page_says_everything(other: str) -> None:
    entries = [entry for part in PAGE_PARTS for entry in opened(other, part)]
    assert len(entries) > 1000
    assert [entry.msgctxt for entry in entries if not entry.translated()] == []


@pytest.mark.parametrize("other", OTHERS)
def test_a_game_that_is_translated_is_so_as_a_whole(other: str) -> None:
    assert missing(catalogue(other), translated(other)) == {}


@pytest.mark.slow
@pytest.mark.parametrize("other", OTHERS)
def test_every_game_is_translated_before_a_release(other: str) -> None:
    assert missing(catalogue(other), GAMES) == {}


@pytest.mark.slow
@pytest.mark.parametrize("other", OTHERS)
def test_a_game_without_a_translation_is_not_missed(other: str) -> None:
    """As if Champz had none: its own texts are excused, and a text that it shares with other games is not."""
    shared = "The turn cap is reached: a draw."
    own = {make_language.named(entry) for entry in opened(other, "champz")}
    others = [name for name in translated(other) if name != "champz"]
    there = {text: said for text, said in catalogue(other).items() if text not in own}
    assert missing(there, others) == {}
    assert set(missing(there, [*others, "champz"])) == own
    assert list(missing({text: there[text] for text in there if text != shared}, others)) == [shared]


@pytest.mark.parametrize("other", OTHERS)
def test_a_translation_has_the_same_braces(other: str) -> None:
    there = [entry for entry in every_entry(other) if entry.translated()]
    assert len(there) > 500
    named = [(entry, entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]) for entry in there]
    wrong = [
        entry.msgid
        for entry, forms in named
        if braces(entry.msgid) | braces(entry.msgid_plural) != set[str]().union(*map(braces, forms))
    ]
    assert wrong == []


@pytest.mark.parametrize("other", OTHERS)
def test_a_plural_has_as_many_forms_as_its_language(other: str) -> None:
    forms, _ = plural_rule(other)
    found = [spec for entry in every_entry(other) for spec in plurals(entry.msgstr)]
    assert len(found) > 20
    assert [spec for spec in found if spec.count("|") + 1 != forms] == []
    assert [entry.msgctxt for entry in every_entry(other) if len(entry.msgstr_plural) not in (0, forms)] == []


def test_chips_are_fiches_everywhere_in_italian() -> None:
    """Not tokens in one place and "fiche" in another."""
    for part in (*PAGE_PARTS, "casino-war"):
        said = [text for entry in opened("it", part) for text in (entry.msgstr, *entry.msgstr_plural.values())]
        assert not [text for text in said if re.search(r"(?i)\bgetton[ei]\b|\bfiche\b", text)]


# How catalogues are kept


@pytest.mark.slow
def test_a_text_that_changed_keeps_its_translation_as_a_draft(monkeypatch: pytest.MonkeyPatch) -> None:
    """The draft isn't said before a translator has confirmed it."""
    entry = next(entry for entry in opened("it", "champz") if len(entry.msgid) > 40 and not entry.msgctxt)
    changed = f"{entry.msgid} Indeed."
    now = {changed if text == entry.msgid else text: places for text, places in texts.everything().items()}
    monkeypatch.setattr(make_language, "everything", lambda: now)
    made = make_language.brought_up_to_date("it", "nplurals=2; plural=(n != 1);")
    (draft,) = [one for one in made["champz"] if one.msgid == changed]
    assert (draft.msgstr, draft.flags, draft.previous_msgid) == (entry.msgstr, ["fuzzy"], entry.msgid)
    assert not draft.translated()


@pytest.mark.slow
def test_a_new_language_begins_with_every_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_language, "FOLDER", tmp_path)
    monkeypatch.setattr(make_language, "page_entries", lambda part: iter([polib.POEntry(msgctxt=part, msgid=part)]))
    made = make_language.brought_up_to_date("pl", POLISH)
    assert make_language.state("pl", made)[1:3] == ("0", "0")
    assert sum(map(len, made.values())) == len(texts.everything()) + len(PAGE_PARTS)


class Whole(dict[str, str]):
    """A catalogue that has everything."""

    def get(self, text: str, default: object = None) -> str:
        return self[text] if text.rpartition("\4")[2] else ""


@pytest.mark.parametrize(
    ("other", "name"),
    [
        pytest.param(other, name, marks=() if other == OTHERS[0] else pytest.mark.slow)
        for other in OTHERS
        for name in translated(other)
    ],
)
def test_a_game_is_played_in_another_language(other: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever comes up in it is in the catalogue."""
    monkeypatch.setattr(language, "catalogue", lambda one: Whole(catalogue(one)))
    game = threedown.new(name, seed=3)
    with speaking(other):
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


POLISH = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"


def test_a_language_may_have_three_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    """One for 1, one for 2 to 4, one for the rest; a text that is not translated has the two of English."""
    rules: dict[str, tuple[int, Callable[[int], int]]] = {"pl": (3, gettext.c2py(POLISH.split("=", 2)[2].rstrip(";")))}
    monkeypatch.setattr(language, "plural_rule", lambda other: rules.get(other, plural_rule("en")))
    monkeypatch.setattr(language, "catalogue", lambda other: {"{n} {n:card|cards}": "{n} {n:karta|karty|kart}"})
    with speaking("pl"):
        assert [say("{n} {n:card|cards}", n=n).split()[1] for n in (1, 3, 12, 22, 0)] == [
            "karta", "karty", "kart", "karty", "kart",
        ]  # fmt: skip
        assert [say("{n} {n:war|wars}", n=n) for n in (1, 3)] == ["1 war", "3 wars"]


def test_a_word_has_another_translation_in_another_context() -> None:
    """A hand of cards in a pile's name, and the pot that is won."""
    assert say_as("pile", "won") == "won"
    with speaking("de"):
        assert say_as("pile", "won") == "Gewinnstapel"
        assert say("won") == "won", "without its context it is nothing that the program says"


def test_the_page_has_its_words_in_every_language() -> None:
    assert [page_texts(one)["nav.play"] for one in LANGUAGES] == ["Play", "Spielen", "Gioca"]
    assert page_texts("it")["home.people"] == "{n} persone giocano"


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
    told = [narrator.tell({"kind": "reach", "seat": 0, "to": "hand 1", "points": points}) for points in (1, 10)]
    assert [text.partition(":")[0] for text in told] == ["1 point", "10 points"]


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
    assert "Zug 1: " in play(tmp_path, LANG="de_DE.UTF-8")
    assert "Turn 1: " in play(tmp_path, LANG="fr_FR.UTF-8")
    assert spoken() == "en"


def test_a_record_is_the_same_in_every_language(tmp_path: Path) -> None:
    for spoken_there in LANGUAGES:
        play(tmp_path, "--language", spoken_there, "--record", str(tmp_path / f"{spoken_there}.3d"))
    assert len({(tmp_path / f"{one}.3d").read_bytes() for one in LANGUAGES}) == 1


def test_points_and_chips_have_a_comma_in_italian() -> None:
    game = threedown.new("casino-war", seed=2)
    with speaking("it"):
        assert "%" in look(game.session, 0)[0].told["progress"]
        assert "." not in look(game.session, 0)[0].told["progress"]


def test_a_name_with_braces_is_a_name() -> None:
    narrator = Narrator(find_game("war"), ["{card}", "Ben"], None)
    with speaking("it"):
        assert narrator.tell({"kind": "turn_up", "seat": 0, "card": "7H"}) == "{card} scopre 7H."
